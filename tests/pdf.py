"""A reader of PDF files, measured as the printer measures: millimetres from the top left."""

import re
from dataclasses import dataclass

import pypdfium2 as pdfium
from pypdfium2 import raw

MM = 72 / 25.4


@dataclass(frozen=True)
class Box:
    """Something on a page: its text where it has one, and where it is."""

    left: float
    top: float
    right: float
    bottom: float
    text: str = ""

    @property
    def centre(self):
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


class Reader:
    """An opened PDF file."""

    def __init__(self, data):
        self.data = data
        self.file = pdfium.PdfDocument(data)

    def __len__(self):
        return len(self.file)

    def size(self, page=0):
        return tuple(side / MM for side in self.file[page].get_size())

    def text(self, page=0):
        """The words of a page, in the order in which they were drawn."""
        return " ".join(self.file[page].get_textpage().get_text_range().split())

    def letters(self, page=0):
        """Every visible character with its place."""
        high = self.file[page].get_height()
        texts = self.file[page].get_textpage()
        found = []
        for n in range(texts.count_chars()):
            char = texts.get_text_range(n, 1)
            if char.strip():
                left, low, right, up = texts.get_charbox(n)
                found.append(Box(left / MM, (high - up) / MM, right / MM, (high - low) / MM, char))
        return found

    def shapes(self, page=0):
        """The bounds of every drawn path."""
        high = self.file[page].get_height()
        found = []
        for thing in self.file[page].get_objects(filter=[raw.FPDF_PAGEOBJ_PATH]):
            left, low, right, up = thing.get_bounds()
            found.append(Box(left / MM, (high - up) / MM, right / MM, (high - low) / MM))
        return found

    def image(self, page=0, dpi=150):
        """The page as grey pixels: rows of 0 to 255."""
        picture = self.file[page].render(scale=dpi / 72, grayscale=True).to_pil()
        return picture.convert("L")

    @property
    def fonts(self):
        """The fonts it names; embedded subsets have six letters and a plus in front."""
        return set(re.findall(rb"/BaseFont /([^\s/<>]+)", self.data))


def dark_modules(picture, place, side, count, *, dpi=150):
    """What a square of modules looks like in a picture: rows of True for dark."""
    x, y = place
    dot = dpi / 25.4
    step = side / count
    return [
        [
            picture.getpixel(
                (round((x + (i + 0.5) * step) * dot), round((y + (j + 0.5) * step) * dot))
            )
            < 128
            for i in range(count)
        ]
        for j in range(count)
    ]
