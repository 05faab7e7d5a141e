"""Cards on the felt: what can be laid, who takes it, when the trump counts."""

import pytest


def test_the_seat_left_of_the_dealer_leads_and_then_the_winner(table):
    t = table().bid(14)
    assert t.phase == ("play", (2,))
    t.say("2 play Ac", "3 play Pc", "4 play Rc", "1 play Nc")
    assert t.phase == ("play", (3,))
    assert t.view().last_trick.winner == 3


def test_letters_rank_as_they_are_listed(table):
    for higher, lower in zip("PMSDATN", "MSDATNR", strict=True):
        t = table().bid(14).say(f"2 play {lower}s", f"3 play {higher}s", "4 play Ph", "1 play Pd")
        assert t.view().last_trick.winner == 3


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("2 play Ic", "no-such-card"),
        ("2 play Xc", "no-such-card"),
        ("3 ask", "nothing-led"),
        ("1 reveal Pc", "not-bidder"),
        ("3 conceal Pc", "not-bidder"),
        ("5 play Pc", "no-such-seat"),
        ("count 3 14", "no-such-team"),
        ("count 1 29", "points-range"),
        ("trick 2 Pc Mc Sc", "trick-size"),
        ("trick 2 Pc Pc Sc Dc", "same-card-twice"),
    ],
)
def test_what_cannot_be_at_the_first_lead(table, line, code):
    assert table().bid(14).refused(line) == code


def test_a_card_falls_once_and_in_turn(table):
    t = table().bid(14).say("2 play Ac")
    assert t.refused("3 play Ac") == "card-twice"
    assert t.refused("4 play Pc") == "not-your-turn"
    assert t.refused("2 play Pc") == "not-your-turn"
    assert t.refused("2 ask") == "bidder-asks"
    assert t.refused("4 ask") == "not-your-turn"


def test_a_hidden_trump_has_no_power(table):
    t = table().bid(14).say("2 play Rc", "3 play Ph", "4 play Nc", "1 play Ms")
    assert t.view().last_trick.winner == 4
    t.say("2 reveal-suit hearts")
    assert t.view().last_trick.winner == 4


def test_in_the_exposing_trick_all_trumps_count(table):
    """29-ABI: the heart laid before the trump was asked for counts too (A9)."""
    t = table().bid(14).say("2 play Pc", "3 play Sh", "4 ask")
    assert t.phase == ("reveal", (2,))
    assert t.refused("4 play Mh") == "reveal-first"
    assert t.refused("4 ask") == "reveal-first"
    t.say("2 reveal-suit hearts", "4 play Dh", "1 play Mc")
    assert t.view().last_trick.winner == 3


def test_a_told_trump_is_shown_by_asking(table):
    t = table().bid(14).say("2 conceal Ph", "2 play Pc", "3 ask")
    assert t.phase == ("play", (3,))
    assert t.view().trump.card == "Ph"
    assert t.refused("4 ask") == "trump-shown"
    assert t.refused("2 reveal Ph") == "trump-shown"
    assert t.refused("3 play Ph") == "not-your-card"
    t.say("3 play Rh", "4 play Nc", "1 play Tc")
    assert t.view().last_trick.winner == 3


def test_the_bidder_may_show_it_himself_at_any_time(table):
    t = table().bid(14).say("2 reveal Ph", "2 play Ph")
    assert t.view().trump.suit == "h"
    assert t.flags == []


def last_trick(table, *before, lead="2 play Rh"):
    """Seven tricks that seat 2 takes with clubs and diamonds, all hearts and spades left over."""
    t = table().bid(14).say(*before)
    t.say("trick 2 Pc Mc Sc Dc", "trick 2 Ac Tc Nc Rc", "trick 2 Pd Md Sd Dd")
    t.say("trick 2 Ad Td Nd Rd", "trick 2 Ps Ms Ss Ds", "trick 2 As Ts Ns Rs")
    return t.say("trick 2 Ph Mh Sh Dh", lead)


def test_the_bidders_last_card_is_the_trump(table):
    t = last_trick(table)
    assert t.view().trump.card == "Rh"
    t.say("3 play Nh", "4 play Th", "1 play Ah")
    assert t.deals[0].contract["trump"] == "hearts"
    assert t.deals[0].raw == (0, 28)


def test_the_felt_goes_before_what_a_phone_was_told(table):
    t = last_trick(table, "2 conceal Ah")
    assert t.view().trump.card == "Rh"
    assert "mark.other-card" in [mark.code for mark in t.view().seats[1].marks]


def test_a_told_card_that_turns_up_elsewhere_is_forgotten(table):
    t = table().bid(14).say("2 conceal Ph", "2 play Pc", "3 play Ph")
    assert t.view().private == ()
    assert [told.code for told in t.view(2).private] == ["private.contradicted"]
    t.say("4 ask")
    assert t.phase == ("reveal", (2,))
    t.say("2 reveal Md")
    assert t.view().trump.suit == "d"


def test_playing_the_told_card_shows_it(table):
    t = table().bid(14).say("2 conceal Ph", "2 play Pc", "3 play Mc", "4 play Sc", "1 play Dc")
    t.say("2 play Ph")
    assert t.view().trump.card == "Ph"


def test_tricks_and_cards_mix_within_a_deal(table):
    t = table().bid(14).say("2 play Pc", "3 play Mc", "trick 2")
    assert t.phase == ("play", (2,))
    assert t.refused("2 play Pc") == "card-twice"
    t.say("trick 1", "trick 3 Ph Mh Sh Dh", "1 play Ps", "2 play Ms")
    assert t.refused("trick 3 Ss Ds As Ts") == "card-missing"
    assert t.refused("trick 3 Ps Ms Ph As") == "card-twice"
    t.say("trick 1 Ps Ms Ss Ds")
    assert t.view().tricks == (3, 1)


def test_who_is_beaten_cannot_take_the_trick(table):
    t = table().bid(14).say("2 play Mc", "3 play Pc")
    assert t.refused("trick 2") == "cannot-win"
    assert t.refused("trick 2 Mc Pc Rc Rd") == "cannot-win"
    for seat in (1, 3, 4):
        table().bid(14).say("2 play Mc", "3 play Pc", f"trick {seat}")
    t = table().bid(14).say("2 play Mc", "3 play Rh", "trick 3")  # hearts may yet be trump
    t = table().bid(14).say("2 reveal-suit spades", "2 play Mc", "3 play Rh")
    assert t.refused("trick 3") == "cannot-win"


def test_a_hidden_trump_may_come_out_within_the_trick(table):
    t = table().bid(14).say("2 play Pc", "3 play Rh")
    t.say("trick 3 Pc Rh Mc Sc")
    assert t.view().tricks == (1, 0)


def test_points_follow_when_only_one_side_has_unseen_tricks(table):
    t = table().bid(20).say("trick 2 Pc Mc Sc Dc", "trick 4 Ph Mh Sh Dh", "trick 2 Pd Md Sd Dd")
    t.say(*["trick 1"] * 4)
    assert t.phase == ("play", (1,))
    t.say("trick 3")
    assert t.deals[0].raw == (7, 21)
    assert t.chips == (6, 8)


def test_otherwise_the_table_counts(table):
    t = table().bid(14).say("trick 2 Pc Mc Sc Dc", *["trick 2"] * 3, *["trick 1"] * 4)
    assert t.phase == ("count", (2,))
    assert t.refused("1 play Ph") == "all-tricks-played"
    assert t.refused("trick 1") == "all-tricks-played"
    assert t.refused("count 2 6") == "count-disagrees"
    assert t.refused("count 1 22") == "count-disagrees"
    t.say("count 1 21")
    assert t.deals[0].raw == (21, 7)


@pytest.mark.parametrize("winner", [1, 2])
def test_all_tricks_are_all_points(table, winner):
    t = table().bid(14).say(*[f"trick {winner}"] * 8)
    assert t.deals[0].raw == ((28, 0) if winner == 1 else (0, 28))


def test_an_agreed_count_stands_against_the_record_and_is_flagged(table):
    t = table().bid(14).say("trick 2 Pc Mc Sc Dc")
    assert t.refused("count 2 5") == "count-disagrees"
    t.say("count 2 5 agreed")
    assert t.deals[0].raw == (23, 5)
    assert t.flags == [(6, "count-disagrees", 2)]
    t.bid(14).say("count 1 14 agreed")
    assert t.flags == []


def test_six_players_have_six_tricks_of_six(table):
    t = table(6).bid(14).say(*["trick 3"] * 5)
    t.say("3 play Ic", "4 play Rc", "5 play Nc", "6 play Tc", "1 play Ac", "2 play Dc")
    assert t.deals[0].raw == (27, 1)
    assert t.phase == ("auction", (3,))


def test_a_shown_suit_must_still_have_a_card(table):
    t = table().bid(14).say("trick 2 Pc Mc Sc Dc", "trick 2 Ac Tc Nc Rc")
    assert t.refused("2 reveal-suit clubs") == "suit-gone"
    assert t.refused("2 reveal Pc") == "card-twice"
    t.say("2 conceal Ph")
    assert t.refused("2 conceal Mh") == "already-concealed"
