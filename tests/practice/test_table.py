"""A practice table for a person: his own cards and nobody else's, choices cut to them, and
everything that he did to be taken back."""

import json

import msgspec
import pytest
from tables_to_practise import Person, every_game, history_of, play_on, practice, result_of

from companion.core.cards import suit_of
from companion.core.messages import Refusal
from companion.core.seats import Seat, seats_of
from companion.practice.table import ROBOT
from companion.table.devices import Device


def bare(frame):
    """The frame as a phone gets it, without the clock."""
    told = msgspec.to_builtins(frame)
    told["table"].pop("now")
    return told


@pytest.fixture
def ana():
    return Person(practice("whitehouse", 4, own=1))


def until_turn(person):
    """The robots play until the person has something to say; whether he has."""
    play_on(person.table)
    return person.choice("play") is not None


def through_the_auction(person):
    """The person passes, or bids where he must, until cards are played."""
    for _ in range(20):
        play_on(person.table)
        if person.choice("pass"):
            person.act(**person.choice("pass").entry)
        elif person.choice("bid") and person.choice("play") is None:
            person.act(do="bid", seat=1, points=14)
        else:
            return
    raise AssertionError("no end of the auction")


def play_any(person, card=None):
    choice = person.choice("play")
    options = [one for one in choice.fields[0].options if one.doubt is None]
    chosen = card or options[0].value
    person.act(**choice.entry, card=chosen)
    return chosen


def test_robots_wait_until_somebody_sits_down(ana):
    table = practice("belote", 4, own=1)
    play_on(table)
    people = table.frame(None).people
    assert [person.name for person in people] == [None, "Bot Ben", "Bot Cleo", "Bot Dan"]
    assert [person.here for person in people] == [False, True, True, True]
    assert not history_of(table).entries
    Person(table)
    play_on(table)
    assert history_of(table).entries


def test_a_robot_takes_another_name_where_somebody_has_its_own():
    table = practice("belote", 4, own=1)
    Person(table, name="Bot Dan")
    play_on(table)
    names = [person.name for person in table.frame(None).people]
    assert names[0] == "Bot Dan"
    assert len(set(names)) == 4


@pytest.mark.parametrize(("game", "players"), every_game())
def test_everybody_is_told_that_it_is_practice_and_nobody_sees_anothers_cards(game, players):
    table = practice(game, players, own=1)
    person = Person(table)
    play_on(table)
    assert table.frame(None).practice.hand == ()
    assert table.frame(Device(99)).practice.hand == ()
    assert table.frame(Device(99, host=True)).practice.hand == ()
    mine = person.frame.practice.hand
    assert mine
    with table.evening() as evening:
        hands = table._dealer.cards(evening).hands
    assert set(mine) <= set(hands[Seat(1)])
    others = {card for seat in seats_of(players)[1:] for card in hands[seat]}
    assert not set(mine) & others


@pytest.mark.parametrize(("game", "players"), every_game())
def test_frames_do_not_depend_on_cards_that_others_hold(game, players):
    """Leak test: the other hands swapped, nobody sees a difference."""
    table = practice(game, players, own=1)
    person = Person(table)
    play_on(table)
    before = bare(person.frame), bare(table.frame(None))
    with table.evening() as evening:
        hands = table._dealer.cards(evening).hands
        rows = {
            card for seen in evening.public().seats for place in seen.places for card in [place.up]
        }
        free = [
            (s, n) for s in seats_of(players)[1:] for n, c in enumerate(hands[s]) if c not in rows
        ]
        cards = {seat: list(hand) for seat, hand in hands.items()}
        said = {
            e.entry.seat for e in evening.game.history.standing if getattr(e.entry, "seat", 1) != 1
        }
        turned = [hands[s][n] for s, n in free][::-1]
        for (seat, n), card in zip(free, turned, strict=True):
            cards[seat][n] = card
        key = list(table._dealer._dealt)[-1]
        table._dealer._dealt[key] = {seat: tuple(hand) for seat, hand in cards.items()}
    assert said or game == "chinese-whist"
    table._frames.clear()
    assert (bare(person.frame), bare(table.frame(None))) == before


def test_a_card_choice_offers_the_own_cards_and_asks_before_a_revoke(ana):
    through_the_auction(ana)
    for _ in range(30):
        play_on(ana.table)
        choice, frame = ana.choice("play"), ana.frame
        if choice is None:
            break
        offered = [one.value for one in choice.fields[0].options]
        assert sorted(offered) == sorted(frame.practice.hand)
        assert choice.weight == "main"
        laid = frame.view.trick.laid
        following = [one for one in offered if laid and suit_of(one) == suit_of(laid[0].card)]
        for one in choice.fields[0].options:
            if following:
                wrong = one.value not in following
                assert wrong == (one.doubt is not None and one.doubt.code == "practice.doubt")
        if following and len(following) < len(offered):
            revoke = next(card for card in offered if card not in following)
            play_any(ana, revoke)
            break
        play_any(ana)
    else:
        raise AssertionError("never had to follow")
    play_on(ana.table, lambda history: history.over)
    assert result_of(ana.table)


def test_what_others_would_count_waits_behind_while_cards_are_played(ana):
    through_the_auction(ana)
    play_on(ana.table)
    trick = ana.choice("trick")
    assert trick is None or trick.weight == "more"
    assert next(one.weight for one in ana.frame.view.choices) == "main"


def test_in_belote_the_card_comes_first_though_a_table_would_count():
    table = practice("belote", 4, own=1, seed=4)
    person = Person(table)
    play_on(table)
    for _ in range(60):
        if person.choice("play") and person.choice("play").weight == "main":
            break
        if person.choice("pass"):
            person.act(**person.choice("pass").entry)
        play_on(table)
    mains = [one.key for one in person.frame.view.choices if one.weight == "main"]
    assert "play" in mains
    assert "count" not in mains


def test_in_chinese_whist_the_row_is_laid_out_and_the_card_beneath_is_the_one_to_turn_up():
    table = practice("chinese-whist", 4, own=1)
    person = Person(table)
    play_on(table)
    with table.evening() as evening:
        dealt = table._dealer.cards(evening).hands[Seat(1)]
    assert set(person.frame.practice.hand) == set(dealt[6:])
    row = [place.up for place in person.frame.view.seats[0].places]
    assert row == list(dealt[6:12])
    person.act(do="trump", seat=1, suit="hearts")
    play_on(table)
    play_any(person, None)
    laid = next(
        entered.entry.card
        for entered in reversed(history_of(table).standing)
        if getattr(entered.entry, "card", None) and entered.entry.seat == 1
    )
    choice = person.choice("uncover")
    assert [one.value for one in choice.fields[0].options] == [dealt[row.index(laid)]]
    play_on(table)
    assert person.choice("uncover"), "robots lead before the card is turned up"
    person.act(**choice.entry, card=dealt[row.index(laid)])
    assert dealt[row.index(laid)] in person.frame.practice.hand


def test_robots_that_wait_for_a_card_passed_over_say_so_by_bringing_it_forward():
    """Whoever wins a trick may lead again without turning up; the robots wait all the same."""
    for seed in range(12):
        table = practice("chinese-whist", 2, own=1, seed=seed)
        person = Person(table)
        for _ in range(30):
            play_on(table)
            choices = person.frame.view.choices
            mains = [one for one in choices if one.weight == "main"]
            assert mains, f"seed {seed}: nothing is asked and nobody moves"
            key = next((one for one in mains if one.key == "play"), mains[0])
            field = key.fields[0]
            free = [one for one in field.options if one.doubt is None] or list(field.options)
            person.act(**key.entry, **{field.name: free[0].value})


def test_the_own_last_entry_can_be_taken_back_with_what_robots_did_since(ana):
    play_on(ana.table)
    undone = len(history_of(ana.table).standing)
    hand = ana.frame.practice.hand
    word = ana.choice("pass")
    ana.act(**word.entry)
    play_on(ana.table)
    assert len(history_of(ana.table).standing) > undone + 1
    undo = ana.frame.undo
    assert undo.what == history_of(ana.table).rules.describe(
        history_of(ana.table).standing[undone].entry
    )
    ana.act(**undo.entry)
    assert len(history_of(ana.table).standing) == undone
    assert ana.choice("pass")
    assert ana.frame.practice.hand == hand


def test_only_undo_is_freer_than_at_a_real_table(ana):
    play_on(ana.table)
    robot = next(seat for seat in (2, 3, 4))
    with pytest.raises(Refusal, match="not-your-seat"):
        ana.act(do="rename", seat=robot, name="Nobody")
    with pytest.raises(Refusal, match="not-your-seat"):
        ana.act(do="bid", seat=robot, points=20)
    stranger = Device(7)
    body = json.dumps({"do": "undo"}).encode()
    with pytest.raises(Refusal, match="not-at-this-table"):
        ana.table.act(stranger, "tap-stranger", ana.table.seq, body)


def test_a_new_game_with_more_players_gets_more_robots(ana):
    ana.act(do="setup", game="whitehouse", players=6, options={}, dealer=2)
    play_on(ana.table)
    people = ana.frame.people
    assert [person.name for person in people][3:] == ["Bot Dan", "Bot Eva", "Bot Finn"]
    assert history_of(ana.table).entries


def test_a_count_by_hand_ends_the_deal_and_robots_go_on(ana):
    through_the_auction(ana)
    play_on(ana.table)
    deal = ana.frame.view.deal
    first = ana.choice("count")
    assert first.weight == "more"
    ana.act(**first.entry, points=first.fields[0].low)
    play_on(ana.table)
    assert ana.frame.view.deal == deal + 1
    assert len(ana.frame.practice.hand) == 8


def test_robots_are_one_device_that_is_no_phone_of_the_house(ana):
    play_on(ana.table)
    with ana.table.evening() as evening:
        assert {evening.people[seat].device for seat in (2, 3, 4)} == {ROBOT}
    assert ROBOT < 0
