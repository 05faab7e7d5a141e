// The print page: what is wished, the document as it would be printed, and the way to paper.

import { el, patch } from "./dom.js";
import { recall, remember, wearTheme } from "./keep.js";
import * as wire from "./wire.js";
import { m, nodes, text, useWords } from "./words.js";
import { orderForm } from "./parts/printform.js";
import { pagesPart } from "./parts/printpages.js";

const PAUSE = 350;
const LOOK_AGAIN = 600;
const AMERICAN = /-(US|CA|MX|PH|CL|CO|VE)$/i;

const press = {
  offers: null, order: null, own: [], wifi: { name: "", password: "", hidden: false }, measured: ["", "", "", ""],
  slips: {}, printed: null, done: null, refusal: null, told: null, busy: false, old: false, telling: false, shown: 0, language: "en",
};
let asked = 0;
let timer = null;
let spoken = "";

/** What of the wish belongs to which document; everything else is left out of its address. */
const GAME = ["table", "game", "players"];
const PARTS = {
  labels: GAME.concat(["stock", "own", "place", "colours", "camera", "outline", "start", "copies", "printer"]),
  guide: GAME.concat(["paper", "place", "colours", "camera", "map"]),
  rules: GAME.concat(["paper"]),
  score: GAME.concat(["paper", "filled", "pages"]),
  "table-card": ["table", "paper", "slip"],
  "seat-cards": ["table", "paper", "slip"],
  calibration: ["paper"],
};

press.game = function () {
  const name = press.table() ? press.table().game : press.order.game;
  return press.offers.games.filter(function (one) { return one.name === name; })[0];
};
press.table = function () {
  return press.offers.tables.filter(function (one) { return one.code === press.order.table; })[0] || null;
};
press.stock = function () {
  return press.offers.stocks.filter(function (one) { return one.id === press.order.stock; })[0] || null;
};
press.design = function () { return press.order.place + (press.order.camera ? "-camera" : ""); };

/** The order as the query of an address, or null while something of it is missing. */
press.query = function () {
  const order = press.order;
  const said = { what: order.what, language: press.language };
  const values = Object.assign({}, order, { slip: press.slips[order.what] || "" });
  if (order.stock === "own") Object.assign(values, { stock: "", own: press.own.join(",") });
  if (values.table) { values.game = ""; values.players = ""; }
  if (order.what === "seat-cards" && !values.slip) return null;
  if (/card/.test(order.what) && !values.table) return null;
  if (order.what === "labels" && order.stock === "own" && (press.own.length < 10 || press.own.some(function (one) { return !one; }))) return null;
  PARTS[order.what].forEach(function (name) {
    if (values[name] !== "" && values[name] !== undefined && values[name] !== null) said[name] = values[name];
  });
  return Object.keys(said).map(function (name) { return name + "=" + encodeURIComponent(String(said[name])); }).join("&");
};

press.set = function (change) {
  if (change.what) press.printed = null;
  Object.assign(press.order, change);
  settle(press.order);
  ["what", "paper", "stock", "place", "colours"].forEach(function (name) { remember("print." + name, press.order[name]); });
  press.told = null;
  press.wish();
};

/** Let what was chosen before give way to what was chosen now. */
function settle(order) {
  const offers = press.offers;
  if (/card/.test(order.what) && !press.table() && offers.tables.length) order.table = offers.tables[0].code;
  const game = press.game();
  if (game.players.indexOf(order.players) < 0) order.players = game.players[0];
  if (order.map > game.maps.length) order.map = 0;
  if (order.filled !== "blank" && !press.table()) order.filled = "blank";
  if ((order.what === "labels" || order.what === "guide") && order.stock !== "own") {
    if (!press.stock()) order.stock = offers.stocks[0].id;
    if (order.camera && press.stock().fits.indexOf(order.place + "-camera") < 0) order.camera = false;
    if (press.stock().fits.indexOf(order.place) < 0) {
      const size = press.stock().paper;
      const fitting = offers.stocks.filter(function (one) { return one.fits.indexOf(order.place) >= 0; });
      order.stock = (fitting.filter(function (one) { return one.paper === size; })[0] || fitting[0]).id;
      order.start = 1;
    }
    if (order.start > press.stock().grid[0] * press.stock().grid[1]) order.start = 1;
  }
  if (order.paper === "A5" && order.what !== "rules" && order.what !== "score") order.paper = "A4";
}

/** Ask for the document once the finger rests. */
press.wish = function () {
  clearTimeout(timer);
  timer = setTimeout(look, PAUSE);
  // What is shown is not what is wished any more: it must not be printed by mistake.
  press.old = true;
  asked++;
  press.draw();
};

async function look() {
  const mine = ++asked;
  const query = press.query();
  press.done = null;
  if (query === null) { press.old = false; press.printed = null; press.refusal = null; press.busy = false; press.draw(); return; }
  press.busy = true;
  press.draw();
  for (;;) {
    const answer = await wire.get("/api/print/order?" + query);
    if (mine !== asked) return;
    if (answer && answer.ok && !answer.ready) {
      press.done = { done: answer.done, of: answer.of };
      press.draw();
    } else if (answer) {
      press.busy = press.old = false;
      press.refusal = answer.ok ? null : answer.msg;
      if (!press.printed || !answer.ok || press.printed.v !== answer.v) press.shown = 0;
      press.printed = answer.ok ? Object.assign({ query: query }, answer) : null;
      press.draw();
      return;
    }
    await new Promise(function (done) { setTimeout(done, LOOK_AGAIN); });
    if (mine !== asked) return;
  }
}

/** Tell the server something it must know for printing; answers, or null where it was refused. */
press.tell = async function (path, body) {
  if (press.telling) return null;
  press.telling = true;
  press.draw();
  const answer = await wire.request(path, body);
  press.telling = false;
  press.refusal = answer && !answer.ok ? answer.msg : null;
  press.draw();
  return answer && answer.ok ? answer : null;
};

press.fetchOffers = async function () {
  const answer = await wire.getSurely("/api/print/offers?language=" + encodeURIComponent(press.language));
  if (!answer.ok) { press.refusal = answer.msg; return false; }
  press.offers = answer;
  return true;
};

function page() {
  if (!press.offers) {
    return el("main", { class: "press-page press-alone", key: "alone" },
      el("h1", null, nodes(m("press.title"))),
      press.refusal ? el("p", { class: "refusal" }, nodes(press.refusal)) : el("span", { class: "spinner spinner-big", "aria-hidden": "true" }),
      press.refusal ? el("p", null, nodes(m("press.who-may"))) : null);
  }
  return el("main", { class: "press-page", key: "press" },
    el("header", { class: "press-head" },
      el("h1", null, nodes(m("press.title"))),
      el("a", { class: "press-back", href: press.order.table ? "/j/" + encodeURIComponent(press.order.table) : "/" }, nodes(m("press.back")))),
    el("div", { class: "press-columns" }, orderForm(press), pagesPart(press)));
}

press.draw = function () {
  patch(document.getElementById("page"), page());
  document.title = text(m("press.title"));
  const words = press.refusal ? text(press.refusal) : press.told ? text(press.told)
    : press.busy ? text(m("press.making")) : press.printed ? text(m("press.ready", { n: press.printed.pages.length })) : "";
  if (words === spoken) return;
  spoken = words;
  document.getElementById("live").textContent = words;
};

function chosenLanguage(tags) {
  const wanted = [recall("language", "")].concat(navigator.languages || [navigator.language || "en"]);
  return wanted.map(function (tag) {
    return tags.filter(function (one) { return tag && one.split("-")[0] === tag.split("-")[0]; })[0];
  }).filter(Boolean)[0] || "en";
}

function firstOrder() {
  const here = window.location.search.match(/[?&]table=(\w+)/);
  const tables = press.offers.tables;
  const table = tables.filter(function (one) { return here && one.code === here[1].toUpperCase(); })[0] || tables[0];
  const letter = AMERICAN.test(navigator.language || "");
  const order = {
    what: recall("print.what", "labels"), table: table ? table.code : "", game: table ? table.game : press.offers.games[0].name,
    players: table ? table.players : null, paper: recall("print.paper", letter ? "Letter" : "A4"),
    stock: recall("print.stock", letter ? "5167" : "l4731rev"), place: recall("print.place", "corners"), colours: recall("print.colours", "four"),
    camera: false, outline: false, start: 1, copies: 1, printer: "", map: 0, filled: table && table.deals ? "so-far" : "blank", pages: 1,
  };
  if (!PARTS[order.what] || order.what === "seat-cards") order.what = "labels";
  if (press.offers.printers.length === 1) order.printer = press.offers.printers[0];
  return order;
}

async function start() {
  wearTheme();
  const tags = await wire.getSurely("/api/languages");
  press.language = chosenLanguage(Array.isArray(tags) ? tags : ["en"]);
  useWords(await wire.getSurely("/api/words/" + encodeURIComponent(press.language) + "?for=print"), press.language);
  press.draw();
  if (await press.fetchOffers()) {
    press.order = firstOrder();
    settle(press.order);
    press.wish();
  }
  press.draw();
}

start();
