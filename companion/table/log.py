"""The log: every entry of every table, on the disk before anybody hears of it.

SQLite in WAL mode with ``synchronous=FULL``: a row that :meth:`Log.append` has returned for
survives a power cut. There is exactly one connection and one process (a lock file holds
others off), which is also what the known WAL-reset race of SQLite before 3.51.3 asks for.

Threads that append while a commit runs share the next one. Whoever comes to an idle log
leads: it commits for all who wait, wakes them, and hands the lead to the first of those who
came meanwhile. No thread is kept for it and a lone append hands nothing over.
"""

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import filelock

from companion.core.messages import Refusal

APPLICATION_ID: Final = 0x436D706E  # "Cmpn"
MIGRATIONS: Final = [(Path(__file__).parent / "schema.sql").read_text(encoding="utf-8")]
"""Step n brings a file from version n to n + 1; steps are only ever added."""
COMMITS_A_CHECKPOINT: Final = 100

_SETTINGS: Final = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "busy_timeout = 5000",
    "trusted_schema = OFF",
    # Checkpoints run beside the taps (see _checkpoint); this only bounds the WAL if they fail.
    "wal_autocheckpoint = 2000",
)

Statement = tuple[str, tuple[Any, ...]]


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


class _Job:
    """Statements that wait for a commit, and the thread that waits with them."""

    __slots__ = ("done", "error", "statements", "turn")

    def __init__(self, statements: Sequence[Statement]) -> None:
        self.statements = statements
        self.done = False
        # Cleared only after COMMIT: whatever else happens, nothing is called saved.
        self.error: BaseException | None = sqlite3.OperationalError("not committed")
        self.turn = threading.Lock()
        self.turn.acquire()


class Log:
    """The log in one file. All methods may be called from any thread.

    Opening raises ``Refusal``: ``in-use`` (another companion has it), ``newer-data`` (written
    by a later version), ``not-our-data`` (some other program's file). A damaged file is put
    aside, never deleted, and a new one begun; ``set_aside`` then says where it is.
    Methods raise ``sqlite3.Error`` when the disk fails; then nothing of the call is stored.
    """

    def __init__(self, path: Path, read_only: bool = False) -> None:
        self.path = path
        self.set_aside: Path | None = None
        self._mutex = threading.Lock()
        self._using = threading.Lock()
        self._queue: list[_Job] = []
        self._busy = False
        self._commits = 0
        self._checkpointing = False
        self._lock: filelock.FileLock | None = None
        if read_only:
            uri = f"{path.absolute().as_uri()}?mode=ro"
            self._connection = sqlite3.connect(
                uri, uri=True, isolation_level=None, check_same_thread=False
            )
            self._check_identity()
            return
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._lock = filelock.FileLock(f"{path}.lock", timeout=0, thread_local=False)
        try:
            self._lock.acquire()
        except filelock.Timeout as busy:
            raise Refusal("in-use") from busy
        try:
            self._open_or_set_aside()
        except BaseException:
            self._lock.release()
            raise

    # Reading

    def seatings(self) -> list[SeatingRow]:
        """All tables ever opened, the newest last."""
        return [SeatingRow(*row) for row in self._read("SELECT * FROM seating ORDER BY rowid")]

    def rows(self, code: str) -> list[Row]:
        """All entries of a table in their order."""
        found = self._read("SELECT * FROM entry WHERE code = ? ORDER BY seq", code)
        return [Row(*row) for row in found]

    def devices(self) -> list[DeviceRow]:
        """All browsers that were ever given a token."""
        found = self._read("SELECT * FROM device ORDER BY id")
        return [DeviceRow(id, token, bool(host), made) for id, token, host, made in found]

    def _read(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._using:
            return self._connection.execute(sql, values).fetchall()

    # Writing

    def append(self, row: Row) -> None:
        """Store one entry; returns when it is on the disk."""
        self._write([_insert("entry", row)])

    def open_seating(self, seating: SeatingRow, rows: Sequence[Row]) -> None:
        """Store a new table together with its first entries."""
        self._write([_insert("seating", seating), *(_insert("entry", row) for row in rows)])

    def close_seating(self, code: str, at: int) -> None:
        """Store that a table is closed."""
        self._write([("UPDATE seating SET closed = ? WHERE code = ?", (at, code))])

    def add_device(self, device: DeviceRow) -> None:
        """Store a new device."""
        self._write([_insert("device", device)])

    def make_host(self, device_id: int) -> None:
        """Store that a device may do what the host may."""
        self._write([("UPDATE device SET host = 1 WHERE id = ?", (device_id,))])

    def close(self) -> None:
        """Let go of the file. Whatever comes later is refused with ``sqlite3.Error``."""
        with self._using:
            self._connection.close()
        if self._lock:
            self._lock.release()

    def _write(self, statements: Sequence[Statement]) -> None:
        job = _Job(statements)
        with self._mutex:
            self._queue.append(job)
            leads = not self._busy
            self._busy = True
        if not leads:
            job.turn.acquire()
        if not job.done:
            self._lead()
        if job.error:
            raise job.error

    def _lead(self) -> None:
        with self._mutex:
            jobs, self._queue = self._queue, []
        try:
            with self._using:
                self._commit(jobs)
        finally:
            with self._mutex:
                if self._queue:
                    self._queue[0].turn.release()
                else:
                    self._busy = False
            for job in jobs:
                job.done = True
                job.turn.release()
        self._commits += 1
        if self._commits % COMMITS_A_CHECKPOINT == 0 and not self._checkpointing:
            self._checkpointing = True
            with contextlib.suppress(RuntimeError):  # no thread to be had: the next one will do
                threading.Thread(target=self._checkpoint, daemon=True).start()

    def _commit(self, jobs: Sequence[_Job]) -> None:
        """Commit all together; where one fails, each on its own, so that it fails alone."""
        try:
            self._transaction([statement for job in jobs for statement in job.statements])
        except sqlite3.Error as error:
            for job in jobs:
                job.error = error
                if len(jobs) > 1:
                    try:
                        self._transaction(job.statements)
                        job.error = None
                    except sqlite3.Error as own:
                        job.error = own
        else:
            for job in jobs:
                job.error = None

    def _transaction(self, statements: Sequence[Statement]) -> None:
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        try:
            for sql, values in statements:
                execute(sql, values)
            execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    execute("ROLLBACK")
            raise

    def _checkpoint(self) -> None:
        """Move the WAL into the file, in a thread that no tap waits for."""
        try:
            with self._using, contextlib.suppress(sqlite3.Error):
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        finally:
            self._checkpointing = False

    # Opening

    def _open_or_set_aside(self) -> None:
        try:
            self._open()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                raise
            self._connection.close()
            self.set_aside = self.path.with_name(f"{self.path.name}.damaged-{time.time_ns()}")
            for ending in ("", "-wal", "-shm"):
                with contextlib.suppress(FileNotFoundError):
                    os.replace(f"{self.path}{ending}", f"{self.set_aside}{ending}")
            self._open()

    def _open(self) -> None:
        new = not self.path.exists()
        self._connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        version = self._check_identity()
        for setting in _SETTINGS:
            self._connection.execute(f"PRAGMA {setting}").fetchall()
        if self._connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            damaged = sqlite3.DatabaseError("quick_check failed")
            damaged.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise damaged
        for step in range(version, len(MIGRATIONS)):
            self._migrate(step)
        if new:
            _sync_folder(self.path.parent)

    def _check_identity(self) -> int:
        """The schema version of the file, 0 for an empty one; refuses files not for us."""
        (application_id,) = self._connection.execute("PRAGMA application_id").fetchone()
        (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        (tables,) = self._connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        refused = None
        if application_id != APPLICATION_ID and (application_id or version or tables):
            refused = Refusal("not-our-data", path=str(self.path))
        elif version > len(MIGRATIONS):
            refused = Refusal("newer-data", path=str(self.path))
        if refused:
            self._connection.close()
            raise refused
        return int(version)

    def _migrate(self, step: int) -> None:
        """Bring the file one version on, keeping a copy of how it was."""
        if step:
            before = self.path.with_name(f"{self.path.name}.version-{step}")
            before.unlink(missing_ok=True)
            self._connection.execute("VACUUM INTO ?", (str(before),))
        try:
            self._connection.executescript(
                f"BEGIN IMMEDIATE; {MIGRATIONS[step]};"
                f"PRAGMA application_id = {APPLICATION_ID};"
                f"PRAGMA user_version = {step + 1}; COMMIT;"
            )
        except sqlite3.Error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
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
