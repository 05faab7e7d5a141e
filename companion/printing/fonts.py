"""The bundled fonts, and which of them can set a piece of text."""

import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Final, Literal

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from companion.core.messages import Refusal
from companion.settings import print_folder

Face = Literal["text", "italic", "bold", "table", "table-bold", "label", "title", "signs"]

FILES: Final[dict[Face, str]] = {
    "text": "NotoSans-Regular",
    "italic": "NotoSans-Italic",
    "bold": "NotoSans-SemiBold",
    "table": "NotoSans-SemiCondensed",
    "table-bold": "NotoSans-SemiCondensedBold",
    "label": "NotoSans-CondensedBold",
    "title": "NotoSerifDisplay-SemiCondensedSemiBold",
    "signs": "DejaVuSans-Bold",
}
CAP: Final = 0.714
"""How high a capital of ours stands, as a part of the type size; figures are as high."""
SIGN: Final = 0.7285
"""How high a suit sign stands; it stands on the line like a capital."""


@cache
def font(face: Face) -> str:
    """The font's name for reportlab, which has it loaded from then on."""
    name = FILES[face]
    pdfmetrics.registerFont(TTFont(name, str(print_folder() / "fonts" / f"{name}.ttf")))
    return name


@cache
def letters(face: Face) -> frozenset[int]:
    """The characters that a font has."""
    return frozenset(pdfmetrics.getFont(font(face)).face.charToGlyph)


def runs(text: str, face: Face) -> Iterator[tuple[str, str]]:
    """The text in pieces, each with the name of a font that can set it.

    What the face lacks is taken from the signs. Raises Refusal ``cannot-print`` naming what
    no font has: a box in place of a letter would be found out on paper only.
    """
    # Noto has no minus sign; its dash is one, where another font's would be too heavy.
    text = unicodedata.normalize("NFC", text).replace("−", "–")
    own, signs = letters(face), letters("signs")
    missing = sorted({ch for ch in text if ord(ch) not in own and ord(ch) not in signs})
    if missing:
        shown = " ".join(ch if ch.isprintable() else f"U+{ord(ch):04X}" for ch in missing[:8])
        raise Refusal("cannot-print", text=text, letters=shown)
    for of_face, piece in groupby(text, lambda ch: ord(ch) in own):
        yield font(face if of_face else "signs"), "".join(piece)


def width(text: str, face: Face, size: float) -> float:
    """How wide the text sets, in points. Raises Refusal ``cannot-print``."""
    return float(sum(pdfmetrics.stringWidth(piece, name, size) for name, piece in runs(text, face)))


def check(text: str) -> None:
    """Raise Refusal ``cannot-print`` where the text has letters that no font of ours has."""
    for _ in runs(text, "text"):
        pass


def fitted(text: str, face: Face, size: float, room: float, least: float) -> tuple[str, float]:
    """The text and a size at which it fits into ``room`` points: smaller first, then cut off.

    ``least`` is the smallest size that may be chosen; a text cut off ends in ``…``.
    """
    natural = width(text, face, size)
    if natural <= room:
        return text, size
    if (smaller := size * room / natural) >= least:
        return text, smaller
    while text and width(text + "…", face, least) > room:
        text = text[:-1].rstrip()
    return text + "…", least
