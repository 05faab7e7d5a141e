"""The score against a second scorer, written from the rules page and nothing else."""

import random
import re
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.words import render

TRICKS = {2: 26, 3: 17, 4: 13}
NAMES = ["Ana", "Boris", "Vera", "Georgi"]


@dataclass
class Scorer:
    """A scorer with a pencil: plain lists, one game or a rubber."""

    players: int
    target: int = 10
    book: int = 6
    revoke: int = 3
    honours: bool = False
    rubber: bool = False
    score: list[int] = field(default_factory=list)
    games: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    over: bool = False

    def __post_init__(self):
        sides = 2 if self.players == 4 else self.players
        self.score, self.games, self.points = [0] * sides, [0] * sides, [0] * sides

    def side(self, seat):
        return (seat - 1) % 2 if self.players == 4 else seat - 1

    def deal(self, tricks, claims, honours):
        """``claims``: (offender's seat, what, by side from 0); ``honours``: (side, held)."""
        tricks, before = list(tricks), list(self.score)
        sinners = {self.side(seat) for seat, _, _ in claims}
        for seat, what, by in claims:
            sinner = self.side(seat)
            if what == "tricks":
                moved = min(self.revoke, tricks[sinner])
                tricks[sinner] -= moved
                tricks[by] += moved
            elif what == "add":
                self.score[by] += self.revoke
            else:
                self.score[sinner] = max(0, self.score[sinner] - self.revoke)
        if self.settled(sinners):
            return
        for side, n in enumerate(tricks):
            self.score[side] += max(0, n - self.book)
        if self.settled(sinners):
            return
        if self.honours and honours and before[honours[0]] < self.target - 1:
            self.score[honours[0]] += {3: 2, 4: 4}[honours[1]]
        self.settled(sinners)

    def settled(self, sinners):
        """Cut back who revoked; then whether somebody has won."""
        for side in sinners:
            self.score[side] = min(self.score[side], self.target - 1)
        best = max(self.score)
        if best < self.target or self.score.count(best) > 1:
            return False
        if not self.rubber:
            self.over = True
            return True
        winner = self.score.index(best)
        second = max(n for side, n in enumerate(self.score) if side != winner)
        self.games[winner] += 1
        self.points[winner] += 3 if not second else 2 if second < self.target / 2 else 1
        if self.games[winner] == 2:
            self.points[winner] += 2
            self.over = True
        else:
            self.score = [0] * len(self.score)
        return True


def shares(total, sides, luck):
    cuts = sorted(luck.randint(0, total) for _ in range(sides - 1))
    return [b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)]


def agree(table, seed):
    """A game or a rubber at random; the table and the pencil after every deal."""
    luck = random.Random(seed)
    players = luck.choice([2, 3, 4])
    house = {
        "target": luck.choice([5, 7, 10]),
        "honours": luck.random() < 0.5,
        "rubber": luck.random() < 0.4,
        "revoke": luck.choice([2, 3]),
        "book": luck.choice([{2: 6, 3: 5, 4: 6}[players], {2: 13, 3: 6, 4: 6}[players]]),
    }
    t, pencil = table(players, dealer=luck.randint(1, players), **house), Scorer(players, **house)
    sides = len(pencil.score)
    for deal in range(40):
        tricks = shares(TRICKS[players], sides, luck)
        claims, lines, honours = [], [], None
        while luck.random() < 0.3:
            seat = luck.randint(1, players)
            by = luck.choice([n for n in range(sides) if n != pencil.side(seat)])
            what = luck.choice(["tricks", "add", "deduct"])
            claims.append((seat, what, by))
            lines.append(f"{seat} penalty {what} {by + 1}")
        if house["honours"] and luck.random() < 0.4:
            honours = (luck.randrange(sides), luck.choice([3, 4]))
            lines.append(f"honours {honours[0] + 1} {honours[1]}")
        cut = luck.randint(0, len(lines))
        t.trump().say(*lines[:cut], "count " + " ".join(map(str, tricks)), *lines[cut:])
        pencil.deal(tricks, claims, honours)
        assert list(t.score) == pencil.score, (seed, deal)
        assert list(t.state.standing.games) == pencil.games
        assert list(t.state.standing.rubber) == pencil.points
        assert t.over == pencil.over
        assert t.deals[-1].raw == tuple(tricks)
        unfolded(t)
        if pencil.over:
            break
    rows = t.view().score.rows
    assert tuple(map(sum, zip(*(row.written for row in rows), strict=True))) == t.score
    return len(t.deals)


def unfolded(t):
    """The sum on the sheet, read as a person reads it, comes to what was written."""
    row = next(r for r in reversed(t.view().score.rows) if r.deal is not None)
    sides = [[1, 3], [2, 4]] if t.players == 4 else [[n] for n in range(1, t.players + 1)]
    names = [" & ".join(NAMES[seat - 1] for seat in side) for side in sides]
    score = [total - by for total, by in zip(row.totals, row.written, strict=True)]
    for line in row.lines:
        text = render(line, "en", "chinese-whist", NAMES, sides)
        who = next((n for n, name in enumerate(names) if re.search(rf"\b{name}\b", text)), None)
        number = int(re.findall(r"\d+", text)[-1]) if re.search(r"\d", text) else 0
        match line.code:
            case "line.tricks" | "line.honours" | "line.add":
                who = line.args["who"].team - 1
                score[who] += number
            case "line.deduct":
                score[line.args["who"].team - 1] -= number
            case "line.capped":
                score[line.args["who"].team - 1] = number
    assert tuple(score) == row.totals, [line.code for line in row.lines]


@given(seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_two_scorers_agree(table, seed):
    agree(table, seed)


@pytest.mark.slow
def test_two_scorers_agree_over_many_games(table):
    assert sum(agree(table, seed) for seed in range(3000)) > 10_000


def test_a_rubber_is_the_best_of_three(table):
    t = table(rubber=True, target=5).deal(11, 2)
    assert t.score == (0, 0)
    assert t.state.standing.rubber == (3, 0), "treble: the others had nothing"
    t.deal(5, 8).deal(7, 6).deal(4, 9)
    assert t.state.standing.games == (1, 1)
    assert t.state.standing.rubber == (3, 2), "double: below half"
    assert not t.over
    t.deal(9, 4).deal(4, 9).deal(8, 5)
    assert (t.over, t.winner) == (True, 1)
    assert t.state.standing.rubber == (3 + 1 + 2, 2), "single, and two for the rubber"
    assert t.score == (5, 3)


def test_a_rubber_is_won_once(table):
    t = table(rubber=True, target=5).deal(11, 2).deal(11, 2)
    assert (t.over, t.score) == (True, (5, 0))
    t.say("adjust 1 1 a slip")
    assert t.state.standing.games == (2, 0)


def test_three_may_need_four_games_for_a_rubber(table):
    t = table(3, rubber=True, target=5)
    for tricks in ((11, 3, 3), (3, 11, 3), (3, 3, 11)):
        t.deal(*tricks)
        assert not t.over
    t.deal(3, 11, 3)
    assert (t.over, t.winner) == (True, 2)


def test_a_claim_takes_a_game_of_the_rubber_back(table):
    t = table(rubber=True, target=5).deal(11, 2)
    assert t.state.standing.games == (1, 0)
    t.say("1 penalty add 2")
    assert (t.score, t.state.standing.games) == ((4, 3), (0, 0))
    assert [row.title.code for row in t.view().score.rows] == ["row.deal"]


def test_a_correction_can_win_a_game_and_undo_it(table):
    t = table().at(9, 0).say("adjust 1 1 forgotten")
    assert t.over
    t.say("adjust 1 -1 not forgotten")
    assert not t.over
