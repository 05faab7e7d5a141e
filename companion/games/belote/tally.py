"""The sum: from two sides' points to what each writes, and what hangs.

Pure numbers; the rules are those of rules.md 2.5 (STANDARD, B-HIT), options included. All
written points are tens.
"""

from dataclasses import dataclass
from typing import Literal

from companion.core.seats import Team
from companion.games.belote.contracts import Kind
from companion.games.belote.options import HouseRules

CAPOT = 90
Outcome = Literal["made", "inside", "hanging"]

Pair = tuple[int, int]


@dataclass(frozen=True)
class Tally:
    """A deal reckoned up, in both sides' order (team 1, team 2)."""

    cards: Pair
    """Points in tricks, the last ten included, before doubling without trumps."""
    declared: Pair
    capot: Team | None
    """The side that took every trick."""
    capot_points: int
    raw: Pair
    """What is compared and cut down to tens: all of it, doubled without trumps."""
    pot: int
    """All of it in tens."""
    times: int
    """1, 2 or 4: what the double in force multiplies the pot by."""
    outcome: Outcome
    written: Pair
    hung: int
    """What hung before."""
    hanging: int
    """What hangs now."""


def tally(
    kind: Kind,
    side: Team,
    doubled: int,
    *,
    cards: Pair,
    capot: Team | None,
    declared: Pair,
    hung: int,
    house: HouseRules,
) -> Tally:
    """Reckon a deal up. ``side`` has the contract, ``hung`` is what hangs from before."""
    bonus = 0
    if capot is not None:
        bonus = house.nt_capot if kind.no_trumps else CAPOT
    one, two = (
        points * kind.times + extra + (bonus if capot == team else 0)
        for team, points, extra in zip((1, 2), cards, declared, strict=True)
    )
    pot = tens(one + two)
    times = 1 if capot is not None and not house.capot_doubled else doubled
    ours, theirs = (one, two) if side == 1 else (two, one)
    hanging = 0
    if ours == theirs:
        outcome: Outcome = "hanging"
        half = 0 if times > 1 and house.tie_doubled == "hangs" else pot // 2
        wrote, gave = 0, half * times
        hanging = hung + (pot - half) * times
    elif times > 1 or ours < theirs:
        outcome = "made" if ours > theirs else "inside"
        all_of_it = pot * times + hung
        wrote, gave = (all_of_it, 0) if ours > theirs else (0, all_of_it)
    else:
        outcome = "made"
        gave = share(kind, theirs, pot)
        wrote = pot - gave + hung
    return Tally(
        cards=cards,
        declared=declared,
        capot=capot,
        capot_points=bonus,
        raw=(one, two),
        pot=pot,
        times=times,
        outcome=outcome,
        written=swapped(side, wrote, gave),
        hung=hung,
        hanging=hanging,
    )


def tens(points: int) -> int:
    """The whole pot in tens, to the nearest: a full deal never ends in 5."""
    return (points + 5) // 10


def share(kind: Kind, lower: int, pot: int) -> int:
    """What the lower side of a contract made writes; the higher one writes the rest.

    The critical digit goes up (D8). Never more than half: only where four cards are left
    over could the lower side otherwise be cut the larger piece (CHOICE).
    """
    return min((lower + kind.lift) // 10, pot // 2)


def swapped(team: Team, own: int, others: int) -> Pair:
    """A side's number and the other's, in the order of the sides."""
    return (own, others) if team == 1 else (others, own)
