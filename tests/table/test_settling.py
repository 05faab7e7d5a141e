"""Settling up: whole cents, nothing lost, and never a payment more than needed."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.messages import Msg
from companion.table.ledger import Booked, Booking, balance
from companion.table.settling import EXACT, Payment, Stake, amount, balances, payments, shares


def settled(won, paid):
    """What everybody has once the payments are made."""
    left = dict(won)
    for one in paid:
        assert one.cents > 0
        assert one.giver != one.taker
        left[one.giver] += one.cents
        left[one.taker] -= one.cents
    return left


def fewest(won):
    """As few payments as there can be, found the plain way: by every way to make groups."""
    open_ = [name for name in won if won[name]]

    def most_groups(people):
        if not people:
            return 0
        first, rest = people[0], people[1:]
        best = -100
        for size in range(len(rest) + 1):
            for others in itertools.combinations(rest, size):
                if won[first] + sum(won[one] for one in others) == 0:
                    left = [one for one in rest if one not in others]
                    best = max(best, 1 + most_groups(left))
        return best

    return len(open_) - most_groups(open_) if open_ else 0


@st.composite
def won_by(draw, largest=7, low=-6, high=6):
    amounts = draw(st.lists(st.integers(low, high), min_size=1, max_size=largest))
    return dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", [*amounts, -sum(amounts)], strict=False))


@given(won_by())
def test_everybody_is_even_after_the_fewest_payments(won):
    paid = payments(won)
    assert set(settled(won, paid).values()) <= {0}
    assert len(paid) == fewest(won)


@given(won_by(largest=24, low=-500, high=500))
def test_any_number_of_people_are_settled(won):
    paid = payments(won)
    assert set(settled(won, paid).values()) <= {0}
    assert len(paid) <= max(0, sum(map(bool, won.values())) - 1)
    assert payments(won) == paid, "and always alike"


def test_the_largest_to_the_largest_is_not_always_the_fewest():
    # 6 to 5 first would need four payments: 5, then 1, and the rest in two more.
    won = {"Ana": 5, "Boris": -6, "Vera": 4, "Georgi": -4, "Ivan": 3, "Petar": -2}
    paid = payments(won)
    assert Payment("Georgi", "Vera", 4) in paid
    assert len(paid) == 4 == fewest(won)
    won = {"A": 4, "B": 3, "C": 3, "D": -5, "E": -5}
    assert len(payments(won)) == fewest(won)


def test_many_people_who_owe_exactly_what_others_are_owed():
    won = {f"P{n}": n for n in range(1, EXACT + 1)} | {f"Q{n}": -n for n in range(1, EXACT + 1)}
    assert len(payments(won)) == EXACT


def test_nobody_owes_anything():
    assert payments({}) == payments({"Ana": 0, "Boris": 0}) == []


@given(st.integers(-10_000, 10_000), st.integers(1, 12))
def test_shares_add_up(whole, among):
    parts = shares(whole, among)
    assert sum(parts) == whole
    assert len(parts) == among
    assert max(parts) - min(parts) <= 1


@pytest.mark.parametrize(
    ("cents", "text"),
    [(0, "0.00"), (5, "0.05"), (350, "3.50"), (-120, "1.20"), (100000, "1000.00")],
)
def test_money(cents, text):
    assert amount(cents) == text


FOUR = (("Ana", "Vera"), ("Boris", "Georgi"))
THREE = (("Ana",), ("Boris",), ("Vera",))


def game(people, *written, chips=False, winner=None, name="high-card", end=None):
    bookings = tuple(
        Booking(people if one is None else one, w, balance(w, chips), 1)
        for one, w in (w if isinstance(w[0], tuple) else (None, w) for w in written)
    )
    sides = tuple((n,) for n in range(1, len(people) + 1))
    return Booked(
        number=1,
        game=name,
        began=0,
        people=end or people,
        sides=sides,
        names=(),
        bookings=bookings,
        score=(0,) * len(people),
        chips=chips,
        unit=Msg("x"),
        over=winner is not None,
        winner=winner,
        verdict=None,
    )


def test_partners_each_win_the_difference():
    won = balances([game(FOUR, (16, 0), (3, 23), winner=1)], {"high-card": Stake(point=5)})
    assert won == {"Ana": -20, "Vera": -20, "Boris": 20, "Georgi": 20}
    assert payments(won) == [Payment("Ana", "Boris", 20), Payment("Vera", "Georgi", 20)]


def test_chips_count_once_and_games_by_themselves():
    stakes = {"high-card": Stake(point=10, game=100)}
    won = balances([game(FOUR, (2, -2), (-1, 1), chips=True, winner=0)], stakes)
    assert won == {"Ana": 110, "Vera": 110, "Boris": -110, "Georgi": -110}
    assert balances([game(FOUR, (2, -2), chips=True)], {}) == dict.fromkeys(won, 0)


def test_three_who_play_for_themselves_settle_in_pairs():
    won = balances([game(THREE, (3, 1, 0), winner=0)], {"high-card": Stake(point=1, game=10)})
    assert won == {"Ana": 5 + 20, "Boris": -1 - 10, "Vera": -4 - 10}


def test_a_substitute_has_his_own_deals_and_spelling_does_not_matter():
    other = (("ANA", "Ivan"), ("Boris", "Georgi"))
    played = game(FOUR, (10, 0), (other, (0, 4)), winner=0, end=other)
    won = balances([played], {"high-card": Stake(point=1, game=100)})
    assert won == {"ANA": 106, "Vera": 10, "Ivan": 96, "Boris": -106, "Georgi": -106}
    assert sum(won.values()) == 0


def test_sides_of_unlike_size_share():
    won = balances([game((("Ana",), ("Boris", "Vera")), (5, 0))], {"high-card": Stake(point=3)})
    assert won == {"Ana": 30, "Boris": -15, "Vera": -15}
