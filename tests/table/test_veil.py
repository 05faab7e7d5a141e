"""Two worlds that differ only in a secret: corrections, previews and openings tell them apart
to nobody who does not know it."""

import json
import re

import pytest

from companion.core.messages import Refusal
from companion.table.host import Host
from companion.table.log import Log
from companion.table.looking_back import past, timeline


class Party:
    """Four phones at a table of a real game."""

    def __init__(self, path, game):
        self.host = Host(Log(path))
        self.table = self.host.open_table(game)
        self.phones = [self.host.new_device()[0] for _ in range(4)]
        self.taps = 0
        for seat, phone in enumerate(self.phones, 1):
            self.act(phone, do="sit", seat=seat, name=f"Player {seat}")

    def act(self, phone, **entry):
        self.taps += 1
        body = json.dumps(entry).encode()
        return self.table.act(phone, f"tap-{self.taps:06}", self.table.seq, body)

    def say(self, *lines):
        for line in lines:
            seat, do, *rest = line.split()
            key = {"bid": "points", "conceal": "card", "play": "card"}.get(do)
            more = {key: rest[0]} if key else {}
            if do == "bid" and not rest[0].isdigit():
                more = {"contract": rest[0]}
            if do == "bid" and rest[0].isdigit():
                more = {"points": int(rest[0])}
            if do == "declare":
                more = {"meld": rest[0], "top": rest[1]}
            self.act(self.phones[int(seat) - 1], do=do, seat=int(seat), **more)
        return self

    def asked(self, seat, read):
        try:
            found = self.table.look(lambda evening: read(evening, self.phones[seat - 1]))
            return re.sub(r"\bat=\d+", "", str(found))  # but for the clock
        except Refusal as refusal:
            return str(refusal.msg)

    def weighed(self, seat, **correct):
        body = json.dumps({"do": "correct", **correct}).encode()
        try:
            found = self.table.preview(self.phones[seat - 1], self.table.seq, body)
        except Refusal as refusal:
            return str(refusal.msg)
        return str(found)

    def everything(self, seat, numbers, entries):
        """All that a phone can ask about what has been."""
        told = [self.asked(seat, timeline)]
        for number in numbers:
            told.append(
                self.asked(seat, lambda evening, device, n=number: past(evening, device, n))
            )
            for entry in entries:
                for before in (False, True):
                    told.append(self.weighed(seat, at=number, entry=entry, before=before))
                    for drop in numbers:
                        told.append(
                            self.weighed(seat, at=number, entry=entry, before=before, drop=drop)
                        )
        return told


def worlds(tmp_path, game, tell):
    for n in range(2):
        party = Party(tmp_path / f"{game}-{n}.db", game)
        tell(party, n)
        yield party
        party.host.close()


AUCTION = ("2 bid 14", "3 pass", "4 pass", "1 pass")


@pytest.mark.parametrize("ends", ["on", "void", "count"])
def test_the_face_down_trump(tmp_path, ends):
    def tell(party, n):
        party.say(*AUCTION, "2 play Rh", "3 play Nh", f"2 conceal {('Ps', 'Pd')[n]}")
        party.say("4 play Ph", "1 play Mh")
        if ends == "void":
            party.act(party.phones[2], do="void")
        if ends == "count":
            party.act(party.phones[2], do="count", team=1, points=10)

    entries = [
        {"do": "play", "seat": 3, "card": "Ps"},
        {"do": "play", "seat": 3, "card": "Pd"},
        {"do": "ask", "seat": 3},
        {"do": "ask", "seat": 4},
        {"do": "reveal", "seat": 2, "suit": "spades"},
        {"do": "count", "team": 1, "points": 20},
        {"do": "trick", "seat": 3, "cards": ["Ps", "Pd", "Ms", "Md"]},
        {"do": "void"},
    ]
    told = [
        party.everything(seat, range(1, 11), entries)
        for party in worlds(tmp_path, "whitehouse", tell)
        for seat in (3, 4)
    ]
    assert told[:2] == told[2:]
    assert not any("Ps" in one and "reveal-this" in one for one in told[0])


def test_a_declaration_in_the_deal_that_is_on(tmp_path):
    def tell(party, n):
        party.say("2 bid clubs", "3 pass", "4 pass", "1 pass", "2 play 7h")
        party.say(f"3 declare tierce {('Kh', 'Ks')[n]}", "3 play 9h", "4 play 8h")

    entries = [
        *({"do": "play", "seat": 2, "card": card} for card in ("Jh", "Qh", "Js", "8d")),
        {"do": "count", "team": 1, "points": 100},
        {"do": "void"},
    ]
    told = [
        party.everything(seat, range(1, 9), entries)
        for party in worlds(tmp_path, "belote", tell)
        for seat in (2, 4)
    ]
    assert told[:2] == told[2:]


def test_where_a_secret_came_to_light_everything_can_be_put_right(tmp_path):
    party = Party(tmp_path / "lit.db", "whitehouse")
    party.say(*AUCTION, "2 conceal Ps", "2 play Rh", "3 ask", "3 play Nd")
    party.act(party.phones[2], do="count", team=1, points=10)
    opened = party.asked(4, lambda evening, device: past(evening, device, 7))
    assert "correct-hidden" not in opened
    party.host.close()


def test_a_count_beside_a_secret_can_be_told_anew(tmp_path):
    party = Party(tmp_path / "dark.db", "whitehouse")
    party.say(*AUCTION, "2 conceal Ps")
    party.act(party.phones[2], do="count", team=1, points=10)
    again = {"do": "count", "team": 1, "points": 20}
    party.act(party.phones[3], do="correct", at=6, entry=again)
    rows = party.table.frame(None).view.score.rows
    assert rows[-1].written == (1, -1)
    party.host.close()
