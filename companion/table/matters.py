"""Table matters: entries about the table itself, who sits where and what is played.

They stand in the same log as a game's entries, in words of their own that no game may use,
and are no part of a record. As with a game, ``check`` stands at the door and refuses, and
``seated`` trusts the log and never does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeVar, cast

from msgspec import Meta, field

from companion.core.entries import Entry, SeatNumber
from companion.core.messages import Msg, Refusal, SeatRef, msg
from companion.core.seats import Seat, seats_of
from companion.table import names
from companion.table.devices import Device

T = TypeVar("T")
Second = Literal["ask", "count", "no"]
"""A second signature: whether it is right is asked, both sides count, or nobody is asked."""
NameText = Annotated[str, Meta(max_length=1000)]


@dataclass(frozen=True)
class Person:
    """Who sits on a seat: a name, and the device that speaks for it, where there is one."""

    name: str | None
    device: int | None = None


People = Mapping[Seat, Person]
"""The seats that are taken or at least named."""


class Matter(Entry, frozen=True):
    """An entry about the table, not about the game."""

    speaker = "table"


class Setup(Matter, frozen=True, tag="setup"):
    """What is played, by how many, by which house rules, and who deals first.

    Before the game's first entry it changes the game; after its end it begins a new one.
    ``options`` holds those that differ from the defaults.
    """

    game: Annotated[str, Meta(max_length=60)]
    players: Annotated[int, Meta(ge=1, le=12)]
    options: dict[str, Any] = field(default_factory=dict)
    dealer: SeatNumber = Seat(1)
    second: Second | None = None
    """How the other side is asked whether a result is right; None leaves that as it was."""


class Sit(Matter, frozen=True, tag="sit"):
    """A device takes a seat under a name. One may take several and speak for them all."""

    seat: SeatNumber
    name: NameText


class Leave(Matter, frozen=True, tag="leave"):
    """A seat is freed, by its holder or the host.

    In the middle of a game the name stays, for it stands on the score sheet too; freed once
    more, or between games, the name goes as well (CHOICE).
    """

    seat: SeatNumber


class Rename(Matter, frozen=True, tag="rename"):
    """A seat gets another name, by its holder or the host."""

    seat: SeatNumber
    name: NameText


class Move(Matter, frozen=True, tag="move"):
    """Two seats swap their people, by the host."""

    seat: SeatNumber
    to: SeatNumber


class Take(Matter, frozen=True, tag="take"):
    """A seat goes to another device that came with a pass; the old one loses it."""

    seat: SeatNumber


class Reseat(Matter, frozen=True, tag="reseat"):
    """People were written down on wrong seats, from deal ``since`` of this game on: the host.

    On seat n really sat whoever was written down on seat ``seats[n - 1]``. The deals since
    then are booked to those who played them, and the people move to their true seats.
    """

    since: Annotated[int, Meta(ge=1, le=100_000)]
    seats: Annotated[tuple[SeatNumber, ...], Meta(min_length=2, max_length=12)]


class Cards(Matter, frozen=True, tag="cards"):
    """New seat cards, by seat, as the SHA-256 of each secret; those before are worthless. None:
    all are. Written by the table itself (:meth:`Table.new_cards`), never sent by a phone."""

    digests: tuple[Annotated[str, Meta(pattern="^[0-9a-f]{64}$")], ...] = ()


class FromPaper(Matter, frozen=True, tag="from-paper"):
    """What this device enters from now on stood on a paper score sheet; with ``on`` false that
    is over (see :mod:`companion.table.copying`)."""

    on: bool


MATTERS: Final[tuple[type[Matter], ...]] = (
    Setup,
    Sit,
    Leave,
    Rename,
    Move,
    Take,
    Reseat,
    Cards,
    FromPaper,
)
NOBODY: Final = Person(None)


def check(matter: Matter, people: People, players: int, device: Device) -> Matter:
    """Refuse a matter of seats that cannot be; returns it with its name cleaned."""
    seat = seat_of(matter)
    for asked in (seat, getattr(matter, "to", seat)):
        if asked not in seats_of(players):
            raise Refusal("no-such-seat", seat=asked)
    person = people.get(seat, NOBODY)
    mine = person.device == device.id
    match matter:
        case Sit():
            if person.device is not None and not mine:
                raise Refusal("seat-taken", who=SeatRef(seat))
            return Sit(seat=seat, name=_free_name(matter.name, seat, people))
        case Rename():
            if not mine and not device.host:
                raise Refusal("not-your-seat")
            return Rename(seat=seat, name=_free_name(matter.name, seat, people))
        case Leave():
            if not mine and not device.host:
                raise Refusal("not-your-seat")
            if person == NOBODY:
                raise Refusal("nobody-there")
        case Move():
            if not device.host:
                raise Refusal("host-only")
            if seat == matter.to or (person == NOBODY and matter.to not in people):
                raise Refusal("nobody-there")
        case _:
            raise Refusal("bad-entry")
    return matter


def check_reseat(matter: Reseat, players: int, deal: int, device: Device) -> None:
    """Refuse a new seating that is none; ``deal`` is the one that is on."""
    if not device.host:
        raise Refusal("host-only")
    if matter.since > deal:
        raise Refusal("no-such-deal", n=matter.since)
    if sorted(matter.seats) != list(seats_of(players)):
        raise Refusal("bad-entry")
    if matter.seats == seats_of(players):
        raise Refusal("nothing-to-correct")


def reseated(who: Sequence[T], matter: Reseat) -> tuple[T, ...]:
    """What was written down by seat, as it really was. Trusts the log."""
    return tuple(who[seat - 1] for seat in matter.seats if seat <= len(who))


def _free_name(name: str, seat: Seat, people: People) -> str:
    kept = names.clean(name)
    if any(
        person.name is not None and names.key(person.name) == names.key(kept)
        for other, person in people.items()
        if other != seat
    ):
        raise Refusal("name-taken", name=kept)
    return kept


def seated(people: People, matter: Matter, device: int | None, playing: bool) -> People:
    """Who sits where after this matter. ``playing``: in the middle of a game."""
    after = dict(people)
    match matter:
        case Setup(players=players):
            return {seat: person for seat, person in people.items() if seat <= players}
        case Sit(seat=seat, name=name):
            after[seat] = Person(name, device)
        case Rename(seat=seat, name=name):
            after[seat] = Person(name, people.get(seat, NOBODY).device)
        case Take(seat=seat):
            after[seat] = Person(people.get(seat, NOBODY).name, device)
        case Leave(seat=seat):
            person = after.pop(seat, NOBODY)
            if playing and person.device is not None and person.name is not None:
                after[seat] = Person(person.name)
        case Move(seat=seat, to=to):
            for here, there in ((seat, to), (to, seat)):
                if there in people:
                    after[here] = people[there]
                else:
                    after.pop(here, None)
        case Reseat(seats=seats):
            moved = {Seat(n): people[was] for n, was in enumerate(seats, 1) if was in people}
            return {**{s: p for s, p in people.items() if s > len(seats)}, **moved}
    return after


def seat_of(matter: Matter) -> Seat:
    """The seat that a matter of seats is about."""
    return cast(Seat, matter.seat)  # type: ignore[attr-defined]


def describe(matter: Matter, people: People) -> Msg:
    """The matter as a sentence. ``people``: as they sat before it."""

    def name(seat: Seat) -> str | SeatRef:
        return people.get(seat, NOBODY).name or SeatRef(seat)

    match matter:
        case Sit():
            return msg("matter.sat", who=matter.name, seat=matter.seat)
        case Rename():
            return msg("matter.renamed", seat=matter.seat, who=matter.name)
        case Leave():
            return msg("matter.left", who=name(matter.seat), seat=matter.seat)
        case Move():
            return msg("matter.moved", seat=matter.seat, to=matter.to)
        case Take():
            return msg("matter.took", who=name(matter.seat), seat=matter.seat)
        case Reseat():
            return _reseating(matter, people)
        case Cards(digests=digests):
            return msg("matter.cards" if digests else "matter.no-cards")
        case FromPaper(on=on):
            return msg("matter.from-paper" if on else "matter.copied")
        case _:
            return msg("matter.setup")


def _reseating(matter: Reseat, people: People) -> Msg:
    """Everybody who sat elsewhere, in one sentence."""
    moves = [
        msg("matter.sat-on", who=people.get(was, NOBODY).name or SeatRef(was), seat=seat)
        for seat, was in enumerate(matter.seats, 1)
        if seat != was
    ]
    told = moves[-1] if moves else msg("matter.setup")
    for one in reversed(moves[:-1]):
        told = msg("matter.and", one=one, more=told)
    return msg("matter.reseated", n=matter.since, what=told)
