"""What phones and the kiosk are shown: guidance, what to tap first, the sum unfolded."""

from companion.core.view import PUBLIC
from companion.games.belote import RULES
from companion.words import render

NAMES = ["Ana", "Boris", "Vera", "Georgi"]
SIDES = [[1, 3], [2, 4]]


def read(*sentences):
    return [render(sentence, "en", "belote", NAMES, SIDES) for sentence in sentences]


def keys(view, weight="main"):
    return [choice.key for choice in view.choices if choice.weight == weight]


def choice(view, key):
    return next(choice for choice in view.choices if choice.key == key)


def test_hands_are_told_what_to_do_before_a_deal_and_after_the_auction(table):
    """Counter-clockwise: Boris sits at Ana's right, Georgi at her left."""
    assert read(*table(dealer=1).view().guidance) == [
        "Play with 32 cards: take out everything from 2 to 6.",
        "Georgi cuts for Ana; the cards are not shuffled.",
        "Ana deals 3 cards to each, then 2 more, counter-clockwise from Boris.",
        "Boris bids first.",
    ]
    t = table(dealer=1).say("2 bid hearts")
    assert t.view().guidance == ()
    t.say("3 pass", "4 pass", "1 pass")
    assert read(*t.view().guidance) == ["Ana deals 3 more cards to each. Boris leads."]
    t.say("2 play Jh")
    assert t.view().guidance == ()
    assert t.view().direction == "counter-clockwise"
    two = table(dealer=1, last_packet=2).bid("hearts")
    assert read(*two.view().guidance) == ["Ana deals 2 more cards to each. Boris leads."]


def test_the_auction_as_buttons(table):
    t = table()
    assert keys(t.view(1)) == ["bid", "pass"]
    assert keys(t.view(1), "more") == ["contract"]
    assert keys(t.view(2)) == []
    t.say("1 bid spades")
    view = t.view(2)
    assert keys(view) == ["bid", "pass", "double"]
    (field,) = choice(view, "bid").fields
    assert [bool(option.why_not) for option in field.options] == [True] * 4 + [False] * 2
    assert read(view.prompt, view.status) == [
        "Bid more than ♠ spades, double, or pass",
        "Boris bids more than ♠ spades, doubles, or passes",
    ]
    t.say("2 double")
    assert "redouble" in keys(t.view(3))
    assert read(*(seat.says for seat in t.view().seats if seat.says)) == ["♠ spades", "double"]
    t.say("3 bid all-trumps")
    assert keys(t.view(4)) == ["pass", "double"], "nothing is higher"


def test_one_phone_for_all_begins_with_the_whole_contract(table):
    t = table()
    assert keys(t.view(1, 2, 3, 4)) == ["contract"]
    assert keys(t.view(1, 2, 3, 4), "more")[:2] == ["bid", "pass"]
    t.say("1 pass")
    assert keys(t.view(1, 2, 3, 4)) == ["bid", "pass", "contract"]


def test_the_usual_evening_asks_for_the_result(table):
    t = table().bid("hearts")
    assert keys(t.view(3)) == ["count", "count-other"]
    assert read(t.view().status, t.view(1).prompt) == [
        "Ana leads; count the points after the last trick",
        "You lead; count the points after the last trick",
    ]
    assert {"play", "trick", "capot"} <= {*keys(t.view(1), "more")}
    assert keys(t.view(1), "beside") == ["tierce", "quarte", "quint", "four", "belote"]
    (points,) = choice(t.view(3), "count").fields
    assert (points.low, points.high) == (0, 162)
    assert read(points.hint) == [
        "With 10 for the last trick, without declarations. Boris & Georgi have the rest of the 162."
    ]


def test_a_table_that_taps_its_cards_is_asked_for_them_in_the_next_deal_too(table):
    t = table().bid("hearts").say("1 play Jh")
    assert keys(t.view(2))[0] == "play"
    assert "count" in keys(t.view(2), "more")
    t.say("2 play 7h", "3 play 8h", "4 play 9h", "count 1 100").bid("clubs", 2)
    assert keys(t.view(2))[:2] == ["play", "tierce"]
    t.say("trick 2")
    assert keys(t.view(3)) == ["trick"]


def test_declaring_comes_first_on_ones_turn_in_the_first_trick(table):
    t = table().bid("hearts").say("1 play Jh")
    assert keys(t.view(2)) == ["play", "tierce", "quarte", "quint", "four"]
    assert keys(t.view(3)) == []
    assert "tierce" in keys(t.view(3), "more")
    assert {"quint-6", "quint-7", "quint-8"} <= {*keys(t.view(2), "rare")}
    tops = [option.value for option in choice(t.view(2), "tierce").fields[0].options]
    assert tops[:6] == ["Ac", "Kc", "Qc", "Jc", "Tc", "9c"]
    assert "Jh" not in tops
    assert "Kh" not in tops
    assert "Ah" in tops


def test_a_belote_is_one_tap_and_two_where_it_may_be_of_several_suits(table):
    t = table().bid("hearts").say("1 play Kh")
    assert choice(t.view(1), "belote").fields == ()
    assert keys(t.view(1)) == ["belote"]
    t = table().bid("all-trumps").say("1 play Kh")
    assert choice(t.view(1), "belote").entry["suit"] == "hearts"
    assert choice(t.view(1), "belote").fields == ()
    t = table().bid("all-trumps").say("1 play 7h", "2 play 8h", "3 play 9h", "4 play Th")
    (field,) = choice(t.view(4), "belote").fields
    assert [option.value for option in field.options] == ["clubs", "diamonds", "hearts", "spades"]


def test_what_ones_own_declaration_makes_odd_is_asked_about(table):
    t = table().bid("hearts").say("2 tierce Qs", "1 play As")
    doubts = {o.value: o.doubt for o in choice(t.view(2), "play").fields[0].options}
    assert doubts["7c"].code == "doubt.revoke"
    assert doubts["7s"] is None
    t.say("2 play Js", "3 play 7s", "4 play 8c", "1 play Ks", "2 play Qs", "3 play 8s")
    doubts = {o.value: o.doubt for o in choice(t.view(4), "play").fields[0].options}
    assert doubts["9s"].code == "doubt.none-left"


def test_who_cannot_win_is_shown_with_the_reason(table):
    t = table().bid("hearts").say("1 play 7h", "2 play Jh")
    (field,) = choice(t.view(3), "trick").fields
    assert [bool(option.why_not) for option in field.options] == [True, False, False, False]


def test_the_contract_and_the_trump(table):
    t = table().bid("hearts", doubled=2)
    view = t.view()
    assert read(view.contract) == ["Ana & Vera play ♥ hearts, doubled"]
    assert (view.trump.state, view.trump.suit) == ("shown", "h")
    assert view.tricks == (0, 0)
    assert read(view.seats[0].says) == ["♥ hearts"]
    t = table().bid("all-trumps")
    assert (t.view().trump.state, read(t.view().trump.label)) == ("none", ["Every suit is trump"])


def test_the_felt_is_shown_to_all(table):
    t = table().bid("hearts").say("1 play 7h", "2 play Jh", "3 play 8h")
    assert [(laid.seat, laid.card) for laid in t.view().trick.laid][1] == (2, "Jh")
    t.say("4 play 9h")
    last = t.view().last_trick
    assert (last.number, last.winner, len(last.laid)) == (1, 2, 4)
    assert t.view().tricks == (0, 1)


def test_the_sum_unfolds(table):
    t = table().bid("hearts").say("1 belote hearts", "1 tierce 9d", "2 tierce Qs", "4 quarte Kc")
    t.say("count 1 106")
    (row,) = t.view().score.rows
    assert read(row.title) == ["Deal 1: ♥ hearts, Ana"]
    assert read(*row.marks) == ["hanging 13"]
    assert read(*row.lines) == [
        "Ana & Vera counted 106 points.",
        "Boris & Georgi have the rest: 162 − 106 = 56.",
        "Ana, belote ♥ hearts: + 20.",
        "Boris, tierce 10♠ to Q♠: + 20.",
        "Georgi, quarte 10♣ to K♣: + 50.",
        "Ana, tierce 7♦ to 9♦: nothing, the other side has a better one.",
        "In all: Ana & Vera 126, Boris & Georgi 126. In tens that is 25.",
        "Ana & Vera have the contract, and points are equal: hanging.",
        "Boris & Georgi write their half, 12; the half of Ana & Vera, 13, hangs.",
    ]
    assert row.written == (0, 12)


def test_hanging_is_marked_and_told(table):
    t = table().bid("hearts").say("count 1 81").by(1, "clubs", 2).say("count 1 81")
    first, second = t.view().score.rows
    assert read(*first.marks) == ["hanging 8"]
    assert read(*second.marks) == ["hanging 40", "×2"]
    assert read(*second.lines[-3:]) == [
        "Doubled: 16 × 2 = 32, all to one side.",
        "Nobody writes anything; 32 hang.",
        "With the 8 that hung before, 40 hang now.",
    ]
    assert read(t.view().guidance[-1]) == [
        "40 points hang: whoever has more in this deal writes them too."
    ]
    assert read(t.view().score.verdict) == ["Boris & Georgi lead, 8 to 0; 40 points hang"]
    t.by(1, "clubs").say("count 1 102")
    assert read(*t.view().score.rows[2].lines[-3:]) == [
        "Ana & Vera have the contract and more points: made.",
        "Each side writes its own: Ana & Vera 10, Boris & Georgi 6.",
        "Ana & Vera also write the 40 that hung.",
    ]
    assert t.score == (50, 14)


def test_inside_capot_and_the_critical_digit(table):
    t = table().bid("hearts").say("count 1 53").by(1, "no-trumps", 4).say("count 1 130 capot")
    inside, capot = t.view().score.rows
    assert read(*inside.marks) == ["inside"]
    assert read(*inside.lines[-2:]) == [
        "Ana & Vera have the contract and fewer points: inside.",
        "Boris & Georgi write all of it, 16.",
    ]
    assert read(*capot.marks) == ["made", "×4", "capot"]
    assert read(*capot.lines) == [
        "Ana & Vera counted 130 points.",
        "No trumps counts double: 260 and 0.",
        "Ana & Vera took every trick: + 90.",
        "In all: Ana & Vera 350, Boris & Georgi 0. In tens that is 35.",
        "Ana & Vera have the contract and more points: made.",
        "Redoubled: 35 × 4 = 140, all to one side.",
        "Ana & Vera write all of it, 140.",
    ]
    t = table().bid("hearts").say("count 1 106")
    assert read(t.view().score.rows[0].lines[-1]) == [
        "On the digit 6 the lower side goes up, the higher side down."
    ]


def test_a_sum_from_cards(table):
    t = table().bid("hearts").say("trick 2 Jh 9h Ah Th", *["trick 1"] * 7)
    assert read(*t.view().score.rows[0].lines[:2]) == [
        "Ana & Vera, 7 tricks: 97 in cards + 10 for the last trick = 107.",
        "Boris & Georgi, 1 trick: 55 points in cards.",
    ]


def test_void_passed_out_and_corrected(table):
    t = table().say("1 pass", "2 pass", "3 pass", "4 pass", "void", "adjust 2 26 revoke")
    passed, void, correction = t.view().score.rows
    assert read(passed.title, void.title, correction.title) == [
        "Deal 1: all passed",
        "Deal 2: void",
        "Correction",
    ]
    assert correction.totals == (0, 26)
    assert read(*correction.lines) == ["revoke"]


def test_the_end(table):
    t = table().by(1, "hearts").say("count 1 106", "end")
    view = t.view(1)
    assert read(view.status) == ["Ana & Vera have won, 10 to 6"]
    assert view.phase == "over"
    assert {choice.key for choice in view.choices} == {"adjust", "adjust-off"}
    assert RULES.view(t.state, PUBLIC).choices == ()


def told(t):
    """The news of the deal before."""
    return read(*t.view().news)


def test_what_a_deal_came_to_is_told_in_a_line(table):
    t = table(target=121)
    assert told(t) == [], "nothing was played yet"
    t.by(1, "hearts").say("count 1 106")
    made = "Deal 1: Ana & Vera made ♥ hearts, 106 to 56."
    assert told(t) == [f"{made} Ana & Vera write 10, Boris & Georgi 6."]
    t.by(1, "hearts")
    assert told(t) == [], "another deal is on"
    t.say("count 1 81")
    hanging = "Deal 2: Ana & Vera with ♥ hearts, 81 to 81: hanging."
    assert told(t) == [f"{hanging} Boris & Georgi write 8; 8 points hang."]
    t.by(2, "clubs", 2).say("count 1 81")
    hanging = "Deal 3: Boris & Georgi with ♣ clubs doubled, 81 to 81: hanging."
    assert told(t) == [f"{hanging} Nothing is written; 40 points hang."]
    first = t.state.deal.first
    t.say(*(f"{(first + n - 1) % 4 + 1} pass" for n in range(4)))
    assert told(t) == ["Deal 4: all passed. Nothing is written."]
    t.by(2, "no-trumps", 2).say("count 2 20")
    failed = "Deal 5: Boris & Georgi failed with no trumps doubled, 40 to 220: inside."
    assert told(t) == [
        f"{failed} Ana & Vera write 92, with the 40 that hung.",
    ]
    t.by(2, "hearts").say("count 1 162 capot")
    assert told(t) == [
        "Deal 6: capot, Ana & Vera took every trick against ♥ hearts. Ana & Vera write 25.",
        "121 is reached, but a capot does not end the game: one more deal is played.",
    ]
    t.bid("hearts")
    assert len(told(t)) == 1, "why it goes on is still worth knowing"
    t.say("void")
    assert told(t)[0] == "Deal 7: void. Nothing is written."
    t.by(1, "hearts").say("count 1 100")
    assert t.over
    assert told(t) == [
        "Deal 8: Ana & Vera made ♥ hearts, 100 to 62. Ana & Vera write 10, Boris & Georgi 6."
    ]


def test_who_waits_in_the_auction_has_the_whole_contract_as_a_button(table):
    t = table()
    assert keys(t.view(2), "beside") == ["contract"]
    assert keys(t.view(2), "more") == []
    assert keys(t.view(1), "beside") == [], "who is on turn bids"


def test_the_speaker_is_asked_for_all_he_may_say(table):
    t = table().say("1 bid spades")
    assert read(t.view(2).prompt) == ["Bid more than ♠ spades, double, or pass"]
    t.say("2 double")
    assert read(t.view(3).prompt) == ["Bid more than ♠ spades, redouble, or pass"]
    t.say("3 pass")
    assert read(t.view(4).prompt) == ["Bid more than ♠ spades, or pass"]
    t.say("4 bid all-trumps")
    assert read(t.view(1).prompt) == ["Double all trumps, or pass"]
    t.say("1 pass")
    assert read(t.view(2).prompt) == ["Pass; nothing is higher than all trumps"]


def test_the_pad_names_the_contract(table):
    t = table().bid("hearts", doubled=2)
    assert read(choice(t.view(3), "count").fields[0].label) == ["Points in ♥ hearts doubled"]


def doubtful(t, seat):
    """The suits of which no card can be had without a question."""
    (field,) = choice(t.view(seat), "play").fields
    suits = {option.value[1] for option in field.options}
    sure = {option.value[1] for option in field.options if not option.doubt}
    return suits - sure


def test_who_did_not_trump_though_he_must_has_no_trump(table):
    t = table().bid("hearts").say("1 play Ac", "2 play 7d", "3 play 7c", "4 play 8c", "1 play As")
    assert doubtful(t, 2) == {"c", "h"}
    t = table().bid("hearts").say("1 play 9c", "2 play Ac", "3 play 7c", "4 play 7d", "2 play As")
    t.say("3 play 7s")
    assert doubtful(t, 4) == {"c"}, "the partner was winning"
