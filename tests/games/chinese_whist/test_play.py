"""Cards on the felt: what can be laid, what is turned up, which places are empty."""

import random

import pytest
from games.chinese_whist.felt import Slips, dealt, play_out

from companion.core.seats import Seat
from companion.games.chinese_whist.layout import layout_of, to_turn_up

ROWS = {
    1: "Ac Kc Qc Jc Tc 9c",
    2: "Ad Kd Qd Jd Td 9d",
    3: "Ah Kh Qh Jh Th 9h",
    4: "As Ks Qs 8c 8d 8h",
}


def with_rows(table, *seats):
    t = table().say(*(f"{seat} expose {ROWS[seat]}" for seat in seats or (1, 2, 3, 4)))
    return t.trump("spades")


def lying(t, seat):
    """A row in short: ``Ad+`` over a covered card, ``+`` a bare one, ``Ad`` alone, ``.`` none."""
    places = t.view().seats[seat - 1].places
    return [(place.up or "?" * place.unknown) + "+" * place.down or "." for place in places]


def test_nobody_is_waited_for_but_the_dealer(table):
    t = table(dealer=3)
    assert t.phase == ("trump", (3,))
    assert t.refused("4 play Ac") == "no-trump"
    assert t.refused("2 trump hearts") == "not-dealer"
    t.say("3 trump hearts")
    assert t.phase == ("play", (4,))
    assert t.refused("3 trump clubs") == "trump-named"
    t.say("1 expose Ac Kc Qc Jc Tc 9c", "4 play Ad")


def test_the_player_left_of_the_dealer_leads_and_then_the_winner(table):
    t = table().trump("spades").say("2 play 2c", "3 play Ac", "4 play 2s", "1 play As")
    assert t.phase == ("play", (1,))
    assert t.view().tricks == (1, 0)
    t.say("1 play 3c", "2 play Kd", "3 play 4c", "4 play 5h")
    assert t.phase == ("play", (3,))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tricks_and_cards_for_each_number_of_players(table, players):
    luck = random.Random(players)
    t = table(players)
    _, won = play_out(t, luck, Slips())
    assert sum(won.values()) == {2: 26, 3: 17, 4: 13}[players]
    assert t.state.deal.number == 2


def test_three_play_without_the_deuce_of_spades(table):
    assert table(3).trump().refused("2 play 2s") == "no-such-card"
    table(4).trump().say("2 play 2s")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("3 play 2d", "not-your-turn"),
        ("2 play Xd", "no-such-card"),
        ("2 play Ac", "not-your-card"),
        ("5 play 2c", "no-such-seat"),
        ("2 uncover 2d", "nothing-uncovered"),
        ("2 show Ad", "face-up-already"),
        ("1 expose 2c 3c 4c 5c 6c 7c", "row-known"),
        ("trick 2 Ac 2c 3c", "trick-size"),
        ("trick 2 2c 2c 3c 4c", "same-card-twice"),
        ("trick 2 Ac Kc 3d 4d", "two-from-one"),
        ("count 9 5", "count-sum"),
        ("honours 1 4", "no-honours"),
        ("1 penalty add 1", "own-revoke"),
        ("1 penalty add 3", "no-such-team"),
        ("adjust 1 -1 x", "below-nothing"),
        ("adjust 1 0 x", "adjust-nothing"),
    ],
)
def test_what_cannot_be(table, line, code):
    t = with_rows(table)
    if code == "not-your-turn":
        t.say("2 play Ad", "3 play 2h")
    assert t.refused(line) == code


def test_a_row_is_six_different_cards_told_once_and_in_time(table):
    t = table()
    assert t.refused("2 expose Ac Kc Qc Jc Tc") == "row-size"
    assert t.refused("2 expose Ac Ac Qc Jc Tc 9c") == "same-card-twice"
    t.say(f"1 expose {ROWS[1]}")
    assert t.refused(f"2 expose {ROWS[1]}") == "not-your-card"
    t.trump().say("2 play Ad")
    assert t.refused(f"2 expose {ROWS[2]}") == "row-too-late"
    assert t.refused("3 expose Ad Kd Qd Jd Td 9d") == "card-twice"
    t.say(f"3 expose {ROWS[3]}", "trick 3")
    assert t.refused(f"4 expose {ROWS[4]}") == "row-too-late"


def test_the_layout_is_drawn_as_it_is_dealt_and_as_it_goes(table):
    t = table(4)
    assert lying(t, 1) == ["?+"] * 6
    assert t.view().seats[0].hand == 1
    t = with_rows(table, 2, 3)
    assert lying(t, 2) == ["Ad+", "Kd+", "Qd+", "Jd+", "Td+", "9d+"]
    assert lying(t, 1) == [], "nobody told it, and the play is on"
    t.say("2 play Kd")
    assert lying(t, 2)[:3] == ["Ad+", "+", "Qd+"]
    t.say("3 play 2h", "4 play 2d", "1 play 3d", "2 uncover 2c")
    assert lying(t, 2)[:3] == ["Ad+", "2c", "Qd+"]
    assert t.view().seats[2].hand == 0, "the two of hearts was in the hand"
    assert lying(t, 3)[0] == "Ah+"
    t.say("2 play 2c")
    assert lying(t, 2)[:3] == ["Ad+", ".", "Qd+"], "no card shifts to an empty place"


def test_the_hand_count_decides_where_an_unknown_card_came_from(table):
    t = with_rows(table, 2).say("2 play Ad", "3 play 2h", "4 play 2d", "1 play 3d")
    t.say("2 play 4c", "3 play 5c", "4 play 6c")
    assert t.view().seats[1].hand == 0
    assert lying(t, 2)[0] == "+"
    t.say("1 play 7c", "1 play 8c", "2 play Jc")
    assert lying(t, 2)[0] == ".", "more cards than the hand holds: it had been turned up"
    assert to_turn_up(t.state.deal, Seat(2)) == 0


def test_a_card_turned_up_is_asked_for_once_and_waits_for_nobody(table):
    t = with_rows(table, 2).say("2 play Ad")
    assert next(c.key for c in t.view(2).choices if c.weight == "main") == "uncover"
    assert t.phase == ("play", (3,))
    t.say("3 play 2d", "4 play 3d", "1 play 4d")
    main = [c.key for c in t.view(2).choices if c.weight == "main"]
    assert main[:2] == ["uncover", "play"]
    assert t.view(2).prompt.code == "prompt.turn-up-lead"
    t.say("2 play Kd")
    assert to_turn_up(t.state.deal, Seat(2)) == 2
    t.say("2 uncover 2s")
    assert "uncover" in [c.key for c in t.view(2).choices if c.weight == "more"], "once is enough"
    t.say("2 uncover 3s")
    assert t.refused("2 uncover 4s") == "nothing-uncovered"
    assert lying(t, 2)[:2] == ["3s", "2s"], "the one asked for lay under the king"


def test_before_the_next_lead_everybody_is_asked_for_what_was_uncovered(table):
    t = with_rows(table, 2, 3).say("2 play Ad", "3 play Ah")
    (during,) = (c for c in t.view(2).choices if c.key == "uncover")
    assert not during.asked, "the trick is not over: nothing lies open yet"
    assert t.view(2).prompt is None
    t.say("4 play 3d", "1 play 4d")
    (after,) = (c for c in t.view(3).choices if c.key == "uncover")
    assert (after.asked, after.weight) == (True, "main")
    assert t.view(3).prompt.code == "prompt.turn-up"
    assert t.view(3).prompt.args["card"] == after.label.args["card"]
    assert t.phase == ("play", (2,)), "nobody waits for it"
    t.say("2 play Kd")
    main = [c for c in t.view(3).choices if c.weight == "main"]
    assert [c.key for c in main] == ["play", "play-hidden", "uncover"], "the play comes first"
    assert not main[2].asked


def test_a_phone_for_all_is_asked_for_one_uncovered_card_after_the_other(table):
    t = with_rows(table, 2, 3).say("2 play Ad", "3 play Ah", "4 play 3d", "1 play 4d")

    def asked(*seats):
        view = t.view(*seats)
        return [c.entry["seat"] for c in view.choices if c.key == "uncover" and c.weight == "main"]

    assert asked(1, 2, 3, 4) == [2]
    t.say("2 uncover 2s")
    assert asked(1, 2, 3, 4) == [3]
    t.say("2 play Kd")
    assert asked(1, 2, 3, 4) == [], "a trick is on: nothing stands before its cards"
    assert asked(2) == [2]


def test_a_row_not_told_may_turn_up_cards_too(table):
    t = table().trump("spades")
    assert t.refused("2 uncover 2d") == "nothing-uncovered"
    t.say("2 play Ad")
    (choice,) = (c for c in t.view(2).choices if c.key == "uncover")
    assert choice.weight == "more"
    t.say("2 uncover 2d")
    assert t.refused("2 uncover 3d") == "nothing-uncovered"
    assert t.refused("3 play 2d") == "not-your-card"


def test_a_card_from_the_hand_uncovers_nothing(table):
    t = with_rows(table, 2, 3).say("2 play Ad", "3 play 2d")
    assert t.refused("3 uncover 4c") == "nothing-uncovered"


def test_a_trick_as_a_set_tells_whose_the_known_cards_were(table):
    t = with_rows(table, 1, 2, 3).say("trick 2 Ad 9h 2d Ac")
    assert lying(t, 1)[0] == lying(t, 2)[0] == lying(t, 3)[5] == "+"


def test_the_last_card_of_a_set_is_the_last_players(table):
    t = with_rows(table).say("trick 2 Ad 9h 2d Ac")
    assert lying(t, 4) == [card + "+" for card in ROWS[4].split()]
    assert t.view().seats[3].hand == 0


def test_with_fewer_face_down_the_first_places_have_one(table):
    t = table(layout="4-6-3").say(f"2 expose {ROWS[2]}")
    assert lying(t, 2) == ["Ad+", "Kd+", "Qd+", "Jd+", "Td", "9d"]
    assert lying(t, 1) == ["?+"] * 4 + ["?"] * 2
    t.trump().say("2 play 9d")
    assert lying(t, 2)[5] == "."
    assert t.refused("2 uncover 2c") == "nothing-uncovered"


def test_who_holds_the_highest_card_takes_the_trick(table):
    t = with_rows(table, 1, 2, 3, 4)
    assert t.refused("trick 2 As Ad Ah Ac") == "cannot-win"
    t.say("trick 4 As Ad Ah Ac")
    t = with_rows(table).say("2 play Ad", "3 play 2s")
    assert t.refused("trick 2") == "cannot-win"
    assert t.refused("trick 1 Ad 2s 3s Ac") == "cannot-win"
    t.say("trick 4 Ad 2s As Ac")


def test_after_a_trick_of_which_only_the_winner_is_told_nobody_knows_the_row(table):
    t = with_rows(table, 2).say("trick 2")
    assert lying(t, 2) == []
    assert t.view().seats[1].hand is None
    t.say("2 uncover 3c", "2 play Ad")


def test_a_card_seen_too_early_stays_on_the_table(table):
    t = with_rows(table, 2).say("2 show 2d")
    assert [m.code for m in t.view().seats[1].marks] == ["mark.called"]
    assert [n.code for n in t.view().notices] == ["shown"]
    assert t.refused("2 show 2d") == "face-up-already"
    assert t.refused("3 show 2d") == "not-your-card"
    assert t.refused("trick 3 2d 3d 4d Ad") == "two-from-one"
    t.say("2 play Ad", "2 uncover 2d", "3 play 3d", "4 play 4d", "1 play 5d", "2 play 2d")
    assert t.view().notices == ()
    assert t.flags == []


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(8))
def test_the_layout_is_the_one_in_the_room(table, players, seed):
    """Rows told and cards turned up: at every trick each place is as it lies."""
    luck = random.Random(seed)
    t = table(players)
    hands = dealt(players, luck)
    t.say(*(f"{seat} expose {' '.join(hand.up)}" for seat, hand in hands.items())).trump()
    seat = t.state.deal.turn
    while t.state.deal.number == 1:
        card = luck.choice(hands[seat].free())
        t.say(f"{seat} play {card}")
        hands[seat].play(card)
        if t.state.deal.number > 1:
            break
        if not t.state.deal.trick.laid:
            for one, hand in hands.items():
                t.say(*(f"{one} uncover {turned}" for turned in hand.turn_up()))
        for one, hand in hands.items():
            layout = layout_of(t.state.deal, Seat(one))
            assert [p.up for p in layout.places] == hand.up
            assert [p.down for p in layout.places] == [card is not None for card in hand.down]
            assert layout.hand == len(hand.held)
        seat = t.state.deal.turn
    assert t.deals[0].raw is not None
