// A sheet of labels as a picture: which are used up, which will be printed; a tap says where to begin.

import { el, svg } from "../dom.js";
import { m, nodes, text } from "../words.js";

/** The label that a place on the sheet belongs to, or is nearest to. */
function labelAt(stock, x, y) {
  function step(at, way) {
    const found = Math.floor((at - stock.first[way] + (stock.pitch[way] - stock.label[way]) / 2) / stock.pitch[way]);
    return Math.min(Math.max(found, 0), stock.grid[way] - 1);
  }
  return step(y, 1) * stock.grid[0] + step(x, 0) + 1;
}

function labelShape(stock, number, state) {
  const column = (number - 1) % stock.grid[0];
  const row = Math.floor((number - 1) / stock.grid[0]);
  const x = stock.first[0] + column * stock.pitch[0];
  const y = stock.first[1] + row * stock.pitch[1];
  const radius = stock.round ? stock.label[0] / 2 : Math.max(stock.corner, 0.6);
  return svg("rect", {
    class: "label-" + state, x: x + 0.3, y: y + 0.3, width: stock.label[0] - 0.6, height: stock.label[1] - 0.6, rx: radius, key: "l" + number,
  });
}

/** The picture with its number beside it, for those who do not tap pictures. */
export function sheetPicture(press) {
  const stock = press.stock();
  if (!stock) return null;
  const all = stock.grid[0] * stock.grid[1];
  const start = press.order.start;
  const count = press.printed && press.printed.count ? press.printed.count : 0;
  const labels = [];
  for (let number = 1; number <= all; number++) {
    labels.push(labelShape(stock, number, number < start ? "used" : number < start + count ? "printed" : "free"));
  }
  function tapped(event) {
    const box = this.getBoundingClientRect();
    press.set({ start: labelAt(stock, (event.clientX - box.left) / box.width * stock.size[0], (event.clientY - box.top) / box.height * stock.size[1]) });
  }
  const where = m("press.start-at", { n: start, row: Math.floor((start - 1) / stock.grid[0]) + 1, column: (start - 1) % stock.grid[0] + 1 });
  return el("div", { class: "press-sheet", key: "sheet-" + stock.id },
    svg("svg", {
      viewBox: "0 0 " + stock.size[0] + " " + stock.size[1], role: "img", "aria-label": text(where), focusable: "false", on: { click: tapped },
    }, svg("rect", { class: "sheet-paper", width: stock.size[0], height: stock.size[1] }), labels),
    el("div", { class: "press-sheet-words" },
      el("label", { for: "press-start" }, nodes(m("press.start"))),
      el("input", {
        id: "press-start", class: "text-input", type: "number", min: 1, max: all, value: start,
        on: { input: function () { const n = parseInt(this.value, 10); if (n >= 1 && n <= all) press.set({ start: n }); } },
      }),
      el("p", { class: "quiet" }, nodes(where)),
      el("p", { class: "quiet" }, nodes(m("press.start-hint"))),
      el("ul", { class: "press-legend" }, ["used", "printed", "free"].map(function (state) {
        return el("li", null, el("span", { class: "swatch swatch-" + state, "aria-hidden": "true" }), nodes(m("press.label-" + state)));
      }))));
}
