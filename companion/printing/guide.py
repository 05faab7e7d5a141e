"""The page that says which label goes on which card, and where on it."""

from typing import Final

from companion.core.cards import suit_of
from companion.core.messages import Msg, msg
from companion.core.paper import Conversion, Face, Labels
from companion.printing import inks
from companion.printing.labels import Design, draw_face
from companion.printing.page import PAPERS, Document, Pen
from companion.printing.saying import Say

LEFT: Final = 18.0
STEPS_WIDE: Final = 74.0
TABLE: Final = 106.0
"""Where the table of labels begins."""
LABEL_WIDE: Final = 12.0
POINTS: Final = 20.0
ROW: Final = 15.5


def guide_pdf(
    title: str, labels: Labels, design: Design, paper: str, say: Say, ticked: int | None = None
) -> bytes:
    """One page of plain paper; ``title`` is the game's.

    ``ticked``: which conversion, from 0, is decided on already; else people tick one by pen.
    """
    heading = say(msg("print.guide-title", game=title))
    document = Document(heading, PAPERS[paper], say.language)
    pen = document.page()
    pen.text(LEFT, 28, title, "title", 30)
    code = "print.guide-deck" if labels.conversions else "print.guide-deck-same"
    deck = say(msg(code, n=len(labels.faces)))
    pen.text(LEFT, 36, deck, "text", 11, inks.QUIET)
    pen.line(LEFT, 41, pen.width - LEFT, 41, inks.GREEN, 0.5)
    y = _steps(pen, labels, design, say, ticked is not None)
    _example(pen, labels, design, y + 4)
    if labels.conversions:
        _table(pen, labels, say, ticked)
    return document.bytes()


def _steps(pen: Pen, labels: Labels, design: Design, say: Say, ticked: bool) -> float:
    """The steps one after the other, the notes below; y of what follows."""
    several = len(labels.conversions) > 1
    steps = [
        msg("print.guide-step-take" if labels.conversions else "print.guide-step-take-same"),
        *((msg("print.guide-step-ticked" if ticked else "print.guide-step-tick"),) * several),
        msg(f"print.guide-step-{design.place}"),
        msg("print.guide-step-flat"),
    ]
    y = 53.0
    for number, step in enumerate(steps, 1):
        pen.disc(LEFT + 3.2, y - 1.4, 3.2, fill=inks.GREEN)
        pen.text(LEFT + 3.2, y, str(number), "bold", 10, inks.WHITE, "centre")
        y = pen.lines(LEFT + 10, y, say(step), STEPS_WIDE - 10, size=10) + 3.5
    notes: list[Msg] = [*labels.notes]
    if design.camera:
        notes.append(msg("print.guide-camera"))
    y += 1
    for note in notes:
        top = y
        y = pen.lines(LEFT + 10, y, say(note), STEPS_WIDE - 10, "italic", 9.5, inks.TEXT) + 2.5
        pen.line(LEFT + 5, top - 3.4, LEFT + 5, y - 5.6, inks.GOLD, 0.8)
    return y


def _example(pen: Pen, labels: Labels, design: Design, y: float) -> None:
    """A card with its label or labels in place."""
    wide, high = 42.0, 64.0
    face = _row_face(labels, _signs(labels)[0])
    with pen.inside(LEFT + 10, y, wide, high) as card:
        card.box(0, 0, wide, high, fill=inks.TINT, ink=inks.LINE, weight=0.25, corner=3)
        if design.place == "corners":
            places = ((2.0, 2.0, 9.0, 23.0), (wide - 11, high - 25, 9.0, 23.0))
        else:
            places = ((6.0, 23.0, wide / 2 - 6, 18.0), (wide / 2, 23.0, wide / 2 - 6, 18.0))
            card.box(6, 23, wide - 12, 18, fill=inks.WHITE, ink=inks.LINE, corner=1)
        for (x, top, w, h), turn in zip(places, (0, 180), strict=True):
            if design.place == "corners":
                card.box(x, top, w, h, fill=inks.WHITE, ink=inks.LINE, corner=1)
            with card.inside(x + 0.6, top + 0.6, w - 1.2, h - 1.2, 180 if turn else 0) as label:
                draw_face(label, face, design.scheme, any(f.points for f in labels.faces))


def _signs(labels: Labels) -> tuple[str, ...]:
    return tuple(dict.fromkeys(face.sign for face in labels.faces))


def _row_face(labels: Labels, sign: str) -> Face:
    """Some face with this sign; in spades where there are any."""
    faces = [face for face in labels.faces if face.sign == sign]
    return next((face for face in faces if suit_of(face.card) == "s"), faces[0])


def _table(pen: Pen, labels: Labels, say: Say, ticked: int | None) -> None:
    """A row a sign: label, points, and the card it goes on in each conversion."""
    right = pen.width - LEFT
    across = (right - TABLE - LABEL_WIDE - POINTS) / len(labels.conversions)
    columns = [TABLE + LABEL_WIDE + POINTS + across * n for n in range(len(labels.conversions))]
    top = 49.0
    pen.text(
        TABLE + LABEL_WIDE / 2,
        top + 4,
        say(msg("print.guide-label")),
        "table-bold",
        9,
        align="centre",
    )
    pen.text(
        TABLE + LABEL_WIDE + POINTS / 2,
        top + 4,
        say(msg("print.guide-points")),
        "table-bold",
        9,
        align="centre",
    )
    under = top + 6.0
    for number, (x, conversion) in enumerate(zip(columns, labels.conversions, strict=True)):
        under = max(under, _heading(pen, x, top, across, conversion, say, number == ticked))
    y = under + 2
    for sign in _signs(labels):
        face = _row_face(labels, sign)
        pen.line(TABLE, y, right, y, inks.LINE)
        baseline = y + ROW / 2 + 2.2
        pen.text(TABLE + LABEL_WIDE / 2, baseline, sign, "label", 22, inks.TEXT, "centre")
        pen.text(
            TABLE + LABEL_WIDE + POINTS / 2,
            baseline - 0.4,
            face.points or "–",
            "table",
            13,
            inks.TEXT if face.points else inks.QUIET,
            "centre",
        )
        for number, (x, conversion) in enumerate(zip(columns, labels.conversions, strict=True)):
            rank = dict(conversion.ranks)[sign]
            out = ticked not in (None, number)
            fill, ink = (None, inks.LINE) if out else (inks.TINT, inks.TEXT)
            with pen.inside(x + across / 2 - 5, y + 1.2, 10, ROW - 2.4) as card:
                card.box(0, 0, 10, ROW - 2.4, fill=fill, ink=inks.LINE, weight=0.2, corner=1.2)
                card.text(5, 8.6, rank, "title", 17, ink, "centre", 9)
        y += ROW
    pen.line(TABLE, y, right, y, inks.LINE)
    suits = "  ".join(inks.sign(suit) for suit in ("s", "h", "d", "c"))
    pen.text(right, y + 6, suits, "signs", 11, inks.QUIET, "right")


def _heading(
    pen: Pen, x: float, top: float, across: float, conversion: Conversion, say: Say, ticked: bool
) -> float:
    """Title, reason and tick box above a conversion's column; y below them."""
    middle = x + across / 2
    pen.box(middle - 2.2, top - 3, 4.4, 4.4, ink=inks.TEXT, weight=0.25, corner=0.6)
    if ticked:
        pen.line(middle - 1.3, top - 0.9, middle - 0.4, top + 0.4, inks.GREEN, 0.6)
        pen.line(middle - 0.4, top + 0.4, middle + 1.5, top - 2.2, inks.GREEN, 0.6)
    pen.text(middle, top + 6.5, say(conversion.title), "bold", 11, align="centre", room=across - 2)
    return pen.lines(
        middle,
        top + 11,
        say(conversion.why),
        across - 3,
        "table",
        8,
        inks.QUIET,
        1.3,
        "centre",
    )
