"""The frame: everything that one viewer may see of a table, ready to draw.

It is built up for its viewer from what that viewer may know. Two viewers who may not know a
concealed fact get the same bytes whatever that fact is.
"""

import time
from collections.abc import Collection, Sequence
from itertools import islice
from typing import Any

import msgspec

from companion import __version__, games
from companion.core.choices import Field
from companion.core.entries import Undo
from companion.core.messages import Msg, Refusal, msg
from companion.core.seats import Seat, seats_of
from companion.core.view import Notice, View, Viewer
from companion.table import matters
from companion.table.devices import Device
from companion.table.evening import Evening, Game, Line
from companion.table.history import Entered
from companion.table.signatures import Closing, with_words

RECENT = 12


class TableFrame(msgspec.Struct, frozen=True):
    """The table itself. Times are epoch seconds, for display only."""

    code: str
    game: str
    players: int
    started: bool
    """Whether an entry of the game stands."""
    opened: int
    now: int
    log: bool
    """Whether the last entry could be saved; False asks for help with the disk."""


class GameFrame(msgspec.Struct, frozen=True):
    """A game that could be chosen."""

    name: str
    players: tuple[int, ...]


class SetupFrame(msgspec.Struct, frozen=True):
    """What may be set up now."""

    games: tuple[GameFrame, ...]
    fields: tuple[Field, ...]
    dealer: Seat
    game: str
    players: int


class PersonFrame(msgspec.Struct, frozen=True):
    """One seat's person. ``phone``: a device speaks for it; ``here``: and is connected."""

    seat: Seat
    name: str | None
    phone: bool
    here: bool
    yours: bool


class MeFrame(msgspec.Struct, frozen=True):
    """The viewer."""

    seats: tuple[Seat, ...]
    host: bool


class UndoFrame(msgspec.Struct, frozen=True):
    """What an undo would take back, all that came with the last tap, and the entry that does
    so; ``number`` 0 is the setup of this game."""

    number: int
    what: Msg
    entry: dict[str, Any]


class RecentFrame(msgspec.Struct, frozen=True):
    """A line of the table's story; ``number`` is None for a table matter."""

    number: int | None
    seat: Seat | None
    host: bool
    what: Msg
    undone: bool
    at: int


class Frame(msgspec.Struct, frozen=True):
    """A table at one moment, for one viewer."""

    seq: int
    version: str
    table: TableFrame
    setup: SetupFrame | None
    people: tuple[PersonFrame, ...]
    me: MeFrame
    view: View
    undo: UndoFrame | None
    recent: tuple[RecentFrame, ...]
    """Newest last."""


def frame_of(
    evening: Evening,
    device: Device | None,
    *,
    code: str,
    opened: int,
    present: Collection[int],
    saving: bool,
    recent: tuple[RecentFrame, ...],
    closing: Closing | None,
) -> Frame:
    """The frame for a device, or for the public.

    ``present``: ids of connected devices; ``recent``: of :func:`recent_of`,
    ``closing``: of :meth:`Evening.closing`, the same for all.
    """
    game = evening.game
    history = game.history
    mine = evening.seats_of(device.id) if device else frozenset()
    host = device is not None and device.host
    viewer = Viewer(mine, table=bool(mine) or host)
    people = (
        (seat, evening.people.get(seat, matters.NOBODY)) for seat in seats_of(game.setup.players)
    )
    return Frame(
        seq=evening.seq,
        version=__version__,
        table=TableFrame(
            code=code,
            game=game.setup.game,
            players=game.setup.players,
            started=bool(history.standing),
            opened=opened,
            now=int(time.time()),
            log=saving,
        ),
        setup=_setup(game) if viewer.table and evening.may_set_up() else None,
        people=tuple(
            PersonFrame(
                seat=seat,
                name=person.name,
                phone=person.device is not None,
                here=person.device in present,
                yours=seat in mine,
            )
            for seat, person in people
        ),
        me=MeFrame(tuple(sorted(mine)), host),
        view=with_words(
            _with_notices(history.rules.view(history.state, viewer), game),
            viewer,
            host,
            game.words,
            closing,
        ),
        undo=_undo(evening, device) if device and viewer.table else None,
        recent=recent,
    )


def at_this_moment(frame: Frame) -> Frame:
    """The frame with the clock as it is now."""
    replace = msgspec.structs.replace
    return replace(frame, table=replace(frame.table, now=int(time.time())))


def _setup(game: Game) -> SetupFrame:
    setup, history = game.setup, game.history
    return SetupFrame(
        games=tuple(GameFrame(name, tuple(games.load(name).players)) for name in games.names()),
        fields=tuple(history.rules.option_fields(setup.players, history.options)),
        dealer=setup.dealer,
        game=setup.game,
        players=setup.players,
    )


def _with_notices(view: View, game: Game) -> View:
    """The view, with what this version of companion could not read of the log."""
    notices = [
        Notice(msg("notice.unreadable", number=lost.number), "unreadable", lost.number)
        for lost in game.history.unreadable
    ]
    if game.options_lost:
        notices.append(Notice(msg("notice.options-lost"), "options-lost", 0))
    if not notices:
        return view
    return msgspec.structs.replace(view, notices=(*view.notices, *notices))


def _undo(evening: Evening, device: Device) -> UndoFrame | None:
    group = evening.game.history.last_tap
    undo = Undo(to=group[0].number - 1) if len(group) > 1 else Undo()
    try:
        evening.check_undo(device, undo)
    except Refusal:
        return None
    entry = msgspec.to_builtins(undo)
    if evening.undoes_setup(undo):
        return UndoFrame(0, msg("matter.setup"), entry)
    last = group[-1]
    what = _named(evening.game, _headline(group))
    if len(group) > 1:
        what = msg("entry.several", what=what, n=len(group) - 1)
    return UndoFrame(last.number, what, entry)


def _headline(group: Sequence[Entered]) -> Entered:
    """Of several entries with one tap, the one to call them by: the first that is no mere
    repetition of how they end, as a bid is among passes."""
    ends = type(group[-1].entry)
    return next((one for one in group if type(one.entry) is not ends), group[-1])


def _named(game: Game, entered: Entered) -> Msg:
    if entered.entry is None:
        return msg("entry.unreadable")
    return game.history.rules.describe(entered.entry)


def recent_of(evening: Evening) -> tuple[RecentFrame, ...]:
    """The newest lines of the game that is on; an older game's words may not be at hand."""
    lines = (line for line in reversed(evening.story) if line.game is evening.game)
    newest = list(islice(lines, RECENT))
    standing = {entered.number for entered in evening.game.history.standing[-RECENT:]}
    return tuple(_recent_line(line, standing) for line in reversed(newest))


def _recent_line(line: Line, standing: Collection[int]) -> RecentFrame:
    entered, describe = line.entered, line.game.history.rules.describe
    undone = False
    if line.matter:
        what = line.matter
    elif entered.entry is None:
        what, undone = msg("entry.unreadable"), entered.number not in standing
    elif isinstance(entered.entry, Undo):
        last = describe(line.undid) if line.undid else msg("entry.unreadable")
        what = msg("entry.undo", what=last)
    else:
        what, undone = describe(entered.entry), entered.number not in standing
    return RecentFrame(
        number=None if line.matter else entered.number,
        seat=entered.seat,
        host=entered.seat is None and entered.device is not None,
        what=what,
        undone=undone,
        at=entered.at,
    )
