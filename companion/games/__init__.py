"""The games, one folder each, found by folder and listed nowhere.

A game's folder is a package with ``RULES`` in it, a ``messages`` folder with a catalogue
for each language, a ``paper.py`` if it has something to print, and whatever else the game
needs. It knows ``core`` and nothing else.
"""

import importlib
import importlib.util
import pkgutil
from functools import cache
from pathlib import Path
from typing import Any

from companion.core.paper import Printed
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
    load(name)
    module = f"{__name__}.{name.replace('-', '_')}.paper"
    if importlib.util.find_spec(module) is None:
        return None
    printed: Printed = importlib.import_module(module).PAPER
    return printed


def folder(name: str) -> Path:
    """Where a game keeps its prose and its words."""
    module = importlib.import_module(f"{__name__}.{name.replace('-', '_')}")
    return Path(module.__path__[0])
