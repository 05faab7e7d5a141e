"""The worked cases B1 to B23 of rules.md 2.8, entered as a table would. N/S are team 1."""

from dataclasses import replace

import pytest


def deal(table, team, kind, points, doubled=1, *said, hung=0):
    """One deal with N/S' points; team 1 or 2 bids; so many points hang from before."""
    t = table()
    t.state = replace(t.state, hanging=hung)
    t.by(team, kind, doubled).say(*said)
    return t.say(points if isinstance(points, str) else f"count 1 {points}")


@pytest.mark.parametrize(
    ("case", "team", "kind", "north", "said", "written", "hanging"),
    [
        ("B1", 1, "hearts", 106, (), (10, 6), 0),
        ("B2", 1, "hearts", 156, (), (15, 1), 0),
        ("B3", 2, "hearts", 77, (), (8, 8), 0),
        ("B4", 1, "all-trumps", 224, (), (22, 4), 0),
        ("B5", 2, "all-trumps", 164, ("2 four Q",), (17, 19), 0),
        ("B6", 1, "no-trumps", 82, (), (16, 10), 0),
        ("B7", 1, "hearts", 53, (), (0, 16), 0),
        ("B8", 1, "spades", 75, ("1 belote spades",), (9, 9), 0),
        ("B9", 1, "spades", 60, ("1 belote spades",), (0, 18), 0),
        ("B10", 1, "hearts", 81, (), (0, 8), 8),
        ("B11 suit", 1, "hearts", 56, ("1 quarte Ts",), (0, 10), 11),
        ("B11 all trumps", 1, "all-trumps", 104, ("1 quarte Ts",), (0, 15), 16),
        ("B16 suit", 1, "hearts", "count 1 162 capot", (), (25, 0), 0),
        ("B16 all trumps", 1, "all-trumps", "count 1 258 capot", (), (35, 0), 0),
        ("B16 no trumps", 1, "no-trumps", "count 1 130 capot", (), (35, 0), 0),
        ("B18", 1, "hearts", 90, ("1 tierce Qs", "2 quarte Jc"), (0, 21), 0),
        ("B19", 2, "clubs", 80, ("1 four 9", "1 tierce Ad", "2 four J"), (10, 28), 0),
        ("B20", 1, "diamonds", 92, ("1 tierce Kc", "2 tierce Kh", "4 tierce Ts"), (9, 7), 0),
    ],
)
def test_a_deal(*, table, case, team, kind, north, said, written, hanging):
    t = deal(table, team, kind, north, 1, *said)
    assert (t.written, t.hanging) == (written, hanging), case
    assert t.deals[0].hanging == hanging


@pytest.mark.parametrize(
    ("case", "team", "kind", "doubled", "north", "hung", "written", "hanging"),
    [
        ("B12 made", 1, "hearts", 1, 102, 8, (18, 6), 0),
        ("B12 inside", 1, "hearts", 1, 70, 8, (0, 24), 0),
        ("B12 tie", 1, "all-trumps", 1, 129, 8, (0, 13), 21),
        ("B13", 2, "hearts", 2, 61, 10, (0, 42), 0),
        ("B14", 2, "all-trumps", 4, 151, 10, (114, 0), 0),
        ("B15 first", 1, "hearts", 2, 81, 0, (0, 0), 32),
        ("B15 again", 1, "hearts", 2, 81, 30, (0, 0), 62),
        ("B17 all trumps", 1, "all-trumps", 2, "count 1 258 capot", 30, (100, 0), 0),
        ("B17 suit", 1, "hearts", 4, "count 1 162 capot", 30, (130, 0), 0),
    ],
)
def test_a_deal_with_points_hanging(
    *, table, case, team, kind, doubled, north, hung, written, hanging
):
    t = deal(table, team, kind, north, doubled, hung=hung)
    assert (t.written, t.hanging) == (written, hanging), case


def at(table, one, two, **options):
    """A game under way at this score: the first deals of a long evening, corrected to it."""
    t = table(**options).by(1, "hearts").say("count 1 82")
    return t.say(f"adjust 1 {one - 8} so far", f"adjust 2 {two - 8} so far")


def test_b21_equal_at_the_target_plays_on(table):
    t = at(table, 140, 144).by(1, "all-trumps").say("1 tierce Tc", "count 1 140")
    assert (t.written, t.score) == ((16, 12), (156, 156))
    assert (t.over, t.winner) == (False, None)


def test_b22_the_higher_of_two_past_the_target_wins(table):
    t = at(table, 140, 145).by(1, "no-trumps").say("count 1 82")
    assert (t.written, t.score) == ((16, 10), (156, 155))
    assert (t.over, t.winner) == (True, 1)
    assert t.phase == ("over", ())


def test_b23_a_capot_does_not_end_the_game(table):
    t = at(table, 130, 60).by(1, "hearts").say("count 1 162 capot")
    assert (t.score, t.over) == ((155, 60), False)
    t.by(1, "hearts").say("count 1 106")
    assert (t.score, t.over, t.winner) == ((165, 66), True, 1)


def test_b23_where_it_may(table):
    t = at(table, 130, 60, finish_on_capot=True).by(1, "hearts").say("count 1 162 capot")
    assert (t.over, t.winner) == (True, 1)


def test_passed_out_deals_and_more_capots_do_not_count_after_one(table):
    t = at(table, 130, 60).by(1, "hearts").say("count 1 162 capot")
    first = t.state.deal.first
    t.say(*(f"{(first + n - 1) % 4 + 1} pass" for n in range(4)))
    assert not t.over
    t.by(2, "hearts").say("count 2 162 capot")
    assert (t.score, t.over) == ((155, 85), False)
    t.by(1, "hearts").say("count 2 162")
    assert (t.score, t.over) == ((155, 101), False), "the leader wrote nothing (D12)"
    t.by(1, "hearts").say("count 1 100")
    assert (t.score, t.winner) == ((165, 107), 1)


def goes_on(t):
    """Why play goes on, as phone and kiosk say it; None where they do not."""
    codes = [line.code for line in t.view().news]
    return next((code[8:] for code in codes if code.startswith("goes-on.")), None)


def test_it_is_said_why_play_goes_on_past_the_target(table):
    t = at(table, 130, 60).by(1, "hearts").say("count 1 106")
    assert goes_on(t) is None, "nobody has the target"
    t = at(table, 130, 60).by(1, "hearts").say("count 1 162 capot")
    assert goes_on(t) == "capot"
    first = t.state.deal.first
    t.say(f"{first} pass")
    assert goes_on(t) == "capot", "still, while the deal is on"
    t.say(*(f"{(first + n) % 4 + 1} pass" for n in range(3)))
    assert goes_on(t) == "capot", "a deal passed out changes nothing"
    t.by(2, "hearts").say("count 2 162")
    assert (t.over, goes_on(t)) == (False, "after-capot")
    t.by(1, "hearts").say("count 1 100")
    assert (t.over, goes_on(t)) == (True, None)
    t = at(table, 140, 144).by(1, "all-trumps").say("1 tierce Tc", "count 1 140")
    assert goes_on(t) == "level"


def test_the_leader_must_gain_only_after_a_capot(table):
    """Where the game may not end while points hang, it ends as soon as they do not."""
    t = at(table, 145, 20, finish_on_hanging=False).by(2, "hearts").say("count 2 81")
    assert (t.score, t.hanging, t.over, goes_on(t)) == ((153, 20), 8, False, "hanging")
    t.by(2, "hearts").say("count 2 162")
    assert (t.score, t.hanging) == ((153, 44), 0)
    assert (t.over, t.winner) == (True, 1), "no capot, and nothing hangs: D12 is not for this"
