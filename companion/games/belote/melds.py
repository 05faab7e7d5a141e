"""Declarations: what they are, which may be made, and which of them count.

STANDARD (rules.md 2.4). Sequences and fours have a contest each; the side with the best
scores all it has of that group. A belote always scores. Without trumps there are none.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from companion.core.cards import SUIT_OF_WORD, SUITS, Card, rank_of, suit_of
from companion.core.seats import Seat, Team, side_of
from companion.games.belote.entries import Declare, MeldWord

ORDER: Final = "789TJQKA"
"""Cards in sequence, lowest first: the same in every contract."""
LENGTHS: Final = {"tierce": 3, "quarte": 4, "quint": 5}
SEQUENCE_POINTS: Final = {"tierce": 20, "quarte": 50, "quint": 100}
FOUR_POINTS: Final = {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}
"""The best four first, by what the card counts as a trump."""
BELOTE_POINTS: Final = 20

Group = Literal["sequence", "four", "belote"]
Reckoning = Literal["separate", "one-contest"]


@dataclass(frozen=True)
class Meld:
    """Cards declared together."""

    kind: MeldWord
    cards: tuple[Card, ...]
    """Highest first; king and queen for a belote."""

    @property
    def group(self) -> Group:
        """What it competes with."""
        match self.kind:
            case "four" | "belote" as alone:
                return alone
            case _:
                return "sequence"

    @property
    def points(self) -> int:
        """What it scores if it counts. An eight-card run is a quint too (CHOICE D13)."""
        if self.kind == "belote":
            return BELOTE_POINTS
        if self.kind == "four":
            return FOUR_POINTS[rank_of(self.cards[0])]
        return SEQUENCE_POINTS[self.kind]

    @property
    def standing(self) -> tuple[int, int]:
        """How good it is within its group: larger is better, equal is exactly equal.

        Of sequences the longer is better, then the higher (D14); fours differ by rank.
        """
        rank = rank_of(self.cards[0])
        if self.kind == "four":
            return (0, -list(FOUR_POINTS).index(rank))
        return (len(self.cards), ORDER.index(rank))


def meld_of(entry: Declare) -> Meld | None:
    """What an entry declares; None where there is no such declaration."""
    if entry.suit is not None:
        suit = SUIT_OF_WORD[entry.suit]
        return Meld("belote", (Card("K" + suit), Card("Q" + suit)))
    if entry.rank is not None:
        if entry.rank not in FOUR_POINTS:
            return None
        return Meld("four", tuple(Card(entry.rank + suit) for suit in SUITS))
    top = entry.top or Card("")
    if top[:1] not in ORDER or top[1:] not in SUITS or len(top) != 2:
        return None
    length = entry.length or LENGTHS[entry.meld]
    end = ORDER.index(top[0]) + 1
    if end < length:
        return None
    return Meld(
        entry.meld, tuple(Card(rank + top[1]) for rank in reversed(ORDER[end - length : end]))
    )


@dataclass(frozen=True)
class Declared:
    """A declaration somebody made, by which entry."""

    seat: Seat
    meld: Meld
    entry: int = 0

    @property
    def team(self) -> Team:
        """The side that made it."""
        return side_of(self.seat)

    @property
    def public(self) -> bool:
        """Whether its cards are known at once: a belote's are, the others' are shown last."""
        return self.meld.kind == "belote"


@dataclass(frozen=True)
class Contest:
    """Which declarations of a deal count."""

    counted: tuple[Declared, ...]
    beaten: tuple[Declared, ...]
    """The other side had a better one."""
    void: tuple[Declared, ...]
    """The best of both sides were exactly equal, so that none of them count."""

    def points(self, team: Team) -> int:
        """What a side's declarations score."""
        return sum(one.meld.points for one in self.counted if one.team == team)


def contest(declared: Sequence[Declared], reckoning: Reckoning) -> Contest:
    """Which of these count.

    ``one-contest``: the best declaration by points wins for all; of equal points a four
    beats a sequence (STANDARD FR-FFB), then as within a group.
    """
    counted = [one for one in declared if one.meld.group == "belote"]
    beaten: list[Declared] = []
    void: list[Declared] = []
    rest = [one for one in declared if one.meld.group != "belote"]
    if reckoning == "separate":
        groups = [[one for one in rest if one.meld.group == name] for name in ("sequence", "four")]
    else:
        groups = [rest]
    for group in groups:
        winner = _winner(group)
        for one in group:
            (void if winner is None else counted if one.team == winner else beaten).append(one)
    return Contest(tuple(counted), tuple(beaten), tuple(void))


def _winner(group: Iterable[Declared]) -> Team | None:
    """The side with the best of these; None for no best one."""
    best: dict[Team, tuple[int, bool, tuple[int, int]]] = {}
    for one in group:
        meld = one.meld
        key = (meld.points, meld.kind == "four", meld.standing)
        best[one.team] = max(best.get(one.team, key), key)
    top = max(best.values(), default=None)
    winners = [team for team, key in best.items() if key == top]
    return winners[0] if len(winners) == 1 else None


def suits_of_belotes(declared: Iterable[Declared]) -> frozenset[str]:
    """The suits of which a belote was declared."""
    return frozenset(suit_of(one.meld.cards[0]) for one in declared if one.meld.kind == "belote")
