"""Belote on paper says what the rules play."""

import pytest

from companion.core.paper import CardOrder, Grid
from companion.core.seats import Team
from companion.games.belote import leaflet
from companion.games.belote.contracts import DECK, KINDS, PLAIN, TRUMP
from companion.games.belote.options import HouseRules
from companion.games.belote.paper import PAPER
from companion.games.belote.tally import tally, tens
from companion.printing.saying import Say

SAY = Say("en", "belote")
HOUSES = [
    HouseRules(),
    HouseRules(last_packet=2, tie_doubled="split", sequences="one-contest"),
    HouseRules(nt_capot=180, finish_on_capot=True, finish_on_hanging=False, target=1001),
]
houses = pytest.mark.parametrize("house", HOUSES)


def grids(house):
    sheet = PAPER.sheet(4, house)
    found = []
    for block in (*sheet.aid, *sheet.rules):
        found += [b for b in (block, *getattr(block, "blocks", ())) if isinstance(b, Grid)]
    return found


def read(cell):
    return cell if isinstance(cell, str) else SAY(cell)


@houses
def test_every_sentence_is_there(house):
    sheet = PAPER.sheet(4, house)

    def check(value):
        if getattr(value, "code", None):
            said = SAY(value)
            assert "{" not in said
            assert said != value.code
        for part in getattr(value, "__struct_fields__", ()):
            check(getattr(value, part))
        for one in value if isinstance(value, tuple) else ():
            check(one)

    check(sheet)
    check(PAPER.labels(4, house))
    check(PAPER.score_columns(4, house))


def test_both_orders_and_their_points():
    orders = [b for b in PAPER.sheet(4, HouseRules()).aid if isinstance(b, CardOrder)]
    for order, ranks, suit in zip(orders, (TRUMP, PLAIN), ("h", "s"), strict=True):
        assert [sign.replace("10", "T") for sign, _ in order.ranks] == list(ranks)
        worth = KINDS["hearts"].points
        for sign, points in order.ranks:
            assert int(points or 0) == worth[sign.replace("10", "T") + suit]


def test_contracts_are_written_as_they_are_counted():
    """162 is 16, 260 is 26, 258 is 26 (rules.md 2.1)."""
    grid = next(g for g in grids(HouseRules()) if len(g.rows) == 3 and len(g.head) == 4)
    assert [row[1:] for row in grid.rows] == [
        ("162", "162", "16"),
        ("130", "260", "26"),
        ("258", "258", "26"),
    ]


@houses
def test_the_worked_deals_are_what_the_score_would_be(house):
    grid = grids(house)[-1]
    for row, example in zip(grid.rows, leaflet.EXAMPLES, strict=True):
        sums = tally(
            KINDS[example.word],
            Team(1),
            example.doubled,
            cards=(example.ours, example.theirs),
            capot=Team(1) if example.capot else None,
            declared=(0, 0),
            hung=0,
            house=house,
        )
        assert read(row[2]) == f"{sums.written[0]} : {sums.written[1]}"
        assert example.ours + example.theirs == KINDS[example.word].total


def test_the_worked_deals_are_the_cases_of_the_rules():
    """B1, B7, B10, B13 without what hung, B4, B6, B16."""
    grid = grids(HouseRules())[-1]
    assert [read(row[2]) for row in grid.rows] == [
        "10 : 6",
        "0 : 16",
        "0 : 8",
        "0 : 32",
        "22 : 4",
        "16 : 10",
        "25 : 0",
    ]
    assert tens(162) == 16


def test_labels_have_both_worths_where_they_differ():
    faces = {face.card: face for face in PAPER.labels(4, HouseRules()).faces}
    assert set(faces) == set(DECK)
    assert faces["Jh"].points == "2/20"
    assert faces["9c"].points == "0/14"
    assert (faces["Ts"].sign, faces["Ts"].points) == ("10", "10")
    assert faces["7d"].points == ""


def test_a_score_sheet_has_room_for_what_a_deal_is_entered_by():
    titles = [SAY(column.title) for column in PAPER.score_columns(4, HouseRules())]
    assert titles == ["Dealer", "Contract", "Bidder", "Points", "Declared", "Hangs"]
