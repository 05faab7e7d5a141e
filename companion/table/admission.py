"""The door of a table: who may enter what, into the table as it stands. Nothing here changes
anything."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from companion.core.entries import Correct, Entry, Shorthand, Undo
from companion.core.messages import Refusal
from companion.core.seats import Seat
from companion.table import copying, matters, recounting, signatures
from companion.table.devices import Device
from companion.table.earlier import Earlier
from companion.table.evening import Evening, checked_setup
from companion.table.matters import Cards, FromPaper, Matter, Person, Reseat, Setup, Sit
from companion.table.played import Game
from companion.table.signatures import DealWord, Recount
from companion.table.veil import Veil


@dataclass(frozen=True, slots=True)
class Admitted:
    """A tap that was checked and may be stored: one entry, or those of a shorthand."""

    steps: tuple[tuple[Entry, Any], ...]
    """Each entry with the game's state after it; None where it is none of the game's."""
    seat: Seat | None
    """Who made it; None for the host."""


def admit(evening: Evening, device: Device, seen: int, entry: Entry) -> Admitted:
    """Check an entry from a device that had seen entry ``seen``.

    Raises ``Refusal``: ``not-your-seat``, ``not-at-this-table``, ``stale``, those of table
    matters, of undo and of corrections, and the game's own.
    """
    if isinstance(entry, Matter):
        return _matter(evening, device, seen, entry)
    copying.check_copier(evening, device, entry)
    seat = _speaker(evening, device, entry)
    check_seen(evening, seen)
    history = evening.game.history
    match entry:
        case Shorthand():
            return Admitted(tuple(history.steps(entry)), seat)
        case Undo():
            check_undo(evening, device, entry)
            if evening.undoes_setup(entry):
                return Admitted(((entry, None),), seat)
        case Correct():
            check_correct(evening, device, entry)
            history.check(entry)
        case _:
            history.check(entry)
    return Admitted(((entry, history.after(entry)),), seat)


def _matter(evening: Evening, device: Device, seen: int, matter: Matter) -> Admitted:
    seat = min(evening.seats_of(device.id), default=None)
    match matter:
        case Setup():
            check_here(evening, device)
            copying.check_copier(evening, device)
            if not evening.may_set_up():
                raise Refusal("game-under-way")
            matter = checked_setup(matter)
        case Cards():
            raise Refusal("bad-entry")  # the table makes them itself
        case FromPaper():
            copying.check(evening, matter, device)
        case Earlier():
            return _earlier(evening, device, seen, matter)
        case DealWord():
            check_seen(evening, seen)
            game, view = evening.game, evening.public()
            signatures.check(matter, view, game.words, evening.people, device)
            if isinstance(matter, Recount):
                recounting.counted(game.history, matter)
            seat = matter.seat
        case Reseat():
            game = evening.game
            deal = game.history.rules.deal(game.history.state)
            matters.check_reseat(matter, game.setup.players, deal, device)
        case _:
            players = evening.game.setup.players
            matter = matters.check(matter, evening.people, players, device)
            if isinstance(matter, Sit):
                seat = matter.seat
    return Admitted(((matter, None),), seat)


def _earlier(evening: Evening, device: Device, seen: int, matter: Earlier) -> Admitted:
    copying.check_copier(evening, device)
    game = check_earlier(evening, device, seen, matter)
    seat, state = min(evening.seats_of(device.id), default=None), None
    if isinstance(matter.entry, Correct):
        game.history.check(matter.entry)
    if isinstance(matter.entry, Correct | Undo):
        state = game.history.after(matter.entry)
    return Admitted(((matter, state),), seat)


def check_earlier(evening: Evening, device: Device, seen: int, matter: Earlier) -> Game:
    """The earlier game that this device may put right like that, as the rules may yet refuse.

    Raises ``Refusal``: ``no-game-number``, ``stale`` where it was put right since, what
    :func:`check_correct` and :func:`check_undo` raise; only corrections are taken back.
    """
    game, entry = evening.earlier(matter.game), matter.entry
    check_here(evening, device)
    if not game.mended <= seen <= evening.seq:
        raise Refusal("stale")
    if isinstance(entry, Correct):
        check_correct(evening, device, entry, game=game)
        return game
    if isinstance(entry, DealWord):
        people = {seat: Person(None, spoke) for seat, spoke in game.devices.items()}
        signatures.check(entry, game.public(), game.words, people, device)
        return game
    if isinstance(entry, Reseat):
        last = game.history.rules.deal(game.history.state)
        matters.check_reseat(entry, game.setup.players, last, device)
        return game
    made = game.history.made
    if entry.to is not None or not made or not isinstance(made[-1].entry, Correct):
        raise Refusal("nothing-to-undo")
    if not device.host and made[-1].device != device.id:
        raise Refusal("not-yours-to-undo")
    return game


def _speaker(evening: Evening, device: Device, entry: Entry) -> Seat | None:
    """The seat whose word the entry is, where this device may say it."""
    seats = copying.speaks_for(evening, device.id)
    own = min(evening.seats_of(device.id), default=None)
    if entry.speaker == "table":
        check_here(evening, device)
        if "seat" in _optional(type(entry)) and getattr(entry, "seat", None) not in {None, *seats}:
            raise Refusal("not-your-seat")
        return own
    seat: Seat | None = getattr(entry, "seat", None)
    if seat not in seats:
        raise Refusal("not-your-seat")
    return own if evening.copier == device.id else seat


@cache
def _optional(kind: type[Entry]) -> frozenset[str]:
    """The keys that may be left out: ``seat`` among them says who speaks for the table."""
    return frozenset(field.name for field in msgspec.structs.fields(kind) if not field.required)


def check_here(evening: Evening, device: Device) -> None:
    """Raise ``Refusal`` unless this device is the host's, or has a seat."""
    if not device.host and not evening.seats_of(device.id):
        raise Refusal("not-at-this-table")


def check_seen(evening: Evening, seen: int) -> None:
    """Raise ``Refusal("stale")`` unless a finger that saw ``seen`` saw the game as it is."""
    if not evening.game_seq <= seen <= evening.seq:
        raise Refusal("stale")


def check_undo(evening: Evening, device: Device, undo: Undo) -> None:
    """Raise ``Refusal`` unless this device may take that back."""
    if evening.undoes_setup(undo):
        makers = [evening.game.begun_by]
    else:
        makers = [entered.device for entered in evening.game.history.taken_back(undo)]
    if not makers:
        raise Refusal("nothing-to-undo")
    if not device.host and any(maker != device.id for maker in makers):
        raise Refusal("not-yours-to-undo")


def check_correct(
    evening: Evening,
    device: Device,
    correct: Correct,
    veil: Veil | None = None,
    game: Game | None = None,
) -> None:
    """Raise ``Refusal`` unless this device may put that right, in a game or the one that is on.

    Anybody at the table may, for all are told and it can be taken back; but what a seat may
    say while the deal is on is its own to correct, what would take other entries back is
    theirs who made them, and where a phone keeps a secret in the deal, nothing may be tried
    out that could give it away (veil.py).
    """
    game = game or evening.game
    history, mine = game.history, evening.seats_in(game, device.id)
    veil = veil or Veil(history, mine)
    old = history.entered(correct.at).entry
    new = history.corrected_entry(correct)
    deal = history.rules.deal(history.state_at(correct.at))
    for entry in (old, new):
        if entry is None or getattr(entry, "seat", None) in mine:
            continue
        if veil.is_on(deal) and (entry.secret or entry.speaker == "seat"):
            raise Refusal("not-yours-to-correct")
    if veil.over(deal) and (veil.is_on(deal) or not _tells_nothing(old, new)):
        raise Refusal("correct-hidden")
    if correct.drop is not None and not device.host:
        makers = (one.device for one in history.standing_from(correct.drop))
        if any(maker != device.id for maker in makers):
            raise Refusal("not-yours-to-undo")


def _tells_nothing(old: Entry | None, new: Entry | None) -> bool:
    """Whether only a result is told anew, in which no card is named."""
    return (
        old is not None
        and type(old) is type(new)
        and old.speaker == "table"
        and not getattr(new, "cards", None)
    )
