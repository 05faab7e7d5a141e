"""The house rules as blanks to tap, before the game and between deals."""

from companion.core.choices import Field, Option
from companion.core.messages import Msg, msg
from companion.games.chinese_whist.options import (
    LAYOUTS,
    USUAL_BOOKS,
    Dealt,
    HouseRules,
    book_of,
    dealt_of,
    tricks_in,
)

SMALLER = 4
"""How many layouts are offered: the usual one and those with fewer cards on the table."""


def option_fields(players: int, house: HouseRules, under: str = "") -> tuple[Field, ...]:
    """The house rules as blanks, filled with what is chosen."""

    def pick(name: str, value: int | str | bool, options: tuple[Option, ...]) -> Field:
        return Field(under + name, "pick", msg(f"option.{name}"), options=options, value=value)

    book, dealt = book_of(house, players), dealt_of(house, players)
    books = sorted({*USUAL_BOOKS[players], book})
    layouts = sorted({*_layouts(players), dealt}, reverse=True)
    fields = [
        pick("target", house.target, tuple(Option(n) for n in (5, 7, 10))),
        pick("honours", house.honours, (_yes_or_no(False), _yes_or_no(True))),
        pick("rubber", house.rubber, (_yes_or_no(False), _yes_or_no(True))),
        pick("revoke", house.revoke, (Option(3), Option(2))),
        pick("layout", _text(dealt), tuple(Option(_text(one), _label(one)) for one in layouts)),
    ]
    if len(books) > 1:
        fields.insert(1, pick("book", book, tuple(Option(n) for n in books)))
    return tuple(fields)


def _yes_or_no(value: bool) -> Option:
    return Option(value, msg("option-value.yes" if value else "option-value.no"))


def _layouts(players: int) -> tuple[Dealt, ...]:
    """Equal rows, from the usual ones downwards, the rest in hand."""
    most, tricks = LAYOUTS[players][0], tricks_in(players)
    return tuple((n, n, tricks - 2 * n) for n in range(most, most - SMALLER, -1))


def _text(dealt: Dealt) -> str:
    return "-".join(map(str, dealt))


def _label(dealt: Dealt) -> Msg:
    down, up, hand = dealt
    return msg("option-value.layout", down=down, up=up, hand=hand)
