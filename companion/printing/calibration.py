"""What a printer gets wrong, measured on a page of its own and put right from then on.

Lengths the printer stretches and edges it misses are a property of printer and driver; the
correction is stored in the data folder by the name a person gives the printer.
"""

import contextlib
import os
from pathlib import Path
from typing import Final

import msgspec

from companion.core.messages import Refusal, msg
from companion.printing import inks
from companion.printing.page import MM, PAPERS, Document, Pen
from companion.printing.saying import Say

MARGIN: Final = 20.0
"""Where the first line of the page stands, from the left and from the top."""
ACROSS: Final = 150.0
DOWN: Final = 200.0
"""From the first line to the other one."""
FILE: Final = "printers.json"
USUAL: Final = "default"
"""The printer that is meant where none is named."""

STROKE: Final = 0.12
"""The weight of a ruler's strokes."""
FARTHEST: Final = 8.0
"""Millimetres a page may lie off; beyond that somebody measured something else (CHOICE)."""
MOST: Final = 0.02
"""How much a printer may stretch or shrink: "fit to page" shrinks by three per cent or more."""


class Correction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a printer prints: a point at x lands at ``x * across + right``, alike downwards."""

    right: float = 0.0
    down: float = 0.0
    """Millimetres by which everything lands too far right and too far down."""
    across: float = 1.0
    along: float = 1.0
    """By how much it stretches, across the page and along it."""

    def apply(self, pen: Pen) -> None:
        """Draw the rest of this page so that it lands where it should."""
        if self == Correction():
            return
        a, d = 1 / self.across, 1 / self.along
        low = pen.height * MM * (1 - d) + self.down * MM * d
        pen.canvas.transform(a, 0, 0, d, -self.right * MM * a, low)


class _Printers(msgspec.Struct):
    printers: dict[str, Correction] = {}


def measured(left: float, top: float, width: float, height: float) -> Correction:
    """The correction for what was measured on the page: edge to first line, line to line.

    Raises Refusal ``bad-measure`` for what is no misprint but another scale or a slip.
    """
    for found, wanted, off, letter in (
        (left, MARGIN, FARTHEST, "A"),
        (top, MARGIN, FARTHEST, "B"),
        (width, ACROSS, ACROSS * MOST, "C"),
        (height, DOWN, DOWN * MOST, "D"),
    ):
        if not abs(found - wanted) <= off:
            raise Refusal("bad-measure", letter=letter, found=f"{found:g}", wanted=f"{wanted:g}")
    across, along = width / ACROSS, height / DOWN
    return Correction(
        round(left - MARGIN * across, 3), round(top - MARGIN * along, 3), across, along
    )


def load(data: Path, printer: str | None = None) -> Correction:
    """The stored correction of a printer; of the usual one, or none at all, where none is named.

    Raises Refusal ``no-printer`` for a name not stored, ``bad-printers`` for a broken file.
    """
    printers = _read(data / FILE).printers
    if printer and printer not in printers:
        raise Refusal("no-printer", printer=printer[:40])
    return printers.get(printer or USUAL, Correction())


def store(data: Path, correction: Correction, printer: str | None = None) -> None:
    """Keep a printer's correction. Raises Refusal ``cannot-write`` or ``bad-printers``."""
    path = data / FILE
    known = _read(path).printers
    known[printer or USUAL] = correction
    beside = path.with_suffix(f".{os.getpid()}.new")
    try:
        data.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(msgspec.json.format(msgspec.json.encode(_Printers(known)), indent=2))
        beside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise Refusal("cannot-write", path=str(data)) from error


def names(data: Path) -> tuple[str, ...]:
    """The printers that were measured. Raises Refusal ``bad-printers``."""
    return tuple(sorted(_read(data / FILE).printers))


def _read(path: Path) -> _Printers:
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Printers)
    except FileNotFoundError:
        return _Printers({})
    except (OSError, ValueError) as error:
        raise Refusal("bad-printers", path=str(path)) from error


def calibration_page(paper: str, say: Say) -> bytes:
    """The page to print and to measure, as a PDF."""
    title = say(msg("print.calibration"))
    document = Document(title, PAPERS[paper], say.language)
    pen = document.page()
    right, bottom = MARGIN + ACROSS, MARGIN + DOWN
    for x in (MARGIN, right):
        pen.line(x, MARGIN - 6, x, bottom + 6, inks.BLACK, 0.2)
    for y in (MARGIN, bottom):
        pen.line(MARGIN - 6, y, right + 6, y, inks.BLACK, 0.2)
    _ruler(pen, MARGIN, bottom, ACROSS)
    with pen.inside(right - 20, MARGIN, 20, DOWN, 270) as upright:
        _ruler(upright, 0, 0, DOWN)
    middle = MARGIN + 45
    _measure(pen, "A", 0, middle, MARGIN, middle)
    _measure(pen, "C", MARGIN, middle, right, middle)
    _measure(pen, "B", right - 30, 0, right - 30, MARGIN)
    _measure(pen, "D", right - 30, MARGIN, right - 30, bottom)

    x, y, room = MARGIN + 10, 88.0, 88.0
    pen.text(x, y, title, "title", 22)
    y = pen.lines(x, y + 9, say(msg("print.calibration-how")), room, size=10)
    pen.box(x, y + 1, room - 4, 46, fill=inks.TINT, corner=2)
    y += 10
    for letter, wanted in (("A", MARGIN), ("B", MARGIN), ("C", ACROSS), ("D", DOWN)):
        pen.text(x + 5, y, letter, "bold", 12)
        pen.line(x + 14, y + 1, x + 38, y + 1, inks.TEXT, 0.2)
        should = say(msg("print.should-be", length=f"{wanted:g}"))
        pen.text(x + 41, y, should, "text", 9, inks.QUIET)
        y += 10
    y = pen.lines(x, y + 5, say(msg("print.calibration-then")), room, size=10)
    pen.lines(x, y + 2, say(msg("print.calibration-light")), room, size=10)
    return document.bytes()


def _ruler(pen: Pen, x: float, y: float, length: float) -> None:
    """A scale of millimetres standing on a line, numbered every ten."""
    for mm in range(1, int(length)):
        tall = 4.0 if mm % 10 == 0 else 2.8 if mm % 5 == 0 else 1.6
        pen.line(x + mm, y, x + mm, y - tall, inks.BLACK, STROKE)
        if mm % 10 == 0:
            pen.text(x + mm, y - 4.8, str(mm), "table", 6.5, inks.QUIET, "centre")


def _measure(pen: Pen, letter: str, x1: float, y1: float, x2: float, y2: float) -> None:
    """A measured length with its letter: a line with a tick at each end."""
    pen.line(x1, y1, x2, y2, inks.GREEN, 0.3)
    across = y1 == y2
    for x, y in ((x1, y1), (x2, y2)):
        if across:
            pen.line(x, y - 1.5, x, y + 1.5, inks.GREEN, 0.3)
        else:
            pen.line(x - 1.5, y, x + 1.5, y, inks.GREEN, 0.3)
    # The short lengths begin at the edge of the paper, where nothing can be printed.
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    if min(x, y) < MARGIN:
        x, y = (x2 - 4, y2) if across else (x2, y2 - 4)
    pen.disc(x, y, 3.2, fill=inks.WHITE, ink=inks.GREEN, weight=0.3)
    pen.text(x, y + 1.4, letter, "bold", 11, inks.GREEN, "centre")
