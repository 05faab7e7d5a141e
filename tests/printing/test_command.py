"""``companion print``: files where they were wanted, and one sentence for every mistake."""

import hashlib
import json
import re
import sys

import pytest

from companion import cli, folder, games
from companion.printing import stocks

GAME = next(name for name in games.names() if games.paper(name))
PLAYERS = games.load(GAME).players
SEATS = ["Ana", "Boris", "Vera", "Георги", "Mila", "Petar"][: PLAYERS[0]]
HEADER = json.dumps({"companion": 1, "game": GAME, "seats": SEATS})


TOO_WIDE = ["210", "297", "25", "10", "9", "27", "8", "13", "28", "10"]
"""A paper whose nine columns do not fit."""


@pytest.fixture
def companion(monkeypatch, capfdbinary, tmp_path):
    """Run the command in an empty folder; its status, and what it said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cli, "data_folder", lambda: tmp_path / "data")

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["companion", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        said = capfdbinary.readouterr()
        return ended.value.code or 0, said.out, said.err.decode()

    return run


@pytest.fixture
def table(companion, tmp_path):
    """The code of a table with people at it."""
    (tmp_path / "record").write_text(HEADER + "\n", encoding="utf-8")
    status, out, _ = companion("import", "record")
    assert status == 0
    return out.decode().strip()


def test_labels_and_their_guide(companion, read, tmp_path):
    status, out, err = companion("print", "labels", GAME, "--start", "3:2")
    assert (status, err) == (0, "")
    assert out.decode().splitlines()[:2] == [
        f"{GAME}-labels.pdf: 1 page",
        f"{GAME}-guide.pdf: 1 page",
    ]
    assert "100 %" in out.decode()
    file = read((tmp_path / f"{GAME}-labels.pdf").read_bytes())
    first = min(letter.top for letter in file.letters() if letter.text == "♣")
    assert first > stocks.find("l4731rev", stocks.stocks()).box(15)[1]
    assert len(read((tmp_path / f"{GAME}-guide.pdf").read_bytes())) == 1


def test_labels_to_standard_output_and_to_a_file_are_the_same(companion, tmp_path):
    wish = ("print", "labels", GAME, "--place", "centre", "--stock", "L7651", "--camera")
    _, out, _ = companion(*wish, "-o", "-")
    assert companion(*wish, "-o", "mine.pdf")[0] == 0
    assert (tmp_path / "mine.pdf").read_bytes() == out
    assert (tmp_path / "mine.guide.pdf").exists()
    assert hashlib.sha256(out).digest() == hashlib.sha256(companion(*wish, "-o", "-")[1]).digest()


def test_labels_for_a_table(companion, table, read, tmp_path):
    assert companion("print", "labels", "--table", table, "--no-guide")[0] == 0
    deck = games.load(GAME).deck(len(SEATS))
    file = read((tmp_path / f"{GAME}-labels.pdf").read_bytes())
    assert sum(letter.text in "♣♦♥♠" for letter in file.letters()) == 2 * len(deck)
    assert not (tmp_path / f"{GAME}-guide.pdf").exists()


def test_a_paper_of_ones_own(companion, read, tmp_path):
    numbers = ["200", "250", "30", "12", "4", "15", "20", "20", "35", "13"]
    assert companion("print", "labels", GAME, "--own-stock", *numbers)[0] == 0
    file = read((tmp_path / f"{GAME}-labels.pdf").read_bytes())
    assert file.size() == pytest.approx((200, 250), abs=0.1)


def test_a_measured_printer_is_used(companion, read, tmp_path):
    wish = ("print", "labels", GAME, "--outline", "--no-guide")
    _, before, _ = companion(*wish, "-o", "-")
    assert companion("print", "calibration")[0] == 0
    status, out, _ = companion("print", "calibration", "--measured", "21", "20", "150", "200")
    assert status == 0
    assert "+1.00 mm" in out.decode()
    _, after, _ = companion(*wish, "-o", "-")
    _, unnamed, _ = companion(*wish, "--printer", "default", "-o", "-")
    assert after == unnamed != before
    lefts = [
        min(letter.left for letter in read(data).letters() if letter.text == "♣")
        for data in (before, after)
    ]
    assert lefts[0] - lefts[1] == pytest.approx(1.0, abs=0.05)


def test_stocks_are_listed(companion):
    status, out, _ = companion("print", "stocks")
    assert status == 0
    lines = out.decode().splitlines()
    assert len(lines) == len(stocks.stocks())
    assert any("L4731REV" in line and "comes off again" in line for line in lines)


def test_cards_for_a_table(companion, table, read, tmp_path):
    address = ("--host-ip", "10.0.0.7", "--port", "9000")
    status, _, err = companion(
        *address, "print", "table-card", "--wifi", "Home;", "--wifi-password", "a:b"
    )
    assert (status, err) == (0, "")
    text = read((tmp_path / f"table-{table}.pdf").read_bytes()).text()
    assert "10.0.0.7:9000" in text
    assert "Home;" in text
    assert table in text
    assert companion(*address, "print", "seat-cards", table.lower(), "--paper", "Letter")[0] == 0
    data = (tmp_path / f"seats-{table}.pdf").read_bytes()
    assert all(name in read(data).text() for name in SEATS)
    cards = re.findall(rf"http://10.0.0.7:9000/p/({table}\.[A-Z2-7]{{26}})".encode(), data)
    assert len(set(cards)) == len(SEATS)
    with folder.open_host(tmp_path / "data") as host:
        device, _ = host.new_device()
        host.table(table).take(cards[1].decode(), device, "take-tap-1")
        assert host.table(table).seats_of(device) == {2}
        status, _, err = companion("print", "seat-cards", table)
        assert status == 1
        assert "print page" in err


def test_rules_alone_and_at_a_table(companion, table, read, tmp_path):
    assert companion("print", "rules", GAME, "--paper", "A5")[0] == 0
    alone = (tmp_path / f"{GAME}-rules.pdf").read_bytes()
    assert read(alone).size()[0] == pytest.approx(148, abs=0.1)
    address = ("--host-ip", "10.0.0.7", "--port", "9000")
    assert companion(*address, "print", "rules", "--table", table, "-o", "r.pdf")[0] == 0
    at_table = read((tmp_path / "r.pdf").read_bytes())
    assert "10.0.0.7:9000" in at_table.text()
    assert b"10.0.0.7" not in alone


def test_score_sheets_blank_and_of_a_table(companion, table, read, tmp_path):
    status, out, _ = companion("print", "score", GAME, "--pages", "2")
    assert status == 0
    assert b": 2 pages" in out
    assert companion("print", "score", "--table", table.lower(), "--record", "-o", "s.pdf")[0] == 0
    text = read((tmp_path / "s.pdf").read_bytes()).text()
    assert table in text
    assert all(name in text for name in SEATS)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["labels"], GAME),
        (["labels", "poker"], "poker"),
        (["labels", GAME, "--players", "3"], "3 players"),
        (["labels", GAME, "--stock", "L0000"], "L0000"),
        (["labels", GAME, "--start", "9999"], "9999"),
        (["labels", GAME, "--printer", "attic"], "attic"),
        (["labels", GAME, "--stock", "6019", "--camera"], "camera"),
        (
            [
                "labels",
                GAME,
                "--own-stock",
                *TOO_WIDE,
            ],
            "right",
        ),
        (["labels", GAME, "-o", "no/such/folder.pdf"], "folder.pdf"),
        (["labels", "--table", "ZZZZZ"], "no table"),
        (["calibration", "--measured", "20", "20", "140", "200"], "100 %"),
        (["table-card"], "no table"),
        (["rules"], GAME),
        (["rules", "poker"], "poker"),
        (["rules", "--table", "ZZZZZ"], "no table"),
        (["score", GAME, "--players", "99"], "99 players"),
        (["seat-cards", "ZZZZZ"], "no table"),
    ],
)
def test_mistakes_are_one_sentence(companion, arguments, word):
    status, out, err = companion("print", *arguments)
    assert status == 1
    assert out == b""
    assert err.count("\n") == 1
    assert word in err
    assert "{" not in err


def test_mistakes_at_a_table(companion, table):
    status, _, err = companion("print", "table-card", table, "--wifi", "x" * 40)
    assert (status, err.count("\n")) == (1, 1)


def test_a_bad_paper_in_the_data_folder(companion, tmp_path):
    (tmp_path / "data" / "stocks").mkdir(parents=True)
    (tmp_path / "data" / "stocks" / "mine.toml").write_text("[[stock]\n", encoding="utf-8")
    status, _, err = companion("print", "stocks")
    assert (status, err.count("\n")) == (1, 1)
    assert "mine.toml" in err
