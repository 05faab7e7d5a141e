"""WebSockets that bear with anything: bounded, paced, and always cleaned up.

Engine.IO's own driver reads a message of any size before it looks, dies with a traceback of an
empty one, and cannot be told to hang up. This one is put in its place.
"""

import contextlib
import logging
import socket
import time
from queue import SimpleQueue
from threading import Lock
from typing import Any

import msgspec
import simple_websocket  # type: ignore[import-untyped]
from engineio.async_drivers._websocket_wsgi import SimpleWebSocketWSGI
from engineio.async_drivers.threading import DaemonThread
from flask_socketio import SocketIO

from companion.web.door import MAX_BODY
from companion.web.limits import Bucket

_PACKETS = frozenset("0123456")
"""The first character of an Engine.IO packet in text."""

_log = logging.getLogger("companion.sockets")
_open: set["Wire"] = set()
_lock = Lock()


class QuickJson:
    """What Socket.IO encodes and decodes with: no NaN either way, and several times faster."""

    @staticmethod
    def dumps(value: Any, **_: Any) -> str:
        """A value as JSON."""
        return msgspec.json.encode(value).decode()

    @staticmethod
    def loads(text: str | bytes, **_: Any) -> Any:
        """JSON as a value; ValueError for what is none."""
        try:
            return msgspec.json.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            raise ValueError(str(error)) from None


class _Line(simple_websocket.Server):  # type: ignore[misc]
    """A WebSocket whose end is always noticed by the thread that waits for its messages."""

    def _thread(self) -> None:
        try:
            super()._thread()
        except Exception:
            _log.exception("A socket broke the protocol")
        finally:
            # In this order, or the one who waits looks too early and waits for ever.
            self.connected = False
            self.event.set()

    def close(self, reason: int | None = None, message: str | None = None) -> None:
        """Close it from this side, without waiting for the other's word."""
        super().close(reason, message)
        self.event.set()


class Wire(SimpleWebSocketWSGI):  # type: ignore[misc]
    """One WebSocket, from its handshake to its end. ``handler`` is an Engine.IO socket's."""

    def __init__(self, handler: Any, server: Any, **_: Any) -> None:
        super().__init__(handler, server, max_message_size=MAX_BODY)
        self._socket = handler.__self__
        self._pace = Bucket(20, 60, time.monotonic())

    def __call__(self, environ: Any, start_response: Any) -> Any:
        """Serve it until it ends."""
        try:
            self.ws = _Line(environ, thread_class=DaemonThread, **self.server_args)
        except Exception as error:  # a handshake that is none
            raise ConnectionResetError from error
        with _lock:
            _open.add(self)
        try:
            self.app(self)
        except Exception:
            _log.exception("A socket sent nonsense")
        finally:
            with _lock:
                _open.discard(self)
            with contextlib.suppress(Exception):
                self._socket.close(wait=False, abort=True)
            with contextlib.suppress(Exception):
                self.close()
            self.cut()
        # How each server is told that the connection is no longer its own.
        raise StopIteration if self.ws.mode == "gunicorn" else ConnectionError

    def wait(self) -> Any:
        """The next message; None at the end, and for whatever no Socket.IO client sends."""
        message = super().wait()
        if not self._pace.take(time.monotonic()):
            return None
        return message if isinstance(message, str) and message[:1] in _PACKETS else None

    def cut(self) -> None:
        """End the connection whether or not the other side answers."""
        with contextlib.suppress(OSError):
            self.ws.sock.shutdown(socket.SHUT_RDWR)


class Outbox(SimpleQueue):  # type: ignore[type-arg]
    """What a socket has to send. A plain queue takes a phone's thread three wake-ups a message
    where this takes one; nobody counts what is done."""

    def task_done(self) -> None:
        """Of no interest."""

    def join(self) -> None:
        """Of no interest: the writing thread empties the queue by itself."""


def careful_websockets(socketio: SocketIO) -> None:
    """Let this server's WebSockets, and the queues before them, be ours."""
    engine = socketio.server.eio
    engine._async = {**engine._async, "websocket": Wire, "queue": Outbox}


def hang_up(socketio: SocketIO, seconds: float = 0.3) -> None:
    """Close every connection, so that the server can stop: politely, then surely.

    Phones see a lost connection, not a farewell, and so come back by themselves.
    """
    for waiting in list(socketio.server.eio.sockets.values()):
        with contextlib.suppress(Exception):
            waiting.close(wait=False, abort=True)
    deadline = time.monotonic() + seconds
    while _open and time.monotonic() < deadline:
        time.sleep(0.02)
    with _lock:
        for wire in _open:
            wire.cut()
