// A score sheet that was played on with pen and paper is copied: deal after deal, on one sheet.

import { el } from "../dom.js";
import { m, nodes } from "../words.js";
import { choiceForm, choiceList, choiceTitle, dock, findChoice } from "./choices.js";
import { scoreSheet } from "./score.js";
import { addSheets } from "./sheets.js";

/** This phone while it speaks for every seat: what is entered leaves the sheet open. */
function copier(app) {
  const speaks = Object.create(app);
  const seats = app.frame.people.map(function (person) { return person.seat; });
  speaks.frame = Object.assign({}, app.frame, { me: Object.assign({}, app.frame.me, { seats: seats }) });
  speaks.open = function (wanted) { app.open(wanted.kind === "choice" ? { kind: "paper-choice", id: wanted.id } : wanted); };
  speaks.enter = function (entry, id) {
    app.enter(entry, id, true, function () {
      const top = app.ui.sheets[app.ui.sheets.length - 1];
      if (top && top.kind !== "paper") app.close();
    });
  };
  return speaks;
}

function end(app) {
  app.enter({ do: "from-paper", on: false }, "copied", true, app.close);
}

function before(app) {
  return [
    el("p", null, nodes(m("ui.paper-what"))),
    el("p", { class: "quiet" }, nodes(m("ui.paper-alone"))),
    el("button", {
      type: "button", class: "main" + app.waiting("paper"), disabled: app.locked() || null,
      on: { click: function () { app.enter({ do: "from-paper", on: true }, "paper", true); } },
    }, nodes(m("ui.paper-begin"))),
  ];
}

function meanwhile(app) {
  const view = app.frame.view;
  const speaks = copier(app);
  const undo = app.frame.undo;
  return [
    el("p", { class: "lead", key: "status" }, nodes(m("ui.deal", { n: view.deal })), ": ", nodes(view.status)),
    app.ui.reason ? el("p", { class: "reason", key: "reason" }, nodes(app.ui.reason)) : null,
    el("section", { class: "paper-now", key: "now" }, dock(speaks)),
    (view.score.rows || []).length ? scoreSheet(view.score) : null,
    el("details", { class: "panel", key: "rare" }, el("summary", null, nodes(m("ui.rare"))), choiceList(speaks, "rare")),
    el("div", { class: "buttons stacked", key: "last" },
      undo ? el("button", {
        type: "button", key: "undo", class: "plain" + app.waiting("undo"), disabled: app.locked() || null,
        on: { click: function () { app.enter(undo.entry, "undo", true); } },
      }, nodes(m("ui.undo-what", { what: undo.what }))) : null,
      el("button", { type: "button", key: "done", class: "secondary", disabled: app.locked() || null, on: { click: function () { end(app); } } }, nodes(m("ui.paper-done")))),
  ];
}

addSheets({
  paper: function (app) {
    return app.frame.me.host && { title: m("ui.paper"), tall: true, body: app.frame.copying ? meanwhile(app) : before(app) };
  },
  "paper-choice": function (app, opened) {
    const choice = findChoice(app.frame, opened.id);
    if (!choice || !app.frame.copying) return null;
    const speaks = copier(app);
    return { title: choiceTitle(speaks, choice), tall: choice.fields.length > 3, body: [
      app.ui.reason ? el("p", { class: "reason", key: "reason" }, nodes(app.ui.reason)) : null, choiceForm(speaks, choice)] };
  },
});
