"""The second copy: whole copies of the log now and then, and a diary in text of what came since.

Both lie in a folder beside the log. ``backup-N.db`` holds everything up to the moment when
``diary-N.jsonl`` was begun; the diary has a line for each row, written when the row was on
the disk. So a damaged log is rebuilt from the newest sound copy and the diaries after it,
and what cannot be rebuilt is known. A diary line that cannot be written never stops a table.
"""

import contextlib
import json
import logging
import os
import re
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

logger = logging.getLogger(__name__)

FOLDER: Final = "backups"
KEEP: Final = 20
"""The newest copies that are kept, with their diaries."""
KEEP_DAYS: Final = 30
"""Days for which, beside those, the last copy of each day is kept."""
_NUMBERED: Final = re.compile(r"(?:backup|diary)-(\d{6})\.(?:db|jsonl)")
_TABLES: Final = {"seating": 3, "device": 4, "entry": 8}
"""Tables of the log, and how many columns a row has."""


@dataclass(frozen=True)
class Restored:
    """How a damaged log was rebuilt, or one brought up to date that had lost its end."""

    set_aside: Path | None
    """Where the damaged file is now; None where the file was gone, or sound but behind."""
    copy: Path | None
    """The copy it was rebuilt from; None where only diaries were left, or nothing."""
    rows: int
    """How many rows the diaries gave back."""
    complete: bool
    """Whether the diaries fit together to their end."""


@dataclass(frozen=True)
class Pace:
    """Seconds between two looks, and between two copies while something is entered."""

    look: float = 10.0
    copy: float = 600.0


class Backups:
    """The copies and diaries of one log. All methods may be called from any thread."""

    def __init__(self, log_path: Path) -> None:
        self.folder = log_path.parent / FOLDER
        self._lock = threading.Lock()
        self._diary: BinaryIO | None = None
        self._unsynced = False
        self.lines = 0
        """Lines written since the last copy, in this run."""
        self.torn = False
        """Found when replayed: a line is missing, so what follows it needs a new copy."""
        self.wished = threading.Event()
        """Set when something ended that is worth a copy of its own."""

    # The diary

    def write(self, kind: str, *values: Any) -> None:
        """A line for something that is on the disk: a row of a table, or a change of one."""
        line = _line([kind, *values])
        with self._lock:
            try:
                if self._diary is None:
                    self._diary = self._open(self.newest())
                self._diary.write(line)
            except OSError as error:
                logger.warning("diary: %s", error)
                self._diary = None
            self.lines += 1
            self._unsynced = True

    def sync(self) -> None:
        """Make the diary as durable as the disk can."""
        with self._lock:
            if self._diary is not None and self._unsynced:
                with contextlib.suppress(OSError):
                    os.fsync(self._diary.fileno())
                self._unsynced = False

    def close(self) -> None:
        """Let go of the diary."""
        self.sync()
        with self._lock:
            if self._diary is not None:
                self._diary.close()
                self._diary = None

    def _open(self, number: int) -> BinaryIO:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = self.folder / f"diary-{number:06}.jsonl"
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        diary = os.fdopen(handle, "a+b", buffering=0)
        if diary.seek(0, os.SEEK_END):
            diary.seek(-1, os.SEEK_END)
            if diary.read(1) != b"\n":
                diary.write(b"\n")  # a power cut tore the last line: it must not spoil the next
        return diary

    def rewrite(self, told: Callable[[list[Any]], list[Any] | None]) -> None:
        """Change every line of every diary, or leave it out where ``told`` gives None.

        A line that cannot be read goes too: nobody can say what is in it.
        """
        with self._lock:
            if self._diary is not None:
                self._diary.close()
                self._diary = None
            for path in self.diaries_from(0):
                draft = path.with_name(f"{path.name}.part")
                with draft.open("wb") as stream:
                    draft.chmod(0o600)
                    for line in _lines([path]):
                        kept = told(line) if line else None
                        stream.write(_line(kept) if kept else b"")
                    stream.flush()
                    os.fsync(stream.fileno())
                os.replace(draft, path)

    # Copies

    def newest(self) -> int:
        """The number of the newest copy or diary; 0 where there is none."""
        return max((n for n, _ in self._files()), default=0)

    def begin(self) -> Path:
        """Begin the diary of the next copy; returns where that copy is to be put.

        Rows that are both in the copy and in its diary are the same; none is in neither.
        """
        with self._lock:
            number = self.newest() + 1
            diary = self._open(number)
            if self._diary is not None:
                self._diary.close()
            self._diary = diary
            self.lines = 0
        return self.folder / f"backup-{number:06}.db"

    def exist(self) -> bool:
        """Whether there is any copy or diary."""
        return any(True for _ in self._files())

    def copies(self) -> list[Path]:
        """The copies, newest first."""
        return sorted(self.folder.glob("backup-*.db"), reverse=True)

    def _files(self) -> Iterator[tuple[int, Path]]:
        if self.folder.is_dir():
            for path in self.folder.iterdir():
                if match := _NUMBERED.fullmatch(path.name):
                    yield int(match[1]), path

    def prune(self) -> None:
        """Let the oldest go: see :data:`KEEP` and :data:`KEEP_DAYS`."""
        copies = self.copies()
        days: set[str] = set()
        since = time.time() - KEEP_DAYS * 86400
        for place, copy in enumerate(copies):
            made = copy.stat().st_mtime
            day = time.strftime("%Y-%m-%d", time.localtime(made))
            if place >= KEEP and (day in days or made < since):
                copy.unlink(missing_ok=True)
            days.add(day)
        if len(copies) >= KEEP:
            oldest = number_of(copies[KEEP - 1])
            for number, path in list(self._files()):
                if path.suffix == ".jsonl" and number < oldest:
                    path.unlink(missing_ok=True)

    # Rebuilding

    def diaries_from(self, number: int) -> list[Path]:
        """The diaries from this number on, in their order."""
        found = sorted((n, path) for n, path in self._files() if path.suffix == ".jsonl")
        return [path for n, path in found if n >= number]

    def replay(self, connection: sqlite3.Connection, number: int) -> tuple[int, bool]:
        """Lay the diaries from this number on over a copy.

        Returns how many rows that gave, and whether every line could be read and fitted.
        """
        rows, complete = 0, True
        connection.execute("BEGIN IMMEDIATE")
        for line in _lines(self.diaries_from(number)):
            done = _lay(connection, line) if line else None
            complete = complete and done is not None
            rows += done or 0
        connection.execute("COMMIT")
        self.torn = not complete
        return rows, complete


def number_of(copy: Path | None = None) -> int:
    """The number of a copy, and of the first diary after it; 0 for no copy."""
    return int(copy.stem.rpartition("-")[2]) if copy else 0


def _line(told: list[Any]) -> bytes:
    text = json.dumps([_plain(value) for value in told], separators=(",", ":"))
    return b"%08x %b\n" % (zlib.crc32(text.encode()), text.encode())


def _plain(value: Any) -> Any:
    return {"hex": value.hex()} if isinstance(value, bytes) else value


def _lines(paths: Iterable[Path]) -> Iterator[list[Any] | None]:
    """What the diaries say; None for a line that is torn."""
    for path in paths:
        with path.open("rb") as stream:
            for line in stream:
                yield _read(line)


def _read(line: bytes) -> list[Any] | None:
    try:
        check, _, text = line.rstrip(b"\n").partition(b" ")
        if int(check, 16) != zlib.crc32(text):
            return None
        told = [
            bytes.fromhex(value["hex"]) if isinstance(value, dict) else value
            for value in json.loads(text)
        ]
    except (ValueError, TypeError, KeyError):
        return None
    return told or None


def _lay(connection: sqlite3.Connection, told: list[Any]) -> int | None:
    """Lay one line over the log: 1 for a new row, 0 for a known one, None if it does not fit."""
    kind, *values = told
    try:
        if kind == "closed":
            code, at = values
            connection.execute(
                "UPDATE seating SET closed = ?1 WHERE code = ?2 AND closed IS NOT ?1", (at, code)
            )
            return 0
        if kind == "host":
            connection.execute(
                "UPDATE device SET host = 1 WHERE id = ? AND NOT host", tuple(values)
            )
            return 0
        if len(values) != _TABLES[kind]:
            return None
        if kind == "entry":
            find = "SELECT coalesce(max(seq), 0) FROM entry WHERE code = ?"
            (last,) = connection.execute(find, (values[0],)).fetchone()
            if values[1] <= last:
                return 0
            if values[1] != last + 1:
                return None
        blanks = ", ".join("?" * len(values))
        insert = f"INSERT OR IGNORE INTO {kind} VALUES ({blanks})"  # noqa: S608 - a known table
        return connection.execute(insert, values).rowcount
    except (sqlite3.Error, KeyError, ValueError, TypeError):
        return None
