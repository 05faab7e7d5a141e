"""Settling up: from games and stakes to the fewest payments. Whole cents, and nothing lost.

What is played for is the table's own affair; the stakes are said when somebody asks.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Final

import msgspec

from companion.table import names
from companion.table.ledger import Booked

Cents = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
EXACT: Final = 14
"""People among whom the fewest payments are found for certain. Beyond, whoever owes exactly
what another is owed pays him, and the rest is settled from the largest on (CHOICE)."""


class Stake(msgspec.Struct, frozen=True):
    """What one kind of game is played for, in cents, for each person."""

    point: Cents = 0
    """For each point of difference, or each chip won."""
    game: Cents = 0
    """What each who lost a game gives for it; a game not over counts for nothing."""


class Payment(msgspec.Struct, frozen=True):
    """One person gives another so many cents."""

    giver: str
    taker: str
    cents: int


def balances(games: Iterable[Booked], stakes: Mapping[str, Stake]) -> dict[str, int]:
    """Cents that each person has won (below zero: lost), by the name last used; the sum is 0."""
    owed: dict[str, int] = {}
    called: dict[str, str] = {}

    def book(people: tuple[tuple[str, ...], ...], cents: tuple[int, ...]) -> None:
        most = max(map(len, people))
        for side, amount in zip(people, cents, strict=True):
            # Sides are as large as each other wherever two play two; else they share alike.
            for name, part in zip(side, shares(amount * most, len(side)), strict=True):
                key = names.key(name)
                called[key] = name
                owed[key] = owed.get(key, 0) + part

    for game in games:
        stake = stakes.get(game.game, Stake())
        for one in game.bookings:
            book(one.people, tuple(stake.point * better for better in one.balance))
        if game.over and game.winner is not None:
            sides = len(game.people)
            won = (sides - 1 if n == game.winner else -1 for n in range(sides))
            book(game.people, tuple(stake.game * by for by in won))
    return {called[key]: cents for key, cents in owed.items()}


def shares(amount: int, among: int) -> list[int]:
    """An amount in whole parts as equal as can be; they add up to it.

    >>> shares(7, 3), shares(-7, 3), shares(8, 2)
    ([3, 2, 2], [-3, -2, -2], [4, 4])
    """
    sign = 1 if amount >= 0 else -1
    each, rest = divmod(abs(amount), among)
    return [sign * (each + (n < rest)) for n in range(among)]


def payments(won: Mapping[str, int]) -> list[Payment]:
    """The fewest payments after which nobody owes anything.

    Among n people they are n less as many groups as can settle within themselves: each
    such group of k needs k - 1. That is found by looking at every group there can be, for
    giving the largest debtor's money to the largest creditor is not always the fewest.
    """
    open_ = sorted((name for name in won if won[name]), key=lambda name: (won[name], name))
    found: list[Payment] = []
    if len(open_) > EXACT:
        for giver in [name for name in open_ if won[name] < 0]:
            taker = next((name for name in open_ if won[name] == -won[giver]), None)
            if taker is not None:
                found.append(Payment(giver, taker, won[taker]))
                open_ = [name for name in open_ if name not in (giver, taker)]
    groups = _groups(open_, won) if len(open_) <= EXACT else [open_]
    for group in groups:
        found += _within(group, won)
    return sorted(found, key=lambda one: (-one.cents, one.giver, one.taker))


def _groups(people: list[str], won: Mapping[str, int]) -> list[list[str]]:
    """The people in as many groups as can settle within themselves.

    People leave one at a time, in the order in which the rest is even most often; whoever
    left between two such moments is a group.
    """
    everybody = 1 << len(people)
    sums = [0] * everybody
    most = [0] * everybody
    for some in range(1, everybody):
        last = some.bit_length() - 1
        sums[some] = sums[some ^ (1 << last)] + won[people[last]]
        best = max(most[some ^ (1 << n)] for n in range(len(people)) if some >> n & 1)
        most[some] = best + (sums[some] == 0)
    groups: list[list[str]] = []
    left = everybody - 1
    while left:
        even = sums[left] == 0
        if even:
            groups.append([])
        gone = next(
            n
            for n in range(len(people))
            if left >> n & 1 and most[left ^ (1 << n)] == most[left] - even
        )
        groups[-1].append(people[gone])
        left ^= 1 << gone
    return groups


def _within(group: list[str], won: Mapping[str, int]) -> list[Payment]:
    """Payments within one group: the largest debt goes to the largest claim, again and again."""
    left = {name: won[name] for name in group}
    found = []
    while any(left.values()):
        giver = min(left, key=lambda name: (left[name], name))
        taker = max(left, key=lambda name: (left[name], name))
        cents = min(-left[giver], left[taker])
        left[giver] += cents
        left[taker] -= cents
        found.append(Payment(giver, taker, cents))
    return found


def amount(cents: int) -> str:
    """Cents as people write money, without a sign.

    >>> amount(350), amount(-5)
    ('3.50', '0.05')
    """
    return f"{abs(cents) // 100}.{abs(cents) % 100:02}"
