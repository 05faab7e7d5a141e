"""The host: all tables and devices of this computer."""

import logging
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, TypeVar

from companion import games
from companion.core.entries import Entry
from companion.core.messages import Refusal
from companion.core.seats import Seat
from companion.table import codec, erasing, names, record
from companion.table.backups import Pace
from companion.table.devices import Device, Devices
from companion.table.evening import Evening, checked_setup
from companion.table.log import Log, Row, SeatingRow
from companion.table.matters import Setup, Sit
from companion.table.table import Table

logger = logging.getLogger(__name__)
T = TypeVar("T", bound=Table)

CODE_LETTERS: Final = "BCDFGHJKMNPQRSTVWXYZ23456789"
"""None that is taken for another (0 O, 1 I L), and no vowels, so that codes are no words."""
CODE_LENGTH: Final = 5


class Host:
    """All tables in one log, newest last. ``publish`` is told of each change of a table."""

    def __init__(self, log: Log, publish: Callable[[Table], None] | None = None) -> None:
        self.publish = publish
        self._log = log
        self._lock = threading.Lock()
        self._kept = False
        self._closed = threading.Event()
        self._devices = Devices(log)
        self._tables: dict[str, Table] = {}
        self._packed: dict[str, Table] = {}
        """Tables packed up: to be read, and nothing else."""
        self._beside: dict[str, Table] = {}
        self._codes: set[str] = set()
        for seating in log.seatings():
            self._codes.add(seating.code)
            table = self._table(seating)
            if seating.closed is None:
                self._tables[seating.code] = table
            else:
                table.close()
                self._packed[seating.code] = table

    def _table(self, seating: SeatingRow) -> Table:
        return Table(self._log, seating, self._show)

    def _show(self, table: Table) -> None:
        if self.publish:
            self.publish(table)

    # Tables

    def tables(self) -> tuple[Table, ...]:
        """The open tables, newest last."""
        with self._lock:
            return tuple(self._tables.values())

    def table(self, code: str) -> Table:
        """The open table with this code, in any case; ``Refusal("no-table")`` if none has."""
        code = code.strip().upper()
        found = self._tables.get(code) or self._beside.get(code)
        if found is None:
            raise Refusal("no-table")
        return found

    def any_table(self, code: str) -> Table:
        """The table with this code, one packed up too; ``Refusal("no-table")`` if none has."""
        code = code.strip().upper()
        table = self._tables.get(code) or self._packed.get(code)
        if table is None:
            raise Refusal("no-table")
        return table

    def every_table(self) -> tuple[Table, ...]:
        """All tables, those packed up too, in the order in which they were opened."""
        with self._lock:
            found = (*self._packed.values(), *self._tables.values())
        return tuple(sorted(found, key=lambda table: (table.opened, table.code)))

    def table_of_pass(self, pass_secret: str) -> Table:
        """The table that a pass is for; ``Refusal("no-table")`` if there is none."""
        return self.table(pass_secret.partition(".")[0])

    def open_table(
        self,
        game: str | None = None,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        dealer: int = 1,
    ) -> Table:
        """Open a table: what is left out is as last time, or as the first game has it.

        Raises ``Refusal`` for what cannot be set up, or ``cannot-save``.
        """
        last = self._last_setup()
        game = game or (last.game if last else next(iter(games.names()), ""))
        if game not in games.names():
            raise Refusal("no-game", game=game)
        if last and last.game != game:
            last = None
        players = players or (last.players if last else games.load(game).players[0])
        if options is None:
            options = last.options if last and last.players == players else {}
        setup = Setup(game=game, players=players, options=options, dealer=Seat(dealer))
        return self._open([checked_setup(setup)])

    def _last_setup(self) -> Setup | None:
        for table in reversed(self.tables()):
            try:
                with table.evening() as evening:
                    return evening.game.setup
            except Refusal:
                continue
        return None

    def _open(self, entries: list[Entry]) -> Table:
        """Open a table that begins with these entries, all in one commit."""
        now = int(time.time())
        with self._lock:
            code = _new_code(self._codes)
            rows = [
                Row(code, seq, f"opening-{seq}", now, None, None, codec.encode(entry).decode(), b"")
                for seq, entry in enumerate(entries, 1)
            ]
            seating = SeatingRow(code, now, None)
            try:
                self._log.open_seating(seating, rows)
            except sqlite3.Error as error:
                raise Refusal("cannot-save") from error
            table = self._table(seating)
            self._codes.add(code)
            self._tables[code] = table
        return table

    def close_table(self, code: str) -> None:
        """Pack a table up: nobody can join or act there any more, its record stays."""
        table = self.table(code)
        with self._lock:
            try:
                self._log.close_seating(table.code, int(time.time()))
            except sqlite3.Error as error:
                raise Refusal("cannot-save") from error
            table.close()
            self._packed[table.code] = self._tables.pop(table.code)

    # Tables that are kept nowhere

    def lay_beside(self, make: Callable[[str], T]) -> T:
        """A table that ``make`` makes for its code: found by that code like any other, and
        in no list, log, record or copy."""
        with self._lock:
            code = _new_code(self._codes)
            self._codes.add(code)
        table = make(code)
        with self._lock:
            self._beside[code] = table
        return table

    def clear_away(self, code: str) -> None:
        """End such a table; there is nothing left of it."""
        with self._lock:
            table = self._beside.pop(code, None)
            self._codes.discard(code)
        if table is not None:
            table.close()

    # Devices

    def new_device(self, host: bool = False, kept: bool = True) -> tuple[Device, str]:
        """A device not seen before, and the token for its cookie; ``kept``: in the log too."""
        return self._devices.new(host, kept)

    def keep_device(self, device: Device) -> None:
        """See to it that a device is in the log, as one must be that sits down to play."""
        self._devices.keep(device)

    def device(self, token: str | None) -> Device | None:
        """The device with this token, if there is one."""
        return self._devices.by_token(token)

    def make_host(self, device: Device) -> Device:
        """The same device, with the host's rights from now on."""
        return self._devices.make_host(device)

    # Records

    def import_record(self, text: str | bytes) -> Table:
        """A live table from a record: its people are named, and sit down on any phone.

        Raises ``record.RecordError`` for one that does not replay.
        """
        lines = record.lines_of_text(text)
        read = record.read(lines)
        setup = Setup(
            game=read.game,
            players=read.history.players,
            options=codec.plain(read.history.options),
            dealer=read.history.dealer,
        )
        sits = [Sit(seat=Seat(n), name=name) for n, name in enumerate(read.names, 1)]
        entries = [entered.entry for entered in read.history.entries if entered.entry]
        return self._open([checked_setup(setup), *sits, *entries])

    def export_record(self, code: str, game: int | None = None) -> str:
        """The record of the latest game with entries, or of the table's game ``game`` (from 1).

        Tables packed up have theirs too. Raises ``Refusal``: ``no-table``, ``no-game-number``.
        """
        return self.any_table(code).look(lambda evening: _record_of(evening, game))

    # Erasing

    def erase_person(self, name: str) -> str:
        """Forget a person for good; returns what he is called instead, in every record.

        Raises ``Refusal``: ``nobody-called``, ``cannot-erase``.
        """
        tables = self.every_table()
        with ExitStack() as held:
            for table in tables:
                held.enter_context(table.rewritten())
            taken = self._log.names()
            if names.key(name) not in map(names.key, taken):
                raise Refusal("nobody-called", name=name)
            instead = erasing.another_name(taken)
            self._erase(erasing.Erasure(person=name, instead=instead))
        for table in tables:
            if table.is_open:
                table.show()
        return instead

    def erase_evening(self, code: str) -> str:
        """Forget a table and everything of it for good, unless a game is under way there.

        Returns its code. Raises ``Refusal``: ``no-table``, ``game-under-way``, ``cannot-erase``.
        """
        table = self.any_table(code)
        with self._lock, table.rewritten():
            if table.is_open and _is_playing(table):
                raise Refusal("game-under-way")
            self._erase(erasing.Erasure(table=table.code))
            table.close()
            for known in (self._tables, self._packed):
                known.pop(table.code, None)
            self._codes.discard(table.code)
        return table.code

    def _erase(self, erasure: erasing.Erasure) -> None:
        try:
            self._log.erase(erasure)
        except (OSError, sqlite3.Error) as error:
            logger.exception("not everything was erased")
            raise Refusal("cannot-erase") from error

    # Keeping

    def keep(self, pace: Pace | None = None) -> None:
        """From now on make copies of the log, in a thread that nobody waits for."""
        self._kept = True
        threading.Thread(
            target=self._keep, args=(pace or Pace(),), name="keeping", daemon=True
        ).start()

    def _keep(self, pace: Pace) -> None:
        backups, last = self._log.backups, time.monotonic()
        if not backups.copies() or backups.torn:
            self.back_up()
        while not self._closed.is_set():
            backups.wished.wait(pace.look)
            if self._closed.is_set():
                return
            wished = backups.wished.is_set()
            backups.wished.clear()
            backups.sync()
            late = time.monotonic() - last > pace.copy
            if backups.lines and (late or wished):
                last = time.monotonic()
                self.back_up()

    def back_up(self) -> Path | None:
        """Make a copy now; None where that fails, which the tables must not suffer from."""
        try:
            return self._log.back_up()
        except (OSError, sqlite3.Error, Refusal):
            logger.exception("no copy could be made")
            return None

    def close(self) -> None:
        """Let go of the log, with a last copy if anything has happened since the one before."""
        self._closed.set()
        self._log.backups.wished.set()
        if self._kept and self._log.backups.lines:
            self.back_up()
        self._log.close()


def _record_of(evening: Evening, number: int | None) -> str:
    game = evening.played(number)
    return record.write(game.setup.game, game.history, evening.names_of(game))


def _is_playing(table: Table) -> bool:
    try:
        return table.look(lambda evening: evening.game.history.playing)
    except Refusal:  # unreadable: nobody plays there
        return False


def _new_code(taken: set[str]) -> str:
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        if code not in taken:
            return code
