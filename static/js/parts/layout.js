// Rows of cards that lie before the seats: open ones, covered ones beneath, empty places.
//
// Any game may give them. On the kiosk each row lies at its seat; on a phone the others' rows
// are small and the own one is large, to be tapped where its cards are asked for.

import { el } from "../dom.js";
import { m, text, nameNode } from "../words.js";
import { cardFace } from "./card.js";
import { chooseOption, choiceId } from "./choices.js";

function said(place) {
  if (place.up) return m(place.down ? "ui.place-over" : "ui.plain", { card: { card: place.up }, what: { card: place.up } });
  if (place.unknown) return m("ui.place-unknown");
  return m(place.down ? "ui.place-covered" : "ui.place-empty");
}

function dress(place) {
  const open = place.up || place.unknown;
  return "place" + (open || place.down ? "" : " place-empty") + (place.down ? (open ? " place-over" : " place-bare") : "") + (place.unknown ? " place-unknown" : "");
}

function inside(place) {
  return [
    place.down ? el("span", { class: "card card-back", "aria-hidden": "true" }) : null,
    place.up ? cardFace(place.up) : place.unknown ? el("span", { class: "card card-blank", "aria-hidden": "true" }) : null,
  ];
}

/** What a tap on this place does for this phone; null where it does nothing. */
function tapOn(app, seat, place) {
  const own = (app.frame.view.choices || []).filter(function (choice) {
    return choice.entry.seat === seat && choice.weight !== "rare" && (choice.fields || []).length === 1;
  });
  if (place.opens) {
    const opened = own.filter(function (choice) { return choice.key === place.opens; })[0];
    return opened ? function () { app.open({ kind: "choice", id: choiceId(opened) }); } : null;
  }
  const picked = place.up && own.filter(function (choice) {
    return choice.fields[0].kind === "card" && choice.fields[0].options.some(function (option) { return option.value === place.up && !option.why_not; });
  })[0];
  return picked ? function () { chooseOption(app, picked, place.up); } : null;
}

function placeNode(place, index, tap, app) {
  const words = text(said(place));
  if (!tap) return el("li", { class: dress(place), key: "p" + index }, inside(place), el("span", { class: "unseen" }, words));
  return el("li", { key: "p" + index, class: dress(place) + " place-tap" },
    el("button", { type: "button", "aria-label": words, disabled: app.locked() || null, on: { click: tap } }, inside(place)));
}

function handNode(seen) {
  return el("li", { class: "place place-hand", key: "hand" },
    el("span", { class: "card card-back", "aria-hidden": "true" }, seen.hand > 1 ? el("b", null, String(seen.hand)) : null),
    el("span", { class: "unseen" }, text(m("ui.in-hand", { n: seen.hand }))));
}

/** A seat's row, and apart from it what it has in hand; `app` where this phone may tap in it. */
export function rowOf(seen, app) {
  if (!(seen.places || []).length) return null;
  return el("ul", { class: "places places-" + seen.places.length, "aria-label": text(m("ui.row-of", { who: { seat: seen.seat } })) },
    seen.places.map(function (place, index) { return placeNode(place, index, app ? tapOn(app, seen.seat, place) : null, app); }),
    seen.hand ? handNode(seen) : null);
}

/** All rows as a phone shows them: the others' in order of play, then its own. */
export function rows(app) {
  const mine = app.frame.me.seats;
  const anchor = mine[0] || 1;
  const laid = app.frame.view.seats.filter(function (seen) { return (seen.places || []).length; });
  if (!laid.length) return null;
  const order = laid.slice().sort(function (a, b) {
    const own = (mine.indexOf(a.seat) >= 0) - (mine.indexOf(b.seat) >= 0);
    const players = app.frame.table.players;
    return own || (a.seat - anchor + players) % players - (b.seat - anchor + players) % players;
  });
  return el("section", { class: "layout", key: "layout", "aria-label": text(m("ui.rows")) }, order.map(function (seen) {
    const own = mine.indexOf(seen.seat) >= 0;
    return el("div", { class: "layout-row side-" + seen.team + (own ? " layout-own" : ""), key: "row" + seen.seat },
      el("p", { class: "layout-who" }, nameNode(seen.seat)), rowOf(seen, own ? app : null));
  }));
}
