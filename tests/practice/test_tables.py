"""The practice tables of a run: beside the real ones, few, moved on by a thread, cleared away."""

import sqlite3
import time

import pytest
from tables_to_practise import Person

from companion.core.messages import Refusal
from companion.practice import tables
from companion.practice.tables import IDLE, MOST, Practice
from companion.table.devices import Device
from companion.table.host import Host
from companion.table.log import Log


class Clock:
    def __init__(self):
        self.ahead = 0.0

    def __call__(self):
        return time.monotonic() + self.ahead


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def host(tmp_path):
    host = Host(Log(tmp_path / "companion.db"))
    yield host
    host.close()


@pytest.fixture
def practice(host, clock):
    there = Practice(host, pause=(0.0, 0.0), clock=clock)
    yield there
    there.close()


def wait_until(holds, seconds=20):
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it never came to be"
        time.sleep(0.01)


def test_robots_move_by_themselves_until_a_person_is_asked(practice):
    table = practice.open("whitehouse", 4)
    person = Person(table)
    wait_until(lambda: person.choice("pass") is not None)
    seq = table.seq
    time.sleep(0.1)
    assert table.seq == seq
    person.act(**person.choice("pass").entry)
    wait_until(lambda: table.seq > seq + 1)


def test_robots_take_their_time(host):
    there = Practice(host, pause=(0.2, 0.3))
    shown = []
    host.publish = lambda table: shown.append((time.monotonic(), table.seq))
    table = there.open("belote")
    Person(table)
    begun = time.monotonic()
    wait_until(lambda: table.seq >= 7)
    there.close()
    assert time.monotonic() - begun >= 2 * 0.2
    low, high = tables.PAUSE
    assert 0.5 <= low < high <= 2


def test_a_practice_table_is_found_by_its_code_and_is_in_no_list_record_or_file(
    host, practice, tmp_path
):
    real = host.open_table("whitehouse")
    table = practice.open("whitehouse", 4)
    person = Person(table)
    wait_until(lambda: person.choice("pass") is not None)
    person.act(**person.choice("pass").entry)
    assert host.table(table.code.lower()) is table
    assert host.tables() == (real,)
    with pytest.raises(Refusal, match="no-table"):
        host.export_record(table.code)
    assert host.open_table().game == "whitehouse"  # as the last real table was
    assert host.back_up() is not None
    with sqlite3.connect(next(tmp_path.rglob("copy-*.db"), tmp_path / "companion.db")) as copy:
        assert table.code not in {code for (code,) in copy.execute("SELECT code FROM seating")}
        assert table.code not in {code for (code,) in copy.execute("SELECT code FROM entry")}
    for path in tmp_path.rglob("*"):
        if path.is_file():
            assert table.code.encode() not in path.read_bytes(), path


def test_after_the_end_of_a_run_nothing_is_left(host, clock, tmp_path):
    there = Practice(host, pause=(0.0, 0.0), clock=clock)
    code = there.open("belote").code
    there.close()
    with pytest.raises(Refusal, match="no-table"):
        host.table(code)
    assert there.tables() == ()


def test_an_hour_after_the_last_entry_of_a_person_a_table_is_cleared_away(host, practice, clock):
    old, lasting = practice.open("belote"), practice.open("belote", lasting=True)
    clock.ahead = IDLE - 60
    practice.sweep()
    assert practice.tables() == (old, lasting)
    clock.ahead = IDLE + 60
    practice.sweep()
    assert practice.tables() == practice.lasting() == (lasting,)
    with pytest.raises(Refusal, match="no-table"):
        old.act(Device(1), "tap-too-late", 1, b'{"do":"sit","seat":1,"name":"Ana"}')


def test_who_begins_again_leaves_the_earlier_table(practice):
    ana, boris = Device(1), Device(2)
    first, other = practice.open("belote", device=ana), practice.open("belote", device=boris)
    second = practice.open("whitehouse", device=ana)
    assert practice.tables() == (other, second)
    assert first not in practice.tables()


def test_too_many_tables_push_out_the_one_left_alone_and_none_that_is_watched(practice):
    opened = [practice.open("belote", device=Device(n)) for n in range(1, MOST + 1)]
    for n, table in enumerate(opened, 1):
        if n != 3:
            table.arrive(n)
    practice.open("belote", device=Device(50)).arrive(50)
    assert opened[2] not in practice.tables()
    assert len(practice.tables()) == MOST
    with pytest.raises(Refusal, match="too-many-practise"):
        practice.open("belote", device=Device(51))


@pytest.mark.parametrize(
    ("game", "players", "code"), [("bridge", None, "no-game"), ("belote", 3, "bad-players")]
)
def test_what_there_is_not_cannot_be_practised(practice, game, players, code):
    with pytest.raises(Refusal, match=code):
        practice.open(game, players)
    assert practice.tables() == ()


def test_a_device_that_only_practised_is_kept_when_it_sits_down_to_play(host, tmp_path):
    device, token = host.new_device(kept=False)
    assert host.device(token) == device
    with sqlite3.connect(tmp_path / "companion.db") as log:
        assert log.execute("SELECT count(*) FROM device").fetchone() == (0,)
    host.keep_device(device)
    host.keep_device(device)
    other, other_token = host.new_device(kept=False)
    host.make_host(other)
    unkept = host.new_device(kept=False)[1]
    host.close()
    again = Host(Log(tmp_path / "companion.db"))
    assert again.device(token) == device
    assert again.device(other_token).host
    assert again.device(unkept) is None
    again.close()
