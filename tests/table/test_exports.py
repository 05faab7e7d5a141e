"""Exports: what goes along, what stays at the table, and no cell that computes."""

import csv
import io
import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import games
from companion.core.messages import Refusal
from companion.core.seats import Seat
from companion.table import codec, exports, record
from companion.table.exports import Book, cell, public_record
from companion.table.history import Entered, History


def told(room, number=None):
    return room.table.look(lambda evening: public_record(evening, number))


def book(room, number=None, language="en"):
    return room.table.look(lambda evening: Book(evening, room.table.code, language, number))


def lines(text):
    return [json.loads(line) for line in text.splitlines()[1:]]


def test_a_record_ends_before_the_deal_that_is_on(room):
    room.seated()
    room.play(2, "Kh")
    room.play(1, "Qh")
    whole = told(room)
    assert record.replay(record.lines_of_text(whole)) == record.replay(
        record.lines_of_text(room.host.export_record(room.table.code))
    )
    room.act(room.ana, do="adjust", team=1, by=1, why="=late")
    room.play(1, "Ah")
    assert [line["do"] for line in lines(told(room))] == ["play", "play", "adjust"]
    room.act(room.ana, do="undo", to=3)
    assert len(lines(told(room))) == 3


@pytest.mark.parametrize("secret", ["Ac", "2d", "9s"])
def test_what_never_came_to_light_is_in_no_export(new_room, secret, monkeypatch):
    """Of two evenings that differ in a secret, which changed nothing, every export is the same."""
    monkeypatch.setattr("time.time", lambda: 1_700_000_000)
    rooms = []
    for card in ("3c", secret):
        room = new_room().seated()
        room.act(room.boris, do="conceal", seat=2, card=card)
        room.play(2, "Kh")
        room.play(1, "Qh")
        room.act(room.ana, do="conceal", seat=1, card=card)
        rooms.append(room)
    for read in (told, lambda r: book(r).csv(), lambda r: book(r).json()):
        one, other = (read(room) for room in rooms)
        code_one, code_other = (room.table.code for room in rooms)
        if isinstance(one, bytes):
            one, other = one.decode(), other.decode()
        assert one.replace(code_one, "X") == other.replace(code_other, "X")
    assert '"conceal"' not in told(rooms[0])
    assert '"conceal"' in rooms[0].host.export_record(rooms[0].table.code)


def test_a_secret_that_changed_the_score_came_to_light(room):
    room.seated()
    room.act(room.boris, do="conceal", seat=2, card="2h")
    room.play(2, "Kh")
    room.play(1, "Qh")
    assert [line["do"] for line in lines(told(room))] == ["conceal", "play", "play"]


def test_a_corrected_game_is_told_as_it_stands(room):
    room.seated()
    room.play(2, "Kh")
    room.play(1, "Qh")
    entry = {"do": "play", "seat": 1, "card": "Ah"}
    room.act(room.boss, do="correct", at=2, entry=entry)
    assert lines(told(room))[1] == entry


def test_an_earlier_game_and_one_that_is_not(room):
    room.seated()
    room.act(room.ana, do="setup", game="high-card", players=2, options={"target": 1})
    room.play(2, "Kh")
    room.play(1, "Qh")
    room.act(room.ana, do="setup", game="high-card", players=2)
    room.play(2, "3h")
    assert [line["card"] for line in lines(told(room, 1))] == ["Kh", "Qh"]
    assert book(room, 1).filename("csv") == f"{room.table.code}-high-card-1.csv"
    assert book(room).number == 2
    for number in (0, 3):
        with pytest.raises(Refusal, match="no-game-number"):
            told(room, number)


def test_a_spreadsheet_reads_the_timeline(room):
    room.act(room.ana, do="sit", seat=1, name="=1+1")
    room.act(room.boris, do="sit", seat=2, name='Бо "рис", 2')
    room.play_as(room.boris, 2, "Kh")
    room.act(room.boss, do="undo")
    text = book(room).csv()
    assert text.startswith("\ufeffNo.,Deal,Time,Seat,Who,What,Taken back\r\n")
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))
    assert rows[1]["Who"] == "'=1+1"
    play = next(row for row in rows if row["No."] == "1")
    assert (play["Deal"], play["Seat"], play["Who"]) == ("1", "2", 'Бо "рис", 2')
    assert play["Taken back"] == "yes"
    assert rows[-1]["Who"] == "the host"


@given(st.text(max_size=30))
def test_no_cell_is_a_formula_and_nothing_is_lost(text):
    safe = cell(text)
    assert not safe.startswith(exports.FORMULA)
    assert safe.removeprefix("'") == text.removeprefix("'") or safe == text
    out = io.StringIO()
    csv.writer(out).writerow([safe])
    assert next(csv.reader(io.StringIO(out.getvalue(), newline=""))) == [safe]


def test_json_tells_the_score_and_the_story(room):
    room.seated()
    room.play(2, "Kh")
    room.play(1, "Qh")
    found = msgspec.json.decode(book(room).json())
    assert found["seats"] == ["Ana", "Boris"]
    assert found["score"] == [0, 1]
    assert [deal["written"] for deal in found["deals"]] == [[0, 1]]
    assert [one["number"] for one in found["timeline"]] == [None, None, None, 1, 2]
    assert found["timeline"][3]["name"] == "Boris"
    assert "{" not in found["timeline"][3]["what"]


@pytest.mark.parametrize("shown", [True, False])
def test_a_trump_that_was_asked_for_stays_in_the_record(shown):
    """Without it the cards after it could not have fallen; one never shown is nobody's affair."""
    rules = games.load("whitehouse")
    history = History(rules, 4, Seat(1), rules.options())
    entries = [{"do": "bid", "seat": 2, "points": 17}]
    entries += [{"do": "pass", "seat": seat} for seat in (3, 4, 1)]
    entries += [{"do": "conceal", "seat": 2, "card": "Ph"}]
    entries += [{"do": "play", "seat": 2, "card": "Pc"}]
    entries += [{"do": "ask", "seat": 3}] if shown else []
    entries += [{"do": "play", "seat": 3, "card": "Mh" if shown else "Mc"}]
    entries += [{"do": "count", "team": 2, "points": 20}]
    for told in entries:
        entry = codec.decode(codec.entry_decoder("whitehouse"), msgspec.json.encode(told))
        history.check(entry)
        body = codec.encode(entry)
        history.add(Entered(history.next_number, entry, body), history.after(entry))
    kept = [entered.entry for entered in exports.without_secrets(history)]
    assert any(entry.secret for entry in kept) is shown
    assert len(kept) == len(entries) - (not shown)
