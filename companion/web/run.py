"""One run of the server, from the data folder to its end."""

import contextlib
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import filelock
from flask import Flask

from companion import games
from companion.addresses import Addresses
from companion.core.messages import Refusal
from companion.folder import open_log
from companion.settings import Settings
from companion.table.host import Host
from companion.web import create_app
from companion.web.serve import listen, serve
from companion.web.site import Site, new_key
from companion.web.sockets import Push

DYING_SECONDS = 5.0
"""How long a server that was killed may need until its last process has gone."""
ADDRESS_SECONDS = 10.0


def run(settings: Settings, announce: Callable[[Site], None]) -> None:
    """Serve until told to stop. ``announce`` is called once, when the tables are open.

    Raises Refusal: ``in-use``, ``cannot-write``, ``newer-data`` and the like when the data
    folder cannot be had, ``port-taken`` and the like when there is nowhere to listen.
    """
    if settings.game is not None and settings.game not in games.names():
        known = ", ".join(games.names())
        raise Refusal("no-such-game", game=settings.game[:60], known=known)
    with _folder(settings) as folder:
        _run_in(folder, settings, announce)


@contextlib.contextmanager
def _folder(settings: Settings) -> Iterator[Path]:
    """The data folder; to practise, one of its own that goes with this process."""
    if not settings.practice:
        yield settings.data
        return
    folder = Path(tempfile.mkdtemp(prefix="companion-"))
    process = os.getpid()
    try:
        yield folder
    finally:
        if os.getpid() == process:  # and not a worker, whose end may not be the run's
            shutil.rmtree(folder, ignore_errors=True)


def _run_in(folder: Path, settings: Settings, announce: Callable[[Site], None]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = filelock.FileLock(folder / "server.lock", timeout=0)
        lock.acquire()
    except filelock.Timeout:
        raise Refusal("in-use", path=str(folder)) from None
    except OSError as error:
        raise Refusal("cannot-write", path=str(folder)) from error
    try:
        checked = open_log(folder, DYING_SECONDS)  # said here, a problem is one sentence
        checked.close()
        lines = listen(settings.port)
        port = lines[0].getsockname()[1]
        key = new_key()

        def make_app(first: bool) -> Flask:
            host = Host(open_log(folder, DYING_SECONDS))
            if not settings.practice:
                host.keep()
                _lay_table(host, settings.game)
            addresses = Addresses(folder / "adapter", settings.host_ip)
            site = Site(host, settings, addresses, port, key, checked.restored)
            app = create_app(site)
            if settings.practice:
                site.practice.open(settings.game or games.names()[0], lasting=True)
            threading.Thread(
                target=_follow_networks, args=(site, app.extensions["push"]), daemon=True
            ).start()
            if first:
                announce(site)
            return app

        serve(lines, make_app)
    finally:
        lock.release()


def _lay_table(host: Host, game: str | None) -> None:
    """See to it that there is a table, and that the newest is for this game."""
    tables = host.tables()
    if not tables or (game is not None and tables[-1].game != game):
        host.open_table(game)


def _follow_networks(site: Site, push: Push) -> None:
    while True:
        time.sleep(ADDRESS_SECONDS)
        with contextlib.suppress(OSError):
            if site.addresses.refresh():
                push.join_changed()
