"""Setting games up, one after another, and taking entries back."""

import pytest

from companion import games
from companion.core.messages import Refusal


def setup(room, device=None, **changes):
    entry = {"do": "setup", "game": "high-card", "players": 2, **changes}
    return room.act(device or room.ana, **entry)


def round_won_by_boris(room):
    """One deal; the dealer moves on, so that the other leads next."""
    for seat in (2, 1) if room.frame()["view"]["deal"] % 2 else (1, 2):
        room.play(seat, "Kh" if seat == 2 else "Qh")


# Setting up


def test_anybody_seated_sets_up_before_the_first_entry(room):
    room.seated()
    setup(room, options={"target": 1, "bets": True}, dealer=2)
    shown = room.frame(room.ana)["setup"]
    assert (shown["game"], shown["players"], shown["dealer"]) == ("high-card", 2, 2)
    assert [field["value"] for field in shown["fields"]] == [1]
    assert {"name": "high-card", "players": [2, 3, 4]} in shown["games"]
    assert [game["name"] for game in shown["games"]] == list(games.names())
    room.play(1, "Kh")
    room.play(2, "Qh")
    assert room.frame()["view"]["score"]["over"] is True
    assert '"options":{"target":1}' in room.host.export_record(room.table.code).split("\n")[0]


def test_who_may_set_up_and_who_is_shown_how(room):
    assert room.frame(room.boss)["setup"]
    assert room.frame(room.ana)["setup"] is None
    with room.refused("not-at-this-table"):
        setup(room, room.ana)
    room.seated()
    assert room.frame(room.ana)["setup"]
    assert room.frame()["setup"] is None
    room.play(2, "Kh")
    assert room.frame(room.boss)["setup"] is None
    for device in (room.ana, room.boss):
        with room.refused("game-under-way"):
            setup(room, device)
    room.act(room.boris, do="undo")
    setup(room)


def test_more_seats_keep_everybody_and_fewer_free_those_that_vanish(room):
    room.seated()
    setup(room, players=4)
    assert room.names() == ["Ana", "Boris", None, None]
    vera, georgi = room.phone(), room.phone()
    room.act(vera, do="sit", seat=3, name="Vera")
    room.act(georgi, do="sit", seat=4, name="Georgi")
    setup(room, georgi, players=3)
    assert room.names() == ["Ana", "Boris", "Vera"]
    assert room.table.seats_of(georgi) == frozenset()
    with room.refused("not-at-this-table"):
        setup(room, georgi, players=4)
    setup(room, vera, players=4)
    assert room.names() == ["Ana", "Boris", "Vera", None]
    room.act(georgi, do="sit", seat=4, name="Georgi")


@pytest.mark.parametrize(
    ("changes", "code", "args"),
    [
        ({"game": "no-such-game"}, "no-game", {"game": "no-such-game"}),
        ({"players": 5}, "bad-players", {"n": 5}),
        ({"dealer": 3}, "no-such-seat", {"seat": 3}),
        ({"options": {"target": "many"}}, "bad-options", {"which": "target"}),
        ({"options": {"target": 0}}, "bad-options", {"which": "target"}),
        ({"options": {"target": True}}, "bad-options", {"which": "target"}),
        ({"options": {"colour": "red"}}, "bad-options", {"which": "colour"}),
        ({"options": {"bets": None}}, "bad-options", {"which": "bets"}),
        ({"players": 4, "options": {"target": 501}}, "high-card.target", {"target": 501, "n": 4}),
        ({"players": 13}, "bad-entry", {}),
        ({"players": 2, "more": 1}, "bad-entry", {}),
        ({"options": []}, "bad-entry", {}),
    ],
)
def test_what_cannot_be_set_up(room, changes, code, args):
    room.seated()
    with room.refused(code) as refusal:
        setup(room, **changes)
    assert refusal.value.msg.args == args


def test_a_game_that_cannot_start_is_not_stored(room, monkeypatch):
    room.seated()
    rules, seq = type(games.load("high-card")), room.table.seq
    with monkeypatch.context() as patched:
        patched.setattr(rules, "start", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            setup(room, players=3)
    assert room.table.seq == seq
    assert room.restart().table.seq == seq


def test_the_same_people_play_again_when_it_is_over(room):
    room.seated()
    setup(room, options={"target": 1})
    round_won_by_boris(room)
    assert room.frame(room.ana)["setup"]["fields"][0]["value"] == 1
    with room.refused("high-card.over"):
        room.act(room.boris, do="void")
    setup(room, room.boris, options={"target": 2}, dealer=2)
    frame = room.frame(room.ana)
    assert frame["view"]["score"]["teams"][1]["total"] == 0
    assert frame["table"]["started"] is False
    assert room.names() == ["Ana", "Boris"]
    room.play(1, "Ah")
    numbers = [line["number"] for line in room.frame()["recent"]]
    assert numbers == [None, 1], "entries number from 1 in each game"


def test_house_rules_agreed_later_are_an_entry(room):
    room.seated()
    room.act(room.ana, do="options", options={"target": 1})
    round_won_by_boris(room)
    assert room.frame()["view"]["score"]["over"] is True


# Undo


def test_undo_by_who_entered_it_or_the_host(room):
    room.seated()
    round_won_by_boris(room)
    assert room.score() == [0, 1]
    assert room.frame(room.boris)["undo"] is None
    assert room.frame()["undo"] is None
    assert room.frame(room.ana)["undo"]["number"] == 2
    assert room.frame(room.boss)["undo"]["what"]["code"] == "high-card.play"
    with room.refused("not-yours-to-undo"):
        room.act(room.boris, do="undo")
    room.act(room.ana, do="undo")
    assert room.score() == [0, 0]
    assert room.frame(room.boris)["undo"]["number"] == 1
    room.act(room.boris, do="undo")
    with room.refused("nothing-to-undo"):
        room.act(room.boss, do="undo")
    assert room.frame(room.boss)["undo"] is None


def test_undo_of_several_needs_them_all_to_be_yours(room):
    room.seated()
    round_won_by_boris(room)
    with room.refused("not-yours-to-undo"):
        room.act(room.ana, do="undo", to=0)
    with room.refused("nothing-to-undo"):
        room.act(room.boss, do="undo", to=2)
    with room.refused("bad-entry"):
        room.act(room.boss, do="undo", to=-1)
    room.act(room.boss, do="undo", to=0)
    assert room.frame()["table"]["started"] is False


def test_an_undo_brings_nothing_back(room):
    room.seated()
    room.play(2, "Kh")  # 1
    room.act(room.boris, do="undo")  # 2
    room.play(2, "Qh")  # 3
    room.play(1, "Jh")  # 4
    room.act(room.boss, do="undo", to=2)  # 5
    assert "trick" in room.frame()["view"]
    assert not room.frame()["view"]["trick"].get("laid")
    with room.refused("nothing-to-undo"):
        room.act(room.boss, do="undo", to=1)


def test_the_story_tells_what_was_taken_back(room):
    room.seated()
    room.play(2, "Kh")
    room.act(room.boss, do="undo")
    told = [
        (line["number"], line["seat"], line["host"], line["what"]["code"], line["undone"])
        for line in room.frame()["recent"]
    ]
    assert told == [
        (None, None, False, "matter.setup", False),
        (None, 1, False, "matter.sat", False),
        (None, 2, False, "matter.sat", False),
        (1, 2, False, "high-card.play", True),
        (2, None, True, "entry.undo", False),
    ]
    for n in range(20):
        room.act(room.boss, do="rename", seat=1, name=f"Ana {n}")
    recent = room.frame()["recent"]
    assert len(recent) == 12
    assert recent[-1]["what"]["args"]["who"] == "Ana 19"


def test_the_entry_that_ended_a_game_can_be_taken_back_after_the_next_began(room):
    room.seated()
    setup(room, options={"target": 1})
    round_won_by_boris(room)
    before = room.frame()["view"]
    setup(room, room.ana, players=3)
    assert room.frame(room.boris)["undo"] is None
    assert room.frame(room.ana)["undo"] == {
        "number": 0,
        "what": {"code": "matter.setup", "args": {}},
        "entry": {"do": "undo"},
    }
    with room.refused("not-yours-to-undo"):
        room.act(room.boris, do="undo")
    with room.refused("nothing-to-undo"):
        room.act(room.ana, do="undo", to=0)
    setup(room, room.boris, players=2)
    room.act(room.ana, do="undo")
    assert room.frame()["view"] == before
    room.act(room.ana, do="undo")
    assert room.score() == [0, 0]
    room.play(1, "Ah")
    assert room.score() == [1, 0]
    assert room.host.export_record(room.table.code).count("\n") == 5


def test_a_game_taken_back_to_nothing_and_set_up_anew_is_another_game(room):
    room.seated()
    room.play(2, "Kh")
    room.act(room.boss, do="undo")
    setup(room, options={"target": 9})
    room.play(2, "Qh")
    code = room.table.code
    assert room.host.export_record(code, 1).splitlines()[1:] == [
        '{"do":"play","seat":2,"card":"Kh"}',
        '{"do":"undo"}',
    ]
    assert room.host.export_record(code, 2).splitlines()[1:] == [
        '{"do":"play","seat":2,"card":"Qh"}'
    ]
    assert room.host.export_record(code) == room.host.export_record(code, 2)
    for number in (0, 3):
        with pytest.raises(Refusal, match="no-game-number"):
            room.host.export_record(code, number)


def test_a_game_just_set_up_does_not_hide_the_one_that_was_played(room):
    room.seated()
    setup(room, options={"target": 1})
    round_won_by_boris(room)
    told = room.host.export_record(room.table.code)
    setup(room)
    room.act(room.boss, do="move", seat=1, to=2)
    assert room.host.export_record(room.table.code) == told
    assert '"seats":["Ana","Boris"]' in told
