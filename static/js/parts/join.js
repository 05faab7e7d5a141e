// Coming in: the code where the link has none, the name, and a free seat on the drawing.

import { el } from "../dom.js";
import { m, nodes, text } from "../words.js";
import { link } from "../wire.js";
import { banner } from "./banner.js";
import { felt } from "./felt.js";
import { waitingNote } from "./waiting.js";

/** A seat that nobody's phone speaks for: free, or left in the middle of a game. */
function isOpen(person) {
  return !person.phone;
}

function practise(app) {
  return el("button", { type: "button", class: "plain", key: "practise", on: { click: function () { app.open({ kind: "practice" }); } } }, nodes(m("ui.practise")));
}

/** One big field for the code on the kiosk's screen. */
export function codePage(app) {
  function go(event) {
    event.preventDefault();
    const code = this.elements.code.value.replace(/\s+/g, "").toUpperCase();
    if (code) app.enterCode(code);
  }
  return el("main", { class: "page page-code", key: "code" },
    el("h1", null, nodes(m("ui.welcome"))),
    el("form", { on: { submit: go } },
      el("label", { for: "code" }, nodes(m("ui.code-label"))),
      el("input", {
        id: "code", name: "code", class: "code-input", autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
        maxlength: 12, "aria-describedby": "code-hint",
      }),
      el("p", { class: "quiet", id: "code-hint" }, nodes(m("ui.code-hint"))),
      app.refusal(),
      el("button", { type: "submit", class: "main" }, nodes(m("ui.open-table")))),
    practise(app));
}

/** The name and the drawing; a tap on a free seat sits down. */
export function joinPage(app) {
  const frame = app.frame;
  const free = frame.people.filter(isOpen).length;
  return el("main", { class: "page page-join", key: "join" },
    frame.practice ? el("div", { class: "practice" }, el("p", null, el("b", null, nodes(m("ui.practice"))), " ", nodes(m("ui.practice-note")))) : null,
    el("h1", null, nodes(m(free ? "ui.welcome-to" : "ui.table-full", { code: frame.table.code }))),
    free ? el("div", { class: "name-line" },
      el("label", { for: "name" }, nodes(m("ui.your-name"))),
      el("input", {
        id: "name", class: "text-input", autocomplete: "nickname", maxlength: 40, spellcheck: "false", value: app.ui.name,
        on: { input: function () { app.ui.name = this.value; app.clearRefusal(); } },
      })) : el("p", { class: "quiet" }, nodes(m("ui.table-full-hint"))),
    free ? el("p", { class: "lead" }, nodes(m("ui.tap-a-seat"))) : null,
    app.refusal(),
    felt(frame, {
      anchor: 1, bare: true,
      onSeat: function (person) { return !isOpen(person) ? null : function () { app.sitDown(person.seat); }; },
    }),
    el("button", { type: "button", class: "plain", on: { click: app.watch } }, nodes(m("ui.just-watching"))),
    frame.practice ? null : practise(app),
    el("div", { class: "foot", key: "foot" }, banner(link()), waitingNote(app)));
}

/** Asks for the name of whoever came by a seat card to a seat without one. */
export function nameless(app) {
  const mine = app.frame.people.filter(function (person) { return person.yours && !person.name; })[0];
  return mine ? el("section", { class: "panel", key: "nameless" },
    el("h2", null, nodes(m("ui.seat-is-yours", { seat: mine.seat }))),
    el("button", { type: "button", class: "main", on: { click: function () { app.open({ kind: "seat", seat: mine.seat }); } } }, nodes(m("ui.say-name")))) : null;
}

/** Who is still missing, and how to bring them in; nothing once all sit. */
export function lobby(app) {
  const frame = app.frame;
  const missing = frame.people.filter(isOpen);
  if (!missing.length) return null;
  const seated = frame.me.seats.length > 0;
  return el("section", { class: "panel lobby", key: "lobby" },
    el("h2", null, nodes(m("ui.seats-free", { n: missing.length }))),
    el("p", null, nodes(m("ui.invite", { address: window.location.host, code: frame.table.code }))),
    seated ? el("button", {
      type: "button", class: "secondary", on: { click: function () { app.open({ kind: "sit", seat: missing[0].seat }); } },
    }, nodes(m("ui.add-without-phone"))) : el("button", { type: "button", class: "main", on: { click: app.sitInstead } }, nodes(m("ui.sit-down"))));
}

/** The sheet that seats somebody without a phone; this one enters for them. */
export function sitForm(app, asked) {
  const free = app.frame.people.filter(isOpen);
  const draft = app.draft("sit");
  const taken = free.every(function (person) { return person.seat !== asked.seat; });
  if (!free.length) return [el("p", null, nodes(m("ui.no-seat-left")))];
  const chosen = draft.values.seat || (taken ? free[0].seat : asked.seat);
  function go(event) {
    event.preventDefault();
    const name = this.elements.guest.value.trim();
    if (!name) { app.refuse(m("ui.name-missing")); return; }
    delete draft.values.seat;
    app.enter({ do: "sit", seat: chosen, name: name }, "sit", true, app.close);
  }
  return [
    el("p", { class: "quiet" }, nodes(m("ui.scribe-hint"))),
    free.length > 1 ? el("div", { class: "options", role: "group", "aria-label": text(m("ui.which-seat")) }, free.map(function (person) {
      return el("button", {
        type: "button", key: "s" + person.seat, class: "option" + (person.seat === chosen ? " chosen" : ""),
        "aria-pressed": person.seat === chosen ? "true" : "false",
        on: { click: function () { draft.values.seat = person.seat; app.draw(); } },
      }, nodes(m("seat.number", { n: person.seat })));
    })) : null,
    el("form", { on: { submit: go } },
      el("label", { for: "guest" }, nodes(m("ui.their-name"))),
      el("input", { id: "guest", name: "guest", class: "text-input", autocomplete: "off", maxlength: 40, spellcheck: "false" }),
      el("button", { type: "submit", class: "main", disabled: app.locked() || null }, nodes(m("ui.seat-them")))),
  ];
}
