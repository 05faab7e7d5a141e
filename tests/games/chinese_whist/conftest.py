"""A table of Chinese Whist that is spoken to in short lines, as a scorer would."""

from typing import Any, Union

import msgspec
import pytest

from companion.core.entries import Entry
from companion.core.messages import Refusal
from companion.core.seats import Seat
from companion.core.view import View, Viewer
from companion.games.chinese_whist import RULES
from companion.games.chinese_whist.options import HouseRules
from companion.games.chinese_whist.state import State

DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[RULES.entries])  # noqa: UP007
FIELDS = {"play": "card", "uncover": "card", "show": "card", "trump": "suit"}


def read(line: str) -> Entry:
    """``1 trump hearts``, ``2 play Ah``, ``2 expose Ah Kd ...``, ``trick 2 [cards]``,
    ``count 9 4 [agreed]``, ``1 penalty add 2`` (offender, what, by whom), ``honours 1 4``,
    ``made 1 9``, ``adjust 1 -2 why``."""
    words = line.split()
    sent: dict[str, Any] = {}
    if words[0].isdigit():
        sent["seat"] = int(words.pop(0))
    do, *rest = words
    sent["do"] = do
    match do:
        case "trick":
            sent["seat"] = int(rest[0])
            if rest[1:]:
                sent["cards"] = rest[1:]
        case "expose":
            sent["cards"] = rest
        case "count":
            sent |= {"agreed": True} if rest[-1] == "agreed" else {}
            sent["tricks"] = [int(n) for n in rest if n != "agreed"]
        case "made":
            sent |= {"team": int(rest[0]), "tricks": int(rest[1])}
        case "penalty":
            sent |= {"for": "revoke", "take": rest[0], "by": int(rest[1])}
        case "honours":
            sent |= {"team": int(rest[0]), "held": int(rest[1])}
        case "adjust":
            sent |= {"team": int(rest[0]), "by": int(rest[1]), "why": " ".join(rest[2:])}
        case _ if rest:
            sent[FIELDS[do]] = rest[0]
    entry: Entry = DECODER.decode(msgspec.json.encode(sent))
    return entry


class Table:
    """A game, entry by entry; every line must be accepted."""

    def __init__(self, players: int = 4, dealer: int = 1, **options: Any) -> None:
        house = msgspec.convert(options, HouseRules)
        RULES.check_options(players, house)
        self.players = players
        self.state: State = RULES.start(players, Seat(dealer), house)
        self.number = 0

    def say(self, *lines: str | Entry) -> "Table":
        for line in lines:
            entry = read(line) if isinstance(line, str) else line
            RULES.check(self.state, entry)
            self.number += 1
            self.state = RULES.apply(self.state, entry, self.number)
        return self

    def trump(self, suit: str = "hearts") -> "Table":
        """The dealer names it."""
        return self.say(f"{self.state.deal.dealer} trump {suit}")

    def deal(self, *tricks: int) -> "Table":
        """A deal by count."""
        return self.trump().say("count " + " ".join(map(str, tricks)))

    def at(self, *score: int) -> "Table":
        """The score put to this, as a case wants it."""
        for team, n in enumerate(score, 1):
            if n != self.score[team - 1]:
                self.say(f"adjust {team} {n - self.score[team - 1]} as in the case")
        return self

    def refused(self, line: str | Entry) -> str:
        """The code with which this line is refused; it changes nothing."""
        entry = read(line) if isinstance(line, str) else line
        before = repr(self.state)
        with pytest.raises(Refusal) as caught:
            RULES.check(self.state, entry)
        assert repr(self.state) == before
        return caught.value.code

    @property
    def score(self) -> tuple[int, ...]:
        return self.state.score

    @property
    def deals(self) -> tuple[Any, ...]:
        return RULES.result(self.state).deals

    @property
    def phase(self) -> tuple[str, tuple[int, ...]]:
        told = RULES.result(self.state).next
        return told.phase, told.seats

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def winner(self) -> int | None:
        return self.state.winner

    @property
    def flags(self) -> list[tuple[int, str, int]]:
        """Flags of the last deal listed, as (entry, code, seat)."""
        return [(flag.entry, flag.code, flag.seat) for flag in self.deals[-1].flags]

    def view(self, *seats: int, table: bool = True) -> View:
        return RULES.view(self.state, Viewer(frozenset(map(Seat, seats)), table and bool(seats)))


@pytest.fixture(scope="session")
def table() -> type[Table]:
    return Table
