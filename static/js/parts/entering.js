// What a tap sends: at most one entry under way, kept until the table answers, and given up
// only where its owner says so.

import { recallHere, rememberHere, remember } from "../keep.js";
import * as wire from "../wire.js";
import { m, text } from "../words.js";
import { findChoice } from "./choices.js";
import { valueText } from "./fields.js";
import { turnsHere } from "./table.js";

const TOAST = 7000;
const KEPT = 2500;
const TOO_OLD = 3600000;

/** The entry in a few words, as the phone offered it: "Bid 17". */
function inWords(app, entry, id) {
  const choice = findChoice(app.frame, id);
  if (!choice) return text(m("ui.your-entry"));
  return [text(choice.label)].concat((choice.fields || []).map(function (field) {
    const value = field.name.split(".").reduce(function (at, step) { return at && at[step]; }, entry);
    return valueText(field, value);
  })).join(" ");
}

/** Give the app what it enters by. */
export function addEntering(app) {
  const ui = app.ui;

  function begin(id, what) {
    ui.pending = id;
    ui.what = what || null;
    ui.refusal = null;
    ui.reason = null;
    ui.toast = null;
    app.later("kept", function () { ui.kept = ui.pending !== null; app.draw(); }, KEPT);
    app.draw();
  }

  function settle(answer) {
    ui.pending = null;
    ui.kept = false;
    if (answer && answer.dropped) ui.reason = m("ui.not-sent", { what: ui.what });
    else if (answer && !answer.ok) ui.refusal = answer.msg || m("ui.not-understood");
    app.draw();
    return Boolean(answer && answer.ok);
  }

  function offerUndo() {
    ui.toast = { id: Date.now(), what: app.frame.undo.what, undo: true, number: app.frame.undo.number };
    app.later("toast", function () { ui.toast = null; app.draw(); }, TOAST);
  }

  /** Send a tap and see it through; it outlives the page, should that be reloaded meanwhile. */
  async function send(tap, id, what, matter) {
    begin(id, what);
    rememberHere("tap", { tap: tap, id: id, what: what, matter: matter, at: Date.now() });
    const answer = await wire.act(tap);
    rememberHere("tap", null);
    return settle(answer);
  }

  /** Send an entry. `matter`: a matter of seats and rules, which is not offered for undoing. */
  app.enter = async function (entry, id, matter, after) {
    if (ui.pending !== null) return;
    if (!await send(wire.sealed(entry), id, inWords(app, entry, id), Boolean(matter))) return;
    delete ui.drafts[id];
    // A choice's own sheet has done its work, and so has the list that it was taken from.
    if (!matter) ui.sheets = [];
    if (after) after();
    if (!matter && app.frame.undo && entry.do !== "undo") offerUndo();
    app.draw();
  };

  /** Send what was under way when the page was left; the same tap counts once. */
  app.resume = async function () {
    const left = recallHere("tap");
    if (!left || ui.pending !== null) return;
    rememberHere("tap", null);
    if (left.tap.table !== app.frame.table.code) return;
    if (Date.now() - left.at > TOO_OLD) app.refuse(m("ui.never-sent", { what: left.what }));
    else if (await send(left.tap, left.id, left.what, left.matter) && !left.matter && app.frame.undo) { offerUndo(); app.draw(); }
  };

  /** Do not send what waits. Had it arrived all the same, that is said, and it can be undone. */
  app.giveUp = function () {
    const what = ui.what;
    wire.giveUp(function () { app.refuse(m("ui.sent-after-all", { what: what })); });
  };

  app.undo = function () { app.enter(app.frame.undo ? app.frame.undo.entry : { do: "undo" }, "undo"); };

  app.sitDown = async function (seat) {
    const name = ui.name.trim();
    if (!name) {
      app.refuse(m("ui.name-first"));
      const field = document.getElementById("name");
      if (field) field.focus();
      return;
    }
    if (ui.pending !== null) return;
    begin("sit");
    const answer = await wire.become("/api/join", { table: app.frame.table.code, tap: wire.tapId(), seat: seat, name: name });
    if (answer && answer.ok) {
      remember("name", name);
      ui.sitting = false;
      if (!turnsHere(app.frame).length) window.scrollTo(0, 0);
    }
    settle(answer);
  };

  app.givePass = async function (seat) {
    if (ui.pending !== null) return;
    begin("pass");
    const answer = await wire.request("/api/pass", { table: app.frame.table.code, seat: seat });
    if (settle(answer)) app.open({ kind: "pass", pass: { url: answer.url, qr: answer.qr, minutes: answer.minutes, seat: seat } });
  };

  app.newTable = async function () {
    if (ui.pending !== null) return;
    begin("table");
    const answer = await wire.request("/api/table", {});
    if (!settle(answer)) return;
    window.location.href = "/j/" + encodeURIComponent(answer.table);
  };
}
