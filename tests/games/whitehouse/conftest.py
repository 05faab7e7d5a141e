"""A table of Whitehouse Gaim that is spoken to in short lines, as a scorer would."""

from typing import Any, Union

import msgspec
import pytest

from companion.core.entries import Entry
from companion.core.messages import Refusal
from companion.core.rules import Flag
from companion.core.seats import Seat
from companion.core.view import View, Viewer
from companion.games.whitehouse import RULES
from companion.games.whitehouse.options import HouseRules
from companion.games.whitehouse.state import State

DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[RULES.entries])  # noqa: UP007
FIELDS = {
    "bid": ("points",),
    "play": ("card",),
    "conceal": ("card",),
    "reveal": ("card",),
    "reveal-suit": ("suit",),
    "adjust": ("by", "why"),
}


def read(line: str) -> Entry:
    """``2 bid 17``, ``3 play Ph``, ``trick 2 Ph Mh ...``, ``count 1 17``, ``adjust 1 2 why``."""
    words = line.split()
    sent: dict[str, Any] = {}
    if words[0].isdigit():
        sent["seat"] = int(words.pop(0))
    do, *rest = words
    sent["do"] = do.removesuffix("-suit")
    if do == "trick":
        sent["seat"] = int(rest[0])
        if rest[1:]:
            sent["cards"] = rest[1:]
    elif do == "count":
        sent["team"], sent["points"] = int(rest[0]), int(rest[1])
        if rest[2:]:
            sent["agreed"] = True
    elif do == "adjust":
        sent |= {"team": int(rest[0]), "by": int(rest[1]), "why": " ".join(rest[2:])}
    else:
        names = FIELDS.get(do, ())
        for name, word in zip(names, rest, strict=True):
            sent[name] = int(word) if name == "points" else word
    entry: Entry = DECODER.decode(msgspec.json.encode(sent))
    return entry


class Table:
    """A game, entry by entry; every line must be accepted."""

    def __init__(self, players: int = 4, dealer: int = 1, **options: Any) -> None:
        house = msgspec.convert(options, HouseRules)
        RULES.check_options(players, house)
        self.state: State = RULES.start(players, Seat(dealer), house)
        self.number = 0

    def say(self, *lines: str | Entry) -> "Table":
        for line in lines:
            entry = read(line) if isinstance(line, str) else line
            RULES.check(self.state, entry)
            self.number += 1
            self.state = RULES.apply(self.state, entry, self.number)
        return self

    def bid(self, points: int) -> "Table":
        """An auction that the first bidder wins at once with so many points."""
        players = self.state.players
        first = self.state.deal.first
        passes = [f"{first % players + 1} pass"]
        for _ in range(players - 2):
            passes.append(f"{int(passes[-1].split()[0]) % players + 1} pass")
        return self.say(f"{first} bid {points}", *passes)

    def refused(self, line: str | Entry) -> str:
        """The code with which this line is refused; it changes nothing."""
        entry = read(line) if isinstance(line, str) else line
        before = repr(self.state)
        with pytest.raises(Refusal) as caught:
            RULES.check(self.state, entry)
        assert repr(self.state) == before
        return caught.value.code

    @property
    def chips(self) -> tuple[int, int]:
        return self.state.chips

    @property
    def phase(self) -> tuple[str, tuple[int, ...]]:
        told = RULES.result(self.state).next
        return told.phase, told.seats

    @property
    def deals(self) -> tuple[Any, ...]:
        return RULES.result(self.state).deals

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def winner(self) -> int | None:
        return self.state.winner

    @property
    def flags(self) -> list[tuple[int, str, int]]:
        """Flags of the last deal listed, as (entry, code, seat)."""
        found: tuple[Flag, ...] = self.deals[-1].flags
        return [(flag.entry, flag.code, flag.seat) for flag in found]

    def view(self, *seats: int, table: bool = True) -> View:
        return RULES.view(self.state, Viewer(frozenset(map(Seat, seats)), table and bool(seats)))


@pytest.fixture(scope="session")
def table() -> type[Table]:
    return Table
