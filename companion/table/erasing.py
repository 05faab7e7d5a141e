"""Erasing for good: a person's name, or a whole evening. The one thing that changes a log.

A log is otherwise only ever added to. Here rows are rewritten or deleted, in the log, in its
second copies and diaries, and in whatever older file of it lies in the data folder; SQLite
overwrites what it frees and rewrites each file whole. A file too damaged to be rewritten is
deleted. What was copied elsewhere is out of reach, and so are traces beneath the file system.
"""

import contextlib
import json
import logging
import os
import re
import sqlite3
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Any, Final

from companion import words
from companion.core.messages import Msg
from companion.table import backups, database, names

logger = logging.getLogger(__name__)

TYPED: Final = ("name", "why")
"""The fields of entries that people type; all others are words of the game."""
BESIDE: Final = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file, by the ending of its name."""


@dataclass(frozen=True)
class Erasure:
    """What is to go: a person, who is called ``instead`` from now on, or a table."""

    person: str = ""
    instead: str = ""
    table: str = ""

    def body(self, body: str) -> str:
        """An entry's JSON without the person's name; the same text where it was not in it."""
        told = json.loads(body)
        kept = self._without(told)
        if kept == told:
            return body
        return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))

    def _without(self, told: Any, field: str = "") -> Any:
        match told:
            case dict():
                return {key: self._without(value, key) for key, value in told.items()}
            case list():
                return [self._without(value) for value in told]
            case str() if field in TYPED:
                return self._text(told)
        return told

    def _text(self, text: str) -> str:
        if names.key(text) == names.key(self.person):
            return self.instead
        name = re.escape(unicodedata.normalize("NFC", self.person))
        whole = re.compile(rf"(?<!\w){name}(?!\w)", re.IGNORECASE)
        return whole.sub(lambda _: self.instead, unicodedata.normalize("NFC", text))

    def told(self, line: list[Any]) -> list[Any] | None:
        """A line of a diary as it is to be; None where it goes."""
        kind, *values = line
        if self.table:
            about = kind in ("entry", "seating", "closed") and values[:1] == [self.table]
            return None if about else line
        if kind != "entry" or len(values) != 8:
            return line
        body = self.body(values[6])
        return line if body == values[6] else [kind, *values[:6], body, b""]


def another_name(taken: Collection[str]) -> str:
    """What a forgotten person is called: the first "Player n" that nobody was ever called."""
    keys = {names.key(name) for name in taken}
    called = (words.render(Msg("seat.player", {"n": n})) for n in count(1))
    return next(name for name in called if names.key(name) not in keys)


def scrub(connection: sqlite3.Connection, erasure: Erasure) -> None:
    """Rewrite a log: all of it or nothing. What it held before is overwritten.

    A tap's digest goes with the entry it was made of: a name could be tried against it.
    """
    connection.execute("PRAGMA secure_delete = ON").fetchall()
    connection.execute("BEGIN IMMEDIATE")
    try:
        if erasure.table:
            for table in ("entry", "seating"):
                connection.execute(
                    f"DELETE FROM {table} WHERE code = ?",  # noqa: S608 - a known table
                    (erasure.table,),
                )
        else:
            rows = connection.execute("SELECT code, seq, body FROM entry").fetchall()
            for code, seq, body in rows:
                if (kept := erasure.body(body)) != body:
                    connection.execute(
                        "UPDATE entry SET body = ?, digest = x'' WHERE code = ? AND seq = ?",
                        (kept, code, seq),
                    )
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
    connection.execute("VACUUM")
    busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:  # somebody reads the log beside us; at the latest, closing it empties what is left
        logger.warning("what was erased is still in the write-ahead log")


def scrub_files(log: Path, erasure: Erasure) -> list[Path]:
    """Rewrite every other copy of a log in its folder; those too damaged for it are deleted,
    and returned."""
    deleted = []
    for path in sorted(_copies(log)):
        try:
            _scrub_file(path, erasure)
        except (sqlite3.Error, OSError, ValueError) as error:
            logger.warning("%s cannot be rewritten and is deleted: %s", path, error)
            for ending in ("", *BESIDE):
                Path(f"{path}{ending}").unlink(missing_ok=True)
            deleted.append(path)
    for path in log.parent.glob("*.db"):
        # Copies that people made here by a name of their own; other programs' files are theirs.
        if path != log and database.is_ours(path):
            _scrub_file(path, erasure)
    return deleted


def _copies(log: Path) -> Iterator[Path]:
    """Second copies, and set-aside or half-made files of the log: ours by their names."""
    folder = log.parent / backups.FOLDER
    for path in chain(log.parent.glob(f"{log.name}.*"), folder.glob("backup-*")):
        if path.is_file() and not path.name.endswith((*BESIDE, ".lock")):
            yield path


def _scrub_file(path: Path, erasure: Erasure) -> None:
    before = path.stat()
    with contextlib.closing(database.open_copy(path)) as connection:
        scrub(connection, erasure)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    for ending in BESIDE:
        Path(f"{path}{ending}").unlink(missing_ok=True)
