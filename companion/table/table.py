"""One live table: one lock, under which an entry is checked, stored, folded and shown."""

import hashlib
import logging
import re
import secrets
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ClassVar, Final, TypeVar

from companion.core.entries import Correct
from companion.core.messages import Refusal
from companion.core.seats import Seat, seats_of
from companion.table import cards, codec
from companion.table.admission import Admitted, admit, check_here
from companion.table.devices import Device
from companion.table.earlier import Earlier
from companion.table.evening import MORE_OF_TAP, Evening
from companion.table.frame import Frame, RecentFrame, at_this_moment, frame_of, recent_of
from companion.table.log import Row, SeatingRow, Store
from companion.table.looking_back import Preview, preview
from companion.table.matters import NOBODY, Cards, Take
from companion.table.passes import Passes
from companion.table.signatures import Closing

logger = logging.getLogger(__name__)
T = TypeVar("T")

LONGEST_BODY: Final = 16_384
"""Bytes of one entry."""
WITHDRAWN: Final = 256
"""Taps remembered that were withdrawn: none stays on its way for longer than so many take."""
_TAP: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")


class Table:
    """A table. Its log is folded when it is first needed; starting is recovering.

    Every method may be called from any thread. ``publish`` is called inside the lock after
    each change, so that views leave in order; it must only enqueue.
    """

    kept: ClassVar[bool] = True
    """Whether anything of it is still there after the run."""

    def __init__(self, log: Store, seating: SeatingRow, publish: Callable[["Table"], None]) -> None:
        self.code = seating.code
        self.opened = seating.opened
        self._log = log
        self._publish = publish
        self._lock = threading.RLock()
        self._folded: Evening | None = None
        self._passes = Passes()
        self._withdrawn: dict[str, None] = {}
        self._present: Counter[int] = Counter()
        self._saving = True
        self._frames: dict[Device | None, Frame] = {}
        self._for_all: tuple[tuple[RecentFrame, ...], Closing | None] | None = None
        self._closed = False

    @contextmanager
    def evening(self) -> Iterator[Evening]:
        """The table's evening, held still for as long as the block runs.

        Raises ``Refusal("unreadable-table")`` where a game in its log is not there any more.
        """
        with self._lock:
            if self._folded is None:
                folded = Evening()
                try:
                    for row in self._log.rows(self.code):
                        folded.recover(row)
                except LookupError as error:
                    raise Refusal("unreadable-table", table=self.code) from error
                self._folded = folded
            yield self._folded

    @property
    def seq(self) -> int:
        """The number of the newest entry."""
        with self.evening() as evening:
            return evening.seq

    @property
    def is_open(self) -> bool:
        """Whether it takes entries; one packed up does not."""
        return not self._closed

    @property
    def game(self) -> str:
        """The game that is played at it."""
        with self.evening() as evening:
            return evening.game.setup.game

    def seats_of(self, device: Device) -> frozenset[Seat]:
        """The seats that this device speaks for."""
        with self.evening() as evening:
            return evening.seats_of(device.id)

    def frame(self, device: Device | None) -> Frame:
        """Everything that this device may see; for None, what everybody may."""
        with self.evening() as evening:
            seated = device is not None and (device.host or bool(evening.seats_of(device.id)))
            viewer = device if seated else None
            if self._for_all is None:
                self._for_all = recent_of(evening), evening.closing()
            recent, closing = self._for_all
            if viewer not in self._frames:
                self._frames[viewer] = frame_of(
                    evening,
                    viewer,
                    code=self.code,
                    opened=self.opened,
                    present=self._present.keys(),
                    saving=self._saving,
                    recent=recent,
                    closing=closing,
                )
            return at_this_moment(self._frames[viewer])

    # Entries

    def act(self, device: Device, tap: str, seen: int, body: bytes) -> int:
        """One tap: an entry, from its JSON to the disk and to everybody; returns its seq.

        ``tap`` is the random id of the tap (8 to 64 of A-Z a-z 0-9 _ -): the same one again
        gets the same answer and counts once. ``seen`` is the seq of the view tapped on.
        Raises ``Refusal``; then nothing has changed. See :mod:`admission` for who may.
        """
        with self.evening() as evening:
            digest = _digest(device, body)
            if known := self._known(evening, tap, digest):
                return known
            if len(body) > LONGEST_BODY:
                raise Refusal("bad-entry")
            entry = codec.decode(codec.entry_decoder(evening.game.setup.game), body)
            admitted = admit(evening, device, seen, entry)
            return self._store(evening, device, tap, digest, admitted)

    def withdraw(self, device: Device, tap: str) -> bool:
        """Make sure that a tap does not count any more, should it still be on its way; True
        where it has counted already, which an undo may take back.

        Raises ``Refusal("not-at-this-table")``.
        """
        with self.evening() as evening:
            if tap in evening.taps:
                return True
            check_here(evening, device)
            self._withdrawn[tap] = None
            for old in list(self._withdrawn)[:-WITHDRAWN]:
                del self._withdrawn[old]
            return False

    def look(self, read: Callable[[Evening], T]) -> T:
        """What ``read`` finds in the evening, which it may not change."""
        with self.evening() as evening:
            return read(evening)

    def preview(self, device: Device, seen: int, body: bytes) -> Preview:
        """What a correction would do. Nothing is changed.

        Raises ``Refusal`` as :meth:`act` does, but for one after which a later entry cannot
        be: that is what the preview is for.
        """
        with self.evening() as evening:
            if len(body) > LONGEST_BODY:
                raise Refusal("bad-entry")
            entry = codec.decode(codec.entry_decoder(evening.game.setup.game), body)
            match entry:
                case Correct() | Earlier(entry=Correct()):
                    return preview(evening, device, seen, entry)
                case _:
                    raise Refusal("bad-entry")

    def new_pass(self, device: Device, seat: Seat) -> str:
        """A secret that lets another device take this seat over, once, within ten minutes.

        For the seat's holder or the host. It begins with the table's code and a dot.
        """
        with self.evening() as evening:
            if seat not in seats_of(evening.game.setup.players):
                raise Refusal("no-such-seat", seat=seat)
            holder = evening.people.get(seat, NOBODY).device
            if not device.host and holder != device.id:
                raise Refusal("not-your-seat")
            return self._passes.new(self.code, seat, holder)

    def new_cards(self, device: Device | None) -> tuple[str, ...]:
        """A secret for each seat, by seat, to be printed; all made before are worthless now.

        For the host; None is this very machine. Raises ``Refusal``: ``host-only``, ``no-table``,
        ``cannot-save``.
        """
        with self.evening() as evening:
            made = tuple(cards.new_secret(self.code) for _ in seats_of(evening.game.setup.players))
            self._make_cards(evening, device, tuple(cards.digest(secret) for secret in made))
        return made

    def void_cards(self, device: Device | None) -> None:
        """Make all seat cards worthless; for whom, and what it raises, as :meth:`new_cards`."""
        with self.evening() as evening:
            if evening.cards:
                self._make_cards(evening, device, ())

    def _make_cards(
        self, evening: Evening, device: Device | None, digests: tuple[str, ...]
    ) -> None:
        if device is not None and not device.host:
            raise Refusal("host-only")
        if self._closed:
            raise Refusal("no-table")
        made = Admitted(((Cards(digests=digests), None),), None)
        self._store(evening, device, secrets.token_hex(16), b"", made)

    def take(self, pass_secret: str, device: Device, tap: str) -> int:
        """Take a seat over with a pass or a seat card; the device that held it loses it at once.

        Raises ``Refusal("pass-expired")`` where the pass was used, is too old, was replaced
        by a newer one, or the seat has changed hands since; ``card-void`` for a seat card that
        is not good any more.
        """
        with self.evening() as evening:
            digest = _digest(device, b"take " + pass_secret.encode("utf-8", "replace"))
            if known := self._known(evening, tap, digest):
                return known
            if cards.looks_like_one(pass_secret):
                return self._take_by_card(evening, pass_secret, device, tap, digest)
            if (seat := self._passes.seat_of(pass_secret, evening)) is None:
                raise Refusal("pass-expired")
            taken = Admitted(((Take(seat=seat), None),), seat)
            seq = self._store(evening, device, tap, digest, taken)
            self._passes.used(seat)
            return seq

    def _take_by_card(
        self, evening: Evening, card: str, device: Device, tap: str, digest: bytes
    ) -> int:
        seat = cards.seat_of(card, evening.cards)
        if seat is None or seat > evening.game.setup.players:
            raise Refusal("card-void")
        if evening.people.get(seat, NOBODY).device == device.id:
            return evening.seq  # the same phone looked at its card once more
        taken = Admitted(((Take(seat=seat), None),), seat)
        return self._store(evening, device, tap, digest, taken)

    @contextmanager
    def rewritten(self) -> Iterator[None]:
        """Let nobody enter or look while its log is rewritten, then begin again from that."""
        with self._lock:
            try:
                yield
            finally:
                self.let_go()

    def let_go(self) -> None:
        """Keep nothing in memory; the log is folded again when it is needed."""
        with self._lock:
            self._folded = None
            self._frames.clear()
            self._for_all = None

    def show(self) -> None:
        """Show everybody the table as it is now."""
        with self._lock:
            self._changed()

    def close(self) -> None:
        """Take no entries any more."""
        with self._lock:
            self._closed = True

    def _known(self, evening: Evening, tap: str, digest: bytes) -> int | None:
        if self._closed:
            raise Refusal("no-table")
        if not _TAP.fullmatch(tap):
            raise Refusal("bad-entry")
        if tap in self._withdrawn:
            raise Refusal("withdrawn")
        seq, before = evening.taps.get(tap, (None, digest))
        if before != digest:
            raise Refusal("tap-reused")
        return seq

    def _store(
        self, evening: Evening, device: Device | None, tap: str, digest: bytes, admitted: Admitted
    ) -> int:
        # The tap's id goes with its last entry: once it is known, all of them are.
        last, now = len(admitted.steps), int(time.time())
        rows = [
            Row(
                self.code,
                evening.seq + n,
                tap if n == last else f"{tap}{MORE_OF_TAP}{n}",
                now,
                device.id if device else None,
                admitted.seat,
                codec.encode(entry).decode(),
                digest,
            )
            for n, (entry, _) in enumerate(admitted.steps, 1)
        ]
        try:
            self._log.append(*rows)
        except sqlite3.Error as error:
            logger.exception("table %s: entry %d not saved", self.code, evening.seq + 1)
            if isinstance(error, sqlite3.IntegrityError):
                self._folded = None  # the log knows more than we do: begin again from it
            self._saving = False
            self._changed()
            raise Refusal("cannot-save") from error
        self._saving = True
        for row, (entry, state) in zip(rows, admitted.steps, strict=True):
            evening.add(row, entry, state)
        if evening.game.history.over:
            self._log.wish_copy()
        self._changed()
        return evening.seq

    # Presence

    def arrive(self, device_id: int) -> None:
        """A socket of this device opened: a hint that somebody is there, no more."""
        self._count(device_id, 1)

    def depart(self, device_id: int) -> None:
        """A socket of this device closed."""
        self._count(device_id, -1)

    def _count(self, device_id: int, step: int) -> None:
        with self.evening() as evening:
            was = device_id in self._present
            self._present[device_id] += step
            if self._present[device_id] <= 0:
                del self._present[device_id]
            if was != (device_id in self._present) and evening.seats_of(device_id):
                self._changed()

    def _changed(self) -> None:
        """Show it. A screen that cannot be reached must not undo what is saved."""
        self._frames.clear()
        self._for_all = None
        try:
            self._publish(self)
        except Exception:
            logger.exception("table %s: entry saved but not shown", self.code)


def _digest(device: Device, body: bytes) -> bytes:
    """Equal for the same entry sent again by the same device."""
    return hashlib.blake2b(b"%d %b" % (device.id, body), digest_size=16).digest()
