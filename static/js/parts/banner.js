// The connection in one line: nothing while all is well, else what to do about it.

import { el } from "../dom.js";
import { m, nodes } from "../words.js";

const GRACE = 1200;

/** Null while live, or for the blink of an eye that a reconnect takes. */
export function banner(link) {
  const gone = Date.now() - link.since;
  if (link.state === "live" || gone < GRACE) return null;
  const seconds = Math.round(gone / 1000);
  const words = link.state === "offline" ? m("ui.wifi-lost")
    : link.state === "catching" ? m("ui.catching-up") : m("ui.reconnecting", { n: seconds });
  return el("p", { class: "banner banner-" + link.state, key: "banner" },
    el("span", { class: "spinner", "aria-hidden": "true" }), el("span", null, nodes(words)));
}
