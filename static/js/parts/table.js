// The page of somebody at the table: what is, and what this phone may enter now.

import { el } from "../dom.js";
import { m, nodes, text } from "../words.js";
import { recall } from "../keep.js";
import { link } from "../wire.js";
import { banner } from "./banner.js";
import { dock } from "./choices.js";
import { facts, headline } from "./facts.js";
import { felt } from "./felt.js";
import { practiceNote } from "./hand.js";
import { overCard, rulesCard } from "./house.js";
import { lobby, nameless } from "./join.js";
import { rows } from "./layout.js";
import { notices } from "./notices.js";
import { scoreSheet, strip } from "./score.js";
import { toast } from "./toast.js";
import { waitingNote } from "./waiting.js";

/** The seats of this phone that the table waits for. */
export function turnsHere(frame) {
  return frame.view.seats.filter(function (seen) {
    return seen.turn && frame.me.seats.indexOf(seen.seat) >= 0;
  }).map(function (seen) { return seen.seat; });
}

/** The sentence of the bar: the viewer's own task where there is one. */
export function barText(frame) {
  return frame.view.prompt || headline(frame);
}

function bar(app) {
  const frame = app.frame;
  const view = frame.view;
  const mine = turnsHere(frame).length > 0;
  const asked = mine || Boolean(view.prompt);
  const count = view.deals ? m("ui.deal-of", { n: view.deal, all: view.deals }) : m("ui.deal", { n: view.deal });
  return el("header", { class: "bar" + (asked ? " bar-mine" : ""), key: "bar" },
    el("div", { class: "bar-words" },
      el("p", { class: "bar-small" },
        asked ? el("b", null, nodes(m(mine ? "ui.your-turn" : "ui.for-you"))) : nodes(m("ui.table-code", { code: frame.table.code })),
        " \u00B7 ", nodes(count), frame.practice ? [" ", el("span", { class: "badge" }, nodes(m("ui.practice")))] : null,
        frame.me.host ? [" ", el("span", { class: "badge" }, nodes(m("ui.host")))] : null),
      el("h1", { class: "bar-status" }, nodes(barText(frame)))),
    el("button", { type: "button", class: "menu-button", "aria-haspopup": "dialog", on: { click: function () { app.open({ kind: "menu" }); } } },
      el("span", { class: "menu-lines", "aria-hidden": "true" }), el("span", null, nodes(m("ui.menu")))));
}

function secrets(app) {
  const lines = app.frame.view.private || [];
  if (!lines.length) return null;
  const open = app.ui.uncovered;
  return el("section", { class: "secret" + (open ? " secret-open" : ""), key: "secret" },
    el("button", { type: "button", class: "secret-cover", "aria-expanded": open ? "true" : "false", on: { click: app.uncover } },
      el("span", { class: "secret-title" }, nodes(m("ui.only-you"))),
      el("span", { class: "quiet" }, nodes(m(open ? "ui.tap-to-cover" : "ui.tap-to-look")))),
    open ? el("div", { class: "secret-lines" }, lines.map(function (line) { return el("p", null, nodes(line)); })) : null);
}

function guidance(view) {
  const lines = view.guidance || [];
  return lines.length ? el("section", { class: "guidance", key: "guidance", "aria-label": text(m("ui.guidance")) },
    el("ul", null, lines.map(function (line) { return el("li", null, nodes(line)); }))) : null;
}

/** What it means to be the host; once play is on, the menu says it. */
function hostCard(frame) {
  return frame.me.host && !frame.table.started
    ? el("section", { class: "panel", key: "host" }, el("h2", null, nodes(m("ui.you-host"))), el("p", null, nodes(m("ui.host-can")))) : null;
}

function lastWord(app) {
  const last = (app.frame.recent || []).filter(function (one) { return !one.undone; }).slice(-1)[0];
  if (!last) return null;
  return el("p", { class: "last-word", key: "last" }, el("span", { class: "unseen" }, text(m("ui.last-entry")), " "), el("span", null, nodes((app.frame.undo || last).what)),
    app.frame.undo && !app.ui.toast ? el("button", {
      type: "button", class: "small" + app.waiting("undo"), disabled: app.locked() || null, "aria-label": text(m("ui.undo-what", { what: app.frame.undo.what })), on: { click: app.undo },
    }, nodes(m("ui.undo"))) : null);
}

function dockPart(app) {
  const offered = dock(app);
  const reason = app.ui.reason;
  const filled = (app.frame.view.choices || []).some(function (choice) { return choice.weight !== "rare"; });
  const holds = app.frame.practice && app.frame.practice.hand.length;
  if (!filled && !holds && !app.ui.refusal && !app.ui.pending) return null;
  const mine = turnsHere(app.frame).length > 0;
  return el("div", { class: "dock" + (mine ? " dock-mine" : ""), key: "dock" },
    app.depth() ? null : app.refusal(),
    reason && !app.depth() ? el("p", { class: "reason", key: "reason" }, nodes(reason)) : null,
    early(app.frame),
    offered);
}

/** That an entry begins the game, while somebody is still looking for a seat. */
function early(frame) {
  const free = frame.people.filter(function (person) { return !person.phone; }).length;
  return free && !frame.table.started ? el("p", { class: "reason", key: "early" }, nodes(m("ui.early", { n: free }))) : null;
}

/** What keeps this phone from the table, in the foot, where no scrolling hides it. */
function troubles(app) {
  return [
    banner(link()),
    waitingNote(app),
    app.frame.table.log ? null : el("p", { class: "banner banner-offline", key: "disk" }, nodes(m("ui.cannot-save"))),
  ];
}

/** Where somebody who practised came from. */
function wayBack() {
  const before = recall("before", "");
  return before ? "/j/" + encodeURIComponent(before) : "/";
}

/** The whole page. */
export function tablePage(app) {
  const frame = app.frame;
  const view = frame.view;
  return [
    bar(app),
    el("main", { class: "page page-table", key: "table" },
      practiceNote(app, wayBack()),
      strip(view, 14),
      (view.news || []).map(function (line) { return el("p", { class: "news" }, nodes(line)); }),
      overCard(app),
      notices(app),
      facts(view),
      felt(frame, {
        anchor: frame.me.seats[0] || 1,
        onSeat: function (person) {
          if (person.phone) return null;
          if (frame.me.seats.length) return function () { app.open({ kind: "sit", seat: person.seat }); };
          return app.sitInstead;
        },
      }),
      rows(app),
      lastWord(app),
      secrets(app),
      guidance(view),
      hostCard(frame),
      nameless(app),
      lobby(app),
      (view.score.rows || []).length ? scoreSheet(view.score) : null,
      rulesCard(app)),
    el("section", { class: "foot", key: "foot", "aria-label": text(m("ui.your-entry")) }, troubles(app), toast(app), dockPart(app)),
  ];
}
