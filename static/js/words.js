// Sentences from codes: the browser's half of companion/words.py. Both fill `{name}` and
// know nothing cleverer. A sentence becomes nodes, so that names keep their own writing
// direction and cards are drawn as cards.

import { el } from "./dom.js";
import { rankOf, suitSign, miniCard, suitChip } from "./parts/card.js";

const BLANK = /\{(\w+)\}/;

let catalogue = {};
let language = "en";
let plural = null;
let people = [];
let sides = [];

/** Take a catalogue as fetched, and its language. */
export function useWords(words, tag) {
  catalogue = words;
  language = tag;
  document.documentElement.lang = tag;
  plural = typeof Intl === "object" && Intl.PluralRules ? new Intl.PluralRules(tag) : null;
}

/** Who sits where, for the names in sentences. */
export function usePeople(frame) {
  people = frame.people;
  sides = frame.view.score.teams;
}

/** What `draw` makes with another game's words and people. */
export function asOf(words, frame, draw) {
  const kept = [catalogue, people, sides];
  catalogue = words || catalogue;
  usePeople(frame);
  try { return draw(); } finally { catalogue = kept[0]; people = kept[1]; sides = kept[2]; }
}

/** A sentence of our own: `m("ui.sit-here", {seat: {seat: 2}})`. */
export function m(code, args) {
  return { code: code, args: args || {} };
}

/** Whether the catalogue has this sentence. */
export function known(code) {
  return Object.prototype.hasOwnProperty.call(catalogue, code);
}

export function currentLanguage() {
  return language;
}

function template(msg) {
  const text = catalogue[msg.code];
  if (text === undefined) return msg.code;
  if (typeof text === "string") return text;
  const n = msg.args && typeof msg.args.n === "number" ? msg.args.n : 0;
  const form = plural ? plural.select(n) : n === 1 ? "one" : "other";
  return text[form] || text.other;
}

function person(seat) {
  const found = people.filter(function (one) { return one.seat === seat; })[0];
  return found && found.name ? found.name : null;
}

/** The name at a seat as plain text: "Boris", or "Seat 2" while nobody sits there. */
export function nameOf(seat) {
  return person(seat) || text(m("seat.number", { n: seat }));
}

function seatsOfTeam(team) {
  const side = sides.filter(function (one) { return one.team === team; })[0];
  return side ? side.seats : null;
}

/** A name as a node; very long ones are set smaller rather than cut. */
export function nameNode(seat) {
  const name = nameOf(seat);
  return el("bdi", { class: "name" + (name.length > 14 ? " name-longest" : name.length > 9 ? " name-long" : "") }, name);
}

function joined(seats) {
  return seats.reduce(function (all, seat, index) {
    return all.concat(index ? [" ", el("span", { class: "with" }, "& ", nameNode(seat))] : [nameNode(seat)]);
  }, []);
}

function argNodes(arg) {
  if (arg === null || typeof arg !== "object") return [String(arg)];
  if (arg.code !== undefined) return nodes(arg);
  if (arg.seat !== undefined) return [nameNode(arg.seat)];
  if (arg.card !== undefined) return [miniCard(arg.card)];
  if (arg.suit !== undefined) return [suitChip(arg.suit, text(m("suit." + arg.suit)))];
  const seats = seatsOfTeam(arg.team);
  return seats ? joined(seats) : nodes(m("team.number", { n: arg.team }));
}

function argText(arg) {
  if (arg === null || typeof arg !== "object") return String(arg);
  if (arg.code !== undefined) return text(arg);
  if (arg.seat !== undefined) return nameOf(arg.seat);
  if (arg.card !== undefined) return rankOf(arg.card) + suitSign(arg.card[1]);
  if (arg.suit !== undefined) return suitSign(arg.suit) + " " + text(m("suit." + arg.suit));
  const seats = seatsOfTeam(arg.team);
  return seats ? seats.map(nameOf).join(" & ") : text(m("team.number", { n: arg.team }));
}

/** The sentence as nodes to put into an element. */
export function nodes(msg) {
  if (!msg) return [];
  // Splitting by a capturing pattern leaves text at even places and blanks at odd ones.
  return template(msg).split(BLANK).reduce(function (all, piece, index) {
    if (index % 2 === 0) return piece ? all.concat([piece]) : all;
    const given = msg.args && msg.args[piece] !== undefined;
    return all.concat(given ? argNodes(msg.args[piece]) : ["{" + piece + "}"]);
  }, []);
}

/** The sentence as plain text: for labels read aloud and for the window's title. */
export function text(msg) {
  if (!msg) return "";
  return template(msg).split(BLANK).map(function (piece, index) {
    if (index % 2 === 0) return piece;
    return msg.args && msg.args[piece] !== undefined ? argText(msg.args[piece]) : "{" + piece + "}";
  }).join("");
}

const SIGNS = ["\u25CF", "\u25C6", "\u25B2", "\u25A0"];

/** The sign of a side, so that colour is never all that tells sides apart. */
export function sideSign(team) {
  return el("span", { class: "side-sign", "aria-hidden": "true" }, SIGNS[(team - 1) % SIGNS.length] + "\uFE0E");
}

/** The head of a side's column: its sign and its names, a line each, the end of a long one left out. */
export function sideHead(team) {
  return [
    sideSign(team.team),
    el("span", { class: "head-names" }, team.seats.map(function (seat) { return el("bdi", { class: "head-name" }, nameOf(seat)); })),
  ];
}

/** The names of a side, as nodes. */
export function sideNodes(seats) {
  return joined(seats);
}
