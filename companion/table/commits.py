"""Group commit: threads that wait for the disk together share one commit.

Whoever comes to an idle connection leads: it commits for all who wait, wakes them, and hands
the lead to the first of those who came meanwhile. No thread is kept for it and a lone
commit hands nothing over. Checkpoints run in a thread that nobody waits for.
"""

import contextlib
import sqlite3
import threading
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

T = TypeVar("T")

COMMITS_A_CHECKPOINT: Final = 100

Statement = tuple[str, tuple[Any, ...]]


class _Job:
    """Statements that belong together, and the thread that waits for them."""

    __slots__ = ("done", "error", "statements", "turn")

    def __init__(self, statements: Sequence[Statement]) -> None:
        self.statements = statements
        self.done = False
        # Cleared only after COMMIT: whatever else happens, nothing is called saved.
        self.error: sqlite3.Error | None = sqlite3.OperationalError("not committed")
        self.turn = threading.Lock()
        self.turn.acquire()


class Commits:
    """The one connection to the file, used by one thread at a time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._using = threading.Lock()
        self._mutex = threading.Lock()
        self._queue: list[_Job] = []
        self._busy = False
        self._count = 0
        self._checkpointing = False

    def read(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        with self._using:
            return self._connection.execute(sql, values).fetchall()

    def write(self, *statements: Statement) -> None:
        """Run these statements, all or none; returns when they are on the disk.

        Raises ``sqlite3.Error``; then none of them is stored.
        """
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

    def alone(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What ``work`` gives, done while nobody else uses the connection."""
        with self._using:
            return work(self._connection)

    def close(self) -> None:
        """Close the connection; whatever comes later raises ``sqlite3.Error``."""
        with self._using:
            self._connection.close()

    def _lead(self) -> None:
        with self._mutex:
            jobs, self._queue = self._queue, []
        try:
            with self._using:
                self._commit(jobs)
        finally:
            with self._mutex:
                self._count += 1
                due = self._count % COMMITS_A_CHECKPOINT == 0 and not self._checkpointing
                self._checkpointing |= due
                if self._queue:
                    self._queue[0].turn.release()
                else:
                    self._busy = False
            for job in jobs:
                job.done = True
                job.turn.release()
        if due:
            self._start_checkpoint()

    def _commit(self, jobs: Sequence[_Job]) -> None:
        """Commit all together; where one fails, each on its own, so that it fails alone."""
        try:
            self._transaction([statement for job in jobs for statement in job.statements])
        except sqlite3.Error as error:
            if len(jobs) == 1:
                jobs[0].error = error
            else:
                for job in jobs:
                    self._commit([job])
        else:
            for job in jobs:
                job.error = None

    def _transaction(self, statements: Sequence[Statement]) -> None:
        execute = self._connection.execute
        try:
            execute("BEGIN IMMEDIATE")
            for sql, values in statements:
                execute(sql, values)
            execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    execute("ROLLBACK")
            raise

    def _start_checkpoint(self) -> None:
        try:
            threading.Thread(target=self._checkpoint, daemon=True).start()
        except RuntimeError:  # no thread to be had: a later commit will find one
            self._checkpointing = False

    def _checkpoint(self) -> None:
        try:
            with contextlib.suppress(sqlite3.Error):
                self.read("PRAGMA wal_checkpoint(PASSIVE)")
        finally:
            self._checkpointing = False
