"""The worked cases of the rules page (3.4), by number."""

import pytest

BY_COUNT = [
    # players, options, score before, tricks, what each side writes
    pytest.param((4, {}, (0, 0), (9, 4), (3, 0)), id="C1"),
    pytest.param((4, {}, (0, 0), (7, 6), (1, 0)), id="C2"),
    pytest.param((4, {}, (0, 0), (13, 0), (7, 0)), id="C3"),
    pytest.param((3, {}, (0, 0, 0), (8, 5, 4), (2, 0, 0)), id="C15-one"),
    pytest.param((3, {}, (0, 0, 0), (7, 7, 3), (1, 1, 0)), id="C15-two"),
    pytest.param((3, {}, (0, 0, 0), (6, 6, 5), (0, 0, 0)), id="C15-none"),
    pytest.param((2, {}, (0, 0), (15, 11), (2, 0)), id="C17-15"),
    pytest.param((2, {}, (0, 0), (13, 13), (0, 0)), id="C17-13"),
    pytest.param((2, {}, (0, 0), (26, 0), (13, 0)), id="C17-26"),
    pytest.param((2, {"book": 6}, (0, 0), (15, 11), (9, 5)), id="C18"),
]


@pytest.mark.parametrize("case", BY_COUNT)
def test_by_count(table, case):
    players, options, before, tricks, written = case
    t = table(players, **options).deal(*tricks)
    assert t.deals[0].written == written
    assert t.deals[0].raw == tricks
    assert t.score == tuple(a + b for a, b in zip(before, written, strict=True))


def test_c4_tricks_that_do_not_add_up(table):
    t = table().trump()
    assert t.refused("count 8 6") == "count-sum"
    assert t.refused("count 8 5 0") == "count-sides"
    assert t.refused("count 14 -1") == "count-sum"


def test_c5_past_the_target(table):
    t = table().at(8, 5).deal(9, 4)
    assert (t.score, t.over, t.winner) == ((11, 5), True, 1)


def test_c6_won_in_one_deal(table):
    t = table(target=5).deal(11, 2)
    assert (t.score, t.over, t.winner) == ((5, 0), True, 1)


def test_c7_four_honours(table):
    t = table(honours=True).trump().say("honours 1 4", "count 7 6")
    assert t.deals[0].written == (5, 0)


def test_c8_honours_of_the_other_side(table):
    t = table(honours=True).trump().say("count 7 6", "honours 2 3")
    assert t.deals[0].written == (1, 2)


def test_c9_tricks_before_honours_and_honours_barred(table):
    t = table(honours=True).at(9, 7).trump().say("honours 1 4", "count 4 9")
    assert (t.score, t.winner) == ((9, 10), 2)
    t = table(honours=True).at(9, 7).trump().say("honours 1 4", "count 6 7")
    assert t.score == (9, 8), "barred at nine even where nobody has won"


@pytest.mark.parametrize("first", [False, True], ids=["claimed after", "claimed before"])
class TestRevokes:
    """Side 1 revoked; the claim comes before the count or after it, to the same effect."""

    def played(self, t, first, count, *claims):
        t.trump()
        return t.say(*claims, count) if first else t.say(count, *claims)

    def test_c10_three_tricks(self, table, first):
        t = self.played(table(), first, "count 8 5", "1 penalty tricks 2")
        assert t.deals[0].written == (0, 2)
        assert t.deals[0].raw == (8, 5)

    def test_c11_three_points_more(self, table, first):
        t = self.played(table(), first, "count 8 5", "3 penalty add 2")
        assert t.deals[0].written == (2, 3)

    def test_c12_three_points_off(self, table, first):
        t = self.played(table().at(4, 0), first, "count 8 5", "1 penalty deduct 2")
        assert t.score == (3, 0)

    def test_c13_the_offender_cannot_win(self, table, first):
        t = self.played(table().at(9, 0), first, "count 9 4", "1 penalty add 2")
        assert (t.score, t.over) == ((9, 3), False)

    def test_c14_two_tricks(self, table, first):
        t = self.played(table(revoke=2), first, "count 8 5", "1 penalty tricks 2")
        assert t.deals[0].written == (0, 1)

    def test_both_revoked_and_neither_wins(self, table, first):
        claims = ("1 penalty add 2", "2 penalty add 1")
        t = self.played(table().at(9, 9), first, "count 9 4", *claims)
        assert (t.score, t.over) == ((9, 9), False)

    def test_twice_and_below_nothing(self, table, first):
        claims = ("1 penalty deduct 2", "3 penalty deduct 2")
        t = self.played(table().at(4, 0), first, "count 6 7", *claims)
        assert t.score == (0, 1)

    def test_no_more_tricks_than_there_are(self, table, first):
        t = self.played(table(), first, "count 2 11", "1 penalty tricks 2")
        assert t.deals[0].written == (0, 7)


def test_c16_the_higher_of_two_past_the_target(table):
    t = table(3).at(9, 9, 2).deal(8, 7, 2)
    assert (t.score, t.over, t.winner) == ((11, 10, 2), True, 1)


def test_a_tie_past_the_target_plays_on(table):
    """E9."""
    t = table(3).at(9, 9, 2).deal(7, 7, 3)
    assert (t.score, t.over, t.winner) == ((10, 10, 2), False, None)
    t.deal(6, 6, 5)
    assert not t.over
    t.deal(5, 7, 5)
    assert (t.score, t.winner) == ((10, 11, 2), 2)
