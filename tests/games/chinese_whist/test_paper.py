"""Chinese Whist on paper says what the rules play."""

import pytest

from companion.core.paper import Figures, Grid, Spread
from companion.games.chinese_whist.options import HouseRules, book_of, dealt_of, tricks_in
from companion.games.chinese_whist.paper import PAPER
from companion.printing.saying import Say

SAY = Say("en", "chinese-whist")
HOUSES = [
    HouseRules(),
    HouseRules(honours=True, rubber=True, target=5, revoke=2),
    HouseRules(book=5, target=7),
]
houses = pytest.mark.parametrize("house", HOUSES)
players = pytest.mark.parametrize("players", [2, 3, 4])


@players
@houses
def test_every_sentence_is_there(players, house):
    def check(value):
        if getattr(value, "code", None):
            said = SAY(value)
            assert "{" not in said
            assert said != value.code
        for part in getattr(value, "__struct_fields__", ()):
            check(getattr(value, part))
        for one in value if isinstance(value, tuple) else ():
            check(one)

    check(PAPER.sheet(players, house))
    check(PAPER.labels(players, house))
    check(PAPER.score_columns(players, house))


@players
@houses
def test_worked_deals_score_what_is_above_the_book(players, house):
    sheet = PAPER.sheet(players, house)
    book = book_of(house, players)
    (grid,) = [block for block in sheet.rules if isinstance(block, Grid)]
    for tricks, points in grid.rows:
        won = [int(n) for n in tricks.split(" – ")]
        assert sum(won) == tricks_in(players)
        assert [int(n) for n in points.split(" : ")] == [max(0, n - book) for n in won]


@players
def test_the_layout_is_that_of_the_table(players):
    sheet = PAPER.sheet(players, HouseRules())
    for blocks in (sheet.aid, sheet.rules):
        (spread,) = [
            figure
            for block in blocks
            if isinstance(block, Figures)
            for figure in block.items
            if isinstance(figure, Spread)
        ]
        assert (spread.down, spread.up, spread.hand) == dealt_of(HouseRules(), players)


@players
def test_labels_are_the_pack(players):
    faces = PAPER.labels(players, HouseRules()).faces
    assert len(faces) == {2: 52, 3: 51, 4: 52}[players]
    assert ("2s" in {face.card for face in faces}) == (players != 3)


def test_partners_are_spoken_of_where_there_are_some():
    for players, said in ((2, False), (3, False), (4, True)):
        sheet = PAPER.sheet(players, HouseRules())
        paragraphs = [SAY(block.text) for block in sheet.rules if hasattr(block, "text")]
        assert any("Partners" in text for text in paragraphs) == said
