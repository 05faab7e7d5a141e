"""What the pages, the API and the sockets share: the host, the address, who is asking."""

import hmac
import secrets
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import msgspec
from flask import Response, g, request

from companion import links
from companion.addresses import Addresses
from companion.core.messages import Refusal
from companion.links import Qr
from companion.practice.tables import Practice
from companion.settings import Settings
from companion.table.backups import Restored
from companion.table.devices import Device
from companion.table.host import Host
from companion.table.table import Table
from companion.web.door import PROXIED
from companion.web.limits import Guesses, Pace

COOKIE = "companion"
COOKIE_SECONDS = 400 * 24 * 3600
"""As long as browsers allow."""


class Join(msgspec.Struct, frozen=True):
    """How a phone gets to a table: what the kiosk shows."""

    url: str
    code: str
    qr: Qr
    plain: str
    address_count: int
    reached: bool
    """Whether some other device has opened a page in this run."""
    offline: bool
    """Whether this machine is on no network, so that no phone can come."""


@dataclass
class Site:
    """One run of the server."""

    host: Host
    settings: Settings
    addresses: Addresses
    port: int
    key: str
    """Whoever brings it is the host; one a run."""
    restored: Restored | None = None
    """How a damaged database was rebuilt, if there was one."""
    reached: bool = False
    guesses: Guesses = field(default_factory=Guesses)
    taps: Pace = field(default_factory=lambda: Pace(10, 20))
    prints: Pace = field(default_factory=lambda: Pace(10, 80))
    """By address: a long document is many pictures."""
    newcomers: Pace = field(default_factory=lambda: Pace(10, 60))
    """By address, which a whole room may share."""
    practice: Practice = field(init=False)

    def __post_init__(self) -> None:
        self.practice = Practice(self.host)

    def public(self, url: str) -> str:
        """A link as others are told it: by the address that was given, where one was."""
        path = url.split("/", 3)[3]
        return f"{self.settings.url}/{path}" if self.settings.url else url

    @property
    def public_name(self) -> str | None:
        """The name in that address, where one was given."""
        return urlsplit(self.settings.url).hostname if self.settings.url else None

    @property
    def secure_name(self) -> str | None:
        """The same, where it is served by https."""
        url = self.settings.url
        return self.public_name if url and url.startswith("https:") else None

    def join(self, table: Table) -> Join:
        """How to get to this table, just now."""
        url = self.public(links.join_url(self.addresses.ip, self.port, table.code))
        return Join(
            url=url,
            code=table.code,
            qr=links.qr(url),
            plain=url.split("/", 3)[2],
            address_count=self.addresses.count,
            reached=self.reached,
            offline=self.addresses.offline,
        )

    def newest(self) -> Table:
        """The table opened last; where there is none, the run's own practice table.

        Raises Refusal ``no-table``.
        """
        tables = self.host.tables() or self.practice.lasting()
        if not tables:
            raise Refusal("no-table")
        return tables[-1]

    def table(self, code: str) -> Table:
        """The table of a code, for whoever is asking; wrong ones are counted and slowed down.

        Whoever sits there is never held up. Raises Refusal ``no-table`` or ``too-fast``.
        """
        ip = request.remote_addr or ""
        try:
            table = self.host.table(code)
        except Refusal:
            self.guesses.check(ip)
            self.guesses.wrong(ip)
            raise
        device = self.device()
        if device is None or not (device.host or table.seats_of(device)):
            self.guesses.check(ip)
        return table

    def check_key(self, given: str) -> None:
        """Refusal ``wrong-key`` unless this is the host's; wrong ones are slowed down."""
        ip = request.remote_addr or ""
        self.guesses.check(ip)
        if not hmac.compare_digest(given.encode(), self.key.encode()):
            self.guesses.wrong(ip)
            raise Refusal("wrong-key")

    def device(self) -> Device | None:
        """Whoever is asking, by the cookie; None where it has none that counts."""
        if "device" not in g:
            g.device = self.host.device(request.cookies.get(COOKIE))
        known: Device | None = g.device
        return known

    def known_device(self) -> Device:
        """Whoever is asking; Refusal ``not-at-this-table`` for a browser that never joined."""
        device = self.device()
        if device is None:
            raise Refusal("not-at-this-table")
        return device

    def check_host(self) -> None:
        """Refusal ``host-only`` unless the host is asking."""
        device = self.device()
        if device is None or not device.host:
            raise Refusal("host-only")

    def check_pace(self) -> None:
        """Refusal ``too-fast`` where a browser sends more than fingers can tap."""
        if device := self.device():
            self.taps.step(device.id)
        elif not self.is_from_here():
            self.newcomers.step(request.remote_addr)

    def is_from_here(self) -> bool:
        """Whether the request was made on this very machine."""
        own = self.addresses.is_own(request.remote_addr or "")
        return own and not request.environ.get(PROXIED)

    def check_follows(self) -> None:
        """Refusal ``which-table`` for a screen that names no table and may not see any.

        The big screen shows how to join. Whoever could ask for it without the code would
        have no code to guess.
        """
        device = self.device()
        if not self.is_from_here() and (device is None or not device.host):
            raise Refusal("which-table")


def new_key() -> str:
    """A host's key, for one run."""
    return secrets.token_urlsafe(16)


def give_cookie(response: Response, secret: str | None) -> Response:
    """Let the browser keep its secret, where it got one.

    ``Secure`` only behind a proxy that has https: there is none in a living room.
    """
    if secret:
        response.set_cookie(
            COOKIE,
            secret,
            max_age=COOKIE_SECONDS,
            path="/",
            secure=request.headers.get("Origin", "").startswith("https:"),
            httponly=True,
            samesite="Lax",
        )
    return response
