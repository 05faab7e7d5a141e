"""The log: every entry of every table, on the disk before anybody hears of it.

SQLite in WAL mode with ``synchronous=FULL``: a row that :meth:`Log.append` has returned for
survives a power cut. There is exactly one connection and one process that writes (a lock
file holds others off), which is also what the known WAL-reset race of SQLite before 3.51.3
asks for.
"""

import sqlite3
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import filelock

from companion.core.messages import Refusal
from companion.table import database
from companion.table.backups import Backups, Restored, number_of
from companion.table.commits import Commits, Statement
from companion.table.erasing import Erasure, scrub, scrub_files


class Row(NamedTuple):
    """One entry of a table as it lies in the log; the columns of ``entry`` in schema.sql."""

    code: str
    seq: int
    tap: str
    at: int
    device: int | None
    seat: int | None
    body: str
    digest: bytes


class SeatingRow(NamedTuple):
    """A table that was opened."""

    code: str
    opened: int
    closed: int | None


class DeviceRow(NamedTuple):
    """A browser that was given a token."""

    id: int
    token_hash: bytes
    host: bool
    made: int


class Store(Protocol):
    """What a table needs of a log."""

    def rows(self, code: str) -> list[Row]:
        """All entries of a table in their order."""

    def append(self, *rows: Row) -> None:
        """Store entries, all or none. Raises ``sqlite3.Error``."""

    def wish_copy(self) -> None:
        """Something has ended that should not be lost: a copy soon, please."""


class Log:
    """The log in one file. All methods may be called from any thread.

    Opening raises ``Refusal``: ``in-use`` (another companion has it), ``newer-data`` (written
    by a later version), ``not-our-data`` (some other program's file), ``cannot-open``. A
    damaged file is put aside, never deleted, and rebuilt from the second copy (backups.py);
    ``restored`` then says how. A ``read_only`` log may be opened beside the one that writes.
    Methods raise ``sqlite3.Error`` when the disk fails; then nothing of the call is stored.
    """

    def __init__(self, path: Path, read_only: bool = False) -> None:
        self.path = path
        self.restored: Restored | None = None
        self.backups = Backups(path)
        self._lock: filelock.BaseFileLock | None = None
        try:
            if read_only:
                connection = database.open_to_read(path)
            else:
                path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                self._lock = filelock.FileLock(f"{path}.lock", timeout=0, thread_local=False)
                self._lock.acquire()
                connection = self._open_or_rebuild()
        except BaseException as error:
            if self._lock:
                self._lock.release()
            match error:
                case filelock.Timeout():
                    raise Refusal("in-use") from error
                case sqlite3.Error() | OSError():
                    raise Refusal("cannot-open", path=str(path), why=str(error)) from error
            raise
        self._commits = Commits(connection)
        self._copying = threading.Lock()

    def seatings(self) -> list[SeatingRow]:
        """All tables ever opened, the newest last."""
        found = self._commits.read("SELECT * FROM seating ORDER BY rowid")
        return [SeatingRow(*row) for row in found]

    def rows(self, code: str) -> list[Row]:
        """All entries of a table in their order."""
        found = self._commits.read("SELECT * FROM entry WHERE code = ? ORDER BY seq", code)
        return [Row(*row) for row in found]

    def names(self) -> set[str]:
        """Every name that anybody ever had at a table."""
        found = self._commits.read("SELECT DISTINCT json_extract(body, '$.name') FROM entry")
        return {str(name) for (name,) in found if name}

    def devices(self) -> list[DeviceRow]:
        """All browsers that were ever given a token."""
        found = self._commits.read("SELECT * FROM device ORDER BY id")
        return [DeviceRow(id, token, bool(host), made) for id, token, host, made in found]

    def append(self, *rows: Row) -> None:
        """Store entries, all or none; returns when they are on the disk."""
        self._commits.write(*(_insert("entry", row) for row in rows))
        for row in rows:
            self.backups.write("entry", *row)

    def wish_copy(self) -> None:
        """Ask for a whole copy soon; whoever keeps the copies makes it."""
        self.backups.wished.set()

    def open_seating(self, seating: SeatingRow, rows: Sequence[Row]) -> None:
        """Store a new table together with its first entries."""
        self._commits.write(_insert("seating", seating), *(_insert("entry", row) for row in rows))
        self.backups.write("seating", *seating)
        for row in rows:
            self.backups.write("entry", *row)

    def close_seating(self, code: str, at: int) -> None:
        """Store that a table is closed."""
        self._commits.write(("UPDATE seating SET closed = ? WHERE code = ?", (at, code)))
        self.backups.write("closed", code, at)

    def add_device(self, device: DeviceRow) -> None:
        """Store a new device."""
        self._commits.write(_insert("device", device))
        self.backups.write("device", *device)

    def make_host(self, device_id: int) -> None:
        """Store that a device may do what the host may."""
        self._commits.write(("UPDATE device SET host = 1 WHERE id = ?", (device_id,)))
        self.backups.write("host", device_id)

    def back_up(self) -> Path:
        """Make a whole copy now, checked before it counts; returns where it is.

        Raises ``OSError`` or ``sqlite3.Error`` where it cannot be made; the diary goes on.
        """
        with self._copying:
            target = self.backups.begin()
            # Now what came before this diary needs no WAL any more: see _catch_up.
            self._commits.read("PRAGMA wal_checkpoint(PASSIVE)")
            self.copy_to(target)
            self.backups.prune()
        return target

    def erase(self, erasure: Erasure) -> list[Path]:
        """Erase for good, here and in every copy; returns damaged copies that had to go.

        The log itself comes last: where this fails, what is left to erase can be seen and
        erased again. Raises ``OSError`` or ``sqlite3.Error``.
        """
        with self._copying:  # or a copy made meanwhile would still have it
            self.backups.rewrite(erasure.told)
            deleted = scrub_files(self.path, erasure)
            self._commits.alone(lambda connection: scrub(connection, erasure))
        return deleted

    def copy_to(self, target: Path) -> None:
        """Write a whole, checked copy of the log to a file, which appears there at once."""
        draft = target.with_name(f"{target.name}.part")
        draft.unlink(missing_ok=True)
        try:
            self._commits.read("VACUUM INTO ?", str(draft))
            database.check(draft)
            database.put_in_place(draft, target)
        finally:
            draft.unlink(missing_ok=True)

    def close(self) -> None:
        """Let go of the file. Whatever comes later raises ``sqlite3.Error``."""
        self._commits.close()
        self.backups.close()
        if self._lock:
            self._lock.release()

    # Opening

    def _open_or_rebuild(self) -> sqlite3.Connection:
        if database.has_content(self.path) or not self.backups.exist():
            try:
                return self._catch_up(database.open_file(self.path))
            except sqlite3.DatabaseError as error:
                if not database.is_damage(error):
                    raise
        set_aside = None
        if self.path.exists():
            set_aside = self.path.with_name(f"{self.path.name}.damaged-{time.time_ns()}")
            database.move(self.path, set_aside)
        copy = next((one for one in self.backups.copies() if database.is_sound(one)), None)
        if copy is not None:
            database.copy(copy, self.path)
        connection = database.open_file(self.path)
        rows, complete = self.backups.replay(connection, number_of(copy))
        self.restored = Restored(set_aside, copy, rows, complete)
        return connection

    def _catch_up(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        """Give a sound file what only the diary has: its WAL was lost, or torn."""
        rows, complete = self.backups.replay(connection, number_of(*self.backups.copies()[:1]))
        if rows:
            self.restored = Restored(None, None, rows, complete)
        return connection


def _insert(table: str, row: tuple[Any, ...]) -> Statement:
    return f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row  # noqa: S608
