"""Looking back on a game: every entry with who made it and when, an earlier entry opened
again to put it right, and what a correction would change, before it is made.

Everything here is built up for one viewer from what that viewer may know, as a frame is.
"""

from typing import Any

import msgspec

from companion.core.choices import Choice
from companion.core.entries import Correct
from companion.core.messages import Msg, Refusal
from companion.core.seats import Seat, seats_of
from companion.core.view import PUBLIC, DealRow, TeamScore, View, Viewer
from companion.table.admission import check_correct, check_here, check_seen
from companion.table.devices import Device
from companion.table.evening import Evening, Game
from companion.table.frame import line_of, standing_by_number
from companion.table.history import Breaks, Entered


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the timeline. ``at`` is in epoch seconds; ``number`` is None for a table
    matter, and ``who`` the name that the seat had then."""

    what: Msg
    at: int
    number: int | None = None
    deal: int | None = None
    seat: Seat | None = None
    host: bool = False
    undone: bool = False
    open: bool = False
    """Whether this viewer may put it right."""


def timeline(
    evening: Evening, device: Device | None, game: Game | None = None
) -> tuple[Event, ...]:
    """Every line of a game, oldest first: of the one that is on, unless another is asked for."""
    game = game or evening.game
    standing = standing_by_number(game.history)
    events = []
    for line in evening.story:
        if line.game is not game:
            continue
        told = line_of(line, standing)
        entered = line.entered
        mendable = (
            device is not None
            and game is evening.game
            and entered.entry is not None
            and told.number is not None
            and not told.undone
            and entered.entry is standing.get(entered.number)
            and _may(evening, device, entered)
        )
        events.append(
            Event(
                what=told.what,
                at=told.at,
                number=told.number,
                deal=line.deal,
                seat=told.seat,
                host=told.host,
                undone=told.undone,
                open=mendable,
            )
        )
    return tuple(events)


def _may(evening: Evening, device: Device, entered: Entered) -> bool:
    if isinstance(entered.entry, Correct):
        return False
    try:
        check_here(evening, device)
        check_correct(evening, device, Correct(at=entered.number))
    except Refusal:
        return False
    return True


class Past(msgspec.Struct, frozen=True):
    """An earlier entry, opened again: what it says, and everything else it might have said."""

    number: int
    deal: int
    what: Msg
    entry: dict[str, Any]
    choices: tuple[Choice, ...]
    status: Msg
    """What the table waited for then."""


def past(evening: Evening, device: Device, number: int) -> Past:
    """Entry ``number`` for putting it right.

    Raises ``Refusal``: ``no-such-entry``, ``not-yours-to-correct``, ``not-at-this-table``.
    """
    history = evening.game.history
    check_here(evening, device)
    mine = evening.seats_of(device.id)
    state = history.state_at(number)
    check_correct(evening, device, Correct(at=number))
    deal = history.rules.deal(state)
    # In a deal that is over there is nothing left to hide but from whom it was always hidden.
    over = deal != history.rules.deal(history.state)
    seats = frozenset(seats_of(history.players)) if over else mine
    entered = history.entered(number)
    choices = history.rules.choices(state, Viewer(seats, table=True))
    secret = {kind.__struct_config__.tag for kind in history.rules.entries if kind.secret}
    return Past(
        number=number,
        deal=deal,
        what=evening.told(number),
        entry=msgspec.to_builtins(entered.entry) if entered.entry is not None else {},
        choices=tuple(c for c in choices if not (over and c.entry["do"] in secret)),
        status=history.rules.view(state, PUBLIC).status,
    )


class Standings(msgspec.Struct, frozen=True):
    """How a game stands, as much of it as a correction may change."""

    rows: tuple[DealRow, ...]
    teams: tuple[TeamScore, ...]
    over: bool
    verdict: Msg | None
    status: Msg


class Broken(msgspec.Struct, frozen=True):
    """A later entry that could not be any more, and why."""

    number: int
    what: Msg
    why: Msg


class Preview(msgspec.Struct, frozen=True):
    """What a correction would change: the rows from the first that differs on."""

    before: Standings
    after: Standings | None
    """None where later entries are in the way: see ``broken``."""
    broken: Broken | None


def preview(evening: Evening, device: Device, seen: int, correct: Correct) -> Preview:
    """What a correction would change. Raises ``Refusal`` where it could not be made at all."""
    check_seen(evening, seen)
    check_here(evening, device)
    history = evening.game.history
    check_correct(evening, device, correct)
    before = history.rules.view(history.state, PUBLIC)
    try:
        state = history.corrected(correct, strict=True).states[-1]
    except Breaks as breaks:
        broken = Broken(breaks.broken.number, evening.told(breaks.broken.number), breaks.why.msg)
        return Preview(_standings(before, 0), None, broken)
    after = history.rules.view(state, PUBLIC)
    same = _same_rows(before, after)
    return Preview(_standings(before, same), _standings(after, same), None)


def _same_rows(one: View, other: View) -> int:
    """How many rows at the top of the two score sheets are alike."""
    pairs = zip(one.score.rows, other.score.rows, strict=False)
    return next(
        (n for n, (left, right) in enumerate(pairs) if left != right),
        min(len(one.score.rows), len(other.score.rows)),
    )


def _standings(view: View, skip: int) -> Standings:
    score = view.score
    return Standings(score.rows[skip:], score.teams, score.over, score.verdict, view.status)
