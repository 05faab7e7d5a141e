"""The game as values: a deal as far as it is known, the lines of the score behind it.

Only what was entered is kept; how the score stands is read off it, once a state, as many
eyes ask. All of it is public.
"""

from dataclasses import dataclass, replace
from functools import cached_property

from companion.core.rules import Flag
from companion.core.seats import Seat, Team, after
from companion.games.chinese_whist.deal import Deal, Sides
from companion.games.chinese_whist.options import GAMES_OF_RUBBER, HouseRules, teams_of


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
