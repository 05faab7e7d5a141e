"""The power goes, also between a write and its sync: what was acknowledged is there."""

import json
import random

import pytest
from power import Connection, Disk, Watched

from companion.table import commits, database
from companion.table.host import Host
from companion.table.log import Log

NAME = "companion.db"


class Evening:
    """Taps at a table whose disk is watched; at every step of the disk the power may go."""

    def __init__(self, folder, monkeypatch, seed, chance):
        self.random = random.Random(seed)
        self.chance = chance
        self.disk = Disk()
        self.told = []
        self.opened = False
        self.cuts = []
        """What was found after each cut, and what had been acknowledged before it."""
        self.vfs = Watched(f"watched-{seed}", self.disk, self.step)
        connect = lambda path, how="": Connection(path, self.vfs.name)  # noqa: E731
        monkeypatch.setattr(database, "_connect", connect)
        monkeypatch.setattr(commits, "COMMITS_A_CHECKPOINT", 5)
        monkeypatch.setattr(commits.Commits, "_start_checkpoint", commits.Commits._checkpoint)
        host = Host(Log(folder / NAME))
        self.table = host.open_table("high-card", 2, {"target": 1000})
        self.opened = True
        device, _ = host.new_device(host=True)
        for n in range(60):
            tap = f"void-tap-{n:04}"
            body = json.dumps({"do": "adjust", "team": 1, "by": 1, "why": "x" * (n * 37 % 190 + 1)})
            self.table.act(device, tap, self.table.seq, body.encode())
            self.told.append(tap)
        host.close()
        monkeypatch.undo()

    def step(self):
        if self.opened and self.random.random() < self.chance:
            self.cuts.append((self.disk.after_a_cut(self.random), len(self.told)))


def found_again(folder, files):
    """The taps that a start after the cut finds, in their order."""
    folder.mkdir()
    for name, content in files.items():
        if not name.endswith("-shm"):
            (folder / name).write_bytes(content)
    log = Log(folder / NAME)
    try:
        assert log.restored is None, "no damage: nothing to rebuild"
        (seating,) = log.seatings()
        rows = log.rows(seating.code)
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        return [row.tap for row in rows if row.tap.startswith("void-tap")]
    finally:
        log.close()


def cut_again_and_again(folder, monkeypatch, seed, chance):
    evening = Evening(folder, monkeypatch, seed, chance)
    for n, (files, told) in enumerate(evening.cuts):
        found = found_again(folder / f"cut-{n}", files)
        assert found[:told] == evening.told[:told]
        assert len(found) <= told + 1, "at most the one that was under way"
    return len(evening.cuts)


def test_what_was_acknowledged_survives_a_power_cut(tmp_path, monkeypatch):
    assert cut_again_and_again(tmp_path, monkeypatch, 1, 0.1) > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_what_was_acknowledged_survives_many_power_cuts(tmp_path, monkeypatch, seed):
    assert cut_again_and_again(tmp_path, monkeypatch, seed, 1) > 300
