"""The file of the log: opening, checking, bringing up to date, moving and copying it."""

import contextlib
import logging
import os
import shutil
import sqlite3
from pathlib import Path
from typing import Final

from companion.core.messages import Refusal

logger = logging.getLogger(__name__)

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


def open_file(path: Path) -> sqlite3.Connection:
    """Open a log to write it: made if it is not there, brought up to date, checked.

    Raises ``sqlite3.Error`` (see :func:`is_damage`) and ``Refusal``.
    """
    new = not path.exists()
    connection = _connect(path)
    try:
        version = _version_of(connection, path)
        path.chmod(0o600)
        for setting in _SETTINGS:
            connection.execute(f"PRAGMA {setting}").fetchall()
        _quick_check(connection)
        for step in range(version, len(MIGRATIONS)):
            _migrate(connection, path, step)
    except BaseException:
        connection.close()
        raise
    if new:
        _sync_folder(path.parent)
    return connection


def has_content(path: Path) -> bool:
    """Whether there is a file here that something was ever written to."""
    return path.exists() and path.stat().st_size > 0


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether the file itself is broken, rather than out of reach just now."""
    return error.sqlite_errorcode & 0xFF in _DAMAGE


def copy(source: Path, target: Path) -> None:
    """Copy a log that nobody writes, durably."""
    draft = target.with_name(f"{target.name}.part")
    shutil.copyfile(source, draft)
    put_in_place(draft, target)


def put_in_place(draft: Path, target: Path) -> None:
    """Give a finished file its name: whole, or not at all, whenever the power goes."""
    draft.chmod(0o600)
    _sync_file(draft)
    os.replace(draft, target)
    _sync_folder(target.parent)


def check(path: Path) -> None:
    """Raise ``sqlite3.Error`` unless the file is a sound log, ``Refusal`` if it is not ours."""
    connection = _connect(path, "?mode=ro")
    try:
        if not has_content(path):
            raise _damage("the file is empty")
        if not _version_of(connection, path):
            raise Refusal("not-our-data", path=str(path))
        _quick_check(connection)
    finally:
        connection.close()


def is_sound(path: Path) -> bool:
    """Whether the file is a sound log of ours; why not goes to the program's log."""
    try:
        check(path)
    except (sqlite3.Error, OSError, Refusal) as error:
        logger.warning("%s: %s", path, error)
        return False
    return True


def move(path: Path, to: Path) -> None:
    """Move a log that nobody has open, with what belongs to it."""
    for ending in ("", "-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            os.replace(f"{path}{ending}", f"{to}{ending}")


def _quick_check(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise _damage("quick_check found damage")


def _damage(what: str) -> sqlite3.DatabaseError:
    damaged = sqlite3.DatabaseError(what)
    damaged.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return damaged


def _connect(path: Path, how: str = "") -> sqlite3.Connection:
    return sqlite3.connect(
        path.absolute().as_uri() + how, uri=True, isolation_level=None, check_same_thread=False
    )


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open a log only to read it, also beside the process that writes it."""
    connection = _connect(path, "?mode=ro")
    try:
        _version_of(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def open_copy(path: Path) -> sqlite3.Connection:
    """Open a copy of a log that nobody uses, to rewrite it; ``sqlite3.Error`` if damaged."""
    connection = _connect(path, "?mode=rw")
    try:
        _quick_check(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def is_ours(path: Path) -> bool:
    """Whether a file is a log by what it says of itself."""
    try:
        with contextlib.closing(_connect(path, "?mode=ro")) as connection:
            (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    except sqlite3.Error:
        return False
    return bool(application_id == APPLICATION_ID)


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


def _sync_file(path: Path) -> None:
    with path.open("r+b") as stream:
        os.fsync(stream.fileno())


def _sync_folder(folder: Path) -> None:
    """Make a new file's name as durable as its content; Windows has no such thing."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
