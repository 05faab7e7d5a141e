"""A score sheet copied from paper: one phone for all seats, marked, no secret in reach."""

import json
import random

import msgspec
import pytest
from party import GAMES, Party, fill

from companion import games
from companion.print_sources import as_played
from companion.table.looking_back import timeline

ON = {"do": "from-paper", "on": True}
OFF = {"do": "from-paper", "on": False}


def codes(view):
    return [notice["message"]["code"] for notice in view.get("notices", [])]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_every_game_can_be_copied_without_a_card(tmp_path, game, seed):
    """Only by what the copier is shown, as the sheet on the phone draws it."""
    party = Party(tmp_path, game, games.load(game).players[-1])
    party.send(party.boss, ON)
    chance = random.Random(seed)
    deals, taps = 1, 0
    while deals < 3 and taps < 200:
        frame = party.frame(party.boss)
        if frame["view"]["score"].get("over"):
            break
        assert frame["copying"]
        choices = frame["view"]["choices"]
        mains = [choice for choice in choices if choice.get("weight", "main") == "main"]
        assert mains, (frame["view"]["status"], choices)
        assert not any(
            choice["entry"]["do"] in ("play", "trick") or field["kind"] in ("card", "cards")
            for choice in choices
            for field in choice.get("fields", [])
        )
        party.send(party.boss, fill(chance.choice(mains), chance))
        deals, taps = party.frame(None)["view"]["deal"], taps + 1
    assert taps < 200
    rows = party.frame(None)["view"]["score"]["rows"]
    assert rows
    assert all("table.mark-paper" in [mark["code"] for mark in row["marks"]] for row in rows)
    score = as_played(party.table).view
    assert all("table.mark-paper" in [mark.code for mark in row.marks] for row in score.rows)
    party.send(party.phones[0], OFF)
    assert not party.frame(party.boss)["copying"]
    before = party.seen()
    party.restart()
    assert party.seen() == before
    # What was copied is in the record like anything else, and reads as such.
    assert '"from-paper"' not in party.host.export_record(party.table.code)


def test_meanwhile_nobody_else_enters_anything(room):
    room.seated()
    room.act(room.boss, **ON)
    for device in (room.ana, None):
        view = room.frame(device)["view"]
        assert codes(view)[-1] == "table.copying"
        assert not view.get("choices")
    assert room.frame(room.ana)["undo"] is None
    assert not room.frame(None)["view"]["notices"][-1].get("offers")
    with room.refused("being-copied"):
        room.act(room.boris, do="play", seat=2, card="Kh")
    with room.refused("being-copied"):
        room.act(room.ana, do="undo")
    with room.refused("being-copied"):
        room.act(room.ana, do="setup", game="high-card", players=2)
    with room.refused("not-on-paper"):
        room.act(room.boss, do="conceal", seat=2, card="Kh")
    # Who sits where is no matter of the score.
    room.act(room.ana, do="rename", seat=1, name="Anna")
    room.act(room.boss, do="play", seat=2, card="2h")
    room.act(room.boss, do="play", seat=1, card="Kh")
    newest = room.frame()["recent"][-1]
    assert (newest["paper"], newest["host"], newest["seat"]) == (True, True, None)
    room.act(room.ana, **OFF)
    assert "table.copying" not in codes(room.frame(room.boris)["view"])
    with room.refused("not-your-seat"):
        room.act(room.boss, do="play", seat=1, card="Qh")
    room.play(1, "Qh")
    assert not room.frame()["recent"][-1]["paper"]
    with room.refused("not-copying"):
        room.act(room.ana, **OFF)


def test_only_the_host_begins_and_only_those_at_the_table_end(room):
    room.seated()
    with room.refused("host-only"):
        room.act(room.ana, **ON)
    room.act(room.boss, **ON)
    with room.refused("not-at-this-table"):
        room.act(room.phone(), **OFF)
    # Another phone of the host's may take it over, where the first one is flat.
    other = room.phone(host=True)
    room.act(other, **ON)
    assert not room.frame(room.boss)["copying"]
    with room.refused("being-copied"):
        room.act(room.boss, do="play", seat=1, card="Kh")
    room.act(room.boris, **OFF)


def test_no_secret_comes_into_reach(room):
    """Not by beginning in the middle of a deal, nor by undoing one's way back into one."""
    room.seated()
    room.play(2, "2h")
    room.play(1, "Kh")
    room.act(room.ana, do="conceal", seat=1, card="As")
    with room.refused("paper-mid-deal"):
        room.act(room.boss, **ON)
    room.play(1, "Kd")
    room.play(2, "2d")
    room.act(room.boss, **ON)
    room.act(room.boss, do="undo")
    view = room.frame(room.boss)["view"]
    assert not view.get("private")
    assert "As" not in json.dumps(room.frame(room.boss))
    assert not view.get("choices"), "a deal that was begun by phones is theirs"
    with room.refused("not-your-seat"):
        room.act(room.boss, do="play", seat=2, card="3d")
    room.act(room.ana, **OFF)
    room.play(2, "3d")


def test_two_tables_that_differ_in_a_secret_look_alike_to_the_copier(new_room):
    seen = []
    for card in ("As", "2c"):
        room = new_room().seated()
        room.act(room.boris, do="conceal", seat=2, card=card)
        room.play(2, "2d")
        room.play(1, "Kd")
        room.act(room.boss, **ON)
        frames = [room.frame(room.boss)]
        room.act(room.boss, do="undo")
        frames.append(room.frame(room.boss))
        for frame in frames:
            for key in ("now", "code", "opened"):
                del frame["table"][key]
            for line in frame["recent"]:
                del line["at"]
        seen.append(frames)
    assert seen[0] == seen[1]


def test_what_may_stand_before_a_deal_hinders_nobody(room):
    room.seated()
    room.act(room.boss, do="adjust", team=1, by=1, why="a bottle")
    room.act(room.boss, **ON)
    room.act(room.boss, do="play", seat=2, card="Kh")
    room.act(room.boss, do="undo")
    room.act(room.boss, **OFF)


def test_a_game_that_is_over_is_not_gone_on_with(room):
    room.seated()
    room.act(room.boss, do="end")
    with room.refused("paper-game-over"):
        room.act(room.boss, **ON)


def test_a_deal_taken_back_loses_its_mark(room):
    room.seated()
    room.act(room.boss, **ON)
    room.act(room.boss, do="play", seat=2, card="2h")
    room.act(room.boss, do="play", seat=1, card="Kh")

    def marks():
        rows = room.frame()["view"]["score"].get("rows", [])
        return [[mark["code"] for mark in row.get("marks", [])] for row in rows]

    assert marks() == [["table.mark-paper"]]
    room.act(room.boss, do="undo", to=0)
    room.act(room.boss, **OFF)
    room.play(2, "2h")
    room.play(1, "Kh")
    assert marks() == [[]]


def test_the_timeline_says_so(room):
    room.seated()
    room.act(room.boss, **ON)
    room.act(room.boss, do="play", seat=2, card="Kh")
    events = room.table.look(lambda evening: timeline(evening, room.boss))
    assert [event.paper for event in events if event.number] == [True]
    assert msgspec.to_builtins(events[-1])["paper"]
