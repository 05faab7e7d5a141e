"""Sockets: each its own picture, and nothing that is sent down one hurts the table."""

import contextlib
import json
import re
import time
from pathlib import Path

import pytest
import socketio
import websocket


def test_everybody_gets_a_picture_of_their_own(phones, phone, any_entry):
    watching, kiosk = phone(), phone()
    for each in (*phones, watching):
        each.connect()
    kiosk.connect(kiosk=True)
    actor, entry = any_entry(phones)
    answer = actor.act(entry).json()
    for each in phones:
        pushed = each.frame_where(lambda frame: frame["seq"] == answer["seq"])
        assert set(pushed) == {"frame"}
        assert pushed["frame"]["me"]["seats"] == each.frame()["me"]["seats"] != []
    public = watching.frame_where(lambda frame: frame["seq"] == answer["seq"])
    shown = kiosk.frame_where(lambda frame: frame["seq"] == answer["seq"])
    assert public["frame"] == shown["frame"]
    assert public["frame"]["me"] == {"seats": [], "host": False}
    assert shown["join"]["code"] == actor.code


def test_a_kiosk_with_a_cookie_still_sees_the_public(phones):
    first = phones[0].connect(kiosk=True)
    assert first["frame"]["me"]["seats"] == []


def test_presence_comes_and_goes(phones):
    watching, other = phones[0], phones[1]
    watching.connect()
    other.connect()

    def here(frame):
        return frame["people"][1]["here"]

    watching.frame_where(here)
    other.leave()
    watching.frame_where(lambda frame: not here(frame))


def test_two_tabs_are_one_phone(phones, phone):
    one, tab = phones[0], phone()
    tab.session.cookies.set("companion", one.cookie)
    one.connect()
    assert tab.connect()["frame"]["me"]["seats"] == [1]
    one.leave()
    assert tab.act({"do": "rename", "seat": 1, "name": "Anna"}).json()["ok"]
    after = tab.frame_where(lambda frame: frame["people"][0]["name"] == "Anna")
    assert after["frame"]["people"][0]["here"]


def test_a_phone_without_websockets_is_pushed_every_picture_too(phones, any_entry):
    old, other = phones[0], phones[1]
    old.connect(transports=["polling"])
    other.connect()
    for _ in range(2):
        actor, entry = any_entry(phones)
        seq = actor.act(entry).json()["seq"]
        pushed = old.frame_where(lambda frame, seq=seq: frame["seq"] == seq)
        assert pushed["frame"]["me"]["seats"] == [1]


def test_sync_brings_the_picture(phones):
    one = phones[0]
    first = one.connect()
    answer = json.loads(one.client.call("sync", timeout=5))
    assert answer["frame"]["seq"] == first["frame"]["seq"]
    assert json.loads(one.client.call("sync", {"odd": 1}, timeout=5))["frame"]


def test_a_kiosk_without_a_code_follows_the_newest_table(host, code, phone):
    kiosk = phone()
    kiosk.code = None
    assert kiosk.connect(kiosk=True)["frame"]["table"]["code"] == code
    new = host.post("/api/table", {}).json()["table"]
    moved = kiosk.frame_where(lambda frame: frame["table"]["code"] == new)
    assert moved["join"]["code"] == new


def test_an_unknown_table_is_refused_in_words(phone):
    one = phone()
    one.code = "ZZZZZ"
    client = socketio.Client(reconnection=False)
    refusals = []
    client.on("connect_error", refusals.append)
    with pytest.raises(socketio.exceptions.ConnectionError):
        client.connect(
            one.server.url, auth={"table": "ZZZZZ"}, transports=["websocket"], wait_timeout=5
        )
    assert refusals[0]["message"] == "no-table"
    assert refusals[0]["data"]["msg"]["code"] == "refused.no-table"


@pytest.mark.parametrize(
    "auth", [[], "x", 7, {"table": 7}, {"table": {"a": 1}}, {"table": "x" * 9000}]
)
def test_odd_greetings(phone, auth, server):
    client = socketio.Client(reconnection=False)
    with contextlib.suppress(socketio.exceptions.ConnectionError):
        client.connect(server.url, auth=auth, transports=["websocket"], wait_timeout=5)
    client.disconnect()
    assert phone().open()


RAW = b"\xff\xff\x00\x13 no frame at all \r\n\r\n" * 20
"""Sent below the WebSocket's frames."""

GARBAGE = {
    "no frames": [RAW],
    "no frames later": ["40", RAW],
    "empty text": [""],
    "empty bytes": [b""],
    "bytes": [b"\x00\xff" * 50],
    "unknown packet": ["9"],
    "a letter": ["x"],
    "upgrade": ["5"],
    "noop": ["6"],
    "open": ["0"],
    "bad socket packet": ["40", "49"],
    "no JSON": ["40", "42{"],
    "no list": ["40", '42{"a":1}'],
    "empty list": ["40", "42[]"],
    "numeric event": ["40", "42[7]"],
    "list event": ["40", '42[["sync"]]'],
    "reserved event": ["40", '42["connect"]', '42["disconnect"]'],
    "ack of nothing": ["40", "437[]"],
    "nested": ["40", "42" + "[" * 5000],
    "digits": ["40", '42["sync",' + "9" * 4400 + "]"],
    "binary header only": ["40", '451-["sync",{"_placeholder":true,"num":0}]', "42[]"],
    "binary header, no connect": ['451-["sync",{"_placeholder":true,"num":0}]'],
    "many attachments": ["40", '4599999-["sync",{"_placeholder":true,"num":0}]'],
    "NaN": ["40", '42["sync",NaN]'],
    "connect twice": ["40", "40", "40"],
    "other namespace": ["40/admin,", '42/admin,["sync"]'],
    "too large": ["4" + "x" * 30_000],
    "very large": ["4" + "x" * 2_000_000],
    "flood": ["40", *['42["sync"]'] * 300],
}


def send(server, messages, cookie=None):
    """Send these down a fresh WebSocket, whatever they are, and hang up."""
    line = websocket.create_connection(
        f"ws://{server.place}/socket.io/?EIO=4&transport=websocket",
        cookie=f"companion={cookie}" if cookie else None,
        timeout=5,
    )
    with contextlib.suppress(websocket.WebSocketException, OSError):
        line.recv()
        for message in messages:
            if message is RAW:
                line.sock.sendall(message)
            elif isinstance(message, bytes):
                line.send_binary(message)
            else:
                line.send(message)
        line.settimeout(0.1)
        line.recv()
    line.shutdown()


@pytest.mark.parametrize("messages", GARBAGE.values(), ids=GARBAGE.keys())
def test_the_table_lives_on_whatever_a_socket_sends(phones, server, messages):
    before = len(server.said)
    one = phones[0]
    send(server, messages, one.cookie)
    entry = {"do": "rename", "seat": 1, "name": "Still here"}
    begun = time.monotonic()
    assert one.act(entry).json()["ok"]
    assert time.monotonic() - begun < 2
    assert len(server.said) - before < 1_000, server.said[before:]


def test_closed_sockets_leave_nothing_behind(phones, server):
    for each in phones:
        each.connect()
        each.leave()
    one = phones[0]
    one.connect()
    one.frame_where(lambda frame: not any(p["here"] for p in frame["people"][1:]))


def threads(process):
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"Threads:\s*(\d+)", status)[1])


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="counts threads in /proc")
def test_garbage_leaves_no_thread_behind(own_server):
    own_server.start()
    before = threads(own_server.worker())
    for messages in GARBAGE.values():
        for _ in range(3):
            send(own_server, messages)
    deadline = time.monotonic() + 40  # a ping's thread sleeps its eight seconds out
    while threads(own_server.worker()) > before + 6 and time.monotonic() < deadline:
        time.sleep(0.5)
    assert threads(own_server.worker()) <= before + 6
    assert own_server.stop() < 2


def test_one_address_cannot_take_every_socket(tmp_path):
    """From this very machine everything is allowed, so this looks at the door itself."""
    from companion.addresses import Addresses, Surroundings
    from companion.web.door import Door

    asked = []

    def app(environ, start_response):
        asked.append(environ)
        start_response("200 OK", [])
        return [b""]

    def status(ip, open_from):
        door = Door(
            app, frozenset(), Addresses(tmp_path / "a", look=Surroundings), lambda: open_from, "c"
        )
        said = []
        environ = {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": "/socket.io/",
            "QUERY_STRING": "EIO=4&transport=polling",
            "REMOTE_ADDR": ip,
            "HTTP_HOST": "10.0.0.1",
        }
        list(door(environ, lambda line, headers, *_: said.append(line)))
        return said[0][:3]

    assert status("10.0.0.9", ["10.0.0.9"] * 23) == "200"
    assert status("10.0.0.9", ["10.0.0.9"] * 24) == "503"
    assert status("::ffff:10.0.0.9", ["10.0.0.9"] * 24) == "503"
    assert status("10.0.0.8", ["10.0.0.9"] * 24) == "200"
    assert status("127.0.0.1", ["127.0.0.1"] * 100) == "200"
    assert status("127.0.0.1", ["127.0.0.1"] * 512) == "503"
