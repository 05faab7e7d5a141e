"""Statistics over evenings: who played what, how it went for them, and with whom best.

Numbers only, read off the ledger. A person is whoever has that name, by
:func:`companion.table.names.key`, and is called as last written.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from companion.core.rules import Outcome
from companion.table import names
from companion.table.ledger import Booked, Booking

TOGETHER: Final = 2
"""Games that two must have played together before anybody is called the best partner (CHOICE)."""


class Tally(msgspec.Struct):
    """What is counted of one person, in one kind of game or in all."""

    name: str
    games: int = 0
    """Games with at least one of his deals."""
    finished: int = 0
    """Of those, the ones that he saw the end of, and that had one."""
    won: int = 0
    deals: int = 0
    points: int = 0
    """Points or tricks of his side before rounding, over all deals."""
    written: int = 0
    """What his side's score changed by, over all deals and corrections."""
    balance: int = 0
    """How much better off than the others he came out, in points or chips."""
    bids: int = 0
    """Deals in which he undertook something himself."""
    made: int = 0
    failed: int = 0
    swept: int = 0
    """Deals in which his side took every trick."""
    revokes: int = 0
    slips: int = 0
    """Every irregularity recorded, revokes too."""


class Pair(msgspec.Struct):
    """Two who played on one side."""

    one: str
    other: str
    games: int = 0
    won: int = 0
    deals: int = 0
    balance: int = 0


class Hanging(msgspec.Struct, frozen=True):
    """The longest time that points hung: through how many deals, from which, how many."""

    deals: int
    most: int
    first: int
    number: int
    """Which game of its evening."""


class Kind(msgspec.Struct, frozen=True):
    """One kind of game: everybody who played it."""

    game: str
    deals: int
    tallies: tuple[Tally, ...]
    hanging: Hanging | None


class Statistics(msgspec.Struct, frozen=True):
    """Everything counted over some games."""

    people: tuple[Tally, ...]
    """Over all kinds of games; ``points``, ``written`` and ``balance`` are left at nothing, as
    they cannot be added up."""
    pairs: tuple[Pair, ...]
    kinds: tuple[Kind, ...]


def statistics(games: Iterable[Booked]) -> Statistics:
    """Everything counted over these games."""
    games = list(games)
    everybody = _Count()
    kinds: dict[str, _Count] = {}
    for game in games:
        kinds.setdefault(game.game, _Count()).add(game)
        everybody.add(game)
    for tally in everybody.tallies.values():
        tally.points = tally.written = tally.balance = 0
    return Statistics(
        people=_ordered(everybody.tallies.values()),
        pairs=tuple(sorted(everybody.pairs.values(), key=lambda p: (-p.won, -p.games, p.one))),
        kinds=tuple(
            Kind(
                name,
                count.deals,
                _ordered(count.tallies.values()),
                _longest([game for game in games if game.game == name]),
            )
            for name, count in sorted(kinds.items())
        ),
    )


def best_partner(name: str, pairs: Iterable[Pair]) -> Pair | None:
    """The pair in which this person won the largest share of his games with one partner.

    Of equal shares the one with more games, then the better balance. None where nobody has
    played :data:`TOGETHER` games with him, or none was won.
    """
    key = names.key(name)
    mine = [
        pair
        for pair in pairs
        if key in (names.key(pair.one), names.key(pair.other)) and pair.games >= TOGETHER
    ]
    best = max(
        mine, key=lambda pair: (pair.won / pair.games, pair.games, pair.balance), default=None
    )
    return best if best and best.won else None


def _ordered(tallies: Iterable[Tally]) -> tuple[Tally, ...]:
    return tuple(sorted(tallies, key=lambda one: (-one.won, -one.balance, one.name)))


class _Count:
    """Tallies and pairs while they are being counted."""

    def __init__(self) -> None:
        self.tallies: dict[str, Tally] = {}
        self.pairs: dict[tuple[str, str], Pair] = {}
        self.deals = 0

    def tally(self, name: str) -> Tally:
        found = self.tallies.setdefault(names.key(name), Tally(name))
        found.name = name
        return found

    def pair(self, one: str, other: str) -> Pair:
        key = tuple(sorted((names.key(one), names.key(other))))
        found = self.pairs.setdefault((key[0], key[1]), Pair(one, other))
        return found

    def add(self, game: Booked) -> None:
        """Count a game."""
        if not game.deals:
            return
        self.deals += len(game.deals)
        for one in game.bookings:
            self._book(one)
        played = {names.key(who) for one in game.deals for side in one.people for who in side}
        for key in played:
            self.tallies[key].games += 1
        for side, people in enumerate(game.people):
            there = [who for who in dict.fromkeys(people) if names.key(who) in played]
            won = game.over and game.winner == side
            for who in there:
                self.tally(who).finished += game.over
                self.tally(who).won += won
            for one_, other in _twos(there):
                self.pair(one_, other).games += 1
                self.pair(one_, other).won += won

    def _book(self, one: Booking) -> None:
        for side, people in enumerate(one.people):
            there = list(dict.fromkeys(people))
            for who in there:
                tally = self.tally(who)
                tally.written += one.written[side]
                tally.balance += one.balance[side]
                if one.counts:
                    tally.deals += 1
                    tally.points += one.raw[side]
                    tally.swept += _swept(one.outcome, side)
            for first, second in _twos(there):
                self.pair(first, second).deals += one.counts
                self.pair(first, second).balance += one.balance[side]
        if one.bidder is not None and one.counts and one.outcome is not None:
            tally = self.tally(one.bidder)
            tally.bids += 1
            tally.made += one.outcome.made is True
            tally.failed += one.outcome.made is False
        for slip in one.slips:
            self.tally(slip.who).slips += 1
            self.tally(slip.who).revokes += slip.code == "revoke"


def _swept(outcome: Outcome | None, side: int) -> bool:
    return outcome is not None and outcome.swept == side + 1


def _twos(people: list[str]) -> Iterator[tuple[str, str]]:
    for n, one in enumerate(people):
        for other in people[n + 1 :]:
            yield one, other


def _longest(games: Iterable[Booked]) -> Hanging | None:
    """The longest run of deals after each of which something hung; of equal ones the largest."""
    best: Hanging | None = None
    for game in games:
        run: list[Booking] = []
        for deal in game.bookings:
            if deal.deal is None:
                continue
            run = [*run, deal] if deal.hanging else []
            if run:
                most = max(one.hanging for one in run)
                this = Hanging(len(run), most, run[0].deal or 1, game.number)
                if best is None or (this.deals, this.most) > (best.deals, best.most):
                    best = this
    return best
