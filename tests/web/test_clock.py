"""The wall clock jumps, as on a Pi without a battery: it orders nothing and holds nobody up."""

import time

import pytest

DAY = 86_400
YEARS = 3650 * DAY


@pytest.fixture
def wall(monkeypatch):
    """The wall clock, to be set; how much time really passes stays as it is."""

    class Wall:
        now = time.time()

    monkeypatch.setattr("time.time", lambda: Wall.now)
    return Wall


@pytest.mark.parametrize("jump", [-DAY, -YEARS, 3 * 3600, YEARS])
def test_an_evening_goes_on_over_a_jump(inside, wall, jump):
    room = inside()
    ana, boris = room.seated(1, "Ana"), room.seated(2, "Boris")
    start = room.table.seq
    link = ana.post("/api/pass", {"table": room.code, "seat": 1}).json["url"]
    for n in range(3):
        assert ana.act({"do": "rename", "seat": 1, "name": f"Ana {n}"}).json["ok"]
        wall.now += jump
        jump = -jump
        assert boris.act({"do": "rename", "seat": 2, "name": f"Boris {n}"}).json["ok"]
    rows = room.host._log.rows(room.code)
    assert [row.seq for row in rows] == list(range(1, start + 7))
    assert [row.seat for row in rows[start:]] == [1, 2] * 3, "as they came, whatever the clock"
    frame = ana.frame()
    assert [person["name"] for person in frame["people"][:2]] == ["Ana 2", "Boris 2"]
    assert frame["table"]["now"] == int(wall.now), "phones show times by the clock as it is"
    new = room.browser("10.0.0.99")
    taken = new.post("/api/take", {"pass": link.rpartition("/")[2], "tap": "the-tap-that-takes"})
    assert taken.json["ok"], "a pass lasts its minutes, whatever the clock"
    assert room.host.back_up().exists()


@pytest.mark.parametrize("jump", [-YEARS, YEARS])
def test_a_jump_neither_frees_a_guesser_nor_holds_anybody_up(inside, wall, jump):
    room = inside()
    # They took their clock when the program was loaded, before the one here was put in place.
    assert room.site.guesses._clock is room.site.guesses._each._clock is time.monotonic
    ana = room.seated(1, "Ana")
    guesser = room.browser("10.0.0.66")
    codes = ("AAAA2", "AAAA3", "AAAA4", "AAAA5", "AAAA6", "AAAA7", "AAAA8", "AAAA9")
    said = [guesser.get(f"/api/frame?table={code}").status_code for code in codes]
    assert said[0] == 404
    assert said[-1] == 429
    wall.now += jump
    assert guesser.get(f"/api/frame?table={codes[0]}").status_code == 429
    assert ana.act({"do": "rename", "seat": 1, "name": "Annie"}).json["ok"]
