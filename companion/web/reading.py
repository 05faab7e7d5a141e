"""What is read by GET: pictures of tables, and words. Nothing here changes anything."""

from functools import cache

import msgspec
from flask import Blueprint, Response, request

from companion import games, words
from companion.core.messages import Refusal
from companion.table.devices import Device
from companion.table.evening import Evening
from companion.table.looking_back import Past, past, story
from companion.table.table import Table
from companion.web.answers import ok, zipped
from companion.web.assets import Asset, made, send
from companion.web.site import Site
from companion.web.sockets import Push


def reading(site: Site, push: Push) -> Blueprint:
    """The GET half of ``/api``."""
    blueprint = Blueprint("reading", __name__, url_prefix="/api")

    def small(response: Response) -> Response:
        return zipped(response, request.headers.get("Accept-Encoding", ""))

    @blueprint.get("/frame")
    def frame() -> Response:
        device = site.device()
        code = request.args.get("table")
        table = site.table(code) if code else _own_table(site, device)
        return small(ok(frame=msgspec.Raw(push.frame(table, device))))

    @blueprint.get("/kiosk")
    def kiosk() -> Response:
        code = request.args.get("table")
        if not code:
            site.check_follows()
        table = site.table(code) if code else site.newest()
        return small(ok(frame=msgspec.Raw(push.frame(table, None)), join=site.join(table)))

    @blueprint.get("/story")
    def told() -> Response:
        table, device = site.table(request.args.get("table", "")), site.device()
        game = request.args.get("game", type=int)
        return small(ok(story=table.look(lambda evening: story(evening, device, game))))

    @blueprint.get("/past")
    def earlier() -> Response:
        table, device = site.table(request.args.get("table", "")), site.known_device()
        number = request.args.get("number", type=int) or 0
        game = request.args.get("game", type=int)

        def read(evening: Evening) -> Past:
            return past(evening, device, number, evening.played(game) if game else None)

        return small(ok(past=table.look(read)))

    @blueprint.get("/practice")
    def practice() -> Response:
        found = [{"name": name, "players": games.load(name).players} for name in games.names()]
        return small(ok(games=found))

    @blueprint.get("/languages")
    def languages() -> Response:
        return Response(msgspec.json.encode(words.languages()), content_type="application/json")

    @blueprint.get("/words/<language>")
    def catalogue(language: str) -> Response:
        game = request.args.get("game")
        if language not in words.languages() or (game and game not in games.names()):
            raise Refusal("no-page")
        return send(_catalogue(language, game, request.args.get("for") == "print"))

    return blueprint


@cache
def _catalogue(language: str, game: str | None, press: bool) -> Asset:
    return made(words.merged_json(language, game, press), "application/json")


def _own_table(site: Site, device: Device | None) -> Table:
    """The newest table where this device sits, else where it practises; the host's else the
    newest there is."""
    if device is not None:
        for tables in (site.host.tables(), site.practice.tables()):
            for table in reversed(tables):
                if table.seats_of(device):
                    return table
        if device.host:
            return site.newest()
    raise Refusal("no-table")
