"""What somebody else in the same Wi-Fi gets: nothing without the code, and no more by lying
about where he comes from."""

import json

import pytest

from companion.web.crowd import Crowd
from companion.web.door import POLLS, REQUESTS
from companion.web.limits import Guesses


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def room(inside):
    made = inside()
    made.clock = Clock()
    made.site.guesses = Guesses(made.clock)
    return made


def test_the_big_screen_tells_a_stranger_nothing_without_the_code(room):
    stranger, own = room.browser("10.0.0.66"), room.browser("127.0.0.1")
    answer = stranger.get("/api/kiosk")
    assert (answer.status_code, answer.json["code"]) == (403, "which-table")
    assert room.code.encode() not in answer.data
    assert stranger.get(f"/api/kiosk?table={room.code}").json["join"]["code"] == room.code
    assert own.get("/api/kiosk").json["join"]["code"] == room.code
    assert stranger.post("/api/host", {"key": room.site.key}).json["ok"]
    assert stranger.get("/api/kiosk").json["ok"], "the host's own screen may follow"


def test_a_proxy_on_this_machine_makes_nobody_a_neighbour(room):
    """What comes through it was not made here, though it comes from here."""
    for header in ("X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"):
        passed_on = room.browser("127.0.0.1").get("/api/kiosk", **{header: "1.1 proxy"})
        assert passed_on.json["code"] == "which-table", header
    moved = room.browser("127.0.0.1").post(
        "/api/address", {"table": None}, headers={"X-Forwarded-For": "127.0.0.1"}
    )
    assert moved.json["code"] == "host-only"


@pytest.mark.parametrize("kiosk", [True, False])
def test_a_socket_without_the_code_is_turned_away(room, kiosk):
    from flask import request

    from companion.core.messages import Refusal

    push = room.app.extensions["push"]
    for ip, welcome in (("10.0.0.66", False), ("127.0.0.1", True)):
        with room.app.test_request_context("/", environ_base={"REMOTE_ADDR": ip}):
            assert request.remote_addr == ip
            if welcome:
                push.watch("sid", None, kiosk)
                continue
            with pytest.raises(Refusal, match="which-table"):
                push.watch("sid", None, kiosk)
            assert push.sync("sid") is None, "and is sent nothing afterwards"


@pytest.mark.parametrize(
    "lie", [{}, {"X-Forwarded-For": "10.9.{n}.{n}", "Forwarded": "for=1.2.3.4"}]
)
def test_codes_are_not_found_by_trying(room, lie):
    """A hundred tries a second from twenty addresses, a minute long; a player joins meanwhile."""
    strangers = [room.browser(f"10.0.1.{n}") for n in range(20)]
    room.app.wsgi_app._requests = Unbounded()
    tried = 0
    for n in range(1500):
        headers = {name: value.format(n=n % 250) for name, value in lie.items()}
        code = strangers[n % 20].get(f"/api/frame?table=ZZ{n:03}", **headers).json["code"]
        tried += code == "no-table"
        room.clock.now += 0.04
        if n == 700:
            assert room.seated(1).frame()["me"]["seats"] == [1]
    assert tried <= 10 * 60 + 100
    assert tried > 100, "slowed down, never shut out"


class Unbounded:
    def step(self, who):
        """Another limit, out of the way."""


def test_the_hosts_key_is_guessed_as_slowly(room):
    stranger = room.browser("10.0.0.66")
    codes = [stranger.post("/api/host", {"key": "x" * 22}).json["code"] for _ in range(12)]
    assert codes == ["wrong-key"] * 5 + ["too-fast"] * 7
    room.clock.now += 60
    assert stranger.post("/api/host", {"key": room.site.key}).json["ok"]


def test_one_address_has_so_many_requests_and_no_more(room):
    stranger, other = room.browser("10.0.0.66"), room.browser("10.0.0.67")
    answers = [stranger.get("/api/languages").status_code for _ in range(REQUESTS[1] + 200)]
    assert answers[: REQUESTS[1]] == [200] * REQUESTS[1]
    assert 429 in answers
    assert other.get("/api/languages").status_code == 200
    assert room.browser("127.0.0.1").get("/api/languages").status_code == 200


def polled(browser, query):
    return browser.get(f"/socket.io/?EIO=4&transport=polling&{query}")


def test_sockets_are_counted_however_they_are_asked_for(room):
    stranger = room.browser("10.0.0.66")
    ways = ["", "sid=", "sid", "%73id=", "sid=&x=1", "x=&sid="]
    answers = [polled(stranger, ways[n % len(ways)]) for n in range(40)]
    assert [answer.status_code for answer in answers] == [200] * 24 + [503] * 16
    assert polled(room.browser("10.0.0.67"), "").status_code == 200


@pytest.mark.parametrize("query", ["j=0", "%6a=0", "%6A=0", "x=1&j=7", "j=0;x"])
def test_jsonp_is_off_however_it_is_spelled(room, query):
    assert polled(room.browser(), query).status_code == 400


def test_polling_is_paced_like_a_websocket(room):
    stranger = room.browser("127.0.0.1")  # not the address counts here, but the socket
    sid = json.loads(polled(stranger, "").data[1:])["sid"]
    path = f"/socket.io/?EIO=4&transport=polling&sid={sid}"
    assert stranger.post(path, b"40" + json.dumps({"table": room.code}).encode()).data == b"OK"
    answers = [
        stranger.post(path, b'42["sync"]', kind="text/plain").status_code for _ in range(120)
    ]
    assert answers[: POLLS[1] - 1] == [200] * (POLLS[1] - 1)
    assert answers.count(429) > 30


def test_seventeen_packets_at_once_hurt_nobody(room):
    """Engine.IO says OK and drops them all: our pages never send more than a greeting."""
    stranger = room.browser("127.0.0.1")
    sid = json.loads(polled(stranger, "").data[1:])["sid"]
    path = f"/socket.io/?EIO=4&transport=polling&sid={sid}"
    stranger.post(path, b"\x1e".join([b'42["sync"]'] * 17))
    assert room.seated(1).frame()["me"]["seats"] == [1]
    old = stranger.get("/socket.io/?EIO=3&transport=polling")
    assert (old.status_code, b"unsupported version" in old.data) == (400, True)


class Line:
    def __init__(self):
        self.open = True

    def fileno(self):
        return 3 if self.open else -1


def test_connections_are_counted_by_address():
    crowd = Crowd(lambda ip: ip == "10.0.0.1")
    lines = [Line() for _ in range(200)]
    assert [crowd.admits("10.0.0.66", line) for line in lines] == [True] * 120 + [False] * 80
    assert crowd.admits("10.0.0.67", Line())
    assert not crowd.admits("::ffff:10.0.0.66", Line()), "the same one, seen through IPv6"
    assert all(crowd.admits("10.0.0.1", Line()) for _ in range(300))
    lines[5].open = False
    assert crowd.admits("10.0.0.66", Line()), "whoever hangs up may come again"
    assert not crowd.admits("10.0.0.66", Line())
    for n in range(3000):
        line = Line()
        crowd.admits(f"10.1.{n // 250}.{n % 250}", line)
        line.open = False
    assert len(crowd._lines) <= 1001
    assert not crowd.admits("10.0.0.66", Line()), "and those who stay are not forgotten"


# With https


@pytest.fixture
def secure(inside):
    return inside(url="https://cards.example")


def test_behind_a_proxy_with_https_its_name_is_ours(secure):
    browser = secure.browser("127.0.0.1")
    wish = browser.wish(seat=1, name="Ana")
    named = {"Host": "cards.example", "X-Forwarded-For": "10.0.0.7"}
    answer = browser.post("/api/join", wish, headers={**named, "Origin": "https://cards.example"})
    assert answer.json["ok"]
    assert "Secure" in answer.headers["Set-Cookie"]
    page = browser.open("/", headers={"Host": "cards.example"})
    assert "wss://cards.example" in page.headers["Content-Security-Policy"]
    join = secure.site.join(secure.table)
    assert (join.url, join.plain) == (f"https://cards.example/j/{secure.code}", "cards.example")


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("10.0.0.1:8765", "https://10.0.0.1:8765"),
        ("10.0.0.1:8765", "https://cards.example"),
        ("cards.example", "https://evil.example"),
        ("cards.example", "http://evil.example"),
        ("cards.example", "https://cards.example.evil.example"),
        ("cards.example", "https://cards.example:444"),
    ],
)
def test_but_no_other_origin_is(secure, host, origin):
    browser = secure.browser()
    answer = browser.post(
        "/api/join", browser.wish(seat=1, name="Ana"), headers={"Host": host, "Origin": origin}
    )
    assert answer.json["code"] == "foreign-origin"


def test_without_such_a_proxy_no_https_is_ours(room):
    browser = room.browser()
    for host in ("10.0.0.1:8765", "localhost"):
        answer = browser.post(
            "/api/join",
            browser.wish(seat=1, name="Ana"),
            headers={"Host": host, "Origin": f"https://{host}"},
        )
        assert answer.json["code"] == "foreign-origin"


# Cross-site requests


def test_no_post_of_another_site_changes_anything(room):
    """Every address there is, as a form or a script of another site would ask for it."""
    host = room.seated(1)
    host.post("/api/host", {"key": room.site.key})
    room.site.taps = Unbounded()
    secret = room.table.new_pass(room.host.device(host.secret), 1)
    log = room.host._log
    before = log.seatings(), log.rows(room.code), log.devices()
    bodies = {
        "/api/join": host.wish(seat=2, name="Eve"),
        "/api/act": host.wish(seen=room.table.seq, entry={"do": "leave", "seat": 1}),
        "/api/pass": {"table": room.code, "seat": 1},
        "/api/table": {},
        "/api/take": {"pass": secret, "tap": "tap-of-eve"},
        "/api/host": {"key": room.site.key},
        "/api/address": {},
    }
    tried = set()
    for rule in room.app.url_map.iter_rules():
        path = rule.rule.replace("<path:name>", "icon.svg").replace("<language>", "en")
        path = path.replace("<int:number>", "1")
        path = path.replace("<code>", room.code)
        body = json.dumps(bodies.get(path, {})).encode()
        for kind in ("text/plain", "application/x-www-form-urlencoded", "application/json"):
            for origin in ("http://evil.example", "null", None, "http://10.0.0.1:9000"):
                answer = host.post(path, body, headers={"Origin": origin}, kind=kind)
                assert answer.status_code == 403, (path, kind, origin)
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            assert host.post(path, body, kind=kind).status_code in (405, 415), (path, kind)
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
            answer = host.open(path, method, data=body, headers={"Origin": "http://evil.example"})
            assert answer.status_code == 403
            assert "Access-Control-Allow-Origin" not in answer.headers
        tried.add(path)
    assert set(bodies) <= tried
    assert (log.seatings(), log.rows(room.code), log.devices()) == before


def test_answers_are_for_nobody_to_keep(room):
    one, code = room.seated(1), room.code
    for path in (f"/api/frame?table={code}", f"/api/story?table={code}", "/api/past?table=x"):
        assert one.get(path).headers["Cache-Control"] == "no-store"
    renamed = one.act({"do": "rename", "seat": 1, "name": "Ann"})
    assert renamed.headers["Cache-Control"] == "no-store"
