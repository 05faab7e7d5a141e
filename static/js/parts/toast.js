// What this phone just entered, with the way back, for a few seconds.

import { el } from "../dom.js";
import { m, nodes } from "../words.js";

/** The toast, or null. */
export function toast(app) {
  const shown = app.ui.toast;
  if (!shown) return null;
  return el("div", { class: "toast", key: "toast" + shown.id },
    el("span", { class: "toast-what" }, nodes(shown.what)),
    shown.undo ? el("button", { type: "button", class: "toast-undo", disabled: app.locked() || null, on: { click: app.undo } }, nodes(m("ui.undo"))) : null);
}
