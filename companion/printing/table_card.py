"""The card that stands on the table: how a phone gets in, and what helps if it does not."""

from dataclasses import dataclass
from typing import Final

from companion import links
from companion.core.messages import Refusal, msg
from companion.printing import fonts, inks
from companion.printing.page import MM, PAPERS, Document, Pen
from companion.printing.saying import Say

SIDE: Final = 14.0
TROUBLE: Final = ("wifi", "mobile", "iphone", "firewall")


@dataclass(frozen=True)
class Wifi:
    """The Wi-Fi that phones have to be in."""

    name: str
    password: str = ""
    hidden: bool = False

    def __post_init__(self) -> None:
        """Raise Refusal ``bad-wifi`` for what no Wi-Fi can have."""
        if not 1 <= len(self.name.encode("utf-8", "replace")) <= 32 or len(self.password) > 63:
            raise Refusal("bad-wifi")


@dataclass(frozen=True)
class Door:
    """The way to a table: its link, its address in plain, its code."""

    url: str
    plain: str
    code: str


def table_card_pdf(door: Door, paper: str, say: Say, wifi: Wifi | None = None) -> bytes:
    """One page to be folded in the middle: it stands like a tent and reads from both sides."""
    title = say(msg("print.table-card", table=door.code))
    document = Document(title, PAPERS[paper], say.language)
    pen = document.page()
    half = pen.height / 2
    with pen.inside(0, 0, pen.width, half, 180) as back:
        _back(back, door, say)
    with pen.inside(0, half, pen.width, half) as front:
        (_front_with_wifi if wifi else _front)(front, door, say, wifi)
    pen.line(9, half, pen.width - 9, half, inks.LINE, 0.2, (3, 2))
    return document.bytes()


def _front(pen: Pen, door: Door, say: Say, _: Wifi | None) -> None:
    side = 98.0
    left = pen.width - SIDE - side + 4
    top = (pen.height - side) / 2
    _square(pen, left, top, side, door)
    room = left - SIDE - 4
    y = pen.lines(SIDE, 44, say(msg("print.join")), room, "title", 36, leading=1.12)
    y = pen.lines(SIDE, y + 1, say(msg("print.join-how")), room, size=13)
    _code(pen, SIDE, y + 8, door, say, room)


def _front_with_wifi(pen: Pen, door: Door, say: Say, wifi: Wifi | None) -> None:
    if wifi is None:
        return
    small, large = 58.0, 82.0
    top = 35.0
    pen.text(SIDE, 22, say(msg("print.join")), "title", 28)
    left = pen.width - SIDE - large + 3
    _step(pen, SIDE, top, 1, say(msg("print.wifi-join")))
    _step(pen, left + 3, top, 2, say(msg("print.table-open")))
    pen.qr(SIDE - 3, top + 4, small, links.wifi(wifi.name, wifi.password, wifi.hidden))
    room = left - SIDE - 8
    y = top + small + 10
    for label, value in (("print.wifi-name", wifi.name), ("print.wifi-password", wifi.password)):
        if value:
            pen.text(SIDE, y, say(msg(label)), "text", 8.5, inks.QUIET)
            # What somebody has to type must be seen whole: it gets smaller, never cut off.
            size = min(15.0, 15.0 * room * MM / max(1.0, fonts.width(value, "bold", 15.0)))
            pen.text(SIDE, y + 6, value, "bold", size)
            y += 13
    _square(pen, left, top + 4, large, door)
    x = left + 3
    pen.text(x, top + large + 11, door.code, "label", 30)
    wide = fonts.width(door.code, "label", 30) / MM
    pen.text(x + wide + 5, top + large + 7, say(msg("print.or-open")), "text", 8.5, inks.QUIET)
    pen.text(
        x + wide + 5,
        top + large + 11.5,
        door.plain,
        "bold",
        11,
        room=pen.width - SIDE - x - wide - 5,
    )


def _back(pen: Pen, door: Door, say: Say) -> None:
    side = 62.0
    left = pen.width - SIDE - side + 3
    pen.text(SIDE, 32, say(msg("print.does-not-open")), "title", 28)
    pen.line(SIDE, 38, pen.width - SIDE, 38, inks.GREEN, 0.5)
    y = 50.0
    room = left - SIDE - 14
    for number, code in enumerate(TROUBLE, 1):
        pen.disc(SIDE + 3, y - 1.5, 3, fill=inks.GREEN)
        pen.text(SIDE + 3, y, str(number), "bold", 9.5, inks.WHITE, "centre")
        y = pen.lines(SIDE + 10, y, say(msg(f"ui.trouble-{code}")), room, size=12) + 3.5
    pen.lines(SIDE + 10, y, say(msg("print.type-it")), room, "italic", 11, inks.QUIET)
    _square(pen, left, 42, side, door)
    pen.text(left + side / 2, 42 + side + 7, door.code, "label", 26, align="centre")
    pen.text(left + side / 2, 42 + side + 13, door.plain, "text", 10.5, inks.TEXT, "centre", side)


def _square(pen: Pen, x: float, y: float, side: float, door: Door) -> None:
    pen.qr(x, y, side, links.compact(door.url))
    pen.link(x, y, side, side, door.url)


def _step(pen: Pen, x: float, y: float, number: int, text: str) -> None:
    pen.disc(x + 3.5, y - 1.7, 3.5, fill=inks.GREEN)
    pen.text(x + 3.5, y, str(number), "bold", 11, inks.WHITE, "centre")
    pen.text(x + 10, y, text, "bold", 13)


def _code(pen: Pen, x: float, y: float, door: Door, say: Say, room: float) -> None:
    pen.text(x, y, say(msg("print.or-open")), "text", 10, inks.QUIET)
    pen.text(x, y + 7, door.plain, "bold", 16, room=room)
    pen.text(x, y + 17, say(msg("ui.code")), "text", 10, inks.QUIET)
    pen.text(x, y + 30, door.code, "label", 40)
