// Everything that happened, on the big screen: in place of the results, newest first.

import { el } from "../dom.js";
import * as wire from "../wire.js";
import { m, nodes, text } from "../words.js";
import { timeOf } from "./recent.js";

const story = { on: false, deal: null, seq: null, code: null, events: [], asking: false };

function load(board, draw) {
  const frame = board.frame;
  if (story.asking || (story.seq === frame.seq && story.code === frame.table.code)) return;
  story.asking = true;
  wire.get("/api/story?table=" + encodeURIComponent(frame.table.code)).then(function (answer) {
    story.asking = false;
    if (!answer || !answer.ok) return; // what is shown stays, and the screen says if it is cut off
    if (story.code !== frame.table.code) story.deal = null;
    story.code = frame.table.code;
    story.seq = frame.seq;
    story.events = answer.story.events;
    draw();
  });
}

function deals() {
  return story.events.reduce(function (all, one) { return one.deal && all.indexOf(one.deal) < 0 ? all.concat([one.deal]) : all; }, []);
}

/** From all deals back to the newest, to those before it, and again. */
function step(by) {
  const all = deals();
  const at = all.indexOf(story.deal);
  if (at < 0) story.deal = by < 0 ? all[all.length - 1] || null : null;
  else story.deal = all[at + by] || (by < 0 ? story.deal : null);
}

/** Whether the story is shown in place of the results. */
export function storyShown() {
  return story.on;
}

/** T shows the story and puts it away; the arrows go from deal to deal. */
export function onKey(key, draw) {
  if (key === "t" || key === "T") story.on = !story.on;
  else if (story.on && key === "ArrowLeft") step(-1);
  else if (story.on && key === "ArrowRight") step(1);
  else return;
  draw();
}

/** The button that does the same as the key. */
export function storyButton(draw) {
  return el("button", {
    type: "button", class: "k-print", key: "story", "aria-pressed": story.on ? "true" : "false",
    on: { click: function () { onKey("t", draw); } },
  }, nodes(m("ui.what-happened")));
}

function stepButton(by, words, sign, off, draw) {
  return el("button", { type: "button", class: "k-step", disabled: off || null, "aria-label": text(m(words)), on: { click: function () { step(by); draw(); } } }, sign);
}

function line(event, index) {
  const by = event.host ? m("ui.by-host") : event.by ? m("ui.by", { who: event.by }) : null;
  return el("li", { key: "s" + index, class: event.undone ? "undone" : null },
    el("span", { class: "when" }, timeOf(event.at)),
    el("span", null,
      el(event.undone ? "s" : "span", null, nodes(event.what)),
      event.paper ? [" ", el("span", { class: "mark" }, nodes(m("table.mark-paper")))] : null,
      event.undone ? el("span", { class: "quiet" }, " ", nodes(m("ui.taken-back"))) : null,
      by ? el("span", { class: "quiet" }, " ", nodes(by)) : null));
}

/** The list, and whose deal it is of. */
export function storyPart(board, draw) {
  load(board, draw);
  const all = deals();
  const shown = story.events.filter(function (one) { return !story.deal || one.deal === story.deal; }).reverse();
  return el("section", { class: "k-history k-story", key: "story", "aria-label": text(m("ui.timeline")) },
    el("div", { class: "k-steps" },
      stepButton(-1, "ui.earlier-deal", "\u2039", !all.length || story.deal === all[0], draw),
      el("b", null, nodes(story.deal ? m("ui.deal", { n: story.deal }) : m("ui.all-deals"))),
      stepButton(1, "ui.later-deal", "\u203A", !story.deal, draw)),
    el("ol", { class: "k-rows k-lines" }, shown.slice(0, 40).map(function (event, index) { return line(event, shown.length - index); })));
}
