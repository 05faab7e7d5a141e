"""A table driven at random, held against a model that keeps only what it was told.

The model knows who holds which seat, and the entries that stand with whoever made them; it
adds the score up from nothing each time. Taps are repeated, come late, come from people who
may not, and the server is restarted in between.
"""

import json
import shutil
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.core.messages import Refusal
from companion.table.host import Host
from companion.table.log import Log

PLAYERS = 3
TARGET = 2
CARDS = ("Ah", "Kh", "Qs", "2c")
HEIGHT = {"Ah": 4, "Kh": 3, "Qs": 2, "2c": 1}
phones = st.integers(0, 3)
seats = st.integers(1, PLAYERS)


def told(standing):
    """Whose turn it is, the score and whether it is over, from the entries that stand."""
    score, dealer, laid, over = [0] * PLAYERS, 1, [], False
    for _, entry in standing:
        if entry["do"] == "play":
            laid.append(entry)
            if len(laid) == PLAYERS:
                best = max(laid, key=lambda play: HEIGHT[play["card"]])
                score[best["seat"] - 1] += 1
                dealer, laid = dealer % PLAYERS + 1, []
        elif entry["do"] == "void":
            dealer, laid = dealer % PLAYERS + 1, []
        over = over or entry["do"] == "end" or max(score) >= TARGET
    turn = (dealer + len(laid)) % PLAYERS + 1
    return turn, score, over


class TableMachine(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.host = Host(Log(self.folder / "companion.db"))
        self.table = self.host.open_table("high-card", PLAYERS, {"target": TARGET})
        self.devices = [self.host.new_device(host=n == 3)[0] for n in range(4)]
        self.people = {}
        self.standing = []
        self.number = 0
        self.earlier = []
        self.beginner = None
        self.seq = 1
        self.game_seq = 1
        self.accepted = []

    def teardown(self):
        self.host.close()
        shutil.rmtree(self.folder)

    @initialize()
    def two_sit(self):
        self.sit(0, 1)
        self.sit(1, 2)

    # Doing and expecting

    def holds(self, phone):
        return {seat for seat, (_, holder) in self.people.items() if holder == phone}

    def here(self, phone):
        return phone == 3 or bool(self.holds(phone))

    def send(self, phone, entry, expected, seen=None, tap=None):
        """Send an entry; it is accepted if ``expected`` is None, else refused so."""
        tap = tap or f"tap-{self.seq:06}"
        body = json.dumps(entry).encode()
        code = None
        try:
            seq = self.table.act(self.devices[phone], tap, self.seq if seen is None else seen, body)
        except Refusal as refusal:
            code = refusal.code
        assert code == expected, entry
        if code:
            return False
        self.seq += 1
        assert seq == self.seq
        self.accepted.append((phone, tap, body, seq))
        return True

    def game_entry(self, phone, entry, expected):
        if self.send(phone, entry, expected):
            self.game_seq = self.seq
            self.number += 1
            self.standing.append(((phone, self.number), entry))

    @rule(phone=phones, seat=seats)
    def sit(self, phone, seat):
        _, holder = self.people.get(seat, (None, None))
        name = f"Number {self.seq}"
        free = holder is None or holder == phone
        entry = {"do": "sit", "seat": seat, "name": name}
        if self.send(phone, entry, None if free else "seat-taken"):
            self.people[seat] = (name, phone)

    @rule(phone=phones, seat=seats)
    def leave(self, phone, seat):
        name, holder = self.people.get(seat, (None, None))
        may = phone in (holder, 3)
        expected = "not-your-seat" if not may else None if name else "nobody-there"
        _, _, over = told(self.standing)
        if self.send(phone, {"do": "leave", "seat": seat}, expected):
            del self.people[seat]
            if holder is not None and self.standing and not over:
                self.people[seat] = (name, None)

    @rule(seat=seats, to=seats)
    def move(self, seat, to):
        there = seat != to and (seat in self.people or to in self.people)
        entry = {"do": "move", "seat": seat, "to": to}
        if self.send(3, entry, None if there else "nobody-there"):
            swapped = {seat: to, to: seat}
            self.people = {swapped.get(s, s): person for s, person in self.people.items()}

    @rule(phone=phones, card=st.sampled_from(CARDS), seat=st.none() | seats)
    def play(self, phone, card, seat):
        turn, _, over = told(self.standing)
        seat = seat or turn
        expected = (
            "not-your-seat"
            if seat not in self.holds(phone)
            else "high-card.over"
            if over
            else None
            if seat == turn
            else "high-card.turn"
        )
        self.game_entry(phone, {"do": "play", "seat": seat, "card": card}, expected)

    @rule(card=st.sampled_from(CARDS))
    def play_in_turn(self, card):
        turn, _, over = told(self.standing)
        _, holder = self.people.get(turn, (None, None))
        if holder is not None and not over:
            self.game_entry(holder, {"do": "play", "seat": turn, "card": card}, None)

    @rule(phone=phones, word=st.sampled_from(["void", "void", "end"]))
    def of_the_table(self, phone, word):
        _, _, over = told(self.standing)
        expected = (
            "not-at-this-table" if not self.here(phone) else "high-card.over" if over else None
        )
        self.game_entry(phone, {"do": word}, expected)

    @rule(phone=phones, back=st.none() | st.integers(0, 4))
    def undo(self, phone, back):
        to = None if back is None else max(self.number - back, 0)
        entry = {"do": "undo"} if to is None else {"do": "undo", "to": to}
        if to is None:
            taken = self.standing[-1:]
        else:
            taken = [one for one in self.standing if one[0][1] > to]
        unset = to is None and not self.standing and self.earlier
        makers = {self.beginner} if unset else {maker for (maker, _), _ in taken}
        expected = (
            "not-at-this-table"
            if not self.here(phone)
            else "nothing-to-undo"
            if not makers
            else None
            if phone == 3 or makers == {phone}
            else "not-yours-to-undo"
        )
        if self.send(phone, entry, expected):
            self.game_seq = self.seq
            if unset:
                self.standing, self.number, self.beginner = self.earlier.pop()
            else:
                self.standing = self.standing[: len(self.standing) - len(taken)]
                self.number += 1

    @rule(phone=phones)
    def set_up(self, phone):
        _, _, over = told(self.standing)
        ready = over or not self.standing
        expected = (
            "not-at-this-table" if not self.here(phone) else None if ready else "game-under-way"
        )
        options = {"target": TARGET}
        entry = {"do": "setup", "game": "high-card", "players": PLAYERS, "options": options}
        if self.send(phone, entry, expected):
            self.game_seq = self.seq
            if self.number:
                self.earlier.append((self.standing, self.number, self.beginner))
                self.standing, self.number, self.beginner = [], 0, phone

    @precondition(lambda self: self.accepted)
    @rule(data=st.data())
    def again(self, data):
        phone, tap, body, seq = data.draw(st.sampled_from(self.accepted))
        assert self.table.act(self.devices[phone], tap, 0, body) == seq

    @precondition(lambda self: self.accepted)
    @rule(data=st.data())
    def the_same_tap_for_something_else(self, data):
        phone, tap, body, _ = data.draw(st.sampled_from(self.accepted))
        other = (phone + 1) % 4
        self.send(other, json.loads(body), "tap-reused", tap=tap)

    @rule(late=st.integers(1, 3))
    def a_late_tap(self, late):
        self.send(3, {"do": "void"}, "stale", seen=self.game_seq - late)

    @rule()
    def restart(self):
        before = [self.shown(device) for device in (*self.devices, None)]
        self.host.close()
        self.host = Host(Log(self.folder / "companion.db"))
        self.table = self.host.table(self.table.code)
        assert [self.shown(device) for device in (*self.devices, None)] == before

    def shown(self, device):
        frame = self.table.frame(device)
        return (frame.table.started, frame.seq, frame.people, frame.view, frame.undo, frame.recent)

    # What must hold at all times

    @invariant()
    def the_table_is_as_the_model(self):
        turn, score, over = told(self.standing)
        frame = self.table.frame(None)
        assert frame.seq == self.seq
        assert [team.total for team in frame.view.score.teams] == score
        assert frame.view.score.over == over
        assert frame.table.started == bool(self.standing)
        if not over:
            assert frame.view.status.args["who"].seat == turn
        shown = {p.seat: (p.name, p.phone) for p in frame.people if p.name or p.phone}
        assert shown == {s: (name, by is not None) for s, (name, by) in self.people.items()}
        for phone, device in enumerate(self.devices):
            assert self.table.seats_of(device) == self.holds(phone)

    @invariant()
    def the_log_has_no_hole(self):
        rows = self.host._log.rows(self.table.code)
        assert [row.seq for row in rows] == list(range(1, self.seq + 1))


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
