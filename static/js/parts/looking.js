// What looking back needs: fetching, and the words and people of an earlier game.

import { el } from "../dom.js";
import * as wire from "../wire.js";
import { asOf, m, currentLanguage } from "../words.js";

/** Fetch `key` of the answer into what is opened; once at a time. */
export function load(app, opened, key, path) {
  if (opened.loading) return;
  opened.loading = true;
  const seq = app.frame.seq;
  wire.get(path + (opened.game ? "&game=" + opened.game : "")).then(function (answer) {
    opened.loading = false;
    if (answer && answer.ok) { opened[key] = answer[key]; opened.seq = seq; }
    else { opened.failed = true; app.refuse(answer ? answer.msg : m("ui.not-fetched")); }
    app.draw();
  });
}

// An earlier game may be one of other words, and of other people

const catalogues = {};

/** The words of a game, or null while they are on their way; undefined: those that are in use. */
function wordsOf(app, name) {
  if (name === app.frame.table.game) return undefined;
  const path = "/api/words/" + encodeURIComponent(currentLanguage()) + "?game=" + encodeURIComponent(name);
  if (catalogues[path] === undefined) {
    catalogues[path] = null;
    wire.getSurely(path).then(function (words) { catalogues[path] = words; app.draw(); });
  }
  return catalogues[path];
}

function peopleOf(names, sides) {
  return {
    people: names.map(function (name, index) { return { seat: index + 1, name: name }; }),
    view: { score: { teams: sides.map(function (seats, index) { return { team: index + 1, seats: seats }; }) } },
  };
}

/** What `draw` gives of the game that `then` says: null is the one that is on. */
export function drawnOf(app, then, draw) {
  if (!then) return draw();
  const words = wordsOf(app, then.game);
  return words === null ? waiting() : asOf(words, peopleOf(then.people, then.sides), draw);
}

/** While it is on its way. */
export function waiting() {
  return el("span", { class: "spinner spinner-big", "aria-hidden": "true" });
}

/** The table, as an address says it. */
export function table(app) {
  return "table=" + encodeURIComponent(app.frame.table.code);
}
