"""A hundred tables and four hundred phones at once; then everybody leaves.

What was acknowledged is in the log exactly once, every phone saw the last of it, and the server
goes back to what it was. The form is chosen by ``SOAK``: ``full`` is an hour's worth of taps in
ten minutes, anything else a minute in all.
"""

import json
import os
import random
import selectors
import sqlite3
import statistics
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import psutil
import pytest
import requests
import websocket
from live import Phone, tap_id
from party import GAMES, fill

from companion.table.evening import MORE_OF_TAP

TABLES, SEATS = 100, 4
TAPS, SECONDS = (120, 600) if os.environ.get("SOAK") == "full" else (12, 24)
"""Taps at each table, and for how long they last in all."""
HANDS = 8
"""Phones that may tap at the same moment."""

MORE_THREADS = HANDS + 4
"""The server keeps the threads that it has once needed (``serve.THREADS``); it may have needed a
few more than when everybody only watched."""
MORE_FDS = 4
MORE_MEMORY = 32 << 20
"""Bytes that the allocator may keep for itself."""
MEMORY_OF_ENTRY = 32 << 10
"""Bytes for each entry: open tables stay in memory, with all that happened there and the newest
picture of it for each viewer. Of one table it is 10 to 25 kB an entry, more the longer it goes
on, and all of it is free again once the table lets go."""
LEAVING_SECONDS = 40
"""Longer than a connection may lie idle, or a phone be silent."""


class Screen:
    """A phone's socket, as bare as can be: it answers pings and keeps the newest picture."""

    def __init__(self, phone):
        self.phone = phone
        self.newest = None
        self.pictures = 0
        self.line = websocket.create_connection(
            f"ws://{phone.server.place}/socket.io/?EIO=4&transport=websocket",
            origin=phone.server.url,
            cookie=f"companion={phone.cookie}",
            timeout=20,
            skip_utf8_validation=True,  # byte by byte in Python, it would be all that we do
        )
        self.line.send("40" + json.dumps({"table": phone.code}))

    def read(self):
        said = self.line.recv()
        if said == "2":
            self.line.send("3")
        elif said.startswith('42["frame",'):
            self.newest = said
            self.pictures += 1
        else:
            assert said.startswith(("0{", "40{")), said or "the server hung up"

    @property
    def frame(self):
        return json.loads(json.loads(self.newest[2:])[1])["frame"]


class Room:
    """All screens, looked at by one thread."""

    def __init__(self, phones):
        with ThreadPoolExecutor(HANDS) as pool:
            self.screens = list(pool.map(Screen, phones))
        self.failed = None
        self._open = True
        self._selector = selectors.DefaultSelector()
        for screen in self.screens:
            self._selector.register(screen.line.sock, selectors.EVENT_READ, screen)
        self._thread = threading.Thread(target=self._look)
        self._thread.start()

    def _look(self):
        try:
            while self._open:
                for ready, _ in self._selector.select(0.2):
                    ready.data.read()
        except Exception as error:
            self.failed = error

    def __enter__(self):
        self.wait_until(lambda screen: screen.newest)
        return self

    def __exit__(self, *_):
        self._open = False
        self._thread.join()
        self._selector.close()
        for screen in self.screens:
            screen.line.close(timeout=0)
            screen.phone.session.close()

    def wait_until(self, holds, seconds=30):
        """Wait until this is true of every screen."""
        deadline = time.monotonic() + seconds
        while left := [screen for screen in self.screens if not holds(screen)]:
            assert self.failed is None, self.failed
            assert time.monotonic() < deadline, f"{len(left)} screens do not show it"
            time.sleep(0.1)


@dataclass
class Felt:
    """One table: its screens, and what its phones were told counted."""

    code: str
    screens: list
    counted: dict = field(default_factory=dict)
    """The seq that each tap was told."""
    refused: dict = field(default_factory=dict)
    taken: list = field(default_factory=list)
    """Seconds from a tap to its answer."""

    def tap(self, chance):
        """Somebody taps on what is shown to him, on what a game is played with if he can; whether
        it counted."""
        offered = [
            (choice.get("weight", "main") == "main", screen.phone, frame["seq"], choice)
            for screen in self.screens
            for frame in (screen.frame,)
            for choice in frame["view"].get("choices", ())
        ]
        assert offered, f"nobody may do anything at {self.code}: {self.screens[0].frame}"
        best = max(main for main, *_ in offered)
        _, phone, seen, choice = chance.choice([each for each in offered if each[0] == best])
        return self._send(phone, seen, fill(choice, chance))

    def _send(self, phone, seen, entry):
        tap, begun = tap_id(), time.perf_counter()
        try:
            answer = phone.act(entry, seen, tap).json()
        except requests.ConnectionError:  # an idle line hung up on just now: the same tap again
            answer = phone.act(entry, seen, tap).json()
        self.taken.append(time.perf_counter() - begun)
        if answer["ok"]:
            self.counted[tap] = answer["seq"]
        else:
            self.refused[tap] = answer["code"]
        return answer["ok"]


@dataclass(frozen=True)
class Use:
    """What a process has in use."""

    threads: int
    fds: int
    memory: int

    @classmethod
    def of(cls, process):
        return cls(process.num_threads(), process.num_fds(), process.memory_info().rss)

    def __str__(self):
        return f"{self.threads} threads, {self.fds} descriptors, {self.memory / 2**20:.0f} MB"


def settled(process, holds=None):
    """What it has in use once this is true of it, or once it has not changed for a while."""
    deadline = time.monotonic() + LEAVING_SECONDS
    before, since = Use.of(process), time.monotonic()
    while time.monotonic() < deadline:
        time.sleep(0.5)
        use = Use.of(process)
        if holds and holds(use):
            return use
        if (use.threads, use.fds) != (before.threads, before.fds):
            before, since = use, time.monotonic()
        if not holds and time.monotonic() - since > 6:
            return use
    return Use.of(process)


def lay_tables(server):
    """The codes of all tables, of every game that four can play."""
    host = Phone(server)
    assert host.post("/api/host", {"key": server.key}).json()["ok"]
    wishes = [{"game": GAMES[n % len(GAMES)], "players": SEATS} for n in range(TABLES)]
    answers = [host.post("/api/table", wish).json() for wish in wishes]
    host.leave()
    assert all(answer["ok"] for answer in answers), answers
    return [answer["table"] for answer in answers]


def seat(server, code):
    """Four phones at a table; the taps with which they sat down, and their seqs."""
    phones, joined = [Phone(server, code) for _ in range(SEATS)], {}
    for number, phone in enumerate(phones, 1):
        tap = tap_id()
        answer = phone.join(number, f"Player {number}", tap).json()
        assert answer["ok"], answer
        joined[tap] = answer["seq"]
    return phones, joined


def play(felts, number):
    """One hand's tables, each tapped at in turn, in time."""
    chance = random.Random(number)
    mine = felts[number::HANDS]
    begun = time.monotonic()
    for tap in range(TAPS):
        for at, felt in enumerate(mine):
            due = begun + SECONDS * (tap + at / len(mine)) / TAPS
            time.sleep(max(0, due - time.monotonic()))
            for _ in range(20):
                if felt.tap(chance):
                    break
                time.sleep(0.1)  # the picture with the last tap was on its way
            else:
                raise AssertionError(f"everything is refused: {felt.refused}")


def logged(server):
    """Each table's taps as they are in the log, and its last seq."""
    connection = sqlite3.connect(server.data / "companion.db")
    rows = connection.execute("SELECT code, seq, tap, device FROM entry ORDER BY code, seq")
    found, last = {}, {}
    for code, seq, tap, device in rows:
        last[code] = seq
        if device is not None and MORE_OF_TAP not in tap:
            found.setdefault(code, []).append((tap, seq))
    connection.close()
    return found, last


@pytest.mark.slow
def test_a_club_plays_and_goes_home_and_nothing_stays_behind(own_server):
    own_server.start()
    worker = psutil.Process(own_server.worker())
    begun = Use.of(worker)
    codes = lay_tables(own_server)
    with ThreadPoolExecutor(HANDS) as pool:
        seated = list(pool.map(lambda code: seat(own_server, code), codes))
    everybody = [phone for phones, _ in seated for phone in phones]

    with Room(everybody):
        pass  # come for nothing: the server now has what it keeps for a full house
    base = settled(worker)

    with Room(everybody) as room:
        felts = [
            Felt(code, room.screens[n * SEATS : (n + 1) * SEATS], dict(joined))
            for n, (code, (_, joined)) in enumerate(zip(codes, seated, strict=True))
        ]
        with ThreadPoolExecutor(HANDS) as pool:
            list(pool.map(lambda number: play(felts, number), range(HANDS)))
        last = {felt.code: max(felt.counted.values()) for felt in felts}
        room.wait_until(lambda screen: screen.frame["seq"] == last[screen.phone.code])
        full = Use.of(worker)
        pictures = sum(screen.pictures for screen in room.screens)

    entries = sum(last.values())
    memory = base.memory + MORE_MEMORY + entries * MEMORY_OF_ENTRY
    left = settled(
        worker,
        lambda use: (
            use.threads <= base.threads + MORE_THREADS
            and use.fds <= base.fds + MORE_FDS
            and use.memory <= memory
        ),
    )
    taken = sorted(each for felt in felts for each in felt.taken)
    centiles = statistics.quantiles(taken, n=100)
    refused = sum(len(felt.refused) for felt in felts)
    print(
        f"\n{len(taken)} taps, {refused} of them refused, {entries} entries, {pictures} pictures"
        f"\nms to the answer: p50 {centiles[49] * 1e3:.0f}, p95 {centiles[94] * 1e3:.0f},"
        f" max {taken[-1] * 1e3:.0f}"
        f"\nbegun: {begun}\nbase line: {base}\nfull: {full}\nleft: {left}"
    )
    assert left.threads <= base.threads + MORE_THREADS
    assert left.fds <= base.fds + MORE_FDS
    assert left.memory <= memory

    own_server.stop()
    assert "Traceback" not in own_server.said
    found, ends = logged(own_server)
    for felt in felts:
        assert sorted(found[felt.code]) == sorted(felt.counted.items())
        assert ends[felt.code] == last[felt.code]
