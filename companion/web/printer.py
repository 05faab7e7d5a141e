"""The print page's half of the API: what can be printed, documents, and pictures of their pages.

For the host, or at this very machine. Looking changes nothing: what changes something, a
printer's measures or new seat cards, is done by POST.
"""

from typing import Final

from flask import Blueprint, Response, request

from companion import words
from companion.core.messages import Refusal
from companion.web import bodies
from companion.web.answers import ok, zipped
from companion.web.offers import offers_of
from companion.web.orders import read_order
from companion.web.preparing import Ready, prepared
from companion.web.site import Site
from companion.web.slips import SeatSecrets, Slips, Wish

SHORT_WAIT: Final = 2.0
"""Seconds until a page that asks for a document hears how far it is."""
LONG_WAIT: Final = 90.0
WIDTHS: Final = (480, 900, 1500)
"""Dots across of a page's picture."""
_KEEP: Final = {"Cache-Control": "private, max-age=3600"}


class Measured(bodies.Body, frozen=True):
    """What somebody measured on the calibration page, in mm."""

    printer: bodies.Code | None
    lengths: tuple[float, float, float, float]


class CardsWished(bodies.Body, frozen=True):
    """New seat cards, or with ``good`` false none that is good any more."""

    table: bodies.Code
    good: bool = True


class WifiTold(bodies.Body, frozen=True):
    """A Wi-Fi to print on the table card."""

    name: bodies.Secret
    password: str = ""
    hidden: bool = False


def printer(site: Site) -> Blueprint:
    """The routes below ``/api/print``, and the documents themselves."""
    from companion.printing.press import Job, Press

    blueprint = Blueprint("printer", __name__)
    press, slips = Press(), Slips()

    @blueprint.before_request
    def check() -> None:
        # Another site's page on this very machine could otherwise keep the press busy.
        if request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
            raise Refusal("foreign-origin")
        if not site.is_from_here():
            site.check_host()
        site.prints.step(request.remote_addr)

    def order(wait: float) -> tuple[Ready, Job]:
        query = request.args.to_dict(flat=False)
        for ours in ("v", "wide", "number", "download"):
            query.pop(ours, None)
        ready = prepared(read_order(query), site, slips)
        return ready, press.order(ready.key, ready.make, wait)

    @blueprint.get("/api/print/offers")
    def offers() -> Response:
        language = request.args.get("language", "en")
        if language not in words.languages():
            raise Refusal("bad-order")
        return zipped(ok(**offers_of(site, language)), request.headers.get("Accept-Encoding", ""))

    @blueprint.get("/api/print/order")
    def about() -> Response:
        ready, job = order(SHORT_WAIT)
        if job.finished is None:
            return ok(ready=False, done=job.done, of=job.of)
        done = job.finished
        return ok(
            ready=True,
            name=ready.name,
            pages=done.pages,
            size=len(done.pdf),
            count=ready.count,
            v=done.digest,
        )

    @blueprint.get("/api/print/page")
    def page() -> Response:
        wide = request.args.get("wide", type=int)
        number = request.args.get("number", type=int) or 0
        if wide not in WIDTHS:
            raise Refusal("bad-order")
        _, job = order(LONG_WAIT)
        if job.finished is None:
            raise Refusal("press-busy")
        picture = press.picture(job.finished, number, wide)
        return Response(picture, mimetype="image/png", headers=_KEEP)

    @blueprint.get("/print/<name>.pdf")
    def document(name: str) -> Response:
        ready, job = order(LONG_WAIT)
        if job.finished is None:
            raise Refusal("press-busy")
        way = "attachment" if request.args.get("download") == "1" else "inline"
        headers = {
            "Content-Disposition": f'{way}; filename="{ready.name}.pdf"',
            "Cache-Control": "private, no-cache",
        }
        return Response(job.finished.pdf, mimetype="application/pdf", headers=headers)

    _add_making(blueprint, site, slips)
    return blueprint


def _add_making(blueprint: Blueprint, site: Site, slips: Slips) -> None:
    """What is told before it can be printed, and what is kept."""

    @blueprint.post("/api/print/wifi")
    def wifi() -> Response:
        from companion.printing.table_card import Wifi

        body = bodies.read(WifiTold)
        Wifi(body.name, body.password, body.hidden)
        return ok(slip=slips.write(Wish(body.name, body.password, body.hidden)))

    @blueprint.post("/api/print/cards")
    def cards() -> Response:
        body = bodies.read(CardsWished)
        table, device = site.table(body.table), site.device()
        # At this very machine it needs no cookie; a guest's browser here is no less the machine.
        by = device if device and device.host else None
        if not body.good:
            table.void_cards(by)
            return ok()
        return ok(slip=slips.write(SeatSecrets(table.code, table.new_cards(by))))

    @blueprint.post("/api/print/measured")
    def measured() -> Response:
        from companion.printing import calibration

        body = bodies.read(Measured)
        found = calibration.measured(*body.lengths)
        calibration.store(site.settings.data, found, body.printer)
        return ok(printers=calibration.names(site.settings.data))
