"""A Wi-Fi that drops, repeats, delays and reorders; phones that sleep, reload and give up; a
server that is restarted in the middle. Phones behave as ``static/js/wire.js`` does.

Whatever happened on the way, once the air is calm again: what a phone was told counted is in the
log once, what it was told did not count is not there and never will be, nobody waits for ever,
and every phone shows what the server shows.
"""

import shutil
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from inside import Browser, Inside
from live import filled

from companion.table.evening import MORE_OF_TAP
from companion.web.limits import Pace

GAMES = {"belote": 4, "chinese-whist": 3, "whitehouse": 4}
phones = st.integers(0, 3)
any_one = st.integers(0, 1_000_000)
mostly = st.sampled_from((True, True, True, False))


class Phone:
    """What wire.js keeps: the newest picture, and one tap at most until it is answered."""

    def __init__(self, browser):
        self.browser = browser
        self.asleep = False
        self.cut_off = False
        """A picture was lost, so its line is dead: it will greet anew, and be sent the newest."""
        self.shown = None
        self.tap = None
        self.withdrawing = None
        self.attempt = 0

    @property
    def seq(self):
        return self.shown["seq"] if self.shown else -1

    def take(self, frame):
        if frame and frame["seq"] >= self.seq:
            self.shown = frame

    @property
    def sends(self):
        """What it insists on now: a withdrawal goes before anything else."""
        if self.withdrawing:
            named = {name: self.withdrawing[name] for name in ("table", "tap")}
            return ("/api/withdraw", named)
        return ("/api/act", self.tap) if self.tap else None


def entries_of(phone):
    """What a finger may tap at what is shown."""
    entries = [filled(choice) for choice in phone.shown["view"].get("choices", ())]
    undo = phone.shown["undo"]
    return [*entries, undo["entry"]] if undo else entries


class Air(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.phones = []
        self.requests = []
        """On their way to the server: whose, in which attempt, the path and the body."""
        self.answers = []
        """On their way back: whose, to which attempt, what."""
        self.pictures = []
        """Pushed, on their way to a phone: whose, what."""
        self.told = {}
        """What a phone was told of each of its taps in the end."""
        self.taps = 0

    @initialize(game=st.sampled_from(sorted(GAMES)), shared=st.booleans())
    def sit_down(self, game, shared):
        self.start(game, GAMES[game])
        self.code = self.inside.code
        for seat in range(1, GAMES[game] + 1):
            if shared and seat == GAMES[game]:  # the first phone enters for the last player too
                one = self.phones[0].browser
                assert one.post("/api/join", one.wish(seat=seat, name="Scribe")).json["ok"]
            else:
                self.phones.append(Phone(self.inside.seated(seat)))
        for phone in self.phones:
            phone.take(phone.browser.frame())

    def start(self, *how, **more):
        self.inside = Inside(self.folder, *how, **more)
        self.inside.site.taps = Pace(1e6, 1_000_000)  # nobody here has fingers

    def teardown(self):
        try:
            if self.phones:
                self.calm()
        finally:
            if self.phones:
                self.inside.close()
            shutil.rmtree(self.folder)

    # The phones

    def one_of(self, number, able):
        """One of the phones that are awake and of which this is true; None if there is none."""
        awake = [phone for phone in self.phones if not phone.asleep and able(phone)]
        return awake[number % len(awake)] if awake else None

    def send(self, phone):
        phone.attempt += 1
        self.requests.append((phone, phone.attempt, *phone.sends))

    @rule(number=phones, which=any_one)
    def tap(self, number, which):
        phone = self.one_of(number, lambda one: one.shown and entries_of(one) and not one.sends)
        if phone:
            entries = entries_of(phone)
            self.taps += 1
            name = f"air-tap-{self.taps:06}"
            entry = entries[which % len(entries)]
            phone.tap = {"table": self.code, "tap": name, "seen": phone.seq, "entry": entry}
            self.send(phone)

    @precondition(lambda self: any(phone.sends for phone in self.phones))
    @rule(number=phones)
    def patience_ends(self, number):
        if phone := self.one_of(number, lambda one: one.sends):
            self.send(phone)

    @precondition(lambda self: any(phone.tap for phone in self.phones))
    @rule(number=phones)
    def give_up(self, number):
        if phone := self.one_of(number, lambda one: one.tap):
            phone.withdrawing, phone.tap = phone.tap, None
            self.send(phone)

    @rule(number=phones)
    def sleep_or_wake(self, number):
        phone = self.phones[number % len(self.phones)]
        phone.asleep = not phone.asleep
        if not phone.asleep:
            self.push(phone)

    @rule(number=phones)
    def reload(self, number):
        """The page is gone and what it asked for with it; the tap under way it remembers."""
        phone = self.phones[number % len(self.phones)]
        if phone.withdrawing:
            return
        phone.shown, phone.asleep = None, False
        phone.attempt += 1
        self.push(phone)
        if phone.tap:
            self.send(phone)

    # The air

    @precondition(lambda self: self.requests)
    @rule(which=any_one, lost=mostly, again=mostly)
    def a_request_arrives(self, which, lost, again):
        at = which % len(self.requests)
        phone, attempt, path, body = self.requests[at]
        if again:  # mostly once
            del self.requests[at]
        answer = self.handled(phone, path, body)
        if lost:  # mostly not
            self.answers.append((phone, attempt, path, body["tap"], answer))

    @precondition(lambda self: self.requests)
    @rule(which=any_one)
    def a_request_is_lost(self, which):
        del self.requests[which % len(self.requests)]

    @precondition(lambda self: self.answers)
    @rule(which=any_one)
    def an_answer_arrives(self, which):
        self.answered(*self.answers.pop(which % len(self.answers)))

    @precondition(lambda self: self.pictures)
    @rule(which=any_one, kept=mostly)
    def a_picture_arrives(self, which, kept):
        phone, frame = self.pictures.pop(which % len(self.pictures))
        if kept and not phone.asleep:
            phone.take(frame)
        else:
            phone.cut_off = True

    @rule()
    def restart(self):
        """The server dies; what was on its way on its lines dies with it."""
        self.inside.host.close()
        secrets = [phone.browser.secret for phone in self.phones]
        self.requests.clear()
        self.answers.clear()
        self.start(code=self.code)
        for number, (phone, secret) in enumerate(zip(self.phones, secrets, strict=True), 1):
            phone.browser = Browser(self.inside, f"10.0.0.{10 + number}", secret)

    def handled(self, phone, path, body):
        before = self.inside.table.seq
        answer = phone.browser.post(path, body).json
        if self.inside.table.seq != before:
            for each in self.phones:
                self.push(each)
        return answer

    def push(self, phone):
        phone.cut_off = False
        self.pictures.append((phone, phone.browser.frame()))

    def answered(self, phone, attempt, path, name, answer):
        """Only the answer to what was asked last is listened to, and only by one awake."""
        if phone.asleep or attempt != phone.attempt:
            return
        if path == "/api/withdraw":
            self.told[name] = answer.get("counted", False)
            phone.withdrawing = None
        else:
            self.told[name] = answer["ok"]
            phone.tap = None
        phone.take(answer.get("frame"))

    # What must hold

    @rule()
    def calm(self):
        """The air is still: what is on its way arrives, and everybody insists until answered."""
        for phone in self.phones:
            phone.asleep = False
        while self.requests or self.answers or any(phone.sends for phone in self.phones):
            for phone in self.phones:
                if phone.sends:
                    self.send(phone)
            while self.requests:
                phone, attempt, path, body = self.requests.pop(0)
                answer = self.handled(phone, path, body)
                self.answers.append((phone, attempt, path, body["tap"], answer))
            while self.answers:
                self.answered(*self.answers.pop(0))
        for phone in self.phones:
            if phone.cut_off:
                self.push(phone)
        for phone, frame in self.pictures:
            phone.take(frame)
        self.pictures.clear()
        self.what_was_told_is_so()
        for phone in self.phones:
            frame = phone.browser.frame()
            assert phone.seq == frame["seq"]
            for part in ("view", "undo", "recent"):
                assert phone.shown[part] == frame[part]

    @invariant()
    def what_was_told_is_so(self):
        if not self.phones:
            return
        rows = self.inside.host._log.rows(self.code)
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        counted = Counter(row.tap for row in rows if MORE_OF_TAP not in row.tap)
        assert set(counted.values()) == {1}
        for tap, so in self.told.items():
            assert (tap in counted) == so, tap


def through(evenings, steps):
    run_state_machine_as_test(
        Air,
        settings=settings(
            max_examples=evenings,
            stateful_step_count=steps,
            deadline=None,
            print_blob=True,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_a_bad_wifi():
    through(12, 40)


@pytest.mark.slow
def test_a_very_bad_wifi():
    through(300, 80)
