"""Irregularities: each by hand, and all of them against a referee who sees every card."""

import itertools
import random

import pytest
from games.chinese_whist.felt import Slips, play_out
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.seats import Seat
from companion.games.chinese_whist.deal import Told
from companion.games.chinese_whist.flags import revoked
from companion.games.chinese_whist.layout import Seen
from companion.games.chinese_whist.options import LAYOUTS

ROWS = {
    1: "Ac Kc Qc Jc Tc 9c",
    2: "Ad Kd Qd Jd Td 9d",
    3: "Ah Kh Qh Jh Th 9h",
    4: "As Ks Qs 8c 8d 8h",
}


def with_rows(table, *seats, **options):
    t = table(4, **options)
    t.say(*(f"{seat} expose {ROWS[seat]}" for seat in seats))
    return t.trump("spades")


def test_a_revoke_is_proven_at_once_where_the_card_lies_open(table):
    t = with_rows(table, 2, 4).say("2 play Ad", "3 play 2d", "4 play As")
    assert t.flags == [(6, "revoke", 4)]


def test_to_follow_from_the_hand_is_none(table):
    t = with_rows(table, 2, 4).say("2 play Ad", "3 play 2d", "4 play 3d", "1 play Ac")
    assert t.flags == []


def test_a_card_turned_up_before_is_open_too(table):
    t = with_rows(table, 2, 3).say("2 play Ad", "3 play Ah", "4 play 2d", "1 play 3d")
    t.say("3 uncover 4d", "2 play Kd", "3 play Kh")
    assert t.flags == [(10, "revoke", 3)]


def test_a_card_turned_up_afterwards_is_not_known_to_have_been_free(table):
    """It lay under the very card that was played to that trick."""
    t = with_rows(table, 2, 3).say("2 play Ad", "3 play Ah", "4 play 2d", "1 play 3d")
    t.say("3 uncover 4d", "2 play Qd", "3 play 4d")
    assert t.flags == []


def test_without_rows_a_later_card_may_have_lain_covered(table):
    t = table(4).trump("spades").say("2 play Ad", "3 play Ah", "4 play 2d", "1 play 3d")
    t.say("2 play Kd", "3 play 4d", "4 play 5d", "1 play 6d")
    assert t.flags == [], "the ace of hearts may have covered it"
    t.say("2 play Qd", "3 play 7d")
    assert t.flags == [(3, "revoke", 3)], "but not both of them"


def test_with_the_row_known_the_hand_is_found_out(table):
    """Seat 3 turned up what lay under the ace, so the four came out of the hand."""
    t = with_rows(table, 2, 3).say("2 play Ad", "3 play Ah", "4 play 2d", "1 play 3d")
    t.say("3 uncover 2c", "2 play Kd", "3 play 4d")
    assert t.flags == [(5, "revoke", 3)]


def late(table):
    """Seat 3 uncovered a card in the first trick, said nothing, and did not follow from hand."""
    t = with_rows(table, 2, 3).say("2 play Ad", "3 play Ah", "4 play 2d", "1 play 3d")
    return t.say("2 play Kd", "3 play 2c", "4 play 5d", "1 play 6d")


def test_a_card_told_late_was_free_when_its_cover_had_gone(table):
    t = late(table)
    assert t.flags == []
    t.say("3 uncover 4d")
    assert t.flags == [(9, "revoke", 3)]
    t.say("2 play Qd", "3 play Kh")
    assert t.flags == [(9, "revoke", 3), (14, "revoke", 3)], "what goes later covered nothing of it"


def test_a_card_played_untold_was_free_when_no_later_cover_went(table):
    t = late(table).say("2 play Qd", "3 play 4d")
    assert t.flags == [(9, "revoke", 3)]


def test_a_card_told_may_have_gone_in_a_trick_that_was_not(table):
    t = with_rows(table, 2, 3).say("2 play Ad", "3 play Ah", "4 play 2d", "1 play 3d")
    t.say("3 uncover 4d", "trick 2", "2 play Kd", "3 play Kh")
    assert t.flags == []
    t.say("4 play 5d", "1 play 6d", "2 play Qd", "3 play 4d")
    assert t.flags == [(11, "revoke", 3)]


def test_a_trick_of_which_only_the_winner_is_known_may_hold_the_card(table):
    t = with_rows(table, 2, 4).say("trick 2", "2 play Ad", "3 play 2d", "4 play As")
    assert t.flags == [], "the eight of diamonds may be gone"
    t.say("1 play 3d", "4 play 8d")
    assert t.flags == [(7, "revoke", 4)]


def test_leading_out_of_turn_is_recorded(table):
    t = table().trump().say("4 play Ac")
    assert t.flags == [(2, "lead-out-of-turn", 4)]
    assert t.phase == ("play", (1,))
    (notice,) = t.view(1).notices
    assert notice.message.args["right"].seat == 2
    assert notice.offers == (), "what is done about it is done on the felt"
    t.say("1 play 2c", "2 play 3c", "3 play 4c")
    (notice,) = t.view(1).notices
    assert notice.message.code == "flag.lead-stands"


def test_the_first_lead_from_the_hand_is_told_and_is_no_flag(table):
    t = with_rows(table, 2).say("2 play 2d")
    assert t.flags == []
    assert [notice.code for notice in t.view(1).notices] == ["first-lead"]
    assert table().trump().say("2 play 2d").view(1).notices == ()


def offered(t, *seats):
    return [o.entry for n in t.view(*seats).notices for o in n.offers]


def test_the_other_sides_choose_the_penalty(table):
    t = with_rows(table, 2, 4).say("2 play Ad", "3 play 2d", "4 play As")
    assert [(o["take"], o["by"], o["seat"]) for o in offered(t, 1)] == [
        ("tricks", 1, 4),
        ("add", 1, 4),
        ("deduct", 1, 4),
    ]
    assert offered(t, 4) == offered(t, 2) == []
    assert t.view().notices[0].offers == ()
    t.say("4 penalty add 1")
    assert offered(t, 1) == [], "one penalty for one revoke"
    for after in ((), ("count 7 6",)):
        t.say(*after)
        (notice,) = t.view(1).notices
        assert notice.message.code == "notice.settled-add"
        assert (notice.message.args["to"].team, notice.message.args["n"]) == (1, 3)
    assert t.deals[0].written == (4, 0)


def test_of_three_both_others_are_asked_and_one_takes_it(table):
    t = table(3).say("2 expose Ac Kc Qc Jc Tc 9c 8c 7c").trump("spades")
    t.say("2 play Ac", "3 play 2c", "1 play 3c", "2 play Kd", "3 play Ad", "1 play 2d")
    t.say("3 play 4c", "1 play 5c", "2 play 3d")
    assert [f[1:] for f in t.flags] == [("revoke", 2)]
    assert {o["by"] for o in offered(t, 1)} == {1}
    assert {o["by"] for o in offered(t, 3)} == {3}
    t.say("2 penalty tricks 3")
    assert offered(t, 1) == offered(t, 3) == []


def test_what_the_last_card_proves_can_still_be_claimed(table):
    t = table().trump("spades").say(*["trick 2"] * 11)
    t.say("2 play 5c", "3 play 2d", "4 play 3c", "1 play 4c")
    t.say("2 play 6c", "3 play 7c", "4 play 8c", "1 play 9c")
    assert t.deals[0].raw == (1, 12)
    assert t.flags == [], "it may have lain under the card before"
    t = table(layout=[0, 12, 1]).trump("spades").say(*["trick 2"] * 11)
    t.say("2 play 5c", "3 play 2d", "4 play 3c", "1 play 4c")
    t.say("2 play 6c", "3 play 7c", "4 play 8c", "1 play 9c")
    assert t.flags == [(14, "revoke", 3)]
    assert len(offered(t, 2)) == 3
    t.say("3 penalty tricks 2")
    assert (t.deals[0].raw, t.score) == ((1, 12), (0, 7))
    t.trump()
    assert offered(t, 2) == []


# Against a referee


def judged(table, players, seed, slips):
    luck = random.Random(seed)
    t = table(players, dealer=luck.randint(1, players))
    faults, won = play_out(t, luck, slips)
    (deal,) = t.deals
    sides = (won[1] + won[3], won[2] + won[4]) if players == 4 else tuple(won.values())
    assert deal.raw == sides
    return faults, {(flag.entry, flag.code, flag.seat) for flag in deal.flags}


def all_told(table, players, seed):
    """Rows and turned-up cards entered: every fault is found, and nothing else."""
    luck = random.Random(seed)
    slips = Slips(luck.choice([0, 0.1, 0.5]), luck.choice([0, 0.1]))
    faults, found = judged(table, players, seed, slips)
    assert found == faults
    return len(faults)


def half_told(table, players, seed):
    """Whatever is left out or told late, nobody is accused wrongly."""
    luck = random.Random(seed)
    slips = Slips(
        luck.choice([0.1, 0.5, 1]),
        luck.choice([0, 0.1]),
        late=luck.choice([0, 0.3, 0.7]),
        rows=luck.choice([0, 0.5, 1]),
        tell=luck.choice([0, 0.6, 1]),
    )
    faults, found = judged(table, players, seed, slips)
    assert found <= faults
    assert {f for f in faults if f[1] != "revoke"} <= found
    return len(found)


@given(seed=st.integers(0, 2**32), players=st.sampled_from([2, 3, 4]))
@settings(max_examples=40, deadline=None)
def test_the_flags_are_what_a_referee_sees_who_sees_all(table, seed, players):
    all_told(table, players, seed)
    half_told(table, players, seed)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_flags_over_many_deals(table, players):
    assert sum(all_told(table, players, seed) for seed in range(400)) > 400
    assert sum(half_told(table, players, seed) for seed in range(400)) > 400


# The proof, against every dealing there could have been


def could_be(seen, trick, led, dealt):
    """Whether any dealing explains the plays without a revoke: tried one after another."""
    down, up, hand = dealt
    cards = [card for card in seen.plays if card is not None]
    cards += [told.card for told in seen.told if told.card not in cards]
    cards += [card for card in seen.row or () if card not in cards]
    for places in itertools.product(("up", "down", "hand"), repeat=len(cards)):
        lies = dict(zip(cards, places, strict=True))
        if list(places).count("down") > down or list(places).count("hand") > hand:
            continue
        if list(places).count("up") > up:
            continue
        if seen.row and any((lies[card] == "up") != (card in seen.row) for card in cards):
            continue
        if any(lies[told.card] != "down" for told in seen.told):
            continue
        if explained(seen, lies, trick, led):
            return True
    return False


def explained(seen, lies, trick, led):
    """Whether each covered card can have had a cover that went in time, and none of the suit
    led was free at the fault."""
    when = {card: n for n, card in enumerate(seen.plays)}
    out = {told.card: told.plays for told in seen.told}
    below = [card for card, place in lies.items() if place == "down"]
    tops = [card for card, place in lies.items() if place == "up" and card in when]
    for card, place in lies.items():
        of_the_suit = card[1] == led and when.get(card, 99) > trick
        if of_the_suit and place != "down":
            return False
    for covers in itertools.permutations(tops, len(below)):
        pairs = list(zip(below, covers, strict=True))
        if all(
            when[cover] < min(out.get(card, 99), when.get(card, 99))
            and not (card[1] == led and when.get(card, 99) > trick and when[cover] < trick)
            for card, cover in pairs
        ):
            return True
    return False


def a_history(luck):
    """Some plays of one seat with a row of three over three and one in hand, true to the rules
    but for following suit; and what was entered of it."""
    deck = [rank + suit for rank in "AKQJ" for suit in "cd"]
    luck.shuffle(deck)
    ups, downs, held = deck[:3], deck[3:6], deck[6:7]
    row = tuple(ups) if luck.random() < 0.5 else None
    free, plays, told = [*ups, *held], [], []
    for n in range(luck.randint(2, 5)):
        card = luck.choice(free)
        free.remove(card)
        plays.append(card)
        if card in ups:
            turned = downs[ups.index(card)]
            free.append(turned)
            if luck.random() < 0.6:
                told.append(Told(Seat(1), turned, n + 1, 0))
    return Seen(row, tuple(plays), tuple(told))


def agree_on_the_proof(seed):
    luck = random.Random(seed)
    seen = a_history(luck)
    wrong = found = missed = 0
    for trick, card in enumerate(seen.plays):
        led = "c" if card[1] == "d" else "d"
        proven = revoked(seen, trick, led, 3)
        possible = could_be(seen, trick, led, (3, 3, 1))
        wrong += proven and possible
        found += proven and not possible
        missed += not proven and not possible
    return wrong, found, missed


@given(seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_nobody_is_accused_whom_some_dealing_would_clear(seed):
    wrong, _, _ = agree_on_the_proof(seed)
    assert not wrong


@pytest.mark.slow
def test_nearly_every_proof_there_is_is_found():
    results = [agree_on_the_proof(seed) for seed in range(1500)]
    wrong, found, missed = map(sum, zip(*results, strict=True))
    assert wrong == 0
    assert found > 20 * missed, (found, missed)


def test_the_usual_layouts_use_every_card():
    for players, (down, up, hand) in LAYOUTS.items():
        assert (down + up + hand) * players == {2: 52, 3: 51, 4: 52}[players]
