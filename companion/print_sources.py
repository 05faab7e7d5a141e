"""What ``companion print`` prints for: a game under its usual rules, or a table as it is."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.messages import Refusal
from companion.settings import PORT, Settings

if TYPE_CHECKING:
    from companion.core.entries import Options
    from companion.core.paper import Printed
    from companion.core.seats import Direction
    from companion.core.view import ScoreView
    from companion.printing.table_card import Door
    from companion.table.table import Table


@dataclass(frozen=True)
class Told:
    """A game to print for: under its usual rules, or as a table plays it."""

    game: str
    paper: "Printed"
    players: int
    options: "Options"
    view: "ScoreView"
    names: tuple[str | None, ...] = ()


def game_of(
    game: str | None, players: int | None, table: str | None, folder: Path, most: bool = False
) -> Told:
    """The game of that name, or that of a table.

    ``most``: where nobody says how many play, as many as can. Raises Refusal ``which-game``,
    ``no-game``, ``not-printed``, ``bad-players`` or ``no-table``.
    """
    from companion import games

    if table:
        from companion.folder import open_host

        with open_host(folder, reading=True) as host:
            return as_played(host.table(table))
    if not game:
        raise Refusal("which-game", games=", ".join(games.names()))
    return as_usual(game, players, most)


def as_played(table: "Table") -> Told:
    """The game of a table, by its people and under its house rules; Refusal ``not-printed``."""
    from companion.table.exports import score_of

    with table.evening() as evening:
        game, names = evening.game, evening.names()
        view = score_of(game)
    name, players, options = game.setup.game, game.setup.players, game.history.options
    return Told(name, printed(name), players, options, view, names)


def as_usual(game: str, players: int | None, most: bool = False) -> Told:
    """A game under its usual rules; without a number, for as few or as many as can play.

    Raises Refusal ``no-game``, ``not-printed`` or ``bad-players``.
    """
    from companion import games
    from companion.core.seats import Seat
    from companion.core.view import PUBLIC

    name = game.casefold().replace("_", "-")
    try:
        rules = games.load(name)
    except LookupError:
        raise Refusal("no-game", game=game) from None
    players = players or rules.players[-1 if most else 0]
    if players not in rules.players:
        raise Refusal("bad-players", n=players)
    options = rules.options()
    view = rules.view(rules.start(players, Seat(1), options), PUBLIC).score
    return Told(name, printed(name), players, options, view)


def printed(name: str) -> "Printed":
    """What a game has to print; Refusal ``not-printed`` where it has nothing."""
    from companion import games

    paper = games.paper(name)
    if paper is None:
        raise Refusal("not-printed", game=name)
    return paper


@dataclass(frozen=True)
class AtTable:
    """What cards for a table tell of it."""

    ip: str
    port: int
    door: "Door"
    names: tuple[str | None, ...]
    direction: "Direction"


def table_of(settings: Settings, code: str | None, folder: Path) -> AtTable:
    """The table of a code, or the newest, at this machine's address in the room."""
    from companion.addresses import Addresses
    from companion.folder import open_host

    with open_host(folder, reading=True) as host:
        tables = host.tables()
        if not code and not tables:
            raise Refusal("no-table")
        ip = Addresses(folder / "adapter", settings.host_ip).ip
        return at_table(host.table(code) if code else tables[-1], ip, settings.port or PORT)


def at_table(table: "Table", ip: str, port: int) -> AtTable:
    """A table at this machine's address in the room."""
    from companion import links
    from companion.printing.table_card import Door

    with table.evening() as evening:
        names, rules = evening.names(), evening.game.history.rules
    door = Door(links.join_url(ip, port, table.code), links.place(ip, port), table.code)
    return AtTable(ip, port, door, names, rules.direction)
