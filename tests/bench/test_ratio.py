"""Prints the figures to hold: a tap within 1.5 times a bare server's, a first page under 80 kB,
a first page within 1.5 s of the start. Timings are never asserted."""

import runpy
from pathlib import Path

import pytest

RATIO = runpy.run_path(str(Path(__file__).with_name("ratio.py")))


@pytest.mark.bench
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_ratio(capsys):
    found, sizes = RATIO["measure"](200)
    with capsys.disabled():
        print()
        for name, value in found.items():
            print(f"  {name:20} {value:10.2f}")
    assert found["state_bytes"] > 1000
    assert sum(sizes.values()) < 80_000  # bytes are no timing
