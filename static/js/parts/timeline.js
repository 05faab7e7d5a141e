// Everything that happened: fetched when somebody first looks back.

import { el } from "../dom.js";
import { known, m, nodes, text, currentLanguage } from "../words.js";
import { mentions } from "./choices.js";
import { drawnOf, load, table, waiting } from "./looking.js";
import { timeOf } from "./recent.js";
import { addSheets } from "./sheets.js";
import "./mend.js";

function dealPicker(app, opened, deals) {
  function step(to, words, sign) {
    return el("button", {
      type: "button", class: "key step", disabled: to === undefined || null, "aria-label": text(m(words)),
      on: { click: function () { opened.deal = to; app.draw(); } },
    }, sign);
  }
  const at = deals.indexOf(opened.deal);
  return el("div", { class: "stepper", role: "group", "aria-label": text(m("ui.timeline")) },
    step(at < 0 ? deals[deals.length - 1] : deals[at - 1], "ui.earlier-deal", "\u2039"),
    el("b", { class: "stepper-label" }, nodes(at < 0 ? m("ui.all-deals") : m("ui.deal", { n: opened.deal }))),
    step(at < 0 ? undefined : deals[at + 1] || null, "ui.later-deal", "\u203A"));
}

function byWhom(event) {
  if (event.host) return m("ui.by-host");
  if (event.by) return JSON.stringify(event.what).indexOf(JSON.stringify(event.by)) < 0 ? m("ui.by", { who: event.by }) : null;
  return event.deal && event.seat && !mentions(event.what, event.seat) ? m("ui.by", { who: { seat: event.seat } }) : null;
}

function eventLine(app, event, index, then) {
  const by = byWhom(event);
  return el("li", { key: "e" + index, class: event.undone ? "undone" : null },
    el("span", { class: "when" }, timeOf(event.at)),
    el("span", null,
      el(event.undone ? "s" : "span", null, nodes(event.what)),
      event.paper ? [" ", el("span", { class: "mark" }, nodes(m("table.mark-paper")))] : null,
      event.undone ? el("span", { class: "quiet" }, " ", nodes(m("ui.taken-back"))) : null,
      by ? el("span", { class: "quiet" }, " ", nodes(by)) : null),
    event.open ? el("button", {
      type: "button", class: "small", "aria-label": text(m("ui.correct-what", { what: event.what })),
      on: { click: function () { app.open({ kind: "past", number: event.open, game: then && then.number, then: then }); } },
    }, nodes(m("ui.correct"))) : null);
}

const ALONG = [["pdf", "ui.as-pdf"], ["csv", "ui.as-csv"], ["record", "ui.as-record"], ["json", "ui.as-json"]];

/** Links for whoever sits here, to keep the game and to look at the evening's numbers. */
function takeAlong(app, then) {
  if (!app.frame.me.host && !app.frame.me.seats.length) return null;
  return el("div", { class: "along", key: "along" },
    el("div", { class: "options", role: "group", "aria-label": text(m("ui.take-along")) }, ALONG.map(function (pair) {
      return el("a", { class: "option link", key: pair[0], download: "", href: "/api/export?" + table(app) + (then ? "&game=" + then.number : "") + "&as=" + pair[0] + "&lang=" + encodeURIComponent(currentLanguage()) }, nodes(m(pair[1])));
    })),
    el("a", { class: "secondary link", href: "/evenings?" + table(app) }, nodes(m("ui.evening"))));
}

/** The games of the evening: the newest is the one that is on, and has no number here. */
function gamePicker(app, opened, story) {
  if (story.games < 2) return null;
  function step(to, sign) {
    return el("button", {
      type: "button", class: "key step", disabled: to < 1 || to > story.games || null, "aria-label": text(m("ui.game-of", { n: to, all: story.games })),
      on: { click: function () { Object.assign(opened, { game: to === story.games ? null : to, story: null, seq: null, deal: null, failed: false }); app.draw(); } },
    }, sign);
  }
  return el("div", { class: "stepper", role: "group", key: "games", "aria-label": text(m("ui.game")) },
    step(story.number - 1, "\u2039"),
    el("b", { class: "stepper-label" }, nodes(m("ui.game-of", { n: story.number, all: story.games })), known("game.title") ? [" \u00B7 ", nodes(m("game.title"))] : null),
    step(story.number + 1, "\u203A"));
}

/** Undo of what was put right in an earlier game; for the one that is on there is the table's own. */
function undoMending(app, story) {
  if (!story.undo) return null;
  return el("button", {
    type: "button", key: "undo", class: "secondary" + app.waiting("mend-undo"), disabled: app.locked() || null,
    on: { click: function () { app.enter(story.undo.entry, "mend-undo", true); } },
  }, nodes(m("ui.undo-what", { what: story.undo.what })));
}

function timelineBody(app, opened) {
  if (opened.seq !== app.frame.seq && !opened.failed) load(app, opened, "story", "/api/story?" + table(app));
  if (!opened.story) return waiting();
  const then = opened.story.number < opened.story.games ? opened.story : null;
  return drawnOf(app, then, function () { return storyBody(app, opened, then); });
}

function storyBody(app, opened, then) {
  const events = opened.story.events;
  const deals = events.reduce(function (all, one) { return one.deal && all.indexOf(one.deal) < 0 ? all.concat([one.deal]) : all; }, []);
  const shown = events.filter(function (one) { return !opened.deal || one.deal === opened.deal; }).reverse();
  return [
    el("p", { class: "quiet" }, nodes(m("ui.timeline-hint"))),
    takeAlong(app, then),
    gamePicker(app, opened, opened.story),
    undoMending(app, opened.story),
    then && app.frame.me.host ? el("button", {
      type: "button", class: "plain", key: "reseat", on: { click: function () { app.open({ kind: "reseat", then: then }); } },
    }, nodes(m("ui.sat-wrong"))) : null,
    deals.length > 1 ? dealPicker(app, opened, deals) : null,
    el("ol", { class: "recent", key: "events" }, shown.map(function (event, index) { return eventLine(app, event, shown.length - index, then); })),
  ];
}

addSheets({
  timeline: function (app, opened) { return { title: m("ui.timeline"), tall: true, body: timelineBody(app, opened) }; },
});
