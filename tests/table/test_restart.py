"""Crashes and old logs: nothing told is lost, and every evening opens."""

import json
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.core.messages import Refusal
from companion.table import commits, evening
from companion.table.host import Host
from companion.table.log import Log

CHILD = Path(__file__).parent / "child_that_taps.py"


def run_child(path, start, fail="none", kill_after=None):
    """A server of its own that taps until it is killed; the taps it was told were saved."""
    child = subprocess.Popen(
        [sys.executable, str(CHILD), str(path), str(start), fail], stdout=subprocess.PIPE
    )
    told = []
    for line in child.stdout:
        told.append(json.loads(line))
        if kill_after is not None and len(told) > kill_after:
            child.send_signal(signal.SIGKILL)
            told += [json.loads(rest) for rest in child.stdout if rest.endswith(b"\n")]
    child.stdout.close()
    return told, child.wait(20)


def opened(path):
    host = Host(Log(path))
    (table,) = host.tables()
    return host, table, host._log.rows(table.code)


def check(rows, told):
    """Whatever was told is there once, where it was told, and there is no hole."""
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    taps = {row.tap: row.seq for row in rows}
    assert len(taps) == len(rows)
    assert all(taps.get(tap) == seq for tap, seq in told)


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_killed_again_and_again_nothing_told_is_lost(tmp_path):
    path = tmp_path / "companion.db"
    told = []
    for round_ in range(16):
        new, status = run_child(path, len(told), kill_after=5 + 17 * round_ % 29)
        assert status == -signal.SIGKILL
        assert len(new) > 5
        told += new
        host, table, rows = opened(path)
        check(rows, told)
        assert table.seq == len(rows)
        assert table.frame(None).view.score.teams[0].total == 0
        host.close()


@pytest.mark.parametrize(
    ("fail", "saved"),
    [("before-insert", 0), ("before-commit", 0), ("after-commit", 1)],
)
def test_a_crash_before_the_commit_saves_nothing_and_after_it_everything(tmp_path, fail, saved):
    path = tmp_path / "companion.db"
    told, status = run_child(path, 0, fail)
    assert status == 9
    host, _, rows = opened(path)
    check(rows, told)
    assert len(rows) == len(told) + 3 + saved, "opening, two who sat, those told, the last one"
    before = len(rows)
    host.close()
    again, _ = run_child(path, len(told), fail)
    assert again[0][1] == before + 1 - saved, "the tap sent again is the next one, or the same"


# Old logs


def write(path, *bodies, code="BCDFG"):
    """A log as some version of companion may have left it."""
    log = Log(path)
    log.close()
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO device VALUES (1, x'01', 1, 1)")
    connection.execute("INSERT INTO seating VALUES (?, 1, NULL)", (code,))
    for seq, body in enumerate(bodies, 1):
        connection.execute(
            "INSERT INTO entry VALUES (?, ?, ?, 1, 1, NULL, ?, x'00')",
            (code, seq, f"old-tap-{seq}", json.dumps(body)),
        )
    connection.commit()
    connection.close()


SETUP = {"do": "setup", "game": "high-card", "players": 2}


@pytest.fixture
def old(tmp_path, caplog):
    hosts = []

    def reopened(*bodies):
        path = tmp_path / f"{len(hosts)}" / "companion.db"
        path.parent.mkdir()
        write(path, *bodies)
        hosts.append(Host(Log(path)))
        host = hosts[-1]
        host.boss = host.new_device(host=True)[0]
        return host

    yield reopened
    for host in hosts:
        host.close()


def test_what_would_be_refused_today_still_counts(old):
    host = old(
        SETUP,
        {"do": "play", "seat": 1, "card": "Kh"},
        {"do": "play", "seat": 1, "card": "Qh"},
        {"do": "undo", "to": 77},
    )
    frame = host.table("BCDFG").frame(None)
    assert frame.view.score.teams[0].total == 1
    assert frame.view.notices == ()


def test_an_entry_that_cannot_be_read_is_kept_shown_and_left_out(old):
    host = old(
        SETUP,
        {"do": "play", "seat": 2, "card": "Kh"},
        {"do": "juggle", "seat": 2, "balls": 3},
        {"do": "play", "seat": 1, "card": "Qh"},
    )
    table = host.table("BCDFG")
    frame = table.frame(host.boss)
    assert [team.total for team in frame.view.score.teams] == [0, 1]
    (notice,) = frame.view.notices
    assert (notice.code, notice.entry) == ("unreadable", 2)
    assert [(line.number, line.what.code) for line in frame.recent] == [
        (None, "matter.setup"),
        (1, "high-card.play"),
        (2, "entry.unreadable"),
        (3, "high-card.play"),
    ]
    exported = host.export_record("BCDFG").splitlines()
    assert json.loads(exported[2]) == {"do": "juggle", "seat": 2, "balls": 3}
    with pytest.raises(Exception, match=r"-:3: bad-entry: "):
        host.import_record(host.export_record("BCDFG"))
    for _ in range(2):
        undone = table.act(host.boss, f"tap-undo-{table.seq}", table.seq, b'{"do":"undo"}')
        assert undone == table.seq
    assert table.frame(host.boss).view.notices == ()
    assert table.frame(host.boss).undo.number == 1


def test_an_undo_of_something_unreadable_can_be_shown(old):
    host = old(SETUP, {"do": "juggle"}, {"do": "undo"})
    assert host.table("BCDFG").frame(None).recent[-1].what.args["what"].code == "entry.unreadable"
    host = old(SETUP, {"do": "juggle"})
    assert host.table("BCDFG").frame(host.boss).undo.what.code == "entry.unreadable"


def test_rules_that_fail_over_an_old_entry_leave_only_that_one_out(old, monkeypatch):
    host = old(SETUP, {"do": "adjust", "team": 1, "by": 1, "why": "x"}, {"do": "void"})
    rules = type(evening.games.load("high-card"))
    apply = rules.apply

    def failing(self, state, entry, number):
        if number == 1:
            raise ZeroDivisionError
        return apply(self, state, entry, number)

    monkeypatch.setattr(rules, "apply", failing)
    frame = host.table("BCDFG").frame(None)
    assert (frame.view.deal, frame.view.notices[0].entry) == (2, 1)


def test_a_table_matter_that_cannot_be_read_seats_nobody(old):
    host = old(SETUP, {"do": "sit", "seat": 1, "name": "Ana", "hat": "red"}, {"do": "void"})
    table = host.table("BCDFG")
    frame = table.frame(None)
    assert (frame.people[0].name, frame.seq, frame.view.notices) == (None, 3, ())
    assert frame.recent[-1].number == 1
    assert table.act(host.boss, "tap-sit-1", 0, b'{"do":"sit","seat":1,"name":"Ana"}') == 4


def test_house_rules_that_cannot_be_read_are_told(old):
    host = old({**SETUP, "options": {"target": 9, "colour": "red", "bets": "maybe"}})
    frame = host.table("BCDFG").frame(host.boss)
    assert frame.setup.fields[0].value == 9
    assert [notice.code for notice in frame.view.notices] == ["options-lost"]


@pytest.mark.parametrize("first", [{**SETUP, "game": "gone"}, {"do": "juggle"}])
def test_a_table_whose_game_is_gone_leaves_the_others_alone(old, first):
    host = old(first, {"do": "void"})
    with pytest.raises(Refusal, match="unreadable-table"):
        host.table("BCDFG").frame(None)
    table = host.open_table("high-card")
    assert host.tables()[-1] is table
    assert host.open_table().frame(None).table.game == "high-card"


def test_a_jumping_clock_changes_no_order(room, monkeypatch):
    room.seated()
    for n, now in enumerate((2_000_000_000, 5, 1_700_000_000)):
        monkeypatch.setattr("time.time", lambda now=now: now)
        room.act(room.boss, do="adjust", team=1, by=1, why=f"{n}")
    recent = room.restart().frame()["recent"]
    assert [line["at"] for line in recent[-3:]] == [2_000_000_000, 5, 1_700_000_000]
    assert room.score() == [3, 0]


def test_a_thread_that_cannot_be_had_for_a_checkpoint_costs_nothing(room, monkeypatch):
    def no_thread(*_, **__):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(commits, "COMMITS_A_CHECKPOINT", 1)
    monkeypatch.setattr(commits.threading, "Thread", no_thread)
    room.seated()
    assert room.play(2, "Kh") == room.table.seq
    assert room.log._commits._checkpointing is False
