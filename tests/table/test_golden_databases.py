"""What any released version wrote is read by this one, and says the same."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from companion.table import database
from companion.table.host import Host
from companion.table.log import Log

GOLDEN = Path(__file__).parents[1] / "golden"
sys.path.insert(0, str(GOLDEN))

from make_database import told


@pytest.mark.parametrize("version", range(1, len(database.MIGRATIONS) + 1))
def test_a_database_of_each_version_says_what_it_said(tmp_path, version):
    golden = GOLDEN / "databases" / f"version-{version}.db"
    path = tmp_path / "companion.db"
    shutil.copy(golden, path)
    for _ in range(2):  # brought forward, and as it is then
        host = Host(Log(path))
        known = json.loads(golden.with_suffix(".json").read_text(encoding="utf-8"))
        assert told(host) == known
        host.close()
