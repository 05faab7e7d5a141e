"""Putting right what was entered of an earlier game, while the next one is on.

The log is only ever added to: such an entry names the game by its number, and says what it
would have said while that game was the newest. Seats in it are those of that game; who made
it is said by name, for he may sit elsewhere by now.
"""

from typing import Annotated, Final

import msgspec

from companion.core.entries import Correct, Undo
from companion.table.matters import MATTERS, Matter, Reseat
from companion.table.signatures import DEAL_WORDS, Dispute, Settle, Sign


class Earlier(Matter, frozen=True, tag="earlier"):
    """Of game ``game`` of this evening (from 1): a correction, the undo of the newest, who
    really sat where, or a word about a deal whose dispute the game's end has not settled."""

    game: Annotated[int, msgspec.Meta(ge=1, le=100_000)]
    entry: Correct | Undo | Reseat | Sign | Dispute | Settle


EVERY_MATTER: Final[tuple[type[Matter], ...]] = (*MATTERS, *DEAL_WORDS, Earlier)
WORDS: Final = frozenset(str(kind.__struct_config__.tag) for kind in EVERY_MATTER)
