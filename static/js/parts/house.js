// The rules of this table: what was agreed, for every eye; to be changed by tapping.

import { el } from "../dom.js";
import { m, nodes, text, known, nameOf } from "../words.js";
import { formRows } from "./fields.js";
import { fillEntry } from "./choices.js";

function title(app, name) {
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
function optionsOf(setup) {
  return fillEntry({}, setup.fields, function (field) { return field.value; });
}

function segment(label, choices, chosen, pick) {
  return el("fieldset", { class: "segment" }, el("legend", null, nodes(label)),
    el("div", { class: "options" }, choices.map(function (choice) {
      const on = choice.value === chosen;
      return el("button", {
        type: "button", key: "c" + choice.value, class: "option" + (on ? " chosen" : ""), "aria-pressed": on ? "true" : "false",
        on: { click: function () { if (!on) pick(choice.value); } },
      }, choice.words);
    })));
}

/** The sheet to change them: each tap is carried out at once and seen by all. */
export function setupForm(app) {
  const setup = app.frame.setup;
  if (!setup) return [el("p", null, nodes(m("ui.setup-closed")))];
  const local = app.draft("setup");
  function change(part) {
    const entry = Object.assign({ do: "setup", game: setup.game, players: setup.players, dealer: setup.dealer, options: optionsOf(setup) }, part);
    app.enter(entry, "setup", true);
  }
  const game = setup.games.filter(function (one) { return one.name === setup.game; })[0];
  const seats = [];
  for (let seat = 1; seat <= setup.players; seat++) seats.push(seat);
  return [
    setup.games.length > 1 ? segment(m("ui.game"), setup.games.map(function (one) {
      return { value: one.name, words: nodes(title(app, one.name)) };
    }), setup.game, function (name) {
      const other = setup.games.filter(function (one) { return one.name === name; })[0];
      const players = other.players.indexOf(setup.players) >= 0 ? setup.players : other.players[0];
      change({ game: name, players: players, dealer: Math.min(setup.dealer, players), options: {} });
    }) : null,
    game && game.players.length > 1 ? segment(m("ui.how-many"), game.players.map(function (n) {
      return { value: n, words: nodes(m("ui.players", { n: n })) };
    }), setup.players, function (n) { change({ players: n, dealer: Math.min(setup.dealer, n), options: {} }); }) : null,
    segment(m("ui.first-dealer"), seats.map(function (seat) {
      return { value: seat, words: el("bdi", null, nameOf(seat)) };
    }), setup.dealer, function (seat) { change({ dealer: seat }); }),
    setup.fields.length ? el("h3", null, nodes(m("ui.house-rules"))) : null,
    formRows(setup.fields, {
      open: local.open,
      value: function (field) { return local.typed[field.name] === undefined ? field.value : local.values[field.name]; },
      unfold: function (name) { local.open = name; local.typed = {}; local.values = {}; app.draw(); },
      use: function (fields) {
        change({ options: fillEntry(optionsOf(setup), fields, function (field) { return local.values[field.name] === undefined ? field.value : local.values[field.name]; }) });
      },
      slot: function (field, grouped) {
        function choose(value) {
          const options = fillEntry(optionsOf(setup), [field], function () { return value; });
          change({ options: options });
        }
        // What must agree with its like is sent with them.
        if (grouped) return { label: field.label, set: function (value) { local.typed[field.name] = local.values[field.name] = value; app.draw(); } };
        return {
          label: field.label, value: local.typed[field.name] === undefined ? field.value : local.values[field.name],
          typed: local.typed[field.name], explain: app.explain, set: choose, pick: choose,
          type: function (typed, value) {
            local.typed[field.name] = typed;
            local.values[field.name] = value;
            app.draw();
            app.later("setup" + field.name, function () { if (value !== undefined && value !== field.value) choose(value); });
          },
        };
      },
    }),
    el("p", { class: "quiet" }, nodes(m("ui.defaults-fine"))),
    el("button", { type: "button", class: "main", on: { click: function () { app.close(); } } }, nodes(m("ui.done"))),
  ];
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
