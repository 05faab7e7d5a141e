"""The auction in one tap: who has the bid, and how high; as a score sheet notes it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.core.cards import SUITS, WORD_OF
from companion.core.choices import Choice, Field, Option, numbers
from companion.core.entries import Entry
from companion.core.messages import Refusal, SeatRef, SuitRef, msg
from companion.core.seats import Seat, after, seats_of
from companion.core.view import Viewer
from companion.games.whitehouse.auction import (
    TOP,
    Said,
    check_bid,
    lowest_bid,
    over_partner,
)
from companion.games.whitehouse.entries import Bid, Contract, Double, Pass, Redouble, Reveal
from companion.games.whitehouse.state import Deal


def spelled(deal: Deal, short: Contract) -> tuple[Entry, ...]:
    """Word by word: the auction from what has been said already, the doubles, the trump shown.

    Raises ``Refusal`` where the bidder can not come to speak any more, or not bid that.
    """
    seat, house = short.seat, deal.house
    if deal.speaker is None:
        raise Refusal("auction-closed")
    now = _at_turn(deal, seat)
    if now is None:
        raise Refusal("cannot-bid-now", who=SeatRef(seat))
    check_bid(now.said, seat, short.points, house.minimum)
    now = _with_word(now, Said(seat, short.points))
    while now.speaker is not None:
        now = _with_word(now, Said(now.speaker))
    entries: list[Entry] = [
        Pass(seat=word.seat) if word.points is None else Bid(seat=word.seat, points=word.points)
        for word in now.said[len(deal.said) :]
    ]
    if short.doubled > 1:
        if not house.double:
            raise Refusal("no-doubling")
        entries.append(Double(seat=after(seat, deal.players)))
    if short.doubled > 2:
        entries.append(Redouble(seat=seat))
    if short.trump != "unknown":
        entries.append(Reveal(seat=seat, suit=short.trump))
    return tuple(entries)


def _with_word(deal: Deal, word: Said) -> Deal:
    return replace(deal, said=(*deal.said, word))


def _at_turn(deal: Deal, seat: Seat) -> Deal | None:
    """The deal when this seat may bid, after the least that must be said before; None where
    it cannot come to bid.

    The first to speak has to bid, and so has an opponent where the seat's own side stands;
    all others pass (CHOICE: a score sheet does not tell what was bid before the last).
    """
    while (turn := deal.speaker) is not None:
        low = lowest_bid(deal.said, deal.house.minimum)
        partner = over_partner(deal.said, seat)
        if low > TOP:
            return None
        if turn == seat and not partner:
            return deal
        bids = not deal.said or (partner and not over_partner(deal.said, turn))
        deal = _with_word(deal, Said(turn, low if bids else None))
    return None


def whole_auction(deal: Deal, viewer: Viewer) -> Iterator[Choice]:
    """A choice for each seat that may have won it, for the least bid differs. First of all
    where one phone holds all seats, out of the way where each may speak for itself."""
    suits = (Option(WORD_OF[suit], msg("choice.suit", suit=SuitRef(suit))) for suit in SUITS)
    trumps = (Option("unknown", msg("choice.trump-unknown")), *suits)
    fields = [Field("trump", "pick", msg("field.trump"), options=trumps, value="unknown")]
    fixed: dict[str, Any] = {"do": "contract"}
    if deal.house.double:
        times = tuple(Option(n, msg(f"doubled.{n}")) for n in (1, 2, 4))
        fields.append(Field("doubled", "pick", msg("field.doubled"), options=times, value=1))
    else:
        fixed["doubled"] = 1
    for seat in seats_of(deal.players):
        now = _at_turn(deal, seat)
        if now is None:
            continue
        points = numbers(lowest_bid(now.said, deal.house.minimum), TOP)
        yield Choice(
            "contract",
            msg("choice.contract", who=SeatRef(seat)),
            {**fixed, "seat": seat},
            (*fields, Field("points", "number", msg("field.bid"), options=points)),
            weight="main" if len(viewer.seats) == deal.players else "rare",
            hint=msg("hint.contract"),
        )
