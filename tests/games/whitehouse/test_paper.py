"""Whitehouse Gaim on paper says what the rules play."""

import pytest

from companion import games, words
from companion.core.paper import CardOrder, Grid, Para
from companion.games.whitehouse import leaflet
from companion.games.whitehouse.auction import check_bid, check_pass, speaker, standing
from companion.games.whitehouse.options import LADDERS, HouseRules, letter_points, sentences
from companion.games.whitehouse.paper import AS_IN_28, FIRST_MARKER, HIGH_CARDS, PAPER, marker
from companion.games.whitehouse.score import step_for
from companion.printing.saying import Say

SAY = Say("en", "whitehouse")
HOUSES = [
    HouseRules(),
    HouseRules(reward="A", double=True, minimum=12, auction="free"),
    HouseRules(reward="C", minutes=40, auction="last-word", minimum=20),
    HouseRules(points={"P": 4, "T": 3}, plays=1),
    HouseRules(points={"R": 7}),
]
houses = pytest.mark.parametrize("house", HOUSES)
players = pytest.mark.parametrize("players", [4, 6])


def blocks(sheet, kind):
    found = []
    for block in (*sheet.aid, *sheet.rules):
        found += [b for b in (block, *getattr(block, "blocks", ())) if isinstance(b, kind)]
    return found


@players
@houses
def test_every_sentence_is_there(players, house):
    sheet = PAPER.sheet(players, house)
    catalogue = words.catalogue("en", "whitehouse")

    def check(value):
        code = getattr(value, "code", None)
        if code:
            assert code in catalogue
            said = SAY(value)
            assert "{" not in said
        for part in getattr(value, "__struct_fields__", ()):
            check(getattr(value, part))
        if isinstance(value, tuple):
            for one in value:
                check(one)

    check(sheet)
    check(PAPER.labels(players, house))
    check(PAPER.score_columns(players, house))


@players
@houses
def test_points_are_those_played_by(players, house):
    worth = letter_points(house)
    orders = blocks(PAPER.sheet(players, house), CardOrder)
    assert len(orders) == 2
    for order in orders:
        assert {sign: int(points or 0) for sign, points in order.ranks} == {
            letter: worth.get(letter, 0) for letter in "PMSDATNRI"[: 8 if players == 4 else 9]
        }
    for face in PAPER.labels(players, house).faces:
        assert int(face.points or 0) == worth.get(face.card[0], 0)


@players
@houses
def test_chips_are_those_paid(players, house):
    """Each bid there can be stands in exactly one row, with what it wins and loses."""
    tables = [
        grid
        for grid in blocks(PAPER.sheet(players, house), Grid)
        if str(grid.rows[0][1])[:1] == "+"
    ]
    assert len(tables) == 2
    for grid in tables:
        seen = []
        for bids, made, failed in grid.rows:
            low, _, high = bids.partition("–")
            for bid in range(int(low), int(high or low) + 1):
                step = step_for(house.reward, bid)
                assert (made, failed) == (f"+{step.made}", f"−{step.failed}")
                seen.append(bid)
        assert seen == list(range(house.minimum, 29))
    assert set(LADDERS) == {"flat", "A", "B", "C", "D"}


@players
@houses
def test_the_example_auction_could_be(players, house):
    said = []
    for word, _ in leaflet.auction_example(players, house):
        assert speaker(said, 2, players, house.auction) == word.seat
        if word.points is None:
            check_pass(said, word.seat, house.minimum)
        else:
            check_bid(said, word.seat, word.points, house.minimum)
        said.append(word)
    assert speaker(said, 2, players, house.auction) is None
    assert standing(said).seat == 2
    assert sum(word.points is not None for word in said) == 3


@players
def test_the_worked_count_is_the_case_of_the_rules(players):
    """W5: 3P 2M 3S 1D are 17, and the others show 11."""
    grid = next(grid for grid in blocks(PAPER.sheet(players, HouseRules()), Grid) if grid.total)
    assert [row[0] for row in grid.rows] == ["P", "M", "S", "D"]
    assert grid.total[3:] == ("17", "11")
    assert [row[3] for row in grid.rows] == ["9", "4", "3", "1"]
    assert sum(int(row[4]) for row in grid.rows) == 11


@houses
def test_house_rules_are_ticked_as_chosen(house):
    sheet = PAPER.sheet(4, house)
    assert sheet.rules[-1].items == sentences(4, house)
    assert sheet.rules[-1].kind == "ticks"


def test_what_the_source_leaves_open_is_marked():
    """Ranks, points, length of the auction, power of the trump, reward, winner, penalty."""
    ours = {p.text.code for p in blocks(PAPER.sheet(4, HouseRules()), Para) if p.ours}
    assert {
        "paper.rank-ours",
        "paper.points-ours",
        "paper.bidding-two-laps",
        "paper.trump-early",
        "paper.play-face-down",
        "paper.reward-ours",
        "paper.end-winner",
        "paper.irregular-pays",
    } <= ours


def test_both_maps_are_those_of_the_rules():
    labels = PAPER.labels(6, HouseRules())
    high, as_in_28 = (dict(conversion.ranks) for conversion in labels.conversions)
    assert "".join(high) == "PMSDATNRI"
    assert tuple(high.values()) == HIGH_CARDS == ("A", "K", "Q", "J", "10", "9", "8", "7", "6")
    assert tuple(as_in_28.values()) == AS_IN_28
    assert (as_in_28["P"], as_in_28["M"], as_in_28["A"]) == ("J", "9", "K")
    assert len(PAPER.labels(4, HouseRules()).faces) == 32


def test_markers_stay_what_they_are():
    """Labels last for years: these ids may never change."""
    assert FIRST_MARKER == 52
    assert [marker(card) for card in ("Pc", "Ic", "Pd", "Ph", "Ps", "Is")] == [
        52,
        60,
        61,
        70,
        79,
        87,
    ]
    assert len({marker(card) for card in games.load("whitehouse").deck(6)}) == 36
