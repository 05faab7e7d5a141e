"""What people say of a finished deal: asked of the other side, marked, never in the way."""

import json

import pytest

from companion.table.signatures import with_sign


def notices(room, device, code):
    found = room.frame(device)["view"].get("notices", ())
    return [notice for notice in found if notice["code"] == code]


def marks(room, deal):
    rows = room.frame()["view"]["score"]["rows"]
    row = next(row for row in rows if row["deal"] == deal)
    return [mark["code"] for mark in row.get("marks", ())]


def say(room, device, choice, **more):
    return room.act(device, **choice["entry"], **more)


def test_a_change_is_told_with_its_sign_and_a_true_minus():
    assert [with_sign(n) for n in (-1, 0, 12)] == ["\N{MINUS SIGN}1", "0", "+12"]


@pytest.fixture
def closed(room):
    """Boris closed deal 1 by his word."""
    room.seated()
    room.act(room.boris, do="void")
    return room


def test_the_other_side_is_asked_and_may_sign(closed):
    assert not notices(closed, closed.boris, "confirm"), "not who said it"
    assert not notices(closed, None, "confirm"), "not the whole room"
    assert not notices(closed, closed.boss, "confirm"), "not who plays for no side"
    (asked,) = notices(closed, closed.ana, "confirm")
    assert [offer["key"] for offer in asked["offers"]] == ["sign", "dispute"]
    say(closed, closed.ana, asked["offers"][0])
    assert marks(closed, 1) == ["table.mark-signed"]
    assert not notices(closed, closed.ana, "confirm")
    closed.restart()
    assert marks(closed, 1) == ["table.mark-signed"]


def test_one_phone_for_both_sides_is_not_asked(room):
    room.act(room.ana, do="sit", seat=1, name="Ana")
    room.act(room.ana, do="sit", seat=2, name="Boris")
    room.act(room.ana, do="void")
    assert not notices(room, room.ana, "confirm")


def test_cards_speak_for_themselves(room):
    room.seated()
    room.play(2, "Kh")
    room.play(1, "Qh")
    assert not notices(room, room.ana, "confirm")
    assert not notices(room, room.boris, "confirm")


def test_silence_is_consent(closed):
    closed.play(1, "Kh")
    assert not notices(closed, closed.ana, "confirm")
    assert marks(closed, 1) == []


def test_a_dispute_marks_the_deal_and_the_game_goes_on(closed):
    (asked,) = notices(closed, closed.ana, "confirm")
    say(closed, closed.ana, asked["offers"][1])
    closed.play(1, "Kh")
    closed.play(2, "Ah")
    closed.restart()
    assert marks(closed, 1) == ["table.mark-disputed"]
    assert marks(closed, 2) == []
    for device in (closed.ana, closed.boris, closed.boss, None):
        assert len(notices(closed, device, "disputed")) == 1
    (seen,) = notices(closed, closed.boris, "disputed")
    assert not seen.get("offers")
    (own,) = notices(closed, closed.ana, "disputed")
    say(closed, closed.ana, own["offers"][0])
    assert marks(closed, 1) == ["table.mark-signed"]
    assert not notices(closed, None, "disputed")


def test_a_disputed_deal_that_was_corrected_waits_for_the_disputers_word(room):
    room.seated()
    room.act(room.boris, do="round", cards=["Kh", "Qh"])
    room.act(room.ana, do="dispute", deal=1, seat=1)
    (before,) = notices(room, room.ana, "disputed")
    assert before["message"]["code"] == "table.disputed"
    assert (before["entry"], before["deal"]) == (2, 1), "what closed it can be opened at once"
    room.act(room.boris, do="correct", at=1, entry={"do": "play", "seat": 2, "card": "2h"})
    assert not notices(room, room.boris, "corrected"), "one notice is enough"
    (after,) = notices(room, room.ana, "disputed")
    assert after["message"]["code"] == "table.disputed-corrected"
    assert after["offers"][0]["label"]["code"] == "table.sign-now"
    say(room, room.ana, after["offers"][0])
    assert marks(room, 1) == ["table.mark-signed"]


def test_the_host_closes_a_dispute_with_a_reason(closed):
    closed.act(closed.ana, do="dispute", deal=1, seat=1)
    (seen,) = notices(closed, closed.boss, "disputed")
    (settle,) = seen["offers"]
    with closed.refused("bad-entry"):
        say(closed, closed.boss, settle)
    with closed.refused("host-only"):
        say(closed, closed.ana, settle, why="because")
    say(closed, closed.boss, settle, why="Counted again, all agree")
    assert not notices(closed, None, "disputed")
    row = closed.frame()["view"]["score"]["rows"][0]
    assert row["lines"][-1]["args"]["why"] == "Counted again, all agree"
    with closed.refused("not-disputed"):
        say(closed, closed.boss, settle, why="once more")


def test_a_signature_is_for_the_numbers_that_were_signed(room):
    room.seated()
    room.act(room.boris, do="void")
    room.act(room.ana, do="sign", deal=1, seat=1)
    room.act(room.boss, do="undo")
    with room.refused("no-such-deal"):
        room.act(room.ana, do="sign", deal=1, seat=1)
    room.act(room.ana, do="round", cards=["Kh", "Qh"])
    assert marks(room, 1) == [], "another result"


@pytest.mark.parametrize(
    ("who", "word", "code"),
    [
        ("ana", {"do": "sign", "deal": 2, "seat": 1}, "no-such-deal"),
        ("ana", {"do": "sign", "deal": 1, "seat": 2}, "not-your-seat"),
        ("ana", {"do": "sign", "deal": 1}, "not-your-seat"),
        ("boss", {"do": "sign", "deal": 1}, "not-your-seat"),
        ("boss", {"do": "dispute", "deal": 1}, "not-your-seat"),
        ("boss", {"do": "settle", "deal": 1, "why": "x"}, "not-disputed"),
        ("ana", {"do": "dispute", "deal": 0, "seat": 1}, "bad-entry"),
        ("ana", {"do": "dispute", "deal": 1, "seat": 1, "why": "x"}, "bad-entry"),
        ("boss", {"do": "settle", "deal": 1, "why": ""}, "bad-entry"),
    ],
)
def test_what_cannot_be_said_is_refused(closed, who, word, code):
    with closed.refused(code):
        closed.act(getattr(closed, who), **word)


def test_a_word_on_a_view_that_has_moved_on_is_stale(closed):
    seen = closed.table.seq
    closed.play(1, "Kh")
    with closed.refused("stale"):
        closed.act(closed.ana, seen=seen, do="sign", deal=1, seat=1)


def test_a_second_dispute_of_a_deal_is_refused(closed):
    closed.act(closed.ana, do="dispute", deal=1, seat=1)
    with closed.refused("disputed-already"):
        closed.act(closed.boris, do="dispute", deal=1, seat=2)


def test_any_finished_deal_may_be_disputed_from_the_menu(closed):
    closed.act(closed.boris, do="void")
    choices = closed.frame(closed.ana)["view"]["choices"]
    (offered,) = [choice for choice in choices if choice["key"] == "dispute-deal"]
    assert [option["value"] for option in offered["fields"][0]["options"]] == [2, 1]
    say(closed, closed.ana, offered, deal=1)
    assert marks(closed, 1) == ["table.mark-disputed"]


def test_records_hold_no_such_words(closed):
    closed.act(closed.ana, do="dispute", deal=1, seat=1)
    told = closed.host.export_record(closed.table.code)
    assert [json.loads(line).get("do") for line in told.splitlines()] == [None, "void"]
