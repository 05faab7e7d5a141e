"""Whole evenings: how a game ends, corrections, house rules, seven tricks, ways of entering."""

import pytest
from games.belote import evenings
from games.belote import second_opinion as second
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.entries import NewRules
from companion.core.messages import Refusal
from companion.core.seats import Seat
from companion.core.view import Viewer
from companion.games.belote import RULES


def new_rules(**options):
    return NewRules(options=options)


def at(table, one, two, **options):
    """A game under way at this score."""
    t = table(**options).by(1, "hearts").say("count 1 82")
    return t.say(f"adjust 1 {one - 8} so far", f"adjust 2 {two - 8} so far")


def test_the_first_past_the_target_wins(table):
    t = at(table, 145, 140).by(1, "hearts").say("count 1 106")
    assert (t.score, t.over, t.winner) == ((155, 146), True, 1)
    for line in ("1 bid clubs", "void", "count 1 100", "end", "1 play Jh", "1 double"):
        assert t.refused(line) == "game-over"


def test_exactly_the_target_is_enough(table):
    t = at(table, 141, 100).by(1, "hearts").say("count 1 106")
    assert (t.score, t.over) == ((151, 106), True)


def test_another_target(table):
    t = at(table, 40, 30, target=51).by(1, "hearts").say("count 1 106")
    assert (t.over, t.winner) == (False, None)
    t.by(1, "hearts").say("count 1 106")
    assert (t.score, t.over) == ((60, 42), True)


def test_a_hanging_deal_may_end_the_game_unless_agreed_otherwise(table):
    for may in (True, False):
        t = at(table, 100, 145, finish_on_hanging=may).by(1, "hearts").say("count 1 81")
        assert (t.score, t.hanging, t.over) == ((100, 153), 8, may)
    t.by(2, "hearts").say("count 2 106")
    assert (t.score, t.hanging, t.winner) == ((106, 171), 0, 2)


def test_what_hangs_lapses_at_the_end(table):
    """D10: no source pays it."""
    t = at(table, 100, 145).by(1, "hearts").say("count 1 81")
    assert (t.over, t.winner, t.score) == (True, 2, (100, 153))
    assert t.view().score.verdict.code == "verdict.won"


def test_a_correction_may_end_the_game_or_open_it_again(table):
    t = at(table, 145, 140).by(2, "hearts").say("count 2 106")
    assert (t.score, t.over) == ((151, 150), True)
    t.say("adjust 2 26 revoke")
    assert (t.score, t.over, t.winner) == ((151, 176), True, 2)
    t.say("adjust 2 -25 too much")
    assert (t.score, t.over) == ((151, 151), False)
    t.by(1, "hearts").say("count 1 106")
    assert (t.score, t.winner) == ((161, 157), 1)


def test_corrections_alone_end_nothing(table):
    t = table().say("adjust 1 200 a gift")
    assert (t.score, t.over) == ((200, 0), False)
    assert t.refused("adjust 1 0 x") == "adjust-nothing"


def test_an_unfinished_deal_does_not_count_at_the_end(table):
    t = table().by(1, "hearts").say("count 1 106").bid("clubs").say("2 play Ac", "end")
    assert len(t.deals) == 1
    assert (t.over, t.winner, t.score) == (True, 1, (10, 6))
    assert t.refused(new_rules(target=200)) == "game-over"


def test_new_house_rules_hold_from_the_next_deal(table):
    t = table().say(new_rules(nt_capot=180))
    assert t.state.house.nt_capot == 180
    t.say("1 bid no-trumps", new_rules(target=501))
    assert t.state.house.nt_capot == 180
    assert "house.coming" in [line.code for line in t.view().house]
    t.say("2 pass", "3 pass", "4 pass", "count 1 130 capot")
    assert t.written == (44, 0)
    assert (t.state.house.nt_capot, t.state.house.target) == (90, 501)


def test_a_higher_target_plays_on(table):
    t = at(table, 145, 140).by(1, "hearts").say("count 1 106")
    assert t.over
    t.say(new_rules(target=251))
    assert not t.over


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"target": 0}, "option-range"),
        ({"target": 1_000_001}, "option-range"),
        ({"target": "151"}, "bad-options"),
        ({"last_packet": 4}, "bad-options"),
        ({"nt_capot": 100}, "bad-options"),
        ({"capot_doubled": 1}, "bad-options"),
        ({"tie_doubled": "lost"}, "bad-options"),
        ({"sequences": "none"}, "bad-options"),
        ({"unheard": 1}, "bad-options"),
    ],
)
def test_house_rules_that_are_none(table, options, code):
    assert table().refused(new_rules(**options)) == code


@pytest.mark.parametrize(
    ("options", "doubled", "line", "written", "hanging"),
    [
        ({"nt_capot": 180}, 1, "count 1 130 capot", (44, 0), 0),
        ({"nt_capot": 90}, 2, "count 1 130 capot", (70, 0), 0),
        ({"capot_doubled": False}, 2, "count 1 130 capot", (35, 0), 0),
        ({"tie_doubled": "split"}, 2, "count 1 65", (0, 26), 26),
        ({"tie_doubled": "split"}, 4, "count 1 65", (0, 52), 52),
        ({"tie_doubled": "hangs"}, 4, "count 1 65", (0, 0), 104),
    ],
)
def test_the_other_house_rules(*, table, options, doubled, line, written, hanging):
    t = table(**options).by(1, "no-trumps", doubled).say(line)
    assert (t.written, t.hanging) == (written, hanging)


def test_a_capot_of_the_side_without_the_contract(table):
    t = table().by(1, "hearts").say("count 2 162 capot")
    assert t.written == (0, 25)


def test_no_points_in_a_trick_is_no_capot(table):
    """D18: the flag says that no trick was won, not that no points were."""
    t = table().by(1, "hearts").say("count 1 162")
    assert (t.written, t.state.last.tally.capot) == ((16, 0), None)


def test_all_tricks_recorded_for_one_side_are_a_capot_at_once(table):
    t = table().by(1, "hearts").say(*["trick 1", "trick 3"] * 4)
    assert t.written == (25, 0)
    assert t.state.last.tally.raw == (252, 0)


def test_tricks_without_cards_then_a_count(table):
    t = table().by(1, "hearts").say(*["trick 1"] * 7, "trick 2")
    assert t.phase == ("count", (1,))
    assert t.refused("1 play Jh") == "all-tricks-played"
    assert t.refused("trick 1") == "all-tricks-played"
    assert t.refused("count 1 162 capot") == "not-every-trick"
    assert t.refused("count 2 9") == "count-disagrees", "the last ten are theirs"
    t.say("count 2 10")
    assert t.written == (15, 1)


def test_one_sides_cards_give_the_others(table):
    t = table().by(1, "hearts").say("trick 2 Jh 9h Ah Th", *["trick 1"] * 7)
    assert t.state.closed[0].tally.cards == (107, 55)


# Seven tricks: the source's last packet of two


def test_seven_tricks_count_what_was_won(table):
    luck = evenings.seeded(3)
    t = table(last_packet=2)
    words, deal = evenings.play(luck, 1, cards=7)
    while deal is None or deal.contract != "all-trumps":
        words, deal = evenings.play(luck, 1, cards=7)
    t.say(*words, *(line for line in deal.lines if "play" in line))
    closed = t.state.closed[0]
    assert closed.tally.cards == (deal.points(1), deal.points(2))
    left = set(second.PACK).difference(*deal.hands.values())
    assert sum(closed.tally.cards) == 258 - sum(second.value(deal.contract, c) for c in left)
    assert "line.left-over" in [line.code for line in t.view().score.rows[0].lines]


def test_seven_tricks_by_count(table):
    """The four cards left over are nobody's, once they are told; untold they go with the rest."""
    t = table(last_packet=2).by(1, "hearts")
    assert t.refused("count 1 163") == "points-range"
    t.say("undealt Jh 9h Ac 7c")
    assert t.refused("undealt 8c 8d 8h 8s") == "undealt-known"
    assert t.refused("1 play Jh") == "card-undealt"
    assert t.refused("1 tierce Jh") == "card-undealt"
    assert t.refused("count 1 118") == "count-disagrees"
    assert t.refused("count 1 162 capot") == "capot-points"
    t.say("count 1 67")
    assert t.state.closed[0].tally.cards == (67, 50)
    t.by(1, "hearts").say("count 1 90")
    assert t.state.closed[1].tally.cards == (90, 72)
    t.by(1, "hearts").say("count 1 140 capot")
    assert t.state.closed[2].tally.cards == (140, 0)


def test_seven_tricks_end_a_deal(table):
    t = table(last_packet=2).by(1, "hearts").say(*["trick 1"] * 6, "trick 2")
    assert t.phase[0] == "count"
    assert t.refused("undealt 7c 8c 9c") == "undealt-size"
    assert t.refused("undealt 7c 7c 8c 9c") == "same-card-twice"
    t.say("undealt 7c 8c 9c 7d", "count 2 10")
    assert t.written == (15, 1)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_seven_tricks_against_a_second_opinion(table, seed):
    luck = evenings.seeded(seed)
    t = table(last_packet=2, target=10_000)
    for _ in range(4):
        words, deal = evenings.play(luck, t.state.deal.first, luck.choice([0, 0.2]), cards=7)
        t.say(*words)
        if deal is None:
            continue
        first = t.number + 1
        t.say(*deal.lines)
        closed = t.state.closed[-1]
        assert closed.tally.cards == (deal.points(1), deal.points(2))
        assert closed.tally.capot == deal.capot()
        found = [(f.entry, f.code, f.seat) for f in closed.flags]
        assert found == sorted((first + n, code, seat) for n, code, seat in deal.faults)


# The usual evening


def taps(choice, filled):
    """How many taps a phone needs: its digits and the button, or one for each blank to fill."""
    if not choice.fields:
        return 1
    if choice.fields[0].kind == "number":
        return len(str(filled["points"])) + 1
    return sum(field.value is None for field in choice.fields)


def test_a_deal_is_six_taps_from_one_phone_and_eight_with_a_declaration(table):
    """Contract 2, points 3 digits and the button; declarations stand beside the points."""
    t = table()
    view = t.view(1, 2, 3, 4)
    (contract,) = [choice for choice in view.choices if choice.weight == "main"]
    assert [field.name for field in contract.fields] == ["doubled", "seat", "contract"]
    assert taps(contract, {}) == 2
    t.bid("hearts")
    view = t.view(1, 2, 3, 4)
    mains = [choice for choice in view.choices if choice.weight == "main"]
    assert [choice.key for choice in mains] == ["count", "count-other"]
    usual = taps(contract, {}) + taps(mains[0], {"points": 106})
    assert usual == 6
    beside = {c.key: c for c in view.choices if c.weight == "beside"}
    assert {"tierce", "quarte", "quint", "four", "belote"} == beside.keys()
    for kind in beside.values():
        assert usual + 1 + taps(kind, {}) == 8
        assert kind.fields[0].name == "seat"
    assert [field.value for field in beside["tierce"].fields] == [t.state.deal.bidder, None]


def everything(table, seed):
    """A whole evening by whatever is offered, until somebody has won."""
    luck = evenings.seeded(seed)
    t = table(target=luck.choice([51, 151]), last_packet=luck.choice([3, 3, 2]))
    everyone = Viewer(frozenset(map(Seat, (1, 2, 3, 4))), True)
    while not t.over and t.number < 4000:
        offered = [c for c in RULES.choices(t.state, everyone) if c.weight != "rare"]
        choice = luck.choice(offered)
        entry = dict(choice.entry)
        for blank in choice.fields:
            free = [o.value for o in blank.options if not o.why_not]
            if blank.kind == "cards":
                entry[blank.name] = luck.sample(free, blank.count)
            else:
                free = free or range(blank.low, blank.high + 1)
                entry[blank.name] = luck.choice(free)
        try:
            t.say(t.read(entry))
        except Refusal:  # blanks that are right each by itself need not be so together
            assert len(choice.fields) > 1, entry
            continue
        if luck.random() < 0.01:
            t.say("adjust 1 -3 luck")
    assert t.over
    rows = t.view().score.rows
    assert rows[-1].totals == t.score
    assert t.winner == (1 if t.score[0] > t.score[1] else 2)
    hung = 0
    for closed in t.state.closed:
        sum_ = closed.tally
        before, hung = hung, closed.hanging
        if sum_ is None:
            assert (closed.written, hung) == ((0, 0), before)
        else:
            assert sum(sum_.written) + hung == sum_.pot * sum_.times + before


@given(seed=st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_a_whole_evening(table, seed):
    everything(table, seed)


@pytest.mark.slow
def test_many_evenings(table):
    for seed in range(400):
        everything(table, seed)
