// Something irregular that the record shows: said calmly, with what the rules offer.

import { el } from "../dom.js";
import { m, nodes, text } from "../words.js";
import { choiceButton } from "./choices.js";

/** The ways to look again at what a deal was made of, and to put it right. */
function lookers(app, notice) {
  function to(words, opened) {
    return el("button", { type: "button", class: "secondary", key: words, on: { click: function () { app.open(opened); } } }, nodes(m(words)));
  }
  return [
    notice.entry ? to("ui.correct", { kind: "past", number: notice.entry }) : null,
    to("ui.show-entries", { kind: "timeline", deal: notice.deal }),
  ];
}

/** Cards for the notices not yet put aside on this phone. */
export function notices(app) {
  const mark = function (notice) { return app.frame.table.code + "-" + app.frame.view.deal + "-" + notice.entry + "-" + notice.code; };
  return (app.frame.view.notices || []).filter(function (notice) { return !app.isAside(mark(notice)); }).map(function (notice) {
    return el("section", { class: "notice", key: "notice" + mark(notice), "aria-label": text(m("ui.notice")) },
      el("p", null, nodes(notice.message)),
      el("div", { class: "buttons" },
        (notice.offers || []).map(function (offer) { return choiceButton(app, offer, "secondary"); }),
        notice.deal && notice.code === "disputed" && app.frame.me.seats.length ? lookers(app, notice) : null,
        el("button", { type: "button", class: "plain", on: { click: function () { app.putAside(mark(notice)); } } }, nodes(m("ui.put-aside")))));
  });
}
