"""Slips: what a document needs to know and no address may say, a Wi-Fi's password or the secrets
of seat cards. They are told by POST and kept in memory, for this run and not for long; the
address of the document only names the slip."""

import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final, TypeVar

from companion.core.messages import Refusal

KEPT: Final = 16
S = TypeVar("S")


@dataclass(frozen=True)
class Wish:
    """A Wi-Fi to be printed."""

    name: str
    password: str
    hidden: bool


@dataclass(frozen=True)
class SeatSecrets:
    """The seat cards of a table, by seat."""

    table: str
    secrets: tuple[str, ...]


class Slips:
    """The newest slips by their names."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, object] = OrderedDict()

    def write(self, told: object) -> str:
        """Keep it; its name."""
        name = secrets.token_urlsafe(12)
        with self._lock:
            self._kept[name] = told
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return name

    def read(self, name: str, kind: type[S]) -> S:
        """What was kept under this name; Refusal ``slip-gone`` where it is not there any more."""
        with self._lock:
            told = self._kept.get(name)
        if not isinstance(told, kind):
            raise Refusal("slip-gone")
        return told
