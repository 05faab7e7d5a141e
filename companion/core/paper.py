"""What a game has to say on paper: the faces of its cards, and how to make them.

A game that prints has a ``paper.py`` with ``PAPER`` in it (:class:`Printed`); one without is
played all the same. How it looks, and on which paper, is the printer's affair.
"""

from typing import Any, Final, Literal, Protocol

import msgspec

from companion.core.cards import SUITS, Card, Suit, rank_of, suit_of
from companion.core.messages import Msg
from companion.core.seats import Direction, Seat

ORDINARY: Final = "AKQJT98765432"
"""The ranks of an ordinary deck as cards write them, highest first."""


class Face(msgspec.Struct, frozen=True):
    """One card as a label shows it."""

    card: Card
    sign: str
    """The letter or number in large, one to three characters: ``P``, ``10``."""
    marker: int
    """The id of its square for the camera, below 100; one means one face (``print/MARKERS.md``)."""
    points: str = ""
    """What it counts, in few characters; empty for nothing."""


class Conversion(msgspec.Struct, frozen=True):
    """One way to make the game's cards of ordinary ones: the sign and whose place it takes."""

    title: Msg
    why: Msg
    ranks: tuple[tuple[str, str], ...]
    """Pairs of sign and ordinary rank, both as they are read: ``("A", "10")``."""


class Labels(msgspec.Struct, frozen=True):
    """The labels of one deck."""

    faces: tuple[Face, ...]
    conversions: tuple[Conversion, ...] = ()
    """The ways to stick them on, the usual one first; none where a label repeats its card."""
    notes: tuple[Msg, ...] = ()
    """What one should know before one sticks them on."""


Text = str | Msg
"""A sign that reads the same in every language, or a sentence."""


class Heading(msgspec.Struct, frozen=True, tag=True):
    """Begins a section."""

    text: Msg


class Para(msgspec.Struct, frozen=True, tag=True):
    """A paragraph; ``lead`` stands in bold before it."""

    text: Msg
    lead: Msg | None = None
    ours: bool = False
    """The source is silent here and this is our choice: marked, so that nobody quotes it."""


class Items(msgspec.Struct, frozen=True, tag=True):
    """A list: numbered steps, points, or agreed rules with a tick each."""

    items: tuple[Msg, ...]
    kind: Literal["steps", "points", "ticks"] = "points"


class Grid(msgspec.Struct, frozen=True, tag=True):
    """A table with a head; ``columns`` gives each column's share of the width and alignment."""

    columns: tuple[tuple[float, Literal["left", "centre", "right"]], ...]
    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    total: tuple[Text, ...] = ()
    """A last row that sums up."""


class CardOrder(msgspec.Struct, frozen=True, tag=True):
    """Ranks from the highest to the lowest, each with what it counts."""

    ranks: tuple[tuple[str, str], ...]
    """Pairs of sign and points, the latter empty for nothing."""
    caption: Msg


class SeatPlan(msgspec.Struct, frozen=True, tag=True):
    """The table from above: who sits where and which way it goes."""

    players: int
    direction: Direction
    caption: Msg
    sides: int = 2
    """With two, seats of the second side are drawn as squares."""


class Packets(msgspec.Struct, frozen=True, tag=True):
    """How the cards are dealt to each: the sizes of the packets in their order."""

    packets: tuple[int, ...]
    caption: Msg


class Trick(msgspec.Struct, frozen=True, tag=True):
    """A trick on the table: cards by seat in the order of play, and who takes it."""

    laid: tuple[tuple[Seat, str, Suit], ...]
    """Seat, sign and suit of each card."""
    winner: Seat
    caption: Msg
    direction: Direction = "clockwise"


class Spread(msgspec.Struct, frozen=True, tag=True):
    """Cards laid out before a player: a row face down, a row face up on it, some in the hand."""

    down: int
    up: int
    hand: int
    caption: Msg


Figure = SeatPlan | Packets | Trick | Spread


class Figures(msgspec.Struct, frozen=True, tag=True):
    """Drawings side by side."""

    items: tuple[Figure, ...]


class Panel(msgspec.Struct, frozen=True, tag=True):
    """What is looked up in the heat of the game, set apart."""

    title: Msg
    blocks: tuple[Heading | Para | Items | Grid | CardOrder | Figures, ...]


Block = Heading | Para | Items | Grid | CardOrder | Figures | Panel


class Sheet(msgspec.Struct, frozen=True):
    """A game's rule sheet under the house rules of one table."""

    facts: tuple[Msg, ...]
    """Players, cards, length: a few words each."""
    goal: Msg
    """What it is all about, in one sentence."""
    aid: tuple[Block, ...]
    """One page: what is asked at the table, in the order of a deal."""
    rules: tuple[Block, ...]
    """Everything, for somebody who has never seen the game."""


class Column(msgspec.Struct, frozen=True):
    """A column of the score sheet that people fill in by hand; ``share`` of the width."""

    title: Msg
    share: float


class Printed(Protocol):
    """A game on paper."""

    def labels(self, players: int, options: Any) -> Labels:
        """The labels of the deck that so many players use under these house rules."""

    def sheet(self, players: int, options: Any) -> Sheet:
        """The rule sheet for so many players under these house rules."""

    def score_columns(self, players: int, options: Any) -> tuple[Column, ...]:
        """What is noted of each deal, before what it changes the score by."""


def read_rank(rank: str) -> str:
    """A rank as people read it: ``T`` is 10 where the deck is an ordinary one."""
    return "10" if rank == "T" else rank


def ordinary_marker(card: Card) -> int:
    """The marker of a card of an ordinary deck, 0 to 51.

    >>> ordinary_marker(Card("Ac")), ordinary_marker(Card("2s"))
    (0, 51)
    """
    return SUITS.index(suit_of(card)) * len(ORDINARY) + ORDINARY.index(rank_of(card))


def ordinary_face(card: Card, points: str = "") -> Face:
    """The face of a card of an ordinary deck."""
    return Face(card, read_rank(rank_of(card)), ordinary_marker(card), points)
