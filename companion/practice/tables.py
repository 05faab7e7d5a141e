"""All practice tables of a run: opened by anybody, moved on by one thread, cleared away."""

import logging
import random
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from companion import games
from companion.core.messages import Refusal
from companion.practice.table import PracticeTable
from companion.table.devices import Device
from companion.table.host import Host
from companion.table.matters import Setup

logger = logging.getLogger(__name__)

PAUSE: Final = (0.6, 1.5)
"""Seconds a robot seems to think, at least and at most: about as long as a hand needs to lay
a card, so that eyes can follow."""
IDLE: Final = 3600.0
"""Seconds without an entry of a person after which a table is cleared away."""
MOST: Final = 8
"""Tables at a time. CHOICE: more than a club needs, and few enough for a small computer."""
LOOK: Final = 30.0
"""Seconds between two looks for tables that nobody uses."""


class Practice:
    """The practice tables beside a host's real ones.

    Any visitor may open one: it changes nothing for anybody (CHOICE). Each browser has one at a
    time. Nothing of them is on a disk, so a restart forgets them.
    """

    def __init__(
        self,
        host: Host,
        pause: tuple[float, float] = PAUSE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._host = host
        self._pause = pause
        self._clock = clock
        self._tables: dict[str, PracticeTable] = {}
        self._lasting: set[str] = set()
        self._owner: dict[str, int] = {}
        self._due: dict[str, float] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = False

    def tables(self) -> tuple[PracticeTable, ...]:
        """The tables there are, newest last."""
        with self._changed:
            return tuple(self._tables.values())

    def lasting(self) -> tuple[PracticeTable, ...]:
        """Those that stay until the end of the run."""
        return tuple(table for table in self.tables() if table.code in self._lasting)

    def open(
        self,
        game: str,
        players: int | None = None,
        device: Device | None = None,
        lasting: bool = False,
        options: dict[str, Any] | None = None,
    ) -> PracticeTable:
        """A new table, one seat of it free; it takes the place of the device's earlier one.

        A ``lasting`` one stays until the end of the run. Raises Refusal ``no-game``,
        ``bad-players`` and ``too-many-practise``.
        """
        if game not in games.names():
            raise Refusal("no-game", game=game[:60])
        players = players or games.load(game).players[0]
        setup = Setup(game=game, players=players, options=options or {})
        if device is not None:
            self._clear(*(code for code, owner in self._owner.items() if owner == device.id))
        self._make_room()
        table = self._host.lay_beside(lambda code: PracticeTable(code, setup, self._show))
        with self._changed:
            self._tables[table.code] = table
            if lasting:
                self._lasting.add(table.code)
            if device is not None:
                self._owner[table.code] = device.id
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="robots", daemon=True)
                self._thread.start()
        table.seat_robots()
        self._nudge(table)
        return table

    def close(self) -> None:
        """Stop the robots; the tables are gone."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            codes, thread = tuple(self._tables), self._thread
        self._clear(*codes)
        if thread is not None and thread is not threading.current_thread():
            thread.join(5)

    # Within a table's lock: only note what is to be done.

    def _show(self, table: PracticeTable) -> None:
        self._nudge(table)
        if self._host.publish:
            self._host.publish(table)

    def _nudge(self, table: PracticeTable) -> None:
        with self._changed:
            if table.code in self._tables:
                self._due[table.code] = self._clock() + random.uniform(*self._pause)
                self._changed.notify_all()

    # The robots' thread

    def _run(self) -> None:
        while True:
            with self._changed:
                if self._closed:
                    return
                now = self._clock()
                due = [code for code, at in self._due.items() if at <= now]
                for code in due:
                    del self._due[code]
                if not due:
                    self._changed.wait(min([LOOK, *(at - now for at in self._due.values())]))
                tables = [self._tables[code] for code in due if code in self._tables]
            for table in tables:
                self._move(table)
            self.sweep()

    def _move(self, table: PracticeTable) -> None:
        try:
            table.step()
        except Refusal:
            logger.info("practice table %s is gone", table.code)
        except Exception:
            logger.exception("practice table %s: its robots stop", table.code)

    # Clearing away

    def sweep(self) -> None:
        """Clear away the tables at which no person has done anything for an hour."""
        now = self._clock()
        self._clear(
            *(
                table.code
                for table in self.tables()
                if table.code not in self._lasting and now - table.used > IDLE
            )
        )

    def _make_room(self) -> None:
        """Where there are too many, the one left alone longest goes; Refusal if none is."""
        tables = self.tables()
        if len(tables) < MOST:
            return
        left = [t for t in tables if t.code not in self._lasting and not t.watched]
        if not left:
            raise Refusal("too-many-practise")
        self._clear(min(left, key=lambda table: table.used).code)

    def _clear(self, *codes: str) -> None:
        for code in codes:
            with self._changed:
                self._tables.pop(code, None)
                self._owner.pop(code, None)
                self._due.pop(code, None)
                self._lasting.discard(code)
            self._host.clear_away(code)
