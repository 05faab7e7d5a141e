"""Claims, counts, ends and house rules; then many deals against the clock."""

import json
import random
import time

import pytest
from games.chinese_whist.felt import Slips, play_out

from companion.core.entries import NewRules
from companion.games.chinese_whist import RULES
from companion.games.chinese_whist.entries import Made, MadeEach
from companion.table import record


def new_rules(**options):
    return NewRules(options=options)


def test_a_claim_may_wait_until_the_next_deal_begins(table):
    t = table().deal(8, 5)
    t.say("adjust 2 1 a slip", "1 penalty tricks 2")
    assert t.score == (0, 3)
    t.say("2 expose Ac Kc Qc Jc Tc 9c")
    assert t.refused("1 penalty tricks 2") == "claim-too-late"
    t.trump().say("1 penalty add 2")
    assert t.score == (0, 3), "that is about the new deal"
    t.say("count 7 6")
    assert t.deals[-1].written == (1, 3)


def test_a_void_deal_is_lost_and_can_no_longer_be_claimed_on(table):
    t = table().deal(8, 5).say("void")
    assert t.phase == ("trump", (3,))
    assert t.refused("1 penalty tricks 2") == "claim-too-late"
    assert t.deals[1].contract is None
    assert (t.deals[1].raw, t.deals[1].written) == ((0, 0), (0, 0))


def test_there_is_nothing_to_claim_on_at_first(table):
    assert table().refused("1 penalty tricks 2") == "claim-too-late"
    assert table(honours=True).refused("honours 1 4") == "claim-too-late"


def test_a_claim_after_the_last_deal_opens_the_game_again(table):
    t = table().at(9, 0).deal(9, 4)
    assert (t.over, t.winner) == (True, 1)
    assert "penalty" in {choice.key for choice in t.view(2).choices}
    for line in ("2 trump hearts", "count 9 4", "void", "end"):
        assert t.refused(line) == "game-over"
    t.say("3 penalty deduct 2")
    assert (t.over, t.score) == (False, (9, 0))
    assert t.phase == ("trump", (2,))


def test_after_the_table_has_ended_the_game_nothing_is_claimed(table):
    t = table().deal(9, 4).trump().say("3 play Ac", "end")
    assert (t.over, t.winner, t.score) == (True, 1, (3, 0))
    assert t.refused("1 penalty add 2") == "game-over"
    assert len(t.deals) == 1
    assert t.phase == ("over", ())


def test_an_end_at_a_level_score_is_nobodys(table):
    t = table(2).say("end")
    assert (t.over, t.winner) == (True, None)
    assert t.view().score.verdict.code == "verdict.draw"


def test_honours_are_claimed_once_and_where_they_can_be(table):
    t = table(honours=True).trump("hearts")
    t.say("2 play Ah", "3 play 2h", "4 play Kh", "1 play 3h")
    assert t.refused("honours 1 3") == "honours-elsewhere"
    assert t.refused("honours 1 4") == "honours-elsewhere"
    t.say("honours 2 3")
    assert t.refused("honours 2 4") == "honours-claimed"
    assert table(honours=False).trump().refused("honours 1 4") == "no-honours"


def test_counts_against_the_record(table):
    t = table().trump().say("trick 1", "trick 1", "trick 2")
    assert t.refused("count 1 12") == "count-disagrees"
    t.say("count 1 12 agreed")
    assert t.flags == [(5, "count-disagrees", 1)]
    assert t.deals[0].raw == (1, 12)
    t.trump().say("count 9 4 agreed")
    assert t.flags == []


def test_a_count_in_two_taps(table):
    t = table()
    assert t.refused(Made(team=1, tricks=9)) == "no-trump"
    t.trump()
    assert RULES.expand(t.state, Made(team=2, tricks=9))[0].tricks == (4, 9)
    assert t.refused(Made(team=1, tricks=14)) == "count-sum"
    assert t.refused(Made(team=3, tricks=1)) == "no-such-team"
    three = table(3).trump()
    (count,) = RULES.expand(three.state, MadeEach(tricks={"1": 8, "2": 5, "3": 4}))
    assert count.tricks == (8, 5, 4)
    assert three.refused(Made(team=1, tricks=9)) == "count-sides"
    assert three.refused(MadeEach(tricks={"1": 8, "2": 9})) == "count-sides"
    assert three.refused(MadeEach(tricks={"1": 8, "2": 9, "3": 9})) == "count-sum"


def test_cards_tricks_and_count_mix_within_a_deal(table):
    t = table().trump("spades").say("2 play 2c", "3 play Ac", "trick 3", "trick 1")
    t.say("trick 4 Ad Kd Qd Jd", "4 play 3c", "1 play 4c")
    assert t.view().tricks == (2, 1)
    t.say("count 8 5")
    assert t.deals[0].raw == (8, 5)


def test_every_trick_recorded_closes_the_deal(table):
    t = table(3).trump().say(*["trick 1"] * 8, *["trick 2"] * 8)
    assert t.refused("count 8 8 0") == "count-sum"
    t.say("trick 3")
    assert t.deals[0].raw == (8, 8, 1)
    assert t.score == (2, 2, 0)


def test_new_house_rules_hold_from_the_next_deal(table):
    t = table().say(new_rules(target=5))
    assert t.state.house.target == 5
    t.trump().say(new_rules(target=7))
    assert t.state.house.target == 5
    assert "house.coming" in [line.code for line in t.view().house]
    t.say("count 9 4")
    assert t.state.house.target == 7
    t.deal(9, 4)
    assert t.score == (6, 0)
    assert t.refused(new_rules(target=5)) == "target-reached"
    t.deal(9, 4)
    assert t.refused(new_rules(target=10)) == "game-over"


@pytest.mark.parametrize(
    ("players", "options", "code"),
    [
        (4, {"target": 6}, "bad-options"),
        (4, {"revoke": 1}, "bad-options"),
        (4, {"book": 13}, "book-range"),
        (4, {"book": -1}, "book-range"),
        (4, {"layout": [6, 6, 2]}, "layout-sum"),
        (4, {"layout": [6, 7, 0, 0]}, "bad-options"),
        (4, {"layout": [7, 5, 1]}, "layout-rows"),
        (4, {"layout": [0, 0, 13]}, "layout-rows"),
        (4, {"layout": [-1, 13, 1]}, "layout-sum"),
        (4, {"layout": "6-6"}, "bad-options"),
        (4, {"layout": "a-b-c"}, "bad-options"),
        (4, {"unheard": 1}, "bad-options"),
        (3, {"layout": [6, 6, 1]}, "layout-sum"),
        (2, {"book": 26}, "book-range"),
    ],
)
def test_house_rules_that_are_none(table, players, options, code):
    assert table(players).refused(NewRules(options=options)) == code


def test_a_layout_is_three_numbers_or_a_text_of_them(table):
    by_text, by_list = table(layout="5-5-3"), table(layout=[5, 5, 3])
    assert by_text.state == by_list.state
    t = by_list.say("2 expose Ac Kc Qc Jc Tc").trump()
    assert len(t.view().seats[1].places) == 5
    assert t.view().seats[1].hand == 3


def test_other_layouts_are_played_out(table):
    for players, layout in ((2, (10, 10, 6)), (3, (7, 7, 3)), (4, (4, 6, 3)), (4, (0, 13, 0))):
        luck = random.Random(players)
        t = table(players, layout=list(layout))
        faults, _ = play_out(t, luck, Slips(revoke=0.2), layout)
        found = {(flag.entry, flag.code, flag.seat) for flag in t.deals[0].flags}
        assert found <= faults


def lines(deals):
    """A record of so many deals by count in which nobody ever wins: thirteen tricks each."""
    yield json.dumps({"companion": 1, "game": "chinese-whist", "seats": ["Ana", "Boris"]})
    for n in range(deals):
        yield json.dumps({"do": "trump", "seat": n % 2 + 1, "suit": "hearts"})
        yield json.dumps({"do": "count", "tricks": [13, 13]})


def test_a_thousand_deals_by_count_take_no_time():
    text = "\n".join(lines(1000))
    begun = time.process_time()
    result = json.loads(record.replay(record.lines_of_text(text)))
    assert time.process_time() - begun < 2
    assert len(result["deals"]) == 1000
