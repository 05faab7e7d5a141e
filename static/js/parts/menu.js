// The menu: undo, people and seats, the rules, rare entries, what happened, this phone.

import { el } from "../dom.js";
import { m, nodes, text, currentLanguage, nameOf } from "../words.js";
import { theme, wearTheme } from "../keep.js";
import { languageName } from "../languages.js";
import { setSound, soundOn } from "../turn.js";
import { choiceList } from "./choices.js";
import { houseRules, mayChangeRules } from "./house.js";
import { qrPicture } from "./qr.js";
import { recent } from "./recent.js";
import { addSheets } from "./sheets.js";

function button(app, words, dress, click) {
  return el("button", { type: "button", class: dress, disabled: app.locked() || null, on: { click: click } }, nodes(words));
}

function section(key, title, body) {
  return el("section", { class: "menu-part", key: key }, el("h3", null, nodes(title)), body);
}

function undoPart(app) {
  const undo = app.frame.undo;
  return section("undo", m("ui.undo"), undo
    ? [el("p", null, nodes(undo.what)), button(app, m("ui.take-back"), "secondary" + app.waiting("undo"), app.undo)]
    : el("p", { class: "quiet" }, nodes(m("ui.nothing-to-undo"))));
}

/** Whether this phone may change who sits there: its holder and the host may. */
function mayChange(app, seat) {
  return app.frame.people.some(function (one) { return one.seat === seat && (one.name || one.phone) && (one.yours || app.frame.me.host); });
}

function peoplePart(app) {
  return section("people", m("ui.people"), el("ul", { class: "people" }, app.frame.people.map(function (person) {
    const free = !person.phone;
    return el("li", { key: "p" + person.seat },
      el("span", null, el("bdi", { class: "name" }, nameOf(person.seat)),
        person.yours ? el("span", { class: "quiet" }, " ", nodes(m(person.seat === app.frame.me.seats[0] ? "ui.you" : "ui.you-enter"))) : null,
        free ? el("span", { class: "quiet" }, " ", nodes(m(person.name ? "ui.no-phone" : "ui.free"))) : null),
      free
        ? (app.frame.me.seats.length ? button(app, m("ui.add"), "small", function () { app.open({ kind: "sit", seat: person.seat }); }) : null)
        : mayChange(app, person.seat)
          ? el("button", {
            type: "button", class: "small", "aria-label": text(m("ui.change-seat", { who: { seat: person.seat } })),
            on: { click: function () { app.open({ kind: "seat", seat: person.seat }); } },
          }, nodes(m("ui.change"))) : null);
  })));
}

function phonePart(app) {
  const themes = [["auto", m("ui.theme-auto")], ["dark", m("ui.theme-dark")], ["light", m("ui.theme-light")]];
  const languages = app.ui.languages;
  return section("phone", m("ui.this-phone"), [
    el("div", { class: "options", role: "group", "aria-label": text(m("ui.theme")) }, themes.map(function (pair) {
      const on = theme() === pair[0];
      return el("button", {
        type: "button", key: pair[0], class: "option" + (on ? " chosen" : ""), "aria-pressed": on ? "true" : "false",
        on: { click: function () { wearTheme(pair[0]); app.draw(); } },
      }, nodes(pair[1]));
    })),
    el("button", {
      type: "button", class: "option wide" + (soundOn() ? " chosen" : ""), "aria-pressed": soundOn() ? "true" : "false", key: "sound",
      on: { click: function () { setSound(!soundOn()); app.draw(); } },
    }, nodes(m(soundOn() ? "ui.sound-on" : "ui.sound-off"))),
    languages.length > 1 ? el("div", { class: "options", key: "languages", role: "group", "aria-label": text(m("ui.language")) }, languages.map(function (tag) {
      const on = tag === currentLanguage();
      return el("button", {
        type: "button", key: tag, lang: tag, class: "option" + (on ? " chosen" : ""), "aria-pressed": on ? "true" : "false",
        on: { click: function () { app.speak(tag); } },
      }, languageName(tag));
    })) : null,
  ]);
}

function hostPart(app) {
  if (!app.frame.me.host) return null;
  return section("host", m("ui.you-host"), [
    el("p", null, nodes(m("ui.host-can"))),
    el("a", { class: "secondary link", href: "/kiosk/" + encodeURIComponent(app.frame.table.code) }, nodes(m("ui.open-kiosk"))),
    el("a", { class: "secondary link", href: "/print?table=" + encodeURIComponent(app.frame.table.code) }, nodes(m("ui.print-what"))),
    el("a", { class: "secondary link", href: "/evenings" }, nodes(m("ui.evenings"))),
    app.frame.practice ? null : button(app, m("ui.paper"), "secondary", function () { app.open({ kind: "paper" }); }),
    button(app, m("ui.new-table"), "secondary", function () {
      app.confirm([m("ui.new-table-question")], m("ui.new-table"), app.newTable);
    }),
  ]);
}

/** Everything the menu holds. */
function menuBody(app) {
  const rare = choiceList(app, "rare", app.frame.table.started);
  const seated = app.frame.me.seats.length > 0;
  return [
    seated || app.frame.me.host ? undoPart(app) : null,
    peoplePart(app),
    rare.length ? section("rare", m("ui.rare"), rare) : null,
    section("rules", m("ui.rules"), [
      houseRules(app.frame.view),
      mayChangeRules(app.frame)
        ? button(app, m("ui.change-rules"), "secondary", function () { app.open({ kind: "setup" }); }) : null,
    ]),
    section("recent", m("ui.what-happened"), [
      recent(app.frame),
      button(app, m("ui.timeline"), "secondary", function () { app.open({ kind: "timeline" }); }),
    ]),
    hostPart(app),
    app.frame.practice ? null : section("practice", m("ui.practise"), [
      el("p", null, nodes(m("ui.practice-how"))),
      button(app, m("ui.practise"), "secondary", function () { app.open({ kind: "practice" }); }),
    ]),
    phonePart(app),
  ];
}

/** One seat: its name, its phone, its place; for its holder and the host. */
function seatBody(app, seat) {
  const person = app.frame.people.filter(function (one) { return one.seat === seat; })[0];
  function rename(event) {
    event.preventDefault();
    const name = this.elements.newname.value.trim();
    if (!name) { app.refuse(m("ui.name-missing")); return; }
    app.enter({ do: "rename", seat: seat, name: name }, "rename", true, app.close);
  }
  const others = app.frame.people.filter(function (one) { return one.seat !== seat; });
  return [
    el("form", { on: { submit: rename } },
      el("label", { for: "newname" }, nodes(m("ui.name"))),
      el("input", { id: "newname", name: "newname", class: "text-input", autocomplete: "off", maxlength: 40, spellcheck: "false", value: person.name }),
      el("button", { type: "submit", class: "secondary", disabled: app.locked() || null }, nodes(m("ui.save-name")))),
    el("div", { class: "buttons stacked" },
      button(app, m("ui.to-other-phone"), "secondary", function () { app.givePass(seat); }),
      button(app, m(person.yours ? "ui.leave-seat" : "ui.free-this-seat", { who: { seat: seat } }), "secondary", function () {
        app.confirm([m("ui.leave-question", { who: { seat: seat } })], m("ui.leave-yes"), function () {
          app.enter({ do: "leave", seat: seat }, "leave", true, app.close);
        });
      })),
    app.frame.me.host ? el("fieldset", { class: "segment" }, el("legend", null, nodes(m("ui.swap-with"))),
      el("div", { class: "options" }, others.map(function (other) {
        return el("button", {
          type: "button", class: "option", key: "m" + other.seat, disabled: app.locked() || null,
          on: { click: function () { app.enter({ do: "move", seat: seat, to: other.seat }, "move", true, app.close); } },
        }, el("bdi", null, nameOf(other.seat)));
      }))) : null,
    app.frame.me.host && app.frame.table.started ? button(app, m("ui.sat-wrong"), "secondary", function () { app.open({ kind: "reseat" }); }) : null,
  ];
}

/** The one-time code that takes a seat to another phone. */
function passBody(pass) {
  return [
    el("p", null, nodes(m("ui.pass-hint", { n: pass.minutes, who: { seat: pass.seat } })), " ", nodes(m("ui.pass-once"))),
    qrPicture(pass.qr, m("ui.pass-qr")),
    el("p", { class: "address" }, pass.url.split(/(?=\/p\/)/).map(function (piece) { return el("span", { class: "unbroken" }, piece); })),
  ];
}

addSheets({
  menu: function (app) { return { title: m("ui.menu"), tall: true, body: menuBody(app) }; },
  seat: function (app, opened) { return mayChange(app, opened.seat) && { title: m("ui.seat-of", { who: { seat: opened.seat } }), body: seatBody(app, opened.seat) }; },
  pass: function (app, opened) { return mayChange(app, opened.pass.seat) && { title: m("ui.to-other-phone"), body: passBody(opened.pass) }; },
});
