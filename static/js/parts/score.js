// The score: a strip that is always there, and the sheet whose results unfold to their sums.

import { el } from "../dom.js";
import { m, nodes, text, sideHead, sideNodes, sideSign } from "../words.js";
import { chips } from "./chips.js";

/** What a change reads like: always with its sign, and a true minus. */
export function signed(n) {
  return n > 0 ? "+" + n : n < 0 ? "\u2212" + -n : "0";
}

function total(n) {
  return n < 0 ? "\u2212" + -n : String(n);
}

/** The sides side by side, with their totals and what they took in this deal. */
export function strip(view, pile) {
  const score = view.score;
  const taken = view.tricks || [];
  return el("section", { class: "strip sides-" + score.teams.length, key: "strip", "aria-label": text(m("ui.score")) },
    score.teams.map(function (team, index) {
      const won = score.winner === team.team;
      return el("div", { class: "side side-" + team.team + (won ? " side-won" : ""), key: "side" + team.team },
        el("span", { class: "side-names" }, sideSign(team.team), el("span", { class: "side-people" }, sideNodes(team.seats))),
        el("span", { class: "side-total" },
          el("b", { class: "big" }, total(team.total)), " ", el("span", { class: "unit" }, nodes(score.unit)),
          won ? [" ", el("span", { class: "crown" }, nodes(m("ui.winner")))] : null,
          taken.some(Boolean) ? el("span", { class: "side-tricks" }, nodes(m("ui.tricks", { n: taken[index] }))) : null),
        team.stack === undefined || team.stack === null ? null : chips(team.stack, pile));
    }));
}

/** What a side wrote in a deal, and what it then had: a column of the paper sheet. */
function written(row, side) {
  const change = row.written[side];
  return el("span", { class: "row-score side-" + (side + 1), key: "s" + side },
    el("span", { class: "row-change" + (change ? "" : " row-still") }, signed(change)), " ", el("b", null, total(row.totals[side])));
}

/** What was played, with its short signs. */
function rowTitle(row) {
  return el("span", { class: "row-title" }, el("span", { class: "title-words" }, nodes(row.title)),
    (row.marks || []).map(function (mark) { return [" ", el("span", { class: "mark" }, nodes(mark))]; }));
}

/** A deal as on paper: what was played, and under it a column for each side. */
export function rowHead(row) {
  return [
    rowTitle(row),
    el("span", { class: "columns" }, row.written.map(function (_, side) { return written(row, side); })),
  ];
}

/** The score sheet; each row opens to show how it came about. */
function sheetRows(score) {
  return el("div", { class: "rows" }, (score.rows || []).map(function (row, index) {
    const lines = row.lines || [];
    if (!lines.length) return el("div", { class: "row", key: "row" + index }, el("div", { class: "row-head" }, rowHead(row)));
    return el("details", { class: "row", key: "row" + index },
      el("summary", { class: "row-head" }, rowHead(row)),
      el("ul", { class: "sum" }, lines.map(function (line) { return el("li", null, nodes(line)); })));
  }));
}

/** The sheet as a section with its heading, and the verdict where there is one. */
export function scoreSheet(score) {
  return el("section", { class: "panel sides-" + score.teams.length, key: "score" },
    el("h2", null, nodes(m("ui.score"))),
    score.verdict && !score.over ? el("p", { class: "quiet", key: "verdict" }, nodes(score.verdict)) : null,
    el("div", { class: "rows-head columns", "aria-hidden": "true" }, score.teams.map(function (team) { return el("span", { class: "side-" + team.team }, sideHead(team)); })),
    sheetRows(score));
}
