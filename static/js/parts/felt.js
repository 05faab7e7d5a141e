// The table seen from above: an oval felt, seats in order of play, the trick in the middle.
// The viewer sits at the bottom; the phones and the kiosk draw the same felt.

import { el } from "../dom.js";
import { m, nodes, text, nameNode, nameOf } from "../words.js";
import { cardFace, miniCard } from "./card.js";
import { rowOf } from "./layout.js";

/** Where a seat lies: right and down from the middle, each from -1 to 1. */
function place(seat, frame, anchor) {
  const players = frame.table.players;
  const turn = frame.view.direction === "counter-clockwise" ? -1 : 1;
  const angle = Math.PI / 2 + turn * ((seat - anchor + players) % players) * 2 * Math.PI / players;
  return { x: Math.cos(angle), y: Math.sin(angle) };
}

function at(spot, wide, high) {
  return { left: (50 + spot.x * wide).toFixed(2) + "%", top: (50 + spot.y * high).toFixed(2) + "%" };
}

function dealerChip() {
  return el("span", { class: "dealer", title: text(m("ui.dealer")) },
    el("span", { "aria-hidden": "true" }, nodes(m("ui.dealer-letter"))),
    el("span", { class: "unseen" }, text(m("ui.dealer"))));
}

function presence(person) {
  if (!person.name) return null;
  if (!person.phone) return el("span", { class: "here here-none" }, nodes(m("ui.no-phone")));
  return person.here ? null : el("span", { class: "here here-away" }, nodes(m("ui.phone-asleep")));
}

function seatBox(frame, seen, person, options) {
  const free = !person.name;
  const open = !person.phone;
  const mine = person.yours;
  const turn = seen.turn && !options.bare;
  const dress = "seat" + (turn ? " seat-turn" : "") + (mine ? " seat-mine" : "") + (free ? " seat-free" : "") + " side-" + seen.team;
  const tap = options.onSeat && options.onSeat(person);
  const inside = [
    el("span", { class: "seat-name" },
      seen.dealer && !options.bare ? dealerChip() : null,
      free && tap ? el("span", { "aria-hidden": "true" }, "+\u00A0") : null,
      nameNode(seen.seat)),
    el("span", { class: "seat-more" }, el("span", { class: "seat-facts" },
      mine && !options.kiosk ? el("span", { class: "you" }, nodes(m(seen.seat === options.anchor ? "ui.you" : "ui.through-you"))) : null,
      free && options.kiosk ? el("span", null, nodes(m("ui.free"))) : null,
      turn ? el("span", { class: "unseen" }, text(m("ui.has-turn"))) : null,
      seen.tricks ? el("span", { class: "seat-tricks" }, nodes(m("ui.tricks", { n: seen.tricks }))) : null,
      presence(person),
      (seen.marks || []).map(function (mark) { return el("span", { class: "mark" }, nodes(mark)); })),
    seen.says ? el("span", { class: "says" }, nodes(seen.says)) : null),
    options.kiosk ? rowOf(seen, null) : null,
  ];
  const spot = place(seen.seat, frame, options.anchor);
  const props = { class: dress };
  if (tap) {
    props.type = "button";
    props.on = { click: tap };
    if (open) props["aria-label"] = text(m("ui.take-seat", { who: { seat: seen.seat } }));
  }
  // A plate with much to say grows away from the middle, where the cards lie.
  const grows = spot.y > 0.6 ? " spot-low" : spot.y < -0.6 ? " spot-high" : "";
  return el("div", { class: "spot" + grows, key: "seat" + seen.seat, style: at(spot, options.wide, options.high) },
    el(tap ? "button" : "div", props, inside));
}

function knownTrick(view) {
  if (view.trick && ((view.trick.laid || []).length || (view.trick.cards || []).length)) return { trick: view.trick, past: false };
  return view.last_trick ? { trick: view.last_trick, past: true } : null;
}

function laidCards(frame, trick, past, options) {
  return (trick.laid || []).map(function (laid) {
    const spot = place(laid.seat, frame, options.anchor);
    // With six round the table the cards of neighbours at the sides need more room, off the names.
    const spread = frame.table.players > 4 ? Math.abs(spot.x) * 0.25 : 0;
    // Of three large seats two are above the middle: the trick makes room for them.
    if (options.rows && frame.table.players === 3) spot.y += 0.5;
    return el("div", {
      class: "laid" + (past ? " laid-past" : "") + (trick.winner === laid.seat ? " laid-won" : ""),
      key: "laid" + trick.number + "-" + laid.seat,
      style: at(spot, options.wide * ((options.rows ? 0.36 : 0.42) - spread / 3), options.high * ((options.rows ? 0.28 : 0.4) + spread)),
    }, cardFace(laid.card), el("span", { class: "unseen" }, nameOf(laid.seat)));
  });
}

/** The trick that lies there with its taker, until the next is led; null otherwise. */
export function lastTaken(view) {
  const lying = knownTrick(view);
  return lying && lying.past && lying.trick.winner ? lying.trick : null;
}

function middle(trick, told) {
  const loose = trick.cards || [];
  if (!loose.length && !told) return null;
  return el("div", { class: "middle", key: "middle" },
    loose.length ? el("span", { class: "loose" }, loose.map(miniCard)) : null,
    told ? el("span", { class: "took" }, nodes(m("ui.took-it", { who: { seat: trick.winner } }))) : null);
}

/**
 * The felt. `options`: anchor seat; kiosk; bare (no dealer, no turn); onSeat(person) gives the
 * tap or null; how far seats lie from the middle, wide and high, in percent.
 */
export function felt(frame, options) {
  const view = frame.view;
  const lying = knownTrick(view);
  const reach = Object.assign({ anchor: 1, wide: 35, high: 37 }, options);
  const rows = Boolean(reach.kiosk) && view.seats.some(function (seen) { return (seen.places || []).length; });
  // Rows make the seats large: they come in from the edge, and the trick lies closer together.
  if (rows) reach.wide = 34;
  reach.rows = rows;
  return el("section", { class: "felt players-" + frame.table.players + (rows ? " felt-rows" : ""), key: "felt", "aria-label": text(m("ui.the-table")) },
    el("div", { class: "oval", "aria-hidden": "true" }),
    lying ? [laidCards(frame, lying.trick, lying.past, reach), middle(lying.trick, !reach.kiosk && lastTaken(view))] : null,
    view.seats.map(function (seen) {
      const person = frame.people.filter(function (one) { return one.seat === seen.seat; })[0] || { seat: seen.seat, name: null };
      return seatBox(frame, seen, person, reach);
    }));
}
