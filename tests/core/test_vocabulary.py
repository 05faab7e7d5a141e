"""Cards, seats and tricks: the few facts everything else stands on."""

import doctest
import importlib

import pytest

from companion.core.cards import SUIT_OF_WORD, SUITS, WORD_OF, Card, Deck, rank_of, suit_of
from companion.core.seats import Seat, after, other_side, round_from, seats_of, side_of
from companion.core.tricks import Laid, Trick, strength

RANKS = "AKQJT987"


def height(card: Card) -> int:
    return -RANKS.index(rank_of(card))


def trick(*cards: str, leader: int = 1) -> Trick:
    seats = round_from(Seat(leader), 4)
    return Trick(tuple(Laid(seat, Card(card)) for seat, card in zip(seats, cards, strict=False)))


@pytest.mark.parametrize("module", ["cards", "seats"])
def test_examples_in_docstrings_run(module):
    results = doctest.testmod(importlib.import_module(f"companion.core.{module}"))
    assert results.attempted > 0
    assert results.failed == 0


def test_a_deck_holds_each_card_once():
    deck = Deck(RANKS)
    assert len(deck) == len(set(deck)) == 32
    assert all(card in deck and suit_of(card) in SUITS for card in deck)
    assert Card("1s") not in deck
    assert 7 not in deck


def test_suit_words_go_both_ways():
    assert [SUIT_OF_WORD[WORD_OF[suit]] for suit in SUITS] == list(SUITS)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_going_round_the_table_visits_every_seat_and_comes_home(players):
    for first in seats_of(players):
        assert sorted(round_from(first, players)) == list(seats_of(players))
        assert after(first, players, players) == first
        assert after(after(first, players), players, -1) == first


def test_sides_sit_alternately():
    assert [side_of(seat) for seat in seats_of(6)] == [1, 2, 1, 2, 1, 2]
    assert other_side(side_of(Seat(3))) == 2


@pytest.mark.parametrize(
    ("cards", "trump", "winner"),
    [
        (("9h", "Ah", "Kh", "7h"), None, 2),
        (("7h", "As", "Ks", "Ac"), None, 1),
        (("Ah", "7s", "Kh", "8s"), "s", 4),
        (("Jd", "8h", "Ah", "Ad"), "h", 3),  # a led jack is not a trump, whatever its rank
        (("7d",), "s", 1),
    ],
)
def test_the_winner_is_the_highest_trump_or_the_highest_of_the_suit_led(cards, trump, winner):
    assert trick(*cards).winner(trump, height) == winner


def test_nobody_wins_an_empty_trick():
    assert Trick().winner("s", height) is None
    assert Trick().led is None


def test_a_discard_beats_nothing():
    assert strength(Card("Ac"), "h", "s", height) < strength(Card("7h"), "h", "s", height)


def test_what_a_seat_laid():
    assert trick("9h", "Ah").card_of(Seat(2)) == "Ah"
    assert trick("9h", "Ah").card_of(Seat(3)) is None
