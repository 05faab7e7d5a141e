"""What can be printed here: the tables, the games, the label papers, the printers measured."""

from typing import TYPE_CHECKING, Any

import msgspec

from companion import games
from companion.core.messages import Msg, Refusal
from companion.table.table import Table
from companion.web.site import Site

if TYPE_CHECKING:
    from companion.printing.stocks import Stock


class OfferedTable(msgspec.Struct, frozen=True):
    """A table to print for."""

    code: str
    game: str
    players: int
    names: tuple[str | None, ...]
    deals: int
    """How many rows its score has."""
    cards: bool
    """Whether seat cards are good that were made before."""


class OfferedGame(msgspec.Struct, frozen=True):
    """A game to print for: by how many, and the ways to label an ordinary deck."""

    name: str
    title: str
    players: tuple[int, ...]
    labels: int
    """How many cards its largest deck has."""
    maps: tuple[Msg, ...]


class OfferedStock(msgspec.Struct, frozen=True):
    """A label paper, with the designs that can be made on it: ``corners``, ``centre-camera``."""

    id: str
    name: str
    also: tuple[str, ...]
    paper: str
    size: tuple[float, float]
    label: tuple[float, float]
    grid: tuple[int, int]
    first: tuple[float, float]
    pitch: tuple[float, float]
    corner: float
    round: bool
    removable: bool
    fits: tuple[str, ...]


def offers_of(site: Site, language: str) -> dict[str, Any]:
    """Everything that the print page lets choose, titles in this language."""
    from companion.printing import calibration

    tables = reversed(site.host.tables())
    return {
        "games": [_game(name, language) for name in games.names() if games.paper(name)],
        "tables": [found for table in tables if (found := _table(table))],
        "stocks": _stocks(site),
        "printers": calibration.names(site.settings.data),
    }


def _game(name: str, language: str) -> OfferedGame:
    from companion.printing.saying import Say

    rules, paper = games.load(name), games.paper(name)
    most = rules.players[-1]
    labels = paper.labels(most, rules.options()) if paper else None
    say = Say(language, name)
    return OfferedGame(
        name,
        say.title,
        tuple(rules.players),
        len(labels.faces) if labels else 0,
        tuple(
            Msg("ui.plain", {"what": say(conversion.title)})
            for conversion in (labels.conversions if labels else ())
        ),
    )


def _table(table: Table) -> OfferedTable | None:
    try:
        with table.evening() as evening:
            setup, names = evening.game.setup, evening.names()
            rows, cards = len(evening.public().score.rows), bool(evening.cards)
    except Refusal:  # its game is not there any more
        return None
    return OfferedTable(table.code, setup.game, setup.players, names, rows, cards)


def _stocks(site: Site) -> list[OfferedStock]:
    from companion.printing import stocks

    return [
        OfferedStock(
            stock.id,
            stock.name,
            stock.also,
            stock.paper if isinstance(stock.paper, str) else "",
            stock.size,
            stock.label,
            stock.grid,
            stock.first,
            stock.pitch,
            stock.corner,
            stock.shape == "round",
            stock.removable,
            _fits(stock),
        )
        for stock in stocks.stocks(site.settings.data)
    ]


def _fits(stock: "Stock") -> tuple[str, ...]:
    from companion.printing import labels

    found = []
    for place in labels.PLACES:
        for camera in (False, True):
            try:
                labels.check(stock, labels.Design(place, camera=camera))
            except Refusal:
                continue
            found.append(f"{place}-camera" if camera else place)
    return tuple(found)
