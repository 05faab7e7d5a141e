// A sheet over the page: one question at a time, closed by its button, Escape or beside it.

import { el } from "../dom.js";
import { m, nodes, text } from "../words.js";
import { link } from "../wire.js";
import { banner } from "./banner.js";
import { waitingNote } from "./waiting.js";

function keepInside(event) {
  if (event.key !== "Tab") return;
  const stops = Array.prototype.slice.call(this.querySelectorAll("button, input, summary, a[href]"))
    .filter(function (one) { return !one.disabled && one.offsetParent !== null; });
  if (!stops.length) return;
  const first = stops[0];
  const last = stops[stops.length - 1];
  if (event.shiftKey && document.activeElement === first) { last.focus(); event.preventDefault(); }
  else if (!event.shiftKey && document.activeElement === last) { first.focus(); event.preventDefault(); }
}

/** A sheet with its title and body; `tall` fills the page. */
export function sheet(app, options) {
  const close = function () { app.close(); };
  return el("div", { class: "veil", key: "sheet" + app.depth(), on: { click: function (event) { if (event.target === this) close(); } } },
    el("div", {
      class: "sheet" + (options.tall ? " sheet-tall" : ""), role: "dialog", "aria-modal": "true", "aria-label": text(options.title),
      on: { keydown: keepInside },
    },
    el("div", { class: "sheet-top" },
      el("div", { class: "sheet-head" },
        el("h2", { tabindex: "-1", class: "sheet-title" }, nodes(options.title)),
        el("button", { type: "button", class: "icon", "aria-label": text(m("ui.close")), on: { click: close } }, "\u2715")),
      banner(link()),
      waitingNote(app),
      app.refusal()),
    el("div", { class: "sheet-body" }, options.body)));
}

/** "Really?": the sentences to weigh, and two clear answers. */
export function confirmBody(app, question) {
  return [
    question.messages.map(function (message) { return el("p", { class: "question" }, nodes(message)); }),
    el("div", { class: "buttons stacked" },
      el("button", { type: "button", class: "main", on: { click: function () { app.close(); question.go(); } } }, nodes(question.yes)),
      el("button", { type: "button", class: "plain", on: { click: function () { app.close(); } } }, nodes(m("ui.not-now")))),
  ];
}
