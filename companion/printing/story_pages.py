"""The pages after a filled score sheet: everything that happened, a line an entry."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from companion.core.messages import msg
from companion.printing import fonts, inks
from companion.printing.page import MM, Document, Pen, broken
from companion.printing.saying import Say

SIZE: Final = 8.5
LEADING: Final = 3.7
"""Millimetres from line to line."""
ROW: Final = 5.0
"""Millimetres of a row of one line."""
TOP: Final = 34.0
FOOT: Final = 14.0


@dataclass(frozen=True)
class StoryLine:
    """One line of the story as text."""

    number: str
    deal: str
    time: str
    seat: str
    name: str
    what: str
    undone: bool = False
    """Struck through: it was taken back."""


@dataclass(frozen=True)
class _Shape:
    """Where the columns are, in millimetres."""

    left: float
    right: float

    @classmethod
    def of(cls, width: float) -> "_Shape":
        margin = 15.0 if width > 150 else 10.0
        return cls(margin, width - margin)

    @property
    def columns(self) -> tuple[float, ...]:
        """Left edges of number, deal, time, seat, who and what."""
        widths = (10.0, 11.0, 13.0, 11.0, 0.17 * (self.right - self.left))
        edges = [self.left]
        for width in widths:
            edges.append(edges[-1] + width)
        return tuple(edges)


def add_story(document: Document, lines: Sequence[StoryLine], say: Say, day: str) -> None:
    """Add the pages to a document; ``day``: when it was. Refusal ``cannot-print``."""
    if not lines:
        return
    shape = _Shape.of(document.size[0])
    pages = list(_paged(lines, shape, document.size[1] - FOOT - TOP - ROW))
    for number, some in enumerate(pages, 1):
        pen = document.page(say(msg("ui.timeline")) if number == 1 else None)
        y = _head(pen, shape, say, day, number, len(pages))
        for line, broken_what in some:
            y = _draw(pen, shape, line, broken_what, y)


_Broken = tuple[StoryLine, list[str]]


def _paged(lines: Sequence[StoryLine], shape: _Shape, room: float) -> Iterator[list[_Broken]]:
    page: list[_Broken] = []
    used = 0.0
    for line in lines:
        what = broken(line.what, shape.right - shape.columns[5], "table", SIZE)
        height = _height(what)
        if page and used + height > room:
            yield page
            page, used = [], 0.0
        page.append((line, what))
        used += height
    yield page


def _height(what: Sequence[str]) -> float:
    return ROW + LEADING * (max(len(what), 1) - 1)


def _head(pen: Pen, shape: _Shape, say: Say, day: str, number: int, pages: int) -> float:
    """Title and heads of the columns; y of the first row."""
    room = (shape.right - shape.left) * 0.7
    title, size = fonts.fitted(say(msg("ui.timeline")), "title", 16, room * MM, 10)
    pen.text(shape.left, 22, title, "title", size)
    note = f"{day}  ·  {say(msg('print.page-of', n=number, all=pages))}"
    pen.text(shape.right, 22, note, "text", 9, inks.QUIET, "right")
    heads = ("number", "deal", "time", "seat", "name", "what")
    edges = (*shape.columns, shape.right)
    for head, x, end in zip(heads, edges, edges[1:], strict=False):
        shown = say(msg(f"export.{head}"))
        pen.text(x, TOP - 3, shown, "table-bold", 8, inks.QUIET, room=end - x - 1)
    pen.line(shape.left, TOP - 1, shape.right, TOP - 1, inks.GREEN, 0.5)
    return TOP


def _draw(pen: Pen, shape: _Shape, line: StoryLine, what: Sequence[str], y: float) -> float:
    """One row; y of the next."""
    base = y + 3.6
    ink = inks.QUIET if line.undone else inks.TEXT
    edges = shape.columns
    told = (line.number, line.deal, line.time, line.seat, line.name)
    for text, x, end in zip(told, edges, edges[1:], strict=False):
        pen.text(x, base, text, "table", SIZE, inks.QUIET, room=end - x - 1)
    for n, text in enumerate(what):
        at = base + LEADING * n
        wide = pen.text(edges[5], at, text, "table", SIZE, ink)
        if line.undone:
            pen.line(edges[5], at - 1, edges[5] + wide, at - 1, inks.TEXT, 0.2)
    below = y + _height(what)
    pen.line(shape.left, below, shape.right, below, inks.LINE, 0.15)
    return below
