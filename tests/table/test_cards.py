"""Seat cards: keys that last, that the log does not know, and that newer ones make worthless."""

import pytest

from companion.core.seats import Seat
from companion.table import cards


def test_a_card_takes_its_seat_again_and_again(room):
    room.seated()
    one, two = room.table.new_cards(room.boss)
    for number in range(3):
        phone = room.phone()
        room.table.take(two, phone, f"take-tap-{number}")
        assert room.table.seats_of(phone) == {2}
        assert room.names() == ["Ana", "Boris"]
    assert room.table.seats_of(room.boris) == frozenset()
    assert room.table.seats_of(room.ana) == {1}
    room.table.take(one, room.boris, "take-tap-9")
    assert room.table.seats_of(room.boris) == {1}


def test_a_card_seats_somebody_where_nobody_sat(room):
    (one, _) = room.table.new_cards(None)
    room.table.take(one, room.ana, "take-tap-1")
    assert room.names() == [None, None]
    room.act(room.ana, do="rename", seat=1, name="Ana")
    assert room.names()[0] == "Ana"


def test_the_same_phone_with_its_own_card_changes_nothing(room):
    room.seated()
    one, _ = room.table.new_cards(room.boss)
    before = room.table.seq
    assert room.table.take(one, room.ana, "take-tap-1") == before
    assert room.table.seq == before


@pytest.mark.parametrize("event", ["newer", "void", "guess", "other table", "a seat less"])
def test_a_card_that_is_void(new_room, event):
    room = new_room(3)
    made = room.table.new_cards(room.boss)
    card = made[2]
    match event:
        case "newer":
            assert not set(room.table.new_cards(room.boss)) & set(made)
        case "void":
            room.table.void_cards(room.boss)
        case "guess":
            card = cards.new_secret(room.table.code)
        case "other table":
            card = room.host.open_table("high-card", 3, {}).new_cards(None)[2]
        case "a seat less":
            room.act(room.boss, do="setup", game="high-card", players=2)
    with room.refused("card-void"):
        room.table.take(card, room.phone(), "take-tap-1")


def test_cards_outlive_the_server_and_no_file_knows_them(room):
    made = room.table.new_cards(room.boss)
    assert len(set(made)) == 2
    again = room.restart()
    again.table.take(made[1], again.ana, "take-tap-1")
    assert again.table.seats_of(again.ana) == {2}
    for path in room.path.parent.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            assert not any(secret.partition(".")[2].encode() in content for secret in made)


def test_only_the_host_makes_cards_and_no_phone_sends_them(room):
    room.seated()
    for device in (room.ana, room.phone()):
        with room.refused("host-only"):
            room.table.new_cards(device)
    room.table.new_cards(room.boss)
    with room.refused("host-only"):
        room.table.void_cards(room.ana)
    digest = cards.digest(cards.new_secret(room.table.code))
    for digests in ([], [digest, digest]):
        with room.refused("bad-entry"):
            room.act(room.boss, do="cards", digests=digests)


def test_making_cards_is_told_and_tells_nothing(room):
    room.seated()
    made = room.table.new_cards(room.boss)
    newest = room.frame(room.ana)["recent"][-1]
    assert newest["what"]["code"] == "matter.cards"
    assert newest["host"]
    text = str(room.frame(room.ana)) + str(room.frame())
    assert not any(cards.digest(secret) in text for secret in made)
    room.table.void_cards(None)
    assert room.frame()["recent"][-1]["what"]["code"] == "matter.no-cards"
    before = room.table.seq
    room.table.void_cards(None)
    assert room.table.seq == before, "nothing left to make worthless"


def test_a_card_of_a_closed_table(room):
    made = room.table.new_cards(room.boss)
    room.host.close_table(room.table.code)
    with room.refused("no-table"):
        room.table.take(made[0], room.ana, "take-tap-1")
    with room.refused("no-table"):
        room.table.new_cards(room.boss)


def test_secrets_have_the_letters_of_small_squares():
    made = {cards.new_secret("KX7PM") for _ in range(50)}
    assert len(made) == 50
    assert all(cards.looks_like_one(secret) and secret == secret.upper() for secret in made)
    assert not cards.looks_like_one("KX7PM.hQIpND9UAe6NTSqXjTapOg")
    digests = [cards.digest(secret) for secret in sorted(made)]
    assert cards.seat_of(sorted(made)[7], digests) == Seat(8)
    assert cards.seat_of("KX7PM.\udce9", digests) is None
