"""A deal as far as it is known: whose turn it is and which cards lie where are read off it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.core.cards import Card, Deck, Suit
from companion.core.seats import Seat, after, seats_of
from companion.core.tricks import Laid, Trick
from companion.games.chinese_whist.entries import Honours, Penalty
from companion.games.chinese_whist.options import (
    DECKS,
    Dealt,
    HouseRules,
    dealt_of,
    team_of,
    teams_of,
    tricks_in,
)

Sides = tuple[int, ...]
"""A number for each side, in their order."""


@dataclass(frozen=True)
class Taken:
    """A finished trick: whose it is and what is known to lie in it."""

    winner: Seat
    trick: Trick
    """The cards laid one by one, in order: all of them, some, or none."""
    cards: frozenset[Card]
    """Every card known to be in it."""


@dataclass(frozen=True)
class Told:
    """A covered card turned up, when its seat had played so many cards."""

    seat: Seat
    card: Card
    plays: int
    entry: int


@dataclass(frozen=True)
class Deal:
    """One deal, as far as it has been entered."""

    number: int
    dealer: Seat
    players: int
    house: HouseRules
    trump: Suit | None = None
    rows: tuple[tuple[Seat, tuple[Card, ...]], ...] = ()
    """The face-up cards of the seats whose rows were entered, as they were dealt."""
    told: tuple[Told, ...] = ()
    shown: tuple[Laid, ...] = ()
    """Cards seen before their time."""
    taken: tuple[Taken, ...] = ()
    trick: Trick = field(default_factory=Trick)
    penalties: tuple[Penalty, ...] = ()
    honours: Honours | None = None

    @property
    def deck(self) -> Deck:
        """The pack in play."""
        return DECKS[self.players]

    @property
    def dealt(self) -> Dealt:
        """Cards down, up and in the hand of each player at first."""
        return dealt_of(self.house, self.players)

    @property
    def untouched(self) -> bool:
        """Whether nothing of it was entered yet: the deal before may still be claimed on."""
        return self.trump is None and not self.rows

    @property
    def tricks(self) -> int:
        """Tricks to be played."""
        return tricks_in(self.players)

    @property
    def finished(self) -> bool:
        """Whether every trick is recorded."""
        return len(self.taken) >= self.tricks

    @property
    def first(self) -> Seat:
        """Who leads to the first trick: the player to the left of the dealer (SEED)."""
        return after(self.dealer, self.players)

    @property
    def leader(self) -> Seat:
        """Who should lead to the present trick."""
        return self.taken[-1].winner if self.taken else self.first

    @cached_property
    def turn(self) -> Seat:
        """Who plays next; on an empty felt, who should."""
        laid = self.trick.laid
        return after(laid[-1].seat, self.players) if laid else self.leader

    def row(self, seat: Seat) -> tuple[Card, ...] | None:
        """The face-up cards dealt to a seat; None where they were not entered."""
        return self._rows.get(seat)

    @cached_property
    def _rows(self) -> Mapping[Seat, tuple[Card, ...]]:
        return dict(self.rows)

    @cached_property
    def seen(self) -> frozenset[Card]:
        """Every card known to have been played."""
        laid = (one.card for one in self.trick.laid)
        return frozenset(laid).union(*(taken.cards for taken in self.taken))

    @cached_property
    def owners(self) -> Mapping[Card, Seat]:
        """Whose each card is that has been seen and was not part of a trick as a mere set."""
        found = {card: seat for seat, row in self.rows for card in row}
        found |= {told.card: told.seat for told in self.told}
        found |= {laid.card: laid.seat for laid in self.shown}
        for trick in (*(taken.trick for taken in self.taken), self.trick):
            found |= {laid.card: laid.seat for laid in trick.laid}
        return found

    @cached_property
    def unknown(self) -> tuple[Card, ...]:
        """The cards that nobody has seen yet: covered or in a hand, or never entered."""
        return tuple(c for c in self.deck if c not in self.seen and c not in self.owners)

    def playable(self, seat: Seat) -> tuple[Card, ...]:
        """Every card that this seat may have to play, as far as everybody knows."""
        return tuple(
            card
            for card in self.deck
            if card not in self.seen and self.owners.get(card, seat) == seat
        )

    @cached_property
    def won(self) -> Sides:
        """The tricks of each side so far."""
        winners = [team_of(taken.winner, self.players) for taken in self.taken]
        return tuple(winners.count(team) for team in teams_of(self.players))

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Every seat, in order of play."""
        return seats_of(self.players)
