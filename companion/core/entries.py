"""What can be entered at a table: one line of a record, one tap of a phone.

An entry says what happened and holds no consequences: who took a trick by the cards, what
a deal scored, is computed from the entries each time and never stored. Field names are
those of record format 1. A game adds its own entries by subclassing :class:`Entry` with a
``tag``; the tag is the word under ``"do"``.
"""

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from companion.core.cards import Card
from companion.core.seats import Seat, Team

Whole = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
"""Any number an entry may carry: far beyond every score, far below trouble."""
SeatNumber = Annotated[Seat, Meta(ge=1, le=12)]
TeamNumber = Annotated[Team, Meta(ge=1, le=12)]
CardText = Annotated[Card, Meta(min_length=2, max_length=2)]


class Entry(
    msgspec.Struct,
    frozen=True,
    tag_field="do",
    forbid_unknown_fields=True,
    omit_defaults=True,
    kw_only=True,
):
    """One thing that happened.

    ``speaker`` says whose word it is: an entry of the ``"seat"`` kind is made by the phone
    that holds ``seat``; one of the ``"table"`` kind may be made by anybody at the table.
    """

    speaker: ClassVar[Literal["seat", "table"]] = "seat"
    secret: ClassVar[bool] = False
    """Whether it holds something that only its own seat may know, for some time or for ever."""


class Shorthand(Entry, frozen=True):
    """What a phone may say in one tap for several entries: "Boris has it in hearts".

    The table writes down what it stands for (``Rules.expand``) and never the shorthand
    itself, so that a log and a record hold nothing but a game's ordinary words.
    """

    speaker = "table"


class Play(Entry, frozen=True, tag="play"):
    """A card led or followed, in the order in which they fell."""

    seat: SeatNumber
    card: CardText


class TrickTaken(Entry, frozen=True, tag="trick"):
    """Only who took a trick; ``cards`` where they are known, but not their order."""

    speaker = "table"
    seat: SeatNumber
    cards: Annotated[tuple[CardText, ...], Meta(max_length=12)] | None = None


class Void(Entry, frozen=True, tag="void"):
    """The deal does not count; the next dealer deals."""

    speaker = "table"
    seat: SeatNumber | None = None


class Adjust(Entry, frozen=True, tag="adjust"):
    """A signed correction of the running score, with its reason."""

    speaker = "table"
    team: TeamNumber
    by: Whole
    why: Annotated[str, Meta(min_length=1, max_length=200)]
    seat: SeatNumber | None = None


class Dealer(Entry, frozen=True, tag="dealer"):
    """Somebody else deals the deal that is about to begin: ``seat``. Before its first word only.

    The deal after it passes on from there as always (CHOICE: the game goes on from whoever did
    deal, as where an error is noticed too late). Our addition to record format 1, as above.
    """

    speaker = "table"
    seat: SeatNumber


class NewRules(Entry, frozen=True, tag="options"):
    """House rules changed by agreement, in force from the next deal on.

    ``options`` holds those that differ from the game's defaults, as in a header. This word
    is our addition to record format 1, where nothing else can say it.
    """

    speaker = "table"
    options: dict[str, Any]
    seat: SeatNumber | None = None


class End(Entry, frozen=True, tag="end"):
    """The table ends the game here; an unfinished deal does not count. Our addition too."""

    speaker = "table"
    seat: SeatNumber | None = None


class Undo(Entry, frozen=True, tag="undo"):
    """Takes back the last entry still standing, or everything after entry ``to``.

    Known to the table, not to games: they are shown what still stands.
    """

    speaker = "table"
    to: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    seat: SeatNumber | None = None


class Correct(Entry, frozen=True, tag="correct"):
    """Puts an earlier entry right, while everything after it stays.

    In the place of entry ``at`` comes ``entry``; without one it is as if ``at`` had never
    been entered. With ``before``, ``entry`` comes before it, as something forgotten. Where
    later entries cannot follow then, ``drop`` is the first of those that go.

    Known to the table, not to games, as with :class:`Undo`; a record holds the entries as
    they are put right.
    """

    speaker = "table"
    at: Annotated[int, Meta(ge=1, le=1_000_000)]
    entry: dict[str, Any] | None = None
    before: bool = False
    drop: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    seat: SeatNumber | None = None


class Options(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """House rules of one game; a game subclasses it. Defaults are the usual rules."""
