"""The pack and the six contracts: what is trump, how cards stand, what they count.

STANDARD (rules.md 2.1): the SEED's list of ranks is cut off after the ace.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from companion.core.cards import WORD_OF, Card, Deck, Suit, rank_of, suit_of
from companion.core.messages import Msg, SuitRef, msg
from companion.core.tricks import strength

ContractWord = Literal["clubs", "diamonds", "hearts", "spades", "no-trumps", "all-trumps"]

CONTRACTS: Final[tuple[ContractWord, ...]] = (
    "clubs",
    "diamonds",
    "hearts",
    "spades",
    "no-trumps",
    "all-trumps",
)
"""From lowest to highest (SEED)."""

PLAIN: Final = "ATKQJ987"
"""A plain suit, and every suit without trumps, highest first."""
TRUMP: Final = "J9ATKQ87"
"""The trump suit, and every suit with all trumps, highest first."""
PLAIN_POINTS: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
TRUMP_POINTS: Final = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}

DECK: Final = Deck(PLAIN)
LAST_TEN: Final = 10
"""Points for the last trick."""


@dataclass(frozen=True)
class Kind:
    """One of the six contracts, as far as cards are concerned."""

    word: ContractWord
    trump: Suit | None
    """The trump suit; None without trumps and with all of them."""
    heights: Mapping[Card, int]
    points: Mapping[Card, int]
    total: int
    """All the points of a full deal, the last ten included: 162, 130, 258."""
    lift: int
    """Added to the lower side's points before they are cut down to tens: the critical digit,
    6 with a trump suit and 4 with all trumps, is the first that goes up (STANDARD D8)."""

    @property
    def all_trumps(self) -> bool:
        """Whether every suit ranks and counts as trump."""
        return self.word == "all-trumps"

    @property
    def no_trumps(self) -> bool:
        """Whether there is no trump: points count double, and nothing is declared."""
        return self.word == "no-trumps"

    @property
    def times(self) -> int:
        """What card points are multiplied by: 2 without trumps (STANDARD)."""
        return 2 if self.no_trumps else 1

    def height(self, card: Card) -> int:
        """How high a card stands in its suit: larger is stronger."""
        return self.heights[card]

    def strength(self, card: Card, led: Suit) -> tuple[int, int]:
        """What a card is worth in a trick to which that suit was led: the larger one takes it.

        The one notion of beating, for the winner of a trick and for every duty to beat.
        """
        return strength(card, led, self.trump, self.height)

    def worth(self, cards: Iterable[Card]) -> int:
        """Points of these cards, not doubled, without the last ten."""
        return sum(self.points[card] for card in cards)


def _kind(word: ContractWord) -> Kind:
    every = word == "all-trumps"
    trump = next((suit for suit, name in WORD_OF.items() if name == word), None)

    def trumps(card: Card) -> bool:
        return every or suit_of(card) == trump

    points = {
        card: (TRUMP_POINTS if trumps(card) else PLAIN_POINTS).get(rank_of(card), 0)
        for card in DECK
    }
    return Kind(
        word=word,
        trump=trump,
        heights={c: -(TRUMP if trumps(c) else PLAIN).index(rank_of(c)) for c in DECK},
        points=points,
        total=sum(points.values()) + LAST_TEN,
        lift=6 if every else 4,
    )


KINDS: Final[Mapping[ContractWord, Kind]] = {word: _kind(word) for word in CONTRACTS}


def named(word: ContractWord) -> Msg:
    """The contract's name, with the suit's sign where it is a suit."""
    trump = KINDS[word].trump
    return msg(f"contract.{word}") if trump is None else msg("contract.suit", suit=SuitRef(trump))
