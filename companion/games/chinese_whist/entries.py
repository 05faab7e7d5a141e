"""What can be entered in Chinese Whist, besides the entries common to all games.

The words and their fields are those of record format 1; ``show`` is our addition, for a
card seen before its time, which the format has no word for.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from companion.core.cards import SuitWord
from companion.core.entries import CardText, Entry, SeatNumber, Shorthand, TeamNumber, Whole

Take = Literal["tricks", "add", "deduct"]
"""What is taken for a revoke: tricks of the offender's side, points to one's own score, or
points off theirs (L-ENG 72)."""


class Expose(Entry, frozen=True, tag="expose"):
    """The face-up cards of a seat, from its left to its right. Optional."""

    seat: SeatNumber
    cards: Annotated[tuple[CardText, ...], Meta(min_length=1, max_length=26)]


class NameTrump(Entry, frozen=True, tag="trump"):
    """The dealer names any suit he pleases (SEED)."""

    seat: SeatNumber
    suit: SuitWord


class Uncover(Entry, frozen=True, tag="uncover"):
    """A covered card of the seat's, turned up before the next lead (SEED)."""

    seat: SeatNumber
    card: CardText


class Show(Entry, frozen=True, tag="show"):
    """A card of the seat's that was seen before its time: of the hand, or a covered one.

    As at Whist it stays on the table and may be called (L-ENG 56-57; CHOICE E11).
    """

    speaker = "table"
    seat: SeatNumber
    card: CardText


class Penalty(Entry, frozen=True, tag="penalty"):
    """What side ``by`` takes for a revoke of the player in ``seat``."""

    speaker = "table"
    seat: SeatNumber
    for_: Literal["revoke"] = msgspec.field(name="for")
    take: Take
    by: TeamNumber


class Honours(Entry, frozen=True, tag="honours"):
    """A side held three or four of the ace, king, queen and jack of trumps."""

    speaker = "table"
    team: TeamNumber
    held: Literal[3, 4]
    seat: SeatNumber | None = None


class Count(Entry, frozen=True, tag="count"):
    """The tricks of every side, in the order of the sides; closes the deal.

    ``agreed`` makes it stand even against the tricks recorded.
    """

    speaker = "table"
    tricks: Annotated[tuple[Whole, ...], Meta(max_length=4)]
    agreed: bool = False
    seat: SeatNumber | None = None


class Made(Shorthand, frozen=True, tag="made"):
    """Of two sides one made so many tricks and the other the rest: a ``count`` in two taps."""

    team: TeamNumber
    tricks: Whole
    agreed: bool = False


class MadeEach(Shorthand, frozen=True, tag="made-each"):
    """The tricks of each side by its number as text, as a form of three blanks gives them."""

    tricks: dict[str, Whole]
    agreed: bool = False
