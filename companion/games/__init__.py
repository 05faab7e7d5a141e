"""The games, one folder each, found by folder and listed nowhere.

A game's folder is a package with ``RULES`` in it, a ``messages`` folder with a catalogue
for each language, a ``paper.py`` if it has something to print, a ``robot.py`` if it can be
practised by its own rules, and whatever else the game needs. It knows ``core`` and nothing
else.
"""

import importlib
import importlib.util
import pkgutil
from functools import cache
from pathlib import Path
from typing import Any

from companion.core.paper import Printed
from companion.core.robot import Robot
from companion.core.rules import Rules


@cache
def names() -> tuple[str, ...]:
    """The names of all games, as a record's header writes them.

    More places to look in can be added to this package's ``__path__``.
    """
    return tuple(
        sorted(m.name.replace("_", "-") for m in pkgutil.iter_modules(__path__) if m.ispkg)
    )


@cache
def load(name: str) -> Rules[Any]:
    """The rules of a game by its name; LookupError where there is none."""
    if name not in names():
        raise LookupError(name)
    rules: Rules[Any] = importlib.import_module(f"{__name__}.{name.replace('-', '_')}").RULES
    return rules


@cache
def paper(name: str) -> Printed | None:
    """What a game has to print, by its name; None where it has no ``paper.py``.

    Raises LookupError where there is no such game.
    """
    printed: Printed | None = _offered(name, "paper", "PAPER")
    return printed


@cache
def robot(name: str) -> Robot | None:
    """What a game knows of dealt cards, by its name; None where it has no ``robot.py``.

    Raises LookupError where there is no such game.
    """
    found: Robot | None = _offered(name, "robot", "ROBOT")
    return found


def _offered(name: str, file: str, word: str) -> Any:
    """What stands under this word in a file of a game's folder; None where it has no such file."""
    load(name)
    module = f"{__name__}.{name.replace('-', '_')}.{file}"
    if importlib.util.find_spec(module) is None:
        return None
    return getattr(importlib.import_module(module), word)


def folder(name: str) -> Path:
    """Where a game keeps its prose and its words."""
    module = importlib.import_module(f"{__name__}.{name.replace('-', '_')}")
    return Path(module.__path__[0])
