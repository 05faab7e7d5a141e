"""The command: what it prints, how it ends, and that every error is one sentence."""

import io
import json
import os
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion import __version__, cli, games

ROOT = Path(__file__).parents[2]
GAME = games.names()[0]
SEATS = ["Ana", "Boris", "Vera", "Georgi", "Mila", "Petar"][: games.load(GAME).players[0]]
HEADER = json.dumps({"companion": 1, "game": GAME, "seats": SEATS})


@dataclass
class Done:
    """How a command ended."""

    returncode: int
    stdout: bytes
    stderr: bytes


@pytest.fixture
def companion(monkeypatch, capfdbinary):
    """Run the command as ``python -m companion`` does, but in this process."""

    def run(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "argv", ["companion", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as ended:
            cli.main()
        said = capfdbinary.readouterr()
        return Done(ended.value.code or 0, said.out, said.err)

    return run


def one_sentence(done, status):
    said = done.stderr.decode()
    assert done.returncode == status, said
    assert said.count("\n") == 1, said
    assert "Traceback" not in said
    assert done.stdout == b""
    return said.strip()


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "evening.record"
    path.write_text(f"# a comment\n\n{HEADER}\n", encoding="utf-8")
    return path


def test_version(companion):
    assert companion("--version").stdout.decode().strip() == f"companion {__version__}"
    assert b"--host-ip" in companion("--help").stdout


def test_replay_prints_one_object(companion, record):
    done = companion("replay", record)
    assert done.returncode == 0
    assert done.stderr == b""
    result = json.loads(done.stdout)
    assert (result["companion"], result["game"], result["over"]) == (1, GAME, False)
    assert companion("replay", "-", stdin=record.read_bytes()).stdout == done.stdout


def test_a_refused_entry_names_its_line(companion, record):
    with record.open("a") as stream:
        stream.write('{"do":"fly"}\n')
    said = one_sentence(companion("replay", record), 1)
    assert said.startswith(f"{record}:4: bad-entry: ")
    said = one_sentence(companion("replay", "-", stdin=record.read_bytes()), 1)
    assert said.startswith("-:4: bad-entry: ")


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"# nothing\n",
        b"hello\n",
        b"\x00\xff\xfe" * 100,
        b"[]\n",
        b'{"companion":2}\n',
        b"{" * 9000,
    ],
    ids=["empty", "comments", "prose", "binary", "list", "format 2", "nested"],
)
@pytest.mark.parametrize("command", ["replay", "import"])
def test_what_is_no_record(companion, command, text, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(text)
    more = ["--data", tmp_path / "data"] if command == "import" else []
    said = one_sentence(companion(command, path, *more), 2)
    assert said.startswith(f"{path}:")


@pytest.mark.parametrize("command", ["replay", "import"])
def test_files_that_cannot_be_read(companion, command, tmp_path):
    assert "nothing.here" in one_sentence(companion(command, tmp_path / "nothing.here"), 2)
    one_sentence(companion(command, tmp_path), 2)
    if os.name == "posix" and os.geteuid():
        secret = tmp_path / "secret"
        secret.touch(mode=0)
        one_sentence(companion(command, secret), 2)


def test_import_and_export_are_each_others_inverse(companion, record, tmp_path):
    data = tmp_path / "data"
    code = companion("import", record, "--data", data).stdout.decode().strip()
    exported = companion("export", code.lower(), "--data", data)
    assert exported.returncode == 0
    assert json.loads(exported.stdout.splitlines()[0])["seats"] == SEATS
    assert companion("--data", data, "export", code).stdout == exported.stdout
    replayed = companion("replay", "-", stdin=exported.stdout)
    assert replayed.stdout == companion("replay", record).stdout
    again = companion("import", "-", "--data", data, stdin=exported.stdout)
    assert again.stdout.decode().strip() not in ("", code)


def test_export_of_what_is_not_there(companion, record, tmp_path):
    one_sentence(companion("export", "ZZZZZ", "--data", tmp_path / "nowhere"), 1)
    assert not (tmp_path / "nowhere").exists()
    companion("import", record, "--data", tmp_path / "data")
    one_sentence(companion("export", "ZZZZZ", "--data", tmp_path / "data"), 1)
    one_sentence(companion("export", "\udcff", "--data", tmp_path / "data"), 1)


def test_data_folders_that_cannot_be(companion, tmp_path):
    (tmp_path / "file").touch()
    said = one_sentence(companion("--no-browser", "--data", tmp_path / "file" / "deeper"), 1)
    assert "data folder" in said
    (tmp_path / "data" / "companion.db").mkdir(parents=True)
    one_sentence(companion("--no-browser", "--data", tmp_path / "data"), 1)


def test_a_newer_database_is_left_alone(companion, record, tmp_path):
    data = tmp_path / "data"
    code = companion("import", record, "--data", data).stdout.decode().strip()
    database = sqlite3.connect(data / "companion.db")
    database.execute("PRAGMA user_version = 9999")
    database.close()
    before = (data / "companion.db").read_bytes()
    for arguments in (["--no-browser"], ["export", code], ["import", record]):
        one_sentence(companion(*arguments, "--data", data), 1)
    assert (data / "companion.db").read_bytes() == before


def test_a_closed_pipe_is_no_error_to_talk_about(record):
    shell = f"{sys.executable} -m companion replay {record} | head -c 0"
    done = subprocess.run(
        ["sh", "-c", shell], cwd=ROOT, capture_output=True, timeout=30, check=False
    )
    assert done.stderr == b""


def test_a_poor_terminal_still_gets_the_links():
    """No half blocks in ASCII, so no square; the links are enough."""
    environment = {"PYTHONIOENCODING": "ascii", "SSH_TTY": "/dev/pts/1", "LANG": "xx_YY.UTF-8"}
    script = (
        "import sys; from companion import cli, terminal; "
        "print(cli._can_show('\\u2580'), cli._has_screen(), terminal.language())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
        env=os.environ | environment,
    )
    assert done.stdout.split() == ["False", "False", "en"]


# Looking after the data


def test_backup_and_restore_bring_a_table_back(companion, record, tmp_path):
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    code = companion("import", record, "--data", data).stdout.decode().strip()
    before = companion("export", code, "--data", data).stdout
    assert b"copy.db" in companion("backup", copy, "--data", data).stdout
    other = companion("import", record, "--data", data).stdout.decode().strip()
    done = companion("restore", copy, "--data", data)
    assert done.returncode == 0
    assert companion("export", code, "--data", data).stdout == before
    assert b"no table" in companion("export", other, "--data", data).stderr.lower()
    (aside,) = (p for p in data.glob("companion.db.before-restore-*"))
    assert str(aside) in done.stdout.decode()


def test_backup_into_a_folder_names_the_file_by_the_time(companion, record, tmp_path):
    data, folder = tmp_path / "data", tmp_path / "stick"
    folder.mkdir()
    companion("import", record, "--data", data)
    assert companion("backup", folder, "--data", data).returncode == 0
    (copy,) = folder.iterdir()
    assert copy.suffix == ".db"


def test_what_cannot_be_backed_up_or_restored_is_one_sentence(companion, record, tmp_path):
    data = tmp_path / "data"
    one_sentence(companion("backup", "--data", tmp_path / "nothing"), 1)
    companion("import", record, "--data", data)
    nowhere = tmp_path / "no" / "such" / "copy.db"
    assert "No copy" in one_sentence(companion("backup", nowhere, "--data", data), 1)
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ana")
    for taken in (letter, data / "companion.db"):
        before = taken.read_bytes()
        assert "something else" in one_sentence(companion("backup", taken, "--data", data), 1)
        assert taken.read_bytes() == before
    one_sentence(companion("restore", tmp_path / "none.db", "--data", data), 1)
    wrong = tmp_path / "wrong.db"
    for content in (b"nonsense" * 1000, b""):
        wrong.write_bytes(content)
        said = one_sentence(companion("restore", wrong, "--data", data), 1)
        assert "no sound copy" in said
    sqlite3.connect(wrong.with_suffix(".other")).execute("CREATE TABLE t (x)").connection.close()
    said = one_sentence(companion("restore", wrong.with_suffix(".other"), "--data", data), 1)
    assert "another program" in said


def test_doctor_says_how_things_are(companion, record, tmp_path):
    data = tmp_path / "data"
    fresh = companion("doctor", "--data", data)
    assert fresh.returncode == 0
    assert all(line.startswith("[") for line in fresh.stdout.decode().splitlines())
    companion("import", record, "--data", data)
    assert b"is sound" in companion("doctor", "--data", data).stdout
    (data / "companion.db").write_bytes(b"nonsense" * 1000)
    ill = companion("doctor", "--data", data)
    assert ill.returncode == 1
    assert b"[BAD ]" in ill.stdout
    (data / "companion.db").write_bytes(b"")
    assert b"is damaged (the file is empty)" in companion("doctor", "--data", data).stdout
    (data / "companion.db").unlink()
    gone = companion("doctor", "--data", data)
    assert gone.returncode == 1
    assert b"its second copy is" in gone.stdout


def test_a_game_that_there_is_not_is_told_with_those_there_are(companion, tmp_path):
    said = one_sentence(companion("--game", "poker", "--data", tmp_path / "data"), 1)
    assert "poker" in said
    assert GAME in said
