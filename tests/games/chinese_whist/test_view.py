"""What phones and the kiosk are shown: guidance, what to tap first, doubts, the sum unfolded."""

import msgspec
import pytest
from games.chinese_whist.felt import dealt

from companion.core.seats import Seat
from companion.core.view import PUBLIC
from companion.games.chinese_whist import RULES
from companion.words import render

NAMES = ["Ana", "Boris", "Vera", "Georgi"]
ROWS = {
    1: "Ac Kc Qc Jc Tc 9c",
    2: "Ad Kd Qd Jd Td 9d",
    3: "Ah Kh Qh Jh Th 9h",
    4: "As Ks Qs 8c 8d 8h",
}


def read(*sentences, players=4):
    sides = [[1, 3], [2, 4]] if players == 4 else [[n] for n in range(1, players + 1)]
    return [render(sentence, "en", "chinese-whist", NAMES, sides) for sentence in sentences]


def keys(view, weight="main"):
    return [choice.key for choice in view.choices if choice.weight == weight]


def choice(view, key):
    return next(choice for choice in view.choices if choice.key == key)


@pytest.mark.parametrize(
    ("players", "cut", "deal"),
    [
        (2, "Cut for deal", "12 each face down in a row, 12 each face up"),
        (3, "Take out the 2 of spades", "8 each face down in a row, 8 each face up"),
        (4, "two lowest play together", "6 each face down in a row, 6 each face up"),
    ],
)
def test_hands_are_told_what_to_do_before_a_deal(table, players, cut, deal):
    t = table(players, dealer=1)
    lines = read(*t.view().guidance, players=players)
    assert cut in lines[0]
    assert "Ana shuffles" in lines[1]
    assert deal in lines[1]
    assert "singly from Boris" in lines[1]
    assert "Boris then leads a face-up card" in lines[2]
    assert len(lines) == 3, "as many as the big screen has room for"
    t.deal(*{2: (13, 13), 3: (6, 6, 5), 4: (6, 7)}[players])
    assert len(t.view().guidance) == 2, "seats are cut for once"
    assert t.trump().view().guidance == ()


def test_the_dealer_has_four_buttons_and_others_may_tell_their_rows(table):
    t = table()
    assert keys(t.view(1)) == ["trump"]
    assert [o.value for o in choice(t.view(1), "trump").fields[0].options] == [
        "clubs",
        "diamonds",
        "hearts",
        "spades",
    ]
    assert keys(t.view(2)) == []
    assert keys(t.view(2), "more") == ["expose"]
    (field,) = choice(t.view(2), "expose").fields
    assert (field.kind, field.count, len(field.options)) == ("cards", 6, 52)
    assert {place.opens for place in t.view(2).seats[1].places} == {"expose"}


def test_all_three_ways_are_open_at_first_and_the_last_one_is_kept(table):
    t = table().trump()
    assert keys(t.view(2)) == ["play", "trick", "made"]
    assert keys(t.view(1)) == ["trick", "made"]
    t.say("trick 2")
    assert keys(t.view(2)) == ["trick"]
    t.say("count 6 7").trump()
    assert keys(t.view(3)) == ["trick"]
    t.say("count 6 7").trump()
    assert keys(t.view(4)) == ["made"]
    assert {"play", "trick"} <= set(keys(t.view(4), "more"))
    t.say("4 play Ac")
    assert keys(t.view(1)) == ["play"]
    assert keys(t.view(2)) == []


def test_a_count_is_a_pad_for_ones_own_side(table):
    t = table().trump().say("trick 1", "trick 2")
    made = choice(t.view(4), "made")
    assert read(made.label, made.fields[0].hint) == [
        "Tricks of Boris & Georgi",
        "Ana & Vera then took the rest of the 13.",
    ]
    assert [o.value for o in made.fields[0].options] == list(range(1, 13))
    assert choice(t.view(1), "made").entry == {"do": "made", "team": 1}
    three = choice(table(3).trump().view(1), "made")
    assert [field.name for field in three.fields] == ["tricks.1", "tricks.2", "tricks.3"]
    assert three.total == 17
    assert [field.value for field in three.fields] == [None] * 3, "no count is put in their mouths"
    t = table(3).trump().say("trick 1", "trick 1", "trick 3")
    fields = choice(t.view(1), "made").fields
    assert [(f.options[0].value, f.options[-1].value) for f in fields] == [
        (2, 16),
        (0, 14),
        (1, 15),
    ]


def test_a_deal_over_is_told_in_plain_words_until_the_next_begins(table):
    t = table(honours=True)
    assert t.view().news == ()
    t.deal(9, 4)
    assert read(*t.view().news) == [
        "Deal 1: Ana & Vera 9 tricks, 3 points",
        "Boris & Georgi 4 tricks, no points",
    ]
    t.say("2 penalty add 1", "honours 2 3")
    assert read(*t.view().news) == [
        "Deal 1: Ana & Vera 9 tricks, 6 points",
        "Boris & Georgi 4 tricks, 2 points",
        "A revoke of Boris & Georgi: 3 points for Ana & Vera.",
        "3 honours of Boris & Georgi: 2 points.",
    ]
    t.trump()
    assert t.view().news == ()
    t.say("void")
    assert read(*t.view().news) == ["Deal 2 is lost: nobody scores."]


def test_open_cards_come_first_and_the_hand_beside_them(table):
    t = table().say(*(f"{seat} expose {row}" for seat, row in ROWS.items())).trump("spades")
    view = t.view(2)
    assert {o.value for o in choice(view, "play").fields[0].options} == set(ROWS[2].split())
    hidden = choice(view, "play-hidden").fields[0].options
    assert len(hidden) == 52 - 24
    assert {o.doubt.code for o in hidden} == {"doubt.first-lead"}


def test_who_can_follow_and_does_not_is_asked(table):
    t = table().say(*(f"{seat} expose {row}" for seat, row in ROWS.items())).trump("spades")
    t.say("2 play Ad", "3 play 2d")
    doubts = {o.value: o.doubt for o in choice(t.view(4), "play").fields[0].options}
    assert doubts.pop("8d") is None
    assert {doubt.code for doubt in doubts.values()} == {"doubt.follow"}
    t.say("4 play 8d", "1 play Ac", "2 play Kd")
    assert all(o.doubt is None for o in choice(t.view(3), "play").fields[0].options)
    hidden = choice(t.view(3), "play-hidden")
    assert hidden.weight == "rare", "the hand is empty, and nothing of the row is covered"
    assert {o.doubt.code for o in hidden.fields[0].options} == {"doubt.not-there"}


def test_a_phone_that_acts_for_several_names_them(table):
    t = table()
    assert read(t.view(1).prompt, t.view(1, 2).prompt) == [
        "Name the trump",
        "Ana: Name the trump",
    ]
    assert read(choice(t.view(1, 2), "trump").label) == ["Ana: Name the trump"]


def test_a_revoke_may_be_claimed_by_the_other_side_only(table):
    t = table().deal(9, 4)
    claim = choice(t.view(2), "penalty")
    assert claim.entry == {"do": "penalty", "for": "revoke", "by": 2}
    assert [o.value for o in claim.fields[0].options] == [1, 3]
    assert [o.value for o in claim.fields[1].options] == ["tricks", "add", "deduct"]
    three = table(3).deal(9, 4, 4)
    assert [o.value for o in choice(three.view(3), "penalty").fields[0].options] == [1, 2]


def test_a_deal_unfolds_to_its_sum(table):
    t = table(honours=True).at(4, 0).trump("spades")
    t.say("count 8 5", "1 penalty deduct 2", "honours 2 3")
    row = t.view().score.rows[-1]
    assert read(row.title, *row.marks) == ["Deal 1: 8–5", "penalty"]
    assert read(*row.lines) == [
        "Ana made ♠ spades trumps.",
        "The tricks were counted by hand.",
        "Ana & Vera took 8 tricks.",
        "Boris & Georgi took 5 tricks.",
        "A revoke of Ana & Vera: 3 points off, as Boris & Georgi chose; never below nothing.",
        "Above the book for Ana & Vera: 8 − 6 = 2 points.",
        "3 honours of Boris & Georgi: 2 points.",
    ]
    assert (row.written, row.totals) == ((-1, 2), (3, 2))


def test_three_have_three_columns(table):
    t = table(3).deal(9, 7, 1)
    score = t.view().score
    assert [team.total for team in score.teams] == [3, 1, 0]
    assert score.rows[0].totals == (3, 1, 0)
    assert read(score.verdict, players=3) == ["Ahead: Ana, 3–1–0"]


def test_the_end_is_a_sentence(table):
    t = table().at(9, 0).deal(9, 4)
    assert read(t.view().score.verdict, t.view().status) == ["Ana & Vera won, 12–0"] * 2
    t = table(2, rubber=True, target=5).deal(20, 6).deal(20, 6)
    assert read(t.view().score.verdict, players=2) == [
        "Ana won the rubber, 2–0 in games, 8–0 in points"
    ]


def test_house_rules_are_on_every_phone(table):
    assert read(*table(3).view().house, players=3) == [
        "The game is 10 points.",
        "Each trick above 6 is a point.",
        "Each player has 8 cards face down, 8 face up on them, 1 in the hand.",
        "Honours do not count.",
        "A revoke costs 3 tricks or points, as the other side chooses, "
        "and its side stays at 9 at most.",
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_views_stay_small(table, players):
    """The kiosk's below 8 kB, a scribe's for all seats below 20, with every row told."""
    import random

    t = table(players)
    for _ in range(3):
        t.deal(*{2: (14, 12), 3: (7, 5, 5), 4: (7, 6)}[players])
    hands = dealt(players, random.Random(1))
    t.say(*(f"{seat} expose {' '.join(hand.up)}" for seat, hand in hands.items())).trump()
    assert len(msgspec.json.encode(RULES.view(t.state, PUBLIC))) < 8_000
    everyone = t.view(*map(Seat, range(1, players + 1)))
    assert len(msgspec.json.encode(everyone)) < 20_000


def test_the_news_tell_how_a_rubber_stands_and_why_a_tie_plays_on(table):
    t = table(target=5, rubber=True).deal(11, 2)
    assert read(*t.view().news)[2:] == [
        "Ana & Vera won the game, worth 3 points.",
        "The rubber: games 1–0, points 3–0",
    ]
    t = table(2, target=5, book=6).deal(13, 13)
    assert read(*t.view().news, players=2) == [
        "Deal 1: Ana 13 tricks, 7 points",
        "Boris 13 tricks, 7 points",
        "Level at 7: play goes on until somebody is ahead.",
    ]
    assert not t.view().score.over
    t.deal(14, 12)
    assert read(*t.view().news, players=2)[2:] == []
    assert t.view().score.winner == 1


def test_a_phone_for_both_sides_names_who_gains_by_a_revoke(table):
    t = table().say(*(f"{seat} expose {row}" for seat, row in ROWS.items())).trump("spades")
    t.say("2 play Ad", "3 play 2d", "4 play 8c")
    (notice,) = t.view(1, 2, 3, 4).notices
    assert read(*(offer.label for offer in notice.offers)) == [
        "Ana & Vera take 3 tricks of Georgi",
        "3 points for Ana & Vera",
        "3 points off the score of Georgi",
    ]
    (notice,) = t.view(1).notices
    assert read(*(offer.label for offer in notice.offers)) == [
        "3 of their tricks",
        "3 points for Ana & Vera",
        "3 points off their score",
    ]
