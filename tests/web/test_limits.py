"""Who guesses codes is slowed down, who taps too quickly is held up, and nobody is locked out."""

import logging

import pytest

from companion.core.messages import Refusal
from companion.web.limits import Guesses, Pace
from companion.web.quiet import OnceAMinute


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


def guess(guesses, ip):
    try:
        guesses.check(ip)
    except Refusal:
        return False
    guesses.wrong(ip)
    return True


def test_one_who_guesses_is_slowed_down():
    clock = Clock()
    guesses = Guesses(clock)
    tried = 0
    for _ in range(6000):  # a minute of a hundred a second
        tried += guess(guesses, "10.0.0.9")
        clock.now += 0.01
    assert 30 <= tried <= 36


def test_twenty_together_are_slowed_down_and_a_player_still_gets_in():
    clock = Clock()
    guesses = Guesses(clock)
    tried = 0
    for n in range(60_000):
        tried += guess(guesses, f"10.0.0.{n % 20}")
        clock.now += 0.001
        if n % 500 == 0:
            guesses.check("10.0.0.200")  # whoever knows the code is never held up
    assert tried <= 10 * 60 + 100
    # 28^5 codes: at this rate half of them take
    assert 28**5 / 2 / (tried / 60) / 86400 > 7  # days


def test_a_wrong_guess_or_four_are_forgiven():
    clock = Clock()
    guesses = Guesses(clock)
    for _ in range(4):
        assert guess(guesses, "10.0.0.9")
    guesses.check("10.0.0.9")
    clock.now += 60
    assert all(guess(guesses, "10.0.0.9") for _ in range(5))
    assert not guess(guesses, "10.0.0.9")
    clock.now += 2
    assert guess(guesses, "10.0.0.9")


def test_pace():
    clock = Clock()
    pace = Pace(10, 20, clock)
    for _ in range(20):
        pace.step("phone")
    with pytest.raises(Refusal, match="too-fast"):
        pace.step("phone")
    pace.step("another phone")
    clock.now += 0.1
    pace.step("phone")


def test_many_addresses_take_no_memory():
    clock = Clock()
    guesses = Guesses(clock)
    for n in range(5000):
        guesses.check(f"10.0.{n // 250}.{n % 250}")
    assert len(guesses._each._buckets) <= 1001


def test_the_real_server_slows_guesses_down(own_server, phone):
    own_server.start()
    right = phone(on=own_server).get("/api/kiosk").json()["join"]["code"]
    seated = phone(1, on=own_server, at=right)
    one = phone(on=own_server, patient=False)
    codes = [one.get(f"/api/frame?table=ZZZ{n:02}").json()["code"] for n in range(12)]
    assert codes[:4] == ["no-table"] * 4
    assert codes[-1] == "too-fast"
    # A right guess is not told from a wrong one; whoever sits there does not notice
    assert one.get(f"/api/frame?table={right}").json()["code"] == "too-fast"
    assert seated.frame()["me"]["seats"] == [1]


def test_a_log_that_cannot_be_flooded():
    clock = Clock()
    once = OnceAMinute(clock)

    def record(text, *args):
        return logging.LogRecord("x", logging.ERROR, "", 0, text, args, None)

    assert once.filter(record("bad %s", 1))
    assert not once.filter(record("bad %s", 2))
    assert once.filter(record("worse"))
    clock.now += 61
    assert once.filter(record("bad %s", 3))
