"""Names of people: what may be one, and when two are the same."""

import unicodedata
from typing import Final

import regex

from companion.core.messages import Refusal

LONGEST: Final = 20
"""Graphemes: what a reader counts as one sign, a family emoji as well as an é."""

# A zero-width joiner is invisible and so refused, but inside an emoji it makes the picture.
_EMOJI_JOINER: Final = regex.compile(
    r"(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})"
)
_NOT_IN_A_NAME: Final = regex.compile(
    r"[\p{C}\p{Zl}\p{Zp}\u2800]"  # controls, direction overrides, surrogates, private, lines
    r"|[\p{Default_Ignorable_Code_Point}--[\uFE0E\uFE0F]]"  # fillers and other invisible ones
    r"|\p{M}{6,}|^\p{M}",  # marks heaped up on one letter, or on none
    regex.VERSION1,
)


def clean(name: str) -> str:
    """The name as it is kept: NFC, single spaces, none at the ends.

    Raises ``Refusal("bad-name")`` for an empty or overlong one, or one with signs that
    nobody can see or that turn the line around.
    """
    kept = regex.sub(r"\p{Zs}+", " ", unicodedata.normalize("NFC", name)).strip(" ")
    if (
        not kept
        or len(kept) > 8 * LONGEST
        or _NOT_IN_A_NAME.search(_EMOJI_JOINER.sub("", kept))
        or len(regex.findall(r"\X", kept)) > LONGEST
    ):
        raise Refusal("bad-name", n=LONGEST)
    return kept


def key(name: str) -> str:
    """Equal for two names that people would not tell apart by case or width."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
