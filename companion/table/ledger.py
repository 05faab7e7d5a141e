"""The ledger: what each game of an evening meant for the people who played it.

Read off the folded log and never stored. Nothing here knows a game: it is told by
``Rules.result`` how the deals went, and by its public view who are partners and whether
chips were moved or points written. A deal is booked to whoever sat there when it ended;
the deal that is on is not booked, so that nothing secret can be read off a ledger.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion import words
from companion.core.entries import Adjust
from companion.core.messages import Msg
from companion.core.rules import DealResult, Outcome
from companion.core.seats import Seat, Team
from companion.core.view import PUBLIC, ScoreView
from companion.table.evening import Evening
from companion.table.played import Game, Names

Sides = tuple[int, ...]
"""A number for each side, in their order."""


@dataclass(frozen=True)
class Slip:
    """An irregularity and whose it was; a code as in records: ``revoke`` ..."""

    who: str
    code: str


@dataclass(frozen=True)
class Booking:
    """What one deal, or one correction of the score, meant."""

    people: tuple[tuple[str, ...], ...]
    """Who sat there, by sides: a name for each seat."""
    written: Sides
    """What the score of each side changed by."""
    balance: Sides
    """How much each side is better off than the others; adds up to nothing.

    Of chips, those won. Of points, for each other side how many more (CHOICE: so three who
    play for themselves settle in pairs, and two sides settle the difference).
    """
    during: int
    """The deal that it was, or that was on when the score was corrected."""
    deal: int | None = None
    """None for a correction."""
    raw: Sides = ()
    bidder: str | None = None
    bidding: int | None = None
    """Which side undertook something, counted from 0."""
    outcome: Outcome | None = None
    """None where the deal did not count."""
    hanging: int = 0
    """What hung after it."""
    slips: tuple[Slip, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether it was a deal played out."""
        return self.deal is not None and self.outcome is not None


@dataclass(frozen=True)
class Booked:
    """One game, as the ledger has it. ``number``: which of its evening, from 1."""

    number: int
    game: str
    began: int
    """Epoch seconds of its first entry, for display only."""
    people: tuple[tuple[str, ...], ...]
    """Who sat there at the end, by sides."""
    sides: tuple[tuple[Seat, ...], ...]
    names: Names
    bookings: tuple[Booking, ...]
    score: Sides
    chips: bool
    """Whether the score is a stock that only moves, as chips do."""
    unit: Msg
    over: bool
    winner: int | None
    """Which side won, counted from 0; None while it is on, and where nobody did."""
    verdict: Msg | None

    @property
    def deals(self) -> tuple[Booking, ...]:
        """The deals that were played out."""
        return tuple(one for one in self.bookings if one.counts)

    @property
    def starts(self) -> Sides:
        """The score before anything was booked."""
        moved = [sum(one.written[side] for one in self.bookings) for side in range(len(self.sides))]
        return tuple(now - by for now, by in zip(self.score, moved, strict=True))


def booked(evening: Evening) -> tuple[Booked, ...]:
    """The games of an evening in which something stands, in their order."""
    return tuple(
        _booked(number, game, game.names if game is not evening.game else evening.names())
        for number, game in enumerate(evening.games, 1)
        if game.history.standing
    )


def _booked(number: int, game: Game, names: Names) -> Booked:
    history = game.history
    result = history.rules.result(history.state)
    score = history.rules.view(history.state, PUBLIC).score
    sides = tuple(team.seats for team in score.teams)
    chips = any(team.stack is not None for team in score.teams)
    on = history.rules.deal(history.state)
    names = game.names_in(on) if game.sat else names
    deals = [_deal(deal, game, sides, chips) for deal in result.deals if deal.deal < on]
    return Booked(
        number=number,
        game=game.setup.game,
        began=history.entries[0].at,
        people=_by_sides(names, sides),
        sides=sides,
        names=names,
        bookings=tuple(
            sorted((*_corrections(game, sides, chips), *deals), key=lambda booking: booking.during)
        ),
        score=result.score,
        chips=chips,
        unit=score.unit,
        over=result.over,
        winner=_place(score, result.winner),
        verdict=score.verdict,
    )


def _place(score: ScoreView, team: Team | None) -> int | None:
    teams = [one.team for one in score.teams]
    return teams.index(team) if team in teams else None


def _deal(
    deal: DealResult, game: Game, sides: tuple[tuple[Seat, ...], ...], chips: bool
) -> Booking:
    names = game.names_in(deal.deal)
    contract = deal.contract or {}
    seat = contract.get("seat") if "team" in contract else None
    return Booking(
        people=_by_sides(names, sides),
        written=deal.written,
        balance=balance(deal.written, chips),
        during=deal.deal,
        deal=deal.deal,
        raw=deal.raw,
        bidder=None if seat is None else named(names, seat),
        bidding=next((n for n, seats in enumerate(sides) if seat in seats), None),
        outcome=deal.outcome,
        hanging=deal.hanging,
        slips=tuple(Slip(named(names, flag.seat), flag.code) for flag in deal.flags),
    )


def _corrections(game: Game, sides: tuple[tuple[Seat, ...], ...], chips: bool) -> Iterator[Booking]:
    rules = game.history.rules
    for before, entered, after in game.history.taken():
        entry = entered.entry
        if not isinstance(entry, Adjust) or before is after:
            continue
        written = tuple(entry.by if n == entry.team else 0 for n in range(1, len(sides) + 1))
        if chips:  # what one side gets, the other gives
            written = _moved(rules.result(before).score, rules.result(after).score)
        deal = rules.deal(before)
        people = _by_sides(game.names_in(deal), sides)
        yield Booking(people, written, balance(written, chips), deal)


def _moved(before: Sides, after: Sides) -> Sides:
    return tuple(now - was for was, now in zip(before, after, strict=True))


def balance(written: Sequence[int], chips: bool) -> Sides:
    """How much each side is better off than the others, by what was written to each.

    >>> balance((16, 0), chips=False), balance((2, -2), chips=True), balance((3, 1, 0), chips=False)
    ((16, -16), (2, -2), (5, -1, -4))
    """
    if chips:
        return tuple(written)
    return tuple(len(written) * own - sum(written) for own in written)


def named(names: Sequence[str | None], seat: Any) -> str:
    """Who sits there: a seat without a name is called by its number."""
    name = names[seat - 1] if 0 < seat <= len(names) else None
    return name or words.render(Msg("seat.number", {"n": seat}))


def _by_sides(names: Names, sides: tuple[tuple[Seat, ...], ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(named(names, seat) for seat in seats) for seats in sides)
