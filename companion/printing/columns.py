"""Columns filled one after the other: nothing torn apart, no line left alone, the last level."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.platypus import Flowable, Paragraph


@dataclass(frozen=True)
class Unit:
    """What stays in one column; a lone paragraph may be split, two lines at least each side."""

    flowables: tuple[Flowable, ...]


@dataclass(frozen=True)
class Placed:
    """A flowable in its column, its top so many points below the column's."""

    flowable: Flowable
    column: int
    top: float
    height: float


class Measured:
    """Units with their heights in a column so many points wide."""

    def __init__(self, units: Sequence[Unit], width: float, canvas: Any) -> None:
        self.width = width
        self._canvas = canvas
        self._heights: dict[int, float] = {}
        self._kept: list[Flowable] = []
        self.units = units

    def height(self, flowable: Flowable) -> float:
        """How high it sets."""
        if id(flowable) not in self._heights:
            self._kept.append(flowable)  # so that its id is nobody else's
            self._heights[id(flowable)] = flowable.wrapOn(self._canvas, self.width, 1e6)[1]
        return self._heights[id(flowable)]

    def flow(self, room: Callable[[int], float], columns: int) -> list[Placed] | None:
        """Everything placed in at most so many columns, of ``room(n)`` points; None if not."""
        placed: list[Placed] = []
        column, y, after = 0, 0.0, 0.0
        rest = list(self.units)
        while rest:
            unit = rest.pop(0)
            gaps, used = self._gaps(unit, y, after)
            if y + used <= room(column):
                for gap, flowable in zip(gaps, unit.flowables, strict=True):
                    y += gap
                    placed.append(Placed(flowable, column, y, self.height(flowable)))
                    y += self.height(flowable)
                after = unit.flowables[-1].getSpaceAfter()
                continue
            halves = self._halves(unit, room(column) - y - gaps[0])
            if halves:
                placed.append(Placed(halves[0], column, y + gaps[0], self.height(halves[0])))
                unit = Unit((halves[1],))
            elif y == 0:
                return None  # higher than a column
            rest.insert(0, unit)
            column, y, after = column + 1, 0.0, 0.0
            if column >= columns:
                return None
        return placed

    def level(
        self, room: Callable[[int], float], columns: int, first: int = 0
    ) -> list[Placed] | None:
        """As ``flow``, the columns from ``first`` on as low as they can be, so that they end
        side by side."""
        low, high = 0.0, room(columns - 1)
        best = self.flow(room, columns)
        if best is None:
            return None
        while high - low > 3:
            middle = (low + high) / 2

            def lowered(n: int, height: float = middle) -> float:
                return room(n) if n < first else min(height, room(n))

            tried = self.flow(lowered, columns)
            if tried is None:
                low = middle
            else:
                best, high = tried, middle
        return best

    def _gaps(self, unit: Unit, y: float, after: float) -> tuple[list[float], float]:
        """The space above each flowable (none at the top of a column), and all it takes."""
        gaps: list[float] = []
        used = 0.0
        for flowable in unit.flowables:
            top = y == 0 and not gaps
            gap = 0.0 if top else max(after, flowable.getSpaceBefore())
            gaps.append(gap)
            used += gap + self.height(flowable)
            after = flowable.getSpaceAfter()
        return gaps, used

    def _halves(self, unit: Unit, room: float) -> tuple[Flowable, Flowable] | None:
        if len(unit.flowables) != 1 or not isinstance(unit.flowables[0], Paragraph):
            return None
        flowable = unit.flowables[0]
        self.height(flowable)
        parts = flowable.split(self.width, room)
        return (parts[0], parts[1]) if len(parts) == 2 else None
