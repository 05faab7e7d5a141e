"""The second copy: whole copies and diaries, and a damaged log rebuilt from them."""

import os
import sqlite3
import time

import pytest

from companion.table import backups as second
from companion.table import database
from companion.table.backups import Pace
from companion.table.host import Host
from companion.table.log import DeviceRow, Log, Row, SeatingRow

CODE = "BCDFG"


def row(seq):
    return Row(CODE, seq, f"tap-{seq}", 1, 1, None, f'{{"n":{seq}}}', b"\x00digest\xff")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "companion.db"


@pytest.fixture
def log(path):
    opened = Log(path)
    opened.add_device(DeviceRow(1, b"\x01hash", False, 7))
    opened.open_seating(SeatingRow(CODE, 5, None), [row(1)])
    yield opened
    opened.close()


def contents(log):
    return log.seatings(), log.devices(), log.rows(CODE)


def spoil(path):
    path.write_bytes(b"no database at all" * 100)
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def reopened(log, path):
    log.close()
    spoil(path)
    again = Log(path)
    assert again.restored
    return again


def test_a_diary_alone_gives_everything_back(log, path):
    for seq in range(2, 30):
        log.append(row(seq))
    log.make_host(1)
    log.close_seating(CODE, 99)
    before = contents(log)
    again = reopened(log, path)
    assert contents(again) == before
    assert again.restored.complete
    assert again.restored.copy is None
    again.close()


@pytest.mark.parametrize("damaged", [0, 1, 2])
def test_from_the_newest_sound_copy_and_the_diaries_after_it(log, path, damaged):
    made = []
    for seq in range(2, 11):
        log.append(row(seq))
        if seq in (4, 7):
            made.append(log.back_up())
    before = contents(log)
    for copy in made[2 - damaged :]:
        copy.write_bytes(copy.read_bytes()[:2000] + b"\x00" * 3000)
    again = reopened(log, path)
    assert contents(again) == before
    assert again.restored.complete
    assert again.restored.copy == ([None, *made][2 - damaged])
    again.close()


@pytest.mark.parametrize("harm", ["torn", "flipped", "lost", "nonsense", "empty"])
def test_a_diary_that_is_harmed_gives_what_fits_and_says_so(log, path, harm):
    for seq in range(2, 11):
        log.append(row(seq))
    log.close()
    (diary,) = log.backups.diaries_from(0)
    lines = diary.read_bytes().splitlines(keepends=True)
    if harm == "torn":
        lines[-1] = lines[-1][:-9]
    elif harm == "flipped":
        lines[6] = lines[6].replace(b"tap", b"tip")
    elif harm == "lost":
        del lines[6]
    elif harm == "nonsense":
        lines[6:6] = [second._line(["entry", 1]), second._line(["fly", 1]), b"\xff\x00\n", b"\n"]
    else:
        lines = []
    diary.write_bytes(b"".join(lines))
    again = reopened(log, path)
    kept = {"torn": 9, "flipped": 4, "lost": 4, "nonsense": 10, "empty": 0}[harm]
    assert again.rows(CODE) == [row(seq) for seq in range(1, kept + 1)], "no holes"
    assert again.restored.complete is (harm == "empty")
    again.close()


def test_a_copy_and_its_diary_may_both_have_a_row(log, path, monkeypatch):
    whole = log.copy_to

    def slow(target):
        log.append(row(2))
        whole(target)
        log.append(row(3))

    monkeypatch.setattr(log, "copy_to", slow)
    log.back_up()
    before = contents(log)
    again = reopened(log, path)
    assert contents(again) == before
    assert again.restored.complete
    again.close()


def test_a_copy_that_fails_leaves_nothing_behind_and_loses_nothing(log, path, monkeypatch):
    log.append(row(2))
    monkeypatch.setattr(database, "check", broken)
    with pytest.raises(sqlite3.DatabaseError):
        log.back_up()
    assert log.backups.copies() == []
    assert not list(log.backups.folder.glob("*.part"))
    log.append(row(3))
    monkeypatch.undo()
    before = contents(log)
    again = reopened(log, path)
    assert contents(again) == before
    again.close()


def broken(path):
    raise sqlite3.DatabaseError("quick_check found damage")


def test_a_diary_that_cannot_be_written_stops_no_table(log, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "open", full)
    log.backups.close()
    log.append(row(2))
    assert log.rows(CODE) == [row(1), row(2)]


def test_the_oldest_copies_go(log, monkeypatch):
    now = time.time()
    for n in range(60):
        log.append(row(n + 2))
        copy = log.back_up()
        made = now - (60 - n) * 43200  # two a day
        os.utime(copy, (made, made))
    log.backups.prune()
    copies = log.backups.copies()
    days = [time.strftime("%j", time.localtime(copy.stat().st_mtime)) for copy in copies]
    assert len(days[:20]) == 20
    older = days[20:]
    assert len(older) == len(set(older)), "one a day"
    assert 15 <= len(older) <= 21
    diaries = log.backups.diaries_from(0)
    assert diaries[0].stem.endswith(copies[19].stem[-6:])


def test_the_host_keeps_copies_by_itself(path):
    host = Host(Log(path))
    table = host.open_table()
    host.keep(Pace(look=0.02, copy=0.1))
    deadline = time.monotonic() + 10
    while len(host._log.backups.copies()) < 1 and time.monotonic() < deadline:
        time.sleep(0.02)
    device, _ = host.new_device(host=True)
    body = b'{"do":"sit","seat":1,"name":"Ana"}'
    table.act(device, "tap-number-1", table.seq, body)
    while len(host._log.backups.copies()) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    count = len(host._log.backups.copies())
    assert count >= 2
    time.sleep(0.3)
    assert len(host._log.backups.copies()) == count, "no copy where nothing has happened"
    table.act(device, "tap-number-2", table.seq, body.replace(b"1,", b"2,").replace(b"Ana", b"Bo"))
    host.close()
    assert database.is_sound(host._log.backups.copies()[0])
    spoil(path)
    again = Host(Log(path))
    assert again.table(table.code).frame(None).people[1].name == "Bo"
    again.close()
