"""The table card and the seat cards: squares that scan, words that can be read and typed."""

import math

import pytest
from pdf import dark_modules

from companion import links, words
from companion.core.messages import Refusal
from companion.core.seats import seats_of
from companion.printing import seat_cards, table_card
from companion.printing.page import MM, PAPERS, Document
from companion.printing.saying import Say
from companion.printing.seat_cards import SeatCard
from companion.printing.table_card import Door, Wifi

DOOR = Door("http://192.168.1.57:8765/j/KX7PM", "192.168.1.57:8765", "KX7PM")
LONG = "Maximiliana-Theodora von Sternberg-Wolkenstein"
WIFI = Wifi("Die lange Leitung; Gäste", 'geh:eim\\nis, "lang" und unbequem' + "x" * 30)
papers = pytest.mark.parametrize("paper", ["A4", "Letter"])


def seats(players, paper="A4", names=()):
    cards = [
        SeatCard(seat, links.pass_url("192.168.1.57", 8765, f"KX7PM.{'ABCDEFGH2345' * 2}{seat:02}"))
        for seat in seats_of(players)
    ]
    return seat_cards.seat_cards_pdf(cards, players, "clockwise", "KX7PM", paper, Say(names=names))


def within_the_edge(file):
    for page in range(len(file)):
        width, height = file.size(page)
        for thing in file.letters(page) + file.shapes(page):
            assert thing.left >= 7.9
            assert thing.top >= 7.9
            assert thing.right <= width - 7.9
            assert thing.bottom <= height - 7.9


@papers
@pytest.mark.parametrize("wifi", [None, Wifi("Home"), WIFI], ids=["none", "open", "long"])
def test_the_table_card_is_one_page_with_all_there_is(read, paper, wifi):
    file = read(table_card.table_card_pdf(DOOR, paper, Say(), wifi))
    assert len(file) == 1
    assert file.size() == pytest.approx(PAPERS[paper], abs=0.1)
    within_the_edge(file)
    text = file.text().replace(" ", "")
    assert text.count(DOOR.plain) == 2
    assert text.count(DOOR.code) == 2
    assert "Itdoesnotopen?" in text
    if wifi:
        assert wifi.name.replace(" ", "") in text
        assert wifi.password.replace(" ", "") in text


@papers
def test_one_half_stands_on_its_head(read, paper):
    """Folded in the middle, both sides read upright."""
    file = read(table_card.table_card_pdf(DOOR, paper, Say()))
    half = file.size()[1] / 2
    letters = file.letters()
    question = [letter for letter in letters if letter.text == "?"]
    assert question
    assert all(letter.centre[1] < half for letter in question)
    codes = [letter for letter in letters if letter.text in "KX" and letter.bottom - letter.top > 5]
    upper = [letter.centre[0] for letter in codes if letter.centre[1] < half]
    lower = [letter.centre[0] for letter in codes if letter.centre[1] > half]
    assert upper[0] > upper[1], "K is right of X where the page stands on its head"
    assert lower[0] < lower[1]


def test_squares_are_what_the_screen_shows(read):
    """Module for module the square of the link, and large enough for an old phone."""
    file = read(table_card.table_card_pdf(DOOR, "A4", Say(), WIFI))
    picture = file.image(dpi=200)
    half = PAPERS["A4"][1] / 2
    squares = [shape for shape in file.shapes() if shape.right - shape.left > 40]
    for text, least in (
        (links.compact(DOOR.url), 60),
        (links.wifi(WIFI.name, WIFI.password), 45),
    ):
        rows = links.matrix(text)
        assert any(
            shape.top > half
            and (side := (shape.right - shape.left) * len(rows) / (len(rows) - 2 * links.QUIET))
            >= least
            and dark_modules(
                picture,
                (
                    shape.left - side * links.QUIET / len(rows),
                    shape.top - side * links.QUIET / len(rows),
                ),
                side,
                len(rows),
                dpi=200,
            )
            == rows
            for shape in squares
        )


def test_links_can_be_tapped_on_a_screen(read):
    assert table_card.table_card_pdf(DOOR, "A4", Say()).count(b"/S /URI") == 2
    assert seats(4).count(b"/S /URI") == 4


@papers
@pytest.mark.parametrize("players", [2, 4, 6, 12])
def test_every_seat_has_its_card(read, players, paper):
    names = ["Ana", LONG, None, "Георги"] * 3
    file = read(seats(players, paper, names[:players]))
    assert len(file) == math.ceil(players / 8)
    within_the_edge(file)
    text = " ".join(file.text(page) for page in range(len(file)))
    assert "Ana" in text
    assert "Maximil" in text
    for seat in seats_of(players):
        assert f"Seat {seat} of {players}" in text
    squares = [
        shape
        for page in range(len(file))
        for shape in file.shapes(page)
        if 30 < shape.right - shape.left < 50 and abs(shape.bottom - shape.top - 46) < 12
    ]
    assert len(squares) == players
    assert seats(players, paper, names) == seats(players, paper, names)


def test_names_that_no_font_has_are_refused():
    with pytest.raises(Refusal) as refused:
        seats(4, names=["Ana", "אבא", "", ""])
    assert "אבא" in words.render(refused.value.msg)


@pytest.mark.parametrize("wifi", [("",), ("x" * 33,), ("ж" * 17,), ("Home", "y" * 64)])
def test_no_such_wifi(wifi):
    with pytest.raises(Refusal) as refused:
        Wifi(*wifi)
    assert refused.value.code == "bad-wifi"


def test_a_box_within_a_box_is_turned_in_its_place(read):
    """All four turns draw the same corner of the same rectangle."""
    for turn, corner in ((0, (30, 40)), (90, (30, 58)), (180, (48, 58)), (270, (48, 40))):
        document = Document("x", (100, 100))
        with document.page().inside(30, 40, 20, 20, turn) as pen:
            assert (pen.width, pen.height) == (20, 20)
            pen.box(0, 0, 2, 2, fill="#000000")
        (box,) = read(document.bytes()).shapes()
        assert (box.left, box.top) == pytest.approx(corner, abs=0.01)
    assert pytest.approx(72) == 25.4 * MM
