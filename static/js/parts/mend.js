// An earlier entry opened again, to put it right, and what that would change.

import { el } from "../dom.js";
import * as wire from "../wire.js";
import { m, nodes, sideNodes, sideSign } from "../words.js";
import { choiceButton, choiceForm, choiceId } from "./choices.js";
import { drawnOf, load, table, waiting } from "./looking.js";
import { signed } from "./score.js";
import { addSheets } from "./sheets.js";

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
  const view = Object.assign({}, opened.past.view, { choices: opened.past.choices, notices: [] });
  then.frame = Object.assign({}, app.frame, { view: view });
  if (opened.then) then.confirm = function (questions, yes, go) { go(); }; // in words of another game, and the preview asks anyway
  then.draft = function (id) { return app.draft("past " + (opened.game || "") + " " + opened.number + (before ? " before " : " ") + id); };
  then.open = function (wanted) {
    app.open(wanted.kind === "choice" ? { kind: "past-choice", id: wanted.id, from: opened, before: before } : wanted);
  };
  then.enter = function (entry) { weigh(app, { do: "correct", at: opened.number, entry: entry, before: before }, opened.then); };
  return then;
}

function weigh(app, correct, then) {
  app.open({ kind: "preview", correct: correct, then: then });
}

/** The entry as it is sent: of an earlier game it says which. */
function wrapped(opened) {
  return opened.then ? { do: "earlier", game: opened.then.number, entry: opened.correct } : opened.correct;
}

function others(then, choices) {
  return el("div", { class: "buttons stacked" }, choices.map(function (choice) { return choiceButton(then, choice, "secondary"); }));
}

function fold(key, words, body) {
  return el("details", { class: "panel", key: key }, el("summary", null, nodes(words)), body);
}

function pastBody(app, opened) {
  if (!opened.past && !opened.failed) load(app, opened, "past", "/api/past?" + table(app) + "&number=" + opened.number);
  if (!opened.past) return waiting();
  return drawnOf(app, thenOf(opened), function () { return pastForm(app, opened); });
}

/** The game of an entry, with the people who sat there in its deal. */
function thenOf(opened) {
  return opened.then ? Object.assign({}, opened.then, { people: opened.past.people }) : null;
}

function pastForm(app, opened) {
  const past = opened.past;
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
      on: { click: function () { weigh(app, { do: "correct", at: opened.number }, opened.then); } },
    }, nodes(m("ui.was-nothing"))),
  ];
}

function pastChoice(app, opened) {
  const choice = opened.from.past.choices.filter(function (one) { return choiceId(one) === opened.id; })[0];
  const from = opened.from;
  return {
    title: from.then ? m("ui.correct-title") : choice.label,
    body: drawnOf(app, thenOf(from), function () { return choiceForm(thenApp(app, from, opened.before), choice); }),
  };
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

function changes(preview, then) {
  const same = JSON.stringify(preview.before.rows) === JSON.stringify(preview.after.rows) && totals(preview.before) === totals(preview.after);
  return [
    same ? el("p", null, nodes(m("ui.no-score-change"))) : beforeAndAfter(preview),
    preview.after.verdict ? el("p", null, nodes(preview.after.verdict)) : null,
    then ? (preview.after.over ? null : el("p", null, nodes(m("ui.then-unfinished")))) : el("p", { class: "quiet" }, nodes(m("ui.then-next", { what: preview.after.status }))),
  ];
}

function ask(app, opened) {
  if (opened.loading) return;
  opened.loading = true;
  wire.preview(wrapped(opened)).then(function (answer) {
    opened.loading = false;
    if (answer && answer.ok) opened.preview = answer.preview;
    else { app.close(); app.refuse(answer ? answer.msg : m("ui.not-fetched")); }
    app.draw();
  });
}

function previewBody(app, opened) {
  if (!opened.preview) { ask(app, opened); return waiting(); }
  return drawnOf(app, opened.then, function () { return weighed(app, opened); });
}

function weighed(app, opened) {
  const preview = opened.preview;
  if (preview.broken) {
    return [
      el("p", { class: "question" }, nodes(m("ui.then-impossible", { what: preview.broken.what, why: preview.broken.why }))),
      el("button", {
        type: "button", class: "secondary",
        on: { click: function () { opened.correct.drop = preview.broken.number; opened.preview = null; app.draw(); } },
      }, nodes(m(opened.then ? "ui.drop-from-earlier" : "ui.drop-from"))),
    ];
  }
  return [
    changes(preview, opened.then),
    el("button", {
      type: "button", class: "main" + app.waiting("correct"), disabled: app.locked() || null,
      on: { click: function () { app.enter(wrapped(opened), "correct"); } },
    }, nodes(m("ui.do-correct"))),
  ];
}

addSheets({
  past: function (app, opened) { return { title: m("ui.correct-title"), tall: true, body: pastBody(app, opened) }; },
  "past-choice": pastChoice,
  preview: function (app, opened) { return { title: m("ui.preview"), body: previewBody(app, opened) }; },
});
