"""The data folder: opening its log, and saying in one sentence why it cannot be opened."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.core.messages import Refusal
from companion.table.host import Host
from companion.table.log import Log

DATABASE = "companion.db"


def open_log(folder: Path, patience: float = 0.0, reading: bool = False) -> Log:
    """The log of a data folder, waiting so many seconds for a predecessor that is about to go.

    ``reading``: where a server has it open, read beside it. Raises Refusal ``in-use``,
    ``cannot-write`` and what opening a log refuses.
    """
    path = folder / DATABASE
    deadline = time.monotonic() + patience
    while True:
        try:
            return Log(path)
        except Refusal as refusal:
            if refusal.code == "cannot-open":
                if reading and os.access(path, os.R_OK):
                    return Log(path, read_only=True)
                raise Refusal("cannot-write", path=str(folder)) from refusal
            if refusal.code != "in-use":
                raise
            if reading:
                return Log(path, read_only=True)
            if time.monotonic() > deadline:
                raise Refusal("in-use", path=str(folder)) from None
            time.sleep(0.05)


@contextmanager
def open_host(folder: Path, reading: bool = False) -> Iterator[Host]:
    """The tables of a data folder; for ``reading`` also beside a running server.

    Raises Refusal ``no-table`` where there is nothing to read, and those of ``open_log``.
    """
    if reading and not (folder / DATABASE).exists():
        raise Refusal("no-table")
    host = Host(open_log(folder, reading=reading))
    try:
        yield host
    finally:
        host.close()
