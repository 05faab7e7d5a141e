"""The README's commands are real: a copy of the checkout, a fresh environment, a first page."""

import os
import re
import shutil
import signal
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHELL = [
    line
    for block in re.findall(r"```sh\n(.*?)```", README, re.S)
    for line in block.strip().splitlines()
]


def test_readme_names_one_command_to_run_and_one_to_test():
    assert SHELL == ["make run", "make test"]


def test_the_ci_runs_the_very_test_command():
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert SHELL[1] in lines


def test_the_windows_line_installs_what_the_makefile_installs():
    windows = re.search(r"```powershell\n(.*?)```", README, re.S)
    assert windows
    assert "-c constraints.txt -e ." in windows[1]
    assert "-c constraints.txt -e ." in (ROOT / "Makefile").read_text(encoding="utf-8")


def test_every_picture_and_file_it_names_is_there():
    for target in re.findall(r"!?\[[^\]]*\]\(([^)]+)\)", README):
        assert (ROOT / target).exists(), target
    for path in re.findall(r"`((?:companion|tests|static)/[\w./-]+)`", README):
        if "tarock" not in path:
            assert (ROOT / path).exists(), path


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the README has another line for Windows")
def test_the_run_command_serves_a_page_from_a_bare_copy(tmp_path):
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\0")
    for name in filter(None, names):
        target = tmp_path / "copy" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)
    log = (tmp_path / "log").open("w+")
    arguments = f"--no-browser --port 18765 --data {tmp_path / 'data'}"
    server = subprocess.Popen(
        [*SHELL[0].split(), f"ARGS={arguments}"],
        cwd=tmp_path / "copy",
        stdout=log,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        page = ""
        for _ in range(1200):
            assert server.poll() is None, (tmp_path / "log").read_text()
            try:
                with urllib.request.urlopen("http://127.0.0.1:18765/kiosk", timeout=2) as answer:
                    page = answer.read().decode()
                break
            except OSError:
                time.sleep(0.25)
        assert "<html" in page, (tmp_path / "log").read_text()
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(10)
        log.close()
