// A stack of chips, seen from the side, as it would stand on the table.

import { svg } from "../dom.js";

const WIDE = 40;
const THICK = 7;
const STEP = 6;

function chip(row, tallest) {
  const top = (tallest - 1 - row) * STEP;
  return svg("g", { class: row % 2 ? "chip chip-odd" : "chip" },
    svg("rect", { class: "chip-body", x: 1, y: top + 1, width: WIDE - 2, height: THICK, rx: 2.5 }),
    svg("rect", { class: "chip-spot", x: 7 + (row % 2) * 2, y: top + 1, width: 6, height: THICK }),
    svg("rect", { class: "chip-spot", x: 25 + (row % 2) * 2, y: top + 1, width: 6, height: THICK }));
}

/** `count` chips drawn in piles of at most `pile`; decoration only, the number stands beside. */
export function chips(count, pile) {
  const highest = pile || 7;
  const piles = Math.max(1, Math.ceil(count / highest));
  const tall = Math.max(1, Math.min(count, highest));
  const high = (highest - 1) * STEP + THICK + 2;
  const shift = (highest - tall) * STEP;
  const drawn = [];
  for (let n = 0; n < count; n++) {
    const column = Math.floor(n / highest);
    const row = n % highest;
    drawn.push(svg("g", { transform: "translate(" + column * (WIDE + 6) + " " + shift + ")" }, chip(row, tall)));
  }
  if (!count) drawn.push(svg("rect", { class: "chip-none", x: 1, y: high - THICK - 1, width: WIDE - 2, height: THICK, rx: 2.5 }));
  return svg("svg", { class: "chips", viewBox: "0 0 " + (piles * (WIDE + 6) - 6) + " " + high, "aria-hidden": "true", focusable: "false" }, drawn);
}
