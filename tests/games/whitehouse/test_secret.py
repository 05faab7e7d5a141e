"""The face-down card: nobody but the bidder's phone can tell which it is.

Two tables go the same way but for that one card. Until it is shown, everything told to
anybody else, and every refusal, must be the same to the byte.
"""

import random
from itertools import product

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.cards import SUITS, WORD_OF
from companion.core.entries import Adjust, Play, TrickTaken, Void
from companion.core.messages import Refusal
from companion.core.seats import Seat, Team
from companion.core.view import PUBLIC, Viewer
from companion.games.whitehouse import RULES
from companion.games.whitehouse.entries import Ask, Bid, Conceal, Count, Double, Pass, Reveal
from companion.games.whitehouse.flags import flags


def answer(state, entry):
    """What this entry is told at the door."""
    try:
        RULES.check(state, entry)
    except Refusal as refusal:
        return refusal.code, refusal.msg
    return None


def universe(players, bidder, deck, luck):
    """Whatever anybody but the bidder might try."""
    others = [Seat(seat) for seat in range(1, players + 1) if seat != bidder]
    yield from (Play(seat=seat, card=card) for seat, card in product(others, deck))
    yield from (Conceal(seat=others[0], card=card) for card in deck)
    yield from (Reveal(seat=others[0], card=card) for card in deck)
    yield from (Reveal(seat=others[-1], suit=WORD_OF[suit]) for suit in SUITS)
    for seat in others:
        yield from (Ask(seat=seat), Pass(seat=seat), Bid(seat=seat, points=28), Double(seat=seat))
    for seat in map(Seat, range(1, players + 1)):
        yield TrickTaken(seat=seat)
        for _ in range(4):
            yield TrickTaken(seat=seat, cards=tuple(luck.sample(deck, players)))
    for team, points in product((Team(1), Team(2)), range(0, 29, 3)):
        yield Count(team=team, points=points)
        yield Count(team=team, points=points, agreed=True)
    yield from (Void(), Adjust(team=Team(1), by=2, why="x"))


def seen_by_others(state, bidder):
    """All that anybody but the bidder is ever sent, as bytes."""
    seats = [Seat(n) for n in range(1, state.players + 1) if n != bidder]
    eyes = [PUBLIC, Viewer(frozenset(), True), Viewer(frozenset(seats), True)]
    eyes += [Viewer(frozenset({seat}), True) for seat in seats]
    for viewer in eyes:
        yield msgspec.json.encode(RULES.view(state, viewer))
        yield msgspec.json.encode(tuple(RULES.choices(state, viewer)))
    yield msgspec.json.encode(flags(state.deal))
    yield msgspec.json.encode(RULES.result(state).next)


def any_step(state, bidder, secrets, luck):
    """Something that happens next and shows no trump: played by anybody, by card or by trick."""
    deal = state.deal
    if luck.random() < 0.15:
        return TrickTaken(seat=Seat(luck.randint(1, state.players)))
    seat = deal.turn
    free = [card for card in deal.unseen if seat != bidder or card not in secrets]
    if not free:
        return None
    return Play(seat=seat, card=luck.choice(free))


def told_apart(table, players, seed):
    """How far the two tables went without anybody being able to tell."""
    luck = random.Random(seed)
    double, points = luck.random() < 0.3, luck.choice([14, 28])
    pair = [table(players, double=double).bid(points) for _ in "12"]
    bidder = pair[0].state.deal.bidder
    deck = list(RULES.deck(players).cards)
    start = luck.choice([0, 0, 3, 9])
    secrets = luck.sample(deck, 2)
    steps = 0
    for step in range(60):
        one, two = (t.state for t in pair)
        if step == start and not one.deal.shown:
            secrets = luck.sample(one.deal.unseen, 2)
            for t, card in zip(pair, secrets, strict=True):
                t.say(Conceal(seat=bidder, card=card))
            assert RULES.describe(Conceal(seat=bidder, card=secrets[0])) == RULES.describe(
                Conceal(seat=bidder, card=secrets[1])
            )
            continue
        entry = any_step(one, bidder, secrets, luck)
        if entry is None or one.deal.number > 1:
            break
        if answer(one, entry) is None:
            for t in pair:
                t.say(entry)
        one, two = (t.state for t in pair)
        if one.deal.shown or two.deal.shown or one.deal.number > 1:
            break
        for a, b in zip(seen_by_others(one, bidder), seen_by_others(two, bidder), strict=True):
            assert a == b
        if step % 6 == 0:
            for attempt in universe(players, bidder, deck, luck):
                assert answer(one, attempt) == answer(two, attempt), attempt
        steps += 1
    return steps


@given(seed=st.integers(0, 2**32), players=st.sampled_from([4, 6]))
@settings(max_examples=10, deadline=None)
def test_nobody_else_can_tell(table, seed, players):
    told_apart(table, players, seed)


@pytest.mark.slow
@pytest.mark.parametrize("players", [4, 6])
def test_nobody_else_can_tell_over_many_deals(table, players):
    steps = sum(told_apart(table, players, seed) for seed in range(100))
    assert steps > 100 * 5, "the deals must get somewhere for this to mean anything"


def test_the_bidders_own_phone_knows(table):
    t = table().bid(14).say("2 conceal Ph")
    (told,) = t.view(2).private
    assert (told.code, told.args["card"].card) == ("private.trump", "Ph")
    assert b'"Ph"' not in msgspec.json.encode(t.view(1, 3, 4).private)
    keys = {choice.key for choice in t.view(2).choices}
    assert "reveal-this" in keys
    assert "conceal" not in keys


def test_the_sentence_about_it_does_not_name_it():
    said = RULES.describe(Conceal(seat=Seat(2), card="Ph"))
    assert set(said.args) == {"who"}


def test_result_tells_it_for_the_record(table):
    t = table().bid(14).say("2 conceal Ph")
    assert t.deals[0].contract["trump"] == "hearts"


def test_a_void_deal_takes_its_secret_along(table):
    t = table().bid(14).say("2 conceal Ph", "void")
    assert b"Ph" not in msgspec.json.encode(t.view(1, 2, 3, 4).private)
    assert b"hearts" not in msgspec.json.encode(RULES.result(t.state))
