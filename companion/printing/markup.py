"""Sentences as the paragraphs that reportlab sets: fonts for what a face lacks, suits in colour."""

from html import escape

from companion.printing import fonts, inks
from companion.printing.fonts import Face

_INKS = {inks.sign(suit): ink for suit, ink in inks.FOUR.items()}
DAGGER = "†"
"""Stands after what is our choice."""


def marked(text: str, face: Face = "text", lead: str = "", ours: bool = False) -> str:
    """The text as reportlab's markup, ``lead`` in bold before it.

    Raises Refusal ``cannot-print``.
    """
    start = f'<font name="{fonts.font("bold")}">{_set(lead, "bold")}</font>  ' if lead else ""
    end = f'<font color="{inks.GOLD}">{DAGGER}</font>' if ours else ""
    return start + _set(text, face) + end


def _set(text: str, face: Face) -> str:
    own = fonts.font(face)
    parts = []
    for name, piece in fonts.runs(text, face):
        if name == own:
            parts.append(escape(piece))
            continue
        for letter in piece:
            colour = f' color="{_INKS[letter]}"' if letter in _INKS else ""
            parts.append(f'<font name="{name}"{colour}>{escape(letter)}</font>')
    return "".join(parts)
