"""Sentences as values: a code and its parameters, never ready-made text.

Every sentence a person reads is a :class:`Msg`. Whoever shows it (a phone, the kiosk, the
terminal, the printer) looks the code up in its own language's catalogue and fills in the
parameters; seats become names, cards become pictures of cards. Reserved for the common
catalogue: see ``companion/messages/en.json``.
"""

from typing import Union

import msgspec

from companion.core.cards import Card, Suit
from companion.core.seats import Seat, Team


class SeatRef(msgspec.Struct, frozen=True):
    """Stands for whoever sits there."""

    seat: Seat


class TeamRef(msgspec.Struct, frozen=True):
    """Stands for the names of a team."""

    team: Team


class CardRef(msgspec.Struct, frozen=True):
    """Stands for a card, drawn as rank and suit sign."""

    card: Card


class SuitRef(msgspec.Struct, frozen=True):
    """Stands for a suit, drawn as its sign and word."""

    suit: Suit


Arg = Union[int, str, SeatRef, TeamRef, CardRef, SuitRef, "Msg"]


class Msg(msgspec.Struct, frozen=True):
    """One sentence: the code of its catalogue entry and what to fill in.

    An integer parameter called ``n`` also chooses the plural form.
    """

    code: str
    args: dict[str, Arg] = {}


def msg(code: str, **args: Arg) -> Msg:
    """A sentence by its code: ``msg("bid.of", who=SeatRef(seat), n=17)``."""
    return Msg(code, args)


class Refusal(Exception):
    """An entry that cannot be: refused, with a code for programs and a sentence for people.

    The sentence stands in the catalogue under ``refused.<code>``. What merely *should* not
    have happened on the felt is no refusal: it is recorded and flagged.
    """

    def __init__(self, code: str, **args: Arg) -> None:
        super().__init__(code)
        self.code = code
        self.msg = Msg(f"refused.{code}", args)
