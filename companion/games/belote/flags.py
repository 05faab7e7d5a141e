"""Irregularities that the entries prove: judged as soon as they are, and again at the end.

A flag names the entry at fault, not the one that proves it, and never moves points by
itself. What a seat plays later was in its hand before, so that a deal recorded card by card
is judged against the very hands, once it is complete.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from companion.core.cards import Card, Suit, suit_of
from companion.core.rules import Flag
from companion.core.seats import Seat
from companion.core.tricks import Laid, leads_out_of_turn
from companion.games.belote.contracts import DECK
from companion.games.belote.declaring import who_laid
from companion.games.belote.duties import fault
from companion.games.belote.melds import Declared
from companion.games.belote.state import Deal


def flags(deal: Deal, shown: bool = False) -> tuple[Flag, ...]:
    """Everything irregular in a deal so far, in the order of the entries at fault.

    ``shown``: the deal is closed. Declarations that cannot be true are told only once their
    cards are to be shown, after the last trick; belotes at once.
    """
    found = [*_leads_out_of_turn(deal), *_faults(deal)]
    for false in false_declarations(deal, shown or deal.finished):
        found.append(Flag(false.declared.entry, "false-declaration", false.declared.seat))
    doubted = {both.second for both in rivalries(deal, shown or deal.finished)}
    found += [Flag(one.entry, "declared-by-two", one.seat) for one in doubted]
    return tuple(sorted(found, key=lambda flag: (flag.entry, flag.code)))


def _leads_out_of_turn(deal: Deal) -> Iterator[Flag]:
    winners = (taken.winner for taken in deal.taken)
    for lead in leads_out_of_turn(deal.tricks, deal.first, winners):
        yield Flag(lead.entry, "lead-out-of-turn", lead.seat)


def plays_of(deal: Deal) -> dict[Seat, list[Card]]:
    """The cards each seat is known to have laid, in order."""
    plays: dict[Seat, list[Card]] = {}
    for laid in deal.tricks:
        for one in laid:
            plays.setdefault(one.seat, []).append(one.card)
    return plays


def _faults(deal: Deal) -> Iterator[Flag]:
    left = plays_of(deal)
    for laid in deal.tricks:
        for place, one in enumerate(laid):
            own = left[one.seat]
            own.remove(one.card)
            wrong = fault(deal.kind, laid[:place], one.seat, one.card, own)
            if wrong is not None:
                yield Flag(one.entry, wrong, one.seat)


@dataclass(frozen=True)
class Contradiction:
    """A declaration that cannot be true: for want of this card, where that was."""

    declared: Declared
    card: Card
    where: Seat | None
    """Who laid it; None: only not this seat's."""


@dataclass(frozen=True)
class Rivalry:
    """Two declarations of one card, of which one cannot be true; nobody can tell which."""

    first: Declared
    second: Declared
    card: Card


def _told(deal: Deal, shown: bool) -> list[Declared]:
    """The declarations whose cards may be spoken of."""
    return [one for one in deal.declared if shown or one.public]


def false_declarations(deal: Deal, shown: bool) -> Iterator[Contradiction]:
    """The declarations that the cards recorded contradict, each with the first card that does.

    What another seat declared proves nothing against a declaration: that may be the false one.
    """
    plays = plays_of(deal) if deal.declared else {}
    for one in _told(deal, shown):
        known = len(plays.get(one.seat, ())) == deal.hand
        for card in one.meld.cards:
            player = who_laid(deal, card)
            if player == one.seat:
                continue
            if player is not None or known or card in deal.undealt:
                yield Contradiction(one, card, player)
                break


def rivalries(deal: Deal, shown: bool) -> Iterator[Rivalry]:
    """The declarations of one card by two seats, where no card recorded tells the false one."""
    wrong = {false.declared for false in false_declarations(deal, shown)}
    left = [one for one in _told(deal, shown) if one not in wrong]
    for first, second in combinations(left, 2):
        both = [card for card in first.meld.cards if card in second.meld.cards]
        if both and first.seat != second.seat:
            yield Rivalry(first, second, both[0])


def fault_of(flag: Flag, deal: Deal) -> tuple[int, Laid] | None:
    """The card at fault and its trick, from 1; None where the fault is no card."""
    for number, laid in enumerate(deal.tricks, 1):
        for one in laid:
            if one.entry == flag.entry:
                return number, one
    return None


def voids(deal: Deal, seat: Seat) -> frozenset[Suit]:
    """The suits that this seat has shown to have none of, and has not played since.

    Who does not follow has none of the suit led; who does not trump either, though he must, has
    no trump.
    """
    lacking: set[Suit] = set()
    trump = deal.kind.trump
    trumps = [card for card in DECK if suit_of(card) == trump]
    for laid in deal.tricks:
        for place, one in enumerate(laid):
            if one.seat != seat:
                continue
            led, suit = suit_of(laid[0].card), suit_of(one.card)
            if suit != led:
                lacking.add(led)
            if trump and fault(deal.kind, laid[:place], seat, one.card, trumps) == "must-trump":
                lacking.add(trump)
            lacking.discard(suit)
    return frozenset(lacking)
