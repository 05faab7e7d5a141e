"""Small drawings that sheets and cards share."""

import math

from companion.core.seats import Direction, Seat, seats_of
from companion.printing import inks
from companion.printing.page import Pen


def around(place: int, places: int, direction: Direction = "clockwise") -> tuple[float, float]:
    """Where a place is around a table seen from above: right and down from its middle, as parts
    of the radius; the first is nearest."""
    turn = 2 * math.pi * place / places * (1 if direction == "clockwise" else -1)
    return -math.sin(turn), math.cos(turn)


def seating(
    pen: Pen, players: int, direction: Direction, here: Seat | None = None, teams: int = 2
) -> None:
    """The table from above in the pen's box: seat 1 nearest, numbers in order of play.

    ``here`` is filled; seats of the second team are drawn as squares, so that partners are
    seen without colour.
    """
    middle_x, middle_y = pen.width / 2, pen.height / 2
    reach = min(middle_x, middle_y)
    dot = reach * (0.27 if players <= 4 else 0.22)
    ring = reach - dot
    pen.disc(middle_x, middle_y, ring * 0.62, fill=inks.TINT, ink=inks.LINE, weight=0.2)
    for seat in seats_of(players):
        right, down = around(seat - 1, players, direction)
        x, y = middle_x + ring * right, middle_y + ring * down
        fill, text = (inks.GREEN, inks.WHITE) if seat == here else (inks.WHITE, inks.TEXT)
        if teams == 2 and seat % 2 == 0:
            side = dot * 1.8
            pen.box(x - side / 2, y - side / 2, side, side, fill, inks.GREEN, 0.3, corner=0.6)
        else:
            pen.disc(x, y, dot, fill, inks.GREEN, 0.3)
        size = dot * 3.2
        pen.text(x, y + dot * 0.4, str(seat), "bold", size, text, "centre")
