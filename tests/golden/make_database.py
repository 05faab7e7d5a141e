"""Makes ``databases/version-N.db`` for the version N of today, and what must be read from it.

Run once for each new version of the schema, before it is released:
``python tests/golden/make_database.py``. What an older companion wrote is never made again.
"""

import json
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from companion.table import database
from companion.table.host import Host
from companion.table.log import Log

RECORDS = ("belote/by-cards-suit", "chinese-whist/cards-3", "whitehouse/agreed")


def told(host):
    """What every table of the database says, by its code: its records and its public view."""
    return {
        table.code: {
            "games": [
                host.export_record(table.code, n + 1)
                for n in range(table.look(lambda evening: len(evening.games)))
            ],
            "people": [person.name for person in table.frame(None).people],
            "score": [side.total for side in table.frame(None).view.score.teams],
            "story": table.look(lambda evening: [line.what.code for line in evening.story]),
        }
        for table in host.tables()
    }


def an_evening(host):
    """A table at which people come and go, and something is undone, put right and disputed."""
    table = host.open_table("belote", 4)
    devices = [host.new_device(host=seat == 1)[0] for seat in range(1, 5)]

    def act(who, **entry):
        body = json.dumps(entry).encode()
        table.act(devices[who - 1], f"golden-tap-{table.seq:04}", table.seq, body)

    for seat, name in enumerate(("Ana", "Борис", "Vera", "Georgi"), 1):
        act(seat, do="sit", seat=seat, name=name)
    act(2, do="bid", seat=2, contract="hearts")
    for seat in (3, 4, 1):
        act(seat, do="pass", seat=seat)
    act(1, do="count", team=2, points=90)
    act(1, do="undo")
    act(3, do="count", team=2, points=100)
    act(1, do="correct", at=1, entry={"do": "bid", "seat": 2, "contract": "clubs"})
    act(1, do="leave", seat=4)
    act(1, do="end")


def main():
    target = HERE / "databases" / f"version-{len(database.MIGRATIONS)}.db"
    if target.exists():
        raise SystemExit(f"{target} is there already")
    with tempfile.TemporaryDirectory() as folder:
        host = Host(Log(Path(folder) / "companion.db"))
        for record in RECORDS:
            host.import_record((HERE / f"{record}.record").read_text(encoding="utf-8"))
        an_evening(host)
        known = told(host)
        host._log.copy_to(target)
        host.close()
    target.with_suffix(".json").write_text(
        json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
