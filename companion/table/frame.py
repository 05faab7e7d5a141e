"""The frame: everything that one viewer may see of a table, ready to draw.

It is built up for its viewer from what that viewer may know. Two viewers who may not know a
concealed fact get the same bytes whatever that fact is.
"""

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any

import msgspec

from companion import __version__, games
from companion.core.cards import Card
from companion.core.choices import Choice, Field
from companion.core.entries import Correct, Entry, Undo
from companion.core.messages import Msg, Refusal, msg
from companion.core.seats import Seat, seats_of
from companion.core.view import View, Viewer
from companion.table import copying, matters, recounting
from companion.table.admission import check_earlier, check_undo
from companion.table.devices import Device
from companion.table.earlier import Earlier
from companion.table.evening import Evening
from companion.table.history import Entered, History
from companion.table.matters import Second
from companion.table.notices import with_notices
from companion.table.played import Game, Line
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
    second: Second
    """How results are confirmed."""


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
    paper: bool = False
    """Whether it was copied from a paper score sheet."""


class PracticeFrame(msgspec.Struct, frozen=True):
    """Said of a practice table: its cards are dealt by the computer, and nothing is kept."""

    hand: tuple[Card, ...] = ()
    """The viewer's own cards, as the pack runs; nobody else's."""


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
    practice: PracticeFrame | None = None
    copying: bool = False
    """Whether this very device copies a paper score sheet, and so speaks for every seat."""


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
    speaks = copying.speaks_for(evening, device.id) if device else mine
    viewer = Viewer(speaks, table=bool(mine) or host)
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
        setup=_setup(game, evening.second) if viewer.table and evening.may_set_up() else None,
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
        view=copying.with_paper(
            with_words(
                with_notices(history.rules.view(history.state, viewer), evening, device),
                Viewer(mine, viewer.table),
                host,
                game.words,
                closing,
                history.closing,
                partial(_recounts, evening, closing, Viewer(mine, viewer.table)),
            ),
            evening,
            device,
        ),
        undo=(
            _undo(evening, device)
            if device and viewer.table and evening.copier in (None, device.id)
            else None
        ),
        recent=recent,
        copying=device is not None and device.id == evening.copier,
    )


def at_this_moment(frame: Frame) -> Frame:
    """The frame with the clock as it is now."""
    replace = msgspec.structs.replace
    return replace(frame, table=replace(frame.table, now=int(time.time())))


def _setup(game: Game, second: Second) -> SetupFrame:
    setup, history = game.setup, game.history
    return SetupFrame(
        games=tuple(GameFrame(name, tuple(games.load(name).players)) for name in games.names()),
        fields=tuple(history.rules.option_fields(setup.players, history.options)),
        dealer=setup.dealer,
        game=setup.game,
        players=setup.players,
        second=second,
    )


def _recounts(
    evening: Evening, closing: Closing | None, viewer: Viewer, seat: Seat
) -> Iterator[Choice]:
    """What a seat may say it has counted, where both sides count."""
    if closing is None or evening.second != "count":
        return iter(())
    return recounting.choices(evening.game.history, closing, viewer, seat)


def undo_earlier(evening: Evening, device: Device, game: Game) -> UndoFrame | None:
    """What an undo of the newest correction of an earlier game would take back."""
    undo = Earlier(game=evening.games.index(game) + 1, entry=Undo())
    try:
        check_earlier(evening, device, evening.seq, undo)
    except Refusal:
        return None
    number = game.history.made[-1].number
    what = msg("entry.in-game", n=undo.game, what=evening.told(number, game))
    return UndoFrame(number, what, msgspec.to_builtins(undo))


def _undo(evening: Evening, device: Device) -> UndoFrame | None:
    if evening.mended is not None:
        back = undo_earlier(evening, device, evening.mended)
        if back is not None:
            return back
    history = evening.game.history
    group = history.last_tap
    undo = Undo(to=group[0].number - 1) if len(group) > 1 else Undo()
    try:
        check_undo(evening, device, undo)
    except Refusal:
        return None
    entry = msgspec.to_builtins(undo)
    if evening.undoes_setup(undo):
        return UndoFrame(0, msg("matter.setup"), entry)
    notable = _notable(group)
    what = evening.told(notable[0].number)
    for one in notable[1:]:
        what = msg("entry.then", what=what, then=evening.told(one.number))
    if len(group) > len(notable):
        what = msg("entry.several", what=what, n=len(group) - len(notable))
    return UndoFrame(group[-1].number, what, entry)


def _notable(group: Sequence[Entered]) -> Sequence[Entered]:
    """Of several entries with one tap, those to call them by: all that are no mere repetition
    of how they end, as a bid and a double are among passes."""
    ends = type(group[-1].entry)
    return [one for one in group if type(one.entry) is not ends] or group[-1:]


def recent_of(evening: Evening) -> tuple[RecentFrame, ...]:
    """The newest lines of the game that is on; an older game's words may not be at hand."""
    lines = (line for line in reversed(evening.story) if line.game is evening.game)
    newest = list(islice(lines, RECENT))
    history = evening.game.history
    standing = standing_by_number(history, 2 * RECENT)
    return tuple(line_of(line, standing) for line in reversed(newest))


def standing_by_number(history: History, newest: int | None = None) -> dict[int, Entry | None]:
    """The entries and corrections that stand, or the newest of them, by their numbers."""
    first = -newest if newest else None
    made = (one for one in history.made[first:] if isinstance(one.entry, Correct))
    return {one.number: one.entry for one in chain(history.standing[first:], made)}


def line_of(line: Line, standing: Mapping[int, Entry | None]) -> RecentFrame:
    """A line of the story. ``standing``: of :func:`standing_by_number`."""
    entered = line.entered
    now = standing.get(entered.number)
    counts = line.deal is not None and not isinstance(entered.entry, Undo)
    return RecentFrame(
        number=None if line.deal is None else entered.number,
        seat=entered.seat,
        host=entered.seat is None and entered.device is not None and line.by is None,
        what=line.what,
        undone=counts and not (entered.number in standing and now in (None, entered.entry)),
        at=entered.at,
        paper=line.paper,
    )
