"""Filling columns: everything once and in order, nothing over the edge, nothing torn apart."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Paragraph

from companion.printing import fonts
from companion.printing.columns import Measured, Unit
from companion.printing.page import Document

ROOM = 300.0
WIDE = 200.0


class Block(Flowable):
    """Something so high, with space around it."""

    def __init__(self, high, before=0.0, after=0.0):
        super().__init__()
        self.high, self.spaceBefore, self.spaceAfter = high, before, after

    def wrap(self, width, height):
        return width, self.high


def paragraph(words):
    style = ParagraphStyle(
        "x", fontName=fonts.font("text"), fontSize=10, leading=14, allowWidows=0, allowOrphans=0
    )
    return Paragraph(" ".join(f"word{n}" for n in range(words)), style)


blocks = st.builds(Block, st.floats(5, 250), st.floats(0, 20), st.floats(0, 20))
some_units = st.lists(
    st.lists(blocks, min_size=1, max_size=2).map(lambda found: Unit(tuple(found)))
    | st.integers(1, 120).map(lambda n: Unit((paragraph(n),))),
    min_size=1,
    max_size=12,
)


def measured(units):
    return Measured(units, WIDE, Document("x", (210, 297)).canvas)


def lines_of(one):
    one.wrap(WIDE, 1e6)
    return [" ".join(words) for _, words in one.blPara.lines]


def text_of(flowables):
    return [line for f in flowables if isinstance(f, Paragraph) for line in lines_of(f)]


@settings(max_examples=60)
@given(some_units)
def test_everything_is_there_once_and_within(units):
    placed = measured(units).flow(lambda _: ROOM, 99)
    if placed is None:
        assert any(sum(f.wrap(WIDE, 1e6)[1] for f in unit.flowables) + 40 > ROOM for unit in units)
        return
    wanted = [f for unit in units for f in unit.flowables]
    assert [p.flowable for p in placed if isinstance(p.flowable, Block)] == [
        f for f in wanted if isinstance(f, Block)
    ]
    assert " ".join(text_of(p.flowable for p in placed)) == " ".join(text_of(wanted))
    before = None
    for item in placed:
        assert item.top >= 0
        assert item.top + item.height <= ROOM + 1e-6
        if before and item.column == before.column:
            assert item.top >= before.top + before.height - 1e-6
        else:
            assert before is None or item.column == before.column + 1
            assert item.top == 0, "a gap at the top of a column"
        before = item


@settings(max_examples=60)
@given(some_units)
def test_what_belongs_together_stays_together(units):
    placed = measured(units).flow(lambda _: ROOM, 99) or []
    column = {id(item.flowable): item.column for item in placed}
    for unit in units if placed else ():
        assert len({column[id(f)] for f in unit.flowables if id(f) in column}) <= 1


def test_no_line_is_left_alone():
    for lines_above in range(15, 22):
        units = [Unit((Block(lines_above * 14.0),)), Unit((paragraph(20),))]
        placed = measured(units).flow(lambda _: ROOM, 9)
        parts = [item for item in placed if isinstance(item.flowable, Paragraph)]
        assert all(len(lines_of(part.flowable)) >= 2 for part in parts)


@settings(max_examples=30)
@given(some_units, st.integers(1, 3))
def test_the_last_columns_end_side_by_side(units, columns):
    one = measured(units)
    plain, level = one.flow(lambda _: ROOM, columns), one.level(lambda _: ROOM, columns)
    assert (plain is None) == (level is None)
    if plain and level:
        assert max(p.top + p.height for p in level) <= max(p.top + p.height for p in plain) + 1e-6


def test_what_is_higher_than_a_column_fits_nowhere():
    assert measured([Unit((Block(ROOM + 1),))]).flow(lambda _: ROOM, 9) is None
    assert measured([Unit((Block(ROOM),))]).flow(lambda _: ROOM, 1) is not None
    assert (
        pytest.approx(ROOM) == measured([Unit((Block(ROOM),))]).level(lambda _: ROOM, 2)[0].height
    )
