"""What a player owes: the source's sentences one by one, then the rule against itself."""

import pytest
from games.belote import evenings
from games.belote import second_opinion as second
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.seats import Seat
from companion.core.tricks import Laid, Trick
from companion.games.belote.contracts import KINDS
from companion.games.belote.duties import fault, legal


def felt(*cards, leader=1):
    """Cards laid from seat 1 on."""
    return Trick(tuple(Laid(Seat((leader - 1 + n) % 4 + 1), c) for n, c in enumerate(cards)))


def allowed(contract, cards, seat, hand):
    return sorted(legal(KINDS[contract], felt(*cards.split()), Seat(seat), hand.split()))


@pytest.mark.parametrize(
    ("why", "contract", "laid", "hand", "may"),
    [
        ("whoever leads is free", "hearts", "", "Ah 7c", "7c Ah"),
        ("follow suit", "hearts", "7c", "8c 9h As", "8c"),
        ("no duty to rise in a plain suit", "hearts", "Kc", "7c Ac", "7c Ac"),
        ("no duty to rise without trumps", "no-trumps", "Kc", "7c Ac", "7c Ac"),
        ("a trump led is beaten if possible", "hearts", "Ah", "7h 9h Kc", "9h"),
        ("and followed if not", "hearts", "Jh", "7h 9h Kc", "7h 9h"),
        ("over the partner too", "hearts", "Ah 8h", "7h Jh Kc", "Jh"),
        ("void: must trump an opponent", "hearts", "Ac", "7h As", "7h"),
        ("void: free when the partner wins", "hearts", "Ac 7c", "7h As", "7h As"),
        ("void: overtrump", "hearts", "Ac 9h 7c", "Jh 7h As", "7h As Jh"),
        ("void: the opponent's trump is beaten", "hearts", "7c 8c 9h", "Jh 7h As", "Jh"),
        ("no forced undertrump", "hearts", "7c 8c 9h", "7h As", "7h As"),
        ("the partner's trump relieves", "hearts", "7c 9h 8c", "Jh 7h As", "7h As Jh"),
        ("without a trump all is free", "hearts", "7c", "As 7d", "7d As"),
        ("all trumps: rise within the suit", "all-trumps", "Ac", "7c 9c Jd", "9c"),
        ("all trumps: over the partner", "all-trumps", "Ac 8c", "7c 9c Jd", "9c"),
        ("all trumps: follow if unable", "all-trumps", "Jc", "7c 9c Jd", "7c 9c"),
        ("all trumps: nothing to ruff with", "all-trumps", "7c", "Jd 7s", "7s Jd"),
        ("the nine is second", "spades", "As", "9s Ts 7d", "9s"),
        ("the ten is above the king", "clubs", "Kc", "Tc Qc 7d", "Tc"),
    ],
)
def test_the_duties(why, contract, laid, hand, may):
    seat = len(laid.split()) + 1
    assert allowed(contract, laid, seat, hand) == sorted(may.split()), why


@pytest.mark.parametrize(
    ("contract", "laid", "hand", "card", "code"),
    [
        ("hearts", "7c", "8c 9h", "9h", "revoke"),
        ("hearts", "Ac", "7h As", "As", "must-trump"),
        ("hearts", "Ac 7c 8h", "9h 7h As", "7h", "must-overtrump"),
        ("hearts", "7c 8c 9h", "Jh 7h As", "As", "must-overtrump"),
        ("hearts", "Ah", "7h 9h", "7h", "must-overtrump"),
        ("all-trumps", "Ac", "7c 9c", "7c", "must-overtrump"),
        ("no-trumps", "Ac", "7c 9d", "9d", "revoke"),
    ],
)
def test_the_name_of_each_fault(contract, laid, hand, card, code):
    seat = Seat(len(laid.split()) + 1)
    others = [c for c in hand.split() if c != card]
    if laid == "Ac 7c 8h":  # seat 3's trump against seat 4
        assert seat == 4
    assert fault(KINDS[contract], felt(*laid.split()).laid, seat, card, others) == code


@st.composite
def positions(draw):
    contract = draw(st.sampled_from(evenings.CONTRACTS))
    cards = draw(st.permutations(second.PACK))
    laid = draw(st.integers(0, 3))
    hand = draw(st.integers(1, 8))
    leader = draw(st.integers(1, 4))
    return contract, leader, cards[:laid], cards[laid : laid + hand], draw(st.integers(0, hand))


@given(positions())
@settings(max_examples=1500, deadline=None)
def test_the_rule_written_three_times_says_one_thing(position):
    contract, leader, laid, hand, _ = position
    kind, trick = KINDS[contract], felt(*laid, leader=leader)
    seat = Seat((leader - 1 + len(laid)) % 4 + 1)
    may = legal(kind, trick, seat, hand)
    assert may <= set(hand)
    assert may
    before = [(one.seat, one.card) for one in trick.laid]
    for card in hand:
        wrong = fault(kind, trick.laid, seat, card, [c for c in hand if c != card])
        assert (wrong is None) == (card in may)
        assert wrong == second.verdict(contract, hand, before, seat, card)


@given(positions())
@settings(max_examples=800, deadline=None)
def test_knowing_more_of_a_hand_never_excuses(position):
    contract, leader, laid, hand, known = position
    seat = Seat((leader - 1 + len(laid)) % 4 + 1)
    kind, trick = KINDS[contract], felt(*laid, leader=leader)
    card, *others = hand
    if fault(kind, trick.laid, seat, card, others[:known]):
        assert fault(kind, trick.laid, seat, card, others)


@given(positions())
@settings(max_examples=800, deadline=None)
def test_the_winner_is_whoever_beats_all(position):
    """One notion of beating: the winner's card is above every other one by the second opinion."""
    contract, leader, laid, *_ = position
    if laid:
        kind, trick = KINDS[contract], felt(*laid, leader=leader)
        winner = trick.winner(kind.trump, kind.height)
        assert winner == second.leading(contract, [(one.seat, one.card) for one in trick.laid])[0]
