"""The dealer of a practice table: who was dealt what, and what the game makes of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Any, Final

from companion import games
from companion.core.cards import Card
from companion.core.entries import Entry
from companion.core.robot import Dealt, Robot
from companion.core.seats import Seat, seats_of
from companion.practice.plain import PlainRobot
from companion.table.evening import Evening

KEPT: Final = 8
"""Deals whose cards are remembered, for who goes back by undo."""


@dataclass(frozen=True)
class Cards:
    """The cards of the deal that is on, as the game as it stands sees them."""

    robot: Robot
    state: Any
    hands: Mapping[Seat, Dealt]

    def held(self, seat: Seat) -> tuple[Card, ...]:
        """What a seat sees as its own and has still to play."""
        return self.robot.held(self.state, seat, self.hands[seat])

    def fills(self, seat: Seat, key: str) -> tuple[Card, ...]:
        """What a seat can truly name in a choice of this key."""
        return self.robot.fills(self.state, seat, self.hands[seat], key)

    def legal(self, seat: Seat) -> frozenset[Card]:
        """What a seat may lay by the rules, were it its turn."""
        return self.robot.legal(self.state, seat, self.hands[seat])

    def laid_out(self) -> Iterator[tuple[Seat, Entry]]:
        """What the dealer has still to lay before the seats."""
        for seat, hand in self.hands.items():
            if (entry := self.robot.lays_out(self.state, seat, hand)) is not None:
                yield seat, entry

    def says(self, seat: Seat) -> Entry | None:
        """What a robot in that seat enters now."""
        return self.robot.says(self.state, seat, self.hands[seat])


class Dealer:
    """Shuffles and deals each deal once: who goes back by undo finds the same cards again.

    ``lot`` draws the cards; a seeded one draws the same again.
    """

    def __init__(self, lot: Random | None = None) -> None:
        self._lot = lot or SystemRandom()
        self._dealt: dict[tuple[int, str, int, int], Mapping[Seat, Dealt]] = {}

    def cards(self, evening: Evening) -> Cards:
        """The cards of the deal that is on."""
        game, history = evening.game.setup.game, evening.game.history
        robot = games.robot(game) or PlainRobot(game, history)
        size = robot.hand_size(history.state)
        key = (len(evening.games), game, history.rules.deal(history.state), size)
        if key not in self._dealt:
            self._dealt[key] = self._deal(evening, size)
            for old in list(self._dealt)[:-KEPT]:
                del self._dealt[old]
        return Cards(robot, history.state, self._dealt[key])

    def _deal(self, evening: Evening, size: int) -> Mapping[Seat, Dealt]:
        history = evening.game.history
        pack = list(history.rules.deck(history.players))
        self._lot.shuffle(pack)
        return {
            seat: tuple(pack[n * size : (n + 1) * size])
            for n, seat in enumerate(seats_of(history.players))
        }
