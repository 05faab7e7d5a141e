"""The evenings over HTTP: who may read which, what an export is, and what erasing takes away."""

import csv
import io
import json

import pytest
from pdf import Reader

from companion.addresses import Addresses
from companion.settings import Settings
from companion.table import record
from companion.table.host import Host
from companion.table.log import Log
from companion.web import create_app
from companion.web.site import COOKIE, Site

FOUR = ("Ana", "Boris", "Vera", "Georgi")


@pytest.fixture
def evening(phone, host):
    """A table of belote at which a deal was played and another has begun; who sits there."""
    code = host.post("/api/table", {"game": "belote"}).json()["table"]
    phones = [phone(seat, name, at=code) for seat, name in enumerate(FOUR, 1)]
    said = ({"contract": "hearts"}, None, None, None)
    for seat, word in zip((2, 3, 4, 1), said, strict=True):
        entry = {"do": "bid" if word else "pass", "seat": seat, **(word or {})}
        assert phones[seat - 1].act(entry).json()["ok"]
    assert phones[0].act({"do": "count", "team": 2, "points": 100}).json()["ok"]
    assert phones[2].act({"do": "bid", "seat": 3, "contract": "clubs"}).json()["ok"]
    return code, phones


def test_the_host_sees_every_evening_and_a_player_his_own(evening, host, phone):
    code, phones = evening
    told = host.get("/api/evenings").json()
    assert told["host"]
    assert code in [one["code"] for one in told["evenings"]]
    own = host.get(f"/api/evenings?table={code.lower()}").json()
    assert own["chosen"] == [code]
    (game,) = own["games"]
    assert (game["title"], game["unit"], game["deals"]) == ("Belote", "points", 1)
    assert game["people"] == [["Ana", "Vera"], ["Boris", "Georgi"]]
    assert game["course"] == [{"deal": 0, "score": [0, 0]}, {"deal": 1, "score": [6, 10]}]
    boris = next(one for one in own["people"] if one["name"] == "Boris")
    assert (boris["bids"], boris["made"], boris["partner"]) == (1, 1, None)
    assert phones[0].get(f"/api/evenings?table={code}").json()["games"] == own["games"]
    assert host.get("/api/evenings?table=ZZZZZ").json()["code"] == "no-table"


def test_settling_up(evening, host):
    code, _ = evening
    answer = host.get(f"/api/settle?table={code}&point.belote=5&game.belote=100").json()
    assert answer["payments"] == [
        {"giver": "Ana", "taker": "Boris", "amount": "0.20"},
        {"giver": "Vera", "taker": "Georgi", "amount": "0.20"},
    ]
    assert sum(one["cents"] for one in answer["people"]) == 0
    assert host.get(f"/api/settle?table={code}").json()["payments"] == []
    for wrong in ("x", "-1", "1.5", "9" * 12, ""):
        answer = host.get(f"/api/settle?table={code}&point.belote={wrong}").json()
        assert answer["code"] == "bad-request", wrong


def test_exports(evening, host):
    code, phones = evening

    def export(kind, by=phones[0]):
        answer = by.get(f"/api/export?table={code}&as={kind}")
        assert answer.status_code == 200
        name = f'attachment; filename="{code}-belote-1.{kind}"'
        assert answer.headers["Content-Disposition"] == name
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        return answer.content

    text = export("record")
    result = json.loads(record.replay(record.lines_of_text(text)))
    assert result["score"] == [6, 10]
    assert b"clubs" not in text, "not the deal that is on"
    assert text == export("record", host)
    sheet = export("csv")
    assert sheet.startswith(b"\xef\xbb\xbfNo.,")
    rows = list(csv.reader(io.StringIO(sheet.decode("utf-8-sig"), newline="")))
    assert any("Boris" in row for row in rows)
    assert json.loads(export("json"))["score"] == [6, 10]
    pages = Reader(export("pdf"))
    assert "Boris" in pages.text(0)
    assert "Everything that happened" in pages.text(1)
    assert "Boris bids" in pages.text(1) or "Boris bid" in pages.text(1)
    assert host.get(f"/api/export?table={code}&as=exe").json()["code"] == "no-page"
    assert host.get(f"/api/export?table={code}&as=csv&game=7").json()["code"] == "no-game-number"


def test_a_name_is_forgotten_by_the_host_only(evening, host, server):
    code, phones = evening
    assert phones[0].act({"do": "rename", "seat": 1, "name": "Zheliazko"}).json()["ok"]
    ask = {"person": "zheliazko"}
    assert phones[0].post("/api/erase", ask).json()["code"] == "host-only"
    assert phones[0].post("/api/erase", {"table": code}).json()["code"] == "host-only"
    for wrong in ({}, {"person": "A", "table": code}, {"person": ""}, {"name": "A"}):
        assert host.post("/api/erase", wrong).json()["code"] == "bad-request"
    answer = host.post("/api/erase", ask).json()
    assert answer["ok"]
    assert phones[0].frame()["people"][0]["name"] == answer["instead"]
    assert host.post("/api/erase", ask).json()["code"] == "nobody-called"
    for path in server.data.rglob("*"):
        assert path.is_dir() or b"Zheliazko" not in path.read_bytes(), path
    people = host.get(f"/api/evenings?table={code}").json()["people"]
    assert answer["instead"] in [one["name"] for one in people]
    assert phones[3].act({"do": "pass", "seat": 4}).json()["ok"], "and the game goes on"


def test_an_evening_is_erased_and_the_phones_are_told(evening, host, phone):
    code, phones = evening
    frame = phones[1].connect()
    assert frame["frame"]["table"]["code"] == code
    kiosk = phone(at=code)
    kiosk.connect(kiosk=True, table=None)
    assert host.post("/api/erase", {"table": code}).json()["code"] == "game-under-way"
    assert phones[0].act({"do": "end"}).json()["ok"]
    assert host.post("/api/erase", {"table": code}).json() == {"ok": True}
    assert phones[0].act({"do": "undo"}, seen=1).json()["code"] == "no-table"
    assert host.get(f"/api/evenings?table={code}").json()["code"] == "no-table"
    moved = kiosk.frame_where(lambda frame: frame["table"]["code"] != code)
    assert (
        moved["frame"]["table"]["code"] == host.get("/api/kiosk").json()["frame"]["table"]["code"]
    )
    phones[1].leave()
    assert host.get("/api/evenings").json()["ok"], "a phone that leaves a table that is gone"


def test_we_sat_wrong_is_for_the_host(evening, host):
    code, phones = evening
    wish = {"do": "reseat", "since": 1, "seats": [2, 1, 3, 4]}
    assert phones[0].act(wish).json()["code"] == "host-only"
    host.code = code
    for wrong, why in (
        ({"since": 3}, "no-such-deal"),
        ({"seats": [1, 1, 3, 4]}, "bad-entry"),
        ({"seats": [2, 1]}, "bad-entry"),
        ({"seats": [1, 2, 3, 4]}, "nothing-to-correct"),
    ):
        assert host.act({**wish, **wrong}).json()["code"] == why
    assert host.act(wish).json()["ok"]
    names = [one["name"] for one in phones[0].frame()["people"]]
    assert names == ["Boris", "Ana", "Vera", "Georgi"]
    assert phones[0].frame()["me"]["seats"] == [2]
    (game,) = host.get(f"/api/evenings?table={code}").json()["games"]
    assert game["people"] == [["Boris", "Vera"], ["Ana", "Georgi"]]
    told = phones[0].get(f"/api/story?table={code}").json()["story"]["events"][-1]
    assert told["what"]["code"] == "matter.reseated"


def test_the_page_and_its_words(server, phone):
    one = phone()
    page = one.get("/evenings")
    assert page.status_code == 200
    assert "evenings.js" in page.text
    words = one.get("/api/evenings/words/en").json()
    assert "even.title" in words
    assert not [code for code in words if code.startswith(("cli.", "print."))]
    assert "even.title" not in one.get("/api/words/en").json()
    assert one.get("/api/evenings/words/xx").status_code == 404


def test_who_may_read_what_from_another_machine(tmp_path):
    """Somebody in the same Wi-Fi: nothing; a player: his own evening; the host: all."""
    host = Host(Log(tmp_path / "companion.db"))
    site = Site(host, Settings(tmp_path), Addresses(tmp_path / "a"), 8765, "key")
    app = create_app(site)
    own, other = host.open_table("belote"), host.open_table("belote")
    (ana, ana_token), (_, boss_token) = host.new_device(), host.new_device(host=True)
    own.act(ana, "tap-number-1", 1, b'{"do":"sit","seat":1,"name":"Ana"}')

    def code(path, token=None):
        browser = app.test_client()
        if token:
            browser.set_cookie(COOKIE, token, domain="127.0.0.1")
        asked = browser.get(
            path,
            headers={"Host": "127.0.0.1"},
            environ_overrides={"REMOTE_ADDR": "203.0.113.7"},
        )
        return asked.get_json()["code"] if asked.status_code != 200 else "ok"

    for path in ("/api/evenings", "/api/settle"):
        seen = (code(path), code(path, ana_token), code(path, boss_token))
        assert seen == ("host-only", "host-only", "ok")
    for path in ("/api/evenings?table=", "/api/settle?table=", "/api/export?as=csv&table="):
        assert code(path + own.code, ana_token) == "ok"
        assert code(path + own.code, boss_token) == "ok"
        assert code(path + own.code) == "not-at-this-table"
        assert code(path + other.code, ana_token) == "not-at-this-table"
    host.close_table(own.code)
    assert code(f"/api/evenings?table={own.code}", ana_token) == "no-table"
    assert code(f"/api/evenings?table={own.code}", boss_token) == "ok"
    host.close()


def test_an_evening_of_a_game_that_is_not_there_any_more(tmp_path, monkeypatch):
    from companion import games

    host = Host(Log(tmp_path / "companion.db"))
    site = Site(host, Settings(tmp_path), Addresses(tmp_path / "a"), 8765, "key")
    app = create_app(site)
    table = host.open_table("belote")
    table.let_go()

    def gone(name):
        raise LookupError(name)

    monkeypatch.setattr(games, "load", gone)
    answer = app.test_client().get("/api/evenings", headers={"Host": "127.0.0.1"}).get_json()
    assert answer["evenings"][0]["readable"] is False
    assert answer["games"] == []
    host.close()
