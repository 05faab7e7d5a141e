// What is wished on paper: one question after another, only those that matter for the document.

import { el } from "../dom.js";
import { m, nodes, text } from "../words.js";
import { sheetPicture } from "./printsheet.js";

const WHATS = ["labels", "guide", "rules", "score", "table-card", "seat-cards", "calibration"];
const OWN = ["sheet-width", "sheet-height", "label-width", "label-height", "columns", "rows", "left", "top", "across", "down"];

function segment(key, legend, choices, chosen, pick) {
  return el("fieldset", { class: "segment", key: key }, el("legend", null, nodes(legend)),
    el("div", { class: "options" }, choices.map(function (choice) {
      const on = choice.value === chosen;
      return el("button", {
        type: "button", key: "c" + choice.value, class: "option" + (on ? " chosen" : ""), "aria-pressed": on ? "true" : "false",
        on: { click: function () { if (!on) pick(choice.value); } },
      }, choice.words);
    })));
}

function words(code, values, prefix) {
  return values.map(function (value) { return { value: value, words: nodes(m(prefix + value)) }; });
}

function check(key, label, hint, on, set) {
  return el("label", { class: "press-check", key: key },
    el("input", { type: "checkbox", checked: on || null, on: { change: function () { set(this.checked); } } }),
    el("span", null, nodes(label), hint ? el("span", { class: "quiet" }, " ", nodes(hint)) : null));
}

function select(key, label, groups, chosen, pick) {
  const id = "press-" + key;
  return el("div", { class: "press-field", key: key },
    el("label", { for: id }, nodes(label)),
    el("select", { id: id, class: "text-input", on: { change: function () { pick(this.value); } } }, groups.map(function (group) {
      const options = group.options.map(function (one) {
        return el("option", { value: one.value, key: "o" + one.value, selected: one.value === chosen || null }, one.words);
      });
      return group.label ? el("optgroup", { label: group.label, key: "g" + group.label }, options) : options;
    })));
}

function stepper(key, label, value, low, high, set) {
  function step(by, sign, code) {
    const next = value + by;
    return el("button", {
      type: "button", class: "key step", disabled: next < low || next > high || null, "aria-label": text(m(code, { what: label })),
      on: { click: function () { set(next); } },
    }, sign);
  }
  return el("div", { class: "stepper", key: key, role: "group", "aria-label": text(label) },
    el("span", { class: "stepper-label" }, nodes(label)),
    step(-1, "\u2212", "ui.less"), el("b", { class: "stepper-value" }, String(value)), step(1, "+", "ui.more-of"));
}

function input(key, label, value, type, set, more) {
  const id = "press-" + key;
  return el("div", { class: "press-field", key: key },
    el("label", { for: id }, nodes(label)),
    el("input", Object.assign({ id: id, class: "text-input", type: type, autocomplete: "off", spellcheck: "false", value: value, on: { input: function () { set(this.value); } } }, more)));
}

// For which game and which table

function titleOf(press, name) {
  return press.offers.games.filter(function (one) { return one.name === name; }).map(function (one) { return one.title; })[0] || name;
}

function sourcePart(press, onlyTables) {
  const order = press.order;
  const tables = press.offers.tables.map(function (one) {
    return { value: "table " + one.code, words: text(m("press.of-table", { table: one.code, game: titleOf(press, one.game), n: one.players })) };
  });
  const games = press.offers.games.map(function (one) { return { value: "game " + one.name, words: one.title }; });
  const groups = [{ label: text(m("press.tables")), options: tables }];
  if (!onlyTables) groups.push({ label: text(m("press.games")), options: games });
  const chosen = order.table ? "table " + order.table : "game " + order.game;
  const several = !order.table && press.game().players.length > 1;
  return [
    select("for", m("press.for"), groups.filter(function (group) { return group.options.length; }), chosen, function (value) {
      const parts = value.split(" ");
      press.slips = {};
      press.set(parts[0] === "table" ? { table: parts[1] } : { table: "", game: parts[1], players: null });
    }),
    order.table && !onlyTables ? el("p", { class: "quiet", key: "house" }, nodes(m("press.house-rules"))) : null,
    several ? segment("players", m("ui.how-many"), press.game().players.map(function (n) {
      return { value: n, words: nodes(m("ui.players", { n: n })) };
    }), order.players, function (n) { press.set({ players: n }); }) : null,
  ];
}

function paperPart(press, papers) {
  return segment("paper", m("press.paper"), papers.map(function (name) {
    return { value: name, words: nodes(m("ui.plain", { what: name })) };
  }), press.order.paper, function (name) { press.set({ paper: name }); });
}

// Labels

function placePart(press) {
  return segment("place", m("press.place"), words("place", ["corners", "centre"], "press.place-"), press.order.place,
    function (place) { press.set({ place: place }); });
}

function coloursPart(press) {
  return segment("colours", m("press.colours"), words("colours", ["four", "two", "black"], "press.colours-"), press.order.colours,
    function (colours) { press.set({ colours: colours }); });
}

function millimetres(pair) {
  return pair.map(function (one) { return String(Math.round(one * 10) / 10); }).join(" \u00D7 ");
}

function stockPart(press) {
  const order = press.order;
  const design = press.design();
  const groups = ["A4", "Letter", "A5", ""].map(function (paper) {
    return { label: paper || text(m("press.other-size")), options: press.offers.stocks.filter(function (one) {
      return one.paper === paper && one.fits.indexOf(design) >= 0;
    }).map(function (one) {
      return { value: one.id, words: text(m(one.removable ? "press.stock-removable" : "press.stock", {
        name: [one.name].concat(one.also).slice(0, 3).join(", "), size: millimetres(one.label), n: one.grid[0] * one.grid[1],
      })) };
    }) };
  }).filter(function (group) { return group.options.length; });
  groups.push({ label: text(m("press.own-group")), options: [{ value: "own", words: text(m("press.own")) }] });
  return [
    select("stock", m("press.stock-label"), groups, order.stock, function (id) { press.set({ stock: id, start: 1 }); }),
    order.stock === "own" ? el("div", { class: "press-own", key: "own" },
      el("p", { class: "quiet" }, nodes(m("press.own-hint"))),
      el("div", { class: "press-numbers" }, OWN.map(function (name, index) {
        return input("own-" + name, m("press.own-" + name), press.own[index] === undefined ? "" : press.own[index], "text", function (value) {
          press.own[index] = value.trim().replace(",", ".");
          press.wish();
        }, { inputmode: "decimal", maxlength: 7 });
      }))) : el("p", { class: "quiet", key: "stock-size" }, nodes(m("press.stock-size", { size: millimetres(press.stock().label), n: press.stock().grid[0] * press.stock().grid[1] }))),
    sheetPicture(press),
  ];
}

function labelsPart(press) {
  const order = press.order;
  const own = order.stock === "own";
  const camera = own || (press.stock() && press.stock().fits.indexOf(order.place + "-camera") >= 0);
  const printers = press.offers.printers.map(function (name) { return { value: name, words: name }; });
  return [
    sourcePart(press), placePart(press), stockPart(press), coloursPart(press),
    stepper("copies", m("press.copies"), order.copies, 1, 10, function (n) { press.set({ copies: n }); }),
    camera ? check("camera", m("press.camera"), m("press.camera-hint"), order.camera, function (on) { press.set({ camera: on }); }) : null,
    check("outline", m("press.outline"), m("press.outline-hint"), order.outline, function (on) { press.set({ outline: on }); }),
    printers.length ? select("printer", m("press.printer"), [{ options: [{ value: "", words: text(m("press.printer-none")) }].concat(printers) }],
      order.printer, function (name) { press.set({ printer: name }); }) : null,
  ];
}

function guidePart(press) {
  const maps = press.game().maps;
  return [
    sourcePart(press),
    maps.length > 1 ? segment("map", m("press.map"), [{ value: 0, words: nodes(m("press.map-all")) }].concat(maps.map(function (one, index) {
      return { value: index + 1, words: nodes(one) };
    })), press.order.map, function (map) { press.set({ map: map }); }) : null,
    placePart(press), coloursPart(press), paperPart(press, ["A4", "Letter"]),
  ];
}

// The others

function scorePart(press) {
  const order = press.order;
  return [
    sourcePart(press),
    press.table() ? segment("filled", m("press.filled"), words("filled", ["blank", "so-far", "record"], "press.filled-"), order.filled,
      function (filled) { press.set({ filled: filled }); }) : null,
    stepper("pages", m("press.pages"), order.pages, 1, 20, function (n) { press.set({ pages: n }); }),
    paperPart(press, ["A4", "Letter", "A5"]),
  ];
}

function tableCardPart(press) {
  const wifi = press.wifi;
  async function go(event) {
    event.preventDefault();
    if (!wifi.name) { press.slips["table-card"] = ""; press.wish(); return; }
    const answer = await press.tell("/api/print/wifi", wifi);
    if (answer) { press.slips["table-card"] = answer.slip; press.wish(); }
  }
  return [
    sourcePart(press, true), paperPart(press, ["A4", "Letter"]),
    el("form", { class: "panel", key: "wifi", on: { submit: go } },
      el("h2", null, nodes(m("press.wifi"))),
      el("p", { class: "quiet" }, nodes(m("press.wifi-hint"))),
      input("wifi-name", m("press.wifi-name"), wifi.name, "text", function (value) { wifi.name = value; }, { maxlength: 32 }),
      input("wifi-password", m("press.wifi-password"), wifi.password, "text", function (value) { wifi.password = value; }, { maxlength: 63 }),
      check("wifi-hidden", m("press.wifi-hidden"), null, wifi.hidden, function (on) { wifi.hidden = on; }),
      el("button", { type: "submit", class: "secondary" }, nodes(m("press.wifi-put")))),
  ];
}

function seatCardsPart(press) {
  const table = press.table();
  const made = press.slips["seat-cards"];
  async function make() {
    const answer = await press.tell("/api/print/cards", { table: table.code });
    if (!answer) return;
    press.slips["seat-cards"] = answer.slip;
    table.cards = true;
    press.wish();
  }
  async function end() {
    if (!await press.tell("/api/print/cards", { table: table.code, good: false })) return;
    press.slips["seat-cards"] = "";
    table.cards = false;
    press.told = m("press.cards-ended");
    press.wish();
  }
  return [
    sourcePart(press, true), paperPart(press, ["A4", "Letter"]),
    table ? el("section", { class: "panel", key: "cards" },
      el("p", null, nodes(m("press.cards-what"))),
      el("p", { class: "quiet" }, nodes(m("press.cards-key"))),
      table.cards && !made ? el("p", { class: "notice" }, nodes(m("press.cards-older"))) : null,
      made ? el("p", { class: "notice" }, nodes(m("press.cards-now"))) : null,
      el("div", { class: "buttons stacked" },
        el("button", { type: "button", class: made ? "secondary" : "main", disabled: press.telling || null, on: { click: make } },
          nodes(m(table.cards ? "press.cards-anew" : "press.cards-make"))),
        table.cards ? el("button", { type: "button", class: "secondary", disabled: press.telling || null, on: { click: end } }, nodes(m("press.cards-end"))) : null)) : null,
  ];
}

function calibrationPart(press) {
  const letters = ["A", "B", "C", "D"];
  async function go(event) {
    event.preventDefault();
    const lengths = press.measured.map(function (value) { return parseFloat(value.replace(",", ".")); });
    if (lengths.some(isNaN)) { press.refusal = m("press.measure-all"); press.draw(); return; }
    const name = this.elements.printer.value.trim();
    const answer = await press.tell("/api/print/measured", { printer: name || null, lengths: lengths });
    if (!answer) return;
    press.offers.printers = answer.printers;
    press.order.printer = name || answer.printers[0];
    press.told = m("press.measured-kept");
    press.draw();
  }
  return [
    paperPart(press, ["A4", "Letter"]),
    el("form", { class: "panel", key: "measured", on: { submit: go } },
      el("h2", null, nodes(m("press.measured"))),
      el("p", { class: "quiet" }, nodes(m("press.measured-hint"))),
      el("div", { class: "press-numbers" }, letters.map(function (letter, index) {
        return input("m" + letter, m("press.length", { letter: letter }), press.measured[index], "text", function (value) { press.measured[index] = value; },
          { inputmode: "decimal", maxlength: 8 });
      })),
      el("div", { class: "press-field" }, el("label", { for: "press-printer-name" }, nodes(m("press.printer-name"))),
        el("input", { id: "press-printer-name", name: "printer", class: "text-input", autocomplete: "off", maxlength: 16 })),
      press.told ? el("p", { class: "notice", key: "told" }, nodes(press.told)) : null,
      el("button", { type: "submit", class: "secondary" }, nodes(m("press.measured-keep")))),
  ];
}

const FORMS = {
  labels: labelsPart, guide: guidePart, rules: function (press) { return [sourcePart(press), paperPart(press, ["A4", "Letter", "A5"])]; },
  score: scorePart, "table-card": tableCardPart, "seat-cards": seatCardsPart, calibration: calibrationPart,
};

/** The whole form. */
export function orderForm(press) {
  const what = press.order.what;
  return el("section", { class: "press-form", key: "form", "aria-label": text(m("press.what")) },
    segment("what", m("press.what"), words("what", WHATS, "press.what-"), what, function (value) { press.set({ what: value }); }),
    el("p", { class: "press-about quiet", key: "about" }, nodes(m("press.about-" + what))),
    el("div", { class: "press-parts", key: "parts-" + what }, FORMS[what](press)));
}
