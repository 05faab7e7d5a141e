"""Dealt cards for practice: what lies before a seat, what it may play and modestly does.

The first cards dealt lie covered, the next face up, the first of them on the covered ones,
and the rest is the hand (SEED). A covered card is known to nobody, its owner included.
"""

from companion.core.cards import SUITS, WORD_OF, Card, Suit, suit_of
from companion.core.entries import Entry, Play
from companion.core.robot import Dealt, modest_card
from companion.core.seats import Seat
from companion.core.tricks import strength
from companion.games.chinese_whist.deal import Deal
from companion.games.chinese_whist.entries import Expose, NameTrump, Uncover
from companion.games.chinese_whist.layout import layout_of, open_cards
from companion.games.chinese_whist.options import height, team_of
from companion.games.chinese_whist.play import may_expose
from companion.games.chinese_whist.state import State


class ChineseWhistRobot:
    """Practice of Chinese Whist."""

    def hand_size(self, state: State) -> int:
        """All the pack (SEED)."""
        return state.deal.tricks

    def held(self, state: State, seat: Seat, dealt: Dealt) -> tuple[Card, ...]:
        """What lies face up, and the hand; what is covered or not yet turned up is not seen."""
        deal = state.deal
        down = deal.dealt[0]
        turned = {told.card for told in deal.told if told.seat == seat}
        return tuple(
            card
            for n, card in enumerate(dealt)
            if card not in deal.seen and (n >= down or card in turned)
        )

    def fills(self, state: State, seat: Seat, dealt: Dealt, key: str) -> tuple[Card, ...]:
        """The row as dealt, the one card to be turned up, or what is seen."""
        if key == "expose":
            down, up, _ = state.deal.dealt
            return tuple(dealt[down : down + up])
        if key == "uncover":
            card = uncovered(state.deal, seat, dealt)
            return () if card is None else (card,)
        return self.held(state, seat, dealt)

    def legal(self, state: State, seat: Seat, dealt: Dealt) -> frozenset[Card]:
        """Following suit; the first lead a card that lies face up (SEED, E8)."""
        deal = state.deal
        held = frozenset(self.held(state, seat, dealt))
        led = deal.trick.led
        if led is None:
            first = not deal.taken
            return (held & open_cards(deal, seat) if first else held) or held
        return frozenset(card for card in held if suit_of(card) == led) or held

    def lays_out(self, state: State, seat: Seat, dealt: Dealt) -> Entry | None:
        """The dealer lays the row, which everybody sees."""
        if state.over or not may_expose(state.deal, seat):
            return None
        return Expose(seat=seat, cards=self.fills(state, seat, dealt, "expose"))

    def says(self, state: State, seat: Seat, dealt: Dealt) -> Entry | None:
        """The longest suit for trump, covered cards turned up at once, the cards in turn."""
        deal = state.deal
        if state.over:
            return None
        if deal.trump is None:
            if seat != deal.dealer:
                return None
            return NameTrump(seat=seat, suit=WORD_OF[_longest(self.held(state, seat, dealt))])
        free = uncovered(deal, seat, dealt)
        if free is not None:
            return Uncover(seat=seat, card=free)
        if seat != deal.turn or (not deal.trick.laid and _someone_turns_up(deal)):
            return None
        return self._play(state, seat, dealt)

    def _play(self, state: State, seat: Seat, dealt: Dealt) -> Entry:
        deal = state.deal
        best = deal.trick.winner(deal.trump, height)
        same = best is not None and team_of(best, deal.players) == team_of(seat, deal.players)
        card = modest_card(
            self.legal(state, seat, dealt),
            deal.trick,
            lambda one, suit: strength(one, suit, deal.trump, height),
            lambda one: int(suit_of(one) == deal.trump),
            ours=same,
            last=len(deal.trick.laid) == deal.players - 1,
        )
        return Play(seat=seat, card=card)


def uncovered(deal: Deal, seat: Seat, dealt: Dealt) -> Card | None:
    """The covered card that a seat has to turn up next."""
    layout = layout_of(deal, seat)
    if layout is None or layout.next_up is None:
        return None
    return dealt[layout.places.index(layout.next_up)]


def _someone_turns_up(deal: Deal) -> bool:
    """Whether a covered card is to be turned up before the next lead (SEED)."""
    layouts = (layout_of(deal, seat) for seat in deal.seats)
    return any(layout is not None and layout.waiting for layout in layouts)


def _longest(hand: tuple[Card, ...]) -> Suit:
    return max(SUITS, key=lambda suit: sum(suit_of(card) == suit for card in hand))


ROBOT = ChineseWhistRobot()
