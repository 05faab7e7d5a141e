// "We sat wrong since deal 3": who really sat where, for the host; fetched when first wanted.

import { el } from "../dom.js";
import { m, nodes, text, nameOf } from "../words.js";
import { addSheets } from "./sheets.js";

/** The deals that it may have begun with: those finished, and the one that is on. */
function latest(app, then) {
  if (then) return then.events.reduce(function (most, event) { return Math.max(most, event.deal || 1); }, 1);
  return (app.frame.view.score.rows || []).reduce(function (most, row) { return Math.max(most, row.deal || 0); }, 0) + 1;
}

function swap(app, opened, place) {
  if (opened.first === undefined) opened.first = place;
  else {
    const kept = opened.seats[place];
    opened.seats[place] = opened.seats[opened.first];
    opened.seats[opened.first] = kept;
    delete opened.first;
  }
  app.draw();
}

function since(app, opened) {
  function step(by, words, sign) {
    const to = opened.since + by;
    return el("button", {
      type: "button", class: "key step", disabled: to < 1 || to > latest(app, opened.then) || null, "aria-label": text(m(words)),
      on: { click: function () { opened.since = to; app.draw(); } },
    }, sign);
  }
  return el("div", { class: "stepper", role: "group", "aria-label": text(m("ui.since-deal", { n: opened.since })) },
    step(-1, "ui.earlier-deal", "\u2039"),
    el("b", { class: "stepper-label" }, nodes(m("ui.since-deal", { n: opened.since }))),
    step(1, "ui.later-deal", "\u203A"));
}

function body(app, opened) {
  const then = opened.then;
  const count = then ? then.people.length : app.frame.table.players;
  if (!opened.seats || opened.seats.length !== count) {
    opened.seats = [];
    for (let seat = 1; seat <= count; seat++) opened.seats.push(seat);
    opened.since = latest(app, then);
  }
  const changed = opened.seats.some(function (was, index) { return was !== index + 1; });
  return [
    el("p", { class: "quiet" }, nodes(m("ui.sat-wrong-hint"))),
    since(app, opened),
    el("div", { class: "stacked" }, opened.seats.map(function (was, place) {
      const on = opened.first === place;
      return el("button", {
        type: "button", key: "seat" + place, class: "option wide" + (on ? " chosen" : ""), "aria-pressed": on ? "true" : "false",
        on: { click: function () { swap(app, opened, place); } },
      }, nodes(m("ui.on-seat", { n: place + 1, who: then ? then.people[was - 1] || nameOf(was) : nameOf(was) })));
    })),
    el("button", {
      type: "button", class: "main" + app.waiting("reseat"), disabled: !changed || app.locked() || null,
      on: { click: function () {
        const entry = { do: "reseat", since: opened.since, seats: opened.seats };
        app.enter(then ? { do: "earlier", game: then.number, entry: entry } : entry, "reseat", true, function () { app.ui.sheets = []; });
      } },
    }, nodes(m("ui.do-correct"))),
  ];
}

addSheets({
  reseat: function (app, opened) { return app.frame.me.host && { title: m("ui.sat-wrong"), tall: true, body: body(app, opened) }; },
});
