"""Passes: leave to take a seat over once, with another phone, within ten minutes.

They are kept in memory only: after a restart a new one is a tap away.
"""

import secrets
import time
from dataclasses import dataclass
from typing import Final

from companion.core.seats import Seat
from companion.table.evening import Evening
from companion.table.matters import NOBODY

PASS_SECONDS: Final = 600


@dataclass(frozen=True)
class Pass:
    """One seat's pass: good for as long as the same device holds the seat."""

    secret: str
    holder: int | None
    expires: float
    """On the monotonic clock: the wall clock of a small machine may jump."""

    def opens(self, secret: str) -> bool:
        """Whether this is its secret, and not too late."""
        same = secrets.compare_digest(self.secret.encode(), secret.encode("utf-8", "replace"))
        return same and time.monotonic() < self.expires


class Passes:
    """The passes of a table, the newest of each seat."""

    def __init__(self) -> None:
        self._held: dict[Seat, Pass] = {}

    def new(self, code: str, seat: Seat, holder: int | None) -> str:
        """A secret for the seat that this device holds now; it begins with the table's code and
        a dot. Older ones for the seat are worthless from now on."""
        secret = f"{code}.{secrets.token_urlsafe(16)}"
        self._held[seat] = Pass(secret, holder, time.monotonic() + PASS_SECONDS)
        return secret

    def seat_of(self, secret: str, evening: Evening) -> Seat | None:
        """The seat that this secret opens at this evening; None if it opens none."""
        for seat, held in self._held.items():
            if (
                held.opens(secret)
                and evening.people.get(seat, NOBODY).device == held.holder
                and seat <= evening.game.setup.players
            ):
                return seat
        return None

    def used(self, seat: Seat) -> None:
        """The seat's pass was used, and opens nothing more."""
        del self._held[seat]
