"""A server killed at any moment: what a phone was told is there once, and all see the same."""

import concurrent.futures
import contextlib
import random
import sqlite3
import sys
import threading
import time

import pytest
import requests
from live import ROOT, Server, tap_id
from server_that_dies import STEPS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")


def seated(server, phone):
    """A phone on each seat of the table opened at the start."""
    code = requests.get(f"{server.url}/api/kiosk", timeout=5).json()["join"]["code"]
    return [phone(seat, on=server, at=code) for seat in (1, 2, 3, 4)]


def saved(server, code):
    """The taps in the log, with their place; there is no hole and none is there twice."""
    path = server.data / "companion.db"
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        found = connection.execute(
            "SELECT tap, seq FROM entry WHERE code = ? ORDER BY seq", (code,)
        ).fetchall()
    assert [seq for _, seq in found] == list(range(1, len(found) + 1))
    assert len(dict(found)) == len(found)
    return dict(found)


def all_see_the_same(phones, seq):
    """Every phone has its seat, and what all may see is equal."""
    frames = [each.frame() for each in phones]
    assert [frame["me"]["seats"] for frame in frames] == [[1], [2], [3], [4]]
    names = [[person["name"] for person in frame["people"]] for frame in frames]
    assert all(one == names[0] for one in names)
    assert {frame["seq"] for frame in frames} == {seq}
    scores = [frame["view"]["score"] for frame in frames]
    assert all(one == scores[0] for one in scores)
    return names[0]


QUICK = ("before-commit", "after-commit", "after-broadcast")


@pytest.mark.parametrize(
    "step", [pytest.param(s, marks=[] if s in QUICK else pytest.mark.slow) for s in STEPS]
)
def test_killed_at_a_step_of_a_tap(tmp_path, phone, step):
    armed = tmp_path / "armed"
    program = (str(ROOT / "tests" / "server_that_dies.py"), step, str(armed))
    dying = Server(tmp_path / "data", program=program)
    again = Server(tmp_path / "data", port=dying.port)
    try:
        dying.start()
        phones = seated(dying, phone)
        code = phones[0].code
        before = len(saved(dying, code))
        armed.touch()
        entry, tap = {"do": "rename", "seat": 1, "name": "Last words"}, tap_id()
        told = None
        with contextlib.suppress(requests.RequestException):
            told = phones[0].act(entry, seen=before, tap=tap).json()
        dying.process.wait(10)

        again.start()
        rows = saved(again, code)
        there = STEPS.index(step) >= STEPS.index("after-commit")
        assert rows.get(tap) == (before + 1 if there else None)
        assert (told is not None) == (step == "after-answer")
        if told:
            assert (told["ok"], told["seq"]) == (True, before + 1)
        repeated = phones[0].act(entry, seen=before, tap=tap).json()
        assert (repeated["ok"], repeated["seq"]) == (True, before + 1)
        assert saved(again, code) == rows | {tap: before + 1}
        assert all_see_the_same(phones, before + 1)[0] == "Last words"
    finally:
        dying.end()
        again.end()


@pytest.mark.parametrize("rounds", [2, pytest.param(200, marks=pytest.mark.slow)])
def test_killed_again_and_again_under_four_phones(own_server, phone, rounds):
    """Each phone taps as fast as it may and, like the real one, sends what was not answered
    again after the start, under the same id."""
    own_server.start()
    phones = seated(own_server, phone)
    code = phones[0].code
    told = {}
    unanswered = dict.fromkeys((1, 2, 3, 4))
    shown = {}

    def tapping(seat, ended):
        each = phones[seat - 1]
        while not ended.is_set():
            tap, name = unanswered[seat] or (tap_id(), f"{seat}-{tap_id()[-9:]}")
            unanswered[seat] = tap, name
            entry = {"do": "rename", "seat": seat, "name": name}
            try:
                answer = each.act(entry, seen=0, tap=tap).json()
            except requests.RequestException:
                return
            assert answer["ok"], answer
            assert told.setdefault(tap, answer["seq"]) == answer["seq"]
            unanswered[seat], shown[seat] = None, name
            time.sleep(0.03)

    chance = random.Random(7)
    for _ in range(rounds):
        ended = threading.Event()
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            running = [pool.submit(tapping, seat, ended) for seat in (1, 2, 3, 4)]
            time.sleep(0.15 + chance.random() * 0.3)
            own_server.kill()
            ended.set()
            for one in running:
                one.result(20)
        own_server.start()
        rows = saved(own_server, code)
        assert {tap: rows.get(tap) for tap in told} == told
        names = all_see_the_same(phones, len(rows))
        for seat, (tap, name) in ((s, u) for s, u in unanswered.items() if u):
            if tap in rows:  # saved, though nobody could be told
                shown[seat] = name
        assert names == [shown[seat] for seat in (1, 2, 3, 4)]
    assert len(told) > rounds * 4
    print(f"{rounds} rounds, {len(told)} taps acknowledged, {len(rows)} rows")
