"""Practice tables whose robots need no pause."""

import itertools
import json
from random import Random

from companion import games
from companion.core.seats import Seat
from companion.practice.table import PracticeTable
from companion.table.devices import Device
from companion.table.matters import Setup

_taps = itertools.count(1)


def practice(game, players, seed=1, own=None, **options):
    """A practice table; all its seats are robots' unless one is left for a person."""
    setup = Setup(game=game, players=players, options=options)
    seat = None if own is None else Seat(own)
    return PracticeTable("PRACT", setup, lambda table: None, seat, Random(seed))


def play_on(table, until=lambda history: False, steps=20_000):
    """Let the robots play to the end, or until this is true; the history of the game."""
    for _ in range(steps):
        history = history_of(table)
        if until(history) or not table.step():
            return history
    raise AssertionError("the robots never end")


def history_of(table):
    return table.look(lambda evening: evening.game.history)


def result_of(table):
    history = history_of(table)
    return history.rules.result(history.state)


def every_game():
    """Each game with each number of players."""
    return [(name, players) for name in games.names() for players in games.load(name).players]


class Person:
    """Somebody with a phone at a practice table."""

    def __init__(self, table, seat=1, name="Ana", device=1, host=False):
        self.table = table
        self.device = Device(device, host)
        self.act(do="sit", seat=seat, name=name)

    def act(self, **entry):
        tap = f"person-{next(_taps):06}"
        return self.table.act(self.device, tap, self.table.seq, json.dumps(entry).encode())

    @property
    def frame(self):
        return self.table.frame(self.device)

    def choice(self, key):
        """The choice of this key that the phone is shown; None where it is not."""
        return next((one for one in self.frame.view.choices if one.key == key), None)
