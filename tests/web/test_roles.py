"""Who may do what, decided by the cookie alone; and a seat that is lost is lost at once, on a
socket that is still open too."""

import concurrent.futures
import json
import time

import pytest
import websocket

from companion.table.log import Log


@pytest.fixture
def room(inside):
    return inside()


def everything(room, browser):
    """What a browser gets for each thing there is to ask or do, by name."""
    code, seq = room.code, room.table.seq
    wish = browser.wish

    def rename(seat):
        return wish(seen=seq, entry={"do": "rename", "seat": seat, "name": f"N{seat}"})

    return {
        "watch": browser.get(f"/api/frame?table={code}").status_code,
        "story": browser.get(f"/api/story?table={code}").status_code,
        "own table": browser.get("/api/frame").status_code,
        "newest, as a screen": browser.get("/api/kiosk").status_code,
        "past": browser.get(f"/api/past?table={code}&number=1").json["code"],
        "own seat": browser.post("/api/act", rename(1)).status_code,
        "another's seat": browser.post("/api/act", rename(2)).status_code,
        "swap": browser.post(
            "/api/act", wish(seen=seq, entry={"do": "move", "seat": 3, "to": 4})
        ).json["code"],
        "pass for own": browser.post("/api/pass", {"table": code, "seat": 1}).status_code,
        "pass for another's": browser.post("/api/pass", {"table": code, "seat": 2}).status_code,
        "another address": browser.post("/api/address", {}).status_code,
        "another table": browser.post("/api/table", {"game": "nothing"}).json["code"],
    }


GUEST = {
    "watch": 200,
    "story": 200,
    "own table": 404,
    "newest, as a screen": 403,
    "past": "not-at-this-table",
    "own seat": 403,
    "another's seat": 403,
    "swap": "not-at-this-table",
    "pass for own": 403,
    "pass for another's": 403,
    "another address": 403,
    "another table": "host-only",
}
"""Who knows the code and no more. A kiosk is a guest whose picture has the QR square too."""
SEAT = {
    **GUEST,
    "own table": 200,
    "past": "no-such-entry",
    "own seat": 200,
    "swap": "host-only",
    "pass for own": 200,
}
SCRIBE = {**SEAT, "another's seat": 200, "pass for another's": 200}
"""One phone for several seats."""
HOST = {
    **SCRIBE,
    "newest, as a screen": 200,
    "own seat": 200,
    "swap": "nobody-there",
    "another address": 200,
    "another table": "no-game",
}


def test_what_each_role_may(room):
    room.seated(2)
    host = room.browser()
    host.post("/api/host", {"key": room.site.key})
    assert everything(room, room.browser()) == GUEST
    assert everything(room, room.browser(secret="A" * 22)) == GUEST
    one = room.seated(1)
    assert everything(room, one) == SEAT
    assert everything(room, host) == HOST


def test_one_phone_for_two_seats(room):
    one = room.seated(1)
    assert one.post("/api/join", one.wish(seat=2, name="Boris")).json["ok"]
    assert everything(room, one) == SCRIBE


def test_the_same_join_sent_many_times_at_once_is_one_phone(room, monkeypatch):
    """A phone that heard nothing sends again; the first may still be on its way."""
    wish = room.browser().wish(seat=1, name="Ana")
    add = Log.add_device

    def slow(self, row):
        time.sleep(0.05)
        add(self, row)

    monkeypatch.setattr(Log, "add_device", slow)
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(
            pool.map(lambda _: room.browser("127.0.0.1").post("/api/join", wish), range(8))
        )
    assert [answer.json["ok"] for answer in answers] == [True] * 8
    assert len({answer.headers["Set-Cookie"] for answer in answers}) == 1
    assert len({answer.json["seq"] for answer in answers}) == 1


def losing(way, phones, host, phone, server):
    """Ana's phone loses seat 2."""
    ana = phones[1]
    if way == "leave":
        assert ana.act({"do": "leave", "seat": 2}).json()["ok"]
    elif way == "kick":
        assert host.act({"do": "leave", "seat": 2}).json()["ok"]
    elif way == "swap":  # with a seat that nobody has
        assert host.act({"do": "leave", "seat": 4}).json()["ok"]
        if host.frame()["people"][3]["name"]:
            assert host.act({"do": "leave", "seat": 4}).json()["ok"]
        assert host.act({"do": "move", "seat": 2, "to": 4}).json()["ok"]
        assert host.act({"do": "leave", "seat": 4}).json()["ok"]
    else:
        ticket = host.post("/api/pass", {"table": host.code, "seat": 2}).json()
        secret = ticket["url"].rpartition("/p/")[2]
        assert phone().post("/api/take", {"pass": secret, "tap": "take-over-1"}).json()["ok"]


@pytest.mark.parametrize("way", ["leave", "kick", "swap", "take-over"])
def test_a_lost_seat_is_lost_at_once_also_on_an_open_socket(phones, host, phone, server, way):
    """Everything of the deal's secret is gone from what this phone is sent, and it may not
    enter anything (boardgame.io's #429, #889)."""
    boris, ana = phones[:2]
    assert ana.act({"do": "bid", "seat": 2, "points": 17}).json()["ok"]
    for seat in (3, 4, 1):
        assert phones[seat - 1].act({"do": "pass", "seat": seat}).json()["ok"]
    assert ana.act({"do": "conceal", "seat": 2, "card": "Ph"}).json()["ok"]
    ana.connect()
    assert "Ph" in json.dumps(ana.frame()["view"]["private"])
    losing(way, phones, host, phone, server)
    pushed = ana.frame_where(lambda frame: frame["me"]["seats"] == [])["frame"]
    watching = phone()
    public = watching.frame(public=True)
    for frame in (pushed, json.loads(ana.client.call("sync", timeout=5))["frame"]):
        assert frame["view"] == public["view"]
    assert boris.act({"do": "rename", "seat": 1, "name": "Bo"}).json()["ok"]
    after = ana.frame_where(lambda frame: frame["people"][0]["name"] == "Bo")["frame"]
    assert after["view"] == watching.frame(public=True)["view"]
    seq = public["seq"]
    for entry in ({"do": "play", "seat": 2, "card": "Ps"}, {"do": "undo"}, {"do": "void"}):
        assert ana.act(entry, seq).status_code == 403
    assert ana.get(f"/api/past?table={ana.code}&number=5").json()["code"] == "not-at-this-table"
    ask = {"table": ana.code, "seen": seq, "entry": {"do": "correct", "at": 1}}
    assert ana.post("/api/preview", ask).json()["code"] == "not-at-this-table"
    assert ana.post("/api/pass", {"table": ana.code, "seat": 2}).json()["code"] == "not-your-seat"


@pytest.fixture
def code(host):
    time.sleep(0.2)
    answer = host.post("/api/table", {"game": "whitehouse", "players": 4}).json()
    host.code = answer["table"]
    return answer["table"]


def test_another_phones_seat_cannot_be_watched_by_asking_for_it(phones, phone, server):
    """boardgame.io's #840: whose picture it is, is no question that the asker answers."""
    stranger = phone()
    for auth in ({"seat": 1}, {"device": 1}, {"viewer": {"seats": [1]}}, {"cookie": "x"}):
        first = stranger.connect(**auth)
        assert first["frame"]["me"] == {"seats": [], "host": False}
        stranger.leave()
    for more in ("seat=1", "device=1", "viewer=1", "seats=[1]"):
        frame = stranger.get(f"/api/frame?table={stranger.code}&{more}").json()["frame"]
        assert frame["me"]["seats"] == []


def test_whoever_was_refused_a_socket_is_sent_nothing_later(phones, phone, server):
    """boardgame.io's #889: a client that failed to prove itself got the next state anyway."""
    line = websocket.create_connection(
        f"ws://{server.place}/socket.io/?EIO=4&transport=websocket", timeout=5
    )
    line.recv()
    line.send('40{"table":"ZZZZZ"}')
    assert line.recv().startswith("44")
    line.send('42["sync"]')
    line.send('420["sync"]')
    assert phones[0].act({"do": "rename", "seat": 1, "name": "Ann"}).json()["ok"]
    line.settimeout(0.5)
    heard, deadline = [], time.monotonic() + 1.5
    while time.monotonic() < deadline:
        try:
            heard.append(line.recv())
        except (websocket.WebSocketException, OSError):
            break
    assert not [text for text in heard if "frame" in str(text)]
    line.shutdown()
