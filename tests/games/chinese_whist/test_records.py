"""Records of play, each beside the result it must replay to.

A result after a change of rules that is meant: ``companion replay X.record > X.json``.
"""

import json
from pathlib import Path

import pytest

from companion.table import record

GOLDEN = Path(__file__).parents[2] / "golden" / "chinese-whist"
RECORDS = sorted(GOLDEN.glob("*.record"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_replays_to_its_result(path):
    result = json.loads(record.replay(record.lines_of_text(path.read_text(encoding="utf-8"))))
    assert result == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


def test_there_are_records_and_none_without_a_result():
    assert len(RECORDS) > 15
    assert {path.stem for path in RECORDS} == {path.stem for path in GOLDEN.glob("*.json")}
