"""What a game wants printed, made into what a column holds."""

from dataclasses import dataclass
from typing import Any, Final

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Paragraph, Table, TableStyle

from companion.core.paper import (
    Block,
    CardOrder,
    Figures,
    Grid,
    Heading,
    Items,
    Panel,
    Para,
    Text,
)
from companion.printing import fonts, inks
from companion.printing.columns import Unit
from companion.printing.figures import FiguresDrawn, OrderDrawn
from companion.printing.fonts import Face
from companion.printing.markup import marked
from companion.printing.page import MM
from companion.printing.saying import Say

_ALIGN: Final = {"left": TA_LEFT, "centre": TA_CENTER, "right": TA_RIGHT}


class Title(Paragraph):  # type: ignore[misc]
    """A heading that also stands in the viewer's outline."""

    def draw(self) -> None:
        """Draw it and note its place."""
        key = f"h{self.canv.getPageNumber()}-{self.getPlainText()}"
        self.canv.bookmarkHorizontal(key, 0, self.height)
        self.canv.addOutlineEntry(self.getPlainText(), key, 1)
        super().draw()


@dataclass(frozen=True)
class Setter:
    """Sets blocks in one type size, in columns of one width (points)."""

    say: Say
    size: float
    width: float

    def units(self, blocks: tuple[Block, ...]) -> list[Unit]:
        """The blocks in their order, as what is kept together: a heading with what it heads,
        a paragraph with the table or the drawing that it introduces."""
        units: list[Unit] = []
        waiting: list[Flowable] = []
        for block, following in zip(blocks, (*blocks[1:], None), strict=True):
            flowables = self.flowables(block, self.width)
            introduces = isinstance(block, Para) and isinstance(following, Grid | Figures)
            if isinstance(block, Heading) or introduces:
                waiting += flowables
                continue
            for flowable in flowables:
                units.append(Unit((*waiting, flowable)))
                waiting = []
        return [*units, Unit(tuple(waiting))] if waiting else units

    def flowables(self, block: Block, width: float) -> list[Flowable]:
        """One block."""
        size = self.size
        match block:
            case Heading(text):
                return [Title(marked(self.say(text), "title"), self._style("title", 1.45, 0.9))]
            case Para(text, lead, ours):
                words = marked(self.say(text), "text", self.say(lead) if lead else "", ours)
                return [Paragraph(words, self._style("text", 1, 0, after=0.38))]
            case Items(items, kind):
                return [self._item(n, self.say(item), kind) for n, item in enumerate(items, 1)]
            case CardOrder():
                caption = marked(self.say(block.caption), "italic")
                style = self._style("italic", 0.92, 0, after=0.6, ink=inks.QUIET)
                return [OrderDrawn(block, self.say, size), Paragraph(caption, style)]
            case Figures(figures):
                return [FiguresDrawn(figures, self.say, size, width)]
            case Grid():
                return [self._grid(block, width)]
            case Panel(title, blocks):
                return [self._panel(self.say(title), blocks, width)]

    def _style(self, face: Face, scale: float, before: float, **more: Any) -> ParagraphStyle:
        size = self.size * scale
        return ParagraphStyle(
            face,
            fontName=fonts.font(face),
            fontSize=size,
            leading=size * (1.2 if face == "title" else 1.34),
            textColor=HexColor(more.get("ink", inks.GREEN if face == "title" else inks.TEXT)),
            spaceBefore=self.size * before,
            spaceAfter=self.size * more.get("after", 0.25),
            allowWidows=0,
            allowOrphans=0,
            alignment=_ALIGN[more.get("align", "left")],
            leftIndent=more.get("indent", 0.0),
            bulletIndent=0,
            bulletFontName=fonts.font(more.get("bullet", face)),
            bulletFontSize=size,
            bulletColor=HexColor(inks.GREEN),
            splitLongWords=1,
        )

    def _item(self, number: int, text: str, kind: str) -> Flowable:
        sign, face = {
            "steps": (str(number), "bold"),
            "points": ("•", "bold"),
            "ticks": ("✓", "signs"),
        }[kind]
        style = self._style("text", 1, 0, after=0.32, indent=self.size * 1.6, bullet=face)
        return Paragraph(marked(text), style, bulletText=sign)

    def _cell(self, text: Text, face: Face, align: str, ink: str = inks.TEXT) -> Flowable:
        words = text if isinstance(text, str) else self.say(text)
        scale = 0.86 if ink == inks.QUIET else 0.96
        return Paragraph(marked(words, face), self._style(face, scale, 0, align=align, ink=ink))

    def _grid(self, grid: Grid, width: float) -> Flowable:
        whole = sum(share for share, _ in grid.columns)
        aligns = [align for _, align in grid.columns]

        def row(cells: tuple[Text, ...], face: Face, ink: str = inks.TEXT) -> list[Flowable]:
            pairs = zip(cells, aligns, strict=True)
            return [self._cell(cell, face, align, ink) for cell, align in pairs]

        rows = [row(grid.head, "table-bold", inks.QUIET)]
        rows += [row(cells, "table") for cells in grid.rows]
        if grid.total:
            rows.append(row(grid.total, "table-bold"))
        pad = self.size * 0.22
        style = [
            ("FONTNAME", (0, 0), (-1, -1), fonts.font("table")),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), pad),
            ("RIGHTPADDING", (0, 0), (-1, -1), pad),
            ("TOPPADDING", (0, 0), (-1, -1), pad),
            ("BOTTOMPADDING", (0, 0), (-1, -1), pad * 1.3),
            ("LINEBELOW", (0, 0), (-1, 0), 0.9, HexColor(inks.GREEN)),
            ("LINEBELOW", (0, 1), (-1, -1), 0.3, HexColor(inks.LINE)),
        ]
        if grid.total:
            style.append(("LINEABOVE", (0, -1), (-1, -1), 0.9, HexColor(inks.GREEN)))
        return Table(
            rows,
            colWidths=[width * share / whole for share, _ in grid.columns],
            style=TableStyle(style),
            spaceBefore=self.size * 0.3,
            spaceAfter=self.size * 0.7,
        )

    def _panel(self, title: str, blocks: tuple[Any, ...], width: float) -> Flowable:
        pad = self.size * 0.8
        inner = width - 2 * pad
        head = Paragraph(marked(title, "title"), self._style("title", 1.25, 0, after=0.35))
        within = [head]
        for block in blocks:
            within += self.flowables(block, inner)
        return Table(
            [[within]],
            colWidths=[width],
            style=TableStyle(
                [
                    ("FONTNAME", (0, 0), (-1, -1), fonts.font("table")),
                    ("BACKGROUND", (0, 0), (-1, -1), HexColor(inks.TINT)),
                    ("LEFTPADDING", (0, 0), (-1, -1), pad),
                    ("RIGHTPADDING", (0, 0), (-1, -1), pad),
                    ("TOPPADDING", (0, 0), (-1, -1), pad * 0.7),
                    ("BOTTOMPADDING", (0, 0), (-1, -1), pad * 0.7),
                    ("ROUNDEDCORNERS", [2 * MM] * 4),
                ]
            ),
            spaceBefore=self.size * 0.7,
            spaceAfter=self.size * 0.8,
        )
