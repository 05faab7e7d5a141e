"""What a phone may send: ready entries, with the blanks a finger has to fill.

The phone knows no rules. It draws each :class:`Choice`, fills the blanks within what the
:class:`Field` allows, and echoes the entry back. What a choice does not admit, the rules
refuse; a contract test holds both to it for every game.
"""

from collections.abc import Iterable
from typing import Any, Literal, get_args

import msgspec

from companion.core.cards import Card
from companion.core.entries import Entry
from companion.core.messages import Msg

Weight = Literal["main", "beside", "more", "rare"]
"""``main``: what the table waits for. ``beside``: said at any time meanwhile, so a button next
to it, never a pad. ``more``: behind one tap. ``rare``: kept behind a menu."""


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One value that a field can take."""

    value: int | str | bool
    label: Msg | None = None
    """How it reads; left out for numbers and cards, which speak for themselves."""
    why_not: Msg | None = None
    """Shown but not to be had just now, with the reason."""
    doubt: Msg | None = None
    """It may have happened, against the rules: the phone asks before it sends this."""


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """A blank in an entry. ``name`` is the key it fills; a dot descends (``points.P``).

    number
        a whole number; ``low`` to ``high``, or just the values of ``options`` where given
    pick
        one of ``options``
    card
        one card of ``options``
    cards
        exactly ``count`` different cards of ``options``
    text
        free text of up to ``high`` characters
    """

    name: str
    kind: Literal["number", "pick", "card", "cards", "text"]
    label: Msg | None = None
    low: int | None = None
    high: int | None = None
    count: int | None = None
    options: tuple[Option, ...] = ()
    value: int | str | bool | None = None
    """What stands in it at first."""
    hint: Msg | None = None

    def admits(self, value: object) -> bool:
        """Whether this value may stand in the blank."""
        match self.kind:
            case "text":
                return isinstance(value, str) and 0 < len(value) <= (self.high or 200)
            case "cards":
                return (
                    isinstance(value, list | tuple)
                    and len(value) == len(set(value)) == self.count
                    and all(self._offers(card) for card in value)
                )
            case "number" if not self.options:
                return (
                    isinstance(value, int)
                    and not isinstance(value, bool)
                    and (self.low is None or self.low <= value)
                    and (self.high is None or value <= self.high)
                )
            case _:
                return self._offers(value)

    def _offers(self, value: object) -> bool:
        return any(
            option.value == value and type(option.value) is type(value) and not option.why_not
            for option in self.options
        )


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that a viewer may enter now.

    ``entry`` is the entry in its wire form, complete but for ``fields``. Without fields it
    is a button; with one field its values can be drawn as buttons, pad or card grid.
    """

    key: str
    """Stable name for drawing and for tests: ``bid``, ``pass``, ``play`` ..."""
    label: Msg
    entry: dict[str, Any]
    fields: tuple[Field, ...] = ()
    weight: Weight = "main"
    confirm: Msg | None = None
    """Asked before it is sent, where others could not take it back lightly."""
    hint: Msg | None = None
    asked: bool = False
    """Asked of its seat now, though the turn is another's: drawn open, not as a button."""
    total: int | None = None
    """What its blanks, three numbers or more, make together: the phone fills in the last."""

    def admits(self, entry: Entry) -> bool:
        """Whether this entry is the choice with its blanks filled in as allowed."""
        given: dict[str, Any] = msgspec.to_builtins(entry)
        for field in self.fields:
            if field.name not in given or not field.admits(given.pop(field.name)):
                return False
        return given == self.entry


def by_weight(found: Iterable[Choice]) -> tuple[Choice, ...]:
    """What the table waits for first; else in the order given."""
    order = get_args(Weight)
    return tuple(sorted(found, key=lambda choice: order.index(choice.weight)))


def numbers(low: int, high: int) -> tuple[Option, ...]:
    """The whole numbers from low to high as options."""
    return tuple(Option(n) for n in range(low, high + 1))


def cards(offered: tuple[Card, ...]) -> tuple[Option, ...]:
    """Cards as options."""
    return tuple(Option(card) for card in offered)
