"""Labels for cards: one face drawn into one label, and sheets full of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from companion.core.cards import suit_of
from companion.core.messages import Refusal, msg
from companion.core.paper import Face
from companion.printing import fonts, inks, markers
from companion.printing.calibration import Correction
from companion.printing.inks import Scheme
from companion.printing.page import MM, Document, Pen, Turn
from companion.printing.saying import Say
from companion.printing.stocks import Stock

Place = Literal["corners", "centre"]
PLACES: Final[tuple[Place, ...]] = ("corners", "centre")

CARD: Final = (57.0, 88.0)
"""Millimetres of the smallest usual card (bridge size); what fits it fits a poker card too."""
LEAST_CAPITAL: Final = 2.5
"""Millimetres a capital must have to be read across a table (CHOICE)."""
TALL: Final = 2.3
"""A box so many times as high as wide has sign, suit and points below each other."""
UPSIDE_DOWN: Final = frozenset("69")
"""Signs that turn into another one with the card; they stand on a line."""


@dataclass(frozen=True)
class Design:
    """How labels look and where they are stuck."""

    place: Place = "corners"
    """Two small ones at opposite corners, or one in the middle that reads both ways."""
    scheme: Scheme = "four"
    camera: bool = False
    """Whether each has a marker that a photo can be counted by."""
    outline: bool = False
    """Whether the edge of each label is drawn, to see on plain paper whether they meet."""


@dataclass(frozen=True)
class Run:
    """What is to be printed on one stock."""

    stock: Stock
    design: Design = Design()
    start: int = 1
    """The first free label of the first sheet."""
    copies: int = 1
    """How many decks."""
    correction: Correction = Correction()  # noqa: RUF009 - a frozen value


def count_of(faces: Sequence[Face], run: Run) -> int:
    """How many labels a run has."""
    return len(faces) * (2 if run.design.place == "corners" else 1) * run.copies


def sheets_of(faces: Sequence[Face], run: Run) -> int:
    """How many sheets a run takes."""
    return -(-(run.start - 1 + count_of(faces, run)) // run.stock.count)


def labels_pdf(
    title: str,
    faces: Sequence[Face],
    run: Run,
    say: Say,
    told: Callable[[int, int], None] = lambda done, of: None,
) -> bytes:
    """The sheets of labels as a PDF; ``title`` is the game's.

    ``told`` is called after each sheet with how many are done, and of how many.

    Raises Refusal ``labels-too-wide``, ``labels-too-large``, ``labels-too-small`` or
    ``no-room-for-camera`` where stock and design do not go together.
    """
    stock, design = run.stock, run.design
    check(stock, design)
    each = 2 if design.place == "corners" else 1
    wanted = [face for face in faces for _ in range(each)] * run.copies
    sheets = sheets_of(faces, run)
    document = Document(
        say(msg("print.labels-title", game=title, stock=stock.name)), stock.size, say.language
    )
    has_points = any(face.points for face in faces)
    rest = iter(wanted)
    number = run.start
    for sheet in range(1, sheets + 1):
        pen = document.page(say(msg("print.sheet", n=sheet)))
        run.correction.apply(pen)
        _frame(pen, stock, say, title, sheet, sheets)
        for place in range(number, stock.count + 1):
            face = next(rest, None)
            if face is None:
                break
            left, top, width, height = stock.box(place)
            if design.outline:
                _outline(pen, stock, place)
            with pen.inside(left, top, width, height, _turn(stock, design)) as label:
                _label(label, face, stock, design, has_points)
        number = 1
        told(sheet, sheets)
    return document.bytes()


def check(stock: Stock, design: Design) -> None:
    """Refuse a stock on which labels of this design cannot be made."""
    short, long = sorted(stock.label)
    if design.place == "corners" and (short > CARD[0] * 0.46 or long > CARD[1] * 0.53):
        raise Refusal("labels-too-wide", stock=stock.name)
    if design.place == "centre" and not _turns(stock):
        raise Refusal("labels-too-large", stock=stock.name)
    areas = _areas(stock, design)
    if areas.marker and areas.marker[2] < markers.SMALLEST:
        raise Refusal("no-room-for-camera", stock=stock.name, least=f"{markers.SMALLEST:g}")
    if _capital(*areas.faces[0][2:4]) < LEAST_CAPITAL:
        raise Refusal("labels-too-small", stock=stock.name)


Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class _Areas:
    """Where things go within a label: left, top, width, height."""

    faces: tuple[tuple[float, float, float, float, Turn], ...]
    marker: Box | None


def _turns(stock: Stock) -> tuple[Turn, ...]:
    """How labels for the middle may be turned so that they fit on a card, the best first."""
    width, height = stock.label
    across, along = CARD[0] - 3, CARD[1] - 3
    ways: list[Turn] = []
    if max(width, height) <= across:
        ways.append(0 if width >= height else 90)
    elif min(width, height) <= across and max(width, height) <= along:
        ways.append(90 if width >= height else 0)
    return tuple(ways)


def _turn(stock: Stock, design: Design) -> Turn:
    """How the content lies on the sheet: upright labels stand on their short side."""
    if design.place == "centre":
        return _turns(stock)[0]
    return 90 if stock.label[0] > stock.label[1] else 0


def _areas(stock: Stock, design: Design) -> _Areas:
    """The areas of a label as it is seen on the card."""
    turned = _turn(stock, design) == 90
    width, height = stock.label[::-1] if turned else stock.label
    if stock.shape == "round":
        w, h = width * 0.60, height * 0.76
    else:
        w, h = width - 2 * stock.safe, height - 2 * stock.safe
    x, y = (width - w) / 2, (height - h) / 2
    if design.place == "corners":
        if not design.camera:
            return _Areas(((x, y, w, min(h, w * 2.9), 0),), None)
        side = min(w, h * 0.42, markers.LARGEST)
        gap = side * markers.QUIET
        face = h - side - gap
        return _Areas(
            ((x, y, w, min(face, w * 1.8), 0),),
            ((width - side) / 2, y + min(face, w * 1.8) + gap, side, side),
        )
    lying = w >= h * 0.9
    long, broad = (w, h) if lying else (h, w)
    side = min(broad, long * 0.36, markers.LARGEST) if design.camera else 0.0
    gap = max(side * markers.QUIET, 0.04 * long)
    half = (long - side) / 2 - gap
    marker = ((width - side) / 2, (height - side) / 2, side, side) if side else None
    if lying:
        return _Areas(((x, y, half, h, 0), (x + w - half, y, half, h, 180)), marker)
    return _Areas(((x, y, w, half, 0), (x, y + h - half, w, half, 180)), marker)


def _label(pen: Pen, face: Face, stock: Stock, design: Design, has_points: bool) -> None:
    areas = _areas(stock, design)
    for x, y, width, height, turn in areas.faces:
        with pen.inside(x, y, width, height, turn) as area:
            draw_face(area, face, design.scheme, has_points)
    if areas.marker:
        x, y, side, _ = areas.marker
        pen.modules(x, y, side, markers.modules(face.marker))


def _capital(width: float, height: float) -> float:
    """The height of the sign in a box so large."""
    if height >= TALL * width:
        return min(width * 0.86, height / 3.0)
    return min(width * 0.86, height / 2.1)


def draw_face(pen: Pen, face: Face, scheme: Scheme, has_points: bool = True) -> None:
    """Sign, suit and points in the middle of the pen's box.

    ``has_points``: whether any card of the deck has some, for room is then kept on each.
    """
    suit = suit_of(face.card)
    ink, sign = inks.ink(suit, scheme), inks.sign(suit, scheme)
    capital = _capital(pen.width, pen.height)
    tall = pen.height >= TALL * pen.width
    gap = capital * (0.24 if tall else 0.18)
    middle = pen.width / 2
    suit_high = capital * (0.92 if tall else 0.70)
    points_high = capital * (0.58 if tall else 0.5)
    used = capital + gap + suit_high + (gap + points_high if tall and has_points else 0)
    y = (pen.height - used) / 2 + capital
    _sign(pen, middle, y, face.sign, capital, ink)
    y += gap + suit_high
    size = suit_high / fonts.SIGN * MM
    if tall or not face.points:
        pen.text(middle, y, sign, "signs", size, ink, "centre", pen.width)
        if face.points:
            small = points_high / fonts.CAP * MM
            y += gap + points_high
            pen.text(middle, y, face.points, "label", small, ink, "centre", pen.width)
        return
    small = points_high / fonts.CAP * MM
    suit_wide = fonts.width(sign, "signs", size) / MM
    points_wide = fonts.width(face.points, "label", small) / MM
    squeeze = min(1.0, pen.width / (suit_wide + points_wide))
    x = middle - (suit_wide + points_wide) * squeeze / 2
    x += pen.text(x, y, sign, "signs", size * squeeze, ink)
    pen.text(x, y, face.points, "label", small * squeeze, ink)


def _sign(pen: Pen, x: float, y: float, sign: str, capital: float, ink: str) -> None:
    size = capital / fonts.CAP * MM
    wide = pen.text(x, y, sign, "label", size, ink, "centre", pen.width)
    if UPSIDE_DOWN.issuperset(sign):
        pen.line(
            x - wide / 2, y + capital * 0.1, x + wide / 2, y + capital * 0.1, ink, capital / 16
        )


def _outline(pen: Pen, stock: Stock, place: int) -> None:
    left, top, width, height = stock.box(place)
    if stock.shape == "round":
        pen.disc(left + width / 2, top + height / 2, width / 2, ink=inks.LINE)
    else:
        pen.box(left, top, width, height, ink=inks.LINE, corner=stock.corner)


def _frame(pen: Pen, stock: Stock, say: Say, title: str, sheet: int, sheets: int) -> None:
    """What stands around the labels: cut marks, a ruler, what this sheet is."""
    if stock.cut:
        _cut_marks(pen, stock)
    _, top, _, bottom = stock.margins
    if max(top, bottom) < 10.0 or pen.width < 130:
        return
    edge = 5.0 if not stock.cut else 8.5
    y = pen.height - edge if bottom >= top - 1.0 else edge + 3.0
    left = 10.0
    for mm in range(0, 101, 5):
        tall = 2.4 if mm % 50 == 0 else 1.6 if mm % 10 == 0 else 1.0
        pen.line(left + mm, y, left + mm, y - tall, inks.TEXT)
    pen.line(left, y, left + 100, y, inks.TEXT)
    says = say(msg("print.ruler"))
    what = say(msg("print.sheet-of", game=title, stock=stock.name, sheet=sheet, sheets=sheets))
    pen.text(
        left + 103, y, f"{says}   {what}", "table", 6.5, inks.QUIET, room=pen.width - left - 113
    )


def _cut_marks(pen: Pen, stock: Stock) -> None:
    """Ticks outside the grid for a guillotine, hairlines within for scissors."""
    left, top, right, bottom = stock.margins
    ends = pen.width - right, pen.height - bottom
    for way in (0, 1):
        cuts = {
            round(stock.first[way] + step * stock.pitch[way] + side, 3)
            for step in range(stock.grid[way])
            for side in (0.0, stock.label[way])
        }
        low, high = ((top, ends[1]), (left, ends[0]))[way]
        for cut in sorted(cuts):
            for start, stop, ink in (
                (low - 5, low - 1, inks.TEXT),
                (low, high, inks.LINE),
                (high + 1, high + 5, inks.TEXT),
            ):
                if way == 0:
                    pen.line(cut, start, cut, stop, ink)
                else:
                    pen.line(start, cut, stop, cut, ink)
