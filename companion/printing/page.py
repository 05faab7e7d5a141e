"""Pages to draw on, measured in millimetres from the top left corner."""

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Literal

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from companion import links
from companion.printing import fonts, inks
from companion.printing.fonts import Face

MM: Final = 72 / 25.4
"""Points in a millimetre."""
PAPERS: Final[dict[str, tuple[float, float]]] = {
    "A4": (210.0, 297.0),
    "Letter": (215.9, 279.4),
    "A5": (148.0, 210.0),
}
EDGE: Final = 8.0
"""Nothing but labels is printed nearer to the edge of the paper: printers cut it off."""
HAIR: Final = 0.1
"""A hairline, in millimetres: what every laser printer can draw."""

Align = Literal["left", "centre", "right"]
Turn = Literal[0, 90, 180, 270]


class Document:
    """A PDF file in the making: pages of one size."""

    def __init__(self, title: str, size: tuple[float, float], language: str = "en") -> None:
        self.size = size
        self._file = io.BytesIO()
        self.canvas = Canvas(
            self._file,
            pagesize=(size[0] * MM, size[1] * MM),
            invariant=1,
            pdfVersion=(1, 7),
            lang=language,
            initialFontName=fonts.font("text"),
        )
        self.canvas.setTitle(title)
        self.canvas.setAuthor("companion")
        self.canvas.setCreator("companion")
        self.canvas.setSubject("")
        # A viewer that scales the page to the printer's margins makes every label miss.
        self.canvas.setViewerPreference("PrintScaling", "None")
        self.canvas.setViewerPreference("DisplayDocTitle", "true")
        self.pages = 0

    def page(self, bookmark: str | None = None) -> "Pen":
        """A new page; with ``bookmark`` it is listed in the viewer's outline."""
        if self.pages:
            self.canvas.showPage()
        self.pages += 1
        if bookmark:
            key = f"page{self.pages}"
            self.canvas.bookmarkPage(key)
            self.canvas.addOutlineEntry(bookmark, key, 0)
        return Pen(self.canvas, *self.size)

    def bytes(self) -> bytes:
        """The finished file."""
        self.canvas.showPage()
        self.canvas.save()
        return self._file.getvalue()


@dataclass(frozen=True)
class Pen:
    """Draws within a box of ``width`` by ``height`` millimetres; y runs down from its top."""

    canvas: Any
    width: float
    height: float

    @contextmanager
    def inside(
        self, x: float, y: float, width: float, height: float, turn: Turn = 0
    ) -> Iterator["Pen"]:
        """A pen for a box within this one, its content turned anticlockwise by ``turn``."""
        corner = {0: (x, y + height), 90: (x + width, y + height), 180: (x + width, y), 270: (x, y)}
        left, low = corner[turn]
        self.canvas.saveState()
        self.canvas.translate(left * MM, (self.height - low) * MM)
        if turn:
            self.canvas.rotate(turn)
        sides = (height, width) if turn in (90, 270) else (width, height)
        yield Pen(self.canvas, *sides)
        self.canvas.restoreState()

    def text(
        self,
        x: float,
        y: float,
        text: str,
        face: Face = "text",
        size: float = 10.0,
        ink: str = inks.TEXT,
        align: Align = "left",
        room: float | None = None,
    ) -> float:
        """One line standing on ``y``; its width. Squeezed where it is wider than ``room``.

        Raises Refusal ``cannot-print``.
        """
        pieces = list(fonts.runs(text, face))
        natural = fonts.width(text, face, size) / MM
        squeeze = min(1.0, room / natural) if room and natural else 1.0
        left = x - natural * squeeze * {"left": 0.0, "centre": 0.5, "right": 1.0}[align]
        line = self.canvas.beginText(left * MM, (self.height - y) * MM)
        line.setFillColor(HexColor(ink))
        if squeeze < 1:
            line.setHorizScale(squeeze * 100)
        for name, piece in pieces:
            line.setFont(name, size)
            line.textOut(piece)
        if squeeze < 1:
            line.setHorizScale(100)  # it would hold for all that follows
        self.canvas.drawText(line)
        return natural * squeeze

    def lines(
        self,
        x: float,
        y: float,
        text: str,
        width: float,
        face: Face = "text",
        size: float = 10.0,
        ink: str = inks.TEXT,
        leading: float = 1.4,
        align: Align = "left",
    ) -> float:
        """Text broken into lines of ``width``, the first standing on ``y``; y of the next."""
        for line in broken(text, width, face, size):
            self.text(x, y, line, face, size, ink, align)
            y += size * leading / MM
        return y

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        ink: str = inks.LINE,
        weight: float = HAIR,
        dash: Sequence[float] = (),
    ) -> None:
        """A straight line, ``weight`` millimetres thick."""
        self._stroke(ink, weight, dash)
        h = self.height
        self.canvas.line(x1 * MM, (h - y1) * MM, x2 * MM, (h - y2) * MM)
        self.canvas.setDash()

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str | None = None,
        ink: str | None = None,
        weight: float = HAIR,
        corner: float = 0.0,
    ) -> None:
        """A rectangle, filled, outlined or both."""
        if ink:
            self._stroke(ink, weight)
        if fill:
            self.canvas.setFillColor(HexColor(fill))
        place = (x * MM, (self.height - y - height) * MM, width * MM, height * MM)
        if corner:
            radius = min(corner, width / 2, height / 2) * MM
            self.canvas.roundRect(*place, radius, stroke=int(bool(ink)), fill=int(bool(fill)))
        else:
            self.canvas.rect(*place, stroke=int(bool(ink)), fill=int(bool(fill)))

    def disc(
        self,
        x: float,
        y: float,
        radius: float,
        fill: str | None = None,
        ink: str | None = None,
        weight: float = HAIR,
    ) -> None:
        """A circle around x, y."""
        if ink:
            self._stroke(ink, weight)
        if fill:
            self.canvas.setFillColor(HexColor(fill))
        self.canvas.circle(
            x * MM,
            (self.height - y) * MM,
            radius * MM,
            stroke=int(bool(ink)),
            fill=int(bool(fill)),
        )

    def modules(
        self, x: float, y: float, side: float, rows: Sequence[Sequence[bool]], ink: str = inks.BLACK
    ) -> None:
        """A square of dark and light modules, the dark ones as one path without seams."""
        step = side / len(rows) * MM
        top = (self.height - y) * MM
        path = self.canvas.beginPath()
        for down, row in enumerate(rows):
            at = 0
            for dark, same in groupby(row):
                count = len(list(same))
                if dark:
                    path.rect(x * MM + at * step, top - (down + 1) * step, count * step, step)
                at += count
        self.canvas.setFillColor(HexColor(ink))
        self.canvas.drawPath(path, stroke=0, fill=1)

    def qr(self, x: float, y: float, side: float, text: str) -> None:
        """A QR square, ``side`` long with its quiet zone."""
        self.modules(x, y, side, links.matrix(text))

    def link(self, x: float, y: float, width: float, height: float, url: str) -> None:
        """Make a part of the page open an address when it is read on a screen."""
        low = self.height - y - height
        area = (x * MM, low * MM, (x + width) * MM, (low + height) * MM)
        self.canvas.linkURL(url, area, relative=1, thickness=0)

    def _stroke(self, ink: str, weight: float, dash: Sequence[float] = ()) -> None:
        self.canvas.setStrokeColor(HexColor(ink))
        self.canvas.setLineWidth(weight * MM)
        if dash:
            self.canvas.setDash([step * MM for step in dash])


def broken(text: str, width: float, face: Face, size: float) -> list[str]:
    """The text as lines no wider than ``width`` millimetres; a longer word is broken anywhere."""
    lines: list[str] = []
    line = ""
    for entire in re.split(r"[ \n]+", text.strip()):
        word = entire
        if line and fonts.width(f"{line} {word}", face, size) <= width * MM:
            line = f"{line} {word}"
            continue
        if line:
            lines.append(line)
        while fonts.width(word, face, size) > width * MM and len(word) > 1:
            part = word
            while len(part) > 1 and fonts.width(part, face, size) > width * MM:
                part = part[:-1]
            lines.append(part)
            word = word[len(part) :]
        line = word
    return [*lines, line] if line else lines
