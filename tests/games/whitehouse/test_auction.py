"""The auction: against a second telling of its rules, and by hand where it is subtle."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.messages import Refusal
from companion.core.seats import Seat
from companion.core.view import PUBLIC
from companion.games.whitehouse import RULES
from companion.games.whitehouse.entries import Bid, Contract, Pass
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


@pytest.mark.parametrize("players", [4, 6])
@pytest.mark.parametrize("dealer", [1, 3])
def test_whoever_has_the_bid_can_be_told_in_one_tap(table, players, dealer):
    for seat in range(1, players + 1):
        t = table(players, dealer)
        short = Contract(seat=Seat(seat), points=20, trump="hearts")
        words = RULES.expand(t.state, short)
        t.say(*words)
        told = RULES.result(t.state).deals[0].contract
        assert (told["seat"], told["points"], told["trump"]) == (seat, 20, "hearts")
        assert [word for word in words if isinstance(word, Bid)][-1] == Bid(
            seat=Seat(seat), points=20
        )
        t.say("count 1 14")
        assert len(RULES.view(t.state, PUBLIC).score.rows) == 1


@pytest.mark.parametrize("reading", ["two-laps", "last-word", "free"])
@pytest.mark.parametrize(
    ("bidder", "words"),
    [
        (2, ["14"]),
        (3, ["14", "16"]),
        (4, ["14", "15", "16"]),
        (1, ["14", "pass", "pass", "16"]),
    ],
)
def test_the_least_that_must_have_been_said_is_written(table, reading, bidder, words):
    """The first must bid; a partner of the bidder's is overbid by the opponent between them."""
    t = table(auction=reading)
    points = 14 if bidder == 2 else 16
    said = RULES.expand(t.state, Contract(seat=Seat(bidder), points=points))
    spoken = [str(word.points) if isinstance(word, Bid) else "pass" for word in said]
    assert spoken == [*words, "pass", "pass", "pass"][: 5 if reading == "last-word" else None]


def test_an_auction_that_has_begun_is_ended_in_one_tap(table):
    t = table(double=True).say("2 bid 14", "3 pass")
    t.say(*RULES.expand(t.state, Contract(seat=Seat(1), points=17, doubled=4)))
    told = RULES.result(t.state).deals[0].contract
    assert (told["seat"], told["points"], told["doubled"], told["trump"]) == (1, 17, 4, None)


def test_a_winning_bid_that_cannot_be_is_refused(table):
    def refused(t, **short):
        with pytest.raises(Refusal) as caught:
            RULES.expand(t.state, Contract(**short))
        return caught.value.code

    t = table()
    assert refused(t, seat=Seat(3), points=14) == "bid-too-low"
    assert refused(t, seat=Seat(4), points=15) == "bid-too-low"
    assert refused(t, seat=Seat(3), points=29) == "bid-range"
    assert refused(t, seat=Seat(5), points=20) == "no-such-seat"
    assert refused(t, seat=Seat(3), points=20, doubled=2) == "no-doubling"
    assert t.refused(Contract(seat=Seat(3), points=20)) == "shorthand"
    assert refused(table().say("2 bid 28"), seat=Seat(3), points=28) == "cannot-bid-now"
    t.bid(16)
    assert refused(t, seat=Seat(3), points=20) == "auction-closed"
    t.say("count 1 20", "end")
    assert refused(t, seat=Seat(3), points=20) == "game-over"


def test_it_comes_first_where_one_phone_holds_all_seats(table):
    t = table(double=True)

    def offered(*seats):
        choices = t.view(*seats).choices
        return [choice for choice in choices if choice.key == "contract"], choices[0].key

    contracts, first = offered(1, 2, 3, 4)
    assert first == "contract"
    lows = {one.entry["seat"]: one.fields[-1].options[0].value for one in contracts}
    assert lows == {2: 14, 3: 15, 4: 16, 1: 15}
    assert [field.name for field in contracts[0].fields] == ["trump", "doubled", "points"]
    contracts, first = offered(2)
    assert first == "bid"
    assert {one.weight for one in contracts} == {"rare"}
