"""A game of our own for the tests of the table, so that they need no real one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import games
from companion.table import codec

GAMES_FOR_TESTS = str(Path(__file__).parent.parent / "games_for_tests")


@pytest.fixture(autouse=True, scope="session")
def high_card() -> Iterator[None]:
    """The game for tests can be found for as long as these tests run."""
    games.__path__.append(GAMES_FOR_TESTS)
    forget()
    yield
    games.__path__.remove(GAMES_FOR_TESTS)
    forget()


def forget() -> None:
    games.names.cache_clear()
    games.load.cache_clear()
    codec.entry_decoder.cache_clear()
