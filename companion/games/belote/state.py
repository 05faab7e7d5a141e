"""The game as values: a deal as far as it is known, the deals behind it, the score.

Only what was entered is kept; who bids, who is on turn, which cards have been seen are read
off it. The cards of a declaration (``Deal.declared``) are their holder's secret until they
are shown, after the last trick: nothing told to anybody else may be computed from them
before, only that one of that kind was declared.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from companion.core.cards import Card
from companion.core.rules import Flag
from companion.core.seats import Seat, Team, after, side_of
from companion.core.tricks import Laid, Trick
from companion.games.belote.auction import Auction, Standing
from companion.games.belote.contracts import DECK, KINDS, Kind
from companion.games.belote.melds import Contest, Declared
from companion.games.belote.options import HAND, HouseRules
from companion.games.belote.tally import Tally

NO_CARDS: frozenset[Card] = frozenset()
NO_TRICK = Trick()


@dataclass(frozen=True)
class Taken:
    """A finished trick: whose it is and what is known to lie in it."""

    winner: Seat
    trick: Trick
    """The cards laid one by one, in order: all of them, some, or none."""
    cards: frozenset[Card]
    """Every card known to be in it."""
    whole: bool
    """Whether those are all its cards."""


@dataclass(frozen=True)
class Deal:
    """One deal, as far as it has been entered."""

    number: int
    dealer: Seat
    house: HouseRules
    auction: Auction
    declared: tuple[Declared, ...] = ()
    undealt: tuple[Card, ...] = ()
    """The cards told to be left over; only where seven are dealt."""
    taken: tuple[Taken, ...] = ()
    trick: Trick = NO_TRICK
    gone: frozenset[Card] = NO_CARDS
    """The cards of the finished tricks, as far as known."""

    @property
    def hand(self) -> int:
        """Cards a seat is dealt, which is also the number of tricks."""
        return HAND[self.house.last_packet]

    @property
    def first(self) -> Seat:
        """The seat after the dealer, at his right: speaks first and leads first (STANDARD)."""
        return self.auction.first

    @property
    def contract(self) -> Standing | None:
        """The contract, once the auction has closed."""
        return self.auction.settled

    @cached_property
    def kind(self) -> Kind:
        """The contract as far as cards are concerned; clubs while there is none."""
        best = self.auction.settled
        return KINDS["clubs" if best is None else best.contract]

    @property
    def bidder(self) -> Seat | None:
        """Who has the contract."""
        best = self.auction.settled
        return None if best is None else best.seat

    @property
    def side(self) -> Team:
        """The side of the contract; that of the first seat while there is none."""
        return side_of(self.bidder or self.first)

    @property
    def finished(self) -> bool:
        """Whether every trick is recorded."""
        return len(self.taken) >= self.hand

    @property
    def leader(self) -> Seat:
        """Who should lead the present trick: the seat after the dealer, then the last winner."""
        return self.taken[-1].winner if self.taken else self.first

    @property
    def turn(self) -> Seat:
        """Who plays next; on an empty felt, who should."""
        laid = self.trick.laid
        return after(laid[-1].seat, 4) if laid else self.leader

    @cached_property
    def seen(self) -> frozenset[Card]:
        """Every card known not to be in a hand any more, as far as entered."""
        here = [laid.card for laid in self.trick.laid]
        return self.gone.union(here, self.undealt)

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """The other cards of the pack, suit by suit, highest first."""
        return tuple(card for card in DECK if card not in self.seen)

    @property
    def in_play(self) -> frozenset[Card]:
        """Every card known to lie or to have lain on the felt."""
        return self.seen.difference(self.undealt)

    @property
    def left_over(self) -> tuple[Card, ...] | None:
        """The cards that were not dealt, none or four; None where it is not known which."""
        if self.house.last_packet == 3 or self.undealt:
            return self.undealt
        return self.unseen if len(self.unseen) == len(DECK) - 4 * self.hand else None

    @cached_property
    def total(self) -> int:
        """All the points there are to win, last ten included; the pack's where four cards are
        left over and nobody knows which."""
        return self.kind.total - self.kind.worth(self.left_over or ())

    @property
    def begun(self) -> bool:
        """Whether something of the play is recorded."""
        return bool(self.taken or self.trick.laid)

    def tricks_of(self, team: Team) -> tuple[Taken, ...]:
        """The tricks a side has taken."""
        return tuple(taken for taken in self.taken if side_of(taken.winner) == team)

    @cached_property
    def tricks(self) -> tuple[tuple[Laid, ...], ...]:
        """What was laid card by card, trick by trick, the present one last."""
        return (*(taken.trick.laid for taken in self.taken), self.trick.laid)


GoesOn = Literal["level", "capot", "hanging", "after-capot"]


@dataclass(frozen=True)
class Closed:
    """A deal behind us. ``tally`` is None where it was void or passed out."""

    deal: Deal
    tally: Tally | None
    written: tuple[int, int]
    totals: tuple[int, int]
    """The score of each side afterwards."""
    hanging: int
    """What hangs afterwards."""
    contest: Contest | None = None
    counted: Team | None = None
    """The side whose points were counted by hand; None when they follow from the record."""
    flags: tuple[Flag, ...] = ()


@dataclass(frozen=True)
class Correction:
    """Points given or taken by agreement, and what each side has afterwards."""

    written: tuple[int, int]
    totals: tuple[int, int]
    why: str


@dataclass(frozen=True)
class State:
    """A whole game."""

    deal: Deal
    score: tuple[int, int] = (0, 0)
    hanging: int = 0
    """Points that nobody has written yet."""
    history: tuple[Closed | Correction, ...] = ()
    last: Closed | None = None
    """The last deal that was played out."""
    coming: HouseRules | None = None
    """House rules agreed for the next deal on."""
    ended: bool = False
    """Whether the table has ended the game itself."""

    @property
    def house(self) -> HouseRules:
        """The house rules in force."""
        return self.deal.house

    @property
    def untouched(self) -> bool:
        """Whether the present deal has no entry yet."""
        return not self.deal.auction.said

    @cached_property
    def closed(self) -> tuple[Closed, ...]:
        """The deals behind us, void and passed-out ones too."""
        return tuple(row for row in self.history if isinstance(row, Closed))

    @property
    def at_target(self) -> bool:
        """Whether a side has the target, and a deal has been played out."""
        return self.last is not None and max(self.score) >= self.house.target

    @cached_property
    def over(self) -> bool:
        """Whether the game is over: ended by the table, or, between two deals, by the score."""
        return self.ended or (self.untouched and self.at_target and self.goes_on is None)

    @cached_property
    def goes_on(self) -> GoesOn | None:
        """Why one more deal is played though a side has the target (STANDARD, rules.md 2.6).

        Both sides are level; or the last deal played was a capot; or points hang, where so
        agreed; or the leader has written nothing since a capot (D12). Corrections made since
        count with it. None: nothing keeps the game going.
        """
        last, leader, house = self.last, self.ahead, self.house
        if last is None or last.tally is None or not self.at_target:
            return None
        if leader is None:
            return "level"
        if last.tally.capot is not None and not house.finish_on_capot:
            return "capot"
        if self.hanging and not house.finish_on_hanging:
            return "hanging"
        return "after-capot" if self._must_gain(leader) else None

    def _must_gain(self, leader: Team) -> bool:
        """Whether the leader has written nothing since a capot that could not end the game."""
        if self.house.finish_on_capot:
            return False
        now = self.score[leader - 1]
        for row in reversed(self.closed):
            if now > row.totals[leader - 1]:
                return False
            if row.tally is not None and row.tally.capot is not None:
                return True
        return False

    @property
    def winner(self) -> Team | None:
        """The side with more points, once the game is over."""
        return self.ahead if self.over else None

    @property
    def ahead(self) -> Team | None:
        """The side with more points; None when they are equal."""
        one, two = self.score
        return None if one == two else Team(1) if one > two else Team(2)

    def redealt(self, closed: Closed | None = None) -> "State":
        """The next deal: after a closed one by the next dealer, else the present one afresh."""
        house = self.coming or self.house
        if closed is None:
            deal = deal_of(self.deal.number, self.deal.dealer, house)
            return replace(self, deal=deal, coming=None)
        return State(
            deal=deal_of(self.deal.number + 1, after(self.deal.dealer, 4), house),
            score=closed.totals,
            hanging=closed.hanging,
            history=(*self.history, closed),
            last=closed if closed.tally else self.last,
            ended=self.ended,
        )


def deal_of(number: int, dealer: Seat, house: HouseRules) -> Deal:
    """A deal of which nothing has been said."""
    return Deal(number, dealer, house, Auction(after(dealer, 4)))
