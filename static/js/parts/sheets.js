// Which sheet shows what.

import { el } from "../dom.js";
import { m, nodes } from "../words.js";
import { choiceForm, choiceList, choiceTitle, findChoice } from "./choices.js";
import { sitForm } from "./join.js";
import { confirmBody, sheet } from "./sheet.js";

const SHEETS = {
  more: function (app) { return { title: m("ui.more-title"), body: choiceList(app, "more") }; },
  sit: function (app, opened) { return { title: m("ui.add-without-phone"), body: sitForm(app, opened) }; },
  confirm: function (app, opened) { return { title: m("ui.sure"), body: confirmBody(app, opened) }; },
  choice: function (app, opened) {
    const choice = findChoice(app.frame, opened.id);
    return choice && { title: choiceTitle(app, choice), tall: (choice.fields || []).length > 3, body: [
      app.ui.reason ? el("p", { class: "reason", key: "reason" }, nodes(app.ui.reason)) : null, choiceForm(app, choice)] };
  },
};

/** Sheets that few open: their module is fetched when one is first wanted. */
const LATER = { setup: "setup", menu: "menu", seat: "menu", pass: "menu", timeline: "timeline", past: "timeline", "past-choice": "timeline", preview: "timeline", practice: "practice", reseat: "reseat", paper: "paper", "paper-choice": "paper" };
const asked = {};
const MENU_SOON = 2500;
let soon = false;

/** Add the sheets of such a module. */
export function addSheets(more) {
  Object.keys(more).forEach(function (kind) { SHEETS[kind] = more[kind]; });
}

function fetchLater(app, name) {
  if (asked[name]) return;
  asked[name] = true;
  const script = el("script", { type: "module", src: "/static/js/parts/" + name + ".js" });
  script.addEventListener("load", app.draw);
  script.addEventListener("error", function () {
    asked[name] = false;
    if (!app.ui.sheets.some(function (opened) { return LATER[opened.kind] === name; })) { soon = false; return; }
    app.close();
    app.refuse(m("ui.not-fetched"));
  });
  document.head.appendChild(script);
}

function oneMoment(app, name) {
  fetchLater(app, name);
  return { title: m("ui.one-moment"), body: el("span", { class: "spinner spinner-big", "aria-hidden": "true" }) };
}

/** The menu comes by itself once the table is drawn: it must open for a phone that is cut off too. */
function fetchMenuSoon(app) {
  if (soon) return;
  soon = true;
  setTimeout(function () { fetchLater(app, "menu"); }, MENU_SOON);
}

/** The sheet on top, or null; sheets that have nothing left to say go by themselves. */
export function topSheet(app) {
  if (app.frame) fetchMenuSoon(app);
  while (app.ui.sheets.length) {
    const opened = app.ui.sheets[app.ui.sheets.length - 1];
    const drawn = SHEETS[opened.kind] ? SHEETS[opened.kind](app, opened) : oneMoment(app, LATER[opened.kind]);
    if (drawn) return sheet(app, drawn);
    // The table moved on and the choice is gone.
    app.ui.sheets.pop();
  }
  return null;
}
