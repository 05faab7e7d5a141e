"""A table of Belote that is spoken to in short lines, as a scorer would."""

from typing import Any, Union

import msgspec
import pytest

from companion.core.entries import Entry, Shorthand
from companion.core.messages import Refusal
from companion.core.seats import Seat
from companion.core.view import View, Viewer
from companion.games.belote import RULES
from companion.games.belote.entries import Contract
from companion.games.belote.options import HouseRules
from companion.games.belote.state import State

DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[RULES.entries])  # noqa: UP007
CALLS = ("pass", "double", "redouble")
KINDS = ("clubs", "diamonds", "hearts", "spades", "no-trumps", "all-trumps")


def read(line: str) -> Entry:
    """One entry as a line.

    ``2 bid hearts``, ``3 double``, ``4 play Jh``, ``2 tierce Qh``, ``2 quint Kh 6``,
    ``3 four J``, ``2 belote hearts``, ``trick 2 Ah Kh Qh 7h``, ``count 1 106``,
    ``count 1 162 capot``, ``count 1 90 agreed``, ``undealt 7c 8c 7d 8d``,
    ``adjust 1 26 why``, ``void``, ``end``, ``contract 2 hearts 2``.
    """
    words = line.split()
    sent: dict[str, Any] = {}
    if words[0].isdigit():
        sent["seat"] = int(words.pop(0))
    do, *rest = words
    sent["do"] = do
    match do:
        case "bid":
            sent["contract"] = rest[0]
        case "play":
            sent["card"] = rest[0]
        case "tierce" | "quarte" | "quint":
            sent |= {"do": "declare", "meld": do, "top": rest[0]}
            if rest[1:]:
                sent["length"] = int(rest[1])
        case "four":
            sent |= {"do": "declare", "meld": do, "rank": rest[0]}
        case "belote":
            sent |= {"do": "declare", "meld": do, "suit": rest[0]}
        case "trick":
            sent["seat"] = int(rest[0])
            if rest[1:]:
                sent["cards"] = rest[1:]
        case "undealt":
            sent["cards"] = rest
        case "count":
            sent |= {"team": int(rest[0]), "points": int(rest[1])}
            sent |= dict.fromkeys(rest[2:], True)
        case "adjust":
            sent |= {"team": int(rest[0]), "by": int(rest[1]), "why": " ".join(rest[2:])}
        case "contract":
            sent |= {"seat": int(rest[0]), "contract": rest[1]}
            if rest[2:]:
                sent["doubled"] = int(rest[2])
    entry: Entry = DECODER.decode(msgspec.json.encode(sent))
    return entry


class Table:
    """A game, entry by entry; every line must be accepted."""

    def __init__(self, dealer: int = 4, **options: Any) -> None:
        house = msgspec.convert(options, HouseRules)
        RULES.check_options(4, house)
        self.state: State = RULES.start(4, Seat(dealer), house)
        self.number = 0

    def say(self, *lines: str | Entry) -> "Table":
        for line in lines:
            entry = read(line) if isinstance(line, str) else line
            meant = (entry,)
            if isinstance(entry, Shorthand):
                meant = RULES.expand(self.state, entry)
            for each in meant:
                RULES.check(self.state, each)
                self.number += 1
                self.state = RULES.apply(self.state, each, self.number)
        return self

    def bid(self, kind: str, seat: int | None = None, doubled: int = 1) -> "Table":
        """An auction that this seat (the first to speak, if none is named) wins with this."""
        who = self.state.deal.first if seat is None else Seat(seat)
        return self.say(Contract(seat=who, contract=kind, doubled=doubled))

    def by(self, team: int, kind: str, doubled: int = 1) -> "Table":
        """An auction that this side wins, whoever of it speaks first."""
        first = self.state.deal.first
        seat = first if first % 2 == team % 2 else first % 4 + 1
        return self.bid(kind, seat, doubled)

    def refused(self, line: str | Entry) -> str:
        """The code with which this line is refused; it changes nothing."""
        entry = read(line) if isinstance(line, str) else line
        before = repr(self.state)
        door = RULES.expand if isinstance(entry, Shorthand) else RULES.check
        with pytest.raises(Refusal) as caught:
            door(self.state, entry)
        assert repr(self.state) == before
        return caught.value.code

    @staticmethod
    def read(sent: dict[str, Any]) -> Entry:
        """An entry as a phone sends it."""
        entry: Entry = DECODER.decode(msgspec.json.encode(sent))
        return entry

    @staticmethod
    def written_as(line: str) -> str:
        """A line as a record has it."""
        return msgspec.json.encode(read(line)).decode()

    @property
    def score(self) -> tuple[int, int]:
        return self.state.score

    @property
    def hanging(self) -> int:
        return self.state.hanging

    @property
    def phase(self) -> tuple[str, tuple[int, ...]]:
        told = RULES.result(self.state).next
        return told.phase, told.seats

    @property
    def deals(self) -> tuple[Any, ...]:
        return RULES.result(self.state).deals

    @property
    def written(self) -> tuple[int, int]:
        """What the last deal listed wrote."""
        return self.deals[-1].written

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
