// Cards and suits as they are drawn everywhere: shape, letter and one colour of four.
// Always dark on cream, in both themes, so that the four colours keep their contrast.

import { el } from "../dom.js";
import { known, m, text } from "../words.js";

// U+FE0E asks for the plain glyph; without it phones draw a picture of their own.
const SIGN = { c: "\u2663\uFE0E", d: "\u2666\uFE0E", h: "\u2665\uFE0E", s: "\u2660\uFE0E" };

/** In the order in which hands are usually sorted: black and red in turn. */
export const SUITS = ["s", "h", "c", "d"];

/** A card's rank as this game writes it: a ten is "10" where the game says so. */
export function rankOf(card) {
  const code = "rank." + card[0];
  return known(code) ? text(m(code)) : card[0];
}

export function suitSign(suit) {
  return SIGN[suit] || suit;
}

/** A small card within a line of text. */
export function miniCard(card) {
  return el("span", { class: "mini suit-" + card[1] }, el("b", null, rankOf(card)), suitSign(card[1]));
}

/** A suit within a line of text: its sign and its word. */
export function suitChip(suit, word) {
  return el("span", { class: "mini suit-" + suit }, suitSign(suit), word ? [" ", el("b", { class: "word" }, word)] : null);
}

/** A card lying on the felt, face up. */
export function cardFace(card, props) {
  const dress = Object.assign({}, props);
  dress.class = "card suit-" + card[1] + (dress.class ? " " + dress.class : "");
  return el("span", dress,
    el("b", { class: "card-rank" }, rankOf(card)),
    el("span", { class: "card-suit" }, suitSign(card[1])));
}

/** A suit shown as a card: the trump where only its suit is known. */
export function suitFace(suit) {
  return el("span", { class: "card card-only suit-" + suit }, el("span", { class: "card-suit" }, suitSign(suit)));
}

/** A card lying face down. */
export function cardBack() {
  return el("span", { class: "card card-back", "aria-hidden": "true" });
}
