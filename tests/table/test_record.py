"""Records: read strictly, written so that they replay to the same result."""

import copy
import io
import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import games
from companion.core.entries import Shorthand, Undo
from companion.core.messages import Refusal
from companion.core.seats import Seat, seats_of
from companion.core.view import Viewer
from companion.table import codec, record
from companion.table.history import Entered, History
from companion.table.record import NotARecord, RecordError, RecordRefused

GOLDEN = Path(__file__).parents[1] / "golden" / "records"
HEADER = {"companion": 1, "game": "high-card", "seats": ["Ana", "Boris"]}
PLAYS = [{"do": "play", "seat": 2, "card": "Kh"}, {"do": "play", "seat": 1, "card": "Qh"}]


def text(*lines):
    return "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)


def replay(*lines, filename="x.record"):
    return json.loads(record.replay(record.lines_of_text(text(*lines)), filename))


def refused(kind, line, code, *lines):
    with pytest.raises(kind) as error:
        replay(*lines)
    assert str(error.value).startswith(f"x.record:{line}: {code}: ")
    assert str(error.value).count("\n") == 0
    assert not error.value.sentence.startswith("refused.")
    assert (error.value.line, error.value.code) == (line, code)


def golden():
    found = []
    for path in sorted(GOLDEN.glob("*.record")):
        game = json.loads(path.read_text(encoding="utf-8").splitlines()[0])["game"]
        there = (Path(games.__file__).parent / game.replace("-", "_")).is_dir()
        marks = [] if there else pytest.mark.skip(f"{game} is not there yet")
        found.append(pytest.param(path, id=path.stem, marks=marks))
    return found


@pytest.mark.parametrize("path", golden())
def test_golden_records_give_what_they_must(path):
    with path.open("rb") as stream:
        result = json.loads(record.replay(record.lines_of(stream), str(path)))
    wanted = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert {key: result[key] for key in wanted} == wanted


def test_the_result_is_printed_as_the_format_says():
    assert record.replay(record.lines_of_text(text(HEADER, *PLAYS))) == (
        b'{"companion":1,"game":"high-card","deals":[{"deal":1,"dealer":1,"contract":null,'
        b'"raw":[0,1],"written":[0,1],"hanging":0,"flags":[]}],"score":[0,1],"hanging":0,'
        b'"over":false,"winner":null,"next":{"phase":"lay","seats":[1]}}'
    )


def test_comments_blank_lines_and_foreign_line_ends_are_ignored():
    plain = replay(HEADER, *PLAYS)
    assert plain["score"] == [0, 1]
    commented = text(
        "# an evening\n", "\n", HEADER, "  \t\n", PLAYS[0], "#\n", "# {\n", PLAYS[1], "\n"
    )
    for lines in (
        commented,
        commented.replace("\n", "\r\n"),
        "\ufeff" + commented,
        commented.rstrip("\n"),
        text(HEADER, '  {"seat" : 2,\t"card":"\\u004bh","do":"play"}  \n', PLAYS[1]),
    ):
        assert replay(lines) == plain
    refused(RecordRefused, 5, "bad-json", "# 1\n", "\n", HEADER, "\n", " # not at the start\n")


def test_undo_in_a_record():
    end = {"do": "undo"}
    assert replay(HEADER, *PLAYS, end, {**PLAYS[1], "card": "Ah"})["score"] == [1, 0]
    assert replay(HEADER, *PLAYS, end, end, PLAYS[0])["next"]["seats"] == [1]
    assert replay(HEADER, *PLAYS, {"do": "undo", "to": 0})["deals"] == []
    assert replay(HEADER, PLAYS[0], end, *PLAYS, {"do": "undo", "to": 3, "seat": 1})["deals"] == []
    refused(RecordRefused, 2, "nothing-to-undo", HEADER, end)
    refused(RecordRefused, 5, "nothing-to-undo", HEADER, PLAYS[0], end, "\n", end)
    refused(RecordRefused, 4, "nothing-to-undo", HEADER, *PLAYS, {"do": "undo", "to": 2})


def test_a_result_after_the_end_of_the_game():
    won = replay({**HEADER, "options": {"target": 1}}, *PLAYS)
    assert (won["over"], won["winner"]) == (True, 2)
    refused(
        RecordRefused,
        4,
        "high-card.over",
        {**HEADER, "options": {"target": 1}},
        *PLAYS,
        {"do": "void"},
    )


@pytest.mark.parametrize(
    ("code", "header"),
    [
        ("not-a-record", {}),
        ("not-a-record", {**HEADER, "companion": 2}),
        ("not-a-record", {**HEADER, "companion": True}),
        ("not-a-record", {**HEADER, "companion": 1.0}),
        ("not-a-record", {**HEADER, "more": 1}),
        ("not-a-record", {"companion": 1, "game": "high-card"}),
        ("not-a-record", {**HEADER, "seats": "Ana"}),
        ("not-a-record", {**HEADER, "seats": ["Ana", None]}),
        ("not-a-record", {**HEADER, "seats": ["x"] * 13}),
        ("not-a-record", {**HEADER, "dealer": "1"}),
        ("not-a-record", {**HEADER, "dealer": 0}),
        ("not-a-record", {**HEADER, "options": None}),
        ("not-a-record", "[]\n"),
        ("not-a-record", '{"companion":1,' + text(HEADER)[1:]),
        ("not-a-record", text(HEADER)[:-2] + ',"options":{"target":NaN}}\n'),
        ("not-a-record", text(HEADER)[:-2] + ',"options":{"target":1,"target":1}}\n'),
        ("not-a-record", "companion\n"),
        ("not-a-record", "\x00\x01\x02\n"),
        ("not-a-record", json.dumps(PLAYS[0])),
        ("no-game", {**HEADER, "game": "high_card"}),
        ("no-game", {**HEADER, "game": "../whitehouse"}),
        ("bad-players", {**HEADER, "seats": ["Ana"]}),
        ("bad-players", {**HEADER, "seats": []}),
        ("bad-players", {**HEADER, "seats": ["A", "B", "C", "D", "E"]}),
        ("no-such-seat", {**HEADER, "dealer": 3}),
        ("bad-name", {**HEADER, "seats": ["Ana", ""]}),
        ("bad-name", {**HEADER, "seats": ["Ana", "\u202eB"]}),
        ("name-taken", {**HEADER, "seats": ["Ana", "ANA"]}),
        ("bad-options", {**HEADER, "options": {"target": "3"}}),
        ("bad-options", {**HEADER, "options": {"colour": 3}}),
        ("high-card.target", {**HEADER, "seats": list("ABCD"), "options": {"target": 501}}),
    ],
)  # fmt: skip
def test_what_is_no_record(code, header):
    refused(NotARecord, 2, code, "# comment\n", header, PLAYS[0])


@pytest.mark.parametrize("nothing", ["", "\n", "\n\n# only a comment\n", "\ufeff"])
def test_an_empty_file_is_no_record(nothing):
    refused(NotARecord, 1, "not-a-record", nothing)


@pytest.mark.parametrize(
    ("code", "entry"),
    [
        ("bad-json", "{\n"),
        ("bad-json", "bid 14\n"),
        ("bad-json", '{"do":"void","do":"void"}\n'),
        ("bad-json", '{"do":"adjust","team":1,"by":NaN,"why":"x"}\n'),
        ("bad-json", '{"do":"void"}{"do":"void"}\n'),
        ("bad-json", '{"do":"void"}' + " " * 70_000 + "\n"),
        ("bad-json", "x" * 200_000 + "\n"),
        ("bad-entry", "[]\n"),
        ("bad-entry", {"do": "no-such-word"}),
        ("bad-entry", {"do": "void", "more": 1}),
        ("bad-entry", {"do": "play", "seat": 2}),
        ("bad-entry", {"do": "sit", "seat": 2, "name": "Ana"}),
        ("bad-entry", {"do": "setup", "game": "high-card", "players": 2}),
        ("bad-entry", {"do": "undo", "to": -1}),
        ("high-card.deck", {"do": "play", "seat": 2, "card": "Xx"}),
        ("high-card.turn", {"do": "play", "seat": 1, "card": "Kh"}),
    ],
)
def test_what_is_no_entry_is_refused_with_its_line(code, entry):
    refused(RecordRefused, 3, code, HEADER, "\n", entry, PLAYS[0])


def test_the_sentence_names_people():
    with pytest.raises(RecordRefused) as error:
        replay(HEADER, PLAYS[1])
    assert str(error.value) == "x.record:2: high-card.turn: It is the turn of Boris."


class Endless(io.RawIOBase):
    """A hundred megabytes of one byte, counting what is taken of them."""

    def __init__(self, byte, size=100_000_000):
        self.byte, self.left, self.taken = byte, size, 0

    def readable(self):
        return True

    def readinto(self, buffer):
        n = min(len(buffer), self.left)
        buffer[:n] = self.byte * n
        self.left -= n
        self.taken += n
        return n


@pytest.mark.parametrize("start", [b"", text(HEADER).encode()])
@pytest.mark.parametrize("byte", [b"x", b"\x00", b"["])
def test_a_hundred_megabytes_in_one_line_are_not_read(start, byte):
    big = Endless(byte)
    lines = iter(
        [*record.lines_of(io.BytesIO(start)), *[next(record.lines_of(io.BufferedReader(big)))]]
    )
    with pytest.raises(RecordError):
        record.replay(lines)
    assert big.taken < 200_000


def test_a_record_has_an_end(monkeypatch):
    monkeypatch.setattr(record, "MOST_ENTRIES", 3)
    refused(RecordRefused, 5, "too-many-entries", HEADER, *[{"do": "void"}] * 4)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=4,
)
likely = st.sampled_from(
    [text(HEADER), *map(text, PLAYS), '{"do":"undo"}\n', '{"do":"undo","to":1}\n', "#\n", "\n"]
).map(str.encode)


@given(
    st.lists(
        likely
        | st.binary(max_size=60)
        | json_values.map(lambda value: json.dumps(value).encode() + b"\n")
        | st.text(max_size=30).map(lambda t: t.encode("utf-8", "surrogatepass")),
        max_size=8,
    ),
    st.booleans(),
)
def test_whatever_the_bytes_are_there_is_a_result_or_a_plain_refusal(pieces, with_header):
    data = (text(HEADER).encode() if with_header else b"") + b"".join(pieces)
    refusal = result = None
    try:
        result = json.loads(record.replay(record.lines_of_text(data), "f"))
    except RecordError as error:
        refusal = error
    if refusal:
        assert str(refusal).startswith(f"f:{refusal.line}: {refusal.code}: ")
        assert isinstance(refusal, RecordRefused) or not with_header
    else:
        assert result["game"] == "high-card"


# Writing


def played(table, dealer, data, most=30):
    """A history of random choices and undos, built as a live table builds it."""
    game, players, options = table
    rules = games.load(game)
    history = History(rules, players, Seat(dealer), codec.house_rules(rules, players, options))
    everybody = Viewer(frozenset(seats_of(players)), table=True)
    for _ in range(data.draw(st.integers(0, most))):
        if history.standing and data.draw(st.integers(0, 5)) == 0:
            last = len(history.entries)
            entry = Undo(to=data.draw(st.none() | st.integers(0, last - 1)))
            if not history.taken_back(entry):
                continue
        else:
            words = {
                kind.__struct_config__.tag for kind in rules.entries if issubclass(kind, Shorthand)
            }
            choices = [
                choice
                for choice in rules.choices(history.state, everybody)
                if choice.entry["do"] not in words  # a record has the entries written out
            ]
            if not choices:
                break
            entry = filled(game, data.draw(st.sampled_from(choices)), data)
        try:
            history.check(entry)
        except Refusal:  # blanks that are right each by itself need not be so together
            continue
        history.add(Entered(history.next_number, entry, codec.encode(entry)), history.after(entry))
    return history


def filled(game, choice, data):
    """A choice with its blanks filled."""
    entry = copy.deepcopy(choice.entry)
    for field in choice.fields:
        offered = [option.value for option in field.options if not option.why_not]
        match field.kind:
            case "cards":
                value = data.draw(st.permutations(offered))[: field.count]
            case "text":
                value = data.draw(
                    st.text("abc äöü☃\u2028", min_size=1, max_size=min(field.high or 9, 9))
                )
            case "number" if not field.options:
                value = data.draw(st.integers(field.low or 0, field.high or 10))
            case _:
                value = data.draw(st.sampled_from(offered))
        *path, last = field.name.split(".")
        inner = entry
        for key in path:
            inner = inner.setdefault(key, {})
        inner[last] = value
    decoder = codec.entry_decoder(game, True)
    return codec.decode(decoder, json.dumps(entry).encode())


TABLES = [("high-card", 3, {"target": 5}), ("high-card", 2, {}), ("whitehouse", 4, {}),
          ("whitehouse", 6, {"auction": "free", "plays": 2})]  # fmt: skip


@pytest.mark.parametrize("table", TABLES, ids=str)
@given(data=st.data(), named=st.booleans())
@settings(max_examples=30, deadline=None)
def test_written_and_replayed_the_result_is_the_same(table, data, named):
    game, players, options = table
    history = played(table, data.draw(st.integers(1, players)), data)
    people = [f"Person {n}" if named or n == 2 else None for n in range(1, players + 1)]
    written = record.write(game, history, people)
    read = record.read(record.lines_of_text(written))
    assert record.result(read) == record.result(record.Record(game, read.names, history))
    assert record.write(game, read.history, read.names) == written
    assert [e.entry for e in read.history.entries] == [e.entry for e in history.entries]
    header = json.loads(written.split("\n")[0])
    assert header.get("options", {}) == options
    assert header["seats"][1] == "Person 2"


def test_a_seat_without_a_name_gets_one_that_nobody_has():
    rules = games.load("high-card")
    history = History(rules, 3, Seat(1), rules.options())
    header = json.loads(record.write("high-card", history, [None, "seat 3", None]).split("\n")[0])
    assert header["seats"] == ["Seat 1", "seat 3", "Seat 3'"]


# At a live table


def test_an_imported_evening_goes_on(room):
    table = room.host.import_record(text({**HEADER, "dealer": 2, "options": {"target": 2}},
        {"do": "conceal", "seat": 1, "card": "Kd"}, {"do": "play", "seat": 1, "card": "Ah"},
        {"do": "undo"}, {"do": "play", "seat": 1, "card": "Ah"}))  # fmt: skip
    room.table = table
    assert [(p["name"], p["phone"]) for p in room.frame()["people"]] == [
        ("Ana", False),
        ("Boris", False),
    ]
    with room.refused("not-your-seat"):
        room.play_as(room.boris, 2, "Kh")
    room.act(room.boris, do="sit", seat=2, name="Boris")
    room.play_as(room.boris, 2, "Kh")
    assert room.score() == [1, 0]
    assert room.frame(room.boss)["recent"][-1]["number"] == 5
    before = room.frames()
    assert room.restart().frames() == before
    again = room.host.import_record(room.host.export_record(table.code))
    assert room.host.export_record(again.code) == room.host.export_record(table.code)


def test_an_import_that_is_refused_opens_no_table(room):
    tables = room.host.tables()
    for bad, kind in ((text(HEADER, PLAYS[1]), RecordRefused), (b"\xff", NotARecord)):
        with pytest.raises(kind):
            room.host.import_record(bad)
    assert room.host.tables() == tables
    assert len(room.log.seatings()) == len(tables)


def test_a_thousand_deals_are_imported_in_one_commit(room):
    commits = room.log._commits._count
    table = room.host.import_record(text(HEADER, *[{"do": "void"}] * 1000))
    assert room.log._commits._count == commits + 1
    assert msgspec.to_builtins(table.frame(None))["view"]["deal"] == 1001
