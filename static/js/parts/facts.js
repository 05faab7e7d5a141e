// What is settled in this deal: the contract, the trump, the tricks of each side.

import { el } from "../dom.js";
import { m, nodes, text, sideNodes } from "../words.js";
import { cardBack, cardFace, suitFace } from "./card.js";

/** The trump as the public knows it, with the card lying there face down or up. */
export function trump(view) {
  const known = view.trump;
  if (!known) return null;
  const label = known.label || m(known.state === "hidden" ? "ui.trump-hidden" : known.state === "shown" ? "ui.trump" : "ui.no-trump");
  const card = known.state === "hidden" ? cardBack() : known.card ? cardFace(known.card) : known.suit ? suitFace(known.suit) : null;
  return el("div", { class: "trump trump-" + known.state, key: "trump" }, card, el("span", { class: "trump-label" }, nodes(label)));
}

function taken(view) {
  if (!view.tricks || !view.tricks.length || !view.score.teams.length) return null;
  return el("dl", { class: "taken", key: "taken", "aria-label": text(m("ui.tricks-taken")) },
    view.tricks.map(function (n, index) {
      const team = view.score.teams[index];
      return el("div", { class: "side-" + (index + 1) },
        el("dt", null, team ? sideNodes(team.seats) : null),
        el("dd", null, nodes(m("ui.tricks", { n: n }))));
    }));
}

/** One row with all of it; null while nothing is settled. */
export function facts(view) {
  const parts = [
    view.contract ? el("p", { class: "contract", key: "contract" }, nodes(view.contract)) : null,
    trump(view),
    taken(view),
  ];
  return parts.some(Boolean) ? el("section", { class: "facts", key: "facts", "aria-label": text(m("ui.this-deal")) }, parts) : null;
}
