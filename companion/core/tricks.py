"""The trick: cards in the order in which they fell, and which of them wins.

There is one notion of strength, a function of the card, the suit led and the trump in
force, and both the winner of a trick and any duty to beat are read off it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from companion.core.cards import Card, Suit, suit_of
from companion.core.seats import Seat

Height = Callable[[Card], int]
"""How high a card stands among the cards of its own suit: larger is stronger."""


def strength(card: Card, led: Suit, trump: Suit | None, height: Height) -> tuple[int, int]:
    """What a card is worth in a trick: compare two of them and the larger takes it.

    A trump beats every card of another suit; a card neither trump nor of the suit led
    beats nothing.
    """
    suit = suit_of(card)
    if suit == trump:
        return (2, height(card))
    return (1, height(card)) if suit == led else (0, 0)


@dataclass(frozen=True)
class Laid:
    """One card on the felt: who laid it, and the number of the entry that says so."""

    seat: Seat
    card: Card
    entry: int = 0


@dataclass(frozen=True)
class Trick:
    """A trick being played or played out. ``laid`` is in the order of play."""

    laid: tuple[Laid, ...] = ()

    @property
    def led(self) -> Suit | None:
        """The suit led, or None while nobody has led."""
        return suit_of(self.laid[0].card) if self.laid else None

    def with_card(self, laid: Laid) -> "Trick":
        """The trick with one more card on it."""
        return Trick((*self.laid, laid))

    def card_of(self, seat: Seat) -> Card | None:
        """The card that seat laid to this trick, if it has."""
        return next((laid.card for laid in self.laid if laid.seat == seat), None)

    def winner(self, trump: Suit | None, height: Height) -> Seat | None:
        """Who takes it as it lies, with this trump in force; None while it is empty."""
        if not self.laid:
            return None
        led = suit_of(self.laid[0].card)
        best = max(self.laid, key=lambda laid: strength(laid.card, led, trump, height))
        return best.seat


def leads_out_of_turn(
    tricks: Iterable[Sequence[Laid]], first: Seat, winners: Iterable[Seat]
) -> Iterator[Laid]:
    """The cards led by somebody else than should have: the winner of the trick before.

    ``tricks`` holds what is known to have been laid to each, in order; ``first`` leads to the
    first of them, ``winners`` are those of the finished ones.
    """
    for laid, leader in zip(tricks, chain((first,), winners), strict=False):
        if laid and laid[0].seat != leader:
            yield laid[0]
