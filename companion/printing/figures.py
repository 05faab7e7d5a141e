"""Drawings within a sheet, as things that reportlab can put into a column."""

from typing import Any

from reportlab.platypus import Flowable

from companion.core.messages import msg
from companion.core.paper import CardOrder, Figure, Packets, SeatPlan, Spread, Trick
from companion.printing import fonts, inks
from companion.printing.diagrams import around, seating
from companion.printing.page import MM, Pen, broken
from companion.printing.saying import Say


class Drawn(Flowable):  # type: ignore[misc]
    """A drawing of a fixed height in millimetres, as wide as its column."""

    def __init__(self, height: float, before: float = 2.0, after: float = 2.5) -> None:
        super().__init__()
        self.high = height
        self.wide = 0.0
        self.spaceBefore, self.spaceAfter = before * MM, after * MM

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """What it takes of a column so wide, in points."""
        self.wide = width / MM
        return width, self.high * MM

    def draw(self) -> None:
        """Draw it; reportlab has moved the origin to its lower left corner."""
        self.paint(Pen(self.canv, self.wide, self.high))

    def paint(self, pen: Pen) -> None:
        """Draw it with this pen."""
        raise NotImplementedError


class OrderDrawn(Drawn):
    """Ranks as a row of small cards, points below."""

    def __init__(self, order: CardOrder, say: Say, size: float) -> None:
        self.counted = any(points for _, points in order.ranks)
        super().__init__(size * (1.75 if self.counted else 1.2), after=1.5)
        self.order, self.size = order, size

    def paint(self, pen: Pen) -> None:
        """The highest on the left."""
        count = len(self.order.ranks)
        gap = 1.2
        wide = min((pen.width - gap * (count - 1)) / count, self.size * 1.05)
        high = self.size * 1.2
        for place, (sign, points) in enumerate(self.order.ranks):
            x = place * (wide + gap)
            pen.box(x, 0, wide, high, fill=inks.WHITE, ink=inks.LINE, weight=0.2, corner=1)
            capital = high * 0.48
            type_size = capital / fonts.CAP * MM
            y = high / 2 + capital / 2
            pen.text(x + wide / 2, y, sign, "label", type_size, inks.TEXT, "centre", wide * 0.84)
            if not self.counted:
                continue
            ink = inks.TEXT if points else inks.QUIET
            shown, y = points or "–", high + self.size * 0.42
            pen.text(x + wide / 2, y, shown, "table-bold", self.size, ink, "centre")


class FiguresDrawn(Drawn):
    """Several figures side by side, each with its caption."""

    def __init__(self, figures: tuple[Figure, ...], say: Say, size: float, width: float) -> None:
        self.figures, self.size, self.say = figures, size, say
        self.each = width / MM / len(figures)
        self.captions = [
            broken(say(figure.caption), self.each - 3, "italic", size * 0.9) for figure in figures
        ]
        lines = max(map(len, self.captions))
        self.picture = max(map(self._height, figures))
        self.line = size * 0.9 * 1.3 / MM
        super().__init__(self.picture + 1.5 + self.line * lines)

    def _height(self, figure: Figure) -> float:
        if isinstance(figure, Trick):
            return min(38.0, self.each * 0.44)
        return min(16.0 if isinstance(figure, Spread) else 27.0, self.each)

    def paint(self, pen: Pen) -> None:
        """Pictures in a row, captions centred below."""
        pairs = zip(self.figures, self.captions, strict=True)
        for place, (figure, lines) in enumerate(pairs):
            x = place * self.each
            with pen.inside(x, 0, self.each, self.picture) as picture:
                self._figure(picture, figure)
            y = self.picture + 1.5 + self.line * 0.8
            for line in lines:
                middle = x + self.each / 2
                pen.text(middle, y, line, "italic", self.size * 0.9, inks.QUIET, "centre")
                y += self.line

    def _figure(self, pen: Pen, figure: Figure) -> None:
        match figure:
            case SeatPlan(players, direction, _, sides):
                seating(pen, players, direction, teams=sides)
            case Packets(packets):
                _packets(pen, packets)
            case Trick():
                _trick(pen, figure, self.say)
            case Spread():
                _spread(pen, figure)


def _packets(pen: Pen, packets: tuple[int, ...]) -> None:
    """Each packet as a fan of backs with its number, a plus between them."""
    high = pen.height * 0.56
    wide, step = high * 0.62, high * 0.16
    widths = [wide + step * (n - 1) for n in packets]
    gap = 7.0
    total = sum(widths) + gap * (len(packets) - 1)
    scale = min(1.0, (pen.width - 4) / total)
    high, wide, step, gap = high * scale, wide * scale, step * scale, gap * scale
    x = (pen.width - total * scale) / 2
    top = (pen.height - high) / 2 - 2
    for place, count in enumerate(packets):
        if place:
            pen.text(x + gap / 2, top + high / 2 + 1.2, "+", "bold", 11, inks.QUIET, "centre")
            x += gap
        for card in range(count):
            pen.box(
                x + card * step, top, wide, high, inks.GREEN, inks.WHITE, weight=0.25, corner=0.8
            )
        middle = x + (wide + step * (count - 1)) / 2
        pen.text(middle, top + high + 4.5, str(count), "table-bold", 9.5, inks.TEXT, "centre")
        x += wide + step * (count - 1)


def _spread(pen: Pen, spread: Spread) -> None:
    """A row of backs, each with an open card a little lower on it; the hand beside."""
    count = max(spread.up, spread.down)
    wide = min(8.0, (pen.width - 8) / (count * 1.15 + 0.8 + 0.35 * spread.hand + 0.65))
    high, step = wide * 1.4, wide * 1.15
    total = count * step + wide * 0.8 + wide * (1 + 0.35 * (spread.hand - 1))
    x, y = (pen.width - total) / 2, pen.height / 2 - high * 0.85
    for place in range(count):
        left = x + place * step
        if place < spread.down:
            pen.box(left, y, wide, high, inks.GREEN, inks.WHITE, 0.25, corner=0.8)
        if place < spread.up:
            top = y + high * 0.45
            pen.box(left, top, wide, high, inks.WHITE, inks.LINE, 0.25, corner=0.8)
    left = x + count * step + wide * 0.8
    for place in range(spread.hand):
        top = y + high * 0.2
        pen.box(
            left + place * wide * 0.35, top, wide, high, inks.GREEN, inks.WHITE, 0.25, corner=0.8
        )


def _trick(pen: Pen, trick: Trick, say: Say) -> None:
    """The cards before their seats around the table, the winner's ringed."""
    high = pen.height * 0.3
    wide = high * 0.74
    middle_x, middle_y = pen.width / 2, pen.height / 2
    pen.disc(middle_x, middle_y, pen.height * 0.30, fill=inks.TINT, ink=inks.LINE, weight=0.2)
    reach = pen.height / 2 - high / 2 - 0.5
    for seat, sign, suit in trick.laid:
        # Wider than high: a row of cards must not run into itself at the sides.
        across, along = around(seat - 1, len(trick.laid), trick.direction)
        spread = 1.35 if len(trick.laid) <= 4 else 1.9
        x, y = middle_x + across * reach * spread, middle_y + along * reach
        won = seat == trick.winner
        pen.box(
            x - wide / 2,
            y - high / 2,
            wide,
            high,
            fill=inks.WHITE,
            ink=inks.GOLD if won else inks.LINE,
            weight=0.8 if won else 0.2,
            corner=1,
        )
        pen.text(x, y - 0.3, sign, "label", high * 1.15, inks.ink(suit), "centre", wide - 1.5)
        pen.text(x, y + high * 0.37, inks.sign(suit), "signs", high, inks.ink(suit), "centre")
        out = 1 if across > 0.3 else -1 if across < -0.3 else 0
        label = say(msg("print.seat-short", n=seat))
        if out:
            align: Any = "left" if out > 0 else "right"
            pen.text(x + out * (wide / 2 + 1.5), y + 1, label, "table", 7.5, inks.QUIET, align)
        else:
            pen.text(x + wide / 2 + 1.5, y + 1, label, "table", 7.5, inks.QUIET)
