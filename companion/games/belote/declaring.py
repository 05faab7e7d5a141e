"""When a declaration can be made, as far as everybody at the table may know.

No refusal depends on what another seat declared but for belotes, whose cards are public:
that two seats cannot both hold a card is shown with the cards, after the last trick.
"""

from collections.abc import Iterator

from companion.core.cards import SUIT_OF_WORD, Card, suit_of
from companion.core.messages import CardRef, Refusal, SeatRef, SuitRef
from companion.core.seats import Seat
from companion.games.belote.entries import Declare
from companion.games.belote.melds import Declared, Meld, meld_of, suits_of_belotes
from companion.games.belote.state import Deal


def may_still_declare(deal: Deal) -> bool:
    """Whether sequences and fours may still be declared.

    Until the first trick is turned, which is until the next one is led to (STANDARD D15);
    where no cards are recorded, as long as the deal is open (CHOICE: whoever only writes
    the result down does so when it is over).
    """
    return not deal.in_play or len(deal.taken) + bool(deal.trick.laid) <= 1


def own(deal: Deal, seat: Seat) -> tuple[Declared, ...]:
    """What this seat has declared."""
    return tuple(one for one in deal.declared if one.seat == seat)


def check_declare(deal: Deal, entry: Declare) -> None:
    """Refuse a declaration that is none, that comes too late, or that cannot be true."""
    meld = meld_of(entry)
    if deal.kind.no_trumps:
        raise Refusal("no-declarations")
    if meld is None:
        raise Refusal("no-such-meld")
    if meld.kind == "belote":
        check_belote(deal, entry.seat, meld)
        return
    if not may_still_declare(deal):
        raise Refusal("declared-late")
    for card in meld.cards:
        check_held(deal, entry.seat, card)
    held = [c for one in own(deal, entry.seat) if not one.public for c in one.meld.cards]
    for card in meld.cards:
        if card in held:
            raise Refusal("card-declared-twice", card=CardRef(card))
    if len(held) + len(meld.cards) > deal.hand:
        raise Refusal("more-than-a-hand", n=deal.hand)


def check_held(deal: Deal, seat: Seat, card: Card) -> None:
    """Refuse a card that everybody knows was never in this hand."""
    if card in deal.undealt:
        raise Refusal("card-undealt", card=CardRef(card))
    for one in deal.declared:
        if one.public and one.seat != seat and card in one.meld.cards:
            raise Refusal("card-is-theirs", card=CardRef(card), who=SeatRef(one.seat))
    player = who_laid(deal, card)
    if player not in (None, seat):
        raise Refusal("card-is-theirs", card=CardRef(card), who=SeatRef(player or seat))


def who_laid(deal: Deal, card: Card) -> Seat | None:
    """Who laid this card; None where it was not laid or nobody knows by whom."""
    return next((o.seat for laid in deal.tricks for o in laid if o.card == card), None)


def check_belote(deal: Deal, seat: Seat, meld: Meld) -> None:
    """Refuse a belote that is none, or not at its moment.

    Announced with the first of king and queen (STANDARD): in the entries just before that
    card or after it, until the next trick is led to. With all trumps the card must lead or
    follow suit. Where no cards are recorded, as long as the deal is open.
    """
    suit = suit_of(meld.cards[0])
    named = SuitRef(suit)
    if not deal.kind.all_trumps and suit != deal.kind.trump:
        raise Refusal("belote-not-trump", suit=named)
    if suit in suits_of_belotes(deal.declared):
        raise Refusal("belote-twice", suit=named)
    for card in meld.cards:
        check_held(deal, seat, card)
    if not deal.in_play:
        return
    trick = deal.trick if deal.trick.laid or not deal.taken else deal.taken[-1].trick
    shown = [card for card in meld.cards if card in deal.seen]
    if not shown:
        if deal.finished or (deal.trick.laid and deal.trick.card_of(seat) is not None):
            raise Refusal("belote-not-now", suit=named)
        led = deal.trick.led
    else:
        there = {laid.card for laid in trick.laid}
        if len(shown) > 1 or (shown[0] not in there and shown[0] not in _lately(deal)):
            raise Refusal("belote-late", suit=named)
        led = trick.led
    if deal.kind.all_trumps and led not in (None, suit):
        raise Refusal("belote-off-suit", suit=named)


def _lately(deal: Deal) -> frozenset[Card]:
    """The cards of the trick just turned over, as long as nothing is led to the next."""
    return frozenset() if deal.trick.laid or not deal.taken else deal.taken[-1].cards


def possible_belotes(deal: Deal, seat: Seat) -> Iterator[Declare]:
    """The belotes this seat might announce now."""
    for word in SUIT_OF_WORD:
        entry = Declare(seat=seat, meld="belote", suit=word)
        try:
            check_declare(deal, entry)
        except Refusal:
            continue
        yield entry
