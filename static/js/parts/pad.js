// Number keys of our own: no keyboard that jumps up, corrects or zooms.
//
// A short range is a grid of its numbers, those not to be had shown with the reason; a long
// one is a keypad under a real input, which screen readers and hardware keyboards can fill.

import { el } from "../dom.js";
import { m, nodes, text } from "../words.js";

const SHORT = 40;

function valuesOf(field) {
  if (field.options && field.options.length) return field.options;
  if (field.low === undefined || field.high === undefined || field.high - field.low >= SHORT) return null;
  const all = [];
  for (let n = field.low; n <= field.high; n++) all.push({ value: n });
  return all;
}

function grid(values, slot) {
  const columns = values.length > 21 ? 6 : 5;
  return el("div", { class: "numbers columns-" + columns, role: "group", "aria-label": text(slot.label) },
    values.map(function (option) {
      const chosen = slot.value === option.value;
      return el("button", {
        type: "button", key: "n" + option.value, class: "number" + (chosen ? " chosen" : "") + (option.doubt ? " doubtful" : ""),
        "aria-pressed": chosen ? "true" : "false", "aria-disabled": option.why_not ? "true" : null,
        on: { click: function () { if (option.why_not) slot.explain(option.why_not); else slot.set(option.value); } },
      }, option.label ? nodes(option.label) : String(option.value));
    }));
}

function within(field, n) {
  return !isNaN(n) && (field.low === undefined || n >= field.low) && (field.high === undefined || n <= field.high);
}

/** Why what was typed cannot be it; null while it can, or while more digits may still come. */
function whyNot(field, typed) {
  const n = /^-?\d+$/.test(typed) ? parseInt(typed, 10) : NaN;
  if (typed === "" || typed === "-" || within(field, n)) return null;
  const low = field.low === undefined ? null : String(field.low).replace("-", "\u2212");
  const high = field.high === undefined ? null : String(field.high).replace("-", "\u2212");
  if (low !== null && high !== null && (isNaN(n) || field.low < 0)) return m("ui.between", { low: low, high: high });
  if (high !== null && n > field.high) return m("ui.at-most", { high: high });
  if (low !== null && n < field.low && typed.length >= low.length) return m("ui.at-least", { low: low });
  return null;
}

/** The first digit takes the place of a value that stood there; the next ones are added. */
function keypad(field, slot) {
  const preset = slot.typed === undefined;
  const typed = preset ? (slot.value === undefined || slot.value === null ? "" : String(slot.value)) : slot.typed;
  const kept = preset ? "" : typed;
  function type(next) {
    const n = /^-?\d{1,7}$/.test(next) ? parseInt(next, 10) : NaN;
    slot.type(next, within(field, n) ? n : undefined);
  }
  function key(label, next, words, dress) {
    return el("button", { type: "button", class: "key" + (dress || ""), key: "k" + label, "aria-label": words || null, on: { click: function () { type(next); } } }, label);
  }
  const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
  const negative = field.low !== undefined && field.low < 0;
  const turned = typed[0] === "-" ? typed.slice(1) : "-" + typed;
  const reason = whyNot(field, typed);
  return el("div", { class: "keypad" },
    el("div", { class: "keypad-line" },
      el("input", {
        class: "keypad-value" + (preset && typed ? " keypad-preset" : ""), inputmode: "numeric", autocomplete: "off", "aria-label": text(slot.label), value: typed,
        maxlength: 8, "aria-invalid": reason ? "true" : null,
        on: {
          input: function () { type(this.value.trim().replace("\u2212", "-")); },
          focus: function () { if (preset) this.select(); },
        },
      }),
      el("p", { class: "keypad-why", "aria-live": "polite" }, reason ? nodes(reason) : null)),
    el("div", { class: "keys" },
      digits.map(function (digit) { return key(digit, kept + digit); }),
      negative ? key("\u00B1", turned, text(m("ui.key-sign")), " key-sign") : el("span", { class: "key-sign" }),
      key("0", kept + "0", null, " key-nought"),
      key("\u232B", typed.slice(0, -1), text(m("ui.key-back")), " key-back")));
}

/** A number field. `slot`: label, value, typed, set(n), type(text, n), explain(msg). */
export function pad(field, slot) {
  const values = valuesOf(field);
  return values ? grid(values, slot) : keypad(field, slot);
}
