"""The tricks: which entries are possible on the felt, and what they make of a deal.

What players ought not to do but can (not following, leading out of turn) is accepted here
and flagged elsewhere; refused is only what cannot have happened.

A trump has no power in tricks completed before it was shown; in the trick in which it is
shown all trumps count (STANDARD 29-ABI).
"""

from collections.abc import Iterable
from dataclasses import replace

from companion.core.cards import SUIT_OF_WORD, SUITS, Card, Suit, suit_of
from companion.core.entries import Play, TrickTaken
from companion.core.messages import CardRef, Refusal, SeatRef, SuitRef
from companion.core.seats import Seat
from companion.core.tricks import Laid, Trick, strength
from companion.games.whitehouse.entries import Ask, Conceal, Reveal
from companion.games.whitehouse.options import height
from companion.games.whitehouse.state import Asked, Deal, Shown, Taken


def check_unseen(deal: Deal, card: Card) -> None:
    """Refuse a card that has been on the felt before."""
    if card in deal.seen:
        raise Refusal("card-twice", card=CardRef(card))


def check_tricks_left(deal: Deal) -> None:
    """Refuse anything more on the felt when every trick is recorded."""
    if deal.finished:
        raise Refusal("all-tricks-played")


def check_play(deal: Deal, entry: Play) -> None:
    """Refuse a card that cannot have been laid. Leading out of turn can be."""
    check_tricks_left(deal)
    if deal.waits_for_trump:
        raise Refusal("reveal-first", who=SeatRef(deal.bidder or entry.seat))
    if deal.trick.laid and entry.seat != deal.turn:
        raise Refusal("not-your-turn", who=SeatRef(deal.turn))
    check_unseen(deal, entry.card)
    if deal.shown and deal.shown.card == entry.card and entry.seat != deal.bidder:
        raise Refusal(
            "not-your-card", card=CardRef(entry.card), who=SeatRef(deal.bidder or entry.seat)
        )


def check_taken(deal: Deal, entry: TrickTaken) -> None:
    """Refuse a trick whose cards or winner cannot be, by what is known of it already."""
    check_tricks_left(deal)
    laid = deal.trick.laid
    rest: tuple[Card, ...] | None = None
    if entry.cards is not None:
        here = {card.card for card in laid}
        if len(entry.cards) != deal.players:
            raise Refusal("trick-size", n=deal.players)
        if len(set(entry.cards)) != len(entry.cards):
            raise Refusal("same-card-twice")
        for card in here.difference(entry.cards):
            raise Refusal("card-missing", card=CardRef(card))
        rest = tuple(card for card in entry.cards if card not in here)
        for card in rest:
            check_unseen(deal, card)
    if entry.seat not in possible_winners(deal, rest):
        raise Refusal("cannot-win", who=SeatRef(entry.seat))


def possible_winners(deal: Deal, rest: Iterable[Card] | None = None) -> frozenset[Seat]:
    """The seats that may still take the present trick, as far as everybody knows.

    ``rest`` are the cards to come, where they are known. While the trump is hidden it may
    be any suit, or come into force too late for this trick; the face-down card told to the
    bidder's phone plays no part.
    """
    laid = deal.trick.laid
    others = frozenset(range(1, deal.players + 1)) - {card.seat for card in laid}
    if not laid:
        return frozenset(map(Seat, others))
    led = suit_of(laid[0].card)
    winners: set[int] = set()
    trumps: tuple[Suit | None, ...] = (deal.shown.suit,) if deal.shown else (None, *SUITS)
    for trump in trumps:
        best = max(laid, key=lambda one: strength(one.card, led, trump, height))
        to_beat = strength(best.card, led, trump, height)
        coming = None if rest is None else [strength(c, led, trump, height) for c in rest]
        if coming is None or max(coming, default=(0, 0)) < to_beat:
            winners.add(best.seat)
        if coming is None or max(coming, default=(0, 0)) > to_beat:
            winners |= others
    return frozenset(map(Seat, winners))


def check_conceal(deal: Deal, entry: Conceal) -> None:
    """Refuse to note a face-down card that is not the bidder's to lay, or not any more."""
    check_bidder(deal, entry.seat)
    check_hidden(deal)
    check_tricks_left(deal)
    if deal.concealed is not None:
        raise Refusal("already-concealed")
    check_unseen(deal, entry.card)


def check_ask(deal: Deal, entry: Ask) -> None:
    """Refuse to ask for the trump except, on his turn, somebody else than the bidder."""
    check_tricks_left(deal)
    check_hidden(deal)
    if deal.waits_for_trump:
        raise Refusal("reveal-first", who=SeatRef(deal.bidder or entry.seat))
    if entry.seat == deal.bidder:
        raise Refusal("bidder-asks", who=SeatRef(entry.seat))
    if not deal.trick.laid:
        raise Refusal("nothing-led")
    if entry.seat != deal.turn:
        raise Refusal("not-your-turn", who=SeatRef(deal.turn))


def check_reveal(deal: Deal, entry: Reveal) -> None:
    """Refuse to show a trump that is shown, is not the bidder's, or cannot lie face down."""
    check_bidder(deal, entry.seat)
    check_hidden(deal)
    if entry.card is not None:
        check_unseen(deal, entry.card)
    elif entry.suit is not None and SUIT_OF_WORD[entry.suit] not in suits_left(deal):
        raise Refusal("suit-gone", suit=SuitRef(SUIT_OF_WORD[entry.suit]))


def check_bidder(deal: Deal, seat: Seat) -> None:
    """Refuse what only the bidder can do."""
    if seat != deal.bidder:
        raise Refusal("not-bidder", who=SeatRef(deal.bidder or seat))


def check_hidden(deal: Deal) -> None:
    """Refuse what can only be done while the trump lies face down."""
    if deal.shown:
        raise Refusal("trump-shown", suit=SuitRef(deal.shown.suit))


def suits_left(deal: Deal) -> tuple[Suit, ...]:
    """The suits of which some card has not been seen yet."""
    return tuple(suit for suit in SUITS if any(suit_of(card) == suit for card in deal.unseen))


def lay(deal: Deal, seat: Seat, card: Card, entry: int) -> Deal:
    """The deal with one more card on the felt; the last card of a trick finishes it.

    The bidder shows the trump by playing the face-down card: in the last trick it is the
    only one he has left (29-ABI), earlier it is the one he told his phone.
    """
    last = len(deal.taken) == deal.hand - 1
    if seat == deal.bidder and deal.shown is None and (last or card == deal.face_down):
        deal = replace(deal, shown=Shown(suit_of(card), card, entry))
    trick = deal.trick.with_card(Laid(seat, card, entry))
    if len(trick.laid) < deal.players:
        return replace(deal, trick=trick)
    winner = trick.winner(deal.shown.suit if deal.shown else None, height) or seat
    cards = frozenset(laid.card for laid in trick.laid)
    return finish(deal, Taken(winner, trick, cards, whole=True))


def take(deal: Deal, winner: Seat, cards: tuple[Card, ...] | None) -> Deal:
    """The deal with its present trick given to its winner."""
    here = frozenset(laid.card for laid in deal.trick.laid)
    known = here if cards is None else here.union(cards)
    return finish(deal, Taken(winner, deal.trick, known, whole=cards is not None))


def finish(deal: Deal, taken: Taken) -> Deal:
    """The deal with a trick turned over and the felt empty."""
    return replace(deal, taken=(*deal.taken, taken), trick=Trick())


def ask(deal: Deal, seat: Seat, entry: int) -> Deal:
    """The trump asked for: shown at once where the phone knows it, else waited for."""
    deal = replace(deal, asked=Asked(seat, len(deal.taken), entry))
    card = deal.face_down
    return deal if card is None else replace(deal, shown=Shown(suit_of(card), card, entry))


def reveal(deal: Deal, entry: Reveal, number: int) -> Deal:
    """The trump shown. What lies on the felt goes before what a phone was told."""
    if entry.card is not None:
        return replace(deal, shown=Shown(suit_of(entry.card), entry.card, number))
    suit = SUIT_OF_WORD[entry.suit or "clubs"]
    down = deal.face_down
    card = down if down is not None and suit_of(down) == suit else None
    return replace(deal, shown=Shown(suit, card, number))
