"""Declarations: what there is, when it may be said, and which of it counts."""

import msgspec
import pytest
from games.belote import evenings
from games.belote import second_opinion as second
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.belote.entries import Declare


def scored(table, *said, kind="all-trumps", **options):
    """What declarations add to both sides in a deal of 129 points each, or 81."""
    t = table(**options).bid(kind).say(*said, f"count 1 {129 if kind == 'all-trumps' else 81}")
    return t.state.closed[0].tally.declared


@pytest.mark.parametrize(
    ("said", "points"),
    [
        ("1 tierce 9c", 20),
        ("1 tierce Ac", 20),
        ("1 quarte Tc", 50),
        ("1 quint Jc", 100),
        ("1 quint Qc 6", 100),
        ("1 quint Kc 7", 100),
        ("1 quint Ac 8", 100),
        ("1 four J", 200),
        ("1 four 9", 150),
        ("1 four A", 100),
        ("1 four T", 100),
        ("1 four K", 100),
        ("1 four Q", 100),
        ("1 belote clubs", 20),
    ],
)
def test_what_each_is_worth(table, said, points):
    assert scored(table, said) == (points, 0)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("1 tierce 8c", "no-such-meld"),
        ("1 quarte 9c", "no-such-meld"),
        ("1 quint Tc", "no-such-meld"),
        ("1 quint Jc 6", "no-such-meld"),
        ("1 quint Kc 8", "no-such-meld"),
        ("1 four 7", "no-such-meld"),
        ("1 four 8", "no-such-meld"),
        ("1 four X", "no-such-meld"),
        ("1 tierce 6c", "no-such-card"),
        ("1 belote spades", "belote-not-trump"),
    ],
)
def test_what_there_is_not(table, line, code):
    assert table().bid("hearts").refused(line) == code


@pytest.mark.parametrize(
    "sent",
    [
        {"meld": "tierce"},
        {"meld": "tierce", "rank": "J"},
        {"meld": "tierce", "top": "Qc", "rank": "J"},
        {"meld": "tierce", "top": "Qc", "length": 6},
        {"meld": "quint", "top": "Qc", "length": 5},
        {"meld": "four", "top": "Qc"},
        {"meld": "belote"},
        {"meld": "belote", "suit": "stars"},
    ],
)
def test_what_cannot_even_be_read(sent):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"do": "declare", "seat": 1, **sent}, Declare)


def test_nothing_is_declared_without_trumps(table):
    t = table().bid("no-trumps")
    for line in ("1 tierce Qc", "1 four J", "1 belote hearts"):
        assert t.refused(line) == "no-declarations"


def test_the_longer_then_the_higher_sequence_wins_the_contest(table):
    assert scored(table, "1 tierce Ac", "2 quarte Td") == (0, 50)
    assert scored(table, "1 tierce Kc", "2 tierce Ad") == (0, 20)
    assert scored(table, "1 quint Jc", "2 quint Qd 6") == (0, 100)
    assert scored(table, "1 quint Ac", "2 quint Qd 6") == (0, 100), "longer, though lower"
    assert scored(table, "1 quarte Ac", "2 tierce Qd", "3 tierce Td") == (70, 0)


def test_an_exact_tie_of_the_best_voids_all_sequences_of_both(table):
    assert scored(table, "1 tierce Kc", "2 tierce Kd", "4 tierce Th") == (0, 0)
    assert scored(table, "1 tierce Kc", "3 tierce Kd") == (40, 0), "no tie of one side's own"
    assert scored(table, "1 tierce Kc", "2 tierce Kd", "4 four J") == (0, 200), "fours apart"


@pytest.mark.parametrize(("lower", "higher"), ["KA", "TA", "AJ", "9J", "QK", "A9", "KT"])
def test_fours_rank_as_trumps_do(table, lower, higher):
    one, two = scored(table, f"1 four {lower}", f"2 four {higher}")
    assert one == 0 < two


def test_one_contest_is_by_value_and_a_four_beats_a_sequence_as_dear(table):
    one = {"sequences": "one-contest"}
    assert scored(table, "1 four K", "2 quint Ac", **one) == (100, 0)
    assert scored(table, "1 four K", "2 quint Ac") == (100, 100)
    assert scored(table, "1 four K", "1 tierce 9d", "2 quint Ac", "4 four 9", **one) == (0, 250)
    assert scored(table, "1 tierce Kc", "2 tierce Kd", "1 belote clubs", **one) == (20, 0)


def test_no_card_in_two_declarations_of_a_seat(table):
    t = table().bid("hearts").say("1 four J")
    assert t.refused("1 tierce Qc") == "card-declared-twice"
    assert t.refused("1 four J") == "card-declared-twice"
    t.say("1 tierce Ac", "1 belote hearts")
    assert t.refused("1 four K") == "card-declared-twice"
    assert t.refused("1 tierce 9d") == "more-than-a-hand"


def test_a_belote_overlaps_freely(table):
    t = table().bid("hearts").say("1 belote hearts", "1 tierce Kh", "count 1 100")
    assert t.state.closed[0].tally.declared == (40, 0)


def test_declarations_go_with_the_pot(table):
    t = table().bid("hearts").say("1 tierce Qc", "1 belote hearts", "2 tierce Kc", "count 1 60")
    assert t.state.closed[0].tally.raw == (80, 122)
    assert t.written == (0, 20)


def test_late_declarations_until_the_first_trick_is_turned(table):
    t = table().bid("hearts").say("1 play Ac", "2 play 7c", "3 play 8c", "4 play 9c")
    t.say("3 tierce Qs")
    t.say("1 play Ad")
    assert t.refused("4 tierce Qd") == "declared-late"
    assert "tierce" not in [choice.key for choice in t.view(4).choices]


def test_a_scribe_declares_as_long_as_no_card_is_recorded(table):
    t = table().bid("hearts").say("trick 1", "trick 2", "trick 1", "3 tierce Qs", "4 belote hearts")
    t.say("trick 3 Ac Tc Kc Qc")
    assert t.refused("1 tierce 9d") == "declared-late"


def test_what_was_played_by_another_cannot_be_declared(table):
    t = table().bid("hearts").say("1 play Qs")
    assert t.refused("2 tierce Ks") == "card-is-theirs"
    assert t.refused("3 four Q") == "card-is-theirs"
    t.say("1 tierce Ks")


def test_belote_is_announced_with_the_first_of_its_cards(table):
    t = table().bid("hearts")
    t.say("1 play 7h")
    t.say("2 play Kh")
    assert [choice.key for choice in t.view(2).choices if choice.weight == "main"] == ["belote"]
    assert t.refused("3 belote hearts") == "card-is-theirs"
    t.say("3 play 8h", "4 play 9h")
    assert t.phase == ("play", (4,))
    t.say("2 belote hearts")
    assert t.refused("2 belote hearts") == "belote-twice"


def test_too_late_for_a_belote(table):
    t = table().bid("hearts").say("1 play 7h", "2 play Kh", "3 play 8h", "4 play 9h", "4 play Ac")
    assert t.refused("2 belote hearts") == "belote-late"
    t.say("1 play 7c", "2 play Qh")
    assert t.refused("2 belote hearts") == "belote-late"
    t = table().bid("hearts").say("1 play 7h", "2 play Qh", "3 play 8h", "4 play 9h", "4 play Ac")
    t.say("1 play 7c", "2 play Kh")
    assert t.refused("2 belote hearts") == "belote-late"


def test_a_belote_may_be_said_just_before_its_card(table):
    t = table().bid("hearts").say("1 play 7h", "2 belote hearts", "2 play Qh")
    assert t.flags == []


def test_a_belote_after_another_card_of_the_trick_is_not_its_moment(table):
    t = table().bid("hearts").say("1 play 7h")
    assert t.refused("1 belote hearts") == "belote-not-now"


def test_with_all_trumps_up_to_four_and_only_in_the_suit_led(table):
    t = table().bid("all-trumps")
    t.say("1 play Kc", "1 belote clubs", "2 play 7c", "3 play Qh")
    assert t.refused("3 belote hearts") == "belote-off-suit"
    assert t.refused("4 belote diamonds") == "belote-off-suit"
    t.say("4 play 8c", "1 play Qd", "1 belote diamonds")
    four = table().bid("all-trumps").say(*(f"1 belote {w}" for w in second.LETTER), "count 1 90")
    assert four.state.closed[0].tally.declared == (80, 0)


def test_a_belote_of_two_seats_is_refused(table):
    t = table().bid("hearts").say("2 belote hearts")
    assert t.refused("3 belote hearts") == "belote-twice"
    assert t.refused("3 tierce Kh") == "card-is-theirs"


def test_what_was_never_announced_is_not_scored(table):
    """D17: the deal closes with its last card."""
    luck = evenings.seeded(5)
    _, deal = evenings.play(luck, 1)
    while deal is None or not deal.melds:
        _, deal = evenings.play(luck, 1)
    t = table().say(*deal.words, *(line for line in deal.lines if " play " in line))
    assert t.state.closed[0].tally.declared == (0, 0)


@given(seed=st.integers(0, 2**32), mixed=st.booleans())
@settings(max_examples=200, deadline=None)
def test_the_contest_is_what_a_second_opinion_makes_of_it(table, seed, mixed):
    """Hands rich in declarations: four suits dealt in long runs."""
    luck = evenings.seeded(seed)
    pack = sorted(second.PACK, key=lambda c: (c[1], second.RUN.index(c[0])))
    for _ in range(luck.randint(0, 8)):
        i, j = luck.randrange(32), luck.randrange(32)
        pack[i], pack[j] = pack[j], pack[i]
    if luck.random() < 0.4:
        pack.sort(key=lambda c: (second.RUN.index(c[0]), luck.random()))
    said = [
        {"seat": n + 1, **meld}
        for n in range(4)
        for meld in second.melds_in(set(pack[8 * n : 8 * n + 8]), "all-trumps")
    ]
    lines = [evenings.line_of(m["seat"], m) for m in said]
    told = scored(table, *lines, sequences="one-contest" if mixed else "separate")
    expected = second.declared_points(said, mixed)
    assert told == (expected[1], expected[2])
