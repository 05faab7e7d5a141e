// To begin practice: which game, and for how many. Fetched when somebody first wants it.

import { el } from "../dom.js";
import { remember } from "../keep.js";
import * as wire from "../wire.js";
import { currentLanguage, m, nodes } from "../words.js";
import { addSheets } from "./sheets.js";

let offered = null;
let asking = false;

function titled(one) {
  const path = "/api/words/" + encodeURIComponent(currentLanguage()) + "?game=" + encodeURIComponent(one.name);
  return wire.getSurely(path).then(function (words) { return Object.assign({ title: words["game.title"] || one.name }, one); });
}

async function ask(app) {
  if (asking) return;
  asking = true;
  const answer = await wire.getSurely("/api/practice");
  offered = await Promise.all(answer.games.map(titled));
  app.draw();
}

async function begin(app, game, players) {
  app.ui.pending = "practice";
  app.draw();
  const answer = await wire.request("/api/practice", { tap: wire.tapId(), game: game, players: players, name: app.ui.name.trim() });
  app.ui.pending = null;
  if (answer && answer.ok) {
    if (app.frame && !app.frame.practice) remember("before", app.frame.table.code);
    window.location.href = "/j/" + encodeURIComponent(answer.table);
    return;
  }
  app.refuse(answer ? answer.msg : m("ui.not-fetched"));
}

function body(app) {
  if (!offered) {
    ask(app);
    return el("span", { class: "spinner spinner-big", "aria-hidden": "true" });
  }
  return [
    el("p", null, nodes(m("ui.practice-how"))),
    offered.map(function (one) {
      return el("section", { class: "menu-part", key: one.name },
        el("h3", null, one.title),
        el("div", { class: "options" }, one.players.map(function (players) {
          return el("button", {
            type: "button", class: "option", key: "n" + players, disabled: app.locked() || null,
            on: { click: function () { begin(app, one.name, players); } },
          }, nodes(m("ui.players", { n: players })));
        })));
    }),
  ];
}

addSheets({ practice: function (app) { return { title: m("ui.practise"), body: body(app) }; } });
