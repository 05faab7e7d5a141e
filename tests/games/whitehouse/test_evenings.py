"""Chips, plays, ends and house rules; then whole evenings at random."""

import random
from typing import Union

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.entries import NewRules
from companion.core.messages import Refusal
from companion.core.seats import Seat
from companion.core.view import Viewer
from companion.games.whitehouse import RULES


def new_rules(**options):
    return NewRules(options=options)


def test_most_chips_after_the_agreed_plays_win(table):
    t = table(plays=2).bid(14).say("count 2 14").bid(14).say("count 2 15")
    assert t.chips == (5, 9)
    assert (t.over, t.winner) == (True, 2)
    assert t.phase == ("over", ())
    for line in ("4 bid 14", "void", "count 1 14", "end"):
        assert t.refused(line) == "game-over"


def test_the_usual_game_has_a_play_for_each_player(table):
    for players in (4, 6):
        t = table(players)
        for _ in range(players):
            assert not t.over
            t.bid(14).say("count 1 14")
        assert t.over


def test_a_draw_can_be_played_off(table):
    t = table(plays=2).bid(14).say("count 2 14").bid(14).say("count 1 14")
    assert (t.over, t.winner, t.chips) == (True, None, (7, 7))
    assert t.refused("4 pass") == "game-over"
    t.say("4 bid 14")
    assert not t.over
    t.say("void")
    assert t.over
    t.bid(14).say("count 1 14")
    assert (t.over, t.winner) == (True, 1)
    assert t.refused("2 bid 14") == "game-over"


def test_a_side_without_chips_has_lost_at_once(table):
    t = table(chips=1).bid(14).say("count 2 13")
    assert (t.chips, t.over, t.winner) == ((2, 0), True, 1)
    t.say("adjust 2 1 counted wrongly")
    assert not t.over
    t.bid(14).say("count 1 14")
    assert t.chips == (2, 0)


def test_nobody_pays_more_than_he_has(table):
    t = table(reward="D", chips=3).bid(24).say("count 2 28")
    assert t.deals[0].written == (-3, 3)
    assert "line.paid-all" in [line.code for line in t.view().score.rows[0].lines]


def test_corrections_move_chips_and_make_none(table):
    t = table().say("adjust 1 3 forgot a play")
    assert t.chips == (10, 4)
    assert t.refused("adjust 1 5 x") == "not-enough-chips"
    assert t.refused("adjust 2 -5 x") == "not-enough-chips"
    assert t.refused("adjust 1 0 x") == "adjust-nothing"
    t.say("adjust 1 -10 back and more")
    assert (t.chips, t.winner) == ((0, 14), 2)


def test_time_instead_of_a_number_of_plays(table):
    t = table(minutes=40)
    for _ in range(10):
        t.bid(14).say("count 2 14").bid(14).say("count 1 14")
        assert not t.over
    assert (t.view().deals, t.view().minutes) == (None, 40)
    t.bid(14).say("count 2 14", "end")
    assert (t.over, t.winner) == (True, 2)
    assert t.phase == ("over", ())


def test_an_unfinished_play_does_not_count_at_the_end(table):
    t = table().bid(14).say("count 2 14").bid(20).say("3 play Pc", "end")
    assert len(t.deals) == 1
    assert (t.over, t.winner, t.chips) == (True, 2, (6, 8))
    assert t.refused("end") == "game-over"
    assert t.refused(new_rules(plays=9)) == "game-over"
    t.say("adjust 1 1 a slip")
    assert t.state.drawn


def test_new_house_rules_hold_from_the_next_deal(table):
    t = table().say(new_rules(reward="B"))
    assert t.state.house.reward == "B"
    t.say("2 bid 24", new_rules(reward="D", plays=5))
    assert t.state.house.reward == "B"
    assert "house.coming" in [line.code for line in t.view().house]
    t.say("3 pass", "4 pass", "1 pass", "count 2 24")
    assert t.chips == (4, 10)
    assert (t.state.house.reward, t.state.house.plays) == ("D", 5)
    assert "house.coming" not in [line.code for line in t.view().house]


def test_chips_cannot_change_once_the_game_has_begun(table):
    t = table().say(new_rules(chips=10))
    assert t.chips == (10, 10)
    t.say("2 bid 14")
    assert t.refused(new_rules(chips=7)) == "too-late"
    t.say("void")
    assert t.refused(new_rules(chips=7)) == "too-late"
    t.say(new_rules(chips=10, minimum=16))
    assert t.refused("3 bid 14") == "bid-range"


def test_more_plays_can_be_agreed_at_the_end(table):
    t = table(plays=1).bid(14).say("count 2 14")
    assert t.over
    t.say(new_rules(plays=2))
    assert not t.over


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"plays": 0}, "option-range"),
        ({"plays": 10_001}, "option-range"),
        ({"minutes": -1}, "option-range"),
        ({"chips": 0}, "option-range"),
        ({"minimum": 11}, "option-range"),
        ({"points": {"P": 4, "M": 2, "S": 1, "D": 1}}, "points-total"),
        ({"points": {"P": 8}}, "option-range"),
        ({"points": {"P": 3, "M": 3, "I": 1}}, "no-points-on-i"),
        ({"points": {"X": 7}}, "no-such-letter"),
        ({"points": {"": 7}}, "no-such-letter"),
        ({"reward": "E"}, "bad-options"),
        ({"plays": True}, "bad-options"),
        ({"unheard": 1}, "bad-options"),
    ],
)
def test_house_rules_that_are_none(table, options, code):
    assert table().refused(NewRules(options=options)) == code


def test_other_letter_points(table):
    t = table(points={"P": 7}).bid(14)
    t.say("trick 2 Pc Mc Sc Dc", "trick 2 Ph Mh Sh Dh", "trick 1 Pd Md Sd Dd")
    assert t.refused("count 2 13") == "count-disagrees"
    assert t.refused("count 1 15") == "count-disagrees"
    table(6, points={"P": 4, "A": 2, "I": 1})


def everything(table, players, seed):
    """A whole evening by whatever is offered: chips are constant, points add up to 28."""
    luck = random.Random(seed)
    t = table(players, dealer=luck.randint(1, players), reward=luck.choice(["flat", *"ABCD"]))
    everyone = Viewer(frozenset(map(Seat, range(1, players + 1))), True)
    by = luck.choice(["play", "trick", "count"])
    while not t.over and t.number < 2000:
        choices = {choice.key: choice for choice in RULES.choices(t.state, everyone)}
        key = luck.choice([k for k in choices if k in ("bid", "pass")] or [by])
        key = key if key in choices else "count" if "count" in choices else "reveal-suit"
        if "ask" in choices and luck.random() < 0.2:
            key = "ask"
        choice = choices[key]
        entry = dict(choice.entry)
        for blank in choice.fields:
            free = [o.value for o in blank.options if not o.why_not]
            entry[blank.name] = luck.choice(free or range(blank.low or 0, (blank.high or 0) + 1))
        if key == "bid":
            entry["points"] = choice.fields[0].value
        t.say(msgspec.convert(entry, Union[RULES.entries]))  # noqa: UP007
        assert sum(t.chips) == 14
        assert min(t.chips) >= 0
        if luck.random() < 0.02:
            try:
                t.say("adjust 1 1 luck")
            except Refusal:
                assert t.chips[1] == 0
        if key == "count":
            by = luck.choice(["play", "trick", "count"])
    assert t.over
    for deal in t.deals[: len(t.state.closed)]:
        assert sum(deal.written) == 0
        assert sum(deal.raw) == 28
    rows = t.view().score.rows
    assert rows[-1].totals == t.chips
    assert t.winner == (None if t.chips[0] == t.chips[1] else 1 if t.chips[0] > 7 else 2)


@given(seed=st.integers(0, 2**32), players=st.sampled_from([4, 6]))
@settings(max_examples=12, deadline=None)
def test_a_whole_evening(table, seed, players):
    everything(table, players, seed)


@pytest.mark.slow
@pytest.mark.parametrize("players", [4, 6])
def test_many_evenings(table, players):
    for seed in range(600):
        everything(table, players, seed)
