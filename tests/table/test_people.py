"""Who sits where: seats, scribes, leaving, swapping, passes, presence, names."""

import pytest

from companion.core.messages import Refusal
from companion.table import names, table


def people(room, device=None):
    return [(p["name"], p["phone"], p["yours"]) for p in room.frame(device)["people"]]


def test_sitting_down(room):
    assert room.names() == [None, None]
    room.act(room.ana, do="sit", seat=1, name="  Ana ")
    assert people(room, room.ana) == [("Ana", True, True), (None, False, False)]
    assert room.frame(room.ana)["me"] == {"seats": [1], "host": False}
    assert room.frame()["me"] == {"seats": [], "host": False}
    assert room.table.seats_of(room.ana) == {1}


def test_a_taken_seat_stays_taken(room):
    room.seated()
    assert [yours for *_, yours in people(room, room.ana)] == [True, False]
    assert [yours for *_, yours in people(room)] == [False, False]
    with room.refused("seat-taken"):
        room.act(room.boris, do="sit", seat=1, name="Bo")
    with room.refused("seat-taken"):
        room.act(room.boss, do="sit", seat=1, name="Bo")
    with room.refused("no-such-seat"):
        room.act(room.boris, do="sit", seat=3, name="Bo")


def test_two_who_tap_the_same_seat_at_once(room):
    assert room.act(room.ana, seen=1, do="sit", seat=1, name="Ana")
    with room.refused("seat-taken"):
        room.act(room.boris, seen=1, do="sit", seat=1, name="Boris")


def test_one_phone_may_act_for_all(room):
    room.act(room.ana, do="sit", seat=1, name="Ana")
    room.act(room.ana, do="sit", seat=2, name="Grandma")
    assert room.table.seats_of(room.ana) == {1, 2}
    room.play(2, "Kh")
    room.play(1, "Qh")
    assert room.score() == [0, 1]
    room.act(room.ana, do="leave", seat=2)
    assert room.table.seats_of(room.ana) == {1}


def test_leaving_before_the_game_frees_seat_and_name(room):
    room.seated()
    with room.refused("not-your-seat"):
        room.act(room.ana, do="leave", seat=2)
    room.act(room.ana, do="leave", seat=1)
    assert people(room)[0] == (None, False, False)
    with room.refused("not-your-seat"):
        room.act(room.ana, do="leave", seat=1)
    room.act(room.boss, do="leave", seat=2)
    assert room.names() == [None, None]
    with room.refused("nobody-there"):
        room.act(room.boss, do="leave", seat=2)


def test_leaving_in_mid_game_keeps_the_name_on_the_sheet_until_freed_again(room):
    room.seated()
    room.play(2, "Kh")
    room.act(room.boss, do="leave", seat=1)
    assert people(room)[0] == ("Ana", False, False)
    with room.refused("not-your-seat"):
        room.act(room.ana, do="play", seat=1, card="Qh")
    other = room.phone()
    room.act(other, do="sit", seat=1, name="Ana")
    assert people(room, other)[0] == ("Ana", True, True)
    room.act(other, do="leave", seat=1)
    room.act(room.boss, do="leave", seat=1)
    assert people(room)[0] == (None, False, False)


def test_undo_brings_nobody_back(room):
    room.seated()
    room.play(2, "Kh")
    room.act(room.boris, do="leave", seat=2)
    room.act(room.boss, do="undo")
    assert room.table.seats_of(room.boris) == frozenset()


def test_renaming(room):
    room.seated()
    room.act(room.ana, do="rename", seat=1, name="Anna")
    room.act(room.boss, do="rename", seat=2, name="Bo")
    assert room.names() == ["Anna", "Bo"]
    with room.refused("not-your-seat"):
        room.act(room.ana, do="rename", seat=2, name="Bobo")
    assert room.table.seats_of(room.ana) == {1}


def test_the_host_names_a_seat_without_a_phone(room):
    room.act(room.boss, do="rename", seat=2, name="Grandma")
    assert people(room)[1] == ("Grandma", False, False)
    room.act(room.ana, do="sit", seat=2, name="Grandma")
    assert people(room, room.ana)[1] == ("Grandma", True, True)


def test_the_host_swaps_two_seats(room):
    room.seated()
    with room.refused("host-only"):
        room.act(room.ana, do="move", seat=1, to=2)
    room.act(room.boss, do="move", seat=1, to=2)
    assert room.names() == ["Boris", "Ana"]
    assert room.table.seats_of(room.ana) == {2}
    room.act(room.boss, do="leave", seat=1)
    room.act(room.boss, do="move", seat=1, to=2)
    assert room.names() == ["Ana", None]
    for seat, to, code in [(1, 3, "no-such-seat"), (1, 1, "nobody-there")]:
        with room.refused(code):
            room.act(room.boss, do="move", seat=seat, to=to)
    room.act(room.boss, do="leave", seat=1)
    with room.refused("nobody-there"):
        room.act(room.boss, do="move", seat=1, to=2)


def test_a_pass_moves_a_seat_to_another_phone_once(room):
    room.seated()
    tablet = room.phone()
    secret = room.table.new_pass(room.ana, 1)
    assert room.host.table_of_pass(secret) is room.table
    seq = room.table.take(secret, tablet, "take-tap-1")
    assert room.table.seats_of(tablet) == {1}
    assert room.table.seats_of(room.ana) == frozenset()
    assert room.names()[0] == "Ana"
    with room.refused("not-your-seat"):
        room.act(room.ana, do="play", seat=1, card="Kh")
    with room.refused("pass-expired"):
        room.table.take(secret, room.phone(), "take-tap-2")
    assert room.table.take(secret, tablet, "take-tap-1") == seq
    assert room.restart().table.take(secret, tablet, "take-tap-1") == seq
    with room.refused("tap-reused"):
        room.table.take("other.secret", tablet, "take-tap-1")


def test_a_phone_that_takes_a_seat_leaves_the_scribe_the_others(room):
    room.act(room.ana, do="sit", seat=1, name="Ana")
    room.act(room.ana, do="sit", seat=2, name="Boris")
    room.table.take(room.table.new_pass(room.ana, 2), room.boris, "take-tap-1")
    assert room.table.seats_of(room.ana) == {1}
    assert room.table.seats_of(room.boris) == {2}


def test_a_pass_that_its_own_maker_uses_is_used_up(room):
    room.seated()
    secret = room.table.new_pass(room.ana, 1)
    room.table.take(secret, room.ana, "take-tap-1")
    with room.refused("pass-expired"):
        room.table.take(secret, room.phone(), "take-tap-2")


def test_who_may_give_a_pass(room):
    room.seated()
    for device, seat, code in [
        (room.ana, 2, "not-your-seat"),
        (room.phone(), 1, "not-your-seat"),
        (room.boss, 3, "no-such-seat"),
        (room.boss, 0, "no-such-seat"),
    ]:
        with room.refused(code):
            room.table.new_pass(device, seat)
    assert room.table.new_pass(room.boss, 1)


@pytest.mark.parametrize("event", ["newer", "left", "late", "restart", "guess", "smaller"])
def test_a_pass_that_is_void(new_room, monkeypatch, event):
    room = new_room(3)
    room.act(room.ana, do="sit", seat=3, name="Ana")
    secret = room.table.new_pass(room.boss, 3)
    match event:
        case "newer":
            room.table.new_pass(room.boss, 3)
        case "left":
            room.act(room.ana, do="leave", seat=3)
        case "late":
            now = table.time.monotonic()
            monkeypatch.setattr(table.time, "monotonic", lambda: now + 601)
        case "restart":
            room.restart()
        case "guess":
            secret = secret[:-1] + ("A" if secret[-1] != "A" else "Q") + "\udc80"
        case "smaller":
            room.act(room.ana, do="leave", seat=3)
            secret = room.table.new_pass(room.boss, 3)
            room.act(room.boss, do="setup", game="high-card", players=2)
    with room.refused("pass-expired"):
        room.table.take(secret, room.boris, "take-tap-1")


def test_a_pass_survives_a_failure_to_save(room):
    room.seated()
    secret = room.table.new_pass(room.ana, 1)
    append, room.log.append = room.log.append, failing
    with pytest.raises(Refusal, match="cannot-save"):
        room.table.take(secret, room.boss, "take-tap-1")
    room.log.append = append
    assert room.table.take(secret, room.boss, "take-tap-1")


def failing(row):
    import sqlite3

    raise sqlite3.OperationalError("disk I/O error")


def test_presence_is_counted_by_sockets_and_shown_once(room):
    room.seated()
    here = lambda: [p["here"] for p in room.frame()["people"]]  # noqa: E731
    shown = room.shown
    room.table.arrive(room.ana.id)
    room.table.arrive(room.ana.id)
    assert here() == [True, False]
    room.table.depart(room.ana.id)
    assert (here(), room.shown) == ([True, False], shown + 1)
    room.table.depart(room.ana.id)
    assert (here(), room.shown) == ([False, False], shown + 2)
    room.table.depart(room.ana.id)
    room.table.arrive(room.phone().id)
    assert (here(), room.shown) == ([False, False], shown + 2)


ASTRONAUT = "\U0001f469\U0001f3fd\u200d\U0001f680"
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
GOOD = [
    *("Ana", "O'Brien", "<img onerror>", "{{7*7}}", "张伟", "عائشة", "J", "x" * 20, "Ana-Maria 2"),
    *("Zoë", "ไก่" * 3, "Иван", FAMILY, "\u2764\ufe0f", ASTRONAUT * 20),
]
BAD = [
    *("", " ", "\t", "x" * 21, "x" * 10_000, "a\x00b", "a\nb", "\u202eevil", "a\u200bb"),
    *("a\u200db", "\u2066x\u2069", "\ud800", "e" + "\u0301" * 50, "\u0301", "\u3164", "\u2800"),
    *(
        "\u00ad",
        "a\ue000",
        "\u2028",
        ASTRONAUT * 21,
        "\u200d".join(["\U0001f469"] * 100),
        "\ufeffAna",
        "a\u200c",
        "\u200d\U0001f469",
    ),
]


@pytest.mark.parametrize("name", GOOD)
def test_names_of_all_people(name):
    assert names.clean(name) == names.clean(f"  {name} ")


@pytest.mark.parametrize("name", BAD, ids=ascii)
def test_what_is_no_name(name):
    with pytest.raises(Refusal, match="bad-name"):
        names.clean(name)


def test_names_are_kept_composed_and_with_single_spaces():
    assert names.clean("Zoe\u0308  van\u00a0 Dam") == "Zoë van Dam"


@pytest.mark.parametrize("name", BAD, ids=ascii)
def test_a_bad_name_seats_nobody(room, name):
    import json

    body = json.dumps({"do": "sit", "seat": 1, "name": name}).encode()
    with pytest.raises(Refusal) as refusal:
        room.table.act(room.ana, "tap-name", room.table.seq, body)
    assert refusal.value.code in ("bad-name", "bad-entry", "bad-json")
    assert room.names() == [None, None]


@pytest.mark.parametrize("name", ["Ana", "ANA", " ana", "Ａｎａ"])
def test_two_people_do_not_share_a_name(room, name):
    room.seated()
    with room.refused("name-taken"):
        room.act(room.boris, do="rename", seat=2, name=name)
    with room.refused("name-taken"):
        room.act(room.boris, do="sit", seat=2, name=name)
    room.act(room.ana, do="rename", seat=1, name=name)
