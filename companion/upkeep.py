"""Looking after the data: ``companion backup``, ``restore`` and ``doctor``."""

import os
import shutil
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from companion import __version__
from companion.core.messages import Msg, Refusal, msg
from companion.folder import DATABASE, open_log

if TYPE_CHECKING:
    from companion.settings import Settings
    from companion.table.backups import Restored

LITTLE_ROOM = 200_000_000
"""Free bytes below which the disk is called nearly full: years of evenings, with copies."""
THIS_YEAR = 2026
"""The year of this program: a clock that says less has no battery."""
MINUTE = "%Y-%m-%d %H:%M"
SAFE_SQLITE = (3, 51, 3)
MOUNTS = Path("/proc/mounts")


def rebuilt(how: "Restored") -> Msg:
    """What to tell the host after a damaged database was rebuilt, or a lost end put back."""
    if how.set_aside is None:
        return msg("cli.refilled" if how.complete else "cli.refilled-partly")
    code = "cli.rebuilt" if how.complete else "cli.rebuilt-partly"
    copy = how.copy.name if how.copy else "-"
    return msg(code, path=str(how.set_aside), copy=copy, n=how.rows)


def back_up(folder: Path, target: Path | None) -> Path:
    """A whole, checked copy of the data, beside a running server too; returns where it is.

    Raises ``Refusal``: ``nothing-to-back-up``, ``cannot-copy-to``, ``would-overwrite`` and what
    opening a log refuses.
    """
    from companion.table import database

    if not (folder / DATABASE).exists():
        raise Refusal("nothing-to-back-up", path=str(folder))
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    to = target or Path(f"companion-{stamp}.db")
    if to.is_dir():
        to /= f"companion-{stamp}.db"
    if to.exists() and (to.samefile(folder / DATABASE) or not database.is_ours(to)):
        raise Refusal("would-overwrite", path=str(to))
    log = open_log(folder, reading=True)
    try:
        log.copy_to(to)
    except (OSError, sqlite3.Error) as error:
        raise Refusal("cannot-copy-to", path=str(to)) from error
    finally:
        log.close()
    return to


def restore(folder: Path, source: Path) -> Path | None:
    """Put a copy in the place of the data, which is moved aside; returns where that is now.

    Raises ``Refusal``: ``in-use``, ``bad-backup``, ``not-our-data``, ``newer-data``,
    ``cannot-write``. Then nothing has changed.
    """
    from companion.table import database
    from companion.table.backups import Backups

    try:
        database.check(source)
    except (OSError, sqlite3.Error) as error:
        raise Refusal("bad-backup", path=str(source)) from error
    path = folder / DATABASE
    aside: Path | None = None
    open_log(folder).close()  # refuses where a server is running
    try:
        draft = path.with_name(f"{DATABASE}.restoring")
        database.copy(source, draft)
        aside = path.with_name(f"{DATABASE}.before-restore-{time.time_ns()}")
        database.move(path, aside)
        # What is written down from now on follows this copy, not the log before it.
        backups = Backups(path)
        database.copy(draft, backups.begin())
        backups.close()
        database.move(draft, path)
        open_log(folder).close()  # brought up to date, should it be of an earlier version
    except (OSError, sqlite3.Error) as error:
        raise Refusal("cannot-write", path=str(folder)) from error
    return aside


class Finding(NamedTuple):
    """One thing that was looked at: how it is, and a sentence about it."""

    level: Literal["ok", "warning", "bad"]
    what: Msg


def examine(settings: "Settings") -> Iterator[Finding]:
    """Everything worth knowing when a table does not run as it should."""
    looks: tuple[Callable[[Settings], Iterator[Finding]], ...] = (
        _program,
        _data,
        _disk,
        _network,
        _port,
    )
    for look in looks:
        yield from look(settings)


def _program(settings: "Settings") -> Iterator[Finding]:
    python = ".".join(map(str, sys.version_info[:3]))
    yield Finding("ok", msg("doctor.program", version=__version__, python=python))
    found = sqlite3.sqlite_version
    safe = sqlite3.sqlite_version_info >= SAFE_SQLITE
    yield Finding("ok", msg("doctor.sqlite" if safe else "doctor.sqlite-old", version=found))
    if time.localtime().tm_year < THIS_YEAR:
        yield Finding("warning", msg("doctor.clock", now=time.strftime(MINUTE)))


def _data(settings: "Settings") -> Iterator[Finding]:
    from companion.table import database
    from companion.table.backups import Backups

    path = settings.data / DATABASE
    if not path.exists() and Backups(path).exist():
        yield Finding("bad", msg("doctor.gone", path=str(path)))
        return
    if not path.exists():
        yield Finding("ok", msg("doctor.no-data", path=str(settings.data)))
        return
    try:
        database.check(path)
    except Refusal as refusal:
        yield Finding("bad", refusal.msg)
        return
    except (OSError, sqlite3.Error) as error:
        yield Finding("bad", msg("doctor.damaged", path=str(path), why=str(error)))
        return
    yield Finding("ok", msg("doctor.data", path=str(path), n=path.stat().st_size // 1024))
    copies = Backups(path).copies()
    if not copies:
        yield Finding("warning", msg("doctor.no-copies"))
    elif not database.is_sound(copies[0]):
        yield Finding("bad", msg("doctor.bad-copy", path=str(copies[0])))
    else:
        made = time.strftime(MINUTE, time.localtime(copies[0].stat().st_mtime))
        yield Finding("ok", msg("doctor.copies", n=len(copies), at=made))
    for left in sorted(settings.data.glob(f"{DATABASE}.damaged-*")):
        if left.suffix not in (".db-wal", ".db-shm") and not left.name.endswith(("-wal", "-shm")):
            yield Finding("warning", msg("doctor.left", path=str(left)))


def _disk(settings: "Settings") -> Iterator[Finding]:
    place = settings.data
    while not place.exists() and place != place.parent:
        place = place.parent
    if not os.access(place, os.W_OK):
        yield Finding("bad", msg("refused.cannot-write", path=str(settings.data)))
        return
    free = shutil.disk_usage(place).free
    level: Literal["ok", "warning"] = "ok" if free > LITTLE_ROOM else "warning"
    yield Finding(level, msg(f"doctor.disk-{level}", n=free // 1_000_000))
    if risk := _risky_mount(place.resolve()):
        yield Finding("warning", msg("doctor.mount", option=risk))


def _risky_mount(place: Path) -> str | None:
    """The option of the mount that makes "it is on the disk" untrue, where there is one."""
    try:
        lines = MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    mounts = [line.split() for line in lines]
    holding = [m for m in mounts if len(m) > 3 and place.is_relative_to(m[1])]
    options = max(holding, key=lambda m: len(m[1]))[3].split(",") if holding else []
    risky = ("data=writeback", "nobarrier", "barrier=0")
    return next((option for option in options if option in risky), None)


def _network(settings: "Settings") -> Iterator[Finding]:
    from companion.addresses import candidates, look_around

    found = candidates(look_around())
    if settings.host_ip:
        yield Finding("ok", msg("doctor.host-ip", ip=settings.host_ip))
    elif not found:
        yield Finding("bad", msg("cli.offline"))
    else:
        best, *others = found
        yield Finding("ok", msg("doctor.address", ip=best.ip, adapter=best.adapter))
        for other in others:
            yield Finding("ok", msg("doctor.other-address", ip=other.ip, adapter=other.adapter))
    if sys.platform == "win32":
        yield Finding("warning", msg("doctor.windows-firewall"))
    elif sys.platform == "darwin":
        yield Finding("warning", msg("doctor.mac-firewall"))


def _port(settings: "Settings") -> Iterator[Finding]:
    from companion.web.serve import listen

    try:
        lines = listen(settings.port)
    except Refusal as refusal:
        yield Finding("bad", refusal.msg)
        return
    port = lines[0].getsockname()[1]
    for line in lines:
        line.close()
    yield Finding("ok", msg("doctor.port", port=str(port)))
