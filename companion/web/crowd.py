"""Connections as such, before anybody has asked for anything: how many one address may have, and
how long it may take to say what it wants. Nobody is locked out: whoever hangs up may come again.
"""

import contextlib
import socket
import time
from collections.abc import Callable
from threading import Lock, Thread

from companion.addresses import ip_of

LINES_OF_ONE = 120
"""Connections of one address, idle ones too; a whole room behind one router may share it. This
very machine may have them all."""
ASK_SECONDS = 10.0
"""How long a request may take to arrive, from its first byte to the last of its body."""
_FORGET_ABOVE = 1000


class Crowd:
    """Who is connected, by address."""

    def __init__(self, is_own: Callable[[str], bool]) -> None:
        self._is_own = is_own
        self._lock = Lock()
        self._lines: dict[str, list[socket.socket]] = {}

    def admits(self, address: str, line: socket.socket) -> bool:
        """Whether this address may have one connection more; it is counted if so."""
        ip = str(ip_of(address))
        with self._lock:
            if len(self._lines) > _FORGET_ABOVE:
                self._lines = {
                    who: left for who, all_ in self._lines.items() if (left := _open(all_))
                }
            lines = self._lines.get(ip, [])
            if len(lines) >= LINES_OF_ONE:
                lines = _open(lines)
            self._lines[ip] = lines
            if len(lines) >= LINES_OF_ONE and not self._is_own(ip):
                return False
            lines.append(line)
            return True


def _open(lines: list[socket.socket]) -> list[socket.socket]:
    return [line for line in lines if line.fileno() >= 0]


class Patience:
    """Stops listening to whoever takes longer than :data:`ASK_SECONDS` to ask.

    A time limit for each piece alone would let one who sends a byte now and then keep a
    thread for days.
    """

    def __init__(self, seconds: float = ASK_SECONDS) -> None:
        self._seconds = seconds
        self._due: dict[socket.socket, float] = {}
        self._watching = False
        self._lock = Lock()

    def begin(self, line: socket.socket) -> None:
        """From now on this connection has so many seconds."""
        self._due[line] = time.monotonic() + self._seconds
        if not self._watching:
            with self._lock:
                if not self._watching:
                    self._watching = True
                    Thread(target=self._watch, name="patience", daemon=True).start()

    def end(self, line: socket.socket) -> None:
        """It has said all."""
        self._due.pop(line, None)

    def look(self) -> None:
        """Stop listening to those whose time is up; what they sent so far ends there."""
        now = time.monotonic()
        for line, due in list(self._due.items()):
            if due < now and self._due.pop(line, None) is not None:
                with contextlib.suppress(OSError):
                    line.shutdown(socket.SHUT_RD)

    def _watch(self) -> None:
        while True:
            time.sleep(1)
            self.look()
