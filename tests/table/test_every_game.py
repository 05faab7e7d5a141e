"""Every game at a live table, played as phones play it: by the choices they are shown."""

import random

import msgspec
import pytest
from party import GAMES, Party, fill

from companion import games
from companion.core.messages import Refusal
from companion.table import record


@pytest.fixture
def party(tmp_path):
    parties = []

    def invited(game, players):
        folder = tmp_path / f"{len(parties)}"
        parties.append(Party(folder, game, players))
        return parties[-1]

    yield invited
    for one in parties:
        one.host.close()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("game", "players"), [(game, n) for game in GAMES for n in games.load(game).players]
)
def test_a_random_evening(party, game, players, seed):
    chance = random.Random(seed)
    table = party(game, players)
    entered = 0
    for _ in range(60):
        offered = list(table.offered())
        weights = [
            {"main": 20, "beside": 5, "more": 3, "rare": 1}[c.get("weight", "main")]
            for _, c in offered
        ]
        if chance.random() < 0.1 and table.frame(table.boss)["undo"]:
            table.send(table.boss, {"do": "undo"})
            continue
        if not offered:
            break
        (phone, choice), seq = chance.choices(offered, weights)[0], table.table.seq
        refused = None
        try:
            table.send(phone, fill(choice, chance))
        except Refusal as refusal:
            refused = refusal.code
        if refused:  # blanks that are right each by itself need not be so together
            assert len(choice["fields"]) > 1, (refused, choice)
        entered += not refused
        assert (table.table.seq > seq) is (refused is None), "all of a tap or none of it"
    assert entered > 10
    before = table.seen()
    table.restart()
    assert table.seen() == before
    with table.table.evening() as evening:
        live = evening.game.history
        result = record.result(record.Record(game, (), live))
    exported = table.host.export_record(table.table.code)
    assert record.replay(record.lines_of_text(exported)) == result
    again = table.host.import_record(exported)
    assert table.host.export_record(again.code) == exported


@pytest.mark.parametrize("card", ["Ms", "Id"])
def test_the_trump_of_whitehouse_is_in_nobody_elses_bytes(party, monkeypatch, card):
    monkeypatch.setattr("time.time", lambda: 1_700_000_000)
    monkeypatch.setattr("companion.table.host._new_code", lambda taken: "BCDFG")
    tables = [party("whitehouse", 6) for _ in range(2)]
    for table, trump in zip(tables, ("Ps", card), strict=True):
        table.send(table.phones[1], {"do": "bid", "seat": 2, "points": 17})
        for seat in (3, 4, 5, 6, 1):
            table.send(table.phones[seat - 1], {"do": "pass", "seat": seat})
        table.send(table.phones[1], {"do": "conceal", "seat": 2, "card": trump})
    for step in range(3):
        ours, theirs = (
            [msgspec.json.encode(t.table.frame(d)) for d in (*t.phones, t.boss, None)]
            for t in tables
        )
        assert ours.pop(1) != theirs.pop(1), "the bidder's own phone knows"
        assert ours == theirs
        for table in tables:
            match step:
                case 0:
                    table.send(table.phones[1], {"do": "play", "seat": 2, "card": "Pc"})
                case 1:
                    table.restart()
