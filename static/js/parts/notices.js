// Something irregular that the record shows: said calmly, with what the rules offer.

import { el } from "../dom.js";
import { m, nodes, text } from "../words.js";
import { choiceButton } from "./choices.js";

/** Cards for the notices not yet put aside on this phone. */
export function notices(app) {
  const mark = function (notice) { return app.frame.table.code + "-" + app.frame.view.deal + "-" + notice.entry + "-" + notice.code; };
  return (app.frame.view.notices || []).filter(function (notice) { return !app.isAside(mark(notice)); }).map(function (notice) {
    return el("section", { class: "notice", key: "notice" + mark(notice), "aria-label": text(m("ui.notice")) },
      el("p", null, nodes(notice.message)),
      el("div", { class: "buttons" },
        (notice.offers || []).map(function (offer) { return choiceButton(app, offer, "secondary"); }),
        el("button", { type: "button", class: "plain", on: { click: function () { app.putAside(mark(notice)); } } }, nodes(m("ui.put-aside")))));
  });
}
