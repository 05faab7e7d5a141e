"""Who is let in: the Host and Origin of a request, its size, its kind."""

import http.client
import json
import socket
import time

import pytest
import requests

from companion.web.door import host_name, is_literal

PATHS = ["/", "/static/icon.svg", "/api/languages", "/socket.io/?EIO=4&transport=polling"]


def raw(server, text):
    """Send these bytes; the status and the body that come back."""
    with socket.create_connection(server.place.rsplit(":", 1), timeout=10) as line:
        line.sendall(text.encode())
        answer = http.client.HTTPResponse(line)
        answer.begin()
        return answer.status, answer.read()


def asked(server, path, host, method="GET", more=""):
    hosts = "".join(f"Host: {name}\r\n" for name in ([host] if isinstance(host, str) else host))
    return raw(server, f"{method} {path} HTTP/1.1\r\n{hosts}Connection: close\r\n{more}\r\n")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8765",
        "127.0.0.1.evil.example",
        "127.0.0.1@evil.example",
        "cards.example.evil.example",
        "0x7f.1",
        "127.1",
        "999.1.1.1",
        "[::1",
        "[evil]",
        "evil.example, 127.0.0.1",
        "",
    ],
)
def test_a_foreign_name_is_turned_away_everywhere(server, path, host):
    status, body = asked(server, path, host)
    assert status in (400, 421)
    assert b"Traceback" not in body


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.0.0.1:8765",
        "10.1.2.3:99",
        "[::1]:8765",
        "[fd00::5]",
        "localhost",
        "LOCALHOST.:8765",
        "Cards.Example",
        "cards.example.:80",
        socket.gethostname(),
        f"{socket.gethostname().partition('.')[0].upper()}.local",
    ],
)
def test_an_address_or_a_name_of_ours_is_let_in(server, path, host):
    assert asked(server, path, host)[0] == 200


@pytest.mark.parametrize(
    "hosts", [[], ["evil.example", "127.0.0.1"], ["127.0.0.1", "evil.example"]]
)
def test_no_host_or_two_of_them(server, hosts):
    assert asked(server, "/", hosts)[0] in (400, 421)


def test_the_refusal_is_a_sentence(server):
    status, body = asked(server, "/", "evil.example")
    assert (status, b"the address of the table" in body) == (421, True)
    status, body = asked(server, "/api/frame", "evil.example")
    assert json.loads(body)["code"] == "wrong-host"


@pytest.mark.parametrize("text", ["evil.example", "a b", "a/b", "a:b", "[::1", "a:123456", "é"])
def test_strange_hosts_are_no_literals(text):
    name = host_name(text)
    assert name is None or not is_literal(name)


def handshake(server, host, **headers):
    more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return asked(
        server,
        "/socket.io/?EIO=4&transport=websocket",
        host,
        more="Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" + more,
    )[0]


def test_a_websocket_with_an_evil_host_is_turned_away(server):
    assert handshake(server, "evil.example", Origin="http://evil.example") == 421


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://{place}", "http://{place}.evil.example", ""]
)
def test_a_socket_of_another_site_is_turned_away(server, phone, origin):
    origin = origin.format(place=server.place)
    assert handshake(server, server.place, Origin=origin) == 403
    polling = {"EIO": 4, "transport": "polling"}
    answer = requests.get(
        f"{server.url}/socket.io/", params=polling, headers={"Origin": origin}, timeout=5
    )
    assert answer.status_code == 403


def test_a_cookie_without_an_origin_opens_no_socket(server, phone):
    cookie = f"companion={phone(1).cookie}"
    assert handshake(server, server.place, Cookie=cookie) == 403


def test_forwarded_headers_mean_nothing(server):
    more = "X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nForwarded: host=evil\r\n"
    assert asked(server, "/", server.place, more=more)[0] == 200
    status, _ = asked(
        server,
        "/socket.io/?EIO=4&transport=polling",
        server.place,
        more="X-Forwarded-Host: evil.example\r\nOrigin: http://evil.example\r\n",
    )
    assert status == 403


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "", "text/json"]
)
def test_only_json_is_read(phone, kind):
    one = phone(1)
    body = {"table": one.code, "tap": "12345678", "seat": 2, "name": "B"}
    answer = one.post("/api/join", body, headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["code"]) == (415, "not-json")
    assert one.frame()["people"][1]["name"] is None


@pytest.mark.parametrize("origin", ["http://evil.example", "null", None])
def test_a_post_of_another_site_changes_nothing(phone, origin):
    one = phone(1)
    answer = one.post("/api/act", {}, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-origin")


def test_an_old_browser_may_say_same_origin_instead(phone):
    one = phone(1)
    entry = {"do": "rename", "seat": 1, "name": "Maria"}
    body = {"table": one.code, "tap": "same-origin-1", "seen": 0, "entry": entry}
    said = {"Origin": None, "Sec-Fetch-Site": "same-origin"}
    assert one.post("/api/act", body, headers=said).json()["ok"]
    crossed = one.post("/api/act", body, headers=said | {"Sec-Fetch-Site": "cross-site"})
    assert crossed.status_code == 403


def test_jsonp_is_off(server):
    answer = requests.get(f"{server.url}/socket.io/?EIO=4&transport=polling&j=0", timeout=5)
    assert answer.status_code == 400


def test_too_long_and_too_large(server, phone):
    one = phone(1)
    assert one.get("/" + "x" * 3000).status_code == 414
    assert one.get("/?" + "x" * 3000).status_code == 414
    large = one.post("/api/act", b'{"table":"' + b"x" * 20_000 + b'"}')
    assert (large.status_code, large.json()["code"]) == (413, "too-large")
    pieces = one.session.post(
        f"{server.url}/api/act",
        data=(b"x" * 5000 for _ in range(5)),
        headers={"Origin": server.url, "Content-Type": "application/json"},
        timeout=20,
    )
    assert pieces.status_code == 413


def test_those_who_do_not_hang_up_hold_nobody_up(server, phone):
    one = phone(1)
    silent = []
    for _ in range(8):
        line = socket.create_connection(server.place.rsplit(":", 1), timeout=5)
        line.sendall(
            f"GET / HTTP/1.1\r\nHost: {server.place}\r\nConnection: close\r\n\r\n".encode()
        )
        silent.append(line)
    for _ in range(8):  # and some that never finish asking
        line = socket.create_connection(server.place.rsplit(":", 1), timeout=5)
        line.sendall(b"POST /api/act HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{")
        silent.append(line)
    begun = time.monotonic()
    assert one.get("/api/frame").json()["ok"]
    assert time.monotonic() - begun < 1
    for line in silent:
        line.close()


def test_every_answer_carries_the_headers(server, phone):
    one = phone(1)
    for answer in (
        one.get("/"),
        one.get("/api/nothing"),
        one.get("/static/nothing"),
        one.get(PATHS[3]),
    ):
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        if answer.headers["Content-Type"].startswith("text/html"):
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'self'" in policy
            assert "unsafe" not in policy
            assert "frame-ancestors 'none'" in policy
            assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "Access-Control-Allow-Origin" not in answer.headers


def test_unknown_pages_say_so(phone):
    one = phone(1)
    page = one.get("/nothing")
    assert page.status_code == 404
    assert "no such page" in page.text
    answer = one.get("/api/nothing")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-page")
    answer = one.get("/api/act")
    assert (answer.status_code, answer.json()["code"]) == (405, "wrong-method")


@pytest.mark.parametrize(
    "name", ["../pyproject.toml", "..%2fpyproject.toml", ".hidden", "js/../../LICENSE", "%00", "js"]
)
def test_static_is_only_static(server, name):
    assert asked(server, f"/static/{name}", server.place)[0] == 404
