"""What phones and the kiosk are shown: guidance, what to tap first, doubts, the sum unfolded."""

import msgspec
import pytest

from companion.core.seats import Seat
from companion.core.view import PUBLIC
from companion.games.whitehouse import RULES
from companion.games.whitehouse.paper import HIGH_CARDS
from companion.words import render

NAMES = ["Ana", "Boris", "Vera", "Georgi"]
SIDES = [[1, 3], [2, 4]]


def read(*sentences):
    return [render(sentence, "en", "whitehouse", NAMES, SIDES) for sentence in sentences]


def keys(view, weight="main"):
    return [choice.key for choice in view.choices if choice.weight == weight]


def choice(view, key):
    return next(choice for choice in view.choices if choice.key == key)


def test_hands_are_told_what_to_do_before_a_deal(table):
    assert read(*table(dealer=1).view().guidance) == [
        "No printed deck? Use an ordinary one, ace to 7: P is the ace, M the king, S the queen, "
        "D the jack, A the 10, T the 9, N the 8, R the 7. Out of a printed deck take the four I "
        "cards.",
        "Ana shuffles, Georgi cuts.",
        "Ana deals 8 cards to each, 4 at a time, clockwise from Boris.",
        "Boris opens the bidding and must bid 14 or more.",
    ]
    six = read(*table(6, dealer=3).view().guidance)
    assert six[1:3] == [
        "Vera shuffles, Boris cuts.",
        "Vera deals 6 cards to each, 3 at a time, clockwise from Georgi.",
    ]
    assert table().say("2 bid 14").view().guidance == ()


@pytest.mark.parametrize("players", [4, 6])
def test_which_ordinary_card_is_which_letter_can_be_looked_up_at_any_time(table, players):
    """Said in words on every screen, as the usual labels have it."""
    words = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
    pairs = zip(RULES.deck(players).ranks, HIGH_CARDS, strict=False)
    as_labels = ", ".join(f"{letter} the {words.get(card, card)}" for letter, card in pairs)
    for t in (table(players), table(players).bid(14), table(players).bid(14).say("count 2 14")):
        (told,) = read(t.view().house[-1])
        assert as_labels.replace("P the", "P is the") in told


def test_the_auction_is_a_pad_and_a_pass(table):
    t = table()
    assert keys(t.view(2)) == ["bid"]
    t.say("2 bid 26")
    view = t.view(3)
    assert keys(view) == ["bid", "pass"]
    assert [option.value for option in choice(view, "bid").fields[0].options] == [27, 28]
    t.say("3 pass")
    assert keys(t.view(4)) == ["pass"]
    assert read(t.view(4).status) == ["Georgi passes: the bid is their own side's"]
    assert keys(t.view(1)) == []


def test_a_trick_by_its_winner_is_first_until_cards_are_told(table):
    t = table().bid(14)
    assert keys(t.view(1)) == ["trick"]
    assert keys(t.view(2)) == ["play", "conceal", "trick"]
    t.say("trick 3")
    assert keys(t.view(1)) == ["trick"]
    t.say("3 play Pc", "4 play Mc", "1 play Sc", "2 play Dc")
    assert keys(t.view(3)) == ["play"]
    assert "trick" in keys(t.view(1), "more")


def test_what_this_table_enters_stays_in_its_place_from_deal_to_deal(table):
    by_cards = table().bid(14).say("2 play Pc", "3 play Mc", "4 play Sc", "1 play Dc")
    by_cards.say("count 2 14").bid(14)
    assert "trick" in keys(by_cards.view(2), "more")
    by_tricks = table().bid(14).say("trick 2", "count 2 14").bid(14)
    assert "trick" in keys(by_tricks.view(2))


def test_after_the_auction_the_bidder_is_told_to_lay_the_trump_down(table):
    t = table().say("2 bid 14", "3 bid 15", "4 pass", "1 pass", "2 pass")
    assert read(t.view().status, t.view(3).prompt, t.view(2).prompt) == [
        "Vera lays a trump face down, then Boris leads",
        "Lay one card face down: its suit is trump",
        "Lead a card, once Vera has laid the trump face down",
    ]
    assert t.view(4).prompt is None
    assert keys(t.view(3)) == ["conceal", "trick"]
    assert keys(t.view(2)) == ["play", "trick"], "nobody waits for an entry"
    assert read(t.view(2, 3).prompt) == read(t.view().status)
    assert read(choice(t.view(2, 3), "conceal").label) == ["Tell this phone the card of Vera"]

    told = table().bid(14).say("2 conceal Ph")
    assert read(told.view().status, told.view(2).prompt) == ["Boris leads", "Lead a card"]
    led = t.say("2 play Pc")
    assert read(led.view().status) == ["Vera plays"]
    assert keys(led.view(3), "more")[0] == "conceal"


def test_a_bidder_who_leads_is_told_both(table):
    t = table().bid(14)
    assert read(t.view().status, t.view(2).prompt) == [
        "Boris lays a trump face down, then leads",
        "Lay one card face down: its suit is trump. Then lead",
    ]


def test_who_cannot_win_is_shown_with_the_reason(table):
    t = table().bid(14).say("2 play Mc", "3 play Pc")
    (field,) = choice(t.view(1), "trick").fields
    assert [bool(option.why_not) for option in field.options] == [False, True, False, False]


def test_a_card_of_a_suit_shown_void_is_doubted(table):
    t = table().bid(14).say("2 play Pc", "3 play Rh", "4 play Mc", "1 play Sc", "2 play Ps")
    (field,) = choice(t.view(3), "play").fields
    doubted = {option.value[1] for option in field.options if option.doubt}
    assert doubted == {"c"}
    assert not any(option.doubt for option in choice(t.view(2, 3), "play").fields[0].options[-3:])


def test_the_bidders_phone_warns_of_the_face_down_card(table):
    t = table().bid(14).say("2 conceal Ph")
    doubts = {o.value: o.doubt.code for o in choice(t.view(2), "play").fields[0].options if o.doubt}
    assert doubts.pop("Ph") == "doubt.face-down"
    assert set(doubts.values()) == {"doubt.trump-early"}
    assert {card[1] for card in doubts} == {"h"}


def test_asking_is_beside_playing_and_waits_for_the_bidder(table):
    t = table().bid(14).say("2 play Pc")
    assert keys(t.view(3)) == ["play", "ask"]
    assert read(choice(t.view(3), "ask").confirm)[0].startswith("You have no ♣ clubs?")
    assert keys(t.view(4)) == []
    t.say("3 ask")
    assert keys(t.view(2)) == ["reveal-suit", "reveal-card"]
    assert read(t.view(2).prompt, t.view(1).status) == [
        "Turn up the trump",
        "Vera asks: Boris turns up the trump",
    ]
    assert keys(t.view(3)) == []


def test_a_card_the_phone_knew_is_to_be_turned_up_by_hand_too(table):
    t = table().bid(14).say("2 conceal Ph", "2 play Pc", "3 ask")
    assert read(t.view(2).prompt, t.view(3).prompt, t.view().status) == [
        "Turn up the trump: P♥",
        "Play a card",
        "Vera asked: Boris turns up the trump, then Vera plays",
    ]
    t.say("3 play Rh")
    assert t.view(2).prompt is None
    assert read(t.view().status) == ["Georgi plays"]


def test_a_scribe_is_told_by_name_which_card_to_turn_up(table):
    t = table().bid(14).say("2 conceal Ph", "2 play Pc", "3 ask")
    assert read(t.view(2, 3).prompt) == ["Boris turns up the trump: P♥"]


def test_only_the_bidders_phone_is_reminded_which_card_it_is(table):
    t = table().bid(14).say("2 play Pc", "3 ask", "2 conceal Ph")
    assert read(t.view(2).prompt, t.view().status) == [
        "Turn up the trump: P♥",
        "Vera asks: Boris turns up the trump",
    ]
    assert keys(t.view(2)) == ["reveal-this"]
    assert "Ph" not in str(t.view(1, 3, 4))


def test_a_phone_that_acts_for_several_names_them(table):
    t = table()
    assert read(t.view(2).prompt) == ["You open: bid at least 14"]
    assert read(t.view(1, 2).prompt) == ["Boris opens the bidding: at least 14"]
    assert read(choice(t.view(1, 2), "bid").label) == ["Boris bids"]


def test_a_count_unfolds_to_its_sum(table):
    t = table(reward="A", double=True).bid(17).say("1 double", "count 2 16")
    (row,) = t.view().score.rows
    assert read(row.title, *row.marks) == ["Deal 1: Boris 17", "failed"]
    assert read(*row.lines) == [
        "Boris & Georgi counted 16 points.",
        "Ana & Vera have the rest: 28 − 16 = 12.",
        "Boris & Georgi took 16 of 28; Boris bid 17: failed.",
        "Ladder A: a bid of 17 is worth 2 chips.",
        "Times 2 for the double: 4 chips.",
        "Boris & Georgi pay Ana & Vera 4 chips.",
    ]
    assert (row.written, row.totals) == ((4, -4), (11, 3))


def test_cards_unfold_letter_by_letter(table):
    t = table().bid(14).say("trick 2 Pc Mc Sc Dc", "trick 2 Ph Mh Rd Nd", *["trick 3"] * 6)
    (row,) = t.view().score.rows
    assert read(*row.lines)[:2] == [
        "Boris & Georgi, 2 tricks: 2×P(3) + 2×M(2) + 1×S(1) + 1×D(1) = 12.",
        "6 tricks not all seen. Ana & Vera have the rest: 28 − 12 = 16.",
    ]


def test_chips_are_stacks_and_the_end_is_a_sentence(table):
    t = table(plays=1).bid(14).say("count 2 14")
    score = t.view().score
    assert [(team.total, team.stack) for team in score.teams] == [(6, 6), (8, 8)]
    assert (score.over, score.winner) == (True, 2)
    assert read(score.verdict) == ["Boris & Georgi have won, 8 chips to 6"]


def test_a_draw_offers_one_more_play(table):
    t = table(plays=2).bid(14).say("count 2 14").bid(14).say("count 1 14")
    assert read(t.view().status) == ["A draw: 7 chips each. A bid opens one more deal."]
    assert read(choice(t.view(4), "bid").label) == ["One more deal: bid"]


def test_house_rules_are_on_every_phone(table):
    assert read(*table(minutes=40, auction="free").view().house)[:4] == [
        "The game lasts 40 minutes.",
        "Each side begins with 7 chips.",
        "Reward: 1 chip, whatever the bid.",
        "The auction goes on until all others have passed.",
    ]


@pytest.mark.parametrize("players", [4, 6])
def test_views_stay_small(table, players):
    """The kiosk's below 6 kB, a scribe's for all seats below 16, after an evening of plays."""
    t = table(players, chips=50)
    for _ in range(players - 1):
        t.bid(14).say("count 2 14")
    t.bid(14)
    assert len(msgspec.json.encode(RULES.view(t.state, PUBLIC))) < 6_000
    everyone = t.view(*map(Seat, range(1, players + 1)))
    assert len(msgspec.json.encode(everyone)) < 16_000
