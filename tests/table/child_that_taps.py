"""Run by test_restart: a server that taps as fast as it can and says what was saved.

Arguments: the log, the number of taps already told, and where to die after some taps.
"""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from companion import games
from companion.table.host import Host
from companion.table.log import Log

TAPS_BEFORE_DYING = 7


class Dying:
    """Stands before the connection and ends the process there, as a power cut would."""

    def __init__(self, connection, fail):
        self._connection, self._fail = connection, fail

    def execute(self, sql, values=()):
        when, _, what = self._fail.partition("-")
        if when == "before" and sql.upper().startswith(what.upper()):
            os._exit(9)
        result = self._connection.execute(sql, values)
        if when == "after" and sql.upper().startswith(what.upper()):
            os._exit(9)
        return result

    def __getattr__(self, name):
        return getattr(self._connection, name)


def main(path, start, fail):
    games.__path__.append(str(Path(__file__).parents[1] / "games_for_tests"))
    log = Log(Path(path))
    host = Host(log)
    if host.tables():
        (table,) = host.tables()
    else:
        table = host.open_table("high-card", 2, {"target": 1000})
        for seat, name in enumerate(("Ana", "Boris"), 1):
            device, _ = host.new_device(host=True)
            body = json.dumps({"do": "sit", "seat": seat, "name": name}).encode()
            table.act(device, f"sit-tap-{seat}", 0, body)
    with table.evening() as evening:
        device_id = evening.people[1].device
    device = next(d for d in host._devices._by_hash.values() if d.id == device_id)
    for n in range(start, 100_000):
        if n == start + TAPS_BEFORE_DYING and fail != "none":
            commits = log._commits
            commits._connection = Dying(commits._connection, fail)
        tap = f"void-tap-{n:06}"
        seq = table.act(device, tap, table.seq, b'{"do":"void"}')
        sys.stdout.write(json.dumps([tap, seq]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
