"""A practice table: a table like any other, but for its log, its cards and its robots."""

import itertools
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

import msgspec

from companion.core.cards import Card
from companion.core.entries import Entry, Undo
from companion.core.messages import Refusal
from companion.core.seats import Seat, seats_of
from companion.core.view import View
from companion.practice.dealer import Dealer
from companion.practice.dressed import Own
from companion.practice.memory import Memory
from companion.table import codec
from companion.table.devices import Device
from companion.table.evening import Evening, checked_setup
from companion.table.frame import Frame, PracticeFrame, UndoFrame
from companion.table.log import Row, SeatingRow
from companion.table.matters import NOBODY, Setup, Sit
from companion.table.table import Table

logger = logging.getLogger(__name__)

NAMES: Final = (
    "Ada",
    "Ben",
    "Cleo",
    "Dan",
    "Eva",
    "Finn",
    "Gina",
    "Hugo",
    "Ida",
    "Jon",
    "Kim",
    "Leo",
)
"""What robots are called, by seat."""
OWN: Final = Seat(1)
"""The seat that is left for whoever practises."""
ROBOT: Final = -1
"""The device of all robots: below every real one's number."""
DEALER_TAP: Final = "dealt-out-"
"""How the taps begin that the dealer makes for a seat."""


@dataclass(frozen=True)
class Move:
    """What a robot, or the dealer for a seat, enters next."""

    device: Device
    entry: Entry
    tap: str = "robot-"


class PracticeTable(Table):
    """A table whose cards are dealt in memory.

    Robots take every seat but ``own``, which is left for a person's phone; None for none.
    """

    kept = False

    def __init__(
        self,
        code: str,
        setup: Setup,
        publish: Callable[["PracticeTable"], None],
        own: Seat | None = OWN,
        lot: Random | None = None,
    ) -> None:
        now = int(time.time())
        body = codec.encode(checked_setup(setup)).decode()
        opening = Row(code, 1, "opening-1", now, None, None, body, b"")
        self.own = own
        self.used = time.monotonic()
        """When a person last did something at it."""
        self._dealer = Dealer(lot)
        self._taps = itertools.count(1)
        super().__init__(Memory(opening), SeatingRow(code, now, None), lambda _: publish(self))

    @property
    def watched(self) -> bool:
        """Whether somebody is connected to it."""
        with self.evening():
            return any(device != ROBOT for device in self._present)

    def frame(self, device: Device | None) -> Frame:
        """What this device may see, its own cards included."""
        with self.evening() as evening:
            frame = super().frame(device)
            seats = sorted(evening.seats_of(device.id)) if device else ()
            if not seats or device is None:
                return msgspec.structs.replace(frame, practice=PracticeFrame())
            cards = self._dealer.cards(evening)
            view = frame.view
            if not evening.game.history.over:
                own = Own(seats[0], cards)
                move = self._next(evening)
                mine = own.choices(view, playing=move is not None or _asked(view, seats[0]))
                view = msgspec.structs.replace(view, choices=mine)
            return msgspec.structs.replace(
                frame,
                view=view,
                practice=PracticeFrame(_sorted(evening, cards.held(seats[0]))),
                undo=_own_undo(evening, device) or frame.undo,
            )

    def act(self, device: Device, tap: str, seen: int, body: bytes) -> int:
        """One tap, as at any table; a person may also take back what robots did after him."""
        if device.id != ROBOT:
            self.used = time.monotonic()
        try:
            return super().act(device, tap, seen, body)
        except Refusal as refusal:
            if refusal.code != "not-yours-to-undo":
                raise
            return super().act(replace(device, host=True), tap, seen, body)

    def step(self) -> bool:
        """Make the next move of a robot or of the dealer; whether there was one.

        A robot acts by the same door as a phone. One that is refused is a fault of ours: it
        is logged, and the table waits for the person.
        """
        with self.evening() as evening:
            move = self._next(evening)
            if move is None:
                return False
            try:
                self.act(
                    move.device,
                    f"{move.tap}{next(self._taps):08}",
                    evening.seq,
                    codec.encode(move.entry),
                )
            except Refusal as refusal:
                logger.warning("practice: a robot's %s was refused: %s", move.entry, refusal.code)
                return False
            if isinstance(move.entry, Sit) and ROBOT not in self._present:
                self.arrive(ROBOT)
            return True

    def seat_robots(self) -> None:
        """Let robots sit down wherever one is wanted."""
        with self.evening() as evening:
            while (move := self._next(evening)) is not None and isinstance(move.entry, Sit):
                self.step()

    def _next(self, evening: Evening) -> Move | None:
        robots = Device(ROBOT)
        seats = seats_of(evening.game.setup.players)
        for seat in seats:
            if seat != self.own and evening.people.get(seat, NOBODY).device is None:
                return Move(robots, Sit(seat=seat, name=_free_name(evening, seat)))
        if evening.game.history.over or any(
            evening.people.get(seat, NOBODY).device is None for seat in seats
        ):
            return None
        cards = self._dealer.cards(evening)
        for seat, entry in cards.laid_out():
            return Move(Device(evening.people[seat].device or ROBOT), entry, DEALER_TAP)
        for seat in _in_turn(evening, seats):
            said = cards.says(seat) if evening.people[seat].device == ROBOT else None
            if said is not None:
                return Move(robots, said)
        return None


def _in_turn(evening: Evening, seats: tuple[Seat, ...]) -> Iterator[Seat]:
    """The seats, those that the table does not wait for first: they have something to put in
    before the play goes on."""
    waited = {seen.seat for seen in evening.public().seats if seen.turn}
    yield from sorted(seats, key=lambda seat: seat in waited)


def _free_name(evening: Evening, seat: Seat) -> str:
    taken = {(name or "").casefold() for name in evening.names()}
    own = NAMES[(seat - 1) % len(NAMES)]
    names = (f"Bot {name}" for name in (own, *NAMES))
    return next((name for name in names if name.casefold() not in taken), f"Bot {seat}")


def _sorted(evening: Evening, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """The hand as the pack runs; none once the game is over."""
    history = evening.game.history
    if history.over:
        return ()
    pack = history.rules.deck(history.players).cards
    return tuple(sorted(hand, key=pack.index))


def _asked(view: View, seat: Seat) -> bool:
    """Whether something of this seat's own is waited for."""
    return any(
        choice.entry.get("seat") == seat and choice.weight == "main" for choice in view.choices
    )


def _own_undo(evening: Evening, device: Device) -> UndoFrame | None:
    """Back to before this device's own last entry, with all that robots did since."""
    for entered in reversed(evening.game.history.made):
        if entered.device == device.id and not entered.tap.startswith(DEALER_TAP):
            undo = msgspec.to_builtins(Undo(to=entered.number - 1))
            return UndoFrame(entered.number, evening.told(entered.number), undo)
    return None
