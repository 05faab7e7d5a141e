// The big screen: read from across the room, touched by nobody.

import { el } from "../dom.js";
import { known, m, nodes, text, sideHead } from "../words.js";
import { facts, headline } from "./facts.js";
import { felt, lastTaken } from "./felt.js";
import { houseRules } from "./house.js";
import { qrPicture } from "./qr.js";
import { storyButton, storyPart, storyShown } from "./kioskstory.js";
import { rowHead, strip } from "./score.js";

function minutesLeft(frame, skew) {
  const view = frame.view;
  if (!view.minutes || view.score.over) return null;
  const now = Math.floor(Date.now() / 1000) + skew;
  const left = Math.ceil((frame.table.opened + view.minutes * 60 - now) / 60);
  return el("span", { class: "k-clock", key: "clock" }, nodes(left > 0 ? m("ui.minutes-left", { n: left }) : m("ui.time-up")));
}

/** Who took the trick that still lies there: beside the felt, where no card covers it. */
function taken(view) {
  const trick = lastTaken(view);
  return trick ? el("b", { class: "k-took", key: "took" }, nodes(m("ui.took-it", { who: { seat: trick.winner } }))) : null;
}

function head(frame, skew) {
  const view = frame.view;
  const over = view.score.over && view.score.verdict;
  return el("header", { class: "k-head", key: "head" },
    el("p", { class: "k-small k-line" },
      known("game.title") ? [el("b", null, nodes(m("game.title"))), " \u00B7 "] : null,
      nodes(view.deals ? m("ui.deal-of", { n: view.deal, all: view.deals }) : m("ui.deal", { n: view.deal })), minutesLeft(frame, skew), taken(view)),
    el("h1", { class: "k-status" }, nodes(over ? view.score.verdict : headline(frame))));
}

function history(score) {
  const rows = (score.rows || []).slice().reverse();
  if (!rows.length) return null;
  return el("section", { class: "k-history sides-" + score.teams.length, key: "history", "aria-label": text(m("ui.results")) },
    el("div", { class: "rows-head columns" }, score.teams.map(function (team) { return el("span", { class: "side-" + team.team }, sideHead(team)); })),
    el("div", { class: "k-rows" }, rows.map(function (row) {
      return el("div", { class: "k-row" }, rowHead(row));
    })));
}

function trouble(board) {
  const several = board.join.address_count > 1;
  if (!board.troubled && !several) return null;
  return el("div", { class: "k-trouble" },
    board.troubled ? [
      el("b", null, nodes(m("ui.trouble"))),
      el("ul", null,
        el("li", null, nodes(m("ui.trouble-wifi"))),
        el("li", null, nodes(m("ui.trouble-mobile"))),
        el("li", null, nodes(m("ui.trouble-iphone"))),
        el("li", null, nodes(m("ui.trouble-firewall")))),
    ] : null,
    several ? el("button", { type: "button", class: "secondary", on: { click: board.nextAddress } }, nodes(m("ui.next-address"))) : null);
}

function invitation(board, big) {
  const join = board.join;
  if (!join) return null;
  const parts = join.plain.split(":");
  return el("section", { class: big ? "k-join k-join-big" : "k-join", key: "join", "aria-label": text(m("ui.join-title")) },
    qrPicture(join.qr, m("ui.join-title")),
    el("div", { class: "k-join-words" },
      big ? el("h2", null, nodes(m("ui.join-title"))) : null,
      big ? el("p", null, nodes(m("ui.join-how"))) : null,
      el("p", { class: "address" }, parts[0], parts[1] ? el("span", { class: "port" }, ":" + parts[1]) : null),
      el("p", { class: "code" }, el("span", { class: "k-small" }, nodes(m("ui.code")), " "), el("b", null, join.code)),
      big && join.reached ? el("p", { class: "reached" }, nodes(m("ui.reached"))) : null),
    big ? trouble(board) : null);
}

/** The whole screen. `board`: frame, join, skew seconds, troubled, staleSince, nextAddress(), draw(). */
export function boardPage(board) {
  const frame = board.frame;
  const view = frame.view;
  const free = frame.people.some(function (person) { return !person.phone; });
  return [
    board.staleSince ? el("p", { class: "k-stale", key: "stale", role: "status" }, nodes(m("ui.stale-since", { time: board.staleSince }))) : null,
    frame.practice ? el("section", { class: "k-practice", key: "practice", "aria-label": text(m("ui.practice")) }, el("b", null, nodes(m("ui.practice"))), " ", nodes(m("ui.practice-note"))) : null,
    el("main", { class: "k-main" + (free ? " k-open" : ""), key: "main" },
      el("div", { class: "k-left", key: "left" },
        head(frame, board.skew),
        facts(view),
        felt(frame, { anchor: 1, kiosk: true, wide: 37, high: 38 }),
        (view.guidance || []).length ? el("ul", { class: "k-guidance", key: "guidance" }, view.guidance.slice(0, 3).map(function (line) { return el("li", null, nodes(line)); })) : null),
      el("div", { class: "k-right", key: "right" },
        strip(view, 14),
        (view.news || []).map(function (line) { return el("p", { class: "k-news" }, nodes(line)); }),
        view.score.verdict && !view.news && !view.score.over && (view.score.rows || []).length ? el("p", { class: "k-small k-verdict", key: "verdict" }, nodes(view.score.verdict)) : null,
        (view.notices || []).slice(-1).map(function (notice) { return el("p", { class: "notice", key: "notice" }, nodes(notice.message)); }),
        free && !storyShown() ? invitation(board, true) : null,
        storyShown() ? storyPart(board, board.draw) : history(view.score),
        storyShown() ? null : el("div", { class: "k-foot" + (view.score.rows && view.score.rows.length ? "" : " k-foot-early"), key: "foot" },
          houseRules(view), free ? null : invitation(board, false)))),
    el("nav", { class: "k-nav", key: "print", "aria-label": text(m("ui.print")) },
      storyButton(board.draw),
      el("a", { class: "k-print", href: "/print?table=" + encodeURIComponent(frame.table.code) }, nodes(m("ui.print")))),
  ];
}

/** While no table can be shown yet. */
export function waitingPage(refusal) {
  return el("main", { class: "k-waiting", key: "waiting" }, el("span", { class: "spinner spinner-big", "aria-hidden": "true" }), el("h1", null, nodes(refusal || m("ui.waiting-for-table"))));
}
