"""What a player owes: to follow, to trump, to beat. Stated twice, to be held to each other.

STANDARD (rules.md 2.3), compatible with the SEED. :func:`legal` makes the cards that may be
played from a whole hand; :func:`fault` judges one card against whatever is known of a hand.
"""

from collections.abc import Collection, Sequence
from typing import Literal

from companion.core.cards import Card, suit_of
from companion.core.seats import Seat, side_of
from companion.core.tricks import Laid, Trick
from companion.games.belote.contracts import Kind

Fault = Literal["revoke", "must-trump", "must-overtrump"]


def legal(kind: Kind, trick: Trick, seat: Seat, hand: Collection[Card]) -> frozenset[Card]:
    """The cards of this hand that the seat may play to the trick now."""
    everything = frozenset(hand)
    led = trick.led
    if led is None:
        return everything
    best = max(kind.strength(laid.card, led) for laid in trick.laid)
    beating = frozenset(card for card in hand if kind.strength(card, led) > best)
    follow = frozenset(card for card in hand if suit_of(card) == led)
    if follow:
        rises = kind.all_trumps or led == kind.trump
        return (follow & beating or follow) if rises else follow
    winner = trick.winner(kind.trump, kind.height)
    if winner is not None and side_of(winner) == side_of(seat):
        return everything
    return beating or everything


def fault(
    kind: Kind, before: Sequence[Laid], seat: Seat, card: Card, others: Collection[Card]
) -> Fault | None:
    """What is wrong with this card, played upon those laid before; None if nothing is proven.

    ``others`` are cards that were in the same hand, all or some of them. More of them can
    make a fault out of none, or another one out of it, never none out of a fault.
    """
    if not before:
        return None
    led, trump, suit = suit_of(before[0].card), kind.trump, suit_of(card)
    if suit != led and any(suit_of(other) == led for other in others):
        return "revoke"
    if suit == led:
        if kind.no_trumps or not (kind.all_trumps or led == trump):
            return None
        upon = [laid.card for laid in before if suit_of(laid.card) == led]
        return _unrisen(kind, upon, card, [other for other in others if suit_of(other) == led])
    if trump is None:
        return None
    upon = [laid.card for laid in before if suit_of(laid.card) == trump]
    trumps = [other for other in others if suit_of(other) == trump]
    taking = upon or [laid.card for laid in before if suit_of(laid.card) == led]
    winning = max(taking, key=kind.height)
    holder = next(laid.seat for laid in before if laid.card == winning)
    if side_of(holder) == side_of(seat):
        return None
    if upon:
        return _unrisen(kind, upon, card, trumps)
    return "must-trump" if suit != trump and trumps else None


def _unrisen(
    kind: Kind, upon: Sequence[Card], card: Card, others: Collection[Card]
) -> Fault | None:
    """Not going higher than all these cards of one suit, though one of the others would."""
    highest = max(map(kind.height, upon))
    trumps = suit_of(card) == suit_of(upon[0])
    rose = trumps and kind.height(card) > highest
    could = any(kind.height(other) > highest for other in others)
    return "must-overtrump" if could and not rose else None
