"""gunicorn, embedded: one worker with threads, and an end that does not wait for phones."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.workers.gthread import ThreadWorker

from companion.web.quiet import OnceAMinute

LINGER_SECONDS = 0.2
"""How long a connection that ends may take about it."""


class Worker(ThreadWorker):  # type: ignore[misc]
    """A threaded worker that hangs up on its sockets when it is asked to stop.

    Each open socket is a request under way, and gunicorn would wait for it till the last.
    """

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop taking requests, and end those that only wait."""
        stopping = self.alive
        super().handle_exit(sig, frame)
        if stopping and (flask := self.app.flask) is not None:
            threading.Thread(target=flask.extensions["hang_up"], daemon=True).start()

    handle_quit = handle_exit  # Ctrl-C reaches every process of a terminal

    def enqueue_req(self, conn: Any) -> None:
        """Take a connection's next request, unless its address has too many connections."""
        fresh = not conn.initialized and not conn.data_ready
        if fresh and not self.app.flask.extensions["crowd"].admits(conn.client[0], conn.sock):
            self.nr_conns -= 1
            conn.close()
            return
        super().enqueue_req(conn)

    def handle(self, conn: Any) -> Any:
        """Serve one request. A connection that ends, ends here, in a thread of its own.

        gunicorn waits for the other side to hang up too, up to two seconds, and does so in
        the one loop that all phones' requests go through.
        """
        patience = self.app.flask.extensions["patience"]
        patience.begin(conn.sock)
        try:
            kept = super().handle(conn)
        finally:
            patience.end(conn.sock)
        if kept is False:
            _end(conn.sock)
            conn.close = _ended
        return kept

    def _cap_keepalive(self, deadline: float) -> None:
        """Idle connections that browsers keep are not worth the two seconds gunicorn gives."""
        super()._cap_keepalive(min(deadline, time.monotonic() + LINGER_SECONDS))


def _end(line: socket.socket) -> None:
    """Hang up, letting what was sent arrive first (STANDARD: RFC 9112, 9.6)."""
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_WR)
        line.settimeout(LINGER_SECONDS)
        for _ in range(16):
            if not line.recv(4096):
                break
    line.close()


def _ended(graceful: bool = False) -> None:
    """In place of closing what is closed already."""


class Keeper(Arbiter):  # type: ignore[misc]
    """Keeps exactly one worker. Two would be two tables in memory for one on disk."""

    def handle_hup(self) -> None:
        """The terminal was closed: stop. (gunicorn would start a second worker.)"""
        self.handle_term()

    def _ignore(self) -> None:
        pass

    handle_usr2 = handle_ttin = handle_ttou = _ignore


class _Application(BaseApplication):  # type: ignore[misc]
    def __init__(self, make_app: Callable[[bool], Flask], options: dict[str, Any]) -> None:
        self._make_app = make_app
        self._options = options
        self.flask: Flask | None = None
        self.first = True
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._options.items():
            if name in self.cfg.settings:  # older gunicorns know fewer
                self.cfg.set(name, value)
        self.cfg.set("worker_class", Worker)
        self.cfg.set("pre_fork", self._before_fork)
        self.cfg.set("worker_exit", self._after)

    def _before_fork(self, _server: Any, worker: Any) -> None:
        self.first = worker.age == 1

    def _after(self, _server: Any, _worker: Any) -> None:
        if self.flask is not None:
            self.flask.extensions["close"]()

    def load(self) -> Flask:
        self.flask = self._make_app(self.first)
        return self.flask

    def run(self) -> None:
        keeper = Keeper(self)
        for handler in keeper.log.error_log.handlers:
            handler.addFilter(OnceAMinute())
        keeper.run()


def run(make_app: Callable[[bool], Flask], options: dict[str, Any]) -> None:
    """Serve with these gunicorn options until told to stop; ends with SystemExit."""
    _Application(make_app, options).run()
