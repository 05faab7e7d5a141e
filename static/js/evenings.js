// The evenings: what was played, how it went for whom, settling up, and forgetting for good.

import { el, patch } from "./dom.js";
import { recall, wearTheme } from "./keep.js";
import * as wire from "./wire.js";
import { m, nodes, text, useWords, currentLanguage } from "./words.js";
import { courses, dayOf, kinds, people, played } from "./parts/ledger.js";
import { settling } from "./parts/settle.js";

const page = { data: null, chosen: "", stakes: {}, settled: null, refusal: null, done: null, sure: null, person: "" };

function query(more) {
  const table = page.chosen ? ["table=" + encodeURIComponent(page.chosen)] : [];
  return "?" + table.concat(["lang=" + encodeURIComponent(currentLanguage())], more || []).join("&");
}

page.refuse = function (msg) { page.refusal = msg; page.draw(); };

page.settle = async function (stakes) {
  page.refusal = null;
  const answer = await wire.getSurely("/api/settle" + query([stakes]));
  if (answer.ok) page.settled = answer;
  else page.refusal = answer.msg;
  page.draw();
};

async function load() {
  const answer = await wire.getSurely("/api/evenings" + query());
  page.settled = null;
  page.sure = null;
  if (answer.ok) page.data = answer;
  else { page.data = null; page.refusal = answer.msg; }
  page.draw();
}

// Which evening

function named(evening) {
  const games = evening.games.filter(function (title, index, all) { return all.indexOf(title) === index; });
  const parts = [dayOf(evening.opened), games.join(", "), evening.people.join(", "), text(m("even.table", { code: evening.code }))];
  return parts.filter(Boolean).join(" \u00B7 ");
}

function chooser() {
  const list = page.data.evenings;
  if (list.length < 2) return list.length ? el("p", { class: "quiet", key: "which" }, named(list[0])) : null;
  return el("div", { class: "which", key: "which" },
    el("label", { for: "which" }, nodes(m("even.which"))),
    el("select", { id: "which", on: { change: function () { page.chosen = this.value; page.refusal = null; page.done = null; load(); } } },
      el("option", { value: "", selected: page.chosen === "" || null }, text(m("even.all"))),
      list.map(function (evening) {
        return el("option", { value: evening.code, selected: page.chosen === evening.code || null }, named(evening));
      })));
}

function unreadable() {
  const lost = page.data.evenings.filter(function (one) { return !one.readable; });
  return lost.map(function (one) { return el("p", { class: "reason", key: "lost" + one.code }, nodes(m("refused.unreadable-table", { table: one.code }))); });
}

// Forgetting

async function erase(body, said) {
  const answer = await wire.request("/api/erase", body);
  page.sure = null;
  if (!answer || !answer.ok) { page.refuse(answer ? answer.msg : m("even.try-again")); return; }
  page.done = said(answer);
  page.refusal = null;
  page.person = "";
  if (body.table) page.chosen = "";
  await load();
}

function sure() {
  if (!page.sure) return null;
  return el("div", { class: "sure", key: "sure", role: "group", "aria-label": text(m("even.sure")) },
    el("p", null, el("b", null, nodes(page.sure.question)), " ", nodes(m("even.no-way-back"))),
    el("div", { class: "buttons stacked" },
      el("button", { type: "button", class: "main", id: "sure-yes", on: { click: page.sure.go } }, nodes(page.sure.yes)),
      el("button", { type: "button", class: "secondary", on: { click: function () { page.sure = null; page.draw(); } } }, nodes(m("even.not-now")))));
}

function askFirst(question, yes, go) {
  page.sure = { question: question, yes: yes, go: go };
  page.done = null;
  page.draw();
  document.getElementById("sure-yes").focus();
}

function forgetPerson() {
  const name = page.person || page.data.people[0].name;
  askFirst(m("even.forget-question", { who: name }), m("even.forget-yes", { who: name }), function () {
    erase({ person: name }, function (answer) { return m("even.forgotten", { instead: answer.instead }); });
  });
}

function forgetEvening() {
  const evening = page.data.evenings.filter(function (one) { return one.code === page.chosen; })[0];
  askFirst(m("even.erase-question", { what: named(evening) }), m("even.erase-yes"), function () {
    erase({ table: evening.code }, function () { return m("even.erased"); });
  });
}

function erasing() {
  const data = page.data;
  if (!data.host || !data.evenings.length) return null;
  return el("section", { class: "panel", key: "erase" },
    el("h2", null, nodes(m("even.erase"))),
    el("p", { class: "quiet" }, nodes(m("even.erase-hint"))),
    data.people.length ? el("div", { class: "erase which" },
      el("div", null, el("label", { for: "person" }, nodes(m("even.which-person"))),
        el("select", { id: "person", on: { change: function () { page.person = this.value; page.sure = null; page.draw(); } } }, data.people.map(function (person) {
          return el("option", { value: person.name, selected: person.name === page.person || null }, person.name);
        }))),
      el("button", { type: "button", class: "secondary", on: { click: forgetPerson } }, nodes(m("even.forget-person")))) : null,
    page.chosen ? el("div", { class: "erase" }, el("button", { type: "button", class: "secondary", on: { click: forgetEvening } }, nodes(m("even.erase-evening"))))
      : el("p", { class: "quiet" }, nodes(m("even.choose-first"))),
    sure());
}

page.draw = function () {
  const data = page.data;
  document.title = text(m("even.title"));
  document.getElementById("live").textContent = page.refusal ? text(page.refusal) : page.done ? text(page.done) : "";
  patch(document.getElementById("page"), el("main", { key: "main" },
    el("h1", null, nodes(m("even.title"))),
    page.refusal ? el("p", { class: "refusal", key: "refusal" }, nodes(page.refusal), data ? null : [" ", nodes(m("even.where"))]) : null,
    page.done ? el("p", { class: "reason", key: "done" }, nodes(page.done)) : null,
    data ? [chooser(), unreadable(), played(data), people(data), courses(data), kinds(data), settling(page), erasing()]
      : page.refusal ? null : el("span", { class: "spinner spinner-big", "aria-hidden": "true" }),
    el("p", { class: "back", key: "back" }, el("a", { class: "link", href: "/" }, nodes(m("even.back"))))));
};

async function start() {
  wearTheme();
  const tags = await wire.getSurely("/api/languages");
  const known = Array.isArray(tags) ? tags : ["en"];
  const wanted = [recall("language", "")].concat(navigator.languages || [navigator.language || "en"]);
  const tag = wanted.map(function (one) {
    return known.filter(function (other) { return one && other.split("-")[0] === one.split("-")[0]; })[0];
  }).filter(Boolean)[0] || "en";
  useWords(await wire.getSurely("/api/evenings/words/" + encodeURIComponent(tag)), tag);
  const asked = /[?&]table=([^&]+)/.exec(window.location.search);
  page.chosen = asked ? decodeURIComponent(asked[1]).toUpperCase() : "";
  page.draw();
  await load();
}

start();
