// What was played and how it went for whom: tables, each with its drawing.

import { el } from "../dom.js";
import { m, nodes, text, currentLanguage } from "../words.js";
import { bars, lines } from "./charts.js";

export function who(name) {
  return el("bdi", { class: "name" }, name);
}

function sign(n) {
  return n > 0 ? "+" + n : n < 0 ? "\u2212" + -n : "0";
}

/** A number with one place, as the reader's language writes it. */
function mean(sum, count) {
  return (sum / count).toLocaleString(currentLanguage(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** How this reader writes days: by the browser's own country, where it is of the page's language. */
function place() {
  const own = navigator.language || "";
  return own.split("-")[0] === currentLanguage().split("-")[0] ? own : currentLanguage();
}

/** A moment in seconds as a day. */
export function dayOf(seconds) {
  return new Date(seconds * 1000).toLocaleDateString(place(), { year: "numeric", month: "short", day: "numeric" });
}

function hour(seconds) {
  return new Date(seconds * 1000).toLocaleTimeString(place(), { hour: "2-digit", minute: "2-digit" });
}

function side(people) {
  return people.map(function (name, index) { return [index ? " & " : null, who(name)]; });
}

/** A table: `heads` are sentences, `rows` lists of cells whose first is the row's head. */
export function table(caption, heads, rows) {
  return el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": text(caption) }, el("table", { class: "ledger" },
    el("caption", null, nodes(caption)),
    el("thead", null, el("tr", null, heads.map(function (head, index) {
      return el("th", { scope: "col", class: index ? null : "words" }, nodes(head));
    }))),
    el("tbody", null, rows.map(function (row) {
      return el("tr", null, row.map(function (cell, index) { return el(index ? "td" : "th", index ? null : { scope: "row" }, cell); }));
    }))));
}

/** A drawing and the table of the same numbers. */
function pair(drawing, beside) {
  return el("div", { class: "pair" }, el("div", { class: "chart" }, drawing), beside);
}

// What was played

const ALONG = [["pdf", "ui.as-pdf"], ["csv", "ui.as-csv"], ["record", "ui.as-record"], ["json", "ui.as-json"]];

function takeAlong(game) {
  return el("div", { class: "take-along" }, ALONG.map(function (pair) {
    const label = m(pair[1]);
    const path = "/api/export?table=" + encodeURIComponent(game.evening) + "&game=" + game.number + "&as=" + pair[0] + "&lang=" + encodeURIComponent(currentLanguage());
    return el("a", { href: path, download: "", "aria-label": text(m("even.take-what", { what: label, game: game.title, n: game.number })) }, nodes(label));
  }));
}

export function played(data) {
  if (!data.games.length) return el("section", { class: "panel", key: "played" }, el("h2", null, nodes(m("even.played"))), el("p", null, nodes(m("even.nothing"))));
  return el("section", { class: "panel", key: "played" },
    el("h2", null, nodes(m("even.played"))),
    el("ul", { class: "games" }, data.games.map(function (game) {
      return el("li", { key: game.evening + game.number },
        el("p", null, el("b", null, game.title), " \u00B7 ", dayOf(game.began), " ", hour(game.began), " \u00B7 ", nodes(m("even.deals", { n: game.deals }))),
        el("ul", { class: "games-sides" }, game.people.map(function (people, index) {
          return el("li", null, el("b", { class: "games-score" }, String(game.score[index])), el("span", null, side(people)));
        })),
        game.verdict ? el("p", { class: "quiet" }, game.verdict) : null, takeAlong(game));
    })));
}

// People

function partner(person) {
  return person.partner ? [who(person.partner.name), " ", el("span", { class: "quiet" }, nodes(m("even.of-games", { won: person.partner.won, n: person.partner.games })))] : "\u2013";
}

export function people(data) {
  if (!data.people.length) return null;
  return el("section", { class: "panel", key: "people" },
    el("h2", null, nodes(m("even.people"))),
    table(m("even.people-caption"), [m("even.name"), m("even.games"), m("even.won"), m("even.deal-count"), m("even.bids"), m("even.made"), m("even.swept"), m("even.revokes"), m("even.slips"), m("even.partner")], data.people.map(function (person) {
      return [who(person.name), String(person.games), String(person.won), String(person.deals), String(person.bids), String(person.made), String(person.swept), String(person.revokes), String(person.slips), partner(person)];
    })),
    el("h3", null, nodes(m("even.games-won"))),
    pair(bars(text(m("even.games-won")), text(m("even.games-won-desc")), data.people.map(function (person) {
      return { name: person.name, parts: [person.won, person.finished - person.won], says: text(m("even.of-games", { won: person.won, n: person.finished })) };
    })), table(m("even.games-won"), [m("even.name"), m("even.won"), m("even.not-won"), m("even.unfinished")], data.people.map(function (person) {
      return [who(person.name), String(person.won), String(person.finished - person.won), String(person.games - person.finished)];
    }))));
}

// Each kind of game

function bids(kind) {
  const bidders = kind.tallies.filter(function (one) { return one.bids; });
  if (!bidders.length) return null;
  return [
    el("h3", null, nodes(m("even.bids-made"))),
    pair(bars(text(m("even.bids-made")), text(m("even.bids-made-desc")), bidders.map(function (one) {
      return { name: one.name, parts: [one.made, one.failed], says: text(m("even.made-failed", { made: one.made, failed: one.failed })) };
    })), table(m("even.bids-made"), [m("even.name"), m("even.bids"), m("even.made"), m("even.failed")], bidders.map(function (one) {
      return [who(one.name), String(one.bids), String(one.made), String(one.failed)];
    }))),
  ];
}

function averages(kind) {
  const rows = kind.tallies.filter(function (one) { return one.deals; });
  return [
    el("h3", null, nodes(m("even.average"))),
    pair(bars(text(m("even.average")), text(m("even.average-desc")), rows.map(function (one) {
      return { name: one.name, parts: [one.points / one.deals], says: mean(one.points, one.deals) };
    })), table(m("even.average"), [m("even.name"), m("even.deal-count"), m("even.per-deal")], rows.map(function (one) {
      return [who(one.name), String(one.deals), mean(one.points, one.deals)];
    }))),
  ];
}

function better(kind) {
  const title = m(kind.chips ? "even.chips-won" : "even.better");
  return [
    el("h3", null, nodes(title)),
    pair(bars(text(title), text(m(kind.chips ? "even.chips-won-desc" : "even.better-desc")), kind.tallies.map(function (one) {
      return { name: one.name, parts: [one.balance], says: sign(one.balance) };
    })), table(title, [m("even.name"), m("even.unit", { what: kind.unit })], kind.tallies.map(function (one) {
      return [who(one.name), sign(one.balance)];
    }))),
  ];
}

export function kinds(data) {
  return data.kinds.filter(function (kind) { return kind.deals; }).map(function (kind) {
    return el("section", { class: "panel", key: "kind-" + kind.game },
      el("h2", null, kind.title), el("p", { class: "quiet" }, nodes(m("even.deals", { n: kind.deals }))),
      better(kind), bids(kind), averages(kind),
      kind.hanging ? [el("h3", null, nodes(m("even.hanging"))), el("p", null, nodes(m("even.hung", { n: kind.hanging.deals, first: kind.hanging.first, game: kind.hanging.number, most: kind.hanging.most })))] : null);
  });
}

// How one evening went

function course(game) {
  const at = function (step) { return step.deal === 0 ? text(m("even.start")) : step.deal ? String(step.deal) : text(m("even.correction")); };
  const title = m("even.course-of", { game: game.title, n: game.number });
  const drawn = game.people.map(function (people, index) {
    return { names: people, values: game.course.map(function (step) { return step.score[index]; }) };
  });
  const heads = [m("even.after-deal")].concat(game.people.map(function (people) { return m("even.unit", { what: people.join(" & ") }); }));
  return [
    el("h3", null, nodes(title)),
    pair(lines(text(title), game.verdict || text(m("even.deals", { n: game.deals })), drawn, text(m("even.start")), text(m("even.deals", { n: game.deals }))),
      table(title, heads, game.course.map(function (step) { return [at(step)].concat(step.score.map(String)); }))),
  ];
}

export function courses(data) {
  const shown = data.games.filter(function (game) { return game.course.length > 1; });
  if (data.chosen.length !== 1 || !shown.length) return null;
  return el("section", { class: "panel", key: "courses" }, el("h2", null, nodes(m("even.course"))), shown.map(course));
}
