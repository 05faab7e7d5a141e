"""Label papers: what comes along can be printed on, what cannot be is refused in a sentence."""

from dataclasses import dataclass
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import words
from companion.core.messages import Refusal
from companion.printing import stocks
from companion.printing.page import PAPERS

ALL = stocks.stocks()
each_stock = pytest.mark.parametrize("stock", ALL, ids=lambda stock: stock.id)
L4731 = (210, 297, 25.4, 10, 7, 27, 8.48, 13.43, 27.94, 10)


def sentence(refused):
    said = words.render(refused.value.msg)
    assert "\n" not in said
    assert "{" not in said
    assert "refused." not in said
    return said


def test_there_are_enough():
    assert len(ALL) >= 25
    assert {stock.paper for stock in ALL} == {"A4", "Letter"}
    assert sum(stock.cut for stock in ALL) >= 2


@each_stock
def test_every_label_is_on_the_sheet_and_on_no_other(stock):
    stocks.check(stock)
    assert len(stock.source) >= 3
    width, height = PAPERS[stock.paper]
    boxes = [stock.box(n) for n in range(1, stock.count + 1)]
    assert len(set(boxes)) == stock.count == stock.grid[0] * stock.grid[1]
    for x, y, w, h in boxes:
        assert x >= 0
        assert y >= 0
        assert x + w <= width + stocks.ROUNDING
        assert y + h <= height + stocks.ROUNDING
    for row in range(stock.grid[1]):
        line = boxes[row * stock.grid[0] : (row + 1) * stock.grid[0]]
        assert all(b[0] - a[0] >= a[2] - stocks.ROUNDING for a, b in pairwise(line))
    column = boxes[:: stock.grid[0]]
    assert all(b[1] - a[1] >= a[3] - stocks.ROUNDING for a, b in pairwise(column))


@each_stock
def test_the_grid_stands_in_the_middle(stock):
    """Papers are cut evenly: what is free on the right is what is free on the left, nearly."""
    left, top, right, bottom = stock.margins
    assert abs(left - right) < 2.0
    assert abs(top - bottom) < 4.5


def test_every_name_means_one_paper():
    names = [n for s in ALL for n in {stocks._plain(m) for m in (s.id, s.name, *s.also)}]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("wish", "found"),
    [
        ("L4731REV", "l4731rev"),
        ("avery l7658", "l4731rev"),
        ("Herma 4344", "herma-4333"),
        ("8167", "5167"),
        ("8160", "5160"),
        ("Plain A4", "plain-a4"),
        ("", None),
    ],
)
def test_papers_are_found_by_the_number_on_the_box(wish, found):
    if found:
        assert stocks.find(wish, ALL).id == found
        return
    with pytest.raises(Refusal) as refused:
        stocks.find(wish, ALL)
    assert refused.value.code == "no-stock"
    sentence(refused)


def test_known_measures():
    """Against the makers' numbers once more, written by hand (shared sources)."""
    stock = stocks.find("L4731REV", ALL)
    assert stock.box(1) == (8.48, 13.43, 25.4, 10.0)
    assert stock.box(189) == pytest.approx((176.12, 273.43, 25.4, 10.0))
    assert stocks.find("5160", ALL).box(30) == pytest.approx((144.48, 241.3, 66.68, 25.4))


@pytest.mark.parametrize(
    ("start", "number"),
    [("1", 1), ("15", 15), ("3:2", 16), (" 27 : 7 ", 189), ("189", 189)],
)
def test_where_to_start(start, number):
    assert stocks.find("L4731REV", ALL).number(start) == number


@pytest.mark.parametrize("start", ["0", "190", "28:1", "1:8", "0:1", "-1", "x", "", "1:", "9" * 99])
def test_where_nobody_can_start(start):
    with pytest.raises(Refusal) as refused:
        stocks.find("L4731REV", ALL).number(start)
    assert "189" in sentence(refused)


def test_a_paper_of_ones_own():
    stock = stocks.own(L4731)
    theirs = stocks.find("L4731REV", ALL)
    assert [stock.box(n) for n in (1, 100, 189)] == [theirs.box(n) for n in (1, 100, 189)]


@dataclass(frozen=True)
class Fault:
    """Ten numbers with something wrong, and a word of the sentence about it."""

    place: int
    value: float
    word: str


@pytest.mark.parametrize(
    "fault",
    [
        Fault(0, 20, "sheet"),
        Fault(0, 5000, "sheet"),
        Fault(2, 3, "at least"),
        Fault(3, float("nan"), "numbers"),
        Fault(4, 0, "columns"),
        Fault(4, 2.5, "whole"),
        Fault(4, 8, "right"),
        Fault(5, 29, "bottom"),
        Fault(6, -1, "below zero"),
        Fault(6, float("inf"), "numbers"),
        Fault(8, 20, "across"),
        Fault(9, 9, "down"),
    ],
    ids=str,
)
def test_papers_that_cannot_be(fault):
    numbers = list(L4731)
    numbers[fault.place] = fault.value
    with pytest.raises(Refusal) as refused:
        stocks.own(numbers)
    assert refused.value.code == "bad-stock"
    assert fault.word in sentence(refused)


@given(
    st.tuples(
        *[st.floats(-10, 400)] * 4,
        st.integers(-1, 60),
        st.integers(-1, 60),
        *[st.floats(-5, 100)] * 4,
    )
)
def test_whatever_ten_numbers_are_they_fit_or_are_refused(numbers):
    try:
        stock = stocks.own(numbers)
    except Refusal:
        return
    x, y, w, h = stock.box(stock.count)
    assert x + w <= numbers[0] + 0.06
    assert y + h <= numbers[1] + 0.06


GOOD = """[[stock]]
id = "mine"
name = "Mine"
paper = [210.0, 297.0]
label = [30.0, 20.0]
grid = [4, 10]
first = [10.0, 10.0]
pitch = [32.0, 22.0]
source = "measured"
"""


def test_further_papers_lie_in_the_data_folder(tmp_path):
    (tmp_path / "stocks").mkdir()
    (tmp_path / "stocks" / "mine.toml").write_text(GOOD, encoding="utf-8")
    assert stocks.find("mine", stocks.stocks(tmp_path)).count == 40
    ours = GOOD.replace('"mine"', '"l7651"')
    (tmp_path / "stocks" / "other.toml").write_text(ours, encoding="utf-8")
    assert stocks.find("l7651", stocks.stocks(tmp_path)).count == 40


@pytest.mark.parametrize(
    "text",
    [
        "[[stock]",
        "stock = 3",
        "",
        GOOD.replace("grid = [4, 10]\n", ""),
        GOOD.replace("[4, 10]", '"many"'),
        GOOD + "colour = 3\n",
        GOOD.replace("[210.0, 297.0]", '"A3"'),
        GOOD.replace("[30.0, 20.0]", "[60.0, 20.0]"),
        GOOD.replace('"mine"', '"\x00"'),
        "\xff\xfe",
    ],
)
def test_bad_files_are_one_sentence(tmp_path, text):
    path = tmp_path / "bad.toml"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(Refusal) as refused:
        stocks.read(path)
    assert refused.value.code in ("bad-stock-file", "bad-stock")
    sentence(refused)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(Refusal) as refused:
        stocks.read(tmp_path / "none.toml")
    assert "none.toml" in sentence(refused)


def test_a_stock_says_all_that_glabels_does():
    """The fields that label programs share; ten of them make a paper of one's own."""
    fields = {field.name for field in msgspec.structs.fields(stocks.Stock)}
    assert {"paper", "label", "grid", "first", "pitch", "corner", "safe", "shape"} <= fields
