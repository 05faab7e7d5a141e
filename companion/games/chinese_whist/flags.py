"""Irregularities that the entries prove, told from what everybody knows.

A flag names the entry at fault, not the one that proves it, and never moves points by
itself. A revoke is proven when the player had a card of the suit led and was free to play
it: at once where such a card lies open in the record, else when it turns up later and
cannot have been covered at the time (SEED: only face-up cards and those in the hand are
played).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.cards import Card, Suit, suit_of
from companion.core.rules import Flag
from companion.core.tricks import Laid, leads_out_of_turn
from companion.games.chinese_whist.deal import Deal
from companion.games.chinese_whist.layout import Seen, seen_of


def tricks_of(deal: Deal) -> tuple[tuple[Laid, ...], ...]:
    """What was laid card by card, trick by trick, the present one last."""
    return (*(taken.trick.laid for taken in deal.taken), deal.trick.laid)


def flags(deal: Deal) -> tuple[Flag, ...]:
    """Everything irregular in a deal so far, in the order of the entries at fault."""
    found = [*_leads_out_of_turn(deal), *_revokes(deal)]
    return tuple(sorted(found, key=lambda flag: (flag.entry, flag.code)))


def _leads_out_of_turn(deal: Deal) -> Iterator[Flag]:
    winners = (taken.winner for taken in deal.taken)
    for lead in leads_out_of_turn(tricks_of(deal), deal.first, winners):
        yield Flag(lead.entry, "lead-out-of-turn", lead.seat)


def _revokes(deal: Deal) -> Iterator[Flag]:
    for number, laid in enumerate(tricks_of(deal)):
        for one in laid:
            led = suit_of(laid[0].card)
            if suit_of(one.card) != led and revoked(
                seen_of(deal, one.seat), number, led, deal.dealt[0]
            ):
                yield Flag(one.entry, "revoke", one.seat)


@dataclass(frozen=True)
class _Beneath:
    """A card that must have lain under one that was played to a trick from ``first`` on and
    before ``until``."""

    first: int
    until: int


def revoked(seen: Seen, trick: int, led: Suit, down: int) -> bool:
    """Whether a player who did not follow to this trick (from 0) could have, for certain.

    Every card of the suit that he still had must have been covered, each by another card
    that went in that trick or later, before the covered one came out. If there is no way
    for that to be, he revoked. ``down`` is the number of cards dealt face down.
    """
    beneath: list[_Beneath] = []
    row = seen.row or ()
    gap = None in seen.plays[:trick]
    when = {card: n for n, card in enumerate(seen.plays) if card is not None}
    had = [c for c in row if suit_of(c) == led and not when.get(c, trick) < trick]
    if any(not gap or card in when for card in had):
        return True
    turned: set[Card] = set()
    for told in seen.told:
        turned.add(told.card)
        played = when.get(told.card)
        first = 0
        if suit_of(told.card) == led and (played is None or played > trick):
            if told.plays <= trick and (not gap or played is not None):
                return True
            first = trick if told.plays > trick else 0
        beneath.append(_Beneath(first, told.plays))
    later = {
        card
        for card, n in when.items()
        if n > trick and suit_of(card) == led and card not in turned and card not in row
    }
    beneath += (_Beneath(trick, when[card]) for card in later)
    if len(beneath) > down:
        return True
    free = [
        card is None or (card in row[:down] if seen.row else card not in turned | later)
        for card in seen.plays
    ]
    return not _fits(beneath, free)


def _fits(beneath: list[_Beneath], free: list[bool]) -> bool:
    """Whether each card can have had a cover of its own: the one to come out first has the
    first pick, which is best for all."""
    open_ = list(beneath)
    for n, may_cover in enumerate(free):
        if any(one.until <= n for one in open_):
            return False
        ready = [one for one in open_ if one.first <= n]
        if may_cover and ready:
            open_.remove(min(ready, key=lambda one: one.until))
    return not open_


def first_lead(deal: Deal) -> Laid | None:
    """The first card of the deal, where it should have been a face-up one (SEED, E8) and,
    by the row entered, was not."""
    laid = tricks_of(deal)[0]
    row = deal.row(laid[0].seat) if laid else None
    return laid[0] if row is not None and laid[0].card not in row else None
