"""The browser's files: read once, kept gzipped in memory, cached by browsers for good.

A page names its files with the hash of their content (``?v=``), put in when it is read, so a
browser may keep them for ever and still never shows an old one; a file asked for without its
hash is asked for again each time (a 304 when nothing changed).
"""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import rcssmin  # type: ignore[import-untyped]
import rjsmin  # type: ignore[import-untyped]
from flask import Response, request

from companion.core.messages import Refusal

_COMPRESSED = {".png", ".jpg", ".webp", ".woff2", ".gz"}
_NAMED = re.compile(rb'(?<=["\'])/static/([\w./-]+)(?=["\'])')
_SHRINK: dict[str, Callable[[str], str]] = {".js": rjsmin.jsmin, ".css": rcssmin.cssmin}
"""Comments and indents are for whoever reads the source; without, a first page is much smaller."""
_FOR_GOOD = "public, max-age=31536000, immutable"
_ASK = "no-cache"
_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/json"}


@dataclass(frozen=True)
class Asset:
    """A file as it is sent."""

    content: bytes
    zipped: bytes | None
    mimetype: str
    hash: str


class Assets:
    """Every file under a folder. A file that changed on disk is read again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[str, tuple[tuple[int, int], Asset]] = {}

    def asset(self, name: str) -> Asset:
        """The file of this name; Refusal ``no-page`` where there is none."""
        path = self._folder / name
        if not _is_plain(name) or not path.is_file():
            raise Refusal("no-page")
        stat = path.stat()
        mark = (stat.st_mtime_ns, stat.st_size)
        known = self._read.get(name)
        if known and known[0] == mark and path.suffix != ".html":
            return known[1]
        content = path.read_bytes()
        if path.suffix == ".html":
            content = _NAMED.sub(lambda match: self._with_hash(match[1].decode()), content)
        if shrink := _SHRINK.get(path.suffix if ".min." not in name else ""):
            content = shrink(content.decode()).encode()
        asset = made(content, _TYPES.get(path.suffix) or mimetypes.guess_type(name)[0])
        if path.suffix in _COMPRESSED:
            asset = Asset(asset.content, None, asset.mimetype, asset.hash)
        self._read[name] = (mark, asset)
        return asset

    def _with_hash(self, name: str) -> bytes:
        try:
            return f"/static/{name}?v={self.asset(name).hash}".encode()
        except Refusal:
            return f"/static/{name}".encode()


def made(content: bytes, mimetype: str | None) -> Asset:
    """Something to send that is no file."""
    digest = hashlib.sha256(content).hexdigest()[:12]
    zipped = gzip.compress(content, 9, mtime=0)
    return Asset(content, zipped, mimetype or "application/octet-stream", digest)


def send(asset: Asset) -> Response:
    """The asset, or 304 where the browser has it."""
    tag = f'"{asset.hash}"'
    headers = {
        "ETag": tag,
        "Cache-Control": _FOR_GOOD if request.args.get("v") == asset.hash else _ASK,
        "Vary": "Accept-Encoding",
    }
    if asset.hash in request.if_none_match:
        return Response(status=304, headers=headers)
    content = asset.content
    if asset.zipped and "gzip" in request.headers.get("Accept-Encoding", "").lower():
        content = asset.zipped
        headers["Content-Encoding"] = "gzip"
    return Response(content, headers=headers, mimetype=asset.mimetype)


def _is_plain(name: str) -> bool:
    return all(part and not part.startswith(".") for part in name.split("/")) and (
        "\\" not in name and "\0" not in name and ":" not in name
    )
