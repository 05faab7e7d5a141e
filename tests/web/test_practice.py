"""Practice and withdrawn taps as a browser meets them, and a server that only practises."""

import contextlib
import sqlite3
import time
from pathlib import Path

import pytest
from live import Phone, Server, filled, tap_id


@pytest.fixture
def visitor(server):
    phone = Phone(server)
    yield phone
    phone.leave()


def practise(phone, **more):
    body = {"tap": tap_id(), "game": "whitehouse", "players": 4} | more
    answer = phone.post("/api/practice", body).json()
    if answer["ok"]:
        phone.code = answer["table"]
    return answer


def wait_for(phone, holds, seconds=20):
    deadline = time.monotonic() + seconds
    while not holds(frame := phone.frame()):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return frame


def devices(server):
    with contextlib.closing(sqlite3.connect(server.data / "companion.db")) as log:
        return log.execute("SELECT count(*) FROM device").fetchone()[0]


def test_a_visitor_practises_and_nothing_of_it_is_on_the_disk(server, visitor):
    before = devices(server)
    assert {"name": "whitehouse", "players": [4, 6]} in visitor.get("/api/practice").json()["games"]
    assert practise(visitor, name="Prudence")["ok"]
    frame = wait_for(
        visitor, lambda frame: any(c["key"] == "pass" for c in frame["view"]["choices"])
    )
    assert frame["me"] == {"seats": [1], "host": False}
    assert len(frame["practice"]["hand"]) == 8
    word = next(choice for choice in frame["view"]["choices"] if choice["key"] == "pass")
    assert visitor.act(filled(word)).json()["ok"]
    watcher = Phone(server, visitor.code)
    assert watcher.frame(public=True)["practice"] == {"hand": []}
    watcher.leave()
    assert devices(server) == before
    for path in Path(server.data).rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            assert b"Prudence" not in content, path
            assert visitor.code.encode() not in content, path


def test_who_practised_and_then_sits_down_to_play_is_known_from_then_on(server, visitor, code):
    assert practise(visitor)["ok"]
    before = devices(server)
    visitor.code = code
    assert visitor.join(3, "Vera").json()["ok"]
    assert devices(server) == before + 1
    assert visitor.get("/api/frame").json()["frame"]["table"]["code"] == code


def test_a_tap_sent_again_without_its_cookie_opens_no_second_table(server, visitor):
    tap = tap_id()
    first = practise(visitor, tap=tap)["table"]
    visitor.session.cookies.clear()
    second = practise(visitor, tap=tap)["table"]
    assert first != second
    gone = visitor.get(f"/api/frame?table={first}").json()
    assert gone["code"] == "no-table"


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"game": "bridge"}, "no-game"),
        ({"players": 5}, "bad-players"),
        ({"seat": 1}, "bad-request"),
    ],
)
def test_what_cannot_be_practised_is_refused(visitor, more, code):
    assert practise(visitor, **more)["code"] == code


def test_without_a_name_or_with_one_that_cannot_be_the_seat_stays_free(visitor):
    assert practise(visitor, name="\u202e")["ok"]
    people = visitor.frame(public=True)["people"]
    assert [person["phone"] for person in people] == [False, True, True, True]


def test_a_withdrawn_tap_never_counts_and_one_that_counted_is_told(phones, any_entry):
    phone, entry = any_entry(phones)
    tap = tap_id()
    seen = phone.frame()["seq"]
    answer = phone.post("/api/withdraw", {"table": phone.code, "tap": tap}).json()
    assert (answer["ok"], answer["counted"]) == (True, False)
    assert phone.act(entry, seen=seen, tap=tap).json()["code"] == "withdrawn"
    assert phone.frame()["seq"] == seen
    other = tap_id()
    assert phone.act(entry, seen=seen, tap=other).json()["ok"]
    answer = phone.post("/api/withdraw", {"table": phone.code, "tap": other}).json()
    assert answer["counted"] is True
    assert answer["frame"]["seq"] == seen + 1


def test_only_who_is_at_the_table_withdraws(phones, visitor):
    practise(visitor)
    body = {"table": phones[0].code, "tap": tap_id()}
    assert visitor.post("/api/withdraw", body).json()["code"] == "not-at-this-table"


def test_a_server_that_only_practises_touches_no_folder_and_leaves_none(tmp_path):
    server = Server(tmp_path / "data", "--practice", "--game", "belote").start()
    try:
        assert "nothing is kept" in server.said
        assert not server.data.exists()
        kiosk = Phone(server)
        answer = kiosk.get("/api/kiosk").json()
        assert answer["frame"]["practice"] == {"hand": []}
        assert [one["phone"] for one in answer["frame"]["people"]] == [False, True, True, True]
        ana = Phone(server, answer["frame"]["table"]["code"])
        assert ana.join(1, "Ana").json()["ok"]
        wait_for(ana, lambda frame: len(frame["recent"]) >= 6)
        ana.leave()
        kiosk.leave()
    finally:
        assert server.stop() < 5
    assert not server.data.exists()
