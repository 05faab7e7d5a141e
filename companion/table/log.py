"""The log: every entry of every table, on the disk before anybody hears of it.

SQLite in WAL mode with ``synchronous=FULL``: a row that :meth:`Log.append` has returned for
survives a power cut. There is exactly one connection and one process that writes (a lock
file holds others off), which is also what the known WAL-reset race of SQLite before 3.51.3
asks for.
"""

import contextlib
import os
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import filelock

from companion.core.messages import Refusal
from companion.table.commits import Commits, Statement

APPLICATION_ID: Final = 0x436D706E  # "Cmpn"
MIGRATIONS: Final = [(Path(__file__).parent / "schema.sql").read_text(encoding="utf-8")]
"""Step n brings a file from version n to n + 1; steps are only ever added."""

_SETTINGS: Final = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "busy_timeout = 5000",
    "trusted_schema = OFF",
    # Checkpoints run beside the taps (commits.py); this only bounds the WAL should they fail.
    "wal_autocheckpoint = 2000",
)
_DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


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


class Log:
    """The log in one file. All methods may be called from any thread.

    Opening raises ``Refusal``: ``in-use`` (another companion has it), ``newer-data`` (written
    by a later version), ``not-our-data`` (some other program's file), ``cannot-open``. A
    damaged file is put aside, never deleted, and a new one begun; ``set_aside`` then says
    where it is. A ``read_only`` log may be opened beside the one that writes.
    Methods raise ``sqlite3.Error`` when the disk fails; then nothing of the call is stored.
    """

    def __init__(self, path: Path, read_only: bool = False) -> None:
        self.path = path
        self.set_aside: Path | None = None
        self._lock: filelock.BaseFileLock | None = None
        try:
            if read_only:
                connection = _read_only(path)
            else:
                path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                self._lock = filelock.FileLock(f"{path}.lock", timeout=0, thread_local=False)
                self._lock.acquire()
                connection = self._open_or_set_aside()
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

    def seatings(self) -> list[SeatingRow]:
        """All tables ever opened, the newest last."""
        found = self._commits.read("SELECT * FROM seating ORDER BY rowid")
        return [SeatingRow(*row) for row in found]

    def rows(self, code: str) -> list[Row]:
        """All entries of a table in their order."""
        found = self._commits.read("SELECT * FROM entry WHERE code = ? ORDER BY seq", code)
        return [Row(*row) for row in found]

    def devices(self) -> list[DeviceRow]:
        """All browsers that were ever given a token."""
        found = self._commits.read("SELECT * FROM device ORDER BY id")
        return [DeviceRow(id, token, bool(host), made) for id, token, host, made in found]

    def append(self, *rows: Row) -> None:
        """Store entries, all or none; returns when they are on the disk."""
        self._commits.write(*(_insert("entry", row) for row in rows))

    def open_seating(self, seating: SeatingRow, rows: Sequence[Row]) -> None:
        """Store a new table together with its first entries."""
        self._commits.write(_insert("seating", seating), *(_insert("entry", row) for row in rows))

    def close_seating(self, code: str, at: int) -> None:
        """Store that a table is closed."""
        self._commits.write(("UPDATE seating SET closed = ? WHERE code = ?", (at, code)))

    def add_device(self, device: DeviceRow) -> None:
        """Store a new device."""
        self._commits.write(_insert("device", device))

    def make_host(self, device_id: int) -> None:
        """Store that a device may do what the host may."""
        self._commits.write(("UPDATE device SET host = 1 WHERE id = ?", (device_id,)))

    def close(self) -> None:
        """Let go of the file. Whatever comes later raises ``sqlite3.Error``."""
        self._commits.close()
        if self._lock:
            self._lock.release()

    # Opening

    def _open_or_set_aside(self) -> sqlite3.Connection:
        try:
            return self._open()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF not in _DAMAGE:
                raise
        self.set_aside = self.path.with_name(f"{self.path.name}.damaged-{time.time_ns()}")
        for ending in ("", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                os.replace(f"{self.path}{ending}", f"{self.set_aside}{ending}")
        return self._open()

    def _open(self) -> sqlite3.Connection:
        new = not self.path.exists()
        connection = _connect(self.path)
        try:
            version = _version_of(connection, self.path)
            self.path.chmod(0o600)
            for setting in _SETTINGS:
                connection.execute(f"PRAGMA {setting}").fetchall()
            if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                damaged = sqlite3.DatabaseError("quick_check found damage")
                damaged.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
                raise damaged
            for step in range(version, len(MIGRATIONS)):
                _migrate(connection, self.path, step)
        except BaseException:
            connection.close()
            raise
        if new:
            _sync_folder(self.path.parent)
        return connection


def _connect(path: Path, how: str = "") -> sqlite3.Connection:
    return sqlite3.connect(
        path.absolute().as_uri() + how, uri=True, isolation_level=None, check_same_thread=False
    )


def _read_only(path: Path) -> sqlite3.Connection:
    connection = _connect(path, "?mode=ro")
    try:
        _version_of(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _version_of(connection: sqlite3.Connection, path: Path) -> int:
    """The schema version of the file, 0 for an empty one; refuses files not for us."""
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if application_id != APPLICATION_ID and (application_id or version or tables):
        raise Refusal("not-our-data", path=str(path))
    if version > len(MIGRATIONS):
        raise Refusal("newer-data", path=str(path))
    return int(version)


def _migrate(connection: sqlite3.Connection, path: Path, step: int) -> None:
    """Bring the file one version on, keeping a copy of how it was."""
    if step:
        before = path.with_name(f"{path.name}.version-{step}")
        before.unlink(missing_ok=True)
        connection.execute("VACUUM INTO ?", (str(before),))
    try:
        connection.executescript(
            f"BEGIN IMMEDIATE; {MIGRATIONS[step]};"
            f"PRAGMA application_id = {APPLICATION_ID};"
            f"PRAGMA user_version = {step + 1}; COMMIT;"
        )
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _insert(table: str, row: tuple[Any, ...]) -> Statement:
    return f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row  # noqa: S608


def _sync_folder(folder: Path) -> None:
    """Make a new file's name as durable as its content; Windows has no such thing."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
