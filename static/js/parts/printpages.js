// The document as it will be printed: a true picture of every page, and the way to paper.

import { el } from "../dom.js";
import { m, nodes, text } from "../words.js";

const AT_ONCE = 2;

function address(printed, download) {
  return "/print/" + encodeURIComponent(printed.name) + ".pdf?" + printed.query + (download ? "&download=1" : "");
}

function kilobytes(size) {
  return Math.max(1, Math.round(size / 1024));
}

/** How far it is: pages being made, then pictures being fetched. */
function progress(press) {
  if (press.busy) {
    const done = press.done;
    const known = done && done.of > 1;
    return el("div", { class: "press-progress", key: "progress" },
      el("p", null, nodes(known ? m("press.making-of", { done: done.done, of: done.of }) : m("press.making"))),
      el("progress", known ? { max: done.of, value: done.done, "aria-label": text(m("press.making")) } : { "aria-label": text(m("press.making")) }));
  }
  const pages = press.printed ? press.printed.pages.length : 0;
  if (press.shown >= pages || pages < 3) return null;
  return el("div", { class: "press-progress", key: "progress" },
    el("p", null, nodes(m("press.drawing", { done: press.shown, of: pages }))),
    el("progress", { max: pages, value: press.shown, "aria-label": text(m("press.pictures")) }));
}

function pagePicture(press, size, index) {
  const printed = press.printed;
  const label = m("press.page", { n: index + 1, of: printed.pages.length });
  const wanted = index < press.shown + AT_ONCE;
  const wide = size[0] > size[1] ? 1500 : 900;
  // Each drawing makes the picture anew, and the browser has it at once: that is no news.
  function next() { if (press.shown < index + 1) { press.shown = index + 1; press.draw(); } }
  return el("figure", { class: "press-sheet-of-paper", key: "page" + printed.v + index },
    el("a", { href: address(printed) + "#page=" + (index + 1), target: "_blank", rel: "noopener", "aria-label": text(m("press.open-page", { n: index + 1 })) },
      el("img", {
        src: wanted ? "/api/print/page?number=" + (index + 1) + "&wide=" + wide + "&v=" + printed.v + "&" + printed.query : null,
        alt: text(label), width: wide, height: Math.round(wide * size[1] / size[0]), on: { load: next, error: next },
      })),
    el("figcaption", null, nodes(label)));
}

function ways(press) {
  const printed = press.printed;
  if (!printed) return null;
  function way(dress, words, href, more) {
    const props = { class: dress + " link" };
    if (press.old) Object.assign(props, { role: "link", "aria-disabled": "true" });
    else Object.assign(props, { href: href }, more);
    return el("a", props, nodes(words));
  }
  return el("div", { class: "press-ways", key: "ways" },
    el("p", { class: "press-facts" }, nodes(m("press.ready", { n: printed.pages.length })), " \u00B7 ", nodes(m("press.size", { n: kilobytes(printed.size) }))),
    el("div", { class: "press-links" },
      way("main", m("press.open"), address(printed), { target: "_blank", rel: "noopener" }),
      way("secondary", m("press.download"), address(printed, true), { download: printed.name + ".pdf" })),
    el("p", { class: "quiet" }, nodes(m("press.actual-size"))));
}

/** The right half: what came of the wish. */
export function pagesPart(press) {
  const printed = press.printed;
  return el("section", { class: "press-result", key: "result", "aria-label": text(m("press.preview")) },
    el("h2", { class: "unseen" }, nodes(m("press.preview"))),
    press.refusal ? el("p", { class: "refusal", key: "refusal" }, nodes(press.refusal)) : null,
    ways(press),
    progress(press),
    printed ? el("div", { class: "press-pages" + (printed.pages.length > 1 ? " press-many" : "") + (press.old ? " press-old" : ""), key: "pages" },
      printed.pages.map(function (size, index) { return pagePicture(press, size, index); }))
      : press.busy || press.refusal ? null : el("p", { class: "quiet press-nothing", key: "nothing" }, nodes(m("press.nothing-yet"))));
}
