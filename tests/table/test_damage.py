"""A database harmed in every way a disk can: nothing that was told is lost, and it is said."""

import shutil
import sqlite3
import time

import pytest

from companion import upkeep, words
from companion.core.messages import Refusal
from companion.table import commits
from companion.table.backups import Backups, Pace
from companion.table.host import Host
from companion.table.log import DeviceRow, Log, Row, SeatingRow

CODE = "BCDFG"
ROWS = 300
COPIED = 200
"""Rows that are also in the last whole copy."""


def row(seq):
    return Row(CODE, seq, f"tap-{seq}", 1, 1, None, f'{{"n":{seq}}}', b"\x00digest\xff")


def contents(log):
    return log.seatings(), log.devices(), log.rows(CODE)


@pytest.fixture
def left(tmp_path, monkeypatch):
    """A log as a crash leaves it, all since the copy in its WAL: where, and what was told."""
    monkeypatch.setattr(commits, "COMMITS_A_CHECKPOINT", 10_000)
    log = Log(tmp_path / "living" / "companion.db")
    log.add_device(DeviceRow(1, b"\x01hash", False, 7))
    log.open_seating(SeatingRow(CODE, 5, None), [row(1)])
    for seq in range(2, ROWS + 1):
        log.append(row(seq))
        if seq == COPIED:
            log.back_up()
    log.make_host(1)
    told = contents(log)
    shutil.copytree(tmp_path / "living", tmp_path / "left", ignore=lambda *_: ["companion.db.lock"])
    log.close()
    return tmp_path / "left" / "companion.db", told


def wal(path):
    return path.with_name(f"{path.name}-wal")


def fold(path):
    """All in the one file, as after an orderly end."""
    sqlite3.connect(path).execute("PRAGMA wal_checkpoint(TRUNCATE)").connection.close()
    assert not wal(path).exists() or not wal(path).stat().st_size


def without_wal(path):
    wal(path).unlink(missing_ok=True)
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)


def zeroed_page(number):
    def harm(path):
        fold(path)
        content = bytearray(path.read_bytes())
        content[(number - 1) * 4096 : number * 4096] = bytes(4096)
        path.write_bytes(content)

    return harm


def truncated(path):
    fold(path)
    path.write_bytes(path.read_bytes()[: 4096 * 3 + 1000])


def garbage(path):
    without_wal(path)
    path.write_bytes(b"no database at all" * 1000)


def empty(path):
    path.write_bytes(b"")


def gone(path):
    without_wal(path)
    path.unlink()


def torn_wal(path):
    content = bytearray(wal(path).read_bytes())
    content[len(content) // 2 :] = b"\xaa" * (len(content) - len(content) // 2)
    wal(path).write_bytes(content)


REBUILT = {
    "first page zeroed": zeroed_page(1),
    "page of rows zeroed": zeroed_page(9),
    "truncated": truncated,
    "garbage": garbage,
    "empty": empty,
}
REFILLED = {"gone": gone, "WAL lost": without_wal, "WAL torn": torn_wal}


@pytest.mark.parametrize("how", [*REBUILT, *REFILLED])
def test_all_is_there_again_and_the_host_is_told(left, how):
    path, told = left
    (REBUILT | REFILLED)[how](path)
    log = Log(path)
    assert contents(log) == told
    said = words.render(upkeep.rebuilt(log.restored), "en")
    if how in REBUILT:
        assert log.restored.set_aside.exists(), "put aside, never deleted"
        assert f"It is now in {log.restored.set_aside}" in said
        assert log.restored.copy.name == "backup-000001.db"
    assert said.lower().endswith("nothing is missing.")
    log.append(row(ROWS + 1))
    log.close()
    again = Log(path)
    assert again.restored is None
    assert len(again.rows(CODE)) == ROWS + 1
    again.close()


def test_a_sound_log_is_left_as_it_is(left):
    path, told = left
    log = Log(path)
    assert log.restored is None
    assert contents(log) == told
    log.close()


def test_a_lost_end_that_no_diary_has_is_called_lost(left):
    path, _ = left
    without_wal(path)
    (diary,) = Backups(path).diaries_from(1)
    lines = diary.read_bytes().splitlines(keepends=True)
    diary.write_bytes(b"".join([*lines[:50], *lines[51:]]))
    log = Log(path)
    assert [one.seq for one in log.rows(CODE)] == list(range(1, len(log.rows(CODE)) + 1))
    assert "may be missing" in words.render(upkeep.rebuilt(log.restored), "en")
    log.close()


@pytest.mark.parametrize("version", ["user_version = 99", "application_id = 7"])
def test_what_is_not_for_us_is_neither_moved_nor_changed(left, version):
    path, _ = left
    fold(path)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA {version}")
    connection.commit()
    connection.close()
    fold(path)
    before = path.read_bytes()
    with pytest.raises(Refusal, match=r"newer-data|not-our-data"):
        Log(path)
    assert path.read_bytes() == before
    assert not list(path.parent.glob("*damaged*"))


def test_a_restored_copy_is_not_caught_up_with_what_came_after_it(left):
    """Whoever goes back to a copy wants that copy, and a lost WAL later on changes nothing."""
    path, _ = left
    copy = path.with_name("an-earlier-one.db")
    shutil.copy(Backups(path).copies()[0], copy)
    upkeep.restore(path.parent, copy)
    for _ in range(2):
        log = Log(path)
        assert log.rows(CODE) == [row(seq) for seq in range(1, COPIED + 1)]
        assert log.restored is None
        log.close()


def test_a_diary_torn_by_a_power_cut_spoils_nothing_that_comes_after(left):
    """The line is lost, as it was not on the disk; the log has its entry, and a copy is due."""
    path, told = left
    (diary,) = Backups(path).diaries_from(1)
    diary.write_bytes(diary.read_bytes()[:-9])
    log = Log(path)
    assert contents(log) == told
    assert log.restored is None
    assert log.backups.torn
    log.append(row(ROWS + 1))
    host = Host(log)
    host.keep(Pace(look=0.01))
    deadline = time.monotonic() + 10
    while len(log.backups.copies()) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    host.close()
    garbage(path)
    again = Log(path)
    assert len(again.rows(CODE)) == ROWS + 1
    assert not again.backups.torn
    again.close()


def test_a_line_after_a_torn_one_begins_a_line_of_its_own(left):
    path, _ = left
    (diary,) = Backups(path).diaries_from(1)
    whole = diary.read_bytes().splitlines()
    diary.write_bytes(diary.read_bytes()[:-9])
    log = Log(path)
    log.append(row(ROWS + 1))
    log.close()
    after = diary.read_bytes().splitlines()
    assert after[: len(whole) - 1] == whole[:-1]
    assert len(after) == len(whole) + 1
