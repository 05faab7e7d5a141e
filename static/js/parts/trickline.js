// The trick in one line, above a pad that leaves no room for the felt on a small screen.

import { el } from "../dom.js";
import { nameNode } from "../words.js";
import { miniCard, suitChip } from "./card.js";

/** What has been laid, by whom, and the trump; null before a card or a trump is to be seen. */
export function trickLine(view) {
  const laid = view.trick && view.trick.laid || [];
  const shown = view.trump && view.trump.state === "shown" && view.trump.suit ? view.trump.suit : null;
  if (!laid.length && !shown) return null;
  // The felt says the same to whoever listens to the page.
  return el("p", { class: "trick-line", key: "trick-line", "aria-hidden": "true" },
    shown ? el("span", { class: "trick-trump" }, suitChip(shown)) : null,
    laid.map(function (one) {
      return el("span", { class: "trick-laid", key: "l" + one.seat }, miniCard(one.card), " ", nameNode(one.seat));
    }));
}
