// Settling up: what was played for, and who gives whom how much.

import { el } from "../dom.js";
import { m, nodes, text } from "../words.js";
import { recall, remember } from "../keep.js";
import { table, who } from "./ledger.js";

/** Whole cents of what was typed, a comma being as good as a point; null for what is no amount. */
export function cents(typed) {
  const clean = typed.trim().replace(",", ".");
  if (clean === "") return 0;
  return /^\d{1,5}(\.\d{1,2})?$/.test(clean) ? Math.round(Number(clean) * 100) : null;
}

function money(page, key, label) {
  const id = "stake-" + key;
  const typed = page.stakes[key] === undefined ? recall("stake." + key, "") : page.stakes[key];
  page.stakes[key] = typed;
  const wrong = cents(typed) === null;
  return el("div", { key: id },
    el("label", { for: id }, nodes(label)),
    el("input", {
      id: id, class: "money", inputmode: "decimal", autocomplete: "off", maxlength: 8, value: typed, placeholder: "0.00",
      "aria-invalid": wrong ? "true" : null,
      on: { input: function () { page.stakes[key] = this.value; remember("stake." + key, this.value); page.settled = null; page.draw(); } },
    }));
}

function result(page) {
  const settled = page.settled;
  if (!settled) return null;
  if (!settled.payments.length) return el("p", { class: "payments", key: "paid" }, nodes(m("even.nobody-owes")));
  return el("div", { key: "paid" },
    el("ul", { class: "payments" }, settled.payments.map(function (one) {
      return el("li", null, nodes(m("even.gives", { giver: one.giver, taker: one.taker, amount: one.amount })));
    })),
    table(m("even.balance"), [m("even.name"), m("even.amount")], settled.people.map(function (one) {
      return [who(one.name), (one.cents < 0 ? "\u2212" : one.cents ? "+" : "") + one.amount];
    })));
}

/** The card; `page` has data, stakes, settled, draw() and settle(query). */
export function settling(page) {
  const kinds = page.data.kinds.filter(function (kind) { return kind.deals; });
  if (!kinds.length) return null;
  const fields = kinds.reduce(function (all, kind) {
    return all.concat([
      ["point." + kind.game, m(kind.chips ? "even.for-chip" : "even.for-point", { game: kind.title })],
      ["game." + kind.game, m("even.for-game", { game: kind.title })],
    ]);
  }, []);
  function go(event) {
    event.preventDefault();
    const told = fields.map(function (field) { return [field[0], cents(page.stakes[field[0]] || "")]; });
    if (told.some(function (one) { return one[1] === null; })) { page.refuse(m("even.no-amount")); return; }
    page.settle(told.map(function (one) { return encodeURIComponent(one[0]) + "=" + one[1]; }).join("&"));
  }
  return el("section", { class: "panel", key: "settle" },
    el("h2", null, nodes(m("even.settle"))),
    el("p", { class: "quiet" }, nodes(m("even.settle-hint"))),
    el("form", { class: "stakes", "aria-label": text(m("even.settle")), on: { submit: go } },
      fields.map(function (field) { return money(page, field[0], field[1]); }),
      el("button", { type: "submit", class: "main" }, nodes(m("even.work-out")))),
    result(page));
}
