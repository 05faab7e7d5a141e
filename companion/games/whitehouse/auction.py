"""The auction: whose turn it is to speak, what he may say, and when it is over.

Everything follows from the list of what was said. All seats speak in order, again and
again, those who passed too (records.md), so the next speaker is a matter of counting.

The SEED's "the bidding is for two turns and ends with the first bidder" has three readings
(``auction`` in the options); "two-laps" is the usual one (CHOICE, rules.md A5).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from companion.core.messages import Refusal, SeatRef
from companion.core.seats import Seat, after, side_of

Reading = Literal["two-laps", "last-word", "free"]

TOP = 28
"""The highest bid: every point in the pack (SEED)."""


@dataclass(frozen=True)
class Said:
    """One word in the auction: a bid of so many points, or a pass (None)."""

    seat: Seat
    points: int | None = None


def standing(said: Sequence[Said]) -> Said | None:
    """The bid to beat: the last one made, since each is higher than those before."""
    return next((word for word in reversed(said) if word.points is not None), None)


def passes_since(said: Sequence[Said]) -> int:
    """How many have passed in a row at the end."""
    return next((n for n, word in enumerate(reversed(said)) if word.points is not None), len(said))


def speaker(said: Sequence[Said], first: Seat, players: int, reading: Reading) -> Seat | None:
    """Who speaks next; None when the auction is over.

    Over when all others have passed since the standing bid, or at the end of the second
    lap ("two-laps"), or after the first bidder's second word ("last-word").
    """
    if standing(said) and passes_since(said) >= players - 1:
        return None
    words = {"two-laps": 2 * players, "last-word": players + 1}.get(reading)
    if words is not None and len(said) >= words:
        return None
    return after(first, players, len(said))


def lowest_bid(said: Sequence[Said], minimum: int) -> int:
    """The least that would be a bid now; above ``TOP`` when nothing would."""
    best = standing(said)
    return minimum if best is None or best.points is None else best.points + 1


def over_partner(said: Sequence[Said], seat: Seat) -> bool:
    """Whether the standing bid is the seat's own side's, which may not bid over it (SEED)."""
    best = standing(said)
    return best is not None and side_of(best.seat) == side_of(seat)


def check_bid(said: Sequence[Said], seat: Seat, points: int, minimum: int) -> None:
    """Refuse a bid by the seat whose turn it is where it breaks the rules of bidding."""
    if over_partner(said, seat):
        raise Refusal("over-partner", who=SeatRef(seat))
    if not minimum <= points <= TOP:
        raise Refusal("bid-range", low=minimum, high=TOP)
    low = lowest_bid(said, minimum)
    if points < low:
        raise Refusal("bid-too-low", low=low)


def check_pass(said: Sequence[Said], seat: Seat, minimum: int) -> None:
    """Refuse a pass by the first to speak: he must bid (SEED, A10)."""
    if not said:
        raise Refusal("must-bid", who=SeatRef(seat), low=minimum)
