"""Records of play, each beside the result it must replay to.

A result after a change of rules that is meant: ``companion replay X.record > X.json``.
"""

import json
from pathlib import Path

import pytest
from games.belote import evenings

from companion.table import record

GOLDEN = Path(__file__).parents[2] / "golden" / "belote"
RECORDS = sorted(GOLDEN.glob("*.record"))
HEAD = '{"companion":1,"game":"belote","seats":["Ana","Boris","Vera","Georgi"]}'


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_replays_to_its_result(path):
    result = json.loads(record.replay(record.lines_of_text(path.read_text(encoding="utf-8"))))
    assert result == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


def test_there_are_records_and_none_without_a_result():
    assert len(RECORDS) > 20
    assert {path.stem for path in RECORDS} == {path.stem for path in GOLDEN.glob("*.json")}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"do":"contract","seat":2,"contract":"hearts","doubled":1}', "bad-entry"),
        ('{"do":"bid","seat":2,"contract":"stars"}', "bad-entry"),
        ('{"do":"bid","seat":2,"points":20}', "bad-entry"),
        ('{"do":"declare","seat":2,"meld":"tierce"}', "bad-entry"),
        ('{"do":"count","team":2,"points":100}', "auction-open"),
        ('{"do":"play","seat":2,"card":"Jh"}', "auction-open"),
        ('{"do":"declare","seat":2,"meld":"four","rank":"J"}', "auction-open"),
    ],
)
def test_what_a_record_may_not_say(line, code):
    with pytest.raises(record.RecordRefused) as caught:
        record.read(record.lines_of_text(f"{HEAD}\n{line}\n"))
    assert (caught.value.code, caught.value.line) == (code, 2)


def test_three_players_are_no_table():
    head = '{"companion":1,"game":"belote","seats":["Ana","Boris","Vera"]}'
    with pytest.raises(record.NotARecord):
        record.read(record.lines_of_text(head))


def test_what_a_table_says_comes_back_from_its_record(table):
    """Written as a table exports it and read again, it gives the same result."""
    luck = evenings.seeded(8)
    lines = [HEAD.replace("}", ',"options":{"target":1000}}')]
    t = table(dealer=1, target=1000)
    for _ in range(20):
        words, deal = evenings.play(luck, t.state.deal.first, 0.05)
        said = [*words, *(evenings.entered(luck, deal) if deal and not deal.faults else [])]
        if deal and deal.faults:
            said += deal.lines
        t.say(*said)
        lines += [t.written_as(line) for line in said]
    told = json.loads(record.replay(record.lines_of_text("\n".join(lines))))
    assert tuple(told["score"]) == t.score
    assert [deal["written"] for deal in told["deals"]] == [list(d.written) for d in t.deals]
