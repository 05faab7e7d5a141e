"""Looking back on a game: every entry with who made it and when, an earlier entry opened
again to put it right, and what a correction would change, before it is made.

Everything here is built up for one viewer from what that viewer may know, as a frame is.
"""

from typing import Any

import msgspec

from companion.core.choices import Choice
from companion.core.entries import Correct, Undo
from companion.core.messages import Msg, Refusal
from companion.core.seats import Seat, seats_of
from companion.core.view import PUBLIC, DealRow, TeamScore, View, Viewer
from companion.table.admission import check_correct, check_earlier, check_here, check_seen
from companion.table.devices import Device
from companion.table.earlier import Earlier
from companion.table.evening import Evening
from companion.table.frame import UndoFrame, line_of, standing_by_number, undo_earlier
from companion.table.history import Breaks, Entered
from companion.table.played import Game, Names
from companion.table.telling import as_then, named
from companion.table.veil import Veil


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
    paper: bool = False
    by: str | Msg | None = None
    """Whose name the seat does not say any more: somebody else sits there now."""
    open: int | None = None
    """The number of the entry that this viewer may put right here: itself, or what a
    correction put in."""


def timeline(
    evening: Evening, device: Device | None, game: Game | None = None
) -> tuple[Event, ...]:
    """Every line of a game, oldest first: of the one that is on, unless another is asked for."""
    game = game or evening.game
    standing = standing_by_number(game.history)
    mend = _Mending(evening, device, game) if device is not None else None
    now, sides = evening.names_of(game), game.sides
    events = []
    for line in evening.story:
        if line.game is not game:
            continue
        told = line_of(line, standing)
        then = game.names_in(line.deal) if line.deal and game.sat else now
        what, by = told.what, line.by
        if then != now:
            what = as_then(what, then, sides)
            if by is None and told.seat is not None:
                by = named(told.seat, then)
        events.append(
            Event(
                what=what,
                at=told.at,
                number=told.number,
                deal=line.deal,
                seat=told.seat,
                host=told.host,
                undone=told.undone,
                paper=told.paper,
                by=by,
                open=mend.opens(line.entered) if mend and told.number and not told.undone else None,
            )
        )
    return tuple(events)


class Story(msgspec.Struct, frozen=True):
    """One game of the evening to look back on; games number from 1."""

    seq: int
    number: int
    games: int
    """How many there are."""
    game: str
    people: Names
    sides: tuple[tuple[Seat, ...], ...]
    events: tuple[Event, ...]
    undo: UndoFrame | None
    """What is taken back of an earlier game's corrections; the table's own undo is the frame's."""


def story(evening: Evening, device: Device | None, number: int | None = None) -> Story:
    """Game ``number``, or the one that is on. Raises ``Refusal("no-game-number")``."""
    game = evening.game if number is None else evening.played(number)
    earlier = device is not None and game is not evening.game
    return Story(
        seq=evening.seq,
        number=evening.games.index(game) + 1,
        games=len(evening.games),
        game=game.setup.game,
        people=evening.names_of(game),
        sides=game.sides,
        events=timeline(evening, device, game),
        undo=undo_earlier(evening, device, game) if device and earlier else None,
    )


class _Mending:
    """What a device may put right; the veil is looked through once."""

    def __init__(self, evening: Evening, device: Device, game: Game) -> None:
        self._evening = evening
        self._device = device
        self._game = game
        self._history = game.history
        self._veil = Veil(self._history, evening.seats_in(game, device.id))

    def opens(self, entered: Entered) -> int | None:
        """The number of the entry to open for a line of the story; None for no such line."""
        entry, number = entered.entry, entered.number
        if isinstance(entry, Correct) and not entry.before:
            number = entry.at
        if entry is None or isinstance(entry, Undo):
            return None
        try:
            check_here(self._evening, self._device)
            correct = Correct(at=number)
            check_correct(self._evening, self._device, correct, self._veil, self._game)
        except Refusal as refusal:
            # A result may be told anew though it may not be taken out.
            return number if refusal.code == "correct-hidden" and self._is_result(number) else None
        return number

    def _is_result(self, number: int) -> bool:
        entry = self._history.entered(number).entry
        deal = self._history.rules.deal(self._history.state_at(number))
        return entry is not None and entry.speaker == "table" and not self._veil.is_on(deal)


class Past(msgspec.Struct, frozen=True):
    """An earlier entry, opened again: what it says, and everything else it might have said."""

    number: int
    deal: int
    what: Msg
    entry: dict[str, Any]
    choices: tuple[Choice, ...]
    view: View
    """What everybody could see then."""
    people: Names
    """Who sat where."""


def past(evening: Evening, device: Device, number: int, game: Game | None = None) -> Past:
    """Entry ``number`` for putting it right, of the game that is on unless another is asked for.

    Raises ``Refusal``: ``no-such-entry``, ``not-yours-to-correct``, ``not-at-this-table``.
    """
    game = game or evening.game
    history = game.history
    check_here(evening, device)
    mine = evening.seats_in(game, device.id)
    state = history.state_at(number)
    veil, deal = Veil(history, mine), history.rules.deal(state)
    entered = history.entered(number)
    hidden = veil.over(deal)
    if hidden and (veil.is_on(deal) or entered.entry is None or entered.entry.speaker != "table"):
        raise Refusal("correct-hidden")
    if not hidden:
        check_correct(evening, device, Correct(at=number), veil, game)
    # In a deal that is over nothing is left to hide, but where a phone still keeps a secret.
    everybody = not hidden and not veil.is_on(deal)
    seats = frozenset(seats_of(history.players)) if everybody else mine
    choices = history.rules.choices(state, Viewer(seats, table=True))
    if hidden and entered.entry is not None:
        word = type(entered.entry).__struct_config__.tag
        choices = (choice for choice in choices if choice.entry["do"] == word)
    return Past(
        number=number,
        deal=deal,
        what=evening.told(number, game),
        entry=msgspec.to_builtins(entered.entry) if entered.entry is not None else {},
        choices=tuple(choices),
        view=history.rules.view(state, PUBLIC),
        people=game.names_in(deal) if game.sat else evening.names_of(game),
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


def preview(evening: Evening, device: Device, seen: int, entry: Correct | Earlier) -> Preview:
    """What a correction would change. Raises ``Refusal`` where it could not be made at all."""
    if isinstance(entry, Earlier):
        game, correct = check_earlier(evening, device, seen, entry), entry.entry
    else:
        game, correct = evening.game, entry
        check_seen(evening, seen)
        check_here(evening, device)
        check_correct(evening, device, correct)
    if not isinstance(correct, Correct):
        raise Refusal("bad-entry")
    history = game.history
    before = history.rules.view(history.state, PUBLIC)
    try:
        state = history.corrected(correct, strict=True).states[-1]
    except Breaks as breaks:
        number = breaks.broken.number
        broken = Broken(number, evening.told(number, game), breaks.why.msg)
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
