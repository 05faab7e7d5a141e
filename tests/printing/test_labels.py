"""Labels, measured in the finished file: each where its paper has it, each reads as it should."""

import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from pdf import dark_modules

from companion import games, words
from companion.core.cards import SUITS, Deck
from companion.core.messages import Refusal
from companion.core.paper import ORDINARY, Face, Labels, ordinary_face, ordinary_marker
from companion.printing import guide, inks, labels, markers, stocks
from companion.printing.calibration import Correction
from companion.printing.labels import Design, Run
from companion.printing.page import HAIR
from companion.printing.saying import Say

ROOT = Path(__file__).parents[2]
ALL = stocks.stocks()
PRINTING = [
    (name, players)
    for name in games.names()
    if games.paper(name)
    for players in games.load(name).players
]
every_printing_game = pytest.mark.parametrize(("name", "players"), PRINTING)
DECK = tuple(
    ordinary_face(card, points)
    for card, points in zip(Deck("ATKQJ98"), ["11", "0/14", "", "3"] * 7, strict=True)
)


def fits(stock, design):
    try:
        labels.check(stock, design)
    except Refusal:
        return False
    return True


def sheet(stock, design=None, faces=DECK, **run):
    return labels.labels_pdf("Game", faces, Run(stock, design or Design(), **run), Say())


def paper(name):
    return stocks.find(name, ALL)


def labels_of(name, players):
    return games.paper(name).labels(players, games.load(name).options())


COMBINATIONS = [
    pytest.param(stock, place, camera, id=f"{stock.id}-{place}{'-camera' if camera else ''}")
    for stock, place, camera in product(ALL, labels.PLACES, (False, True))
    if fits(stock, Design(place, camera=camera))
]


def test_every_paper_does_for_some_labels():
    usable = {param.values[0].id for param in COMBINATIONS}
    assert {stock.id for stock in ALL} == usable


@pytest.mark.parametrize(("stock", "place", "camera"), COMBINATIONS)
def test_labels_are_where_the_paper_has_them(read, stock, place, camera):
    """Outlines within 0.1 mm of the numbers; everything drawn within its label's safe area."""
    file = read(sheet(stock, Design(place, camera=camera, outline=True)))
    assert file.size() == pytest.approx(stock.size, abs=0.01)
    each = 2 if place == "corners" else 1
    wanted = [face for face in DECK for _ in range(each)]
    assert len(file) == -(-len(wanted) // stock.count)
    shapes = file.shapes()
    outlines = []
    letters = file.letters()
    for number in range(1, min(len(wanted), stock.count) + 1):
        x, y, w, h = stock.box(number)
        outline = min(
            shapes, key=lambda s: max(abs(s.left - x), abs(s.top - y), abs(s.right - x - w))
        )
        edges = (outline.left, outline.top, outline.right, outline.bottom)
        # The reader's bounds take in the whole width of the stroke, on either side.
        inked = (x - HAIR, y - HAIR, x + w + HAIR, y + h + HAIR)
        assert edges == pytest.approx(inked, abs=0.05)
        outlines.append(outline)
        inside = [
            letter
            for letter in letters
            if x < letter.centre[0] < x + w and y < letter.centre[1] < y + h
        ]
        face = wanted[number - 1]
        times = 1 if place == "corners" else 2
        text = sorted("".join(letter.text for letter in inside))
        assert text == sorted((face.sign + inks.sign(face.card[1]) + face.points) * times)
        for letter in inside:
            assert letter.left > x + stock.safe * 0.8
            assert letter.right < x + w - stock.safe * 0.8
            assert letter.top > y + stock.safe * 0.8
            assert letter.bottom < y + h - stock.safe * 0.8
    assert len(set(outlines)) == len(outlines)


@pytest.mark.parametrize(("stock", "place", "camera"), [c for c in COMBINATIONS if c.values[2]])
def test_markers_can_be_read(read, stock, place, camera):
    """Each is black on white with its white border, as large as a photo needs."""
    design = Design(place, camera=True)
    picture = read(sheet(stock, design)).image()
    areas = labels._areas(stock, design)
    mx, my, side, _ = areas.marker
    assert side >= markers.SMALLEST
    turned = labels._turn(stock, design) == 90
    for number in (1, 2):
        x, y, _, h = stock.box(number)
        if turned:
            left, top = x + my, y + h - mx - side
        else:
            left, top = x + mx, y + my
        seen = dark_modules(picture, (left, top), side, markers.SIDE)
        face = DECK[(number - 1) // (2 if place == "corners" else 1)]
        rows = [list(row) for row in markers.modules(face.marker)]
        if turned:  # a quarter anticlockwise
            rows = [list(row) for row in zip(*rows, strict=True)][::-1]
        assert seen == rows
        step = side / markers.SIDE
        around = dark_modules(picture, (left - step, top - step), side + 2 * step, markers.SIDE + 2)
        border = around[0] + around[-1] + [row[0] for row in around] + [row[-1] for row in around]
        assert not any(border)


def test_a_used_sheet_starts_where_it_is_free(read):
    stock = paper("L4731REV")
    file = read(sheet(stock, start=180))
    assert len(file) == 2
    first = [letter for letter in file.letters(0) if letter.text in "AK♣♦♥♠"]
    assert min(letter.top for letter in first) > stock.box(180)[1]
    second = file.letters(1)
    assert min(letter.left for letter in second) < stock.box(1)[0] + 3
    assert "".join(sorted(letter.text for letter in second if letter.text == "♠")) == "♠" * 14
    assert [entry.get_title() for entry in file.file.get_toc()] == ["Sheet 1", "Sheet 2"]


def test_several_decks(read):
    file = read(sheet(paper("L4736REV"), Design("centre"), copies=3))
    assert len(file) == 2
    assert sum(letter.text == "♥" for n in (0, 1) for letter in file.letters(n)) == 3 * 7 * 2


def test_a_correction_moves_what_is_drawn(read):
    """What this printer prints at x * across + right then lands where it should."""
    stock, design = paper("L7651"), Design("centre", outline=True)
    wrong = Correction(right=1.3, down=-0.7, across=1.004, along=0.997)
    drawn = read(sheet(stock, design, correction=wrong)).shapes()
    landed = [
        (s.left * wrong.across + wrong.right, s.top * wrong.along + wrong.down) for s in drawn
    ]
    for number in (1, 17, 28):
        x, y, _, _ = stock.box(number)
        assert any(abs(a - x) < 0.1 and abs(b - y) < 0.1 for a, b in landed)


@pytest.mark.parametrize(
    ("stock", "design", "code"),
    [
        ("L7160", Design("corners"), "labels-too-wide"),
        ("3490", Design("corners"), "labels-too-wide"),
        ("6019", Design("corners", camera=True), "no-room-for-camera"),
        ("6019", Design("centre"), "labels-too-small"),
    ],
)
def test_what_does_not_go_together(stock, design, code):
    with pytest.raises(Refusal) as refused:
        sheet(paper(stock), design)
    assert refused.value.code == code
    assert paper(stock).name in words.render(refused.value.msg)
    too_large = stocks.own((210, 297, 100, 100, 1, 1, 10, 10, 100, 100))
    with pytest.raises(Refusal) as refused:
        sheet(too_large, Design("centre"))
    assert refused.value.code == "labels-too-large"


def test_six_and_nine_stand_on_a_line(read):
    """Turned round with the card, each would be taken for the other."""

    def lines(rank):
        faces = [ordinary_face(f"{rank}s")]
        return len(read(sheet(paper("L7651"), Design("centre"), faces)).shapes())

    assert lines("9") == lines("6") == lines("8") + 2


def test_black_alone_tells_red_suits_by_outline(read):
    text = read(sheet(paper("L4731REV"), Design(scheme="black"))).text()
    assert "♡" in text
    assert "♢" in text
    assert "♥" not in text


def test_equal_input_gives_equal_bytes():
    script = (
        "import sys, hashlib; from companion import games\n"
        "from companion.printing import labels, stocks\n"
        "from companion.printing.saying import Say\n"
        "from companion.core.paper import ordinary_face\n"
        "faces = [ordinary_face(c) for c in ('As', 'Td', '9h')]\n"
        "run = labels.Run(stocks.find('l4731rev', stocks.stocks()), labels.Design(camera=True))\n"
        "print(hashlib.sha256(labels.labels_pdf('Ж', faces, run, Say())).hexdigest())\n"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "TZ": zone},
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        ).stdout
        for seed, zone in (("1", "UTC"), ("77", "Asia/Tokyo"))
    }
    assert len(digests) == 1
    assert sheet(paper("5167")) == sheet(paper("5167"))


# The games


@every_printing_game
def test_a_games_labels_are_its_deck(name, players):
    told = labels_of(name, players)
    deck = games.load(name).deck(players)
    assert sorted(face.card for face in told.faces) == sorted(deck)
    assert len({(face.sign, face.card[1]) for face in told.faces}) == len(deck)
    assert all(1 <= len(face.sign) <= 3 and len(face.points) <= 5 for face in told.faces)
    signs = {face.sign for face in told.faces}
    for conversion in told.conversions:
        assert {sign for sign, _ in conversion.ranks} == signs
        onto = [rank for _, rank in conversion.ranks]
        assert len(set(onto)) == len(onto), "one card for two labels"
        assert set(onto) <= {*ORDINARY.replace("T", ""), "10"}


def test_one_marker_means_one_card():
    """Over all games: an ordinary card always has the marker of that card."""
    meaning = {ordinary_marker(card): ("ordinary", card) for card in Deck(ORDINARY)}
    assert sorted(meaning) == list(range(52))
    for name, players in PRINTING:
        for face in labels_of(name, players).faces:
            assert 0 <= face.marker < markers.count()
            if face.marker < 52:
                assert meaning[face.marker][1] == face.card
            else:
                assert meaning.setdefault(face.marker, (name, face.card)) == (name, face.card)


@every_printing_game
@pytest.mark.parametrize("paper_size", ["A4", "Letter"])
@pytest.mark.parametrize("place", labels.PLACES)
def test_the_guide_says_what_goes_where(read, name, players, paper_size, place):
    told = labels_of(name, players)
    say = Say("en", name)
    file = read(guide.guide_pdf("Title", told, Design(place, camera=True), paper_size, say))
    assert len(file) == 1
    text = file.text()
    letters = file.letters()
    for note in told.notes:
        assert say(note).split()[0] in text
    for conversion in told.conversions:
        assert say(conversion.title) in text
        for sign, rank in conversion.ranks:
            row = [
                c
                for c in letters
                if c.text == sign[0]
                and any(
                    d.text == rank[0] and abs(d.centre[1] - c.centre[1]) < 2 and d.left > c.left
                    for d in letters
                )
            ]
            assert row, (sign, rank)
    width, height = file.size()
    for letter in letters:
        assert letter.left >= 8
        assert letter.top >= 8
        assert letter.right <= width - 8
        assert letter.bottom <= height - 8


def test_a_deck_that_repeats_its_cards_has_a_guide_too(read):
    file = read(guide.guide_pdf("Belote", Labels(DECK), Design(), "A4", Say()))
    assert "repeats" in file.text()


def test_golden_text(read):
    """One sheet as it is read aloud: card by card, corner by corner, sheet's name last."""
    faces = [
        Face("Pc", "P", 52, "3"),
        Face("Id", "I", 69),
        Face("Th", "10", 29, "10"),
    ]
    file = read(sheet(paper("L4731REV"), faces=faces))
    assert file.text() == (
        "10 cm when printed at actual size (100 %) Game, Avery Zweckform L4731REV, sheet 1 of 1 "
        "P ♣3 P ♣3 I ♦ I ♦ 10 ♥ 10 10 ♥ 10"
    )


# The markers themselves


def turned(rows):
    return tuple(zip(*rows[::-1], strict=True))


def test_markers_are_those_of_the_dictionary():
    """The first and the last as OpenCV draws them (1 for white)."""
    assert markers.count() == 100
    rows = ["".join("1" if not dark else "0" for dark in row) for row in markers.modules(0)]
    assert rows == ["000000", "010110", "001010", "000110", "000100", "000000"]
    last = ["".join("1" if not dark else "0" for dark in row) for row in markers.modules(99)]
    assert last == ["000000", "001110", "000000", "011000", "001110", "000000"]


def test_no_two_markers_are_alike_however_they_are_turned():
    seen = {}
    for marker in range(markers.count()):
        rows = markers.modules(marker)
        ways = {rows}
        for _ in range(3):
            rows = turned(rows)
            ways.add(rows)
        assert len(ways) == 4, "it does not tell which way up it is"
        for way in ways:
            assert seen.setdefault(way, marker) == marker
    some = [way for way, marker in seen.items() if marker < 88]

    def apart(one, other):
        pairs = zip(one, other, strict=True)
        return sum(x != y for row, column in pairs for x, y in zip(row, column, strict=True))

    upright = [markers.modules(n) for n in range(88)]
    nearest = min(
        apart(one, other) for one in upright[:20] for other in some if seen[other] != seen[one]
    )
    assert nearest >= 3


def test_suits_are_all_there():
    assert set(inks.FOUR) == set(SUITS)
    for scheme in inks.SCHEMES:
        pairs = {(inks.ink(suit, scheme), inks.sign(suit, scheme)) for suit in SUITS}
        assert len(pairs) == 4


def test_the_title_is_the_games(read):
    say = Say("en", PRINTING[0][0])
    title = say.title
    run = Run(paper("5167"))
    data = labels.labels_pdf(title, labels_of(*PRINTING[0]).faces, run, say)
    assert title in read(data).file.get_metadata_value("Title")
