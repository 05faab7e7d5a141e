"""What can be entered in Belote, besides the entries common to all games.

The words and their fields are those of record format 1; ``undealt`` is our addition, for
the deal of seven tricks, whose count by hand nothing else can complete.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta

from companion.core.cards import SuitWord
from companion.core.entries import CardText, Entry, SeatNumber, Shorthand, TeamNumber, Whole
from companion.games.belote.contracts import ContractWord

Rank = Annotated[str, Meta(min_length=1, max_length=1)]
MeldWord = Literal["tierce", "quarte", "quint", "four", "belote"]
LONG: Final = (6, 7, 8)
"""Lengths that a quint names; it has five cards where it names none."""


class Bid(Entry, frozen=True, tag="bid"):
    """A contract, higher than the one that stands."""

    seat: SeatNumber
    contract: ContractWord


class Pass(Entry, frozen=True, tag="pass"):
    """No bid at this turn."""

    seat: SeatNumber


class Double(Entry, frozen=True, tag="double"):
    """An opponent of the contract that stands doubles it (SEED)."""

    seat: SeatNumber


class Redouble(Entry, frozen=True, tag="redouble"):
    """The side of the doubled contract doubles it once more (SEED)."""

    seat: SeatNumber


class Contract(Shorthand, frozen=True, omit_defaults=False, tag="contract"):
    """A whole auction in one tap: who has which contract, and how it was doubled.

    ``seat`` is the bidder, whoever says it.
    """

    seat: SeatNumber
    contract: ContractWord
    doubled: Literal[1, 2, 4] = 1


class Declare(Entry, frozen=True, tag="declare"):
    """A declaration: its kind is public, its cards are its holder's secret until they are shown.

    A sequence names its highest card, a quint of six to eight cards its length too; a four
    names its rank, a belote its suit. ValueError for anything else.
    """

    secret = True

    seat: SeatNumber
    meld: MeldWord
    top: CardText | None = None
    length: Literal[6, 7, 8] | None = None
    rank: Rank | None = None
    suit: SuitWord | None = None

    def __post_init__(self) -> None:
        needed = {"four": "rank", "belote": "suit"}.get(self.meld, "top")
        given = {name for name in ("top", "rank", "suit") if getattr(self, name) is not None}
        if given != {needed} or (self.length is not None and self.meld != "quint"):
            raise ValueError("a sequence has a top, a four a rank, a belote a suit")


class Undealt(Entry, frozen=True, tag="undealt"):
    """The four cards left over where only seven are dealt to each (``last_packet`` 2)."""

    speaker = "table"
    cards: Annotated[tuple[CardText, ...], Meta(max_length=12)]
    seat: SeatNumber | None = None


class Count(Entry, frozen=True, tag="count"):
    """The points a side counted in its tricks, the last ten included, and not yet doubled
    without trumps; declarations are not in it. The other side has the rest.

    Closes the deal. ``capot``: the other side took no trick. ``agreed`` makes it stand even
    against what is recorded.
    """

    speaker = "table"
    team: TeamNumber
    points: Whole
    capot: bool = False
    agreed: bool = False
    seat: SeatNumber | None = None
