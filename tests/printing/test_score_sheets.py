"""Score sheets: room to write, the record with its sums, names of any length."""

from itertools import pairwise

import msgspec
import pytest

from companion import games
from companion.core.messages import Refusal, SeatRef, msg
from companion.core.paper import Column
from companion.core.seats import Seat, Team, seats_of
from companion.core.view import PUBLIC, DealRow, ScoreView, TeamScore
from companion.printing.page import PAPERS
from companion.printing.saying import Say
from companion.printing.score_sheets import Score, score_pdf
from companion.printing.story_pages import StoryLine

NAMES = ("Ana", "Wolfgang Amadeus", "Георги", "Ξένια", "Đorđe", "Łucja")
COLUMNS = (Column(msg("print.date"), 2), Column(msg("print.number"), 1))
every_paper = pytest.mark.parametrize("paper", PAPERS)


def view(deals, teams=2, players=4, start=7):
    """A made-up score: each deal the first team gains one and the others lose one."""
    seats = [tuple(s for s in seats_of(players) if (s - 1) % teams == t) for t in range(teams)]
    rows, totals = [], [start] * teams
    for deal in range(1, deals + 1):
        written = [1] + [-1] * (teams - 1)
        totals = [t + w for t, w in zip(totals, written, strict=True)]
        lines = tuple(msg("ui.plain", what=f"line {n} of deal {deal}") for n in range(deal % 9))
        rows.append(
            DealRow(
                msg("ui.plain", what=f"Deal {deal}"),
                tuple(written),
                tuple(totals),
                deal=deal,
                dealer=Seat(1),
                lines=lines,
                marks=(msg("ui.yes"),),
            )
        )
    return ScoreView(
        msg("ui.score"),
        tuple(TeamScore(Team(t + 1), seats[t], totals[t]) for t in range(teams)),
        tuple(rows),
        verdict=msg("ui.plain", what=SeatRef(Seat(1))),
    )


def within(file, paper):
    width, height = PAPERS[paper]
    for page in range(len(file)):
        for thing in file.letters(page) + file.shapes(page):
            assert thing.left >= 8
            assert thing.top >= 8
            assert thing.right <= width - 8
            assert thing.bottom <= height - 8


def levels(file, page=0):
    """Where the horizontal lines across the sheet stand."""
    width = file.size(page)[0]
    return sorted(
        {
            round((s.top + s.bottom) / 2, 1)
            for s in file.shapes(page)
            if s.right - s.left > width * 0.75 and s.bottom - s.top < 1.5
        }
    )


@every_paper
@pytest.mark.parametrize("teams", [2, 3, 4])
def test_a_blank_sheet_has_room(read, paper, teams):
    file = read(score_pdf(Score(COLUMNS, view(0, teams, 12, start=0)), paper, Say()))
    assert len(file) == 1
    within(file, paper)
    rows = levels(file)
    assert len(rows) >= (12 if paper == "A5" else 20)
    steps = {round(b - a, 1) for a, b in pairwise(rows)}
    assert max(steps) <= 14
    text = file.text()
    assert all(f"Side {team}" in text for team in range(1, teams + 1))
    assert text.count("Signed for") == teams


def test_several_blank_pages(read):
    file = read(score_pdf(Score(COLUMNS, view(0), pages=3), "A4", Say()))
    assert len(file) == 3
    assert all(len(levels(file, page)) > 20 for page in range(3))
    assert "Signed" in file.text(2)
    assert "Signed" not in file.text(0)


@every_paper
@pytest.mark.parametrize("deals", [1, 5, 6, 7, 8, 9, 12, 30])
@pytest.mark.parametrize("room", [True, False])
def test_the_record_has_every_deal_and_its_sum(read, paper, deals, room):
    told = view(deals)
    say = Say(names=NAMES[:4])
    file = read(score_pdf(Score((), told, "KX7PM", record=True, room=room), paper, say))
    within(file, paper)
    texts = [file.text(page) for page in range(len(file))]
    whole = " ".join(texts)
    for row in told.rows:
        assert sum(f"Deal {row.deal}: Yes (Ana dealt)" in text for text in texts) == 1
        for n in range(row.deal % 9):
            assert f"line {n} of deal {row.deal}" in whole
    assert f"{told.teams[0].total}" in texts[-1]
    assert "At the start" in texts[0]
    assert "Signed for Ana & Георги" in texts[-1]
    for page, text in enumerate(texts, 1):
        assert f"page {page} of {len(file)}" in text
        if len(file) > 1 and not room:
            assert text.count("dealt)") >= 2, "a page for a single deal"


def test_the_start_is_what_the_first_deal_began_with(read):
    told = view(3, start=20)
    letters = read(score_pdf(Score((), told, record=True), "A4", Say())).text()
    assert letters.index("20") < letters.index("Deal 1")


@every_paper
def test_a_sheet_to_go_on_with_has_the_score_so_far(read, paper):
    """Without the record: the score as it stands, then room."""
    told = view(9)
    file = read(score_pdf(Score(COLUMNS, told, "KX7PM"), paper, Say(names=NAMES[:4])))
    assert len(file) == 1
    text = file.text()
    assert "So far" in text
    assert "16" in text
    assert "–2" in text or "-2" in text
    assert "Deal 3" not in text
    assert len(levels(file)) > 10


def test_a_sheet_to_go_on_with_says_what_hangs_and_who_dealt(read):
    """Also where the score is again what it was at the start, or nothing yet."""
    hangs = msg("ui.plain", what="Level: 0 each; 8 points hang")
    for start in (0, 7):
        told = view(3, start=start)
        level = tuple(msgspec.structs.replace(team, total=start) for team in told.teams)
        told = msgspec.structs.replace(told, teams=level, verdict=hangs)
        text = read(score_pdf(Score(COLUMNS, told), "A5", Say(names=NAMES[:4]))).text()
        assert "So far" in text
        assert "8 points hang" in text
        assert "Deal 3 was the last; Ana dealt" in text
        assert "At the start" not in text


@every_paper
def test_long_names_stay_in_their_columns(read, paper):
    names = ["Maximiliana-Theodora von Sternberg"] * 6
    file = read(score_pdf(Score(COLUMNS, view(2, 2, 6)), paper, Say(names=names)))
    within(file, paper)
    assert "…" in file.text()


def test_a_name_that_no_font_has():
    with pytest.raises(Refusal) as refused:
        score_pdf(Score(COLUMNS, view(1)), "A4", Say(names=["A", "B", "C", "小林"]))
    assert refused.value.code == "cannot-print"


@pytest.mark.parametrize("name", [name for name in games.names() if games.paper(name)])
def test_every_game_has_its_columns(read, name):
    rules, paper = games.load(name), games.paper(name)
    for players in rules.players:
        columns = paper.score_columns(players, rules.options())
        assert all(column.share > 0 for column in columns)
        start = rules.view(rules.start(players, Seat(1), rules.options()), PUBLIC).score
        say = Say("en", name)
        file = read(score_pdf(Score(columns, start), "A5", say))
        text = file.text()
        assert all(say(column.title) in text for column in columns)
        again = msgspec.structs.replace(start)
        assert score_pdf(Score(columns, again), "A5", say) == file.data


LONG = "Corrected: Wolfgang Amadeus laid 10♥. Before, it said: Георги laid A♠. " * 2


def story(count, what="Ana laid 10♥"):
    return tuple(
        StoryLine(str(n), str(1 + n // 9), "21:04", "2", NAMES[n % 6], what, undone=n % 7 == 0)
        for n in range(1, count + 1)
    )


def sheet(read, paper, lines):
    score = Score((), view(3), "BCDFG", record=True, room=False, story=lines, day="2026-11-30")
    return read(score_pdf(score, paper, Say("en", "belote", NAMES, [(Seat(1),), (Seat(2),)])))


@every_paper
@pytest.mark.parametrize("what", ["Ana laid 10♥", LONG])
def test_every_line_is_there_once_and_within_the_margins(read, paper, what):
    file = sheet(read, paper, story(90, what))
    within(file, paper)
    told = [file.text(page) for page in range(1, len(file))]
    assert sum(text.count("21:04") for text in told) == 90
    assert all("Everything that happened" in text for text in told)
    assert f"page {len(told)} of {len(told)}" in told[-1]
    assert "♥" in told[0]


def test_without_a_story_there_is_no_page_of_it(read):
    assert len(sheet(read, "A4", ())) == len(sheet(read, "A4", story(1))) - 1
