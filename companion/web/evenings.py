"""The evenings: what was played, how it went for whom, settling up, exports, and erasing.

All evenings are for the host and for this very machine; whoever sits at a table may read its
own evening and take it along.
"""

from functools import cache

import msgspec
from flask import Blueprint, Response, request

from companion import words
from companion.core.messages import Refusal
from companion.table.archive import Archive, PastEvening
from companion.table.exports import Book, public_record
from companion.table.settling import Cents, Stake, amount, balances, payments
from companion.table.table import Table
from companion.web import bodies, ledgers
from companion.web.answers import ok, zipped
from companion.web.assets import Asset, made, send
from companion.web.site import Site
from companion.web.sockets import Push

PAGE_WORDS = ("app.", "even.", "refused.", "seat.", "team.", "ui.as-")
"""How the codes of sentences begin that the page of evenings says."""
KINDS = {
    "record": "application/jsonl; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "pdf": "application/pdf",
}


class Desk:
    """Who may read which evening."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.archive = Archive(site.host)

    def sees_all(self) -> bool:
        """Whether the host is asking, or this very machine."""
        device = self.site.device()
        return self.site.is_from_here() or (device is not None and device.host)

    def table(self, code: str) -> Table:
        """A table that whoever asks may look back on, one packed up too for the host.

        Raises ``Refusal``: ``no-table``, ``too-fast``, ``not-at-this-table``.
        """
        if self.sees_all():
            return self.site.host.any_table(code)
        table = self.site.table(code)
        if not table.seats_of(self.site.known_device()):
            raise Refusal("not-at-this-table")
        return table

    def chosen(self) -> list[PastEvening]:
        """The evening named in the address, or all there are, the newest first.

        Raises ``Refusal`` as :meth:`table`, and ``host-only``.
        """
        if code := request.args.get("table"):
            return [self.archive.evening(self.table(code))]
        return self.every()

    def every(self) -> list[PastEvening]:
        """All evenings; ``Refusal("host-only")`` for whoever may not see them."""
        if not self.sees_all():
            raise Refusal("host-only")
        return self.archive.evenings()


def evenings(site: Site, push: Push) -> Blueprint:
    """The evenings' part of ``/api``."""
    blueprint = Blueprint("evenings", __name__, url_prefix="/api")
    desk = Desk(site)
    blueprint.before_request(site.check_pace)

    @blueprint.get("/evenings/words/<language>")
    def page_words(language: str) -> Response:
        if language not in words.languages():
            raise Refusal("no-page")
        return send(_page_words(language))

    @blueprint.get("/evenings")
    def ledger() -> Response:
        chosen, language, device = desk.chosen(), _language(), site.device()
        every = desk.every() if desk.sees_all() else chosen
        answer = ok(
            host=device is not None and device.host,
            all=desk.sees_all(),
            evenings=[ledgers.summary(one, language) for one in every],
            chosen=[one.code for one in chosen],
            games=[ledgers.played(one, game, language) for one in chosen for game in one.games],
            **ledgers.counted(chosen, language),
        )
        return zipped(answer, request.headers.get("Accept-Encoding", ""))

    @blueprint.get("/settle")
    def settle() -> Response:
        won = balances((game for one in desk.chosen() for game in one.games), _stakes())
        return ok(
            payments=[
                {"giver": one.giver, "taker": one.taker, "amount": amount(one.cents)}
                for one in payments(won)
            ],
            people=[
                {"name": name, "cents": cents, "amount": amount(cents)}
                for name, cents in sorted(won.items(), key=lambda one: (-one[1], one[0]))
            ],
        )

    _add_export(blueprint, desk)
    _add_erasing(blueprint, desk, push)
    return blueprint


def _add_export(blueprint: Blueprint, desk: Desk) -> None:
    @blueprint.get("/export")
    def export() -> Response:
        kind = request.args.get("as", "")
        if kind not in KINDS:
            raise Refusal("no-page")
        table, language = desk.table(request.args.get("table", "")), _language()
        number = request.args.get("game", type=int)
        book = table.look(lambda evening: Book(evening, table.code, language, number))
        content: str | bytes
        match kind:
            case "record":
                content = table.look(lambda evening: public_record(evening, number))
            case "csv":
                content = book.csv()
            case "json":
                content = book.json()
            case _:
                content = _pdf(book, language)
        named = {"Content-Disposition": f'attachment; filename="{book.filename(kind)}"'}
        return Response(content, content_type=KINDS[kind], headers=named)


def _add_erasing(blueprint: Blueprint, desk: Desk, push: Push) -> None:
    host = desk.site.host

    @blueprint.post("/erase")
    def erase() -> Response:
        body = bodies.read(bodies.Erase)
        desk.site.check_host()
        if body.person is not None:
            instead = host.erase_person(body.person)
            desk.archive.forget()
            return ok(instead=instead)
        code = host.erase_evening(body.table or "")
        desk.archive.forget()
        if not host.tables():  # there is always one to come to
            host.open_table()
        push.erased(code)
        return ok()


@cache
def _page_words(language: str) -> Asset:
    return made(words.page_json(language, PAGE_WORDS), "application/json")


def _language() -> str:
    wished = request.args.get("lang", "en")
    return wished if wished in words.languages() else "en"


def _stakes() -> dict[str, Stake]:
    """The stakes in the address: ``point.GAME`` and ``game.GAME``, in cents."""
    told: dict[str, dict[str, int]] = {}
    for key, value in request.args.items():
        unit, _, game = key.partition(".")
        if unit in ("point", "game") and game:
            try:
                told.setdefault(game, {})[unit] = msgspec.convert(value, Cents, strict=False)
            except msgspec.ValidationError:
                raise Refusal("bad-request") from None
    return {game: Stake(**stake) for game, stake in told.items()}


def _pdf(book: Book, language: str) -> bytes:
    """The filled score sheet, and everything that happened. The printer is loaded only when it
    is wanted."""
    from companion.printing.saying import Say
    from companion.printing.score_sheets import Score, score_pdf
    from companion.printing.story_pages import StoryLine

    score = Score(
        (),
        book.score,
        book.code,
        record=True,
        room=not book.score.over,
        story=tuple(StoryLine(*line) for line in book.lines("%H:%M")),
        day=book.day,
    )
    return score_pdf(score, "A4", Say(language, book.name, book.people))
