// Blanks in an entry and how a finger fills them; one at a time or as a folding form.

import { el } from "../dom.js";
import { known, m, nodes, text } from "../words.js";
import { cardGrid } from "./cardgrid.js";
import { miniCard } from "./card.js";
import { pad } from "./pad.js";

function optionOf(field, value) {
  return (field.options || []).filter(function (option) { return option.value === value; })[0];
}

/** How a value reads: its option's label, a card, yes or no, or itself. */
function valueNodes(field, value) {
  if (value === undefined || value === null) return nodes(m("ui.not-chosen"));
  if (Array.isArray(value)) return value.map(miniCard);
  const option = optionOf(field, value);
  if (option && option.label) return nodes(option.label);
  if (field.kind === "card") return [miniCard(value)];
  if (value === true) return nodes(m("ui.yes"));
  if (value === false) return nodes(m("ui.no"));
  return [String(value)];
}

/** The same in plain words. */
export function valueText(field, value) {
  const option = optionOf(field, value);
  if (option && option.label) return text(option.label);
  if (value === true || value === false) return text(m(value ? "ui.yes" : "ui.no"));
  return (Array.isArray(value) ? value : [value]).map(function (one) {
    return text(m("ui.plain", { what: field.kind === "card" || field.kind === "cards" ? { card: one } : one }));
  }).join(" ");
}

/** What must be asked before a value is sent: it may be, against the rules. */
export function doubtsAbout(field, value) {
  return (Array.isArray(value) ? value : [value]).map(function (one) {
    const option = optionOf(field, one);
    return option && option.doubt;
  }).filter(Boolean);
}

/** Whether a blank is filled as far as the phone can tell. */
export function isFilled(field, value) {
  if (field.kind === "cards") return Array.isArray(value) && value.length === field.count;
  if (field.kind === "text") return typeof value === "string" && value.trim() !== "";
  return value !== undefined && value !== null;
}

/** Numbers that make a total: what was touched longest ago has what the others leave. */
export function fillRest(choice, draft, name) {
  const fields = choice.fields;
  draft.touched = (draft.touched || []).filter(function (one) { return one !== name; }).concat(name).slice(1 - fields.length);
  if (draft.touched.length < fields.length - 1) return;
  const rest = fields.filter(function (field) { return draft.touched.indexOf(field.name) < 0; })[0];
  const left = draft.touched.reduce(function (n, one) { return n - draft.values[one]; }, choice.total);
  draft.values[rest.name] = rest.options.some(function (option) { return option.value === left; }) ? left : null;
}

/** The field with those of its numbers greyed for which the others leave too little. */
export function withinTotal(choice, draft, field) {
  const kept = (draft.touched || []).filter(function (name) { return name !== field.name; }).slice(2 - choice.fields.length);
  const high = kept.reduce(function (n, name) { return n - draft.values[name]; }, choice.total);
  return Object.assign({}, field, { options: field.options.map(function (option) {
    return option.value > high ? Object.assign({}, option, { why_not: m("ui.at-most", { high: high }) }) : option;
  }) });
}

function optionButton(field, option, chosen, slot) {
  return el("button", {
    type: "button", key: "o" + option.value,
    class: "option" + (option.label && text(option.label).length > 30 ? " option-prose" : "") + (chosen ? " chosen" : "") + (option.doubt ? " doubtful" : ""),
    "aria-pressed": chosen ? "true" : "false", "aria-disabled": option.why_not ? "true" : null,
    on: { click: function () { if (option.why_not) slot.explain(option.why_not); else slot.pick(option.value); } },
  }, valueNodes(field, option.value));
}

function textInput(field, slot) {
  return el("input", {
    class: "text-input", type: "text", maxlength: field.high || 200, autocomplete: "off",
    "aria-label": text(slot.label), value: slot.value === undefined ? "" : slot.value,
    on: { input: function () { slot.set(this.value); } },
  });
}

/**
 * The control for a field. `slot`: label, value, typed, explain(msg);
 * set(value) keeps it, pick(value) keeps it and goes on, type(text, value) for a keypad.
 */
export function control(field, slot) {
  if (field.kind === "text") return textInput(field, slot);
  if (field.kind === "number") return pad(field, slot);
  if (field.kind === "card") {
    return cardGrid(field, {
      label: slot.label, many: false, explain: slot.explain, suit: slot.suit, openSuit: slot.openSuit,
      chosen: function (card) { return slot.value === card; }, pick: slot.pick,
    });
  }
  if (field.kind === "cards") {
    const held = slot.value || [];
    // In the order in which they were tapped: some games ask for it.
    return [el("p", { class: "picked" }, held.map(miniCard), " ", nodes(m("ui.picked", { n: held.length, all: field.count }))), cardGrid(field, {
      label: slot.label, many: true, explain: slot.explain, suit: slot.suit, openSuit: slot.openSuit,
      chosen: function (card) { return held.indexOf(card) >= 0; },
      pick: function (card) {
        const rest = held.filter(function (one) { return one !== card; });
        slot.set(rest.length < held.length ? rest : held.concat([card]).slice(-field.count));
      },
    })];
  }
  return el("div", { class: "options", role: "group", "aria-label": text(slot.label) },
    field.options.map(function (option) { return optionButton(field, option, slot.value === option.value, slot); }));
}

/** The label of a field, or a plain word for its kind. */
function fieldLabel(field) {
  return field.label || m("ui.field");
}

/** A number among its like: less, the number, more. */
function stepper(field, value, slot) {
  function step(by, sign, words) {
    const next = (value || 0) + by;
    return el("button", {
      type: "button", class: "key step", disabled: next < field.low || next > field.high || null,
      "aria-label": text(m(words, { what: fieldLabel(field) })), on: { click: function () { slot.set(next); } },
    }, sign);
  }
  return el("div", { class: "stepper", key: "s" + field.name, role: "group", "aria-label": text(fieldLabel(field)) },
    el("span", { class: "stepper-label" }, nodes(fieldLabel(field))),
    step(-1, "\u2212", "ui.less"), el("b", { class: "stepper-value" }, String(value || 0)), step(1, "+", "ui.more-of"));
}

function folded(key, open, head, filled, value, unfold, body) {
  return el("div", { class: "form-row" + (open ? " form-open" : ""), key: "f" + key },
    el("button", { type: "button", class: "form-head", "aria-expanded": open ? "true" : "false", on: { click: unfold } },
      el("span", { class: "form-label" }, nodes(head)),
      el("span", { class: "form-value" + (filled ? "" : " form-empty") }, value)),
    open ? el("div", { class: "form-body" }, body()) : null);
}

function single(field, form) {
  const open = form.open === field.name;
  const value = form.value(field);
  return folded(field.name, open, fieldLabel(field), isFilled(field, value), valueNodes(field, value),
    function () { form.unfold(open ? null : field.name); },
    function () { return [field.hint ? el("p", { class: "quiet" }, nodes(field.hint)) : null, control(field, form.slot(field))]; });
}

/** Numbers that are named alike, such as one a letter, under one heading. */
function together(fields, form) {
  const name = fields[0].name;
  const open = form.open === name;
  const values = fields.map(function (field) { return form.value(field); });
  return folded(name, open, m(fields[0].label.code + ".heading"), true, values.filter(Boolean).join(" \u00B7 "),
    function () { form.unfold(open ? null : name); },
    function () {
      return [fields.map(function (field, index) { return stepper(field, values[index], form.slot(field, true)); }),
        form.use ? el("button", { type: "button", class: "secondary", on: { click: function () { form.use(fields); } } }, nodes(m("ui.use-these"))) : null];
    });
}

function isLike(one, other) {
  return one.kind === "number" && other.kind === "number" && one.label && other.label && one.label.code === other.label.code
    && known(one.label.code + ".heading");
}

/**
 * A form of folding rows: each shows its value, the open one its control. `form`: open,
 * value(field), unfold(name), slot(field, grouped); use(fields) where a group is sent as one.
 */
export function formRows(fields, form) {
  const groups = fields.reduce(function (all, field) {
    const last = all[all.length - 1];
    if (last && isLike(last[0], field)) last.push(field);
    else all.push([field]);
    return all;
  }, []);
  return el("div", { class: "form-rows" }, groups.map(function (group) { return group.length > 1 ? together(group, form) : single(group[0], form); }));
}
