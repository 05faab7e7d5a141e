"""Who deals, where it is another than whose turn it is: said alike in every game."""

from companion.core.choices import Choice, Field, Option
from companion.core.entries import Dealer
from companion.core.messages import Msg, Refusal, SeatRef, msg
from companion.core.seats import Seat, seats_of


def check_dealer(entry: Dealer, dealer: Seat, untouched: bool) -> None:
    """Refuse another dealer for a deal that has begun, or the one who deals anyway.

    Raises ``Refusal``: ``deal-begun``, ``deals-already``.
    """
    if not untouched:
        raise Refusal("deal-begun")
    if entry.seat == dealer:
        raise Refusal("deals-already", who=SeatRef(dealer))


def dealer_choice(dealer: Seat, players: int) -> Choice:
    """Who deals instead; for the whole table to say while the deal has no word yet."""
    seats = tuple(
        Option(seat, msg("ui.plain", what=SeatRef(seat)))
        for seat in seats_of(players)
        if seat != dealer
    )
    return Choice(
        "dealer",
        msg("choice.other-dealer"),
        {"do": "dealer"},
        (Field("seat", "pick", msg("field.dealer"), options=seats),),
        weight="rare",
    )


def describe_dealer(entry: Dealer) -> Msg:
    """The entry as a sentence."""
    return msg("did.dealer", who=SeatRef(entry.seat))
