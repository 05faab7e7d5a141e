"""What is vendored is what its note says, byte for byte."""

import hashlib
import re
from pathlib import Path

VENDOR = Path(__file__).parents[2] / "static" / "vendor"


def test_every_vendored_file_is_listed_with_its_hash():
    listed = dict(re.findall(r"^\| ([\w.-]+) \|.*\| ([0-9a-f]{64}) \|$", _note(), re.MULTILINE))
    there = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in VENDOR.glob("*.js")
    }
    assert there
    assert listed == there


def test_licence_and_version_are_named():
    assert "4.8.4" in _note()
    assert "Socket.IO v4.8.4" in (VENDOR / "socket.io.min.js").read_text(encoding="utf-8")[:100]
    assert "MIT" in (VENDOR / "LICENSE").read_text(encoding="utf-8")


def _note() -> str:
    return (VENDOR / "VENDOR.md").read_text(encoding="utf-8")
