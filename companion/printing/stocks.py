"""Label papers: data files with a sheet each, read, checked and measured.

A file in ``print/stocks`` holds ``[[stock]]`` tables; further ones may lie in the ``stocks``
folder of the data folder. A stock of one's own is ten numbers. All lengths in millimetres.
"""

import math
import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal

import msgspec

from companion.core.messages import Msg, Refusal, msg
from companion.printing.page import PAPERS
from companion.settings import print_folder

SMALLEST: Final = 6.0
"""A label smaller than this in either direction cannot be read (CHOICE)."""
ROUNDING: Final = 0.05
"""By how much printed measures may disagree with themselves."""


class Stock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One label paper, as in gLabels: a grid of equal labels on a sheet."""

    id: str
    """What it is called by; short, small letters."""
    name: str
    also: tuple[str, ...] = ()
    """Other part numbers of the same grid."""
    paper: Literal["A4", "Letter", "A5"] | tuple[float, float]
    shape: Literal["box", "round"] = "box"
    label: tuple[float, float]
    """Width and height of a label."""
    grid: tuple[int, int]
    """Columns and rows."""
    first: tuple[float, float]
    """Left and top edge of the first label."""
    pitch: tuple[float, float]
    """From the left edge of a label to that of the next, and from top to top."""
    corner: float = 0.0
    """Radius of rounded corners."""
    safe: float = 1.0
    """What must stay free along each edge of a label, since sheets slip."""
    removable: bool = False
    """Whether it comes off a card again."""
    cut: bool = False
    """Plain paper: cut marks are printed."""
    source: str
    """Where the numbers are from."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the sheet."""
        return PAPERS[self.paper] if isinstance(self.paper, str) else self.paper

    @property
    def count(self) -> int:
        """Labels on a sheet."""
        return self.grid[0] * self.grid[1]

    def box(self, number: int) -> tuple[float, float, float, float]:
        """Left, top, width and height of a label, numbered from 1 along the rows."""
        row, column = divmod(number - 1, self.grid[0])
        left = self.first[0] + column * self.pitch[0]
        return left, self.first[1] + row * self.pitch[1], *self.label

    @property
    def margins(self) -> tuple[float, float, float, float]:
        """What stays free outside the grid: left, top, right, bottom."""
        right, bottom = (
            self.size[way]
            - self.first[way]
            - (self.grid[way] - 1) * self.pitch[way]
            - self.label[way]
            for way in (0, 1)
        )
        return *self.first, right, bottom

    def number(self, start: str) -> int:
        """The label that a wish names: ``15``, or row and column as in ``3:2``.

        Raises Refusal ``bad-start`` for one that is not on the sheet.
        """
        columns, rows = self.grid
        found = re.fullmatch(r"\s*(\d{1,4})(?:\s*:\s*(\d{1,4}))?\s*", start)
        row, column = (int(found[1]), int(found[2] or 0)) if found else (0, 0)
        if found and found[2] and 0 < row <= rows and 0 < column <= columns:
            return (row - 1) * columns + column
        if found and not found[2] and 0 < row <= self.count:
            return row
        raise Refusal(
            "bad-start", start=start[:20], n=self.count, rows=rows, columns=columns, stock=self.name
        )


def own(numbers: Sequence[float]) -> Stock:
    """A stock by ten numbers: sheet width and height, label width and height, columns, rows,
    left and top edge of the first label, and from label to label across and down.

    Raises Refusal ``bad-stock``.
    """
    sheet_w, sheet_h, w, h, columns, rows, x, y, dx, dy = numbers
    if not all(map(math.isfinite, numbers)) or columns != int(columns) or rows != int(rows):
        raise Refusal("bad-stock", stock="own", why=msg("stock.no-numbers"))
    stock = Stock(
        id="own",
        name="own",
        paper=(sheet_w, sheet_h),
        label=(w, h),
        grid=(int(columns), int(rows)),
        first=(x, y),
        pitch=(dx, dy),
        source="own",
    )
    check(stock)
    return stock


def check(stock: Stock) -> None:
    """Refuse a stock that cannot be, with the reason (Refusal ``bad-stock``)."""
    if why := _fault(stock):
        raise Refusal("bad-stock", stock=stock.name, why=why)


def _fault(stock: Stock) -> Msg | None:
    measures = (*stock.size, *stock.label, *stock.first, *stock.pitch, stock.corner, stock.safe)
    if not all(math.isfinite(length) and length >= 0 for length in measures):
        return msg("stock.no-numbers")
    if not all(50 <= side <= 1000 for side in stock.size):
        return msg("stock.odd-sheet", width=_mm(stock.size[0]), height=_mm(stock.size[1]))
    if not all(1 <= count <= 200 for count in stock.grid):
        return msg("stock.odd-grid")
    if min(stock.label) < SMALLEST:
        return msg("stock.small", least=_mm(SMALLEST))
    if stock.shape == "round" and stock.label[0] != stock.label[1]:
        return msg("stock.not-round")
    if min(stock.label) <= 2 * stock.safe:
        return msg("stock.no-room")
    for way, code in ((0, "stock.overlap-across"), (1, "stock.overlap-down")):
        if stock.grid[way] > 1 and stock.pitch[way] < stock.label[way] - ROUNDING:
            return msg(code, pitch=_mm(stock.pitch[way]), label=_mm(stock.label[way]))
    for over, code in zip(stock.margins[2:], ("stock.right", "stock.bottom"), strict=True):
        if over < -ROUNDING:
            return msg(code, over=_mm(-over))
    return None


def _mm(length: float) -> str:
    return f"{round(length, 2):g}"


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stock: tuple[Stock, ...]


def read(path: Path) -> tuple[Stock, ...]:
    """The stocks of a file. Refusal ``bad-stock-file`` or ``bad-stock``, a sentence each."""
    try:
        stocks = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File).stock
    except OSError as error:
        raise Refusal("bad-stock-file", path=str(path), why=error.strerror or "?") from error
    except (ValueError, msgspec.ValidationError) as error:
        why = " ".join(str(error).split())
        raise Refusal("bad-stock-file", path=str(path), why=why) from error
    for stock in stocks:
        check(stock)
    return stocks


def stocks(data: Path | None = None) -> tuple[Stock, ...]:
    """All stocks: the bundled ones, then those of the data folder's ``stocks`` folder."""
    more = sorted((data / "stocks").glob("*.toml")) if data else ()
    return bundled() + tuple(stock for path in more for stock in read(path))


@cache
def bundled() -> tuple[Stock, ...]:
    """The stocks that come along."""
    folder = print_folder() / "stocks"
    return tuple(stock for path in sorted(folder.glob("*.toml")) for stock in read(path))


def find(wish: str, among: Iterable[Stock]) -> Stock:
    """The stock of that id or part number; later ones come first, so one's own replace ours.

    Raises Refusal ``no-stock``.
    """
    for stock in reversed(tuple(among)):
        if _plain(wish) in {_plain(name) for name in (stock.id, stock.name, *stock.also)}:
            return stock
    raise Refusal("no-stock", stock=wish[:40])


def _plain(name: str) -> str:
    """A name without what people write one way or another: the maker, spaces, capitals."""
    return re.sub(r"avery|zweckform|herma|online labels|[\s_-]", "", name.casefold())
