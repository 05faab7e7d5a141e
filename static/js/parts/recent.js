// What happened last, newest first, as one honest list.

import { el } from "../dom.js";
import { m, nodes } from "../words.js";

function clock(seconds) {
  const at = new Date(seconds * 1000);
  return ("0" + at.getHours()).slice(-2) + ":" + ("0" + at.getMinutes()).slice(-2);
}

/** The time of day of a moment given in seconds. */
export function timeOf(seconds) {
  return clock(seconds);
}

/** The last entries; those taken back are struck through and say so. */
export function recent(frame) {
  const list = (frame.recent || []).slice().reverse();
  if (!list.length) return el("p", { class: "quiet" }, nodes(m("ui.nothing-yet")));
  return el("ol", { class: "recent" }, list.map(function (one, index) {
    return el("li", { key: "r" + one.at + "-" + one.number + "-" + index, class: one.undone ? "undone" : null },
      el("span", { class: "when" }, clock(one.at)),
      el("span", null,
        el(one.undone ? "s" : "span", null, nodes(one.what)),
        one.paper ? [" ", el("span", { class: "mark" }, nodes(m("table.mark-paper")))] : null,
        one.undone ? el("span", { class: "quiet" }, " ", nodes(m("ui.taken-back"))) : null,
        one.host ? el("span", { class: "quiet" }, " ", nodes(m("ui.by-host"))) : null));
  }));
}
