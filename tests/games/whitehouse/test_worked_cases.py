"""The worked cases of the rules page (1.5), by number. Side 1 deals last, so side 2 bids."""

import pytest

BY_COUNT = [
    # case, options, bid, points of the bidder's side, chips of bidders and others after
    pytest.param(({}, 14, 14, (8, 6)), id="W1"),
    pytest.param(({}, 14, 13, (6, 8)), id="W2"),
    pytest.param(({}, 28, 28, (8, 6)), id="W3"),
    pytest.param(({}, 28, 27, (6, 8)), id="W4"),
    pytest.param(({"reward": "B"}, 24, 24, (10, 4)), id="W11-made"),
    pytest.param(({"reward": "B"}, 24, 23, (4, 10)), id="W11-failed"),
    pytest.param(({"reward": "A"}, 19, 19, (8, 6)), id="W12-made"),
    pytest.param(({"reward": "A"}, 19, 18, (5, 9)), id="W12-failed"),
]


@pytest.mark.parametrize("case", BY_COUNT)
@pytest.mark.parametrize("players", [4, 6])
def test_by_count(table, players, case):
    options, bid, points, after = case
    t = table(players, **options).bid(bid).say(f"count 2 {points}")
    assert t.chips == after[::-1]
    assert t.deals[0].raw == (28 - points, points)
    assert sum(t.deals[0].written) == 0


def tricks_with(*letters_won: str) -> list[str]:
    """Record lines: tricks with the letters each side won, ranks spread over the suits."""
    stock = {letter: iter("cdhs") for letter in "PMSDATNRI"}
    return [" ".join(letter + next(stock[letter]) for letter in won) for won in letters_won]


@pytest.mark.parametrize(("bid", "made"), [(17, True), (18, False)])
def test_w5_points_by_the_cards(table, bid, made):
    """A holds 3P 2M 3S 1D and blanks: 17; B 1P 2M 1S 3D: 11."""
    mine = tricks_with("PPPM", "MSSS", "DAAA", "ATTT", "PMMS", "DDDT", "NNNN", "RRRR")
    winners = [2, 4, 2, 2, 1, 3, 1, 3]
    t = table().bid(bid)
    t.say(*(f"trick {seat} {cards}" for seat, cards in zip(winners, mine, strict=True)))
    assert t.deals[0].raw == (11, 17)
    assert t.chips == ((6, 8) if made else (8, 6))


def test_w6_six_players_and_the_worthless_i(table):
    """A holds 2P 3M 2S 2D 4I: 16."""
    mine = tricks_with("PPMMMS", "SDDIII", "IAAAAT", "PPMSSD", "DTTTNN", "NNRRRR")
    t = table(6).bid(16)
    t.say(*(f"trick {s} {c}" for s, c in zip([2, 4, 6, 1, 3, 5], mine, strict=True)))
    assert t.deals[0].raw == (12, 16)
    assert t.chips == (6, 8)


def test_w7_only_the_defenders_count(table):
    t = table().bid(16).say("count 1 12")
    assert t.deals[0].raw == (12, 16)
    assert t.chips == (6, 8)


def test_w8_points_that_add_up_to_29(table):
    mine = tricks_with("PPPM", "MSSS", "DAAA", "ATTT", "PMMS", "DDDT", "NNNN")
    t = table().bid(15)
    t.say(*(f"trick {s} {c}" for s, c in zip([2, 4, 2, 2, 1, 3, 1], mine, strict=True)))
    assert t.refused("count 1 10") == "count-disagrees"
    assert t.refused("count 2 18") == "count-disagrees"
    t.say("count 2 17")
    assert t.refused("count 1 14") == "auction-open"


@pytest.mark.parametrize("points", [pytest.param(13, id="W9-13"), pytest.param(29, id="W9-29")])
def test_w9_bids_that_are_none(table, points):
    assert table().refused(f"2 bid {points}") == "bid-range"


def test_w10_four_plays_to_a_draw(table):
    t = table()
    seen = []
    counts = {14: "count 2 14", 16: "count 1 16", 18: "count 2 17", 20: "count 1 19"}
    for bid, count in counts.items():
        t.bid(bid).say(count)
        seen.append(t.chips)
    assert seen == [(6, 8), (7, 7), (8, 6), (7, 7)]
    assert (t.over, t.winner) == (True, None)


def test_w13_owing_more_than_is_held(table):
    t = table(reward="A").say("adjust 2 -4 as in the case")
    t.bid(25).say("count 2 24")
    assert t.deals[0].written == (3, -3)
    assert t.chips == (14, 0)
    assert (t.over, t.winner) == (True, 1)


def test_w14_doubled_and_failed(table):
    t = table(double=True).bid(18).say("1 double", "count 2 17")
    assert t.chips == (9, 5)
    assert t.deals[0].contract == {
        "seat": 2,
        "team": 2,
        "points": 18,
        "trump": None,
        "doubled": 2,
    }


def test_w15_a_misdeal_counts_for_nothing(table):
    t = table().bid(20).say("void")
    assert t.chips == (7, 7)
    assert t.deals[0].contract is None
    assert t.deals[0].raw == t.deals[0].written == (0, 0)
    assert t.phase == ("auction", (3,))
    for _ in range(4):
        assert not t.over
        t.bid(14).say("count 1 14")
    assert t.over


LADDERS = {
    # bids: chips won if made, chips lost if not (rules page 1.3; C's second auction is 24 and up)
    "flat": {range(12, 29): (1, 1)},
    "A": {range(12, 20): (1, 2), range(20, 25): (2, 3), range(25, 29): (3, 4)},
    "B": {range(12, 20): (1, 1), range(20, 24): (2, 2), range(24, 28): (3, 3), (28,): (4, 4)},
    "C": {range(12, 21): (1, 1), range(21, 24): (2, 2), range(24, 28): (2, 3), (28,): (3, 4)},
    "D": {range(12, 20): (1, 1), range(20, 24): (2, 2), range(24, 29): (4, 4)},
}


@pytest.mark.parametrize("reward", LADDERS)
def test_every_rung_of_every_ladder(table, reward):
    for bids, (won, lost) in LADDERS[reward].items():
        for bid in bids:
            t = table(reward=reward, minimum=12).bid(bid).say(f"count 2 {bid}")
            assert t.chips == (7 - won, 7 + won), bid
            t = table(reward=reward, minimum=12).bid(bid).say(f"count 2 {bid - 1}")
            assert t.chips == (7 + lost, 7 - lost), bid
