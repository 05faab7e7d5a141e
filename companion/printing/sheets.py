"""Rule sheets: a player aid on one page, then the full rules."""

from dataclasses import dataclass
from typing import Final

from companion import links
from companion.core.messages import Refusal, msg
from companion.core.paper import Block, Figures, Para, Sheet
from companion.printing import fonts, inks
from companion.printing.blocks import Setter
from companion.printing.columns import Measured, Placed
from companion.printing.markup import DAGGER
from companion.printing.page import MM, PAPERS, Document, Pen, broken
from companion.printing.saying import Say
from companion.printing.table_card import Door

SIZES: Final = tuple(quarter / 4 for quarter in range(44, 29, -1))
"""Type sizes to try, 11 to 7.5 points."""
DRAWN: Final = 8.0
"""In smaller type than this the aid does without its drawings."""
READABLE: Final = 8.5
"""The rules take as many pages as they need at this size, then as large a type as fits them."""
BEST: Final = 10.5
"""The rules are set no larger than this."""
SMALL: Final = 150.0
"""A paper narrower than this is a small one."""
GUTTER: Final = 8.0
FOOT: Final = 9.0
"""What the footer takes of the page, above the margin."""


@dataclass(frozen=True)
class Frame:
    """Where columns are on a page, in millimetres."""

    width: float
    height: float
    margin: float
    columns: int

    @classmethod
    def of(cls, paper: str, columns: int | None = None) -> "Frame":
        """A paper's; a small one has a single column unless told otherwise."""
        width, height = PAPERS[paper]
        small = width < SMALL
        return cls(width, height, 10.0 if small else 15.0, columns or (1 if small else 2))

    @property
    def wide(self) -> float:
        """How wide a column is."""
        inner = self.width - 2 * self.margin
        return (inner - GUTTER * (self.columns - 1)) / self.columns

    def left(self, column: int) -> float:
        """Where a column begins."""
        return self.margin + column % self.columns * (self.wide + GUTTER)


def sheet_pdf(sheet: Sheet, paper: str, say: Say, door: Door | None = None) -> bytes:
    """The sheet as a PDF; with ``door`` the aid has a square that opens the live table.

    Raises Refusal ``cannot-print``, and ``sheet-too-long`` where the aid is no page.
    """
    document = Document(say(msg("print.sheet-title", game=say.title)), PAPERS[paper], say.language)
    frame = Frame.of(paper, 2)
    pen = document.page(say(msg("print.aid")))
    top = _heading(pen, frame, sheet, say, door)
    aid = _pages(_aid(document, frame, sheet, say, top), frame)
    rules = _pages(_rules(document, Frame.of(paper), sheet, say), Frame.of(paper))
    pages = len(aid) + len(rules)
    for number, placed in enumerate(aid + rules, 1):
        first_rules = number == len(aid) + 1
        if number > 1:
            pen = document.page(say(msg("print.rules")) if first_rules else None)
            _running_head(pen, frame, say, "print.aid" if number <= len(aid) else "print.rules")
            top = _later_top(frame)
        if first_rules:
            frame = Frame.of(paper)
        _place(pen, frame, placed, top)
        blocks = sheet.aid if number <= len(aid) else sheet.rules
        _foot(pen, frame, say, blocks, number, pages)
    return document.bytes()


def _pages(placed: list[Placed], frame: Frame) -> list[list[Placed]]:
    """What was placed in columns, page by page."""
    count = max(item.column for item in placed) // frame.columns + 1
    return [
        [item for item in placed if item.column // frame.columns == page] for page in range(count)
    ]


def _heading(pen: Pen, frame: Frame, sheet: Sheet, say: Say, door: Door | None) -> float:
    """Title, facts, goal, and the square; y of what follows."""
    x, y = frame.margin, frame.margin
    side = 26.0
    room = frame.width - 2 * frame.margin - (side + 4 if door else 0)
    if door:
        left = frame.width - frame.margin - side + 3
        pen.qr(left, y - 3, side, links.compact(door.url))
        pen.link(left, y - 3, side, side, door.url)
        pen.text(
            left + side / 2, y + side - 1.5, door.plain, "table", 7, inks.QUIET, "centre", side
        )
    big = 27.0 if frame.width > SMALL else 21.0
    shown, size = fonts.fitted(say.title, "title", big, room * MM, 14)
    pen.text(x, y + 9, shown, "title", size)
    facts = "  ·  ".join(say(fact) for fact in sheet.facts)
    pen.text(x, y + 15.5, facts, "table-bold", 9.5, inks.GREEN, room=room)
    y = pen.lines(x, y + 21.5, say(sheet.goal), room, "italic", 10, leading=1.35)
    y = max(y, frame.margin + side) if door else y
    pen.line(x, y - 1.5, frame.width - frame.margin, y - 1.5, inks.GREEN, 0.5)
    return y + 2.5


def _aid(document: Document, frame: Frame, sheet: Sheet, say: Say, top: float) -> list[Placed]:
    """The aid on one page in the largest type that does, without drawings if need be.

    On a small paper a long one takes both sides of a leaf (CHOICE: a card that cannot be read
    is none).
    """
    width = frame.wide * MM
    words_only = tuple(block for block in sheet.aid if not isinstance(block, Figures))

    def room(column: int) -> float:
        begins = top if column < frame.columns else _later_top(frame)
        return (frame.height - frame.margin - FOOT - begins) * MM

    sides = (1, 2) if frame.width < SMALL else (1,)
    for side in sides:
        for blocks, least in ((sheet.aid, DRAWN), (words_only, SIZES[-1])):
            for size in SIZES:
                units = Setter(say, size, width).units(blocks) if size >= least else []
                measured = Measured(units, width, document.canvas)
                columns = side * frame.columns
                found = measured.level(room, columns, columns - frame.columns) if units else None
                if found is not None:
                    return found
    raise Refusal("sheet-too-long", game=say.title)


def _later_top(frame: Frame) -> float:
    """Where the columns of a page with a running head begin."""
    return frame.margin + 9.0


def _rules(document: Document, frame: Frame, sheet: Sheet, say: Say) -> list[Placed]:
    """The rules on as few pages as a readable type allows, in as large a type as fits them."""
    width = frame.wide * MM
    room = (frame.height - frame.margin - FOOT - _later_top(frame)) * MM

    def flow(size: float, columns: int) -> list[Placed] | None:
        units = Setter(say, size, width).units(sheet.rules)
        measured = Measured(units, width, document.canvas)
        return measured.level(lambda _: room, columns, columns - frame.columns)

    pages = next(n for n in range(1, 100) if flow(READABLE, n * frame.columns))
    for size in SIZES:
        found = flow(size, pages * frame.columns) if size <= BEST else None
        if found is not None:
            return found
    raise AssertionError  # the readable size fits, and it is one of them


def _place(pen: Pen, frame: Frame, placed: list[Placed], top: float) -> None:
    for item in placed:
        low = frame.height - top - (item.top + item.height) / MM
        # A paragraph that was tried in halves has forgotten its lines.
        item.flowable.wrapOn(pen.canvas, frame.wide * MM, item.height + 1)
        item.flowable.drawOn(pen.canvas, frame.left(item.column) * MM, low * MM)


def _running_head(pen: Pen, frame: Frame, say: Say, what: str) -> None:
    y = frame.margin + 3
    pen.text(frame.margin, y, say.title, "title", 11)
    right = frame.width - frame.margin
    pen.text(right, y, say(msg(what)), "italic", 9, inks.QUIET, "right")
    pen.line(frame.margin, y + 2, right, y + 2, inks.GREEN, 0.3)


def _foot(
    pen: Pen, frame: Frame, say: Say, blocks: tuple[Block, ...], number: int, pages: int
) -> None:
    y = frame.height - frame.margin
    right = frame.width - frame.margin
    pen.text(right, y, f"{number} / {pages}", "table", 8, inks.QUIET, "right")
    if any(isinstance(block, Para) and block.ours for block in blocks):
        note = f"{DAGGER} {say(msg('print.ours'))}"
        (line, *_) = broken(note, 1000, "italic", 8)
        pen.text(frame.margin, y, line, "italic", 8, inks.QUIET, room=right - frame.margin - 14)
    else:
        text = say(msg("print.under-house-rules"))
        pen.text(frame.margin, y, text, "italic", 8, inks.QUIET, room=right - frame.margin - 14)
