"""Cards and the decks they come from.

A card is written rank then suit, as in a record: ``As``, ``Td``, ``9c``; the letters
of Whitehouse Gaim are ranks like any other (``Pc``). A card *is* that two-character
text: it needs no decoding, sorts, hashes and compares by itself, and whether it exists
at all is a question for the deck in play.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NewType

Card = NewType("Card", str)
Suit = Literal["c", "d", "h", "s"]
SuitWord = Literal["clubs", "diamonds", "hearts", "spades"]

SUITS: Final[tuple[Suit, ...]] = ("c", "d", "h", "s")
WORD_OF: Final[dict[Suit, SuitWord]] = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
SUIT_OF_WORD: Final[dict[SuitWord, Suit]] = {word: suit for suit, word in WORD_OF.items()}


def rank_of(card: Card) -> str:
    """The rank of a card: its first character."""
    return card[0]


def suit_of(card: Card) -> Suit:
    """The suit of a card of some deck: its second character."""
    return card[1]  # type: ignore[return-value]


@dataclass(frozen=True)
class Deck:
    """A pack: which ranks there are, highest first, in each of the four suits.

    >>> deck = Deck("AKQ")
    >>> len(deck), Card("Kd") in deck, Card("Xd") in deck
    (12, True, False)
    """

    ranks: str
    """One character a rank, the strongest first (in a plain suit)."""
    without: tuple[Card, ...] = ()
    """Single cards that are thrown out of it."""

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card, suit by suit, highest first."""
        every = (Card(rank + suit) for suit in SUITS for rank in self.ranks)
        return tuple(card for card in every if card not in self.without)

    @cached_property
    def _all(self) -> frozenset[Card]:
        return frozenset(self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self._all

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)
