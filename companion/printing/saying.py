"""Sentences as plain text, for paper."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion import words
from companion.core.messages import Msg

TITLE: Final = "game.title"
"""The sentence in each game's own catalogue that is its name."""


@dataclass(frozen=True)
class Say:
    """Says sentences in one language, with a game's own words and the names at a table."""

    language: str = "en"
    game: str | None = None
    names: Sequence[str | None] = ()
    sides: Sequence[Sequence[int]] = ()
    """The seats of each side; without them a side goes by its number."""

    @property
    def title(self) -> str:
        """The game's own name."""
        return self(Msg(TITLE))

    def __call__(self, sentence: Msg) -> str:
        """The sentence as text."""
        names = [name or "" for name in self.names]
        return words.render(sentence, self.language, self.game, names, self.sides)
