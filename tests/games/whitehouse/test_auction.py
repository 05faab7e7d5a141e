"""The auction: against a second telling of its rules, and by hand where it is subtle."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.messages import Refusal
from companion.core.seats import Seat
from companion.games.whitehouse import RULES
from companion.games.whitehouse.entries import Bid, Pass
from companion.games.whitehouse.options import HouseRules

READINGS = ["two-laps", "last-word", "free"]


class Oracle:
    """The same rules told from the players' side: each keeps his own count of turns."""

    def __init__(self, players: int, first: int, reading: str, minimum: int) -> None:
        self.players, self.first, self.reading, self.minimum = players, first, reading, minimum
        self.turns = dict.fromkeys(range(1, players + 1), 0)
        self.to_speak = first
        self.best = 0
        self.holder = 0
        self.silent: set[int] = set()

    def hear(self, points: int | None) -> None:
        self.turns[self.to_speak] += 1
        if points is None:
            self.silent.add(self.to_speak)
        else:
            self.best, self.holder, self.silent = points, self.to_speak, set()
        self.to_speak = 1 if self.to_speak == self.players else self.to_speak + 1

    @property
    def over(self) -> bool:
        if self.holder and len(self.silent) == self.players - 1:
            return True
        if self.reading == "two-laps":
            return all(turns == 2 for turns in self.turns.values())
        return self.reading == "last-word" and self.turns[self.first] == 2

    def may(self, seat: int, points: int | None) -> bool:
        if self.over or seat != self.to_speak:
            return False
        if points is None:
            return self.holder != 0
        if self.holder and (self.holder - seat) % 2 == 0:
            return False
        return max(self.minimum, self.best + 1) <= points <= 28


def accepted(state, entry) -> bool:
    try:
        RULES.check(state, entry)
    except Refusal:
        return False
    return True


@given(
    seed=st.integers(0, 2**32),
    players=st.sampled_from([4, 6]),
    reading=st.sampled_from(READINGS),
    minimum=st.sampled_from([12, 14, 16]),
)
@settings(max_examples=60, deadline=None)
def test_what_may_be_said_and_when_it_ends(seed, players, reading, minimum):
    luck = random.Random(seed)
    dealer = luck.randint(1, players)
    state = RULES.start(players, Seat(dealer), HouseRules(auction=reading, minimum=minimum))
    oracle = Oracle(players, dealer % players + 1, reading, minimum)
    for number in range(1, 200):
        allowed = []
        for seat in map(Seat, range(1, players + 1)):
            words = [Bid(seat=seat, points=n) for n in range(30)]
            for word in [*words, Pass(seat=seat)]:
                points = word.points if isinstance(word, Bid) else None
                assert accepted(state, word) == oracle.may(seat, points), word
                if oracle.may(seat, points):
                    allowed.append((word, points))
        assert (state.deal.speaker is None) == oracle.over
        assert state.deal.bidder == (oracle.holder if oracle.over or oracle.best == 28 else None)
        if not allowed:
            break
        word, points = min(luck.sample(allowed, min(2, len(allowed))), key=lambda a: a[1] or 0)
        state = RULES.apply(state, word, number)
        oracle.hear(points)
    else:
        pytest.fail("the auction never ended")


def test_the_first_bidder_must_bid(table):
    t = table(dealer=4)
    assert t.refused("1 pass") == "must-bid"
    assert t.refused("2 bid 14") == "not-your-turn"
    assert t.refused("count 1 14") == "auction-open"
    t.say("1 bid 14")
    assert t.phase == ("auction", (2,))


def test_not_over_a_partner_unless_an_opponent_has_bid_between(table):
    t = table().say("2 bid 14", "3 pass")
    assert t.refused("4 bid 15") == "over-partner"
    t = table().say("2 bid 14", "3 bid 15", "4 bid 16")
    assert t.phase == ("auction", (1,))


def test_two_laps_end_after_the_second_word_of_each(table):
    t = table().say("2 bid 14", "3 bid 15", "4 pass", "1 pass", "2 bid 16", "3 bid 17")
    t.say("4 pass")
    assert t.phase == ("auction", (1,))
    t.say("1 pass")
    assert t.phase == ("play", (2,))
    assert t.refused("2 bid 18") == "auction-closed"


def test_who_passed_may_bid_in_the_second_lap(table):
    t = table().say("2 bid 14", "3 pass", "4 pass", "1 bid 15", "2 pass", "3 pass", "4 bid 16")
    assert t.phase == ("auction", (1,))


def test_the_last_word_is_the_first_bidders(table):
    t = table(auction="last-word").say("2 bid 14", "3 bid 15", "4 pass", "1 pass")
    assert t.phase == ("auction", (2,))
    t.say("2 bid 16")
    assert t.phase == ("play", (2,))
    t = table(auction="last-word").say("2 bid 14", "3 pass", "4 pass", "1 pass")
    assert t.phase == ("play", (2,))


def test_free_bidding_goes_on_until_all_others_have_passed(table):
    t = table(auction="free").say("2 bid 14", "3 bid 15", "4 bid 16", "1 bid 17")
    t.say("2 bid 18", "3 bid 19", "4 bid 20", "1 bid 21", "2 bid 22", "3 pass", "4 pass")
    assert t.phase == ("auction", (1,))
    t.say("1 pass")
    assert t.phase == ("play", (2,))


@pytest.mark.parametrize("closing", ["2 play Pc", "trick 3", "count 2 28", "2 conceal Ph"])
def test_nobody_has_to_pass_at_28(table, closing):
    t = table().say("2 bid 28")
    assert t.phase == ("play", (2,))
    assert t.refused("3 bid 28") == "bid-too-low"
    t.say("3 pass", closing)
    assert t.refused("4 pass") in ("auction-closed", "must-bid", "not-your-turn")


def test_doubling_only_where_agreed_and_in_turn_of_sides(table):
    assert table().bid(18).refused("1 double") == "no-doubling"
    t = table(double=True)
    assert t.say("2 bid 18").refused("3 double") == "auction-open"
    t = table(double=True).bid(18)
    assert t.refused("4 double") == "other-side-doubles"
    assert t.refused("2 redouble") == "cannot-redouble"
    t.say("3 double")
    assert t.refused("1 double") == "cannot-double"
    assert t.refused("1 redouble") == "other-side-doubles"
    t.say("4 redouble")
    assert t.refused("4 redouble") == "cannot-redouble"
    t.say("count 2 18")
    assert t.chips == (3, 11)
    assert t.deals[0].contract["doubled"] == 4


def test_doubling_ends_with_the_first_card(table):
    t = table(double=True).bid(18).say("2 play Pc")
    assert t.refused("3 double") == "play-begun"
    t = table(double=True).bid(18).say("trick 2")
    assert t.refused("3 double") == "play-begun"
