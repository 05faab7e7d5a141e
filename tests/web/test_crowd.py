"""Many at once, and those who never finish asking: the table goes on meanwhile."""

import contextlib
import socket
import statistics
import time

import pytest
import requests

from companion.web.crowd import Patience


def line_to(server, text=b""):
    line = socket.create_connection(server.place.rsplit(":", 1), timeout=30)
    line.sendall(text)
    return line


def test_whoever_takes_too_long_is_not_listened_to_any_more():
    ours, theirs = socket.socketpair()
    quick, other = socket.socketpair()
    with ours, theirs, quick, other:
        patience = Patience(0.05)
        patience.begin(ours)
        patience.begin(quick)
        patience.end(quick)
        theirs.sendall(b"G")
        time.sleep(0.1)
        patience.look()
        assert (ours.recv(9), ours.recv(9)) == (b"G", b"")
        quick.setblocking(False)
        with pytest.raises(BlockingIOError):
            quick.recv(9)


def seconds_of_taps(phone, number=9):
    """How long each of some taps took, by a browser that opens a new connection for each."""
    times = []
    for n in range(number):
        begun = time.monotonic()
        entry = {"do": "rename", "seat": 1, "name": f"Name {n}"}
        tap = {"table": phone.code, "tap": f"in-the-flood-{n}", "seen": 0, "entry": entry}
        answer = requests.post(
            f"{phone.server.url}/api/act",
            json=tap,
            headers={"Origin": phone.server.url},
            cookies={"companion": phone.cookie},
            timeout=20,
        )
        assert answer.json()["ok"]
        times.append(time.monotonic() - begun)
        time.sleep(0.1)
    return times


def test_a_flood_of_every_kind_and_the_table_goes_on(own_server, phone):
    own_server.start()
    code = requests.get(f"{own_server.url}/api/kiosk", timeout=5).json()["join"]["code"]
    one = phone(1, on=own_server, at=code)
    head = f"Host: {own_server.place}\r\n".encode()
    greeting = (
        b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n" + head + b"Upgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    body = b"POST /api/act HTTP/1.1\r\n" + head + b"Origin: http://" + own_server.place.encode()
    body += b"\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
    poll = b"GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\n" + head + b"\r\n"
    with contextlib.ExitStack() as lines:
        for text in (greeting, body, poll, b"", b"GET / HT"):
            for _ in range(70):
                lines.enter_context(line_to(own_server, text))
        assert statistics.median(seconds_of_taps(one)) < 0.2
    assert own_server.stop() < 3


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["head", "body"])
def test_who_sends_a_byte_now_and_then_is_dropped_within_seconds(own_server, kind):
    """Each pause is short enough for a time limit between two pieces."""
    own_server.start()
    place = own_server.place.encode()
    begun = {
        "head": b"GET / HTTP/1.1\r\nHost: " + place + b"\r\nX: ",
        "body": b"POST /api/act HTTP/1.1\r\nHost: " + place + b"\r\nOrigin: http://" + place
        + b"\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{",
    }[kind]  # fmt: skip
    with line_to(own_server, begun) as line:
        started, said = time.monotonic(), b""
        line.settimeout(0.5)
        while time.monotonic() - started < 30:
            try:
                line.sendall(b"x")
                got = line.recv(4096)
            except TimeoutError:
                continue
            except OSError:
                break
            said += got
            if not got:
                break
        assert time.monotonic() - started < 16
        assert b"200 OK" not in said
