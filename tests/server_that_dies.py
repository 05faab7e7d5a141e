"""``companion`` that dies at one step of a tap: as a power cut, every process at once.

The first argument is the step, the second a file: it dies there once that file exists. All
else goes to the real program, whose own functions are only wrapped.
"""

import functools
import os
import signal
import sqlite3
import sys
from pathlib import Path

STEPS = [
    "before-begin",
    "before-insert",
    "before-commit",
    "after-commit",
    "after-diary",
    "before-broadcast",
    "after-broadcast",
    "after-answer",
]
"""In their order. All up to ``before-commit`` leave nothing, from ``after-commit`` on it is
saved, and only after the last has the phone its answer."""


def die_at(wanted: str, armed: Path) -> None:
    """Wrap what has this step."""

    def reached(step):
        if step == wanted and armed.exists():
            os.killpg(os.getpgrp(), signal.SIGKILL)

    def between(before, function, after):
        @functools.wraps(function)
        def wrapped(*arguments, **named):
            reached(before)
            result = function(*arguments, **named)
            reached(after)
            return result

        return wrapped

    class Connection(sqlite3.Connection):
        def execute(self, sql, *values):
            word = sql.partition(" ")[0].lower()
            reached(f"before-{word}")
            result = super().execute(sql, *values)
            reached(f"after-{word}")
            return result

    from companion.table import backups, database
    from companion.web import posix, sockets

    connect = functools.partial(sqlite3.connect, factory=Connection)
    database._connect = lambda path, how="": connect(
        path.absolute().as_uri() + how, uri=True, isolation_level=None, check_same_thread=False
    )
    backups.Backups.write = between("", backups.Backups.write, "after-diary")
    sockets.Push.publish = between("before-broadcast", sockets.Push.publish, "after-broadcast")
    posix.Worker.handle = between("", posix.Worker.handle, "after-answer")


if __name__ == "__main__":
    step, file = sys.argv[1:3]
    del sys.argv[1:3]
    die_at(step, Path(file))
    from companion.cli import main

    main()
