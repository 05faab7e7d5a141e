"""A card for each seat, with its own square: whoever scans it takes the seat over."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion import links
from companion.core.messages import SeatRef, msg
from companion.core.seats import Direction, Seat
from companion.printing import fonts, inks
from companion.printing.diagrams import seating
from companion.printing.page import MM, PAPERS, Document, Pen
from companion.printing.saying import Say

WIDE: Final = 90.0
HIGH: Final = 62.0
COLUMNS: Final = 2
ROWS: Final = 4


@dataclass(frozen=True)
class SeatCard:
    """What stands on one card."""

    seat: Seat
    url: str


def seat_cards_pdf(
    cards: Sequence[SeatCard], players: int, direction: Direction, code: str, paper: str, say: Say
) -> bytes:
    """The cards to cut out, eight a page; names are those that ``say`` knows."""
    document = Document(say(msg("print.seat-cards", table=code)), PAPERS[paper], say.language)
    each = COLUMNS * ROWS
    for first in range(0, len(cards), each):
        pen = document.page()
        left, top = (pen.width - COLUMNS * WIDE) / 2, (pen.height - ROWS * HIGH) / 2
        some = cards[first : first + each]
        rows = -(-len(some) // COLUMNS)
        _cut(pen, left, top, rows)
        for place, card in enumerate(some):
            row, column = divmod(place, COLUMNS)
            with pen.inside(left + column * WIDE, top + row * HIGH, WIDE, HIGH) as box:
                _card(box, card, players, direction, code, say)
    return document.bytes()


def _card(
    pen: Pen, card: SeatCard, players: int, direction: Direction, code: str, say: Say
) -> None:
    side = 46.0
    pen.qr(pen.width - side - 3, 6, side, links.compact(card.url))
    pen.link(pen.width - side - 3, 6, side, side, card.url)
    pen.text(
        pen.width - side / 2 - 3,
        HIGH - 7,
        say(msg("print.seat-scan")),
        "table",
        8.5,
        inks.QUIET,
        "centre",
        side,
    )
    room = pen.width - side - 11
    name = say(msg("ui.plain", what=SeatRef(card.seat)))
    text, size = fonts.fitted(name, "title", 22, room * MM, 11)
    pen.text(7, 16, text, "title", size)
    pen.text(7, 22.5, say(msg("print.seat-of", n=card.seat, all=players)), "text", 9, inks.QUIET)
    with pen.inside(7, 26.5, 29, 29) as picture:
        seating(picture, players, direction, card.seat)
    with pen.inside(38, 26.5, 6, 29, 90) as edge:
        edge.text(
            29 / 2, 4, say(msg("print.table", table=code)), "table", 7.5, inks.QUIET, "centre"
        )


def _cut(pen: Pen, left: float, top: float, rows: int) -> None:
    """Dashed lines to cut along, around every card."""
    for column in range(COLUMNS + 1):
        x = left + column * WIDE
        pen.line(x, top, x, top + rows * HIGH, inks.LINE, 0.15, (2, 1.6))
    for row in range(rows + 1):
        y = top + row * HIGH
        pen.line(left, y, left + COLUMNS * WIDE, y, inks.LINE, 0.15, (2, 1.6))
