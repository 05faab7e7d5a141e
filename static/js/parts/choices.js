// Choices as buttons, pads, grids and small forms: whatever a game offers, drawn alike.

import { el } from "../dom.js";
import { m, nodes } from "../words.js";
import { control, doubtsAbout, fillRest, formRows, isFilled, withinTotal } from "./fields.js";
import { handStrip, isOfHand } from "./hand.js";
import { trickLine } from "./trickline.js";

/** One and the same choice from frame to frame. */
export function choiceId(choice) {
  return choice.key + " " + JSON.stringify(choice.entry);
}

function put(entry, name, value) {
  const steps = name.split(".");
  const last = steps.pop();
  const inner = steps.reduce(function (at, step) {
    if (typeof at[step] !== "object" || at[step] === null) at[step] = {};
    return at[step];
  }, entry);
  inner[last] = value;
}

/** The entry with its blanks filled. */
export function fillEntry(entry, fields, valueOf) {
  const filled = JSON.parse(JSON.stringify(entry));
  fields.forEach(function (field) { put(filled, field.name, valueOf(field)); });
  return filled;
}

function valueIn(draft, field) {
  const held = draft.values[field.name];
  return held === undefined ? (field.value === null ? undefined : field.value) : held;
}

function complete(choice, draft) {
  return (choice.fields || []).every(function (field) { return isFilled(field, valueIn(draft, field)); });
}

/** Send a choice: ask first where the game asks for it, or where the record would prove a slip. */
function send(app, choice, draft) {
  const fields = choice.fields || [];
  const doubts = fields.reduce(function (all, field) { return all.concat(doubtsAbout(field, valueIn(draft, field))); }, []);
  const asked = (choice.confirm ? [choice.confirm] : []).concat(doubts);
  const entry = fillEntry(choice.entry, fields, function (field) { return valueIn(draft, field); });
  const go = function () { app.enter(entry, choiceId(choice)); };
  if (asked.length) app.confirm(asked, choice.label, go);
  else go();
}

/** Whether one tap fills this blank. */
function isQuick(field) {
  return field.kind === "card" || field.kind === "pick" || (field.kind === "number" && (field.options || []).length > 0);
}

/** Whether a form is done with its last tap: every blank is one tap, and some had to be filled. */
function sendsItself(choice) {
  const fields = choice.fields || [];
  return !choice.confirm && !choice.total && fields.every(isQuick) && fields.some(function (field) { return !isFilled(field, field.value); });
}

function slotFor(app, choice, field, after) {
  const draft = app.draft(choiceId(choice));
  const laid = (app.frame.view.trick && app.frame.view.trick.laid) || [];
  return {
    suit: draft.suit || (laid.length ? laid[0].card[1] : null),
    openSuit: function (suit) { draft.suit = suit; app.draw(); },
    label: field.label || choice.label, value: valueIn(draft, field), typed: draft.typed[field.name], explain: app.explain,
    set: function (value) { draft.values[field.name] = value; app.explain(null); app.draw(); },
    type: function (typed, value) {
      draft.typed[field.name] = typed;
      draft.values[field.name] = value === undefined ? null : value;
      app.draw();
    },
    pick: function (value) { draft.values[field.name] = value; app.explain(null); after(draft); },
  };
}

/** Send what a tap on this field has completed. */
function sendPicked(app, choice, field, draft) {
  if (app.locked()) return;
  send(app, choice, draft);
  // A card asked about and then not sent must not stay picked.
  delete draft.values[field.name];
  draft.open = undefined;
}

/** Fill the one blank of a choice and send it: a tap on the thing itself, wherever it is drawn. */
export function chooseOption(app, choice, value) {
  const field = choice.fields[0];
  const draft = app.draft(choiceId(choice));
  if (!app.locked()) draft.values[field.name] = value;
  sendPicked(app, choice, field, draft);
}

function sendButton(app, choice, draft) {
  const filled = complete(choice, draft);
  const ready = filled && !app.locked();
  const field = (choice.fields || [])[0];
  const number = choice.fields.length === 1 && field.kind === "number" ? valueIn(draft, field) : undefined;
  return el("button", {
    type: "button", class: "main send" + (filled ? "" : " unready") + app.waiting(choiceId(choice)), disabled: ready ? null : true,
    on: { click: function () { send(app, choice, draft); } },
  }, nodes(choice.label), number === undefined || number === null ? null : el("b", { class: "send-value" }, String(number)));
}

/** A choice with nothing to fill, or one whose blanks are filled on a sheet; `short`: as few letters as it takes. */
export function choiceButton(app, choice, dress, short) {
  const fields = choice.fields || [];
  return el("button", {
    type: "button", key: choiceId(choice), class: dress + app.waiting(choiceId(choice)), disabled: app.locked() || null,
    on: { click: function () { if (fields.length) app.open({ kind: "choice", id: choiceId(choice) }); else send(app, choice, app.draft(choiceId(choice))); } },
  }, nodes(choice.label), fields.length && !short ? el("span", { "aria-hidden": "true" }, " \u2026") : null);
}

/** What explains a blank: a line on a low screen, which a tap unfolds; whole elsewhere. */
function hintOf(hint) {
  return hint ? el("details", { class: "hint", key: "hint" }, el("summary", null, nodes(hint))) : null;
}

/** A choice with one blank, drawn where it stands: a tap on a card or a word is the entry. */
function inlineChoice(app, choice) {
  const field = choice.fields[0];
  const draft = app.draft(choiceId(choice));
  const quick = field.kind === "card" || field.kind === "pick";
  return el("div", { class: "inline inline-" + field.kind + (app.locked() ? " locked" : "") + (quick ? app.waiting(choiceId(choice)) : ""), key: choiceId(choice) },
    quick || field.label ? el("p", { class: "inline-label" }, nodes(quick ? choice.label : field.label)) : null,
    field.kind === "card" ? trickLine(app.frame.view) : null,
    hintOf(choice.hint || field.hint),
    isOfHand(app, choice) ? handStrip(app) : control(field, slotFor(app, choice, field, function () { sendPicked(app, choice, field, draft); })),
    quick ? null : sendButton(app, choice, draft));
}

/** A choice with one blank, on a sheet of its own. */
function singleForm(app, choice) {
  const field = choice.fields[0];
  const draft = app.draft(choiceId(choice));
  const quick = field.kind === "card" || field.kind === "pick";
  return [
    field.label ? el("p", { class: "inline-label" }, nodes(field.label)) : null,
    field.hint ? el("p", { class: "quiet" }, nodes(field.hint)) : null,
    control(field, slotFor(app, choice, field, quick ? function () { sendPicked(app, choice, field, draft); } : app.draw)),
    quick ? null : sendButton(app, choice, draft),
  ];
}

/** A choice with several blanks: filled row by row; the last tap sends it where taps can fill it. */
function foldedForm(app, choice) {
  const draft = app.draft(choiceId(choice));
  const fields = choice.total ? choice.fields.map(function (field) { return withinTotal(choice, draft, field); }) : choice.fields;
  const itself = sendsItself(choice);
  function nextEmpty() {
    const empty = fields.filter(function (field) { return !isFilled(field, valueIn(draft, field)); })[0];
    return empty ? empty.name : null;
  }
  if (draft.open === undefined) draft.open = nextEmpty();
  function slot(field) {
    const one = slotFor(app, choice, field, function () {
      if (choice.total) fillRest(choice, draft, field.name);
      draft.open = nextEmpty();
      if (itself && draft.open === null) sendPicked(app, choice, field, draft);
      else app.draw();
    });
    if (isQuick(field)) one.set = one.pick;
    return one;
  }
  return [
    formRows(fields, {
      open: draft.open, slot: slot,
      value: function (field) { return valueIn(draft, field); },
      unfold: function (name) { draft.open = name; app.draw(); },
    }),
    itself ? null : sendButton(app, choice, draft),
  ];
}

/** The form of a choice with blanks. */
export function choiceForm(app, choice) {
  return [
    choice.hint ? el("p", { class: "quiet" }, nodes(choice.hint)) : null,
    choice.fields.length === 1 ? singleForm(app, choice) : foldedForm(app, choice),
  ];
}

/** Which seat's word a choice is, where this phone speaks for that seat; else null. */
function speaker(app, choice) {
  const seat = choice.entry.seat;
  return app.frame.me.seats.indexOf(seat) >= 0 ? seat : null;
}

function bySpeaker(app, choices) {
  const groups = [];
  choices.forEach(function (choice) {
    const seat = speaker(app, choice);
    let group = groups.filter(function (one) { return one.seat === seat; })[0];
    if (!group) groups.push(group = { seat: seat, choices: [] });
    group.choices.push(choice);
  });
  const turn = app.frame.view.seats.filter(function (seen) { return seen.turn; }).map(function (seen) { return seen.seat; });
  function rank(group) { return group.seat === null ? 2 : turn.indexOf(group.seat) >= 0 ? 0 : 1; }
  return groups.sort(function (a, b) { return rank(a) - rank(b); });
}

/** Whether a sentence names a seat. */
export function mentions(msg, seat) {
  return Boolean(msg.args) && Object.keys(msg.args).some(function (name) {
    const arg = msg.args[name];
    return arg !== null && typeof arg === "object" && (arg.seat === seat || (arg.code !== undefined && mentions(arg, seat)));
  });
}

/** "For Grandma", where one phone speaks for several and the labels do not say for whom. */
function forWhom(app, group) {
  const said = group.choices.every(function (choice) { return mentions(choice.label, group.seat); });
  if (app.frame.me.seats.length < 2 || group.seat === null || said) return null;
  return el("h2", { class: "for-whom", key: "for" }, nodes(m("ui.for", { who: { seat: group.seat } })));
}

/** The choice of a group that is drawn where it stands: one blank, else a form of single taps. */
function inlineOf(choices) {
  const blanks = function (choice) { return (choice.fields || []).length; };
  return choices.filter(function (choice) { return blanks(choice) === 1; })[0]
    || choices.filter(function (choice) { return blanks(choice) > 1 && sendsItself(choice); })[0] || null;
}

/** `first`: whether this group may draw its blank at once; one pad or grid fills a small screen. */
function groupOf(app, group, first, beside) {
  const inline = first ? inlineOf(group.choices) : null;
  const rest = group.choices.filter(function (choice) { return choice !== inline; });
  const dress = first && !inline ? "main" : "secondary";
  return el("div", { class: "group", key: "g" + group.seat },
    forWhom(app, group),
    inline ? (inline.fields.length === 1 ? inlineChoice(app, inline)
      : el("div", { class: "inline inline-form", key: choiceId(inline) }, el("p", { class: "inline-label" }, nodes(inline.label)), choiceForm(app, inline))) : null,
    rest.length || beside ? el("div", { class: "buttons" },
      rest.map(function (choice) { return choiceButton(app, choice, dress); }), beside) : null);
}

/** What may be said meanwhile: one row of short buttons. */
function besideOf(app, choices) {
  const beside = choices.filter(function (choice) { return choice.weight === "beside"; });
  return beside.length ? el("div", { class: "beside", key: "beside" },
    beside.map(function (choice) { return choiceButton(app, choice, "secondary", true); })) : null;
}

/** Everything the table waits for from this phone, and the way to the rest. */
export function dock(app) {
  const choices = app.frame.view.choices || [];
  const mains = choices.filter(function (choice) { return (choice.weight || "main") === "main"; });
  const more = choices.filter(function (choice) { return choice.weight === "more"; });
  const moreButton = more.length ? el("button", {
    type: "button", key: "more", class: "plain", on: { click: function () { app.open({ kind: "more" }); } },
  }, nodes(m("ui.more")), el("span", { "aria-hidden": "true" }, " \u2026")) : null;
  const groups = bySpeaker(app, mains);
  const meanwhile = besideOf(app, choices);
  if (!groups.length) return [handStrip(app), meanwhile, moreButton];
  // What a seat may say while others are waited for is a button, not a pad under every thumb.
  const turns = app.frame.view.seats.filter(function (seen) { return seen.turn; });
  const urgent = groups[0].seat === null || !turns.length || groups[0].choices.some(function (choice) { return choice.asked; }) || turns.some(function (seen) { return seen.seat === groups[0].seat; });
  const inline = urgent ? inlineOf(groups[0].choices) : null;
  return [inline && isOfHand(app, inline) ? null : handStrip(app), meanwhile, groups.map(function (group, index) {
    return groupOf(app, group, urgent && index === 0, index === groups.length - 1 ? moreButton : null);
  })];
}

/** The choices of a weight, by whose word they are; `started` false leaves out what only a game can need. */
export function choiceList(app, weight, started) {
  const wanted = (app.frame.view.choices || []).filter(function (choice) {
    return choice.weight === weight && (started !== false || speaker(app, choice) !== null);
  });
  return bySpeaker(app, wanted).map(function (group) {
    return el("div", { class: "group", key: "g" + group.seat },
      forWhom(app, group),
      el("div", { class: "buttons stacked" }, group.choices.map(function (choice) {
        return [choiceButton(app, choice, "secondary"), choice.hint ? el("p", { class: "quiet", key: "h" + choiceId(choice) }, nodes(choice.hint)) : null];
      })));
  });
}

/** Find a choice again in the frame on the screen, offers of notices included. */
export function findChoice(frame, id) {
  const offered = (frame.view.notices || []).reduce(function (all, notice) { return all.concat(notice.offers || []); }, []);
  return (frame.view.choices || []).concat(offered).filter(function (choice) { return choiceId(choice) === id; })[0] || null;
}

/** The title of a choice's sheet, with whose word it is where that needs saying. */
export function choiceTitle(app, choice) {
  const seat = speaker(app, choice);
  const whose = app.frame.me.seats.length > 1 && seat !== null && !mentions(choice.label, seat);
  return whose ? m("ui.for-title", { who: { seat: seat }, what: choice.label }) : choice.label;
}

