"""Seats, teams and the order in which a table speaks.

Seats are numbered from 1 in order of play: the seat to play next comes next. Which way
round the felt that runs is the drawing's affair (``Direction``), never the arithmetic's.
"""

from collections.abc import Iterator
from typing import Literal, NewType

Seat = NewType("Seat", int)
Team = NewType("Team", int)
Direction = Literal["clockwise", "counter-clockwise"]


def seats_of(players: int) -> tuple[Seat, ...]:
    """All seats of a table of so many players, in order of play."""
    return tuple(Seat(n) for n in range(1, players + 1))


def after(seat: Seat, players: int, steps: int = 1) -> Seat:
    """The seat so many places further in order of play (negative: before).

    >>> after(Seat(4), 4), after(Seat(1), 4, -1)
    (1, 4)
    """
    return Seat((seat - 1 + steps) % players + 1)


def round_from(first: Seat, players: int) -> Iterator[Seat]:
    """Every seat once, in order of play, beginning with ``first``."""
    return (after(first, players, step) for step in range(players))


def side_of(seat: Seat) -> Team:
    """The team of a seat where two teams sit alternately: odd seats 1, even seats 2."""
    return Team(2 - seat % 2)


def other_side(team: Team) -> Team:
    """The opponents of a team, where there are two."""
    return Team(3 - team)
