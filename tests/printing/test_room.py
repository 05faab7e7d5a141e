"""What holds of the room as a whole: no game's name in it, and how long its work takes."""

import time
from pathlib import Path

import pytest

from companion import games, printing
from companion.core.cards import Deck
from companion.core.paper import ORDINARY, ordinary_face
from companion.printing import labels, stocks
from companion.printing.saying import Say
from companion.settings import print_folder

OWN = [
    *Path(printing.__path__[0]).glob("*.py"),
    *Path(printing.__path__[0]).parent.glob("print_command.py"),
    *print_folder().glob("*.*"),
    *print_folder().glob("stocks/*"),
]


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_the_printer_names_no_game(path):
    text = path.read_text(encoding="utf-8").casefold()
    for name in games.names():
        assert name not in text
        assert name.replace("-", " ") not in text


def a_thousand_labels():
    faces = [ordinary_face(card, "11") for card in Deck(ORDINARY)]
    run = labels.Run(
        stocks.find("L4731REV", stocks.stocks()), labels.Design(camera=True), copies=10
    )
    return labels.labels_pdf("Game", faces, run, Say())


def test_a_thousand_labels_are_a_small_file(read):
    data = a_thousand_labels()
    assert len(read(data)) == 6
    assert len(data) < 400_000


@pytest.mark.bench
def test_how_long_a_thousand_labels_take(capsys):
    """Beside a second's worth of plain counting, so that the machine falls out of it."""
    a_thousand_labels()
    begun = time.perf_counter()
    a_thousand_labels()
    took = time.perf_counter() - begun
    begun = time.perf_counter()
    total = sum(n % 7 for n in range(10_000_000))
    counting = time.perf_counter() - begun
    assert total
    with capsys.disabled():
        print(f"\n  1,040 labels: {took:.2f} s, {took / counting:.2f} of counting to ten million")
