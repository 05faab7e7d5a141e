"""Irregularities that the entries prove, told from what everybody knows.

A flag names the entry at fault, not the one that proves it, and never moves chips by
itself. All hands are dealt before the auction (SEED), so a card played later was in the
hand before; the one exception is the bidder's face-down card, which belongs to no hand
until it is shown (STANDARD 29-ABI), even where his phone was told which it is.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.cards import Card, Suit, suit_of
from companion.core.rules import Flag
from companion.core.seats import Seat
from companion.core.tricks import Laid, leads_out_of_turn
from companion.games.whitehouse.state import Deal


@dataclass(frozen=True)
class Played:
    """A card somebody laid: to which trick (from 0), and what was led there."""

    laid: Laid
    trick: int
    led: Suit

    @property
    def suit(self) -> Suit:
        """The card's suit."""
        return suit_of(self.laid.card)

    @property
    def followed(self) -> bool:
        """Whether it is of the suit led."""
        return self.suit == self.led


def tricks_of(deal: Deal) -> tuple[tuple[Laid, ...], ...]:
    """What was laid card by card, trick by trick, the present one last."""
    return (*(taken.trick.laid for taken in deal.taken), deal.trick.laid)


def plays_of(deal: Deal) -> dict[Seat, list[Played]]:
    """Every card laid one by one, by seat, in order."""
    plays: dict[Seat, list[Played]] = {}
    for number, laid in enumerate(tricks_of(deal)):
        for one in laid:
            plays.setdefault(one.seat, []).append(Played(one, number, suit_of(laid[0].card)))
    return plays


def flags(deal: Deal) -> tuple[Flag, ...]:
    """Everything irregular in a deal so far, in the order of the entries at fault."""
    plays = plays_of(deal)
    found = [*_leads_out_of_turn(deal), *_early_leads(deal, plays), *_asked_in_vain(deal, plays)]
    for seat, own in plays.items():
        found += _revokes(deal, seat, own)
    return tuple(sorted(found, key=lambda flag: (flag.entry, flag.code)))


def _leads_out_of_turn(deal: Deal) -> Iterator[Flag]:
    winners = (taken.winner for taken in deal.taken)
    for lead in leads_out_of_turn(tricks_of(deal), deal.first, winners):
        yield Flag(lead.entry, "lead-out-of-turn", lead.seat)


def _revokes(deal: Deal, seat: Seat, own: list[Played]) -> Iterator[Flag]:
    for n, played in enumerate(own):
        if not played.followed:
            later = [other.laid for other in own[n + 1 :] if other.suit == played.led]
            if later and (seat != deal.bidder or _bidder_held(deal, played.laid, later)):
                yield Flag(played.laid.entry, "revoke", seat)


def _bidder_held(deal: Deal, fault: Laid, later: list[Laid]) -> bool:
    """Whether one of these later cards was in the bidder's hand at the fault, for certain.

    Before exposure the face-down card was not; and a card he plays before exposure is
    never the face-down one.
    """
    shown = deal.shown
    if shown is None or fault.entry < shown.entry:
        if shown is None or any(laid.entry < shown.entry for laid in later):
            return True
        if shown.card is not None:
            return any(laid.card != shown.card for laid in later)
        if suit_of(later[0].card) == shown.suit:
            return len(later) > 1
    return True


def _early_leads(deal: Deal, plays: dict[Seat, list[Played]]) -> Iterator[Flag]:
    shown = deal.shown
    if shown is None or deal.bidder is None:
        return
    own = plays.get(deal.bidder, [])
    for n, played in enumerate(own):
        led = tricks_of(deal)[played.trick][0] is played.laid
        early = led and played.suit == shown.suit and played.laid.entry <= shown.entry
        if early and any(other.suit != shown.suit for other in own[n + 1 :]):
            yield Flag(played.laid.entry, "trump-led-early", deal.bidder)


def _asked_in_vain(deal: Deal, plays: dict[Seat, list[Played]]) -> Iterator[Flag]:
    """Who asked must trump if he can (SEED). Where trumps were led that is following suit,
    and its breach a revoke."""
    asked, shown = deal.asked, deal.shown
    if asked is None or shown is None:
        return
    own = plays.get(asked.seat, [])
    for n, played in enumerate(own):
        if (
            played.trick == asked.trick
            and not played.followed
            and shown.suit not in (played.suit, played.led)
            and any(other.suit == shown.suit for other in own[n + 1 :])
        ):
            yield Flag(played.laid.entry, "did-not-trump-after-ask", asked.seat)


def voids(deal: Deal) -> dict[Seat, frozenset[Suit]]:
    """The suits that each seat has publicly shown to have none of, and has not played since.

    By not following, or by asking for the trump. Of the bidder's hand only: what lies face
    down is apart.
    """
    lacking: dict[Seat, set[Suit]] = {}
    for seat, own in plays_of(deal).items():
        none = lacking.setdefault(seat, set())
        for played in own:
            if not played.followed:
                none.add(played.led)
            none.discard(played.suit)
    asked = deal.asked
    if asked is not None and len(deal.taken) == asked.trick and deal.trick.led is not None:
        lacking.setdefault(asked.seat, set()).add(deal.trick.led)
        answer: Card | None = deal.trick.card_of(asked.seat)
        if answer is not None and suit_of(answer) == deal.trick.led:
            lacking[asked.seat].discard(deal.trick.led)
    return {seat: frozenset(suits) for seat, suits in lacking.items()}
