"""Dealt cards for practice: what a seat holds, may play, and modestly says.

The face-down card belongs to no hand until it is shown (STANDARD 29-ABI). A robot decides by
its own cards and by what lies on the felt; nobody's but the bidder's own knows that card.
"""

from companion.core.cards import SUITS, Card, Suit, rank_of, suit_of
from companion.core.entries import Entry, Play
from companion.core.robot import Dealt, modest_card
from companion.core.seats import Seat, side_of
from companion.core.tricks import strength
from companion.games.whitehouse.auction import TOP, lowest_bid, over_partner
from companion.games.whitehouse.entries import Ask, Bid, Conceal, Pass, Reveal
from companion.games.whitehouse.options import height, letter_points
from companion.games.whitehouse.state import Deal, State


class WhitehouseRobot:
    """Practice of Whitehouse Gaim."""

    def hand_size(self, state: State) -> int:
        """All the pack (SEED)."""
        return state.deal.hand

    def held(self, state: State, seat: Seat, dealt: Dealt) -> tuple[Card, ...]:
        """What was not played; of the bidder, not the face-down card either, but at last."""
        deal = state.deal
        left = tuple(card for card in dealt if card not in deal.seen)
        if seat != deal.bidder or deal.shown:
            return left
        return tuple(card for card in left if card != deal.face_down) or left

    def fills(self, state: State, seat: Seat, dealt: Dealt, key: str) -> tuple[Card, ...]:
        """Whatever was not played can be laid face down and turned up."""
        if key in ("conceal", "reveal-card"):
            return tuple(card for card in dealt if card not in state.deal.seen)
        return self.held(state, seat, dealt)

    def legal(self, state: State, seat: Seat, dealt: Dealt) -> frozenset[Card]:
        """Following suit; trumps for who asked for them; not led by the bidder before they
        are shown (SEED, A9)."""
        deal = state.deal
        hand = frozenset(self.held(state, seat, dealt))
        led = deal.trick.led
        if led is None:
            down = deal.face_down if seat == deal.bidder else None
            others = hand if down is None else _without(hand, suit_of(down))
            return others or hand
        follow = hand - _without(hand, led)
        if follow:
            return follow
        asked, shown = deal.asked, deal.shown
        if asked and shown and (asked.seat, asked.trick) == (seat, len(deal.taken)):
            return (hand - _without(hand, shown.suit)) or hand
        return hand

    def lays_out(self, state: State, seat: Seat, dealt: Dealt) -> Entry | None:
        """Nothing lies before a seat."""
        return None

    def says(self, state: State, seat: Seat, dealt: Dealt) -> Entry | None:
        """A bid as far as the hand goes, a long suit for trump, and the cards in turn."""
        deal = state.deal
        if state.over or deal.finished:
            return None
        if deal.contract is None:
            return _word(deal, seat, dealt) if seat == deal.speaker else None
        if seat == deal.bidder and not deal.shown and deal.concealed is None:
            card = _trump_card(deal, self.held(state, seat, dealt))
            if deal.waits_for_trump:
                return Reveal(seat=seat, card=card)
            return Conceal(seat=seat, card=card)
        if deal.waits_for_trump or seat != deal.turn or deal.lays_trump:
            return None
        return self._play(state, seat, dealt)

    def _play(self, state: State, seat: Seat, dealt: Dealt) -> Entry:
        deal = state.deal
        trump = deal.shown.suit if deal.shown else None
        best = deal.trick.winner(trump, height)
        ours = best is not None and side_of(best) == side_of(seat)
        legal = self.legal(state, seat, dealt)
        led = deal.trick.led
        void = led is not None and all(suit_of(card) != led for card in legal)
        if void and not (ours or deal.shown or seat == deal.bidder):
            return Ask(seat=seat)
        card = modest_card(
            legal,
            deal.trick,
            lambda one, suit: strength(one, suit, trump, height),
            lambda one: letter_points(deal.house).get(rank_of(one), 0),
            ours=ours,
            last=len(deal.trick.laid) == deal.players - 1,
        )
        return Play(seat=seat, card=card)


def _without(hand: frozenset[Card], suit: Suit) -> frozenset[Card]:
    return frozenset(card for card in hand if suit_of(card) != suit)


def _word(deal: Deal, seat: Seat, dealt: Dealt) -> Entry:
    low = lowest_bid(deal.said, deal.house.minimum)
    if not deal.said:
        return Bid(seat=seat, points=low)
    if low <= min(_limit(deal, dealt), TOP) and not over_partner(deal.said, seat):
        return Bid(seat=seat, points=low)
    return Pass(seat=seat)


def _limit(deal: Deal, dealt: Dealt) -> int:
    """How far a hand goes: its points, the partners' share of the rest, and two for each card
    of its longest suit above three."""
    points = letter_points(deal.house)
    own = sum(points.get(rank_of(card), 0) for card in dealt)
    partners = deal.players // 2 - 1
    longest = max(sum(suit_of(card) == suit for card in dealt) for suit in SUITS)
    return own + (TOP - own) * partners // (deal.players - 1) + 2 * (longest - 3)


def _trump_card(deal: Deal, hand: tuple[Card, ...]) -> Card:
    """The lowest card of the longest suit, the one with more points of two as long."""
    points = letter_points(deal.house)

    def good(suit: Suit) -> tuple[int, int]:
        own = [card for card in hand if suit_of(card) == suit]
        return len(own), sum(points.get(rank_of(card), 0) for card in own)

    best = max(SUITS, key=good)
    return min((card for card in hand if suit_of(card) == best), key=height)


ROBOT = WhitehouseRobot()
