"""The cards of a declaration: until they are shown nobody but their holder's phone can tell.

Two tables go the same way but for which cards a tierce, a quarte, a quint or a four holds.
Until every trick is recorded, everything told to anybody else, and every refusal, must be
the same to the byte.
"""

import random
from itertools import product

import msgspec
import pytest
from games.belote import evenings
from games.belote import second_opinion as second
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.entries import Adjust, Play, TrickTaken, Void
from companion.core.messages import Refusal
from companion.core.seats import Seat, Team
from companion.core.view import PUBLIC, Viewer
from companion.games.belote import RULES
from companion.games.belote.entries import Count, Declare
from companion.games.belote.flags import flags

RUNS = {"tierce": 3, "quarte": 4, "quint": 5}


def answer(state, entry):
    """What this entry is told at the door."""
    try:
        RULES.check(state, entry)
    except Refusal as refusal:
        return refusal.code, refusal.msg
    return None


def universe(holder, luck):
    """Whatever anybody but the holder might try."""
    others = [Seat(seat) for seat in range(1, 5) if seat != holder]
    yield from (Play(seat=seat, card=card) for seat, card in product(others, second.PACK))
    for seat in others:
        for card in second.PACK:
            yield Declare(seat=seat, meld="tierce", top=card)
            yield Declare(seat=seat, meld="quint", top=card)
        for rank in "AKQJT98":
            yield Declare(seat=seat, meld="four", rank=rank)
        for suit in second.LETTER:
            yield Declare(seat=seat, meld="belote", suit=suit)
    for seat in map(Seat, range(1, 5)):
        yield TrickTaken(seat=seat)
        yield TrickTaken(seat=seat, cards=tuple(luck.sample(second.PACK, 4)))
    for team, points in product((Team(1), Team(2)), range(0, 259, 20)):
        yield Count(team=team, points=points)
        yield Count(team=team, points=points, agreed=True)
    yield from (Void(), Adjust(team=Team(1), by=2, why="x"))


def seen_by_others(state, holder):
    """All that anybody but the holder is ever sent, as bytes."""
    seats = [Seat(n) for n in range(1, 5) if n != holder]
    eyes = [PUBLIC, Viewer(frozenset(), True), Viewer(frozenset(seats), True)]
    eyes += [Viewer(frozenset({seat}), True) for seat in seats]
    for viewer in eyes:
        yield msgspec.json.encode(RULES.view(state, viewer))
        yield msgspec.json.encode(tuple(RULES.choices(state, viewer)))
    yield msgspec.json.encode(flags(state.deal))
    yield msgspec.json.encode(RULES.result(state).next)


def secrets(luck, holder):
    """Two declarations of one kind by one seat, with different cards."""
    kind = luck.choice([*RUNS, "four"])
    if kind == "four":
        pair = luck.sample("AKQJT9", 2)
        return [Declare(seat=holder, meld="four", rank=rank) for rank in pair]
    tops = [c for c in second.PACK if second.RUN.index(c[0]) >= RUNS[kind] - 1]
    return [Declare(seat=holder, meld=kind, top=card) for card in luck.sample(tops, 2)]


def told_apart(table, seed):
    """How far the two tables went without anybody being able to tell."""
    luck = random.Random(seed)
    kind = luck.choice([c for c in evenings.CONTRACTS if c != "no-trumps"])
    holder = Seat(luck.randint(1, 4))
    one, other = (table().bid(kind, 1) for _ in "12")
    pair = secrets(luck, holder)
    if luck.random() < 0.4:
        line = f"{holder % 4 + 1} tierce {luck.choice('9TJQKA')}c"
        for t in (one, other):
            t.say(line)
    for t, secret in zip((one, other), pair, strict=True):
        t.say(secret)
    assert RULES.describe(pair[0]) == RULES.describe(pair[1])
    steps = 0
    while not one.state.deal.finished and one.state.deal.number == 1:
        for a, b in zip(
            seen_by_others(one.state, holder), seen_by_others(other.state, holder), strict=True
        ):
            assert a == b
        if steps % 6 == 0:
            for attempt in universe(holder, luck):
                told = answer(one.state, attempt)
                assert told == answer(other.state, attempt), attempt
        seat = one.state.deal.turn
        entry = Play(seat=seat, card=luck.choice(one.state.deal.unseen))
        if luck.random() < 0.15:
            entry = TrickTaken(seat=seat)
        for t in (one, other):
            if answer(t.state, entry) is None:
                t.say(entry)
        assert one.number == other.number
        steps += 1
    return steps


@given(seed=st.integers(0, 2**32))
@settings(max_examples=8, deadline=None)
def test_nobody_else_can_tell(table, seed):
    told_apart(table, seed)


@pytest.mark.slow
def test_nobody_else_can_tell_over_many_deals(table):
    steps = sum(told_apart(table, seed) for seed in range(150))
    assert steps > 150 * 8, "the deals must get somewhere for this to mean anything"


def test_the_holders_own_phone_shows_it(table):
    t = table().bid("hearts").say("2 tierce Qs")
    (told,) = t.view(2).private
    assert told.code == "private.declared"
    assert told.args["what"].args["high"].card == "Qs"
    assert t.view(1, 3, 4).private == ()
    assert [mark.code for mark in t.view(1).seats[1].marks] == ["meld.tierce"]


def test_the_sentence_about_it_does_not_name_it():
    said = RULES.describe(Declare(seat=Seat(2), meld="tierce", top="Qs"))
    assert set(said.args) == {"who", "meld"}
    assert said.args["meld"].args == {}


def test_a_quint_does_not_tell_its_length(table):
    one, other = (table().bid("hearts").say(line) for line in ("2 quint As", "2 quint As 6"))
    for a, b in zip(seen_by_others(one.state, 2), seen_by_others(other.state, 2), strict=True):
        assert a == b


def test_after_the_last_trick_the_cards_are_shown(table):
    t = table().bid("hearts").say("2 tierce Qs", *["trick 1"] * 7, "trick 2")
    assert [mark.code for mark in t.view().seats[1].marks] == ["meld.run"]
    assert t.view(2).private == ()
    t.say("count 1 100")
    lines = {line.code: line for line in t.view().score.rows[0].lines}
    assert lines["line.declared"].args["what"].args["low"].card == "Ts"


def test_a_count_shows_them_too(table):
    t = table().bid("hearts").say("2 tierce Qs", "count 1 100")
    assert "line.declared" in [line.code for line in t.view().score.rows[0].lines]
