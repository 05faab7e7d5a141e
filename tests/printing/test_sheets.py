"""Rule sheets of every game that prints: one page of aid, all of the rules, all of it in place."""

import re
import time

import pytest

from companion import games, links
from companion.core.messages import Refusal, msg
from companion.core.paper import Grid, Heading, Items, Panel, Para, Sheet
from companion.printing import sheets
from companion.printing.page import PAPERS
from companion.printing.saying import Say
from companion.printing.sheets import sheet_pdf
from companion.printing.table_card import Door

DOOR = Door("http://192.168.1.57:8765/j/KX7PM", "192.168.1.57:8765", "KX7PM")
TABLES = [
    (name, players)
    for name in games.names()
    if games.paper(name)
    for players in games.load(name).players
]
every_table = pytest.mark.parametrize(("name", "players"), TABLES)
every_paper = pytest.mark.parametrize("paper", PAPERS)


def sheet_of(name, players):
    return games.paper(name).sheet(players, games.load(name).options())


def sentences(blocks, say):
    """Every sentence of some blocks, as it should stand on the page."""
    for block in blocks:
        match block:
            case Heading(text) | Para(text):
                yield say(text)
            case Items(items):
                yield from map(say, items)
            case Grid():
                for row in (block.head, *block.rows, block.total):
                    yield from (cell if isinstance(cell, str) else say(cell) for cell in row)
            case Panel(title, inner):
                yield say(title)
                yield from sentences(inner, say)
            case _:
                pass


def aid_pages(file, say):
    """How many pages the aid has: one, or both sides of a small leaf."""
    head = bare(say(msg("print.aid")))
    return sum(page == 0 or head in bare(file.text(page))[:60] for page in range(len(file)))


def bare(text):
    return re.sub(r"[\s†]", "", text).replace("−", "–")


@every_table
@every_paper
@pytest.mark.parametrize("door", [None, DOOR], ids=["alone", "at a table"])
def test_a_sheet_is_whole(read, name, players, paper, door):
    say, sheet = Say("en", name), sheet_of(name, players)
    file = read(sheet_pdf(sheet, paper, say, door))
    width, height = PAPERS[paper]
    assert 2 <= len(file) <= 6
    texts = [bare(file.text(page)) for page in range(len(file))]
    assert all(len(text) > 200 for text in texts), "a blank page"
    assert all(f"{n}/{len(file)}" in text for n, text in enumerate(texts, 1))
    aids = aid_pages(file, say)
    assert aids == 1 or paper == "A5"
    for sentence in sentences(sheet.aid, say):
        assert bare(sentence) in "".join(texts[:aids]), sentence
    rules = "".join(texts[aids:])
    for sentence in sentences(sheet.rules, say):
        parts = re.split(r"(?<=[.,;:])\s", sentence)  # a paragraph may go on on the next page
        assert all(bare(part) in rules or len(texts) > aids + 1 for part in parts), sentence
    for page in range(len(file)):
        for thing in file.letters(page) + file.shapes(page):
            assert thing.left >= 8
            assert thing.top >= 8
            assert thing.right <= width - 8
            assert thing.bottom <= height - 8
    if door:
        assert door.plain in file.text()
        assert door.url.encode() in file.data
    assert say.title in file.text()
    assert file.fonts
    assert all(b"+" in font for font in file.fonts)
    outline = [entry.get_title() for entry in file.file.get_toc(max_depth=3) if entry.level == 0]
    assert outline == [say(msg("print.aid")), say(msg("print.rules"))]
    assert len(list(file.file.get_toc(max_depth=3))) > 8


@every_table
@every_paper
def test_columns_keep_apart_and_footers_free(read, name, players, paper):
    """No letter in the gutter or between the columns and the footer."""
    say = Say("en", name)
    file = read(sheet_pdf(sheet_of(name, players), paper, say))
    aids = aid_pages(file, say)
    for page in range(len(file)):
        frame = sheets.Frame.of(paper, 2 if page < aids else None)
        letters = file.letters(page)
        foot = frame.height - frame.margin
        top = frame.margin + (28 if page == 0 else 6)
        body = [c for c in letters if top < c.centre[1] < foot - sheets.FOOT + 4]
        assert not [c for c in letters if foot - sheets.FOOT + 1 < c.bottom < foot - 3.5]
        if frame.columns == 2:
            gutter = frame.left(1) - sheets.GUTTER
            assert not [c for c in body if c.right > gutter + 1 and c.left < frame.left(1) - 1]


@every_table
def test_headings_are_never_last(name, players):
    """A heading stays with what it heads, and what introduces a table with the table."""
    say, sheet = Say("en", name), sheet_of(name, players)
    for size in (7.0, 9.0, 11.0):
        setter = sheets.Setter(say, size, 230.0)
        for unit in setter.units(sheet.rules):
            assert type(unit.flowables[-1]).__name__ != "Title"


@every_table
def test_the_aid_can_be_read_at_arms_length(read, name, players):
    """On a whole page it is set in nine points at least: an x is 1.7 mm high."""
    file = read(sheet_pdf(sheet_of(name, players), "A4", Say("en", name), DOOR))
    heights = [c.bottom - c.top for c in file.letters() if c.text == "x"]
    heights += [c.bottom - c.top for c in file.letters() if c.text == "o"]
    body = sorted(heights)[len(heights) // 2]
    assert body >= 1.65


@every_table
def test_equal_input_gives_equal_bytes(name, players):
    say, sheet = Say("en", name), sheet_of(name, players)
    assert sheet_pdf(sheet, "A5", say, DOOR) == sheet_pdf(sheet, "A5", say, DOOR)


def test_an_aid_that_is_no_page_is_said():
    name, players = TABLES[0]
    whole = sheet_of(name, players)
    endless = Sheet(whole.facts, whole.goal, whole.rules * 4, whole.rules)
    with pytest.raises(Refusal) as refused:
        sheet_pdf(endless, "A5", Say("en", name))
    assert refused.value.code == "sheet-too-long"


def test_long_rules_take_more_pages(read):
    name, players = TABLES[0]
    whole = sheet_of(name, players)
    long = Sheet(whole.facts, whole.goal, whole.aid, whole.rules * 5)
    file = read(sheet_pdf(long, "A4", Say("en", name)))
    assert len(file) > 5
    assert all(len(bare(file.text(page))) > 100 for page in range(len(file)))


def test_the_square_is_that_of_the_screen(read):
    name, players = TABLES[0]
    from pdf import dark_modules

    file = read(sheet_pdf(sheet_of(name, players), "A4", Say("en", name), DOOR))
    rows = links.matrix(links.compact(DOOR.url))
    frame = sheets.Frame.of("A4")
    left, top = frame.width - frame.margin - 26 + 3, frame.margin - 3
    assert dark_modules(file.image(dpi=200), (left, top), 26, len(rows), dpi=200) == rows


@pytest.mark.bench
def test_how_long_a_sheet_takes(capsys):
    name, players = TABLES[0]
    sheet_pdf(sheet_of(name, players), "A4", Say("en", name))
    begun = time.perf_counter()
    sheet_pdf(sheet_of(name, players), "A4", Say("en", name))
    took = time.perf_counter() - begun
    begun = time.perf_counter()
    total = sum(n % 7 for n in range(10_000_000))
    counting = time.perf_counter() - begun
    assert total
    with capsys.disabled():
        print(f"\n  a rule sheet: {took:.2f} s, {took / counting:.2f} of counting to ten million")
