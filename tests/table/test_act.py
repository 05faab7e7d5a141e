"""A tap: once, in order, by who may, and never on unsaved ground."""

import json
import sqlite3
import threading

import pytest

from companion.core.messages import Refusal


def at_once(*calls):
    """Run the calls in threads that start together; what each returned or raised."""
    results = [None] * len(calls)
    barrier = threading.Barrier(len(calls))

    def run(n, call):
        barrier.wait()
        try:
            results[n] = call()
        except Refusal as refusal:
            results[n] = refusal.code

    threads = [threading.Thread(target=run, args=item) for item in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    return results


def test_an_entry_counts_and_is_shown(room):
    room.seated()
    shown = room.shown
    seq = room.play(2, "Kh")
    assert (seq, room.table.seq, room.shown) == (4, 4, shown + 1)
    assert room.frame()["view"]["trick"]["laid"] == [{"seat": 2, "card": "Kh"}]


def test_the_same_tap_a_hundred_times_at_once_counts_once(room):
    room.seated()
    seen, rows = room.table.seq, len(room.log.rows(room.table.code))
    tap = lambda: room.act(room.boris, "same-tap", seen, do="play", seat=2, card="Kh")  # noqa: E731
    assert at_once(*[tap] * 100) == [seen + 1] * 100
    assert len(room.log.rows(room.table.code)) == rows + 1


def test_a_repeated_tap_is_answered_after_everything_else_and_a_restart(room):
    room.seated()
    seen = room.table.seq
    seq = room.act(room.boris, "first-tap", seen, do="play", seat=2, card="Kh")
    room.play(1, "Qh")
    for again in (room, room.restart()):
        assert again.act(again.boris, "first-tap", seen, do="play", seat=2, card="Kh") == seq
    assert room.score() == [0, 1]


def test_a_tap_cannot_be_used_for_something_else_or_by_somebody_else(room):
    room.seated()
    room.act(room.boris, "first-tap", do="play", seat=2, card="Kh")
    for again in (room, room.restart()):
        with again.refused("tap-reused"):
            again.act(again.boris, "first-tap", do="play", seat=2, card="Qh")
        with again.refused("tap-reused"):
            again.act(again.ana, "first-tap", do="play", seat=2, card="Kh")
        with again.refused("tap-reused"):
            again.act(again.boss, "opening-1", do="leave", seat=1)


@pytest.mark.parametrize(
    "tap", ["", "short", "x" * 65, "with space", "größer-als-7", "a" * 8 + "\n"]
)
def test_a_tap_id_has_a_form(room, tap):
    room.seated()
    with room.refused("bad-entry"):
        room.table.act(room.boris, tap, room.table.seq, b'{"do":"play","seat":2,"card":"Kh"}')


def test_two_taps_from_the_same_picture_only_one_counts(room):
    room.seated()
    room.play(2, "Kh")
    seen = room.table.seq
    undo = lambda device: lambda: room.act(device, seen=seen, do="undo")  # noqa: E731
    results = at_once(undo(room.boris), undo(room.boss))
    assert sorted(map(str, results)) == [str(seen + 1), "stale"]
    assert room.frame()["table"]["started"] is False


def test_a_view_older_than_the_last_entry_or_from_the_future_is_stale(room):
    room.seated()
    seen = room.table.seq
    room.act(room.boris, do="conceal", seat=2, card="As")
    with room.refused("stale"):
        room.act(room.boris, seen=seen, do="play", seat=2, card="Kh")
    with room.refused("stale"):
        room.act(room.boris, seen=seen + 2, do="play", seat=2, card="Kh")


def test_people_coming_and_going_make_no_tap_stale(room):
    room.seated()
    seen = room.table.seq
    room.act(room.boss, do="move", seat=1, to=2)
    room.act(room.boris, do="rename", seat=1, name="Bo")
    assert room.act(room.ana, seen=seen, do="play", seat=2, card="Kh") == seen + 3


def test_table_matters_are_never_stale(room):
    room.seated()
    room.play(2, "Kh")
    assert room.act(room.ana, seen=0, do="rename", seat=1, name="Anna")
    assert room.names() == ["Anna", "Boris"]


def test_a_change_of_game_makes_taps_stale(room):
    room.seated()
    seen = room.table.seq
    room.act(room.ana, do="setup", game="high-card", players=2, dealer=2)
    with room.refused("stale"):
        room.act(room.boris, seen=seen, do="play", seat=2, card="Kh")


def test_who_may_speak(room):
    room.seated()
    stranger = room.phone()
    with room.refused("not-your-seat"):
        room.act(room.ana, do="play", seat=2, card="Kh")
    with room.refused("not-your-seat"):
        room.act(room.boss, do="play", seat=2, card="Kh")
    with room.refused("not-your-seat"):
        room.act(room.boris, do="play", seat=7, card="Kh")
    with room.refused("not-at-this-table"):
        room.act(stranger, do="void")
    with room.refused("not-at-this-table"):
        room.act(stranger, do="undo")
    assert room.act(room.boss, do="void")
    assert room.act(room.ana, do="void")


def test_the_rules_have_the_last_word(room):
    room.seated()
    with room.refused("high-card.turn") as refusal:
        room.act(room.ana, do="play", seat=1, card="Kh")
    assert refusal.value.msg.code == "refused.high-card.turn"


BAD_JSON = [
    b"",
    b"{",
    b"\xff\xfe{}",
    b'{"do":"play","seat":2,"card":"Kh"} x',
    b'{"do":"adjust","team":1,"by":NaN,"why":"x"}',
    b'{"do":"adjust","team":1,"by":Infinity,"why":"x"}',
    b'{"do":"adjust","team":1,"by":1,"by":2,"why":"x"}',
    b'{"do":"options","options":{"target":1,"target":2}}',
    b'{"do":"adjust","team":1,"by":1,"why":"\\ud800"}',
    b'{"do":"options","options":{"a":' + b"[" * 6000 + b"]" * 6000 + b"}}",
]
BAD_ENTRY = [
    b"[]",
    b"null",
    b'"play"',
    b"{}",
    b'{"do":"no-such-word"}',
    b'{"do":["play"]}',
    b'{"do":"play","seat":2}',
    b'{"do":"play","seat":"2","card":"Kh"}',
    b'{"do":"play","seat":2.0,"card":"Kh"}',
    b'{"do":"play","seat":true,"card":"Kh"}',
    b'{"do":"play","seat":2,"card":"Kh","more":1}',
    b'{"do":"play","seat":99999999999999999999,"card":"Kh"}',
    b'{"do":"play","seat":9223372036854775808,"card":"Kh"}',
    b'{"do":"adjust","team":1,"by":' + b"9" * 4400 + b',"why":"x"}',
    b'{"do":"adjust","team":1,"by":1e309,"why":"x"}',
    b'{"do":"adjust","team":1,"by":1,"why":""}',
    b'{"do":"adjust","team":1,"by":1,"why":"' + b"y" * 201 + b'"}',
    b'{"do":"take","seat":2}',
    b'{"do":"void"' + b" " * 20_000 + b"}",
]


@pytest.mark.parametrize(
    ("code", "body"), [*(("bad-json", b) for b in BAD_JSON), *(("bad-entry", b) for b in BAD_ENTRY)]
)
def test_what_is_no_entry_changes_nothing(room, code, body):
    room.seated()
    with room.refused(code):
        room.table.act(room.boris, "tap-bad-1", room.table.seq, body)


class FailingConnection:
    """Stands before the connection; fails on statements that begin with ``fail``."""

    def __init__(self, connection, fail):
        self._connection, self.fail = connection, fail

    def execute(self, sql, values=()):
        if self.fail and sql.startswith(self.fail):
            raise sqlite3.OperationalError("database or disk is full")
        return self._connection.execute(sql, values)

    def __getattr__(self, name):
        return getattr(self._connection, name)


@pytest.mark.parametrize("fail", ["BEGIN", ("INSERT", "UPDATE"), "COMMIT"])
def test_what_cannot_be_saved_does_not_count_and_later_taps_do(room, fail):
    room.seated()
    commits = room.log._commits
    failing = commits._connection = FailingConnection(commits._connection, fail)
    seen = room.table.seq
    for _ in range(2):
        with pytest.raises(Refusal, match="cannot-save"):
            room.act(room.boris, "the-tap-1", seen, do="play", seat=2, card="Kh")
        frame = room.frame()
        assert (frame["seq"], frame["table"]["log"], frame["table"]["started"]) == (
            seen,
            False,
            False,
        )
    with pytest.raises(Refusal, match="cannot-save"):
        room.phone()
    with pytest.raises(Refusal, match="cannot-save"):
        room.host.make_host(room.ana)
    with pytest.raises(Refusal, match="cannot-save"):
        room.host.open_table()
    assert len(room.host.tables()) == 1
    failing.fail = None
    assert room.act(room.boris, "the-tap-1", seen, do="play", seat=2, card="Kh") == seen + 1
    assert room.frame()["table"]["log"] is True
    before = room.frames()
    assert room.restart().frames() == before


def test_a_log_that_only_reads_saves_nothing_and_says_so(room, caplog):
    from companion.table.host import Host
    from companion.table.log import Log

    room.seated()
    beside = Host(Log(room.path, read_only=True))
    table = beside.table(room.table.code)
    before = table.seq
    with pytest.raises(Refusal, match="cannot-save"):
        table.act(room.boris, "tap-read-only", before, b'{"do":"play","seat":2,"card":"Kh"}')
    assert table.seq == before
    beside.close()


def test_a_log_that_knows_more_is_believed(room):
    """As after a commit that succeeded although its thread was told that it did not."""
    room.seated()
    row = room.log.rows(room.table.code)[-1]
    body = json.dumps({"do": "play", "seat": 2, "card": "Kh"})
    room.log.append(row._replace(seq=row.seq + 1, tap="unheard-of", body=body))
    with pytest.raises(Refusal, match="cannot-save"):
        room.act(room.boris, do="play", seat=2, card="Qh")
    assert room.frame()["view"]["trick"]["laid"] == [{"seat": 2, "card": "Kh"}]
    room.play(1, "Qh")


def test_a_screen_that_fails_does_not_undo_what_is_saved(room, caplog):
    room.seated()

    def broken(table):
        raise ValueError("no screen")

    room.host.publish = broken
    assert room.play(2, "Kh") == room.table.seq
    assert "saved but not shown" in caplog.text


def test_views_leave_in_order_and_from_inside_the_lock(room):
    room.seated()
    seen = []
    room.host.publish = lambda table: seen.append(table.frame(None).seq)
    at_once(
        *[
            lambda n=n: room.act(room.boss, f"parallel-{n}", do="rename", seat=1, name=f"A{n}")
            for n in range(20)
        ]
    )
    assert seen == list(range(4, 24))
