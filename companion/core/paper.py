"""What a game has to say on paper: the faces of its cards, and how to make them.

A game that prints has a ``paper.py`` with ``PAPER`` in it (:class:`Printed`); one without is
played all the same. How it looks, and on which paper, is the printer's affair.
"""

from typing import Any, Final, Protocol

import msgspec

from companion.core.cards import SUITS, Card, rank_of, suit_of
from companion.core.messages import Msg

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


class Printed(Protocol):
    """A game on paper."""

    def labels(self, players: int, options: Any) -> Labels:
        """The labels of the deck that so many players use under these house rules."""


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
