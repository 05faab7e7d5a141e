"""Putting right what was entered of a game after the next one began."""

import json
import random

import pytest
from party import fill

from companion.table import record
from companion.table.exports import Book, public_record
from companion.table.ledger import booked
from companion.table.looking_back import past, story

LOW = {"do": "play", "seat": 2, "card": "2h"}


@pytest.fixture
def two_games(room):
    """Boris won the first with a king (entries 1, 2); of the second one card lies there."""
    room.seated()
    begin = {"do": "setup", "game": "high-card", "players": 2, "options": {"target": 1}}
    room.act(room.boss, **begin)
    room.play(2, "Kh")
    room.play(1, "Qh")
    room.act(room.boss, **begin)
    room.play(2, "9c")
    return room


def mend(room, device, seen=None, **entry):
    return room.act(device, seen=seen, do="earlier", game=1, entry=entry)


def told(room, device=None, number=1):
    return room.table.look(lambda evening: story(evening, device, number))


def ended(room):
    (first, *_) = room.table.look(booked)
    return first.score, first.winner


def test_all_that_is_read_off_an_earlier_game_follows(two_games):
    assert ended(two_games) == ((0, 1), 1)
    mend(two_games, two_games.ana, do="correct", at=1, entry=LOW)
    for room in (two_games, two_games.restart()):
        assert ended(room) == ((1, 0), 0)
        text = room.table.look(lambda evening: public_record(evening, 1))
        assert json.loads(record.replay(record.lines_of_text(text)))["score"] == [1, 0]
        book = room.table.look(lambda evening: Book(evening, "X", "en", 1))
        assert json.loads(book.json())["score"] == [1, 0]
        assert "Ana" in book.csv().splitlines()[-1]
        assert room.score() == [0, 0], "the game that is on is another"
        line = told(room).events[-1]
        assert (line.what.code, line.deal, line.by) == ("entry.corrected", 1, "Ana")


def test_it_is_one_entry_and_the_undo_takes_it_back(two_games):
    before = ended(two_games)
    mend(two_games, two_games.ana, do="correct", at=1, entry=LOW)
    undo = two_games.frame(two_games.ana)["undo"]
    assert undo["what"]["code"] == "entry.in-game"
    assert two_games.frame(two_games.boris)["undo"]["what"]["code"] != "entry.in-game"
    with two_games.refused("not-yours-to-undo"):
        mend(two_games, two_games.boris, do="undo")
    two_games.act(two_games.ana, **undo["entry"])
    assert ended(two_games.restart()) == before
    with two_games.refused("nothing-to-undo"):
        mend(two_games, two_games.boss, do="undo")


def test_later_it_is_taken_back_from_the_games_own_story(two_games):
    mend(two_games, two_games.ana, do="correct", at=1, entry=LOW)
    two_games.play(1, "8c")
    assert two_games.frame(two_games.ana)["undo"]["what"]["code"] != "entry.in-game"
    offered = {
        device.id: told(two_games, device).undo for device in (two_games.ana, two_games.boris)
    }
    assert offered[two_games.boris.id] is None
    two_games.act(two_games.ana, **offered[two_games.ana.id].entry)
    assert ended(two_games) == ((0, 1), 1)
    assert [
        line.undone for line in told(two_games).events if line.what.code == "entry.corrected"
    ] == [True]


def test_everybody_is_told_until_something_else_is_entered(two_games):
    mend(two_games, two_games.ana, do="correct", at=1, entry=LOW)
    for device in (two_games.boris, None):
        (notice,) = two_games.frame(device)["view"]["notices"]
        assert notice["message"]["args"]["who"] == "Ana"
    two_games.play(1, "8c")
    assert not two_games.frame()["view"].get("notices")


def test_the_game_that_is_on_is_not_held_up_and_of_two_one_wins(two_games):
    then = two_games.table.seq
    mend(two_games, two_games.ana, seen=then, do="correct", at=1, entry=LOW)
    two_games.act(two_games.ana, seen=then, do="play", seat=1, card="8c")
    with two_games.refused("stale"):
        mend(two_games, two_games.boris, seen=then, do="correct", at=1, entry={**LOW, "card": "3h"})


def test_a_preview_and_an_entry_opened_again(two_games):
    found = two_games.table.look(lambda evening: past(evening, two_games.ana, 1, evening.played(1)))
    assert found.entry == {"do": "play", "seat": 2, "card": "Kh"}
    assert found.people == ("Ana", "Boris")
    body = {"do": "earlier", "game": 1, "entry": {"do": "correct", "at": 1, "entry": LOW}}
    seen = two_games.table.preview(two_games.ana, two_games.table.seq, json.dumps(body).encode())
    assert [team.total for team in seen.before.teams] == [0, 1]
    assert [team.total for team in seen.after.teams] == [1, 0]


@pytest.mark.parametrize(
    ("game", "entry", "code"),
    [
        (2, {"do": "correct", "at": 1}, "no-game-number"),
        (9, {"do": "correct", "at": 1}, "no-game-number"),
        (0, {"do": "correct", "at": 1}, "bad-entry"),
        (1, {"do": "correct", "at": 7}, "no-such-entry"),
        (1, {"do": "correct", "at": 1}, "correction-breaks"),
        (1, {"do": "correct", "at": 1, "entry": {**LOW, "card": "Kh"}}, "nothing-to-correct"),
        (1, {"do": "undo"}, "nothing-to-undo"),
        (1, {"do": "undo", "to": 0}, "nothing-to-undo"),
        (1, {"do": "play", "seat": 2, "card": "2h"}, "bad-entry"),
        (1, {"do": "void"}, "bad-entry"),
    ],
)
def test_what_cannot_be_put_right_is_refused(two_games, game, entry, code):
    with two_games.refused(code):
        two_games.act(two_games.boss, do="earlier", game=game, entry=entry)


def test_a_stranger_puts_nothing_right(two_games):
    with two_games.refused("not-at-this-table"):
        mend(two_games, two_games.phone(), do="correct", at=1, entry=LOW)


def test_back_to_the_game_before_it_is_as_it_was_put_right(two_games):
    mend(two_games, two_games.ana, do="correct", at=1, entry=LOW)
    two_games.act(two_games.boris, do="undo")
    two_games.act(two_games.boss, do="undo")
    assert two_games.score() == [1, 0], "the first game is on again"
    two_games.act(two_games.ana, do="undo")
    assert two_games.score() == [0, 1]
    assert two_games.restart().score() == [0, 1]


def test_who_sat_there_is_told_by_name(two_games):
    two_games.act(two_games.boris, do="undo")
    two_games.act(two_games.boss, do="move", seat=1, to=2)
    two_games.play_as(two_games.ana, 2, "9c")
    mend(two_games, two_games.ana, do="correct", at=1, entry=LOW)
    then = told(two_games)
    last = [line for line in then.events if line.number][-1]
    assert then.people == ("Ana", "Boris"), "as they sat then, not as they sit now"
    assert last.by == "Ana"


def test_erasing_a_person_takes_him_out_of_such_entries_too(two_games):
    why = {"do": "adjust", "team": 1, "by": -1, "why": "Boris said so"}
    mend(two_games, two_games.ana, do="correct", at=1, before=True, entry=why)
    two_games.host.erase_person("Boris")
    assert "Boris" not in str(two_games.log.rows(two_games.table.code))
    assert ended(two_games.restart())


def test_a_dispute_outlives_its_game(room):
    room.seated()
    begin = {"do": "setup", "game": "high-card", "players": 2, "options": {"target": 1}}
    room.act(room.boss, **begin)
    room.play(2, "Kh")
    room.play(1, "Qh")
    room.act(room.ana, do="dispute", deal=1, seat=1)
    room.act(room.boss, **begin)

    def open_one(device):
        found = room.frame(device)["view"].get("notices", [])
        return [one for one in found if one["code"] == "still-disputed"]

    room.restart()
    for device in (room.ana, room.boris, None):
        (seen,) = open_one(device)
        assert seen["message"]["args"] == {"who": "Ana", "n": 1, "game": 1}
        assert [offer["key"] for offer in seen.get("offers", [])] == (
            ["earlier-sign"] if device is room.ana else []
        )
    with room.refused("not-your-seat"):
        mend(room, room.boris, do="sign", deal=1, seat=1)
    with room.refused("host-only"):
        mend(room, room.boris, do="settle", deal=1, why="so")
    (seen,) = open_one(room.boss)
    (settle,) = seen["offers"]
    room.act(room.boss, **fill(settle, random))
    assert not open_one(None)
    room.restart()
    assert not open_one(None)
    assert told(room).events[-1].what.code == "matter.settled"


def test_rules_agreed_are_told_with_what_is_new(room):
    room.seated()
    word = {"do": "setup", "game": "high-card", "players": 2}
    room.act(room.ana, **word, options={"target": 9})
    room.act(room.boss, **word, options={"target": 9}, dealer=2, second="count")
    *_, one, two = told(room).events
    assert (one.what.code, one.what.args["what"].code, one.by) == (
        "matter.agreed",
        "high-card.target",
        "Ana",
    )
    assert two.what.args["what"].args["one"].code == "matter.deals-first"
    assert two.what.args["what"].args["more"].code == "table.second-count"
    assert two.host


def test_who_sat_wrong_in_an_earlier_game(two_games):
    wrong = {"do": "reseat", "since": 1, "seats": [2, 1]}
    with two_games.refused("host-only"):
        mend(two_games, two_games.ana, **wrong)
    with two_games.refused("no-such-deal"):
        mend(two_games, two_games.boss, **{**wrong, "since": 9})
    mend(two_games, two_games.boss, **wrong)
    for room in (two_games, two_games.restart()):
        (first, second) = room.table.look(booked)
        assert first.people == (("Boris",), ("Ana",))
        assert first.bookings[0].people == (("Boris",), ("Ana",))
        assert second.people == (("Ana",), ("Boris",)), "the game that is on is another"
        assert room.names() == ["Ana", "Boris"]
        assert told(room).events[-1].what.code == "matter.reseated"
