"""The log: settings, versions, damage, and commits shared by those who wait."""

import sqlite3
import stat
import sys
import threading
import time

import pytest

from companion.core.messages import Refusal
from companion.table import commits, database
from companion.table.log import DeviceRow, Log, Row, SeatingRow


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "companion.db"


@pytest.fixture
def open_log(path):
    opened = []

    def open_it(**how):
        opened.append(Log(path, **how))
        return opened[-1]

    yield open_it
    for one in opened:
        one.close()


def row(seq, code="BCDFG", tap=None, device=None):
    return Row(code, seq, tap or f"tap-{code}-{seq}", 1, device, None, "{}", b"digest")


def pragma(a_log, name):
    return a_log._commits.read(f"PRAGMA {name}")[0][0]


def test_the_settings_that_durability_needs(open_log):
    a_log = open_log()
    assert {name: pragma(a_log, name) for name in (
        "journal_mode", "synchronous", "foreign_keys", "busy_timeout", "trusted_schema",
        "application_id", "user_version",
    )} == {
        "journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000,
        "trusted_schema": 0, "application_id": database.APPLICATION_ID, "user_version": 1,
    }  # fmt: skip
    tables = a_log._commits.read(
        "SELECT name, wr, strict FROM pragma_table_list WHERE schema='main'"
    )
    assert {t[0]: t[1:] for t in tables if not t[0].startswith("sqlite")} == {
        "device": (0, 1),
        "seating": (0, 1),
        "entry": (1, 1),
    }


@pytest.mark.skipif(sys.platform == "win32", reason="no such modes there")
def test_only_the_owner_may_look(open_log, path):
    open_log().add_device(DeviceRow(1, b"hash", False, 1))
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    for file in (path, path.with_name("companion.db-wal")):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_what_is_stored_is_read_back(open_log):
    a_log = open_log()
    a_log.open_seating(SeatingRow("BCDFG", 5, None), [row(1), row(2)])
    a_log.open_seating(SeatingRow("AAAAA", 4, None), [])
    a_log.add_device(DeviceRow(1, b"hash", False, 3))
    a_log.make_host(1)
    a_log.close_seating("AAAAA", 9)
    a_log.append(row(3, device=1))
    a_log.close()
    again = open_log()
    assert again.seatings() == [SeatingRow("BCDFG", 5, None), SeatingRow("AAAAA", 4, 9)]
    assert again.devices() == [DeviceRow(1, b"hash", True, 3)]
    assert again.rows("BCDFG") == [row(1), row(2), row(3, device=1)]


@pytest.mark.parametrize(
    "bad",
    [
        row(2),
        row(3, tap="tap-BCDFG-1"),
        row(3, code="NONE!"),
        row(3, device=77),
        row(3)._replace(body=None),
        row("three"),
    ],
)
def test_what_cannot_be_is_not_stored(open_log, bad):
    a_log = open_log()
    a_log.open_seating(SeatingRow("BCDFG", 5, None), [row(1), row(2)])
    with pytest.raises(sqlite3.Error):
        a_log.append(bad)
    assert a_log.rows("BCDFG") == [row(1), row(2)]
    a_log.append(row(3))


def test_a_table_is_opened_with_its_entries_or_not_at_all(open_log):
    a_log = open_log()
    with pytest.raises(sqlite3.IntegrityError):
        a_log.open_seating(SeatingRow("BCDFG", 5, None), [row(1), row(1)])
    assert a_log.seatings() == []


def test_one_process_has_it_and_others_may_read(open_log, path):
    first = open_log()
    first.open_seating(SeatingRow("BCDFG", 5, None), [row(1)])
    with pytest.raises(Refusal, match="in-use"):
        Log(path)
    beside = open_log(read_only=True)
    assert beside.rows("BCDFG") == [row(1)]
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        beside.append(row(2))
    first.append(row(2))
    assert len(beside.rows("BCDFG")) == 2
    first.close()
    open_log().append(row(3))


def test_after_closing_nothing_is_called_saved(open_log):
    a_log = open_log()
    a_log.close()
    with pytest.raises(sqlite3.Error):
        a_log.append(row(1))


# Versions and damage


def test_a_newer_version_and_foreign_files_are_refused_untouched(open_log, path):
    open_log().close()
    for pragma_, code in [
        ("user_version = 99", "newer-data"),
        ("application_id = 7", "not-our-data"),
    ]:
        connection = sqlite3.connect(path)
        connection.execute(f"PRAGMA {pragma_}")
        connection.commit()
        connection.close()
        before = path.read_bytes()
        for how in ({}, {"read_only": True}):
            with pytest.raises(Refusal, match=code):
                Log(path, **how)
        assert path.read_bytes() == before
        assert not list(path.parent.glob("*damaged*"))


def test_another_programs_file_without_a_name_is_refused(path):
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE theirs (x)")
    connection.close()
    with pytest.raises(Refusal, match="not-our-data"):
        Log(path)


def test_a_file_of_an_earlier_version_is_brought_forward_and_kept(open_log, path, monkeypatch):
    old = open_log()
    old.open_seating(SeatingRow("BCDFG", 5, None), [row(1)])
    old.close()
    step = "ALTER TABLE seating ADD COLUMN colour TEXT; UPDATE seating SET colour = 'green'"
    monkeypatch.setattr(database, "MIGRATIONS", [*database.MIGRATIONS, step])
    new = open_log()
    assert pragma(new, "user_version") == 2
    assert new._commits.read("SELECT colour FROM seating") == [("green",)]
    assert new.rows("BCDFG") == [row(1)]
    copy = sqlite3.connect(path.with_name("companion.db.version-1"))
    assert copy.execute("SELECT * FROM seating").fetchall() == [("BCDFG", 5, None)]
    copy.close()


def test_a_step_that_fails_leaves_the_old_version(open_log, path, monkeypatch):
    open_log().close()
    steps = database.MIGRATIONS
    monkeypatch.setattr(database, "MIGRATIONS", [*steps, "CREATE TABLE t (x); SELECT nonsense"])
    with pytest.raises(Refusal, match="cannot-open"):
        Log(path)
    monkeypatch.setattr(database, "MIGRATIONS", steps)
    again = open_log()
    assert pragma(again, "user_version") == 1
    assert again._commits.read("SELECT name FROM sqlite_schema WHERE name = 't'") == []


@pytest.mark.parametrize("damage", ["garbage", "holes"])
def test_a_damaged_file_is_put_aside_and_never_deleted(open_log, path, damage):
    a_log = open_log()
    a_log.open_seating(SeatingRow("BCDFG", 5, None), [row(seq) for seq in range(1, 400)])
    a_log.close()
    content = bytearray(path.read_bytes())
    if damage == "garbage":
        content[:100] = b"not a database" + b"!" * 86
    else:
        for page in range(2, len(content) // 4096):
            content[page * 4096 : page * 4096 + 200] = b"\xff" * 200
    path.write_bytes(content)
    fresh = open_log()
    assert fresh.restored.set_aside.read_bytes() == content
    assert (fresh.restored.copy, fresh.restored.rows, fresh.restored.complete) == (None, 400, True)
    assert fresh.rows("BCDFG") == [row(seq) for seq in range(1, 400)], "the diary had it all"
    fresh.append(row(400))


def test_what_cannot_be_opened_is_told_plainly(path, tmp_path):
    (tmp_path / "data").write_text("a file where the folder should be")
    with pytest.raises(Refusal, match="cannot-open") as refusal:
        Log(path)
    assert str(path) in refusal.value.msg.args["path"]
    with pytest.raises(Refusal, match="cannot-open"):
        Log(tmp_path / "none.db", read_only=True)


# Shared commits


class SlowConnection:
    """Counts commits, and holds the first one until told to go on."""

    def __init__(self, connection):
        self._connection = connection
        self.commits = 0
        self.go_on = threading.Event()
        self.held = threading.Event()
        self.dead = False

    def execute(self, sql, values=()):
        if sql == "COMMIT":
            self.commits += 1
            self.held.set()
            assert self.go_on.wait(5)
            if self.dead:
                raise sqlite3.OperationalError("disk I/O error")
        return self._connection.execute(sql, values)

    def __getattr__(self, name):
        return getattr(self._connection, name)


@pytest.fixture
def slow(open_log):
    a_log = open_log()
    a_log.open_seating(SeatingRow("BCDFG", 5, None), [])
    slow = a_log._commits._connection = SlowConnection(a_log._commits._connection)
    slow.log = a_log
    yield slow
    slow.go_on.set()


def appending(slow, rows):
    """A thread for each row: the first leads and is held in its commit, all others queue."""
    answers = {}

    def append(one):
        try:
            slow.log.append(one)
            answers[one] = "saved"
        except sqlite3.Error as error:
            answers[one] = type(error).__name__

    threads = [threading.Thread(target=append, args=(one,)) for one in rows]
    threads[0].start()
    assert slow.held.wait(5)
    for thread in threads[1:]:
        thread.start()
    deadline = time.monotonic() + 5
    while len(slow.log._commits._queue) < len(rows) - 1:
        assert time.monotonic() < deadline
        time.sleep(0.001)
    return threads, answers


def test_those_who_wait_share_one_commit_and_nobody_is_told_early(slow):
    rows = [row(seq) for seq in range(1, 51)]
    threads, answers = appending(slow, rows)
    assert answers == {}, "nobody is told before the commit"
    slow.go_on.set()
    for thread in threads:
        thread.join(5)
    assert slow.commits == 2, "one for the first, one for the forty-nine who waited"
    assert set(answers.values()) == {"saved"}
    assert len(answers) == 50
    assert slow.log.rows("BCDFG") == rows


def test_a_row_that_fails_fails_alone(slow):
    good = [row(seq) for seq in range(1, 9)]
    bad = [row(3, tap="clash-seq"), row(99, tap="tap-BCDFG-1"), row(100, tap="who", device=5)]
    threads, answers = appending(slow, [*good, *bad])
    slow.go_on.set()
    for thread in threads:
        thread.join(5)
    assert [answers[one] for one in good if one.seq != 3] == ["saved"] * 7
    third = {answers[good[2]], answers[bad[0]]}
    assert third == {"saved", "IntegrityError"}
    assert answers[bad[1]] == answers[bad[2]] == "IntegrityError"
    assert len(slow.log.rows("BCDFG")) == 8


def test_when_the_commit_fails_all_who_shared_it_are_told(slow):
    rows = [row(seq) for seq in range(1, 6)]
    threads, answers = appending(slow, rows)
    slow.dead = True
    slow.go_on.set()
    for thread in threads:
        thread.join(5)
    assert list(answers.values()) == ["OperationalError"] * 5
    slow.dead = False
    assert slow.log.rows("BCDFG") == []
    slow.log.append(row(1))


def test_a_leader_that_is_interrupted_leaves_nobody_waiting(slow, monkeypatch):
    def interrupted(jobs):
        raise KeyboardInterrupt

    a_log = slow.log
    slow.go_on.set()
    with monkeypatch.context() as patched:
        patched.setattr(a_log._commits, "_commit", interrupted)
        with pytest.raises(KeyboardInterrupt):
            a_log.append(row(1))
    a_log.append(row(1))


def test_when_a_leader_dies_in_mid_commit_nobody_is_told_that_it_is_saved(slow, monkeypatch):
    commit = commits.Commits._commit
    deaths = []

    def dying(self, jobs):
        if len(jobs) > 1:
            deaths.append(len(jobs))
            raise sqlite3.InterfaceError("as good as dead")
        commit(self, jobs)

    monkeypatch.setattr(commits.Commits, "_commit", dying)
    threads, answers = appending(slow, [row(seq) for seq in range(1, 6)])
    slow.go_on.set()
    for thread in threads:
        thread.join(5)
    assert deaths == [4]
    assert sorted(answers.values()) == ["InterfaceError", *["OperationalError"] * 3, "saved"]
    slow.log.append(row(2))


def test_many_threads_at_full_speed_lose_nothing(open_log):
    a_log = open_log()
    codes = [f"T{n:04}" for n in range(16)]
    for code in codes:
        a_log.open_seating(SeatingRow(code, 1, None), [])

    def append(code):
        for seq in range(1, 31):
            a_log.append(row(seq, code))

    threads = [threading.Thread(target=append, args=(code,)) for code in codes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    for code in codes:
        assert [one.seq for one in a_log.rows(code)] == list(range(1, 31))
    assert a_log._commits._count < 16 * 31


def test_checkpoints_run_beside_and_keep_the_wal_short(open_log, path, monkeypatch):
    monkeypatch.setattr(commits, "COMMITS_A_CHECKPOINT", 10)
    a_log = open_log()
    done = threading.Event()
    read = a_log._commits.read

    def told(sql, *values):
        found = read(sql, *values)
        if "checkpoint" in sql:
            assert threading.current_thread() is not threading.main_thread()
            assert found[0][0] == 0
            done.set()
        return found

    monkeypatch.setattr(a_log._commits, "read", told)
    a_log.open_seating(SeatingRow("BCDFG", 5, None), [])
    for seq in range(1, 10):
        a_log.append(row(seq))
    assert done.wait(5)
