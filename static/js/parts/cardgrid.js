// A grid of cards, a row a suit: what can be laid is tapped where it stands.

import { el } from "../dom.js";
import { text } from "../words.js";
import { m } from "../words.js";
import { SUITS, rankOf, suitSign } from "./card.js";

function cardButton(option, slot) {
  const card = option.value;
  const chosen = slot.chosen(card);
  return el("button", {
    type: "button", key: card,
    class: "pick-card suit-" + card[1] + (chosen ? " chosen" : "") + (option.doubt ? " doubtful" : ""),
    "aria-label": text(m("ui.card-name", { rank: rankOf(card), suit: text(m("suit." + card[1])) })),
    "aria-pressed": slot.many ? (chosen ? "true" : "false") : null,
    "aria-disabled": option.why_not ? "true" : null,
    on: { click: function () { if (option.why_not) slot.explain(option.why_not); else slot.pick(card, option); } },
  }, el("b", null, rankOf(card)), el("span", { "aria-hidden": "true" }, suitSign(card[1])));
}

/** The cards of a field by suit. `slot`: label, many, chosen(card), pick(card, option), explain(msg). */
export function cardGrid(field, slot) {
  const rows = SUITS.map(function (suit) {
    return field.options.filter(function (option) { return String(option.value)[1] === suit; });
  }).filter(function (row) { return row.length; });
  const longest = rows.reduce(function (most, row) { return Math.max(most, row.length); }, 0);
  return el("div", { class: "card-grid longest-" + longest, role: "group", "aria-label": text(slot.label) },
    rows.map(function (row) {
      return el("div", { class: "suit-row", key: "row" + row[0].value[1] }, row.map(function (option) { return cardButton(option, slot); }));
    }));
}
