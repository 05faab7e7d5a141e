"""Dealt cards for practice: what a seat holds, may play, and modestly says.

Five cards before the auction and the rest after it, as at the table (SEED).
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from companion.core.cards import WORD_OF, Card, rank_of, suit_of
from companion.core.entries import Entry, Play
from companion.core.robot import Dealt, modest_card
from companion.core.seats import Seat, side_of
from companion.games.belote.auction import may_bid
from companion.games.belote.contracts import CONTRACTS, KINDS, ContractWord
from companion.games.belote.declaring import may_still_declare, own, possible_belotes
from companion.games.belote.duties import legal
from companion.games.belote.entries import Bid, Declare, Pass
from companion.games.belote.melds import FOUR_POINTS, ORDER, meld_of
from companion.games.belote.state import Deal, State

BEFORE_AUCTION: Final = 5
"""Cards that a seat has when it bids (SEED: three and two)."""
ENOUGH: Final = 34
"""What five cards must count, were their best suit trump, to bid it: a jack and a nine, say,
or a jack with a small trump and an ace."""


class BeloteRobot:
    """Practice of Belote."""

    def hand_size(self, state: State) -> int:
        """Eight, or seven by the SEED's last packet."""
        return state.deal.hand

    def held(self, state: State, seat: Seat, dealt: Dealt) -> tuple[Card, ...]:
        """What was not played; in the auction, the first five."""
        deal = state.deal
        if deal.contract is None:
            return tuple(dealt[:BEFORE_AUCTION])
        return tuple(card for card in dealt if card not in deal.seen)

    def fills(self, state: State, seat: Seat, dealt: Dealt, key: str) -> tuple[Card, ...]:
        """What is declared may have been laid already."""
        if key in ("play", "lead-out-of-turn"):
            return self.held(state, seat, dealt)
        return tuple(dealt)

    def legal(self, state: State, seat: Seat, dealt: Dealt) -> frozenset[Card]:
        """Following, trumping and beating as the contract asks."""
        deal = state.deal
        return legal(deal.kind, deal.trick, seat, self.held(state, seat, dealt))

    def lays_out(self, state: State, seat: Seat, dealt: Dealt) -> Entry | None:
        """Nothing lies before a seat."""
        return None

    def says(self, state: State, seat: Seat, dealt: Dealt) -> Entry | None:
        """A contract that five cards are good for, all declarations, and the cards in turn."""
        deal = state.deal
        if state.over or deal.finished:
            return None
        if deal.contract is None:
            return _word(deal, seat, dealt) if seat == deal.auction.speaker else None
        if seat != deal.turn:
            return None
        if may_still_declare(deal) and not deal.kind.no_trumps:
            for entry in melds_in(dealt):
                meld = meld_of(entry(seat))
                if meld not in [one.meld for one in own(deal, seat)]:
                    return entry(seat)
        card = self._card(state, seat, dealt)
        return _belote(deal, seat, dealt, card) or Play(seat=seat, card=card)

    def _card(self, state: State, seat: Seat, dealt: Dealt) -> Card:
        deal = state.deal
        best = deal.trick.winner(deal.kind.trump, deal.kind.height)
        return modest_card(
            self.legal(state, seat, dealt),
            deal.trick,
            deal.kind.strength,
            deal.kind.points.__getitem__,
            ours=best is not None and side_of(best) == side_of(seat),
            last=len(deal.trick.laid) == 3,
        )


def _word(deal: Deal, seat: Seat, dealt: Dealt) -> Entry:
    """The contract that five cards are best for, if they are good enough and it is higher than
    an opponent's that stands."""
    cards = dealt[:BEFORE_AUCTION]
    standing = deal.auction.standing
    ours = standing is not None and side_of(standing.seat) == side_of(seat)
    best: tuple[int, ContractWord] = max((_worth(word, cards), word) for word in CONTRACTS)
    if ours or best[0] < ENOUGH or best[1] not in may_bid(deal.auction):
        return Pass(seat=seat)
    return Bid(seat=seat, contract=best[1])


def _worth(word: ContractWord, cards: Dealt) -> int:
    """What cards are good for: their points in a contract; of small trumps, five each. Without
    a trump suit they must be good in two suits at least."""
    kind = KINDS[word]
    total = kind.worth(cards)
    if kind.trump is None:
        top = "J" if kind.all_trumps else "A"
        least = 60 if kind.all_trumps else 32
        tops = sum(rank_of(card) == top for card in cards)
        return total if tops >= 2 and total >= least else 0
    small = sum(suit_of(card) == kind.trump and not kind.points[card] for card in cards)
    return total + 5 * small


class _Meld:
    """A declaration of no seat yet."""

    def __init__(self, **said: object) -> None:
        self.said = said

    def __call__(self, seat: Seat) -> Declare:
        return Declare(seat=seat, **self.said)  # type: ignore[arg-type]


def melds_in(dealt: Dealt) -> Iterator[_Meld]:
    """What a hand has to declare, fours before sequences, no card twice."""
    free = set(dealt)
    for rank in FOUR_POINTS:
        four = {card for card in free if rank_of(card) == rank}
        if len(four) == 4:
            free -= four
            yield _Meld(meld="four", rank=rank)
    for run in _runs(free):
        if len(run) >= 3:
            kind = {3: "tierce", 4: "quarte"}.get(len(run), "quint")
            length = {"length": len(run)} if len(run) > 5 else {}
            yield _Meld(meld=kind, top=run[-1], **length)


def _runs(cards: set[Card]) -> Iterator[list[Card]]:
    """Cards that follow each other in a suit, each run lowest first."""
    ordered = sorted(cards, key=lambda card: (suit_of(card), ORDER.index(rank_of(card))))
    run: list[Card] = ordered[:1]
    for before, card in pairwise(ordered):
        follows = ORDER.index(rank_of(card)) == ORDER.index(rank_of(before)) + 1
        if follows and suit_of(card) == suit_of(before):
            run.append(card)
        else:
            yield run
            run = [card]
    yield run


def _belote(deal: Deal, seat: Seat, dealt: Dealt, card: Card) -> Entry | None:
    """The belote to announce with this card, the first of the two."""
    pair = {Card("K" + suit_of(card)), Card("Q" + suit_of(card))}
    if card not in pair or not pair.issubset(dealt) or pair & deal.seen:
        return None
    word = WORD_OF[suit_of(card)]
    return next((one for one in possible_belotes(deal, seat) if one.suit == word), None)


ROBOT = BeloteRobot()
