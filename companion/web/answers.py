"""What the server says back: JSON for programs, a plain sentence for people, the same codes."""

import gzip
from collections.abc import Iterable
from html import escape
from typing import Any

import msgspec
from flask import Response

from companion import words
from companion.core.messages import Msg, Refusal

STATUS = {
    "bad-json": 400,
    "bad-entry": 400,
    "bad-request": 400,
    "foreign-origin": 403,
    "not-json": 415,
    "not-your-seat": 403,
    "not-at-this-table": 403,
    "not-yours-to-undo": 403,
    "host-only": 403,
    "wrong-key": 403,
    "pass-expired": 403,
    "which-table": 403,
    "no-table": 404,
    "no-page": 404,
    "wrong-method": 405,
    "too-slow": 408,
    "stale": 409,
    "tap-reused": 409,
    "too-large": 413,
    "too-long": 414,
    "wrong-host": 421,
    "too-fast": 429,
    "server-error": 500,
    "cannot-save": 503,
    "too-many": 503,
    "press-busy": 503,
    "slip-gone": 404,
}
"""HTTP status by refusal; whatever is not here was refused by rules: 422."""

_HTML = (
    '<!doctype html><html lang="{language}"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width"><title>companion</title>'
    "<p>{sentence}</p></html>"
)


def status_of(code: str) -> int:
    """The HTTP status that goes with a refusal."""
    return STATUS.get(code, 422)


def answer(fields: dict[str, Any], status: int = 200) -> Response:
    """A JSON object, for nobody to keep; values may be ready-encoded ``msgspec.Raw``."""
    response = Response(msgspec.json.encode(fields), status, content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


def zipped(response: Response, accepted: str) -> Response:
    """The same answer gzipped, where the browser takes that. For what a page waits for once:
    the answer to a tap is quicker as it is."""
    if "gzip" in accepted.lower():
        response.set_data(gzip.compress(response.get_data(), 6))
        response.headers["Content-Encoding"] = "gzip"
    return response


def ok(**fields: Any) -> Response:
    """What was asked for."""
    return answer({"ok": True, **fields})


def refused(refusal: Refusal, frame: bytes | None = None) -> Response:
    """A refusal: its code, its sentence, and the table as it is where that helps."""
    fields: dict[str, Any] = {"ok": False, "code": refusal.code, "msg": refusal.msg}
    if frame is not None:
        fields["frame"] = msgspec.Raw(frame)
    response = answer(fields, status_of(refusal.code))
    if response.status_code == 429:
        response.headers["Retry-After"] = "1"
    return response


def sentence_page(refusal: Refusal, languages: Iterable[str] = ()) -> bytes:
    """A refusal as a page of one sentence, in the first of these languages there is."""
    known = words.languages()
    language = next((tag for tag in languages if tag in known), "en")
    sentence = words.render(Msg(refusal.msg.code, refusal.msg.args), language)
    return _HTML.format(language=language, sentence=escape(sentence)).encode()
