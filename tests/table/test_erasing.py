"""Erased for good: afterwards the name is in no byte of the data folder."""

import json
import sqlite3
import typing

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

from companion import games
from companion.core.messages import Refusal
from companion.table import codec, database, erasing
from companion.table.erasing import Erasure
from companion.table.host import Host
from companion.table.log import Log

NAME = "Златомира"


def traces(folder, name):
    """Files in which the name is, in any of the ways in which we write it down."""
    escaped = json.dumps(name)[1:-1]
    ways = {
        way.encode(code)
        for way in (name, name.lower(), name.upper(), escaped, json.dumps(escaped)[1:-1])
        for code in ("utf-8", "utf-16-le", "utf-16-be")
    }
    return [
        path.name
        for path in sorted(folder.rglob("*"))
        if path.is_file() and any(way in path.read_bytes() for way in ways)
    ]


def played(room):
    """An evening with her in it, in every kind of file there is."""
    folder = room.path.parent
    room.act(room.ana, do="sit", seat=1, name=NAME)
    room.act(room.boris, do="sit", seat=2, name="Boris")
    room.play_as(room.boris, 2, "Kh")
    room.log.back_up()
    room.act(room.ana, do="rename", seat=1, name=NAME.upper())
    room.play_as(room.ana, 1, "Qh")
    room.act(room.ana, do="adjust", team=1, by=1, why=f"{NAME.lower()}, late; Злато not")
    room.log.back_up()
    room.act(room.boris, do="rename", seat=2, name="Player 1")
    room.log.copy_to(folder / "companion-mine.db")
    room.log.copy_to(folder / "companion.db.before-restore-1")
    broken = folder / "companion.db.damaged-1"
    broken.write_bytes(b"\x00\x01" * 3000 + NAME.encode())
    (folder / "companion.db.damaged-1-wal").write_bytes(NAME.encode())
    torn = sorted((folder / "backups").glob("diary-*"))[0]
    torn.write_bytes(torn.read_bytes() + json.dumps(NAME).encode()[:-4])
    return folder


def test_a_person_is_in_no_byte_of_the_folder(room):
    folder = played(room)
    copies = room.log.backups.copies()
    made = [copy.stat().st_mtime_ns for copy in copies]
    assert len(traces(folder, NAME)) >= 6
    assert room.host.erase_person(NAME.lower()) == "Player 2"
    assert traces(folder, NAME) == []
    assert room.names() == ["Player 2", "Player 1"]
    assert room.score() == [1, 1]
    assert [copy.stat().st_mtime_ns for copy in copies] == made, "as old as they are"
    assert all(database.is_sound(copy) for copy in copies)
    assert not (folder / "companion.db.damaged-1").exists()
    assert not (folder / "companion.db.damaged-1-wal").exists()
    (adjust,) = [row.body for row in room.log.rows(room.table.code) if "adjust" in row.body]
    assert json.loads(adjust)["why"] == "Player 2, late; Злато not"
    room.play_as(room.ana, 1, "Ah")
    room.restart()
    assert traces(folder, NAME) == []
    assert room.names() == ["Player 2", "Player 1"]


def test_the_second_copy_still_rebuilds_everything(room):
    folder = played(room)
    room.host.erase_person(NAME)
    room.play_as(room.ana, 1, "Ah")
    rows = room.log.rows(room.table.code)
    room.host.close()
    room.path.write_bytes(b"no database at all" * 100)
    for ending in ("-wal", "-shm"):
        room.path.with_name(room.path.name + ending).unlink(missing_ok=True)
    room.host = Host(Log(room.path))
    assert room.host._log.restored
    assert room.host._log.rows(room.table.code) == rows
    assert traces(folder, NAME) == []


def test_an_evening_is_gone_and_the_others_are_not(room):
    folder = played(room)
    code = room.table.code
    other = room.host.open_table("high-card", 2)
    device = room.phone()
    body = json.dumps({"do": "sit", "seat": 1, "name": "Vera"}).encode()
    other.act(device, "tap-of-vera", 1, body)
    with room.refused("game-under-way"):
        room.host.erase_evening(code)
    room.act(room.boss, do="end")
    before = room.log.rows(other.code)
    assert room.host.erase_evening(code.lower()) == code
    for gone in (code, NAME, "Boris"):
        assert traces(folder, gone) == []
    assert room.log.rows(other.code) == before
    assert traces(folder, "Vera")
    for ask in (room.host.table, room.host.any_table, room.host.erase_evening):
        with pytest.raises(Refusal, match="no-table"):
            ask(code)
    with pytest.raises(Refusal, match="no-table"):
        room.act(room.ana, do="undo")
    room.host.close()
    room._open()
    assert [table.code for table in room.host.tables()] == [other.code]


def test_a_table_packed_up_can_be_erased_too(room):
    room.seated()
    room.play(2, "Kh")
    room.host.close_table(room.table.code)
    assert room.host.any_table(room.table.code).seq == room.table.seq
    room.host.erase_evening(room.table.code)
    assert room.host.every_table() == ()
    assert traces(room.path.parent, "Boris") == []


def test_files_of_other_programs_are_left_alone(room):
    folder = played(room)
    strangers = {}
    for name in ("notes.db", "deep/places.sqlite", "diary.txt"):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        if path.suffix == ".txt":
            path.write_text(NAME, encoding="utf-8")
        else:
            with sqlite3.connect(path) as connection:
                connection.execute("CREATE TABLE names (name)")
                connection.execute("INSERT INTO names VALUES (?)", (NAME,))
            connection.close()
        strangers[path] = path.read_bytes()
    room.host.erase_person(NAME)
    assert {path: path.read_bytes() for path in strangers} == strangers


def test_nobody_of_that_name(room):
    played(room)
    with room.refused("nobody-called"):
        room.host.erase_person("Zlata")
    with room.refused("nobody-called"):
        room.host.erase_person("")


def test_where_the_disk_fails_it_is_said_and_can_be_done_again(room, monkeypatch):
    folder = played(room)

    def full(*_):
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr("companion.table.log.scrub", full)
        with pytest.raises(Refusal, match="cannot-erase"):
            room.host.erase_person(NAME)
    assert room.names()[0] == NAME.upper()
    assert room.act(room.boss, do="undo")
    room.host.erase_person(NAME)
    assert traces(folder, NAME) == []


@given(st.text(max_size=30), st.text(min_size=1, max_size=8))
def test_no_text_keeps_the_name_and_entries_stay_entries(text, name):
    erasure = Erasure(person=name, instead="Player 7")
    told = {"do": "correct", "at": 1, "entry": {"do": "adjust", "why": f"{text} {name} {text}"}}
    body = json.dumps(told, ensure_ascii=False)
    after = json.loads(erasure.body(body))
    assert after["do"] == "correct"
    assert after["at"] == 1
    other = json.dumps({"do": name, "suit": name}, ensure_ascii=False)
    assert erasure.body(other) == other, "words of the game are nobody's name"


@pytest.mark.parametrize(
    ("name", "why", "kept"),
    [
        ("An", "An and Ana", "Player 7 and Ana"),
        ("an", "Anna; AN!", "Anna; Player 7!"),
        ("A.B", "A.B, AxB", "Player 7, AxB"),
        ("🙂", "was 🙂🙂 here", "was Player 7Player 7 here"),
        ("Zoe\u0308", "Zoë", "Player 7"),
    ],
)
def test_only_the_whole_name_goes(name, why, kept):
    erasure = Erasure(person=name, instead="Player 7")
    assert json.loads(erasure.body(json.dumps({"why": why})))["why"] == kept


def test_every_field_that_people_type_in_is_known():
    typed = set()
    for name in games.names():
        for kind in typing.get_args(codec.entry_decoder(name).type):
            for field in inspect.type_info(kind).fields:
                for one in getattr(field.type, "types", (field.type,)):
                    if isinstance(one, inspect.StrType) and (one.max_length or 999) > 2:
                        typed.add(field.name)
    assert typed - {"game"} == set(erasing.TYPED)


def test_a_name_nobody_had():
    assert erasing.another_name([]) == "Player 1"
    assert erasing.another_name(["player 1", "Player 3"]) == "Player 2"
