// A QR code from the server's modules: always dark on light, with its quiet zone.

import { el, svg } from "../dom.js";
import { m, text } from "../words.js";

/** The code as a picture; `size` modules square, `path` its dark ones. */
export function qrPicture(qr, label) {
  return el("div", { class: "qr" },
    svg("svg", {
      viewBox: "0 0 " + qr.size + " " + qr.size, role: "img", "aria-label": text(label || m("ui.qr")), "shape-rendering": "crispEdges", focusable: "false",
    }, svg("rect", { class: "qr-paper", width: qr.size, height: qr.size }), svg("path", { class: "qr-ink", d: qr.path })));
}
