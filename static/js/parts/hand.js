// The cards of whoever practises: at a practice table, and only there, the phone holds the hand.

import { el } from "../dom.js";
import { m, nodes, text } from "../words.js";
import { SUITS, rankOf, suitSign } from "./card.js";
import { chooseOption } from "./choices.js";

function cards(app) {
  return app.frame.practice ? app.frame.practice.hand : [];
}

/** The choice of one card that a tap on this card of the own hand fills; null for none. */
function choiceFor(app, card) {
  return (app.frame.view.choices || []).filter(function (choice) {
    const field = (choice.fields || [])[0];
    return choice.weight !== "rare" && app.frame.me.seats.indexOf(choice.entry.seat) >= 0 && choice.fields && choice.fields.length === 1
      && field.kind === "card" && field.options.some(function (option) { return option.value === card && !option.why_not; });
  })[0] || null;
}

/** Whether the cards of this choice are all in the hand, which is then tapped instead of a grid. */
export function isOfHand(app, choice) {
  const field = (choice.fields || [])[0];
  const hand = cards(app);
  return hand.length > 0 && choice.fields.length === 1 && field.kind === "card"
    && field.options.every(function (option) { return hand.indexOf(option.value) >= 0; });
}

function cardNode(app, card) {
  const choice = choiceFor(app, card);
  const option = choice && choice.fields[0].options.filter(function (one) { return one.value === card; })[0];
  const words = text(m("ui.card-name", { rank: rankOf(card), suit: text(m("suit." + card[1])) }));
  const face = [el("b", { "aria-hidden": "true" }, rankOf(card)), el("span", { "aria-hidden": "true" }, suitSign(card[1]))];
  if (!choice) return el("li", { key: card, class: "pick-card held suit-" + card[1] }, face, el("span", { class: "unseen" }, words));
  return el("li", { key: card }, el("button", {
    type: "button", class: "pick-card suit-" + card[1] + (option.doubt ? " doubtful" : ""), "aria-label": words, disabled: app.locked() || null,
    on: { click: function () { chooseOption(app, choice, card); } },
  }, face));
}

/** The hand in one or two rows, suit by suit; null where there is none. */
export function handStrip(app) {
  const hand = cards(app);
  if (!hand.length) return null;
  const sorted = SUITS.reduce(function (all, suit) { return all.concat(hand.filter(function (card) { return card[1] === suit; })); }, []);
  return el("ul", { class: "hand hand-" + Math.min(sorted.length, 9), key: "hand", "aria-label": text(m("ui.your-cards")) },
    sorted.map(function (card) { return cardNode(app, card); }));
}

/** What a practice table is, and the way out of it. */
export function practiceNote(app, back) {
  if (!app.frame.practice) return null;
  return el("section", { class: "practice", key: "practice" },
    el("p", null, el("b", null, nodes(m("ui.practice"))), " ", nodes(m("ui.practice-note"))),
    el("a", { class: "secondary link", href: back }, nodes(m("ui.practice-leave"))));
}
