"""The contract between a game and everything else.

A game is a folder of pure functions over frozen values. A table is a game and a list of
entries; its state is their fold. Nothing outside a game's folder asks which game it is.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from companion.core.cards import Deck
from companion.core.choices import Choice, Field
from companion.core.entries import Entry, Options, Shorthand
from companion.core.messages import Msg
from companion.core.seats import Direction, Seat, Team
from companion.core.view import View, Viewer

S = TypeVar("S")


class Flag(msgspec.Struct, frozen=True):
    """An irregularity that the entries prove. ``entry`` numbers the entry at fault."""

    entry: int
    code: str
    seat: Seat


class Outcome(msgspec.Struct, frozen=True):
    """How a finished deal came out, in words that games share: for statistics."""

    made: bool | None = None
    """Whether the side of the contract did what it had undertaken; None where nothing was
    undertaken, or nobody won."""
    swept: Team | None = None
    """The side that took every trick, where that is known."""


class DealResult(msgspec.Struct, frozen=True):
    """A deal as ``companion replay`` prints it (records.md), but for ``outcome``."""

    deal: int
    dealer: Seat
    contract: Mapping[str, Any] | None
    """In the game's own words; ``seat`` and ``team`` where somebody undertook something."""
    raw: tuple[int, ...]
    written: tuple[int, ...]
    hanging: int = 0
    flags: tuple[Flag, ...] = ()
    outcome: Outcome | None = None
    """None where the deal did not count, or is not over; no part of the record format."""


class Next(msgspec.Struct, frozen=True):
    """What the table waits for: a phase of the game, and the seats it waits for."""

    phase: str
    seats: tuple[Seat, ...]


class Result(msgspec.Struct, frozen=True):
    """A game so far, as ``companion replay`` prints it."""

    deals: tuple[DealResult, ...]
    score: tuple[int, ...]
    hanging: int
    over: bool
    winner: Team | None
    next: Next


class Rules(Protocol, Generic[S]):
    """One game.

    ``check`` stands at the door and refuses what cannot be; ``apply`` trusts the log and
    never refuses, so that a stricter check next year leaves old evenings readable.
    ``apply(state, entry, number)`` is given the entry's number so that flags can name it.
    """

    name: str
    """The game's word in a record's header; also its folder, with ``-`` for ``_``."""
    players: tuple[int, ...]
    direction: Direction
    entries: tuple[type[Entry], ...]
    """Every kind of entry it knows, the common ones it uses included."""
    options: type[Options]

    def deck(self, players: int) -> Deck:
        """The pack that so many players use."""

    def check_options(self, players: int, options: Any) -> None:
        """Refuse house rules that contradict each other or the number of players."""

    def option_fields(self, players: int, options: Any) -> tuple[Field, ...]:
        """The house rules as blanks to tap, filled with what is chosen."""

    def describe_options(self, players: int, options: Any) -> tuple[Msg, ...]:
        """The house rules as chosen, a sentence each, for phones and for paper."""

    def start(self, players: int, dealer: Seat, options: Any) -> S:
        """The game before its first entry."""

    def expand(self, state: S, entry: Shorthand) -> tuple[Entry, ...]:
        """What a shorthand stands for now, at least one ordinary entry.

        May raise :class:`~companion.core.messages.Refusal`; each entry is checked in its
        turn all the same. Games without a shorthand return nothing.
        """

    def check(self, state: S, entry: Entry) -> None:
        """Raise :class:`~companion.core.messages.Refusal` if the entry cannot be."""

    def apply(self, state: S, entry: Entry, number: int) -> S:
        """The state after this entry; total over whatever a log can hold."""

    def deal(self, state: S) -> int:
        """The number of the deal that is on, or that the next entry would open."""

    def choices(self, state: S, viewer: Viewer) -> Iterable[Choice]:
        """Everything this viewer may enter now."""

    def view(self, state: S, viewer: Viewer) -> View:
        """All that this viewer may see, choices included."""

    def describe(self, entry: Entry) -> Msg:
        """The entry as a sentence that everybody may read, secrets left out."""

    def result(self, state: S) -> Result:
        """The game so far, for ``replay`` and for exports; it tells secrets."""
