"""The door: a WSGI wrapper before everything else, Socket.IO's own answers included.

It turns away what no phone in the room would send: foreign names for this machine (DNS
rebinding), requests made by other sites' pages, what is too long, too large or too many. What
goes in has no ``X-Forwarded-*``; what comes out carries the security headers.

A Host that is a bare address is always right: an attacker's page can only make a browser
send the attacker's *name*.
"""

import io
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

import msgspec

from companion.addresses import Addresses, ip_of
from companion.core.messages import Refusal
from companion.web.answers import sentence_page, status_of
from companion.web.crowd import Patience
from companion.web.limits import Pace

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MAX_BODY = 16_384
MAX_URL = 2_048
MAX_SOCKETS = 512
MAX_SOCKETS_OF_ONE = 24
"""Sockets from one address; this very machine may have them all."""
BODY_SECONDS = 5.0
"""How long a body may keep us waiting between two pieces; for all of it see ``crowd.py``."""
REQUESTS = 100.0, 1500
"""Requests a second from one address, and how many at once: all phones of a club behind one
router may open the page together. Not counted: this very machine."""
POLLS = 20.0, 60
"""Requests a second of one socket that has to do without a WebSocket."""

PROXIED = "companion.proxied"
"""In the environment of a request that another program has passed on."""
SOCKETS = "/socket.io"
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::(\d{1,5}))?", re.IGNORECASE)
_REASON = {
    400: "Bad Request",
    403: "Forbidden",
    408: "Request Timeout",
    413: "Content Too Large",
    414: "URI Too Long",
    421: "Misdirected Request",
    429: "Too Many Requests",
    503: "Service Unavailable",
}


@lru_cache(maxsize=256)
def host_name(header: str) -> str | None:
    """The name or address in a Host header, bare and small; None where it is no such header."""
    match = _HOST.fullmatch(header)
    return match[1].casefold().removesuffix(".") if match else None


@lru_cache(maxsize=256)
def is_literal(name: str) -> bool:
    """Whether a name is an address written out."""
    if name.startswith("["):
        return ip_of(name[1:-1]) != ip_of("")
    return re.fullmatch(r"\d+\.\d+\.\d+\.\d+", name) is not None and ip_of(name) != ip_of("")


@lru_cache(maxsize=256)
def is_same(origin: str, host: str, secure: str | None = None) -> bool:
    """Whether a page of this Origin came from this Host. ``secure`` is the one name that a
    proxy of ours serves by https."""
    schemes = ("http", "https") if secure and host_name(host) == secure else ("http",)
    return origin.casefold() in {f"{scheme}://{host}".casefold() for scheme in schemes}


@lru_cache(maxsize=256)
def headers_for(host: str, kind: str) -> list[tuple[str, str]]:
    """The headers of every answer, and for those that a browser may show as a page, what such
    a page may do. Old Safaris need the socket's address spelled out."""
    always = [
        ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
    if not kind.startswith(("text/html", "image/svg")):
        return always
    policy = (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"connect-src 'self' ws://{host} wss://{host}; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )
    return [
        *always,
        ("Content-Security-Policy", policy),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"),
    ]


class Door:
    """Stands before an application. ``open_from`` tells from where sockets are open now,
    ``secure`` is as in :func:`is_same`."""

    def __init__(
        self,
        app: "WSGIApplication",
        names: frozenset[str],
        addresses: Addresses,
        open_from: Callable[[], Iterable[str]],
        cookie: str,
        *,
        secure: str | None = None,
        patience: Patience | None = None,
    ) -> None:
        self._app = app
        self._names = names
        self._addresses = addresses
        self._open_from = open_from
        self._cookie = cookie
        self._secure = secure
        self._patience = patience or Patience()
        self._requests = Pace(*REQUESTS)
        self._polls = Pace(*POLLS)

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Let a request in, or answer it here."""
        line = environ.get("gunicorn.socket") or environ.get("werkzeug.socket")
        if line:
            self._patience.end(line)
        _forget_proxies(environ)
        ip = environ["REMOTE_ADDR"] = str(ip_of(environ.get("REMOTE_ADDR", "")))
        host = environ.get("HTTP_HOST", "")
        try:
            self._check_host(host)
            _check_length(environ)
            self._check_origin(environ, host)
            if not self._addresses.is_own(ip):
                self._requests.step(ip)
            if environ.get("PATH_INFO", "").startswith(SOCKETS):
                self._check_socket(environ)
            _read_body(environ, line, self._patience)
        except Refusal as refusal:
            return _turned_away(refusal, environ, start_response)

        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            kind = next((value for name, value in headers if name.lower() == "content-type"), "")
            return start_response(status, headers + headers_for(host, kind), *rest)

        return self._app(environ, start)

    def _check_host(self, header: str) -> None:
        name = host_name(header)
        if name is None or not (is_literal(name) or name in self._names):
            raise Refusal("wrong-host")

    def _check_origin(self, environ: "WSGIEnvironment", host: str) -> None:
        """What changes something, and every socket, must come from our own pages.

        Browsers send Origin with every POST and every WebSocket; with polling GETs of the same
        site they do not. A program without Origin may watch as the public does, with no cookie.
        """
        socket = environ.get("PATH_INFO", "").startswith(SOCKETS)
        reads = environ["REQUEST_METHOD"] in ("GET", "HEAD")
        if reads and not socket:
            return
        origin = environ.get("HTTP_ORIGIN")
        if origin is not None:
            if not is_same(origin, host, self._secure):
                raise Refusal("foreign-origin")
        elif environ.get("HTTP_SEC_FETCH_SITE", "same-origin") != "same-origin":
            raise Refusal("foreign-origin")
        elif "HTTP_SEC_FETCH_SITE" in environ or (reads and "HTTP_UPGRADE" not in environ):
            return
        elif not socket or f"{self._cookie}=" in environ.get("HTTP_COOKIE", ""):
            raise Refusal("foreign-origin")

    def _check_socket(self, environ: "WSGIEnvironment") -> None:
        # Read as Engine.IO reads it: what looks like a known socket to one of the two and like
        # a new one to the other would be counted by neither.
        query = parse_qs(environ.get("QUERY_STRING", ""))
        if "j" in query:
            raise Refusal("bad-request")
        if "sid" in query:
            if "HTTP_UPGRADE" not in environ:
                self._polls.step(query["sid"][0])
            return
        ip = environ["REMOTE_ADDR"]
        others = list(self._open_from())
        if len(others) >= MAX_SOCKETS:
            raise Refusal("too-many")
        if others.count(ip) >= MAX_SOCKETS_OF_ONE and not self._addresses.is_own(ip):
            raise Refusal("too-many")


def _check_length(environ: "WSGIEnvironment") -> None:
    raw = environ.get("RAW_URI") or environ.get("PATH_INFO", "") + environ.get("QUERY_STRING", "")
    if len(raw) > MAX_URL:
        raise Refusal("too-long")


def _forget_proxies(environ: "WSGIEnvironment") -> None:
    """Take away what anybody may write about where a request comes from.

    That it was passed on is remembered: it was not made on this machine then.
    """
    told = [key for key in environ if key.startswith("HTTP_X_FORWARDED")]
    told += [key for key in ("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP") if key in environ]
    for key in told:
        del environ[key]
    environ[PROXIED] = bool(told)


def _read_body(environ: "WSGIEnvironment", line: Any, patience: Patience) -> None:
    """Read the body here, within bounds, so that no handler waits for a slow phone."""
    length = environ.get("CONTENT_LENGTH") or "0"
    chunked = "HTTP_TRANSFER_ENCODING" in environ
    if not length.isdecimal() or len(length) > 6 or int(length) > MAX_BODY:
        raise Refusal("too-large")
    if length == "0" and not chunked:
        return
    before = line.gettimeout() if line else None
    try:
        if line:
            line.settimeout(BODY_SECONDS)
            patience.begin(line)
        body = environ["wsgi.input"].read(MAX_BODY + 1 if chunked else int(length))
    except OSError:
        raise Refusal("too-slow") from None
    finally:
        if line:
            patience.end(line)
            line.settimeout(before)
    if len(body) > MAX_BODY:
        raise Refusal("too-large")
    if len(body) < int(length):
        raise Refusal("too-slow")
    environ["wsgi.input"] = io.BytesIO(body)
    environ["CONTENT_LENGTH"] = str(len(body))
    environ.pop("HTTP_TRANSFER_ENCODING", None)


def _turned_away(
    refusal: Refusal, environ: "WSGIEnvironment", start_response: "StartResponse"
) -> Iterable[bytes]:
    status = status_of(refusal.code)
    if environ.get("PATH_INFO", "").startswith("/api/"):
        kind = "application/json"
        said = {"ok": False, "code": refusal.code, "msg": refusal.msg}
        content = msgspec.json.encode(said)
    else:
        kind = "text/html; charset=utf-8"
        wished = environ.get("HTTP_ACCEPT_LANGUAGE", "").replace(";", ",").split(",")
        content = sentence_page(refusal, (tag.strip() for tag in wished))
    headers = [
        ("Content-Type", kind),
        ("Content-Length", str(len(content))),
        ("Connection", "close"),
        *headers_for("invalid", kind),
    ]
    start_response(f"{status} {_REASON.get(status, 'Refused')}", headers)
    return [content]
