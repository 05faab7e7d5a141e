"""What each viewer sees: no secrets, the same after a restart, and always the newest."""

import msgspec
import pytest

from companion import games
from companion.core.messages import Refusal
from companion.table.frame import Frame
from companion.table.host import CODE_LETTERS, Host
from companion.table.log import Log


def test_a_concealed_card_changes_no_byte_of_what_others_get(new_room, monkeypatch):
    monkeypatch.setattr("time.time", lambda: 1_700_000_000)
    monkeypatch.setattr("companion.table.host._new_code", lambda taken: "BCDFG")
    rooms = [new_room().seated() for _ in range(2)]
    for room, card in zip(rooms, ("As", "2d"), strict=True):
        room.act(room.boris, do="conceal", seat=2, card=card)
    for moment in ("concealed", "played", "undone", "named"):
        first, second = (
            [
                msgspec.json.encode(room.table.frame(device))
                for device in (room.ana, room.boss, room.phone(), None)
            ]
            for room in rooms
        )
        assert first == second
        assert all(b'"As"' not in frame.replace(b'"value":"As"', b"") for frame in first)
        own = [msgspec.json.encode(room.table.frame(room.boris)) for room in rooms]
        assert own[0] != own[1]
        for room in rooms:
            match moment:
                case "concealed":
                    room.play(2, "Kh")
                case "played":
                    room.act(room.boss, do="undo")
                case "undone":
                    room.act(room.ana, do="rename", seat=1, name="Anna")


def test_the_host_and_a_swapped_seat_see_only_what_their_seats_see(room):
    room.seated()
    room.act(room.boris, do="conceal", seat=2, card="As")
    private = lambda device: "private" in room.frame(device)["view"]  # noqa: E731
    assert (private(room.boris), private(room.boss), private(room.ana)) == (True, False, False)
    room.act(room.boss, do="move", seat=1, to=2)
    assert (private(room.boris), private(room.ana)) == (False, True)
    room.act(room.boss, do="leave", seat=2)
    assert private(room.ana) is False


def test_a_restart_changes_nothing_that_anybody_sees(room):
    room.seated()
    room.act(room.ana, do="setup", game="high-card", players=3, options={"target": 2})
    room.act(room.boss, do="rename", seat=3, name="Grandma")
    room.act(room.phone(), do="sit", seat=3, name="Vera")
    room.act(room.boris, do="conceal", seat=2, card="As")
    room.play(2, "Kh")
    room.act(room.boss, do="undo")
    room.act(room.boss, do="adjust", team=1, by=2, why="counted again")
    room.act(room.boss, do="setup", game="high-card", players=2)
    room.act(room.boss, do="undo")
    before = room.frames()
    assert room.restart().frames() == before
    room.act(room.boris, do="undo") if room.frame(room.boris)["undo"] else None
    room.act(room.boss, do="setup", game="high-card", players=2)
    before = room.frames()
    assert room.restart().frames() == before


def test_tokens_survive_a_restart_and_lie_in_no_file(room):
    device, token = room.host.new_device(host=True)
    other, _ = room.host.new_device()
    assert len(token) >= 22
    promoted = room.host.make_host(other)
    assert promoted.host
    for _ in range(2):
        assert room.host.device(token) == device
        for wrong in (None, "", token[:-1], token + "A", token.swapcase(), "\ud800"):
            assert room.host.device(wrong) is None
        room.restart()
    room.close()
    files = [path.read_bytes() for path in room.path.parent.iterdir() if path.is_file()]
    assert any(b"high-card" in content for content in files)
    assert not any(token.encode() in content for content in files)
    room._open()


def test_a_device_made_host_is_shown_as_host_at_once(room):
    room.seated()
    assert room.frame(room.ana)["me"]["host"] is False
    ana = room.host.make_host(room.ana)
    assert room.frame(ana)["me"]["host"] is True


def test_the_frame_is_what_was_agreed(room):
    room.seated()
    frame = msgspec.json.decode(msgspec.json.encode(room.table.frame(room.ana)))
    assert list(frame) == list(Frame.__struct_fields__) == [
        "seq", "version", "table", "setup", "people", "me", "view", "undo", "recent", "practice",
        "copying",
    ]  # fmt: skip
    assert list(frame["table"]) == ["code", "game", "players", "started", "opened", "now", "log"]
    assert list(frame["people"][0]) == ["seat", "name", "phone", "here", "yours"]
    assert frame["table"]["now"] >= frame["table"]["opened"] > 1_600_000_000


# The host


def test_codes_are_easy_to_read_and_found_in_any_case(room):
    tables = [room.host.open_table() for _ in range(50)]
    codes = {table.code for table in tables}
    assert len(codes) == 50
    assert all(len(code) == 5 and set(code) <= set(CODE_LETTERS) for code in codes)
    assert len(CODE_LETTERS) == 28
    assert not set("01OILAEU") & set(CODE_LETTERS)
    assert room.host.table(f" {tables[0].code.lower()} ") is tables[0]
    assert room.host.tables() == (room.table, *tables)
    for code in ("", "AAAAA", "\x00"):
        with pytest.raises(Refusal, match="no-table"):
            room.host.table(code)


def test_the_next_table_is_as_the_last_one(room):
    room.seated()
    room.act(room.ana, do="setup", game="high-card", players=3, options={"target": 7}, dealer=2)
    table = room.host.open_table()
    frame = table.frame(room.boss)
    assert (frame.setup.game, frame.setup.players, frame.setup.dealer) == ("high-card", 3, 1)
    assert frame.setup.fields[0].value == 7
    assert room.host.open_table(players=2).frame(room.boss).setup.fields[0].value == 3
    assert [person.name for person in frame.people] == [None] * 3
    for wrong in ({"game": "none"}, {"players": 9}, {"dealer": 4}, {"options": {"x": 1}}):
        with pytest.raises(Refusal):
            room.host.open_table(**wrong)


def test_the_first_table_of_all_is_the_first_game(tmp_path):
    host = Host(Log(tmp_path / "companion.db"))
    table = host.open_table()
    name = games.names()[0]
    assert (table.frame(None).table.game, table.frame(None).table.players) == (
        name,
        games.load(name).players[0],
    )
    host.close()


def test_a_table_packed_up_takes_nothing_more_and_keeps_its_record(room):
    room.seated()
    room.play(2, "Kh")
    told = room.host.export_record(room.table.code)
    room.host.close_table(room.table.code)
    assert room.host.tables() == ()
    with room.refused("no-table"):
        room.play(1, "Qh")
    for _ in range(2):
        with pytest.raises(Refusal, match="no-table"):
            room.host.table(room.table.code)
        assert room.host.export_record(room.table.code.lower()) == told
        room.host.close()
        room._open()
    with pytest.raises(Refusal, match="no-table"):
        room.host.export_record("XXXXX")
