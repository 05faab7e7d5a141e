"""A disk that takes nothing more: the server says so, plays nothing unsaved, shows what there
is, and goes on by itself when the disk is well again."""

import contextlib
import sqlite3

import pytest
from live import tap_id

from companion.core.messages import Refusal

resource = pytest.importorskip("resource")


@contextlib.contextmanager
def full(connection):
    """The file may not grow: SQLITE_FULL, once its last page is full."""
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    yield
    connection.execute("PRAGMA max_page_count = 1000000")


@contextlib.contextmanager
def read_only(connection):
    """Whatever writes is refused: SQLITE_READONLY."""
    connection.execute("PRAGMA query_only = ON")
    yield
    connection.execute("PRAGMA query_only = OFF")


@contextlib.contextmanager
def failing(connection):
    """The operating system fails every write beyond the first byte: SQLITE_IOERR."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize(
    ("harm", "error"),
    [(full, "SQLITE_FULL"), (read_only, "SQLITE_READONLY"), (failing, "SQLITE_IOERR")],
)
def test_nothing_unsaved_is_played(inside, harm, error, monkeypatch):
    room = inside()
    ana = room.seated(1, "Ana")
    filler, _ = room.host.new_device(host=True)
    log, errors = room.host._log, set()
    append = log.append

    def told(*rows):
        try:
            append(*rows)
        except sqlite3.Error as failed:
            errors.add(failed.sqlite_errorname)
            raise

    monkeypatch.setattr(log, "append", told)

    def fill():
        for n in range(200):
            room.table.act(filler, f"filling-{n:04}", 0, b'{"do":"rename","seat":1,"name":"A"}')

    with harm(log._commits._connection):
        with pytest.raises(Refusal, match="cannot-save"):
            fill()
        before = ana.frame()
        wish = ana.wish(seen=before["seq"], entry={"do": "rename", "seat": 1, "name": "Annie"})
        for _ in range(2):
            refused = ana.post("/api/act", wish)
            assert (refused.status_code, refused.json["code"]) == (503, "cannot-save")
        assert {name[: len(error)] for name in errors} == {error}
        shown = ana.frame()
        assert shown["table"]["log"] is False, "the phones show that nothing can be saved"
        assert (shown["seq"], shown["people"]) == (before["seq"], before["people"])
        assert room.browser().frame()["table"]["log"] is False, "the big screen too"
    again = ana.post("/api/act", wish)
    assert (again.status_code, again.json["seq"]) == (200, before["seq"] + 1)
    assert ana.frame()["table"]["log"] is True
    assert len(log.rows(room.code)) == before["seq"] + 1


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits another process")
def test_a_full_disk_under_a_running_server(own_server, phone):
    own_server.start()
    code = phone(on=own_server).get("/api/kiosk").json()["join"]["code"]
    ana, boris = (phone(seat, on=own_server, at=code) for seat in (1, 2))
    ana.connect()
    before = ana.frame()["seq"]
    worker = own_server.worker()
    soft, hard = resource.prlimit(worker, resource.RLIMIT_FSIZE)
    resource.prlimit(worker, resource.RLIMIT_FSIZE, (1, hard))
    tap = tap_id()
    entry = {"do": "rename", "seat": 2, "name": "Bobi"}
    for _ in range(2):
        answer = boris.act(entry, seen=before, tap=tap)
        assert (answer.status_code, answer.json()["code"]) == (503, "cannot-save")
    assert not ana.frame_where(lambda frame: not frame["table"]["log"])["frame"]["table"]["log"]
    new = phone(on=own_server, at=code)
    assert new.open()["seq"] == before, "whoever only looks is served"
    assert new.join(3, "Vera").json()["code"] == "cannot-save"
    assert ana.frame()["seq"] == before

    resource.prlimit(worker, resource.RLIMIT_FSIZE, (soft, hard))
    answer = boris.act(entry, seen=before, tap=tap).json()
    assert (answer["ok"], answer["seq"]) == (True, before + 1)
    shown = ana.frame_where(lambda frame: frame["seq"] == before + 1)["frame"]
    assert (shown["people"][1]["name"], shown["table"]["log"]) == ("Bobi", True)
    assert new.join(3, "Vera").json()["ok"]
    assert own_server.worker() == worker, "the same process all along"
    own_server.kill()
    own_server.start()
    names = [person["name"] for person in ana.frame()["people"]]
    assert names == ["Player 1", "Bobi", "Vera", None]
