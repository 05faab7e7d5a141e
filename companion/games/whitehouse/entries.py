"""What can be entered in Whitehouse Gaim, besides the entries common to all games.

The words and their fields are those of record format 1; ``double`` and ``redouble`` are
our addition, for the house rule of that name (STANDARD for 28, absent from the SEED).
"""

from typing import Literal

from companion.core.cards import SuitWord
from companion.core.entries import CardText, Entry, SeatNumber, Shorthand, TeamNumber, Whole


class Bid(Entry, frozen=True, tag="bid"):
    """A number of points that the seat's side undertakes to win; it names no suit."""

    seat: SeatNumber
    points: Whole


class Pass(Entry, frozen=True, tag="pass"):
    """No bid at this turn."""

    seat: SeatNumber


class Conceal(Entry, frozen=True, tag="conceal"):
    """The bidder tells his own phone which card he laid face down as trump.

    Optional. That he did is public; which card it is stays his secret until exposure.
    """

    secret = True

    seat: SeatNumber
    card: CardText


class Ask(Entry, frozen=True, tag="ask"):
    """A player who cannot follow asks the bidder to show the trump."""

    seat: SeatNumber


class Reveal(Entry, frozen=True, tag="reveal"):
    """The bidder shows the trump: the very card, or only its suit. ValueError for both or none."""

    seat: SeatNumber
    card: CardText | None = None
    suit: SuitWord | None = None

    def __post_init__(self) -> None:
        if (self.card is None) == (self.suit is None):
            raise ValueError("reveal either a card or a suit")


class Count(Entry, frozen=True, tag="count"):
    """The points that a side holds in its tricks, counted by hand; the other has the rest of 28.

    Closes the deal. ``agreed`` makes it stand even against the cards recorded.
    """

    speaker = "table"
    team: TeamNumber
    points: Whole
    agreed: bool = False
    seat: SeatNumber | None = None


class Double(Entry, frozen=True, tag="double"):
    """An opponent of the bidder doubles the reward (29-ABI, house rule)."""

    seat: SeatNumber


class Redouble(Entry, frozen=True, tag="redouble"):
    """The bidder's side doubles it once more."""

    seat: SeatNumber


class Contract(Shorthand, frozen=True, omit_defaults=False, tag="contract"):
    """A whole auction in one tap: who has the bid and how high, as a score sheet notes it.

    ``trump``: the suit where it was shown. ``seat`` is the bidder, whoever says it.
    """

    seat: SeatNumber
    points: Whole
    trump: SuitWord | Literal["unknown"] = "unknown"
    doubled: Literal[1, 2, 4] = 1
