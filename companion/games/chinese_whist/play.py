"""The cards: which entries are possible on the felt, and what they make of a deal.

What players ought not to do but can (not following, leading out of turn) is accepted here
and flagged elsewhere; refused is only what cannot have happened.
"""

from collections.abc import Iterable
from dataclasses import replace

from companion.core.cards import SUIT_OF_WORD, Card, suit_of
from companion.core.entries import Play, TrickTaken
from companion.core.messages import CardRef, Refusal, SeatRef, SuitRef
from companion.core.seats import Seat, seats_of
from companion.core.tricks import Laid, Trick, strength
from companion.games.chinese_whist.deal import Deal, Taken, Told
from companion.games.chinese_whist.entries import Expose, NameTrump, Show, Uncover
from companion.games.chinese_whist.layout import seen_of, to_turn_up
from companion.games.chinese_whist.options import height
from companion.games.chinese_whist.score import check_trump


def check_free(deal: Deal, card: Card, seat: Seat) -> None:
    """Refuse a card that has been played, or that is known to be somebody else's."""
    if card in deal.seen:
        raise Refusal("card-twice", card=CardRef(card))
    owner = deal.owners.get(card, seat)
    if owner != seat:
        raise Refusal("not-your-card", card=CardRef(card), who=SeatRef(owner))


def check_trump_named(deal: Deal, entry: NameTrump) -> None:
    """Refuse a trump but the dealer's, and a second one."""
    if entry.seat != deal.dealer:
        raise Refusal("not-dealer", who=SeatRef(deal.dealer))
    if deal.trump is not None:
        raise Refusal("trump-named", suit=SuitRef(deal.trump))


def may_expose(deal: Deal, seat: Seat) -> bool:
    """Whether the face-up cards of a seat may still be entered as they were dealt."""
    return deal.row(seat) is None and not seen_of(deal, seat).plays


def check_expose(deal: Deal, entry: Expose) -> None:
    """Refuse a row that comes too late, or is none, or holds a card that lies elsewhere."""
    if deal.row(entry.seat) is not None:
        raise Refusal("row-known", who=SeatRef(entry.seat))
    if not may_expose(deal, entry.seat):
        raise Refusal("row-too-late", who=SeatRef(entry.seat))
    if len(entry.cards) != deal.dealt[1]:
        raise Refusal("row-size", n=deal.dealt[1])
    _check_different(entry.cards)
    for card in entry.cards:
        check_free(deal, card, entry.seat)


def check_uncover(deal: Deal, entry: Uncover) -> None:
    """Refuse to turn up a card where none is free, or one that was seen before."""
    check_trump(deal)
    if not to_turn_up(deal, entry.seat):
        raise Refusal("nothing-uncovered", who=SeatRef(entry.seat))
    check_free(deal, entry.card, entry.seat)
    if entry.card in deal.owners and not only_shown(deal, entry.card):
        raise Refusal("face-up-already", card=CardRef(entry.card))


def check_show(deal: Deal, entry: Show) -> None:
    """Refuse a card that everybody has seen before."""
    check_trump(deal)
    check_free(deal, entry.card, entry.seat)
    if entry.card in deal.owners:
        raise Refusal("face-up-already", card=CardRef(entry.card))


def only_shown(deal: Deal, card: Card) -> bool:
    """Whether a card that is known was seen before its time and not turned up since."""
    row = any(card in cards for _, cards in deal.rows)
    return not row and not any(told.card == card for told in deal.told)


def _check_different(cards: tuple[Card, ...]) -> None:
    if len(set(cards)) != len(cards):
        raise Refusal("same-card-twice")


def check_play(deal: Deal, entry: Play) -> None:
    """Refuse a card that cannot have been laid. Leading out of turn can be."""
    check_trump(deal)
    if deal.trick.laid and entry.seat != deal.turn:
        raise Refusal("not-your-turn", who=SeatRef(deal.turn))
    check_free(deal, entry.card, entry.seat)


def check_taken(deal: Deal, entry: TrickTaken) -> None:
    """Refuse a trick whose cards or winner cannot be, by what is known of it already."""
    check_trump(deal)
    rest: tuple[Card, ...] | None = None
    if entry.cards is not None:
        rest = _rest(deal, entry.cards)
    if entry.seat not in possible_winners(deal, rest):
        raise Refusal("cannot-win", who=SeatRef(entry.seat))


def _rest(deal: Deal, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards of a trick that were not laid one by one, each somebody else's."""
    here = {one.card for one in deal.trick.laid}
    if len(cards) != deal.players:
        raise Refusal("trick-size", n=deal.players)
    _check_different(cards)
    for card in here.difference(cards):
        raise Refusal("card-missing", card=CardRef(card))
    rest = tuple(card for card in cards if card not in here)
    played = {one.seat for one in deal.trick.laid}
    for card in rest:
        owner = deal.owners.get(card)
        if card in deal.seen:
            raise Refusal("card-twice", card=CardRef(card))
        if owner is not None and owner in played:
            raise Refusal("two-from-one", who=SeatRef(owner))
        if owner is not None:
            played.add(owner)
    return rest


def possible_winners(deal: Deal, rest: Iterable[Card] | None = None) -> frozenset[Seat]:
    """The seats that may still take the present trick, as far as everybody knows.

    ``rest`` are the cards to come, where they are known.
    """
    laid = deal.trick.laid
    others = frozenset(seats_of(deal.players)) - {card.seat for card in laid}
    coming = None if rest is None else tuple(rest)
    if not laid:
        # The suit led is not known, so only a trump can be told to be the highest.
        trumps = [card for card in coming or () if suit_of(card) == deal.trump]
        return _holders(deal, max(trumps, key=height), coming, others) if trumps else others
    led = suit_of(laid[0].card)
    best = max(laid, key=lambda one: strength(one.card, led, deal.trump, height))
    to_beat = strength(best.card, led, deal.trump, height)
    if coming is None:
        return others | {best.seat}
    top = max(coming, key=lambda card: strength(card, led, deal.trump, height), default=None)
    if top is None or strength(top, led, deal.trump, height) < to_beat:
        return frozenset({best.seat})
    return _holders(deal, top, coming, others)


def _holders(
    deal: Deal, card: Card, coming: tuple[Card, ...] | None, others: frozenset[Seat]
) -> frozenset[Seat]:
    """Of the seats still to play, those that may have laid this card, all else being known of
    whose the cards are."""
    owner = deal.owners.get(card)
    if owner is not None:
        return frozenset({owner})
    return others - {deal.owners[one] for one in coming or () if one in deal.owners}


def name_trump(deal: Deal, entry: NameTrump) -> Deal:
    """The deal with its trump."""
    return replace(deal, trump=SUIT_OF_WORD[entry.suit])


def expose(deal: Deal, entry: Expose) -> Deal:
    """The deal with the face-up cards of a seat."""
    rows = tuple(row for row in deal.rows if row[0] != entry.seat)
    return replace(deal, rows=(*rows, (entry.seat, entry.cards)))


def uncover(deal: Deal, entry: Uncover, number: int) -> Deal:
    """The deal with a covered card turned up."""
    plays = len(seen_of(deal, entry.seat).plays)
    return replace(deal, told=(*deal.told, Told(entry.seat, entry.card, plays, number)))


def show(deal: Deal, entry: Show, number: int) -> Deal:
    """The deal with a card seen before its time."""
    return replace(deal, shown=(*deal.shown, Laid(entry.seat, entry.card, number)))


def lay(deal: Deal, seat: Seat, card: Card, entry: int) -> Deal:
    """The deal with one more card on the felt; the last card of a trick finishes it."""
    trick = deal.trick.with_card(Laid(seat, card, entry))
    if len(trick.laid) < deal.players:
        return replace(deal, trick=trick)
    winner = trick.winner(deal.trump, height) or seat
    return _finish(deal, Taken(winner, trick, frozenset(laid.card for laid in trick.laid)))


def take(deal: Deal, winner: Seat, cards: tuple[Card, ...] | None) -> Deal:
    """The deal with its present trick given to its winner."""
    here = frozenset(laid.card for laid in deal.trick.laid)
    return _finish(deal, Taken(winner, deal.trick, here.union(cards or ())))


def _finish(deal: Deal, taken: Taken) -> Deal:
    return replace(deal, taken=(*deal.taken, taken), trick=Trick())
