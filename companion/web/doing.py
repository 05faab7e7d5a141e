"""What is done by POST. What a browser may do is decided from its cookie alone, never from what
it says about itself; what it did is on the disk before it hears so."""

import contextlib
import time
from threading import Lock

import msgspec
from flask import Blueprint, Response, request

from companion import links
from companion.core.messages import Refusal
from companion.table.devices import Device
from companion.table.passes import PASS_SECONDS
from companion.table.table import Table
from companion.web import bodies
from companion.web.answers import ok, refused
from companion.web.site import Site, give_cookie
from companion.web.sockets import Push

SOCKETS_FIRST = 0.001
"""Seconds for which a tap's thread steps aside when all is queued, so that the phones' threads
send at once: they have the same picture to show, and the answer is in it."""


class Newcomers:
    """Browsers that got their cookie by a tap, for as long as the tap may be sent again.

    A phone whose answer was lost repeats its tap without a cookie; it must become the same
    device, or its seat would belong to nobody.
    """

    SECONDS = 600

    def __init__(self, site: Site) -> None:
        self._site = site
        self._lock = Lock()
        self._by_tap: dict[str, tuple[float, Device, str]] = {}

    def device(self, tap: str, kept: bool = True) -> tuple[Device, str | None]:
        """Whoever asks, made a device where it is none yet, with its new secret if so.

        ``kept``: it is to be known again after this run.
        """
        if device := self._site.device():
            if kept:
                self._site.host.keep_device(device)
            return device, None
        now = time.monotonic()
        with self._lock:  # the tap may be sent again before its first answer is ready
            self._by_tap = {t: e for t, e in self._by_tap.items() if e[0] > now - self.SECONDS}
            if tap not in self._by_tap:
                self._by_tap[tap] = (now, *self._site.host.new_device(kept=kept))
            return self._by_tap[tap][1:]


def doing(site: Site, push: Push) -> Blueprint:
    """The POST half of ``/api``."""
    blueprint = Blueprint("doing", __name__, url_prefix="/api")
    newcomers = Newcomers(site)

    def done(table: Table, device: Device, seq: int, secret: str | None = None) -> Response:
        return give_cookie(ok(seq=seq, frame=msgspec.Raw(push.frame(table, device))), secret)

    blueprint.before_request(site.check_pace)

    @blueprint.post("/join")
    def join() -> Response:
        body = bodies.read(bodies.Join)
        table = site.table(body.table)
        device, secret = newcomers.device(body.tap, table.kept)
        sit = msgspec.json.encode({"do": "sit", "seat": body.seat, "name": body.name})
        try:
            seq = table.act(device, body.tap, table.seq, sit)
        except Refusal as refusal:
            return give_cookie(refused(refusal, push.frame(table, device)), secret)
        return done(table, device, seq, secret)

    @blueprint.post("/act")
    def act() -> Response:
        body = bodies.read(bodies.Act)
        device = site.known_device()
        table = site.table(body.table)
        try:
            seq = table.act(device, body.tap, body.seen, bytes(body.entry))
        except Refusal as refusal:
            return refused(refusal, push.frame(table, device))
        time.sleep(SOCKETS_FIRST)
        return done(table, device, seq)

    @blueprint.post("/preview")
    def preview() -> Response:
        body = bodies.read(bodies.Preview)
        table = site.table(body.table)
        try:
            found = table.preview(site.known_device(), body.seen, bytes(body.entry))
        except Refusal as refusal:
            return refused(refusal)
        return ok(preview=found)

    @blueprint.post("/take")
    def take() -> Response:
        body = bodies.read(bodies.Take)
        ip = request.remote_addr or ""
        site.guesses.check(ip)
        known = None
        with contextlib.suppress(Refusal):
            known = site.host.table_of_pass(body.secret)
        device, secret = newcomers.device(body.tap, known is None or known.kept)
        try:
            table = site.host.table_of_pass(body.secret)
            seq = table.take(body.secret, device, body.tap)
        except Refusal as refusal:
            site.guesses.wrong(ip)
            return give_cookie(refused(refusal), secret)
        return done(table, device, seq, secret)

    @blueprint.post("/pass")
    def new_pass() -> Response:
        body = bodies.read(bodies.Pass)
        device = site.known_device()
        secret = site.table(body.table).new_pass(device, body.seat)
        url = site.public(links.pass_url(site.addresses.ip, site.port, secret))
        return ok(url=url, qr=links.qr(url), minutes=PASS_SECONDS // 60)

    _add_withdrawing(blueprint, site, push)
    _add_practice(blueprint, site, newcomers)
    _add_hosting(blueprint, site, push)
    return blueprint


def _add_withdrawing(blueprint: Blueprint, site: Site, push: Push) -> None:
    """What a phone does that gave an entry up without knowing whether it had arrived."""

    @blueprint.post("/withdraw")
    def withdraw() -> Response:
        body = bodies.read(bodies.Withdraw)
        device = site.known_device()
        table = site.table(body.table)
        counted = table.withdraw(device, body.tap)
        return ok(counted=counted, frame=msgspec.Raw(push.frame(table, device)))


def _add_practice(blueprint: Blueprint, site: Site, newcomers: Newcomers) -> None:
    """What anybody may do to try everything alone."""

    @blueprint.post("/practice")
    def practise() -> Response:
        body = bodies.read(bodies.Practise)
        device, secret = newcomers.device(body.tap, kept=False)
        table = site.practice.open(body.game, body.players, device)
        if body.name:
            sit = msgspec.json.encode({"do": "sit", "seat": table.own, "name": body.name})
            with contextlib.suppress(Refusal):  # the page asks for another name
                table.act(device, body.tap, table.seq, sit)
        return give_cookie(ok(table=table.code), secret)


def _add_hosting(blueprint: Blueprint, site: Site, push: Push) -> None:
    """What the host does."""

    @blueprint.post("/host")
    def host() -> Response:
        body = bodies.read(bodies.Key)
        site.check_key(body.key)
        device = site.device()
        if device is None:
            return give_cookie(ok(), site.host.new_device(host=True)[1])
        push.renew(site.host.make_host(device))
        return ok()

    @blueprint.post("/table")
    def new_table() -> Response:
        body = bodies.read(bodies.NewTable)
        site.check_host()
        table = site.host.open_table(game=body.game, players=body.players)
        push.opened(table)
        return ok(table=table.code, join=site.join(table))

    @blueprint.post("/address")
    def next_address() -> Response:
        body = bodies.read(bodies.NextAddress)
        if not site.is_from_here():
            site.check_host()
        table = site.table(body.table) if body.table else site.newest()
        site.addresses.next()
        push.join_changed()
        return ok(join=site.join(table))
