"""Every evening there is in the data folder, each game booked; read once, and again where
something was entered since."""

import threading
from dataclasses import dataclass

from companion.core.messages import Refusal
from companion.table.host import Host
from companion.table.ledger import Booked, booked
from companion.table.table import Table


@dataclass(frozen=True)
class PastEvening:
    """One table from its opening on; times are epoch seconds, for display only."""

    code: str
    opened: int
    is_open: bool
    games: tuple[Booked, ...]
    readable: bool = True
    """False where it was played with a game that this version does not have."""


class Archive:
    """The evenings of one host. May be asked from any thread."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._lock = threading.Lock()
        self._read: dict[str, tuple[int, PastEvening]] = {}

    def evenings(self) -> list[PastEvening]:
        """All of them, the newest first."""
        return [self.evening(table) for table in reversed(self._host.every_table())]

    def evening(self, table: Table) -> PastEvening:
        """One table's."""
        with self._lock:
            seq, known = self._read.get(table.code, (-1, None))
        # One packed up does not change any more: its log need not even be read.
        if known is not None and not known.is_open and not table.is_open:
            return known
        try:
            if known is None or seq != table.seq or known.is_open != table.is_open:
                seq, games = table.look(lambda evening: (evening.seq, booked(evening)))
                known = PastEvening(table.code, table.opened, table.is_open, games)
        except Refusal:
            seq = 0
            known = PastEvening(table.code, table.opened, table.is_open, (), readable=False)
        if not table.is_open:
            table.let_go()
        with self._lock:
            self._read[table.code] = (seq, known)
        return known

    def forget(self) -> None:
        """Read everything anew: something was erased."""
        with self._lock:
            self._read.clear()
