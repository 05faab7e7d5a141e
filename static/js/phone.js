// A phone at the table: what it knows, what it draws, what a tap does.

import { el, patch } from "./dom.js";
import { recall, remember, wearTheme } from "./keep.js";
import { chooseLanguage } from "./languages.js";
import * as turn from "./turn.js";
import * as wire from "./wire.js";
import { m, nodes, text, useWords, usePeople } from "./words.js";
import { aim } from "./parts/aim.js";
import { choiceId } from "./parts/choices.js";
import { addEntering } from "./parts/entering.js";
import { fitNames } from "./parts/fit.js";
import { codePage, joinPage } from "./parts/join.js";
import { topSheet } from "./parts/sheets.js";
import { barText, tablePage, turnsHere } from "./parts/table.js";
import { gameTitle } from "./parts/house.js";

const LOOK = 8000;

const ui = {
  screen: "start", name: recall("name", ""), watching: false, sheets: [], pending: null, what: null, kept: false,
  refusal: null, reason: null, toast: null, drafts: {}, aside: {}, uncovered: false, languages: [], titles: {},
};
const app = { ui: ui, frame: null };
const timers = {};
let version = null;
let wasMine = false;
let spoken = "";

app.later = function (name, act, ms) {
  clearTimeout(timers[name]);
  timers[name] = setTimeout(act, ms === undefined ? 900 : ms);
};
app.locked = function () { return ui.pending !== null; };
app.waiting = function (id) { return ui.pending === id ? " waiting" : ""; };
app.depth = function () { return ui.sheets.length; };
app.draft = function (id) {
  if (!ui.drafts[id]) ui.drafts[id] = { values: {}, typed: {}, open: undefined };
  return ui.drafts[id];
};
app.explain = function (msg) { ui.reason = msg; app.draw(); };
app.refuse = function (msg) { ui.refusal = msg; app.draw(); };
app.clearRefusal = function () { if (ui.refusal) { ui.refusal = null; app.draw(); } };
app.refusal = function () {
  return ui.refusal ? el("p", { class: "refusal", key: "refusal" }, nodes(ui.refusal)) : null;
};
app.isAside = function (mark) { return Boolean(ui.aside[mark]); };
app.putAside = function (mark) { ui.aside[mark] = true; app.draw(); };
app.titleOf = function (name) { return ui.titles[name] || null; };

function focusSheet() {
  const title = document.querySelector(".sheet-title");
  if (title) title.focus();
}

app.open = function (opened) {
  opened.from = document.activeElement;
  ui.sheets.push(opened);
  ui.refusal = null;
  ui.reason = null;
  app.draw();
  focusSheet();
};
app.close = function () {
  const shut = ui.sheets.pop();
  ui.refusal = null;
  ui.reason = null;
  app.draw();
  if (shut && shut.from && document.body.contains(shut.from)) shut.from.focus();
  else focusSheet();
};
app.confirm = function (messages, yes, go) { app.open({ kind: "confirm", messages: messages, yes: yes, go: go }); };
app.uncover = function () {
  ui.uncovered = !ui.uncovered;
  app.later("cover", function () { ui.uncovered = false; app.draw(); }, LOOK);
  app.draw();
};
app.watch = function () { ui.watching = true; ui.refusal = null; app.draw(); window.scrollTo(0, 0); };
app.sitInstead = function () { ui.watching = false; ui.sitting = true; app.draw(); window.scrollTo(0, 0); };

addEntering(app);

app.enterCode = async function (code) {
  ui.refusal = null;
  const answer = await wire.getSurely("/api/frame?table=" + encodeURIComponent(code));
  if (!answer.ok) { app.refuse(answer.msg); return; }
  window.history.replaceState(null, "", "/j/" + encodeURIComponent(answer.frame.table.code));
  await enterTable(answer.frame);
};

function page() {
  if (ui.screen === "code") return codePage(app);
  if (!app.frame) return el("main", { class: "page page-start", key: "start" }, el("span", { class: "spinner spinner-big", "aria-hidden": "true" }));
  const seated = app.frame.me.seats.length > 0;
  const host = app.frame.me.host && !ui.sitting;
  return seated || host || ui.watching ? tablePage(app) : joinPage(app);
}

function announce() {
  const words = ui.refusal ? text(ui.refusal) : ui.reason ? text(ui.reason) : ui.toast ? text(ui.toast.what) : app.frame ? text(barText(app.frame)) : "";
  if (words === spoken) return;
  spoken = words;
  document.getElementById("live").textContent = words;
}

function callPlayer() {
  const mine = Boolean(app.frame && turnsHere(app.frame).length);
  if (mine && !wasMine) turn.call();
  wasMine = mine;
  const name = app.frame ? gameTitle(app) : text(m("app.name"));
  document.title = mine ? text(m("ui.title-turn", { what: name })) : name;
}

app.draw = function () {
  if (ui.toast && (!app.frame.undo || app.frame.undo.number !== ui.toast.number)) ui.toast = null;
  const over = topSheet(app);
  const root = document.getElementById("page");
  patch(root, page());
  patch(document.getElementById("layer"), over);
  if (over) root.setAttribute("aria-hidden", "true");
  else root.removeAttribute("aria-hidden");
  document.documentElement.classList.toggle("sheet-open", Boolean(over));
  document.documentElement.classList.toggle("at-table", Boolean(document.querySelector(".page-table")));
  fitNames();
  announce();
  callPlayer();
  const typing = document.activeElement && document.activeElement.tagName === "INPUT";
  if (app.frame) aim(app.frame, turnsHere(app.frame), Boolean(over || typing));
};

/** Forget half-made choices that the table no longer offers, so that none is sent into a later deal. */
function dropOldDrafts(frame) {
  const offered = (frame.view.choices || []).map(choiceId);
  (frame.view.notices || []).forEach(function (notice) { (notice.offers || []).forEach(function (offer) { offered.push(choiceId(offer)); }); });
  Object.keys(ui.drafts).forEach(function (id) {
    if (id !== "setup" && id !== "sit" && id.indexOf("past ") !== 0 && offered.indexOf(id) < 0) delete ui.drafts[id];
  });
}

async function loadWords(game) {
  const path = "/api/words/" + encodeURIComponent(ui.language);
  const words = await wire.getSurely(path + (game ? "?game=" + encodeURIComponent(game) : ""));
  useWords(words, ui.language);
  ui.game = game;
}

function loadTitles(frame) {
  if (!frame.setup || frame.setup.games.length < 2) return;
  frame.setup.games.forEach(function (one) {
    if (ui.titles[one.name] !== undefined || one.name === frame.table.game) return;
    ui.titles[one.name] = null;
    wire.get("/api/words/" + encodeURIComponent(ui.language) + "?game=" + encodeURIComponent(one.name)).then(function (words) {
      if (words && words["game.title"]) { ui.titles[one.name] = m("ui.plain", { what: words["game.title"] }); app.draw(); }
    });
  });
}

async function onFrame(frame) {
  if (version !== null && version !== frame.version && !ui.sheets.length && ui.pending === null) { window.location.reload(); return; }
  if (version === null) version = frame.version;
  if (frame.table.game !== ui.game) await loadWords(frame.table.game);
  if (app.frame && app.frame.table.code === frame.table.code && frame.seq < app.frame.seq) return;
  if (app.frame && frame.seq !== app.frame.seq && ui.pending === null) { ui.refusal = null; ui.reason = null; }
  app.frame = frame;
  usePeople(frame);
  dropOldDrafts(frame);
  loadTitles(frame);
  ui.screen = "table";
  app.draw();
}

async function enterTable(frame) {
  wire.follow(frame.table.code, false, { frame: onFrame, link: app.draw, refused: function (why) { if (why.msg) app.refuse(why.msg); } });
  await wire.show(frame);
  app.resume();
}

app.speak = async function (tag) {
  remember("language", tag);
  ui.language = tag;
  ui.titles = {};
  await loadWords(ui.game);
  app.draw();
};

async function exchange(kind, key) {
  // The secret leaves the address bar before anything else can go wrong.
  window.history.replaceState(null, "", "/");
  const answer = kind === "p"
    ? await wire.become("/api/take", { pass: key, tap: wire.tapId() })
    : await wire.become("/api/host", { key: key });
  if (answer && !answer.ok) ui.refusal = answer.msg;
  return answer;
}

async function start() {
  wearTheme();
  const tags = await wire.getSurely("/api/languages");
  ui.languages = Array.isArray(tags) ? tags : ["en"];
  ui.language = chooseLanguage(ui.languages);
  const steps = window.location.pathname.split("/").map(decodeURIComponent);
  steps[1] = steps[1].toLowerCase(); // A QR square says it in capitals.
  const toKiosk = /[?&]to=kiosk\b/.test(window.location.search);
  let answer = null;
  if (steps[1] === "p" || steps[1] === "host") {
    answer = await exchange(steps[1], steps[2]);
    if (answer && answer.ok && steps[1] === "host" && toKiosk) { window.location.replace("/kiosk"); return; }
  }
  if (!answer || !answer.frame) {
    const code = steps[1] === "j" && steps[2] ? "?table=" + encodeURIComponent(steps[2]) : "";
    answer = await wire.getSurely("/api/frame" + code);
    if (!answer.ok && code) ui.refusal = answer.msg;
  }
  if (answer.ok && answer.frame) { await enterTable(answer.frame); return; }
  await loadWords(null);
  ui.screen = "code";
  app.draw();
}

document.addEventListener("click", turn.unlock, true);
window.addEventListener("resize", function () { if (app.frame) app.draw(); });
document.addEventListener("keydown", function (event) { if (event.key === "Escape" && ui.sheets.length) app.close(); });
start();
