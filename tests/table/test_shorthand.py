"""Several entries in one tap: stored all or none, told apart in the log, taken back together."""

import json

import pytest

from companion.core.messages import Refusal
from companion.table import record


def test_a_shorthand_is_stored_as_what_it_stands_for(room):
    room.seated()
    seq = room.act(room.ana, do="round", cards=["Kh", "Qh"])
    rows = [json.loads(row.body) for row in room.log.rows(room.table.code)][-2:]
    assert rows == [
        {"do": "play", "seat": 2, "card": "Kh"},
        {"do": "play", "seat": 1, "card": "Qh"},
    ]
    assert seq == room.table.seq
    assert room.score() == [0, 1]


def test_the_same_tap_counts_once_and_gets_the_same_answer(room):
    room.seated()
    first = room.act(room.ana, tap="tap-of-two", do="round", cards=["Kh", "Qh"])
    rows = room.log.rows(room.table.code)
    assert room.act(room.ana, tap="tap-of-two", seen=0, do="round", cards=["Kh", "Qh"]) == first
    room.restart()
    assert room.act(room.ana, tap="tap-of-two", seen=0, do="round", cards=["Kh", "Qh"]) == first
    assert room.log.rows(room.table.code) == rows


def test_where_one_of_them_cannot_be_none_is_stored(room):
    room.seated()
    with room.refused("high-card.deck"):
        room.act(room.ana, do="round", cards=["Kh", "Zz"])


def test_only_the_table_may_say_one(room):
    room.seated()
    with room.refused("not-at-this-table"):
        room.act(room.phone(), do="round", cards=["Kh", "Qh"])


@pytest.mark.parametrize("restart", [False, True])
def test_what_came_with_one_tap_is_taken_back_with_one(room, restart):
    room.seated()
    room.play(2, "Jh")
    room.play(1, "9h")
    room.act(room.boris, do="round", cards=["Kh", "Qh"])
    if restart:
        room.restart()
    assert room.frame(room.ana)["undo"] is None
    undo = room.frame(room.boris)["undo"]
    assert undo["entry"] == {"do": "undo", "to": 2}
    assert undo["what"]["code"] == "entry.several"
    room.act(room.boris, **undo["entry"])
    assert room.score() == [0, 1]
    assert room.frame(room.ana)["undo"]["entry"] == {"do": "undo"}, "single entries one by one"


def test_an_undo_names_all_that_was_said_but_the_passes(room):
    room.table = room.host.open_table("belote", 4, {})
    room.seated()
    room.act(room.ana, do="contract", seat=2, contract="hearts", doubled=2)
    what = room.frame(room.ana)["undo"]["what"]
    assert (what["code"], what["args"]["n"]) == ("entry.several", 3)
    said = what["args"]["what"]
    assert said["code"] == "entry.then"
    assert [said["args"][key]["code"] for key in ("what", "then")] == ["did.bid", "did.double"]


def test_a_record_knows_no_shorthand(room):
    room.seated()
    room.act(room.ana, do="round", cards=["Kh", "Qh"])
    told = room.host.export_record(room.table.code)
    assert "round" not in told
    record.read(record.lines_of_text(told))
    shorthand = '{"do": "round", "cards": ["Kh", "Qh"]}'
    with pytest.raises(record.RecordRefused) as refused:
        record.read(record.lines_of_text(told + shorthand + "\n"))
    assert refused.value.code == Refusal("bad-entry").code
