// The rules of this table: what was agreed, for every eye; to be changed by tapping.

import { el } from "../dom.js";
import { m, nodes, text, known } from "../words.js";
import { fillEntry } from "./choices.js";

/** A game's title. */
export function title(app, name) {
  const own = "game." + name;
  if (known(own)) return m(own);
  if (name === app.frame.table.game && known("game.title")) return m("game.title");
  return app.titleOf(name) || m("ui.plain", { what: name[0].toUpperCase() + name.slice(1).replace(/-/g, " ") });
}

/** The agreed rules, a sentence each. */
export function houseRules(view) {
  const rules = view.house || [];
  return rules.length ? el("ul", { class: "house" }, rules.map(function (rule) { return el("li", null, nodes(rule)); })) : null;
}

/** Whether this phone may still set the rules before the first entry. */
export function mayChangeRules(frame) {
  return Boolean(frame.setup) && !frame.view.score.over;
}

/** The card that shows them on the page; whoever may still change them has the button. */
export function rulesCard(app) {
  const frame = app.frame;
  const body = [
    el("p", { class: "rules-game" }, el("b", null, nodes(title(app, frame.table.game))), " \u00B7 ", nodes(m("ui.players", { n: frame.table.players }))),
    houseRules(frame.view),
  ];
  // Once play is on they are looked up rather than read.
  if (frame.table.started) return el("details", { class: "panel", key: "rules-shut" }, el("summary", null, el("h2", null, nodes(m("ui.rules")))), body);
  return el("section", { class: "panel", key: "rules" },
    el("h2", null, nodes(m("ui.rules"))),
    body,
    mayChangeRules(frame) ? [
      el("button", {
        type: "button", class: "secondary", on: { click: function () { app.open({ kind: "setup" }); } },
      }, nodes(m("ui.change-rules"))),
      el("p", { class: "quiet" }, nodes(m("ui.rules-until"))),
    ] : null);
}

/** The fields as they are set now, as the `options` of an entry. */
export function optionsOf(setup) {
  return fillEntry({}, setup.fields, function (field) { return field.value; });
}

/** The end of a game: the verdict, and the next one with the same people. */
export function overCard(app) {
  const score = app.frame.view.score;
  if (!score.over) return null;
  const setup = app.frame.setup;
  return el("section", { class: "panel over", key: "over" },
    score.verdict ? el("p", { class: "verdict" }, nodes(score.verdict)) : null,
    setup ? el("button", {
      type: "button", class: "main" + app.waiting("again"), disabled: app.locked() || null,
      on: { click: function () {
        app.confirm([m("ui.again-question")], m("ui.again"), function () {
          const entry = { do: "setup", game: setup.game, players: setup.players, dealer: setup.dealer, options: optionsOf(setup) };
          app.enter(entry, "again", true);
        });
      } },
    }, nodes(m("ui.again"))) : null,
    setup && (setup.games.length > 1 || setup.fields.length) ? el("button", {
      type: "button", class: "secondary", disabled: app.locked() || null, on: { click: function () { app.open({ kind: "setup" }); } },
    }, nodes(m("ui.other-game"))) : null);
}

/** The game's title as plain text, for the window. */
export function gameTitle(app) {
  return text(title(app, app.frame.table.game));
}
