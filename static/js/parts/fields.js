// Blanks in an entry and how a finger fills them; one at a time or as a folding form.

import { el } from "../dom.js";
import { m, nodes, text } from "../words.js";
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

function optionButton(field, option, chosen, slot) {
  return el("button", {
    type: "button", key: "o" + option.value,
    class: "option" + (chosen ? " chosen" : "") + (option.doubt ? " doubtful" : ""),
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
      label: slot.label, many: false, explain: slot.explain,
      chosen: function (card) { return slot.value === card; }, pick: slot.pick,
    });
  }
  if (field.kind === "cards") {
    const held = slot.value || [];
    return cardGrid(field, {
      label: slot.label, many: true, explain: slot.explain,
      chosen: function (card) { return held.indexOf(card) >= 0; },
      pick: function (card) {
        const rest = held.filter(function (one) { return one !== card; });
        slot.set(rest.length < held.length ? rest : held.concat([card]).slice(-field.count));
      },
    });
  }
  return el("div", { class: "options", role: "group", "aria-label": text(slot.label) },
    field.options.map(function (option) { return optionButton(field, option, slot.value === option.value, slot); }));
}

/** The label of a field, or a plain word for its kind. */
function fieldLabel(field) {
  return field.label || m("ui.field");
}

/** A form of folding rows: each shows its value, the open one its control. */
export function formRows(fields, form) {
  return el("div", { class: "form-rows" }, fields.map(function (field) {
    const open = form.open === field.name;
    const value = form.value(field);
    return el("div", { class: "form-row" + (open ? " form-open" : ""), key: "f" + field.name },
      el("button", {
        type: "button", class: "form-head", "aria-expanded": open ? "true" : "false",
        on: { click: function () { form.unfold(open ? null : field.name); } },
      }, el("span", { class: "form-label" }, nodes(fieldLabel(field))),
         el("span", { class: "form-value" + (isFilled(field, value) ? "" : " form-empty") }, valueNodes(field, value))),
      open ? el("div", { class: "form-body" },
        field.hint ? el("p", { class: "quiet" }, nodes(field.hint)) : null,
        control(field, form.slot(field))) : null);
  }));
}
