"""Irregularities: each by hand, and all of them against a referee who sees every hand."""

import contextlib

import pytest
from games.belote import evenings
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.messages import Refusal


def test_a_revoke_is_proven_by_a_later_card(table):
    t = table().bid("hearts").say("1 play Ac", "2 play 7d", "3 play 7c", "4 play 8c")
    assert t.flags == []
    t.say("1 play As", "2 play Kc")
    assert t.flags == [(6, "revoke", 2)]


def test_must_trump_is_proven_by_a_trump(table):
    t = table().bid("hearts").say("1 play Ac", "2 play 7d", "3 play 7c", "4 play 8c")
    t.say("1 play As", "2 play 7h")
    assert t.flags == [(6, "must-trump", 2)]
    t.say("3 play 7s", "4 play 8s", "2 play Kc")
    assert t.flags == [(6, "revoke", 2)], "he could even follow: that is the fault"


def test_must_overtrump(table):
    t = table().bid("hearts").say("1 play Ac", "2 play 7c", "3 play 8c", "4 play 9c")
    t.say("1 play Kc", "2 play 7h", "3 play 8h", "4 play 9s")
    assert t.flags == [], "nobody knows yet that seat 4 had a trump"
    t.say("3 play As", "4 play 9h")
    assert t.flags == [(12, "must-overtrump", 4)]


def test_all_trumps_rise(table):
    t = table().bid("all-trumps").say("1 play Tc", "2 play 8c", "3 play 7c", "4 play Kc")
    t.say("1 play As", "2 play 9c")
    assert t.flags == [(6, "must-overtrump", 2)]


def test_partner_relief(table):
    t = table().bid("hearts").say("1 play Ac", "2 play 7c", "3 play 7d", "4 play 8c")
    t.say("1 play As", "2 play 7s", "3 play 7h")
    assert t.flags == []


def test_leading_out_of_turn_is_recorded(table):
    t = table().bid("hearts").say("3 play Ac")
    assert t.flags == [(5, "lead-out-of-turn", 3)]
    assert t.phase == ("play", (4,))
    t.say("4 play 7c", "1 play 8c", "2 play 9c")
    assert t.phase == ("play", (3,))
    assert t.flags == [(5, "lead-out-of-turn", 3)]
    assert t.refused("5 play 7d") == "no-such-seat"


def test_the_penalty_is_offered_and_not_imposed(table):
    t = table().bid("hearts").say("1 play Ac", "2 play 7d", "3 play 7c", "4 play 8c", "1 play As")
    t.say("2 play Kc")
    (notice,) = t.view(1).notices
    assert (notice.code, notice.entry, notice.seat) == ("revoke", 6, 2)
    assert notice.message.args["trick"] == 1
    assert notice.message.args["card"].card == "7d"
    offers = [offer.entry for offer in notice.offers]
    why = "revoke: 7d in trick 1, deal 1"
    assert offers == [{"do": "void"}, {"do": "adjust", "team": 1, "by": 26, "why": why}]
    assert t.view().notices[0].offers == ()
    assert t.score == (0, 0)
    t.say(f"adjust 1 26 {why}")
    assert t.score == (26, 0)


def test_what_is_settled_accuses_nobody_any_more(table):
    t = table().bid("hearts").say("1 play Ac", "2 play 7d", "3 play 7c", "4 play 8c", "1 play As")
    t.say("2 play Kc")
    offer = t.view(1).notices[0].offers[1].entry
    t.say(t.read(offer))
    for after in ((), ("3 play 7s", "4 play 8s"), ("count 1 100",)):
        t.say(*after)
        (notice,) = t.view(1).notices
        assert (notice.code, notice.entry, notice.offers) == ("revoke", 6, ())
        assert notice.message.code == "notice.settled"
        assert (notice.message.args["to"].team, notice.message.args["n"]) == (1, 26)
    t.bid("clubs")
    assert t.view(1).notices == ()


def test_what_is_settled_comes_before_what_is_not(table):
    t = table().bid("hearts").say("1 play Ac", "2 play 7d", "3 play 7c", "4 play 8c", "1 play As")
    t.say("2 play Kc", "3 play 7s", "4 play 8s", "2 play Ad")
    assert [code for _, code, _ in t.flags] == ["revoke", "lead-out-of-turn"]
    t.say(t.read(t.view(1).notices[1].offers[-1].entry))
    assert [notice.code for notice in t.view(1).notices] == ["lead-out-of-turn", "revoke"]
    assert [bool(notice.offers) for notice in t.view(1).notices] == [False, True]


def test_a_void_deal_settles_what_was_wrong_with_it(table):
    t = table().bid("hearts").say("1 play Ac", "2 play 7d", "3 play 7c", "4 play 8c", "1 play As")
    t.say("2 play Kc", "void")
    assert [code for _, code, _ in t.flags] == ["revoke"]
    assert t.view(1).notices == ()


def test_a_count_against_the_record_has_to_be_agreed_on(table):
    t = table().bid("hearts").say("1 play Jh", "2 play 7h", "3 play 8h", "4 play 9h")
    assert t.refused("count 1 33") == "count-disagrees"
    assert t.refused("count 2 129") == "count-disagrees"
    assert t.refused("count 2 162 capot") == "not-every-trick"
    t.say("count 1 33 agreed")
    assert t.flags == [(9, "count-disagrees", 1)]
    assert t.view(1).notices[0].offers == ()
    assert t.written == (0, 16)


def test_a_count_that_agrees_is_no_matter(table):
    t = table().bid("hearts").say("1 play Jh", "2 play 7h", "3 play 8h", "4 play 9h")
    t.say("count 1 34")
    assert t.flags == []


def test_a_declaration_that_cannot_be_true_is_told_after_the_last_trick(table):
    t = table().bid("hearts").say("2 tierce Qs", "1 play Jh", "2 play 7h", "3 play 8h", "4 play Js")
    assert t.flags == [], "to tell it now would tell the cards"
    assert t.view().notices == ()
    t.say(*["trick 1"] * 6)
    assert "false-declaration" not in [code for _, code, _ in t.flags]
    t.say("trick 3")
    assert (5, "false-declaration", 2) in t.flags
    notice = next(n for n in t.view(1).notices if n.code == "false-declaration")
    assert notice.message.code == "flag.card-elsewhere"
    assert notice.message.args["card"].card == "Js"
    assert notice.message.args["other"].seat == 4
    assert notice.offers[-1].entry["by"] == 26
    assert notice.offers[-1].entry["team"] == 1
    assert "line.false" in [line.code for line in t.view().score.rows[0].lines]


def test_of_two_seats_that_declare_one_card_neither_is_called_false(table):
    t = table().bid("hearts").say("2 tierce Qs", "3 four Q", "count 1 90")
    assert t.flags == [(6, "declared-by-two", 3)]
    (notice,) = t.view(1).notices
    assert notice.message.code == "flag.declared-by-two"
    told = notice.message.args
    assert (told["who"].seat, told["other"].seat, told["card"].card) == (2, 3, "Qs")
    assert notice.offers == (), "nobody can tell whose slip it is"
    lines = [line.code for line in t.view().score.rows[0].lines]
    assert lines.count("line.by-two") == 2


def test_a_false_declaration_does_not_testify_against_a_true_one(table):
    """Seat 1 shows a queen, so that seat 3's four of them is false; seat 2's tierce may be true."""
    t = table().bid("hearts").say("2 tierce Qs", "3 four Q", "1 play Qd", "count 1 90")
    assert t.flags == [(6, "false-declaration", 3)]
    codes = [line.code for line in t.view().score.rows[0].lines]
    assert codes.count("line.false") == 1
    assert "line.by-two" not in codes


def test_a_belote_said_by_two_seats_accuses_neither(table):
    t = table().bid("hearts").say("2 tierce Kh", "3 belote hearts", "count 1 90")
    assert t.flags == [(6, "declared-by-two", 3)]


@given(seed=st.integers(0, 2**32), liars=st.booleans())
@settings(max_examples=150, deadline=None)
def test_an_honest_declaration_is_never_called_false(table, seed, liars):
    """Entered card by card, partly, by sets, by tricks or by the count; liars among them."""
    luck = evenings.seeded(seed)
    t = table(dealer=luck.randint(1, 4))
    words, deal = evenings.play(luck, t.state.deal.first, luck.choice([0.0, 0.3]))
    if deal is None:
        return
    t.say(*words)
    lines = evenings.partly(luck, deal) if luck.random() < 0.7 else evenings.entered(luck, deal)
    lies = set()
    for line in lines:
        if liars and luck.random() < 0.3:
            lie = f"{luck.randint(1, 4)} {evenings.some_meld(luck)}"
            with contextlib.suppress(Refusal):
                t.say(lie)
                lies.add(t.number)
        # A lie may have taken a card's place, and a deal known whole needs no count.
        with contextlib.suppress(Refusal):
            t.say(line)
    accused = {entry for entry, code, _ in t.flags if code == "false-declaration"}
    assert accused <= lies
    if not lies:
        assert "declared-by-two" not in [code for _, code, _ in t.flags]


def test_a_belote_that_cannot_be_true_is_told_at_once(table):
    t = table().bid("hearts").say("2 belote hearts", "1 play Qh")
    assert t.flags == [(5, "false-declaration", 2)]


def test_a_hand_that_is_known_whole_lacks_the_card(table):
    """Only what seat 1 led was recorded, eight cards, and its quarte's ten is not among them."""
    t = table().bid("spades").say("1 quarte Qs")
    led = ["Js", "9s", "As", "Qs", "Ks", "Ac", "Ad", "Ah"]
    for card in led[:-1]:
        t.say(f"1 play {card}", "trick 1")
    assert t.flags == []
    t.say(f"1 play {led[-1]}", "trick 1")
    assert t.state.closed, "every trick is theirs: the points are known"
    assert t.flags == [(5, "false-declaration", 1)]
    (notice,) = t.view(1).notices
    assert notice.message.code == "flag.false-declaration"
    assert notice.message.args["card"].card == "Ts"


def play_out(table, seed):
    """A deal played with slips now and then; the table beside the referee's list of faults."""
    luck = evenings.seeded(seed)
    while True:
        t = table(dealer=luck.randint(1, 4))
        words, deal = evenings.play(luck, t.state.deal.first, luck.choice([0.0, 0.1, 0.5]))
        if deal is not None:
            break
    t.say(*words, *deal.lines)
    began = len(words)
    assert t.flags == sorted((began + n + 1, code, seat) for n, code, seat in deal.faults)
    return t, deal, began


@given(seed=st.integers(0, 2**32))
@settings(max_examples=100, deadline=None)
def test_the_flags_are_what_a_referee_sees_who_sees_all(table, seed):
    play_out(table, seed)


@pytest.mark.slow
def test_the_flags_over_many_deals(table):
    found = 0
    for seed in range(5000):
        found += len(play_out(table, seed)[1].faults)
    assert found > 10_000


@given(seed=st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_no_flag_on_the_way_is_ever_taken_back_but_for_its_name(table, seed):
    """What was proven stays proven: an entry at fault stays one, whatever comes."""
    luck = evenings.seeded(seed)
    t = table()
    words, deal = evenings.play(luck, 1, 0.3)
    while deal is None:
        words, deal = evenings.play(luck, 1, 0.3)
    t.say(*words)
    before = set()
    for line in deal.lines:
        t.say(line)
        now = {entry for entry, _, _ in t.flags}
        assert before <= now
        before = now
    real = {len(words) + n + 1 for n, *_ in deal.faults}
    assert before == real


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("2 play Jh", "card-twice"),
        ("2 play Xh", "no-such-card"),
        ("2 play 6h", "no-such-card"),
        ("3 play 7c", "not-your-turn"),
        ("trick 2 7c 8c 9c Tc", "card-missing"),
        ("trick 2 Jh 8c 9c", "trick-size"),
        ("trick 2 Jh 8c 8c 9c", "same-card-twice"),
        ("trick 2 Jh 8c 9c Tc", "cannot-win"),
        ("count 1 163", "points-range"),
        ("count 1 -1", "points-range"),
        ("count 1 161 capot", "capot-points"),
        ("count 3 100", "no-such-team"),
        ("undealt 7c 8c 9c Tc", "none-undealt"),
        ("adjust 1 0 x", "adjust-nothing"),
        ("adjust 3 5 x", "no-such-team"),
    ],
)
def test_what_cannot_have_happened_is_refused(table, line, code):
    t = table().bid("hearts").say("1 play Jh")
    assert t.refused(line) == code
