// What is settled in this deal: the contract and the trump.

import { el } from "../dom.js";
import { m, nodes, text } from "../words.js";
import { cardBack, cardFace, suitFace } from "./card.js";

/** The trump as the public knows it, with the card lying there face down or up. */
export function trump(view) {
  const known = view.trump;
  // That nothing is trump is news only once something is to be played.
  if (!known || (known.state === "none" && !view.contract)) return null;
  const label = known.label || m(known.state === "hidden" ? "ui.trump-hidden" : known.state === "shown" ? "ui.trump" : "ui.no-trump");
  const card = known.state === "hidden" ? cardBack() : known.card ? cardFace(known.card) : known.suit ? suitFace(known.suit) : null;
  return el("div", { class: "trump trump-" + known.state, key: "trump" }, card, el("span", { class: "trump-label" }, nodes(label)));
}

/** What the table waits for: its people first, as long as some are missing before a game. */
export function headline(frame) {
  const open = frame.people.filter(function (person) { return !person.phone; }).length;
  return open && !frame.table.started ? m("ui.seats-free", { n: open }) : frame.view.status;
}

/** One row with all of it; null while nothing is settled. */
export function facts(view) {
  const parts = [
    view.contract ? el("p", { class: "contract", key: "contract" }, nodes(view.contract)) : null,
    trump(view),
  ];
  return parts.some(Boolean) ? el("section", { class: "facts", key: "facts", "aria-label": text(m("ui.this-deal")) }, parts) : null;
}
