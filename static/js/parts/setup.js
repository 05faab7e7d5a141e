// Changing the rules of this table, before the first entry: fetched when somebody wants to.

import { el } from "../dom.js";
import { m, nodes, nameOf } from "../words.js";
import { fillEntry } from "./choices.js";
import { formRows } from "./fields.js";
import { optionsOf, title } from "./house.js";
import { addSheets } from "./sheets.js";

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
function setupForm(app) {
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
    segment(m("ui.second"), [["ask", "ui.second-ask"], ["count", "ui.second-count"], ["no", "ui.second-no"]].map(function (pair) {
      return { value: pair[0], words: nodes(m(pair[1])) };
    }), setup.second, function (second) { change({ second: second }); }),
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

addSheets({
  setup: function (app) { return { title: m("ui.rules"), tall: true, body: setupForm(app) }; },
});
