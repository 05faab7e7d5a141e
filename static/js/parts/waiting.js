// An entry that no answer has come for: what it is, that it is kept, and how not to send it.

import { el } from "../dom.js";
import { m, nodes } from "../words.js";

/** The entry that waits, or null before anybody would wonder. */
export function waitingNote(app) {
  if (!app.ui.kept) return null;
  if (!app.ui.what) return el("p", { class: "banner kept", key: "kept" }, nodes(m("ui.kept-plain")));
  return el("div", { class: "banner kept", key: "kept" },
    el("span", null, el("b", null, app.ui.what), " \u2013 ", nodes(m("ui.kept"))),
    el("button", { type: "button", class: "small", on: { click: app.giveUp } }, nodes(m("ui.give-up"))));
}
