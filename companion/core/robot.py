"""What a game can say of dealt cards, for a table where nobody holds any: practice.

At a real table the hands are the players' and nobody enters them. In practice the pack is
dealt in memory, and a game's ``robot.py``, if it has one, knows how such cards lie, which may
be played, and what a modest player would do with them (``ROBOT`` in it, a :class:`Robot`).
Nothing of it is asked at a real table.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Protocol

from companion.core.cards import Card, Suit, suit_of
from companion.core.entries import Entry
from companion.core.seats import Seat
from companion.core.tricks import Trick

Dealt = Sequence[Card]
"""The cards dealt to one seat, in the order in which they came."""


class Robot(Protocol):
    """A game's cards as dealt. ``state`` is the game's; every function is pure.

    What it says for a seat follows from that seat's cards and from what everybody knows.
    """

    def hand_size(self, state: Any) -> int:
        """How many cards each seat is dealt in the present deal."""

    def held(self, state: Any, seat: Seat, dealt: Dealt) -> tuple[Card, ...]:
        """The cards that the seat can see as its own now and has still to play."""

    def fills(self, state: Any, seat: Seat, dealt: Dealt, key: str) -> tuple[Card, ...]:
        """The cards that the seat can truly name in the choice of this key, in their order."""

    def legal(self, state: Any, seat: Seat, dealt: Dealt) -> frozenset[Card]:
        """Those that it may lay by the rules, were it its turn."""

    def lays_out(self, state: Any, seat: Seat, dealt: Dealt) -> Entry | None:
        """What the dealer lays out before the seat; None for nothing, or nothing more."""

    def says(self, state: Any, seat: Seat, dealt: Dealt) -> Entry | None:
        """What a modest player in that seat enters now; None while others are waited for."""


def modest_card(
    legal: Collection[Card],
    trick: Trick,
    strength: Callable[[Card, Suit], tuple[int, int]],
    worth: Callable[[Card], int],
    *,
    ours: bool = False,
    last: bool = False,
) -> Card:
    """The card a modest player lays: leads high, wins cheaply if last, and gives the partner
    points.

    ``ours``: the trick is the partner's as it lies; ``last``: nobody plays after this card.
    """
    cards = sorted(legal)
    led = trick.led
    if led is None:
        return max(cards, key=lambda card: (strength(card, suit_of(card)), worth(card)))
    to_beat = max(strength(laid.card, led) for laid in trick.laid)
    beating = [card for card in cards if strength(card, led) > to_beat]
    if ours and last:
        return max(cards, key=lambda card: (worth(card), -strength(card, led)[1]))
    if beating and not ours:
        return (min if last else max)(beating, key=lambda card: strength(card, led))
    return min(cards, key=lambda card: (worth(card), strength(card, led)))
