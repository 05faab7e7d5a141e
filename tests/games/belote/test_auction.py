"""The auction, word by word and in one tap."""

import pytest
from games.belote import evenings
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.messages import Refusal
from companion.core.seats import Seat
from companion.games.belote import RULES
from companion.games.belote.auction import may_come_to_bid
from companion.games.belote.entries import Contract

CONTRACTS = evenings.CONTRACTS


def test_the_seat_after_the_dealer_speaks_first(table):
    t = table(dealer=2)
    assert t.phase == ("auction", (3,))
    assert t.refused("4 bid clubs") == "not-your-turn"
    t.say("3 pass")
    assert t.phase == ("auction", (4,))


def test_contracts_go_up_in_the_order_of_the_source(table):
    t = table()
    for n, word in enumerate(CONTRACTS):
        t.say(f"{n % 4 + 1} bid {word}")
        for lower in CONTRACTS[: n + 1]:
            assert t.refused(f"{(n + 1) % 4 + 1} bid {lower}") == "bid-too-low"
    assert t.deals[0].contract is None
    t.say("3 pass", "4 pass", "1 pass")
    assert t.deals[0].contract == {
        "seat": 2,
        "team": 2,
        "contract": "all-trumps",
        "trump": None,
        "doubled": 1,
    }


def test_three_passes_close_it_and_not_two(table):
    t = table().say("1 bid hearts", "2 pass", "3 pass")
    assert t.refused("count 1 100") == "auction-open"
    assert t.refused("1 play Jh") == "auction-open"
    t.say("4 pass")
    assert t.phase == ("play", (1,))
    assert t.refused("1 bid spades") == "auction-closed"
    assert t.refused("1 double") == "auction-closed"


def test_a_pass_does_not_silence(table):
    t = table().say("1 pass", "2 bid clubs", "3 pass", "4 pass", "1 bid diamonds")
    assert t.phase == ("auction", (2,))


def test_four_passes_are_the_next_dealers_deal(table):
    t = table(dealer=1).say("2 pass", "3 pass", "4 pass", "1 pass")
    (passed,) = t.deals
    assert (passed.dealer, passed.contract, passed.written) == (1, None, (0, 0))
    assert t.phase == ("auction", (3,))
    assert t.state.deal.dealer == 2


def test_what_hangs_passes_through_passed_out_and_void_deals(table):
    t = table().by(1, "hearts").say("count 1 81")
    first = t.state.deal.first
    t.say(*(f"{(first + n - 1) % 4 + 1} pass" for n in range(4)))
    assert (t.hanging, t.deals[-1].hanging) == (8, 8)
    t.say("void")
    assert t.hanging == 8
    t.by(1, "clubs").say("count 1 102")
    assert (t.written, t.hanging) == ((18, 6), 0)


def test_who_may_double(table):
    t = table().say("1 bid hearts")
    assert t.refused("2 redouble") == "other-side-doubles"
    t.say("2 pass")
    assert t.refused("3 double") == "other-side-doubles"
    assert t.refused("3 redouble") == "cannot-redouble"
    t.say("3 pass", "4 double")
    assert t.refused("1 double") == "other-side-doubles"
    t.say("1 redouble")
    assert t.refused("2 double") == "cannot-double"
    assert t.refused("2 redouble") == "other-side-doubles"
    t.say("2 pass", "3 pass", "4 pass")
    assert t.deals[0].contract["doubled"] == 4


def test_nothing_is_doubled_before_a_bid(table):
    t = table()
    assert t.refused("1 double") == "nothing-to-double"
    assert t.refused("1 redouble") == "nothing-to-double"


def test_the_partner_may_redouble(table):
    t = table().say("1 bid hearts", "2 double", "3 redouble", "4 pass", "1 pass", "2 pass")
    assert t.deals[0].contract["doubled"] == 4
    assert t.deals[0].contract["seat"] == 1


def test_a_higher_bid_by_anybody_wipes_the_double(table):
    t = table().say("1 bid hearts", "2 double", "3 bid spades")
    assert t.state.deal.auction.standing.doubled == 1
    t.say("4 double", "1 redouble", "2 bid no-trumps", "3 pass", "4 pass", "1 pass")
    assert t.deals[0].contract["seat"] == 2
    assert t.deals[0].contract["doubled"] == 1


def test_the_whole_auction_in_one_tap(table):
    t = table(dealer=1).say("contract 4 hearts")
    assert t.number == 6
    assert t.deals[0].contract["seat"] == 4
    assert t.phase == ("play", (2,))


@pytest.mark.parametrize(("doubled", "words"), [(1, 4), (2, 5), (4, 6)])
def test_doubled_by_the_next_opponent_and_redoubled_by_the_next_of_the_side(table, doubled, words):
    t = table(dealer=4).say(f"contract 1 spades {doubled}")
    said = t.state.deal.auction.said
    assert len(said) == words
    assert [s.word for s in said if s.word not in ("pass", "spades")] == ["double", "redouble"][
        : doubled // 2
    ]
    assert [s.seat for s in said] == [(n % 4) + 1 for n in range(words)]
    assert t.deals[0].contract["doubled"] == doubled


def test_in_one_tap_from_the_middle(table):
    t = table().say("1 bid clubs", "2 pass", "contract 4 no-trumps 2")
    assert t.deals[0].contract["contract"] == "no-trumps"
    assert [s.word for s in t.state.deal.auction.said][2:6] == [
        "pass",
        "no-trumps",
        "double",
        "pass",
    ]


def test_one_tap_cannot_say_what_words_cannot(table):
    t = table().say("1 bid spades", "2 pass")
    assert t.refused("contract 3 hearts") == "bid-too-low"
    assert t.refused("contract 2 all-trumps") == "cannot-bid-now"
    assert t.refused(Contract(seat=Seat(5), contract="hearts")) == "no-such-seat"
    t.say("contract 4 no-trumps")
    assert t.refused("contract 4 all-trumps") == "auction-closed"
    t.say("end")
    assert t.refused("contract 4 all-trumps") == "game-over"


def test_a_shorthand_is_never_written_down(table):
    t = table()
    with pytest.raises(Refusal) as caught:
        RULES.check(t.state, Contract(seat=Seat(1), contract="hearts"))
    assert caught.value.code == "shorthand"
    assert RULES.apply(t.state, Contract(seat=Seat(1), contract="hearts"), 1) == t.state


@given(seed=st.integers(0, 2**32))
@settings(max_examples=200, deadline=None)
def test_any_auction_said_word_by_word_is_what_a_second_opinion_makes_of_it(table, seed):
    luck = evenings.seeded(seed)
    t = table(dealer=luck.randint(1, 4))
    words, best = evenings.auction(luck, t.state.deal.first)
    t.say(*words)
    if best is None:
        assert t.deals[0].contract is None
        assert t.state.deal.number == 2
    else:
        told = t.deals[0].contract
        assert (told["contract"], told["seat"], told["doubled"]) == best


@given(
    seed=st.integers(0, 2**32),
    seat=st.integers(1, 4),
    contract=st.sampled_from(CONTRACTS),
    doubled=st.sampled_from([1, 2, 4]),
)
@settings(max_examples=200, deadline=None)
def test_one_tap_gives_what_it_says_or_is_refused(table, seed, seat, contract, doubled):
    luck = evenings.seeded(seed)
    t = table()
    words, _ = evenings.auction(luck, 1)
    t.say(*words[: luck.randint(0, len(words) - 1)])
    short = Contract(seat=Seat(seat), contract=contract, doubled=doubled)
    best = t.state.deal.auction.standing
    too_low = best is not None and CONTRACTS.index(contract) <= CONTRACTS.index(best.contract)
    if too_low or not may_come_to_bid(t.state.deal.auction, Seat(seat)):
        assert t.refused(short) in ("bid-too-low", "cannot-bid-now")
        return
    t.say(short)
    told = t.deals[0].contract
    assert (told["seat"], told["contract"], told["doubled"]) == (seat, contract, doubled)
