// Everything that happened, and putting it right: fetched when somebody first looks back.

import { el } from "../dom.js";
import * as wire from "../wire.js";
import { m, nodes, text, currentLanguage, sideNodes, sideSign } from "../words.js";
import { choiceButton, choiceForm, choiceId, mentions } from "./choices.js";
import { timeOf } from "./recent.js";
import { signed } from "./score.js";
import { addSheets } from "./sheets.js";

function load(app, opened, key, path) {
  if (opened.loading) return;
  opened.loading = true;
  wire.get(path).then(function (answer) {
    opened.loading = false;
    if (answer && answer.ok) { opened[key] = answer[key]; opened.seq = app.frame.seq; }
    else { opened.failed = true; app.refuse(answer ? answer.msg : m("ui.not-fetched")); }
    app.draw();
  });
}

function waiting() {
  return el("span", { class: "spinner spinner-big", "aria-hidden": "true" });
}

function table(app) {
  return "table=" + encodeURIComponent(app.frame.table.code);
}

// The list

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

function eventLine(app, event, index) {
  const by = event.deal && event.seat && !mentions(event.what, event.seat) ? m("ui.by", { who: { seat: event.seat } }) : event.host ? m("ui.by-host") : null;
  return el("li", { key: "e" + index, class: event.undone ? "undone" : null },
    el("span", { class: "when" }, timeOf(event.at)),
    el("span", null,
      el(event.undone ? "s" : "span", null, nodes(event.what)),
      event.paper ? [" ", el("span", { class: "mark" }, nodes(m("table.mark-paper")))] : null,
      event.undone ? el("span", { class: "quiet" }, " ", nodes(m("ui.taken-back"))) : null,
      by ? el("span", { class: "quiet" }, " ", nodes(by)) : null),
    event.open ? el("button", {
      type: "button", class: "small", "aria-label": text(m("ui.correct-what", { what: event.what })),
      on: { click: function () { app.open({ kind: "past", number: event.open }); } },
    }, nodes(m("ui.correct"))) : null);
}

const ALONG = [["pdf", "ui.as-pdf"], ["csv", "ui.as-csv"], ["record", "ui.as-record"], ["json", "ui.as-json"]];

/** Links for whoever sits here, to keep the game and to look at the evening's numbers. */
function takeAlong(app) {
  if (!app.frame.me.host && !app.frame.me.seats.length) return null;
  return el("div", { class: "along", key: "along" },
    el("div", { class: "options", role: "group", "aria-label": text(m("ui.take-along")) }, ALONG.map(function (pair) {
      return el("a", { class: "option link", key: pair[0], download: "", href: "/api/export?" + table(app) + "&as=" + pair[0] + "&lang=" + encodeURIComponent(currentLanguage()) }, nodes(m(pair[1])));
    })),
    el("a", { class: "secondary link", href: "/evenings?" + table(app) }, nodes(m("ui.evening"))));
}

function timelineBody(app, opened) {
  if (opened.seq !== app.frame.seq && !opened.failed) load(app, opened, "events", "/api/story?" + table(app));
  const events = opened.events;
  if (!events) return waiting();
  const deals = events.reduce(function (all, one) { return one.deal && all.indexOf(one.deal) < 0 ? all.concat([one.deal]) : all; }, []);
  const shown = events.filter(function (one) { return !opened.deal || one.deal === opened.deal; }).reverse();
  return [
    el("p", { class: "quiet" }, nodes(m("ui.timeline-hint"))),
    takeAlong(app),
    deals.length > 1 ? dealPicker(app, opened, deals) : null,
    el("ol", { class: "recent", key: "events" }, shown.map(function (event, index) { return eventLine(app, event, shown.length - index); })),
  ];
}

// An earlier entry, opened again

/** An entry's values by the names of fields: a dot descends. */
function flat(entry, under, found) {
  Object.keys(entry).forEach(function (key) {
    const value = entry[key];
    if (value !== null && typeof value === "object" && !Array.isArray(value)) flat(value, under + key + ".", found);
    else found[under + key] = value;
  });
  return found;
}

/** The values that make this choice the entry, or null where it cannot be it. */
function valuesFor(choice, entry) {
  const told = flat(entry, "", {});
  const fixed = flat(choice.entry, "", {});
  const blanks = (choice.fields || []).map(function (field) { return field.name; });
  const fits = Object.keys(fixed).every(function (key) { return JSON.stringify(told[key]) === JSON.stringify(fixed[key]); });
  const rest = Object.keys(told).filter(function (key) { return fixed[key] === undefined; });
  if (!fits || !rest.every(function (key) { return blanks.indexOf(key) >= 0; })) return null;
  return rest.reduce(function (all, key) { all[key] = told[key]; return all; }, {});
}

/** The phone as it was then: its choices are those of that moment, and a tap leads to a preview. */
function thenApp(app, opened, before) {
  const then = Object.create(app);
  const view = Object.assign({}, app.frame.view, { choices: opened.past.choices, notices: [], trick: null });
  then.frame = Object.assign({}, app.frame, { view: view });
  then.draft = function (id) { return app.draft("past " + opened.number + (before ? " before " : " ") + id); };
  then.open = function (wanted) {
    app.open(wanted.kind === "choice" ? { kind: "past-choice", id: wanted.id, from: opened, before: before } : wanted);
  };
  then.enter = function (entry) { weigh(app, { do: "correct", at: opened.number, entry: entry, before: before }); };
  return then;
}

function weigh(app, correct) {
  app.open({ kind: "preview", correct: correct });
}

function others(then, choices) {
  return el("div", { class: "buttons stacked" }, choices.map(function (choice) { return choiceButton(then, choice, "secondary"); }));
}

function fold(key, words, body) {
  return el("details", { class: "panel", key: key }, el("summary", null, nodes(words)), body);
}

function pastBody(app, opened) {
  if (!opened.past && !opened.failed) load(app, opened, "past", "/api/past?" + table(app) + "&number=" + opened.number);
  const past = opened.past;
  if (!past) return waiting();
  const then = thenApp(app, opened, false);
  const same = past.choices.filter(function (choice) { return valuesFor(choice, past.entry) !== null; })[0];
  const rest = past.choices.filter(function (choice) { return choice !== same; });
  if (same && !opened.filled) {
    opened.filled = true;
    then.draft(choiceId(same)).values = valuesFor(same, past.entry);
  }
  return [
    el("p", null, nodes(m("ui.deal", { n: past.deal })), " \u00B7 ", nodes(m("ui.it-says", { what: past.what }))),
    same && (same.fields || []).length ? el("section", { key: "same" }, el("h3", null, nodes(m("ui.was-like-this"))), choiceForm(then, same)) : null,
    fold("other", m("ui.was-other"), others(then, rest)),
    fold("forgotten", m("ui.forgotten"), others(thenApp(app, opened, true), past.choices)),
    el("button", {
      type: "button", class: "secondary", disabled: app.locked() || null,
      on: { click: function () { weigh(app, { do: "correct", at: opened.number }); } },
    }, nodes(m("ui.was-nothing"))),
  ];
}

function pastChoice(app, opened) {
  const choice = opened.from.past.choices.filter(function (one) { return choiceId(one) === opened.id; })[0];
  return { title: choice.label, body: choiceForm(thenApp(app, opened.from, opened.before), choice) };
}

// Before and after

function numbers(row) {
  return row ? row.written.map(signed).join(" : ") : "\u2013";
}

function totals(standings) {
  return standings.teams.map(function (team) { return team.total; }).join(" : ");
}

function line(key, head, before, after) {
  return el("tr", { key: key, class: before === after ? "quiet" : null },
    el("th", { scope: "row" }, head), el("td", null, before), el("td", null, el(before === after ? "span" : "b", null, after)));
}

function beforeAndAfter(preview) {
  const count = Math.max(preview.before.rows.length, preview.after.rows.length);
  const lines = [];
  for (let at = 0; at < count; at++) {
    const was = preview.before.rows[at];
    const is = preview.after.rows[at];
    lines.push(line("r" + at, nodes((is || was).title), numbers(was), numbers(is)));
  }
  return el("table", { class: "weighed", key: "weighed" },
    el("caption", null, preview.after.teams.map(function (team, index) { return [index ? " : " : "", sideSign(team.team), sideNodes(team.seats)]; })),
    el("thead", null, el("tr", null, el("td"), el("th", { scope: "col" }, nodes(m("ui.before"))), el("th", { scope: "col" }, nodes(m("ui.after"))))),
    el("tbody", null, lines, line("sum", nodes(m("ui.score-after")), totals(preview.before), totals(preview.after))));
}

function changes(preview) {
  const same = JSON.stringify(preview.before.rows) === JSON.stringify(preview.after.rows) && totals(preview.before) === totals(preview.after);
  return [
    same ? el("p", null, nodes(m("ui.no-score-change"))) : beforeAndAfter(preview),
    preview.after.verdict ? el("p", null, nodes(preview.after.verdict)) : null,
    el("p", { class: "quiet" }, nodes(m("ui.then-next", { what: preview.after.status }))),
  ];
}

function ask(app, opened) {
  if (opened.loading) return;
  opened.loading = true;
  wire.preview(opened.correct).then(function (answer) {
    opened.loading = false;
    if (answer && answer.ok) opened.preview = answer.preview;
    else { app.close(); app.refuse(answer ? answer.msg : m("ui.not-fetched")); }
    app.draw();
  });
}

function previewBody(app, opened) {
  if (!opened.preview) { ask(app, opened); return waiting(); }
  const preview = opened.preview;
  if (preview.broken) {
    return [
      el("p", { class: "question" }, nodes(m("ui.then-impossible", { what: preview.broken.what, why: preview.broken.why }))),
      el("button", {
        type: "button", class: "secondary",
        on: { click: function () { opened.correct.drop = preview.broken.number; opened.preview = null; app.draw(); } },
      }, nodes(m("ui.drop-from"))),
    ];
  }
  return [
    changes(preview),
    el("button", {
      type: "button", class: "main" + app.waiting("correct"), disabled: app.locked() || null,
      on: { click: function () { app.enter(opened.correct, "correct"); } },
    }, nodes(m("ui.do-correct"))),
  ];
}

addSheets({
  timeline: function (app, opened) { return { title: m("ui.timeline"), tall: true, body: timelineBody(app, opened) }; },
  past: function (app, opened) { return { title: m("ui.correct-title"), tall: true, body: pastBody(app, opened) }; },
  "past-choice": pastChoice,
  preview: function (app, opened) { return { title: m("ui.preview"), body: previewBody(app, opened) }; },
});
