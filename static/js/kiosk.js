// The kiosk: follows a table by itself, says when its picture is old, and needs no hand.

import { patch } from "./dom.js";
import { wearTheme } from "./keep.js";
import * as wire from "./wire.js";
import { m, text, useWords, usePeople } from "./words.js";
import { boardPage, waitingPage } from "./parts/board.js";
import { fitNames } from "./parts/fit.js";
import { onKey } from "./parts/kioskstory.js";
import { timeOf } from "./parts/recent.js";

const STALE = 5000;
const TROUBLE = 60000;
const SEARCH = 3000;
const IDLE = 3000;

const board = { frame: null, join: null, refusal: null, skew: 0, troubled: false, staleSince: null, nextAddress: nextAddress, draw: draw };
const opened = Date.now();
let version = null;
let game = null;
let language = "en";
let ready = false;

async function nextAddress() {
  const answer = await wire.request("/api/address", { table: board.frame.table.code });
  if (answer && answer.ok) board.join = answer.join;
  draw();
}

function draw() {
  if (!ready) return;
  const link = wire.link();
  const old = board.frame !== null && link.state !== "live" && Date.now() - link.since > STALE;
  board.staleSince = old ? timeOf(Math.floor(link.since / 1000)) : null;
  const none = board.frame && board.frame.people.every(function (person) { return !person.phone; });
  board.troubled = Boolean(none && board.join && !board.join.reached && Date.now() - opened > TROUBLE);
  patch(document.getElementById("page"), board.frame ? boardPage(board) : waitingPage(board.refusal));
  fitNames();
  document.title = board.frame ? text(board.frame.view.status) : text(m("app.name"));
}

async function loadWords(name) {
  useWords(await wire.getSurely("/api/words/" + encodeURIComponent(language) + (name ? "?game=" + encodeURIComponent(name) : "")), language);
  game = name;
  ready = true;
}

async function onFrame(frame, join) {
  if (version !== null && version !== frame.version) { window.location.reload(); return; }
  version = frame.version;
  if (frame.table.game !== game || !ready) await loadWords(frame.table.game);
  if (board.frame && board.frame.table.code === frame.table.code && frame.seq < board.frame.seq) return;
  board.frame = frame;
  if (join) board.join = join;
  board.skew = frame.table.now - Math.floor(Date.now() / 1000);
  usePeople(frame);
  draw();
}

/** One unit is a hundredth of the screen's height, less where the screen is narrow. */
function measure() {
  const unit = Math.min(window.innerHeight / 100, window.innerWidth / 160);
  document.documentElement.style.setProperty("--u", unit.toFixed(3) + "px");
  draw();
}

function hideIdleCursor() {
  let timer = null;
  function rest() { document.documentElement.classList.add("idle"); }
  document.addEventListener("mousemove", function () {
    document.documentElement.classList.remove("idle");
    clearTimeout(timer);
    timer = setTimeout(rest, IDLE);
  });
  timer = setTimeout(rest, IDLE);
}

/** The table of the address, or the newest there is: the server moves us on to newer ones. */
async function begin(code) {
  for (;;) {
    const answer = await wire.getSurely("/api/kiosk" + (code ? "?table=" + encodeURIComponent(code) : ""));
    if (answer.ok) {
      wire.follow(code || null, true, { frame: onFrame, link: draw });
      wire.show(answer.frame, answer.join);
      return;
    }
    board.refusal = answer.code === "which-table" ? answer.msg : null;
    draw();
    await new Promise(function (done) { setTimeout(done, SEARCH); });
  }
}

async function start() {
  wearTheme();
  measure();
  window.addEventListener("resize", measure);
  hideIdleCursor();
  document.addEventListener("keydown", function (event) { if (board.frame) onKey(event.key, draw); });
  setInterval(draw, 5000);
  const tags = await wire.getSurely("/api/languages");
  const own = (navigator.language || "en").split("-")[0];
  language = tags.filter(function (tag) { return tag.split("-")[0] === own; })[0] || "en";
  const code = window.location.pathname.split("/")[2];
  await loadWords(null);
  draw();
  begin(code ? decodeURIComponent(code) : "");
}

start();
