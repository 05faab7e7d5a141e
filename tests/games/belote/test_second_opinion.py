"""Two scorers, written apart, over the same deals; and that no ten is ever lost."""

import pytest
from games.belote import evenings
from games.belote import second_opinion as second
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.core.seats import Team
from companion.games.belote.contracts import KINDS
from companion.games.belote.options import HouseRules
from companion.games.belote.tally import tally

LARGE = 10_000


def compare(table, seed, deals):
    """An evening of so many deals, each entered some way; how many were played out."""
    luck = evenings.seeded(seed)
    options = evenings.evening(luck)
    t = table(**options)
    hung, played = 0, 0
    for _ in range(deals):
        if max(t.score) > LARGE * 0.9:
            break
        words, deal = evenings.play(luck, t.state.deal.first)
        t.say(*words)
        if deal is None:
            assert t.hanging == hung
            continue
        before = t.score
        t.say(*evenings.entered(luck, deal))
        played += 1
        raw, written, hung = deal.of_first(hung, options)
        closed = t.state.closed[-1]
        assert (closed.tally.raw, closed.written, closed.hanging) == (raw, written, hung), seed
        assert t.hanging == hung
        assert t.score == (before[0] + written[0], before[1] + written[1])
        assert closed.flags == ()
    return played


@given(seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_both_scorers_agree(table, seed):
    assert compare(table, seed, 12)


@pytest.mark.slow
def test_both_scorers_agree_on_100_000_deals(table):
    played = seed = 0
    while played < 100_000:
        seed += 1
        played += compare(table, seed, 100)
    assert played >= 100_000


def splits():
    """Every split of every total that there can be: declarations to 1,000, capot or none."""
    for word, kind in KINDS.items():
        for extra in range(0, 1010, 10):
            if extra and kind.no_trumps:
                break
            total = kind.total * kind.times + extra
            for capot in (None, Team(1)):
                if capot and extra and extra % 50:
                    continue
                yield word, kind, total, capot


@pytest.mark.parametrize("side", [1, 2])
def test_what_is_written_and_what_hangs_is_the_pot(side):
    """For every contract and every split; and both scorers say the same of it."""
    house = HouseRules()
    tried = 0
    for word, kind, total, capot in splits():
        bonus = 90 if capot else 0
        for one in range(0, total + 1, kind.times):
            cards, declared = (one, total - one), (0, 0)
            if kind.no_trumps:
                cards = (one // 2, (total - one) // 2)
            sum_ = tally(
                kind,
                Team(side),
                1,
                cards=cards,
                capot=capot,
                declared=declared,
                hung=0,
                house=house,
            )
            assert sum(sum_.written) + sum_.hanging == sum_.pot
            assert min(sum_.written) >= 0
            raw = {1: one + bonus, 2: total - one}
            told = second.settle(word, side, 1, raw=raw, capot=capot, hung=0, options={})
            assert (sum_.raw, sum_.written, sum_.hanging) == told
            tried += 1
    assert tried > 100_000


@example(one=106, two=104, word="all-trumps", times=1, hung=0, split=False)
@given(
    one=st.integers(0, 400),
    two=st.integers(0, 400),
    word=st.sampled_from(sorted(KINDS)),
    times=st.sampled_from([1, 2, 4]),
    hung=st.integers(0, 300),
    split=st.booleans(),
)
@settings(max_examples=500, deadline=None)
def test_no_ten_is_lost_even_of_points_that_no_full_deal_has(*, one, two, word, times, hung, split):
    """Where four cards are left over, totals end in anything."""
    house = HouseRules(tie_doubled="split" if split else "hangs")
    sum_ = tally(
        KINDS[word],
        Team(1),
        times,
        cards=(one, two),
        capot=None,
        declared=(0, 0),
        hung=hung,
        house=house,
    )
    assert sum(sum_.written) + sum_.hanging == sum_.pot * times + hung
    if sum_.outcome != "hanging":
        ahead = 0 if sum_.raw[0] > sum_.raw[1] else 1
        assert sum_.written[ahead] >= sum_.written[1 - ahead]
