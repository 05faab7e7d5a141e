"""The tricks: which entries are possible on the felt, and what they make of a deal.

What players ought not to do but can (not following, not trumping, leading out of turn) is
accepted here and flagged elsewhere; refused is only what cannot have happened.
"""

from collections.abc import Iterable
from dataclasses import replace

from companion.core.cards import Card, suit_of
from companion.core.entries import Play, TrickTaken
from companion.core.messages import CardRef, Refusal, SeatRef
from companion.core.seats import Seat, seats_of
from companion.core.tricks import Laid
from companion.games.belote.entries import Undealt
from companion.games.belote.state import NO_TRICK, Deal, Taken


def check_unseen(deal: Deal, card: Card) -> None:
    """Refuse a card that has been on the felt before, or was never dealt."""
    if card in deal.undealt:
        raise Refusal("card-undealt", card=CardRef(card))
    if card in deal.gone or any(laid.card == card for laid in deal.trick.laid):
        raise Refusal("card-twice", card=CardRef(card))


def check_tricks_left(deal: Deal) -> None:
    """Refuse anything more on the felt when every trick is recorded."""
    if deal.finished:
        raise Refusal("all-tricks-played")


def check_play(deal: Deal, entry: Play) -> None:
    """Refuse a card that cannot have been laid. Leading out of turn can be."""
    check_tricks_left(deal)
    if deal.trick.laid and entry.seat != deal.turn:
        raise Refusal("not-your-turn", who=SeatRef(deal.turn))
    check_unseen(deal, entry.card)


def check_taken(deal: Deal, entry: TrickTaken) -> None:
    """Refuse a trick whose cards or winner cannot be, by what is known of it already."""
    check_tricks_left(deal)
    rest: tuple[Card, ...] | None = None
    if entry.cards is not None:
        here = {laid.card for laid in deal.trick.laid}
        check_different(entry.cards, "trick-size")
        for card in here.difference(entry.cards):
            raise Refusal("card-missing", card=CardRef(card))
        rest = tuple(card for card in entry.cards if card not in here)
        for card in rest:
            check_unseen(deal, card)
    if entry.seat not in possible_winners(deal, rest):
        raise Refusal("cannot-win", who=SeatRef(entry.seat))


def check_different(cards: tuple[Card, ...], code: str) -> None:
    """Refuse other than four different cards."""
    if len(cards) != 4:
        raise Refusal(code, n=4)
    if len(set(cards)) != len(cards):
        raise Refusal("same-card-twice")


def check_undealt(deal: Deal, entry: Undealt) -> None:
    """Refuse cards left over where none are, where they are known, or that were played."""
    if deal.house.last_packet == 3:
        raise Refusal("none-undealt")
    if deal.left_over:
        raise Refusal("undealt-known")
    check_different(entry.cards, "undealt-size")
    for card in entry.cards:
        check_unseen(deal, card)


def possible_winners(deal: Deal, rest: Iterable[Card] | None = None) -> frozenset[Seat]:
    """The seats that may still take the present trick, as far as the felt shows.

    ``rest`` are the cards to come, where they are known.
    """
    laid, kind = deal.trick.laid, deal.kind
    everybody = frozenset(seats_of(4))
    if not laid:
        return everybody
    led = suit_of(laid[0].card)
    others = everybody.difference(one.seat for one in laid)
    best = max(laid, key=lambda one: kind.strength(one.card, led))
    to_beat = kind.strength(best.card, led)
    if rest is not None:
        beaten = any(kind.strength(card, led) > to_beat for card in rest)
        return others if beaten else frozenset({best.seat})
    return others | {best.seat}


def lay(deal: Deal, seat: Seat, card: Card, entry: int) -> Deal:
    """The deal with one more card on the felt; the last card of a trick finishes it."""
    trick = deal.trick.with_card(Laid(seat, card, entry))
    if len(trick.laid) < 4:
        return replace(deal, trick=trick)
    winner = trick.winner(deal.kind.trump, deal.kind.height) or seat
    cards = frozenset(laid.card for laid in trick.laid)
    return finish(deal, Taken(winner, trick, cards, whole=True))


def take(deal: Deal, winner: Seat, cards: tuple[Card, ...] | None) -> Deal:
    """The deal with its present trick given to its winner."""
    here = frozenset(laid.card for laid in deal.trick.laid)
    known = here if cards is None else here.union(cards)
    return finish(deal, Taken(winner, deal.trick, known, whole=cards is not None))


def finish(deal: Deal, taken: Taken) -> Deal:
    """The deal with a trick turned over and the felt empty."""
    gone = deal.gone | taken.cards
    return replace(deal, taken=(*deal.taken, taken), trick=NO_TRICK, gone=gone)
