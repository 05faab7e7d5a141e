"""Joining, tapping, passing a seat on, and everything that must not work."""

import concurrent.futures
import json

import pytest


def test_a_phone_joins_in_three_requests_and_stays(phone, server):
    one = phone()
    frame = one.open()
    assert [person["name"] for person in frame["people"]] == [None] * 4
    answer = one.join(2, "  Ana ")
    assert answer.json()["ok"]
    assert answer.json()["frame"]["me"]["seats"] == [2]
    assert one.frame()["people"][1] == {
        "seat": 2, "name": "Ana", "phone": True, "here": False, "yours": True,
    }  # fmt: skip
    # Opened again from the bookmark, with nothing but the cookie
    assert one.get("/").status_code == 200
    assert one.get("/api/frame").json()["frame"]["me"]["seats"] == [2]


def test_the_code_in_any_case(phone, code):
    one = phone()
    assert one.get(f"/J/{code.upper()}").status_code == 200
    one.code = code.lower()
    assert one.join(1, "Ana").json()["ok"]


def test_the_cookie_is_out_of_reach(phone):
    one = phone()
    cookie = one.join(1, "Ana").headers["Set-Cookie"]
    for flag in ("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=34560000"):
        assert flag in cookie
    assert len(one.cookie) >= 22
    assert "Set-Cookie" not in one.join(2, "Scribe for Bo").headers


def test_a_refused_newcomer_keeps_its_cookie(phone):
    one, two = phone(1), phone()
    answer = two.join(1, "Boris")
    assert (answer.status_code, answer.json()["code"]) == (422, "seat-taken")
    assert answer.json()["frame"]["people"][0]["name"] == "Player 1"
    kept = two.cookie
    assert two.join(2, "Boris").json()["ok"]
    assert two.cookie == kept != one.cookie


def test_a_lost_answer_to_join_can_be_asked_for_again(phone):
    one, again = phone(), phone()
    assert one.join(1, "Ana", tap="the-very-tap").json()["ok"]
    # The same browser, which never saw the answer and so has no cookie
    assert again.join(1, "Ana", tap="the-very-tap").json()["frame"]["me"]["seats"] == [1]
    assert again.cookie == one.cookie


def test_the_same_tap_counts_once(phone):
    one = phone(1)
    entry = {"do": "rename", "seat": 1, "name": "Vera"}
    first = one.act(entry, tap="tap-number-one").json()
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        more = list(pool.map(lambda _: one.act(entry, 0, "tap-number-one").json(), range(8)))
    assert {answer["seq"] for answer in more} == {first["seq"]}
    other = one.act({"do": "rename", "seat": 1, "name": "Zora"}, tap="tap-number-one")
    assert (other.status_code, other.json()["code"]) == (409, "tap-reused")
    assert one.frame()["people"][0]["name"] == "Vera"


def test_a_stale_tap_changes_nothing_and_brings_the_table(phones, any_entry):
    actor, entry = any_entry(phones)
    seen = actor.frame()["seq"]
    after = actor.act(entry, seen).json()
    assert after["ok"]
    actor, entry = any_entry(phones)
    late = actor.act(entry, seen)
    assert (late.status_code, late.json()["code"]) == (409, "stale")
    assert late.json()["frame"]["seq"] == after["seq"]
    assert actor.act(entry, after["seq"]).json()["ok"]


def test_two_phones_at_once_one_is_told(phones, any_entry):
    actor, entry = any_entry(phones)
    seen = actor.frame()["seq"]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: actor.act(entry, seen), range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7


def test_nobody_acts_for_a_foreign_seat(phones, phone, any_entry):
    actor, entry = any_entry(phones)
    for other in (p for p in phones if p is not actor):
        answer = other.act(entry)
        assert (answer.status_code, answer.json()["code"]) == (403, "not-your-seat")
    watching = phone()
    seen = actor.frame()["seq"]
    answer = watching.act(entry, seen)
    assert (answer.status_code, answer.json()["code"]) == (403, "not-at-this-table")
    watching.session.cookies.set("companion", "A" * 22)
    assert watching.act(entry, seen).json()["code"] == "not-at-this-table"
    assert actor.frame()["seq"] == seen


def test_a_phone_of_another_table_is_a_stranger(phones, host, phone, any_entry):
    actor, entry = any_entry(phones)
    elsewhere = phone(1, at=host.post("/api/table", {}).json()["table"])
    elsewhere.code = actor.code
    answer = elsewhere.act(entry, actor.frame()["seq"])
    assert answer.status_code == 403
    assert elsewhere.frame()["me"]["seats"] == []


def test_a_seat_is_passed_on_and_the_old_phone_loses_it_at_once(phones, phone, any_entry):
    actor, entry = any_entry(phones)
    seat = actor.frame()["me"]["seats"][0]
    ticket = actor.post("/api/pass", {"table": actor.code, "seat": seat}).json()
    assert ticket["minutes"] == 10
    assert ticket["qr"]["size"] > 20
    secret = ticket["url"].rpartition("/p/")[2]
    fresh = phone()
    assert fresh.get(f"/p/{secret}").status_code == 200
    assert fresh.get(f"/p/{secret}").status_code == 200  # looking is not taking
    actor.connect()
    taken = fresh.post("/api/take", {"pass": secret, "tap": "take-this-seat"}).json()
    assert taken["frame"]["me"]["seats"] == [seat]
    pushed = actor.frame_where(lambda frame: frame["me"]["seats"] == [])
    assert not any(person["yours"] for person in pushed["frame"]["people"])
    assert not pushed["frame"]["view"].get("choices")
    assert actor.act(entry, taken["seq"]).status_code == 403
    assert fresh.act(entry, taken["seq"]).json()["ok"]
    # The same tap again is answered again; anybody else comes too late
    again = fresh.post("/api/take", {"pass": secret, "tap": "take-this-seat"}).json()
    assert again["seq"] == taken["seq"]
    late = phone().post("/api/take", {"pass": secret, "tap": "take-too-late"})
    assert (late.status_code, late.json()["code"]) == (403, "pass-expired")


def test_only_the_holder_or_the_host_gives_a_pass(phones, host, code):
    ask = {"table": code, "seat": 1}
    assert phones[1].post("/api/pass", ask).json()["code"] == "not-your-seat"
    assert host.post("/api/pass", ask).json()["ok"]


def test_only_the_host_hosts(phones, phone):
    one = phones[0]
    assert one.post("/api/table", {}).json()["code"] == "host-only"
    assert one.post("/api/host", {"key": "x" * 22}).json()["code"] == "wrong-key"
    assert one.frame()["me"]["host"] is False


def test_the_host_link_makes_a_seated_phone_the_hosts(server, phone):
    one = phone(1)
    one.connect()
    assert one.post("/api/host", {"key": server.key}).json()["ok"]
    assert one.frame_where(lambda frame: frame["me"]["host"])["frame"]["me"]["seats"] == [1]


JUNK = {
    "nothing": b"",
    "no JSON": b"{",
    "NaN": b'{"table":"%s","tap":"nan-nan-nan","seen":NaN,"entry":{"do":"undo"}}',
    "infinity": b'{"table":"%s","tap":"nan-nan-nan","seen":1e999,"entry":{"do":"undo"}}',
    "negative": b'{"table":"%s","tap":"negative","seen":-1,"entry":{"do":"undo"}}',
    "2^63": b'{"table":"%s","tap":"negative","seen":9223372036854775808,"entry":{"do":"undo"}}',
    "digits": b'{"table":"%s","tap":"digits-1","seen":' + b"9" * 4400 + b',"entry":{"do":"undo"}}',
    "digits inside": b'{"table":"%s","tap":"digits-2","seen":1,"entry":{"do":"undo","to":'
    + b"9" * 4400
    + b"}}",
    "nested": b'{"table":"%s","tap":"nested-1","seen":1,"entry":'
    + b"[" * 5000
    + b"]" * 5000
    + b"}",
    "nested, unclosed": b'{"entry":' + b'{"a":' * 3000,
    "key twice": b'{"table":"%s","tap":"twice-12","tap":"twice-13","seen":1,"entry":{"do":"undo"}}',
    "key twice inside": b'{"table":"%s","tap":"twice-14","seen":1,'
    b'"entry":{"do":"rename","seat":1,"name":"A","name":"B"}}',
    "a list": b"[1,2]",
    "a string": b'"undo"',
    "unknown field": b'{"table":"%s","tap":"field-12","seen":1,"entry":{"do":"undo"},"seat":1}',
    "unknown word": b'{"table":"%s","tap":"word-123","seen":1,"entry":{"do":"win"}}',
    "no word": b'{"table":"%s","tap":"word-124","seen":1,"entry":{}}',
    "entry a number": b'{"table":"%s","tap":"word-125","seen":1,"entry":7}',
    "a bad tap": b'{"table":"%s","tap":"\\u0000\\ud800","seen":1,"entry":{"do":"undo"}}',
    "surrogate name": b'{"table":"%s","tap":"name-123","seen":1,'
    b'"entry":{"do":"rename","seat":1,"name":"\\ud800"}}',
    "bytes": bytes(range(256)),
    "bad UTF-8": b'{"table":"%s\xff"}',
}


@pytest.mark.parametrize("junk", JUNK.values(), ids=JUNK.keys())
def test_junk_changes_nothing_and_kills_nothing(phone, server, junk):
    one = phone(1)
    before = one.frame()
    answer = one.post("/api/act", junk.replace(b"%s", one.code.encode()))
    assert 400 <= answer.status_code < 500, answer.text
    said = answer.json()
    assert said["ok"] is False
    assert said["msg"]["code"] == f"refused.{said['code']}"
    after = one.frame()
    assert (after["seq"], after["people"]) == (before["seq"], before["people"])


def test_every_refusal_has_its_sentence(phone):
    one = phone(1)
    words = one.get("/api/words/en").json()
    for body in JUNK.values():
        code = one.post("/api/act", body.replace(b"%s", one.code.encode())).json()["code"]
        assert f"refused.{code}" in words, code


@pytest.mark.parametrize("path", ["join", "act", "pass", "take", "host", "table", "address"])
def test_an_empty_object_is_no_request(server, phone, path):
    answer = phone().post(f"/api/{path}", b'{"":1}')
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")


def test_too_quick_for_fingers(phone):
    one = phone(1, patient=False)
    entry = {"do": "rename", "seat": 1, "name": "Quick"}
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda n: one.act(entry, 0, f"quick-{n:04}"), range(60)))
    held = [answer for answer in answers if answer.status_code == 429]
    assert 20 < len(held) < 45
    assert held[0].json()["code"] == "too-fast"
    assert held[0].headers["Retry-After"] == "1"


def test_the_kiosk_sees_the_public_and_how_to_join(phones, code, server):
    answer = phones[0].get(f"/api/kiosk?table={code}").json()
    frame, join = answer["frame"], answer["join"]
    assert frame["me"] == {"seats": [], "host": False}
    assert not any(person["yours"] for person in frame["people"])
    assert join["url"] == f"http://{join['plain']}/j/{code}"
    assert join["plain"] == server.place
    assert join["address_count"] >= 1
    assert set(join) == {
        "url", "code", "qr", "plain", "address_count", "reached", "offline",
    }  # fmt: skip
    assert phones[0].get("/api/kiosk").json()["join"]["code"] == code


def test_an_unknown_table(phone):
    one = phone()
    one.code = "ZZZZZZ"
    answer = one.get("/api/frame?table=ZZZZZZ")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-table")
    assert one.get("/api/frame").json()["code"] == "no-table"


def test_next_address_from_this_machine_or_the_host(phone, code):
    answer = phone().post("/api/address", {"table": code}).json()
    assert answer["join"]["code"] == code


def test_words_are_cached_and_small(phone):
    one = phone()
    answer = one.get("/api/words/en")
    assert answer.headers["Content-Encoding"] == "gzip"
    same = one.get("/api/words/en", headers={"If-None-Match": answer.headers["ETag"]})
    assert same.status_code == 304
    assert one.get("/api/words/xx").status_code == 404
    assert one.get("/api/words/en?game=nothing").status_code == 404
    assert json.loads(answer.text)
