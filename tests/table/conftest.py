"""A game of our own for the tests of the table, so that they need no real one, and a room
in which devices sit down and tap."""

import contextlib
import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion import games
from companion.core.messages import Refusal
from companion.table import codec
from companion.table.host import Host
from companion.table.log import Log

GAMES_FOR_TESTS = str(Path(__file__).parent.parent / "games_for_tests")


@pytest.fixture(autouse=True, scope="module")
def high_card() -> Iterator[None]:
    """The game for tests can be found for as long as these tests run."""
    games.__path__.append(GAMES_FOR_TESTS)
    forget()
    yield
    games.__path__.remove(GAMES_FOR_TESTS)
    forget()


def forget() -> None:
    games.names.cache_clear()
    games.load.cache_clear()
    codec.entry_decoder.cache_clear()


class Room:
    """A host with one table, and devices that act there."""

    def __init__(self, path: Path, players: int = 2, options: dict | None = None):
        self.path = path
        self.shown = 0
        self._taps = itertools.count(1)
        self._open()
        self.table = self.host.open_table("high-card", players, options or {})
        self.ana, self.boris = (self.phone() for _ in range(2))
        self.boss = self.phone(host=True)

    def _open(self):
        self.log = Log(self.path)
        self.host = Host(self.log, publish=self._count)

    def _count(self, table):
        self.shown += 1

    def phone(self, host=False):
        return self.host.new_device(host)[0]

    def seated(self):
        """Ana on seat 1 and Boris on seat 2."""
        self.act(self.ana, do="sit", seat=1, name="Ana")
        self.act(self.boris, do="sit", seat=2, name="Boris")
        return self

    def tap(self):
        return f"tap-{next(self._taps):06}"

    def act(self, device, tap=None, seen=None, **entry):
        body = json.dumps(entry).encode()
        seen = self.table.seq if seen is None else seen
        return self.table.act(device, tap or self.tap(), seen, body)

    def play(self, seat, card):
        """The device that speaks for the seat lays a card."""
        device = next(d for d in (self.ana, self.boris) if seat in self.table.seats_of(d))
        return self.play_as(device, seat, card)

    def play_as(self, device, seat, card):
        return self.act(device, do="play", seat=seat, card=card)

    @contextlib.contextmanager
    def refused(self, code):
        """Refused with this code, and nothing at all has changed, in memory or on the disk."""
        before, rows = self.frames(), self.log.rows(self.table.code)
        with pytest.raises(Refusal) as refusal:
            yield refusal
        assert refusal.value.code == code
        assert self.frames() == before
        assert self.log.rows(self.table.code) == rows

    def frame(self, device=None):
        """The frame as the phone decodes it."""
        return msgspec.json.decode(msgspec.json.encode(self.table.frame(device)))

    def frames(self):
        """What everybody sees, but for the clock."""
        found = [self.frame(device) for device in (self.ana, self.boris, self.boss, None)]
        for frame in found:
            frame["table"].pop("now")
        return found

    def names(self):
        return [person["name"] for person in self.frame()["people"]]

    def score(self):
        return [team["total"] for team in self.frame()["view"]["score"]["teams"]]

    def restart(self):
        code = self.table.code
        self.host.close()
        self._open()
        self.table = self.host.table(code)
        return self

    def close(self):
        self.host.close()


@pytest.fixture
def new_room(tmp_path):
    """Opens rooms, each with a log of its own, and closes them all."""
    rooms = []

    def opened(players=2, **options):
        rooms.append(Room(tmp_path / f"{len(rooms)}" / "companion.db", players, options))
        return rooms[-1]

    yield opened
    for room in rooms:
        room.close()


@pytest.fixture
def room(new_room):
    return new_room()
