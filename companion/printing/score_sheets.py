"""Score sheets: blank ones to write on, the record of an evening, and one to go on with.

A table whose machine died plays on with paper: the sheet has the score so far and room for
what follows.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from companion.core.messages import Msg, SeatRef, TeamRef, msg
from companion.core.paper import Column
from companion.core.view import DealRow, ScoreView
from companion.printing import fonts, inks
from companion.printing.page import MM, PAPERS, Document, Pen, broken
from companion.printing.saying import Say
from companion.printing.story_pages import StoryLine, add_story

ROW: Final = 8.6
"""Millimetres of a row to write in."""
HEAD: Final = 13.0
SIGNING: Final = 24.0
"""What the lines to sign on take at the end."""
SMALL: Final = 7.5


@dataclass(frozen=True)
class Score:
    """What is to stand on a score sheet."""

    columns: tuple[Column, ...]
    """What is noted of each deal by hand, before the numbers."""
    view: ScoreView
    table: str = ""
    """The table's code, where there is one."""
    record: bool = False
    """Whether the deals played so far are printed, each with its sum."""
    room: bool = True
    """Whether the last page is filled up with rows to write in."""
    pages: int = 1
    """How many pages there are at least."""
    story: tuple[StoryLine, ...] = ()
    """Everything that happened, on pages of its own after it."""
    day: str = ""
    """When that was."""


@dataclass(frozen=True)
class _Row:
    number: str = ""
    title: str = ""
    detail: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    totals: tuple[str, ...] = ()
    height: float = ROW
    weight: bool = False


@dataclass(frozen=True)
class _Shape:
    """Where the columns are, in millimetres."""

    left: float
    right: float
    number: float
    change: float
    total: float
    teams: int

    @classmethod
    def of(cls, paper: str, teams: int) -> "_Shape":
        width = PAPERS[paper][0]
        margin = 15.0 if width > 150 else 10.0
        change, total = (12.0, 14.0) if width > 150 and teams <= 2 else (10.0, 11.0)
        return cls(margin, width - margin, 9.0, change, total, teams)

    @property
    def notes(self) -> tuple[float, float]:
        """Left and right edge of what is noted by hand."""
        return self.left + self.number, self.right - self.teams * (self.change + self.total)

    def team(self, place: int) -> float:
        """Left edge of a team's two columns."""
        return self.notes[1] + place * (self.change + self.total)


def score_pdf(score: Score, paper: str, say: Say) -> bytes:
    """The sheet as a PDF; names are those that ``say`` knows, else sides go by number.

    Raises Refusal ``cannot-print`` for a name that no font has.
    """
    if any(say.names):
        say = replace(say, sides=tuple(team.seats for team in score.view.teams))
    document = Document(say(msg("print.score-title", game=say.title)), PAPERS[paper], say.language)
    shape = _Shape.of(paper, len(score.view.teams))
    top, bottom = 41.0, PAPERS[paper][1] - 14.0
    rows = list(_rows(score, shape, say))
    pages = _paged(rows, bottom - top - HEAD, score)
    for number, some in enumerate(pages, 1):
        pen = document.page(say(msg("print.sheet", n=number)))
        _title(pen, shape, score, say, number, len(pages))
        y = _head(pen, shape, score, say, top)
        for row in some:
            _draw(pen, shape, score, row, y)
            y += row.height
        pen.line(shape.left, y, shape.right, y, inks.TEXT, 0.3)
        _uprights(pen, shape, top, y)
        if number == len(pages):
            _sign(pen, shape, score, say, bottom)
    add_story(document, score.story, say, score.day)
    return document.bytes()


def _rows(score: Score, shape: _Shape, say: Say) -> Iterator[_Row]:
    """How it stands, for a sheet to go on with; else the start where it is not nothing, and
    each deal."""
    view = score.view
    if view.rows and not score.record:
        yield _so_far(view, shape, say)
        return
    begin = tuple(team.total for team in view.teams)
    if view.rows:
        first = view.rows[0]
        begin = tuple(t - w for t, w in zip(first.totals, first.written, strict=True))
    if any(begin):
        yield _Row(title=say(msg("print.start")), totals=tuple(map(str, begin)), weight=True)
    if score.record:
        for row in view.rows:
            yield _deal(row, shape, say)


def _so_far(view: ScoreView, shape: _Shape, say: Say) -> _Row:
    """What has to be known to play on: the totals, what hangs, who dealt last."""
    told = [say(view.verdict)] if view.verdict else []
    last = next((row for row in reversed(view.rows) if row.dealer), None)
    if last and last.dealer and last.deal:
        told.append(say(msg("print.last-deal", n=last.deal, who=SeatRef(last.dealer))))
    return _detailed(
        _Row(
            title=say(msg("print.so-far")),
            totals=tuple(str(team.total) for team in view.teams),
            weight=True,
        ),
        ".  ".join(told),
        shape,
    )


def _detailed(row: _Row, text: str, shape: _Shape) -> _Row:
    """The row with a text below its title, and as high as that takes."""
    left, right = shape.notes
    detail = tuple(broken(text, right - left - 4, "table", SMALL))
    return replace(row, detail=detail, height=max(ROW, 8.0 + 3.5 * len(detail)))


def _deal(row: DealRow, shape: _Shape, say: Say) -> _Row:
    marks = ", ".join(say(mark) for mark in row.marks)
    title = f"{say(row.title)}: {marks}" if marks else say(row.title)
    if row.dealer:
        dealer = say(msg("print.dealt", who=SeatRef(row.dealer)))
        title = f"{title}  ({dealer})"
    plain = _Row(
        number=str(row.deal) if row.deal else "",
        title=title,
        changes=tuple(f"{w:+d}".replace("-", "–") if w else "0" for w in row.written),
        totals=tuple(map(str, row.totals)),
    )
    return _detailed(plain, " ".join(say(line) for line in row.lines), shape)


def _paged(rows: list[_Row], room: float, score: Score) -> list[list[_Row]]:
    """The rows by page, filled up with empty ones; never a last page of a single deal."""
    pages: list[list[_Row]] = [[]]
    used = 0.0
    for row in rows:
        if used + row.height > room and pages[-1]:
            pages.append([])
            used = 0.0
        pages[-1].append(row)
        used += row.height
    if len(pages) > 1 and used + SIGNING > room:
        pages.append([])
        used = 0.0
    if len(pages) > 1 and len(pages[-1]) < 2 and len(pages[-2]) > 2:
        pages[-1].insert(0, pages[-2].pop())
        used = sum(row.height for row in pages[-1])
    if score.room:
        recorded = len(pages)
        while len(pages) < score.pages:
            pages.append([])
        for number, page in enumerate(pages, 1):
            last = number == len(pages)
            space = room - sum(row.height for row in page) - (SIGNING if last else 0.0)
            if number >= recorded:
                page.extend([_Row()] * int(space // ROW))
    return pages


def _title(pen: Pen, shape: _Shape, score: Score, say: Say, number: int, pages: int) -> None:
    wide = shape.right - shape.left
    shown, size = fonts.fitted(say.title, "title", 24, wide * 0.62 * MM, 13)
    pen.text(shape.left, 23, shown, "title", size)
    pen.text(shape.left, 30, say(msg("print.score", unit=score.view.unit)), "text", 10, inks.QUIET)
    date = say(msg("print.date"))
    pen.text(shape.right - 44, 23, date, "text", 9, inks.QUIET, "right")
    pen.line(shape.right - 42, 23.6, shape.right, 23.6, inks.TEXT, 0.2)
    note = say(msg("print.page-of", n=number, all=pages))
    if score.table:
        note = f"{say(msg('print.table', table=score.table))}  ·  {note}"
    pen.text(shape.right, 30, note, "text", 9, inks.QUIET, "right")


def _head(pen: Pen, shape: _Shape, score: Score, say: Say, top: float) -> float:
    """Names of the columns; y of the first row."""
    pen.box(shape.left, top, shape.right - shape.left, HEAD, fill=inks.TINT)
    base = top + HEAD - 3
    pen.text(
        shape.left + shape.number / 2,
        base,
        say(msg("print.number")),
        "table-bold",
        8,
        inks.QUIET,
        "centre",
    )
    if score.record:
        pen.text(shape.notes[0] + 2, base, say(msg("print.deals")), "table-bold", 8.5)
    else:
        for x, wide, column in _noted(shape, score.columns):
            title = say(column.title)
            pen.text(x + wide / 2, base, title, "table-bold", 8.5, align="centre", room=wide - 1)
    for place, team in enumerate(score.view.teams):
        x = shape.team(place)
        wide = shape.change + shape.total
        people: list[Msg] = [msg("ui.plain", what=TeamRef(team.team))]
        if say.sides:
            people = [msg("ui.plain", what=SeatRef(seat)) for seat in team.seats[:3]]
        for n, person in enumerate(people):
            name, size = fonts.fitted(say(person), "table-bold", 7.5, (wide - 1.5) * MM, 5.5)
            pen.text(x + wide / 2, top + 3.2 + 2.8 * n, name, "table-bold", size, align="centre")
        pen.text(x + shape.change / 2, base + 1.2, "±", "table", 8, inks.QUIET, "centre")
        total = say(msg("print.total"))
        pen.text(
            x + shape.change + shape.total / 2,
            base + 1.2,
            total,
            "table",
            7.5,
            inks.QUIET,
            "centre",
        )
    pen.line(shape.left, top + HEAD, shape.right, top + HEAD, inks.GREEN, 0.5)
    return top + HEAD


def _noted(shape: _Shape, columns: tuple[Column, ...]) -> Iterator[tuple[float, float, Column]]:
    left, right = shape.notes
    whole = sum(column.share for column in columns)
    x = left
    for column in columns:
        wide = (right - left) * column.share / whole
        yield x, wide, column
        x += wide


def _draw(pen: Pen, shape: _Shape, score: Score, row: _Row, y: float) -> None:
    left, right = shape.notes
    base = y + 5.6
    pen.text(shape.left + shape.number / 2, base, row.number, "table", 9, inks.QUIET, "centre")
    if row.title:
        shown, size = fonts.fitted(row.title, "bold", 9, (right - left - 4) * MM, 6.5)
        pen.text(left + 2, base, shown, "bold", size)
        for n, line in enumerate(row.detail):
            pen.text(left + 2, base + 3.9 + 3.5 * n, line, "table", SMALL, inks.QUIET)
    for place, total in enumerate(row.totals):
        x = shape.team(place)
        if row.changes:
            pen.text(
                x + shape.change - 2, base, row.changes[place], "table", 10, inks.TEXT, "right"
            )
        pen.text(
            x + shape.change + shape.total - 2.5, base, total, "table-bold", 11, inks.TEXT, "right"
        )
    below = y + row.height
    pen.line(shape.left, below, shape.right, below, inks.LINE, 0.15)
    pen.line(left, y, left, below, inks.LINE, 0.15)
    if not row.title and not score.record:
        for x, _, _ in list(_noted(shape, score.columns))[1:]:
            pen.line(x, y, x, below, inks.LINE, 0.15)


def _uprights(pen: Pen, shape: _Shape, top: float, bottom: float) -> None:
    for place in range(shape.teams):
        x = shape.team(place)
        pen.line(x, top, x, bottom, inks.TEXT, 0.3)
        pen.line(x + shape.change, top + HEAD, x + shape.change, bottom, inks.LINE, 0.15)


def _sign(pen: Pen, shape: _Shape, score: Score, say: Say, bottom: float) -> None:
    """How it stands, where it was recorded, and a line for each side to sign on."""
    y = bottom - SIGNING + 8
    if score.record and score.view.verdict:
        pen.text(shape.left, y, say(score.view.verdict), "italic", 10)
    gap = 10.0
    teams = score.view.teams
    wide = (shape.right - shape.left - gap * (len(teams) - 1)) / len(teams)
    for place, team in enumerate(teams):
        x = shape.left + place * (wide + gap)
        pen.line(x, bottom - 5, x + wide, bottom - 5, inks.TEXT, 0.2)
        signed = say(msg("print.signature", who=TeamRef(team.team)))
        pen.text(x, bottom - 1, signed, "text", 8, inks.QUIET, room=wide)
