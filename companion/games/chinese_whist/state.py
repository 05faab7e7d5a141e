"""The game as values: a deal as far as it is known, the lines of the score behind it.

Only what was entered is kept; whose turn it is, which cards lie where and how the score
stands are read off it, once a state, as many eyes ask. All of it is public.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from companion.core.cards import Card, Deck, Suit
from companion.core.rules import Flag
from companion.core.seats import Seat, Team, after, seats_of
from companion.core.tricks import Laid, Trick
from companion.games.chinese_whist.entries import Honours, Penalty
from companion.games.chinese_whist.options import (
    DECKS,
    GAMES_OF_RUBBER,
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


@dataclass(frozen=True)
class Played:
    """A deal that counts, with the tricks of each side."""

    deal: Deal
    tricks: Sides
    counted: bool = False
    """Whether the tricks were counted by hand."""
    flags: tuple[Flag, ...] = ()


@dataclass(frozen=True)
class Voided:
    """A deal that was lost: the next player deals."""

    deal: Deal
    flags: tuple[Flag, ...] = ()


@dataclass(frozen=True)
class Correction:
    """Points given or taken by agreement."""

    team: Team
    by: int
    why: str


@dataclass(frozen=True)
class GameWon:
    """A game of a rubber: what it was worth, and whether it decided the rubber."""

    team: Team
    worth: int
    last: bool


@dataclass(frozen=True)
class Standing:
    """How the sides stand: points of this game, games won, points of the rubber."""

    score: Sides
    games: Sides
    rubber: Sides

    @property
    def rubber_won(self) -> Team | None:
        """The side that has won the rubber."""
        return next(
            (Team(n) for n, won in enumerate(self.games, 1) if won >= GAMES_OF_RUBBER), None
        )


@dataclass(frozen=True)
class Line:
    """A line of the score: what was entered in it, and how the sides stand before and after."""

    what: Played | Voided | Correction | GameWon
    house: HouseRules
    before: Standing
    after: Standing

    @property
    def written(self) -> Sides:
        """What the score of each side changed by."""
        pairs = zip(self.before.score, self.after.score, strict=True)
        return tuple(after - before for before, after in pairs)


def ahead(score: Sides) -> Team | None:
    """The side with the most points; None where several have them."""
    best = max(score)
    return Team(score.index(best) + 1) if score.count(best) == 1 else None


def out(score: Sides, target: int) -> Team | None:
    """The side that has won a game: the most points, and enough of them; a tie plays on (E9)."""
    return ahead(score) if max(score) >= target else None


@dataclass(frozen=True)
class State:
    """A whole game, or a rubber of them."""

    players: int
    deal: Deal
    lines: tuple[Line, ...] = ()
    coming: HouseRules | None = None
    """House rules agreed for the next deal on."""
    ended: bool = False
    """Whether the table has ended the game itself."""

    @property
    def house(self) -> HouseRules:
        """The house rules in force."""
        return self.deal.house

    @cached_property
    def standing(self) -> Standing:
        """How the sides stand."""
        nothing = (0,) * len(teams_of(self.players))
        return self.lines[-1].after if self.lines else Standing(nothing, nothing, nothing)

    @property
    def score(self) -> Sides:
        """Points of each side in this game."""
        return self.standing.score

    @cached_property
    def won_by(self) -> Team | None:
        """The side that has won by the score; a claim can still take it away."""
        if self.house.rubber:
            return self.standing.rubber_won
        return out(self.score, self.house.target)

    @property
    def over(self) -> bool:
        """Whether the game is over. It may open again by a claim or a correction."""
        return self.ended or self.won_by is not None

    @property
    def winner(self) -> Team | None:
        """Who has won, once it is over."""
        if not self.over:
            return None
        return self.won_by or ahead(self.standing.rubber if self.house.rubber else self.score)

    @cached_property
    def claimable(self) -> int | None:
        """Which line may still be claimed on, until the next deal begins (L-ENG 78)."""
        if self.ended or not self.deal.untouched:
            return None
        for n in range(len(self.lines) - 1, -1, -1):
            what = self.lines[n].what
            if isinstance(what, Played):
                return n
            if isinstance(what, Voided):
                return None
        return None

    @property
    def claimed(self) -> Deal:
        """The deal that a penalty or honours would be about now."""
        if self.claimable is not None:
            what = self.lines[self.claimable].what
            if isinstance(what, Played):
                return what.deal
        return self.deal

    def redealt(self) -> "State":
        """The next deal, by the next dealer (E13)."""
        deal = self.deal
        house = self.coming or deal.house
        dealer = after(deal.dealer, self.players)
        return replace(self, deal=Deal(deal.number + 1, dealer, self.players, house), coming=None)


def start(players: int, dealer: Seat, house: HouseRules) -> State:
    """A game before its first entry."""
    return State(players, Deal(1, dealer, players, house))


def all_seats(deal: Deal) -> tuple[Seat, ...]:
    """Every seat of the deal."""
    return seats_of(deal.players)
