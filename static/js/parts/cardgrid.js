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

const WIDEST = 9;

/** The suits side by side, where all their cards at once would hide the table. */
function suitTabs(rows, open, slot) {
  return el("div", { class: "suit-tabs", key: "tabs" }, rows.map(function (row) {
    const suit = row[0].value[1];
    return el("button", {
      type: "button", key: suit, class: "suit-tab suit-" + suit + (suit === open ? " tab-open" : ""),
      "aria-pressed": suit === open ? "true" : "false", "aria-label": text(m("suit." + suit)),
      on: { click: function () { slot.openSuit(suit); } },
    }, suitSign(suit));
  }));
}

/**
 * The cards of a field, a row a suit; of a pack too long for that one suit at a time, the one
 * led first. `slot`: label, many, chosen(card), pick(card, option), explain(msg), suit, openSuit(suit).
 */
export function cardGrid(field, slot) {
  const rows = SUITS.map(function (suit) {
    return field.options.filter(function (option) { return String(option.value)[1] === suit; });
  }).filter(function (row) { return row.length; });
  const longest = rows.reduce(function (most, row) { return Math.max(most, row.length); }, 0);
  const tabbed = longest > WIDEST && rows.length > 1;
  const likely = rows.filter(function (row) { return row.some(function (option) { return !option.doubt && !option.why_not; }); })[0];
  const open = tabbed ? (rows.filter(function (row) { return row[0].value[1] === slot.suit; })[0] || likely || rows[0])[0].value[1] : null;
  const shown = tabbed ? rows.filter(function (row) { return row[0].value[1] === open; }) : rows;
  return el("div", { class: "card-grid longest-" + longest, role: "group", "aria-label": text(slot.label) },
    tabbed ? suitTabs(rows, open, slot) : null,
    shown.map(function (row) {
      return el("div", { class: "suit-row", key: "row" + row[0].value[1] }, row.map(function (option) { return cardButton(option, slot); }));
    }));
}
