"""What a viewer may enter: the rules' door, drawn as buttons, pads and grids of cards.

Whatever ``check`` accepts is offered to whoever may say it, and nothing else, but for free
corrections and house rules, of which the usual ones are offered; and for a trick given as a
set of cards after some were laid singly, which only a record can say.

What a table recorded last decides what comes first: the result alone (the usual evening),
the tricks, or the cards. What a seat declared shapes only choices of that seat.
"""

from collections.abc import Iterator
from typing import Any, Final

from companion.core.cards import Card, Suit, suit_of
from companion.core.choices import Choice, Field, Option, Weight, by_weight, cards
from companion.core.dealing import dealer_choice
from companion.core.messages import CardRef, Msg, SeatRef, SuitRef, TeamRef, msg
from companion.core.seats import Seat, other_side, seats_of
from companion.core.view import Viewer
from companion.games.belote.auction import (
    Auction,
    called,
    may_bid,
    may_come_to_bid,
    may_double,
    may_redouble,
)
from companion.games.belote.contracts import CONTRACTS, named
from companion.games.belote.declare_choices import declarations
from companion.games.belote.declaring import who_laid
from companion.games.belote.duties import fault
from companion.games.belote.fields import option_fields
from companion.games.belote.flags import voids
from companion.games.belote.habits import Habit, habit
from companion.games.belote.play import possible_winners
from companion.games.belote.score import TEAMS, bounds, recorded_capot
from companion.games.belote.state import Deal, State

MOST: Final = 500
"""The largest correction that the pad offers."""


def choices(state: State, viewer: Viewer) -> tuple[Choice, ...]:
    """Everything this viewer may enter now, what the table waits for first."""
    found: list[Choice] = []
    deal = state.deal
    if not state.over and deal.contract is None:
        found += _words(deal.auction, viewer)
        if viewer.table:
            found += _whole_auction(deal.auction, viewer)
    elif not state.over:
        how = habit(state)
        if not deal.finished:
            found += _plays(deal, viewer, how)
        found += declarations(deal, viewer, how)
        if viewer.table:
            found += _by_the_tricks(deal, how)
            found += _counts(deal, how)
    if viewer.table:
        found += _by_the_table(state)
    return by_weight(found)


def _for(viewer: Viewer, seat: Seat, label: Msg) -> Msg:
    """The label, with the name in front where one phone acts for several seats."""
    return msg("choice.for", who=SeatRef(seat), what=label) if len(viewer.seats) > 1 else label


def _contracts(auction: Auction) -> tuple[Option, ...]:
    """All six, those that are too low now with the reason."""
    can = may_bid(auction)
    return tuple(
        Option(word, named(word), why_not=None if word in can else msg("why.too-low"))
        for word in CONTRACTS
    )


def _words(auction: Auction, viewer: Viewer) -> Iterator[Choice]:
    """The speaker's words; behind the whole auction in one tap, where one phone holds all seats
    and nobody has begun to tell it word by word."""
    seat = auction.speaker
    if seat is None or seat not in viewer.seats:
        return
    weight: Weight = "more" if len(viewer.seats) == 4 and not auction.said else "main"
    if may_bid(auction):
        yield Choice(
            "bid",
            _for(viewer, seat, msg("choice.bid")),
            {"do": "bid", "seat": seat},
            (Field("contract", "pick", options=_contracts(auction)),),
            weight=weight,
        )
    label = _for(viewer, seat, msg("choice.pass"))
    yield Choice("pass", label, {"do": "pass", "seat": seat}, weight=weight)
    for word, may in (("double", may_double), ("redouble", may_redouble)):
        if may(auction, seat):
            label = _for(viewer, seat, msg(f"choice.{word}"))
            yield Choice(word, label, {"do": word, "seat": seat})


def _whole_auction(auction: Auction, viewer: Viewer) -> Iterator[Choice]:
    """The auction in one tap: doubled or not stands there already, who and what are tapped.

    First of all where one phone holds all seats; a button where the phone waits for others,
    and behind one on turn, where the bid comes first.
    """
    seats = tuple(
        Option(
            seat,
            msg("choice.seat", who=SeatRef(seat)),
            why_not=None if may_come_to_bid(auction, seat) else msg("why.cannot-bid-now"),
        )
        for seat in seats_of(4)
    )
    if not may_bid(auction) or all(option.why_not for option in seats):
        return
    times = tuple(Option(n, msg(f"doubled.{n}")) for n in (1, 2, 4))
    weight: Weight = "more" if auction.speaker in viewer.seats else "beside"
    yield Choice(
        "contract",
        msg("choice.contract"),
        {"do": "contract"},
        (
            Field("doubled", "pick", msg("field.doubled"), options=times, value=1),
            Field("seat", "pick", msg("field.bidder"), options=seats),
            Field("contract", "pick", msg("field.contract"), options=_contracts(auction)),
        ),
        weight="main" if len(viewer.seats) == 4 else weight,
        hint=msg("hint.contract"),
    )


def _plays(deal: Deal, viewer: Viewer, how: Habit) -> Iterator[Choice]:
    turn, laid = deal.turn, bool(deal.trick.laid)
    for seat in sorted(viewer.seats):
        own_turn = seat == turn
        if not own_turn and laid:
            continue
        none_left = voids(deal, seat)
        options = tuple(
            Option(card, doubt=_doubt(deal, seat, card, none_left)) for card in deal.unseen
        )
        weight: Weight = "main" if how == "cards" else "more"
        yield Choice(
            "play" if own_turn else "lead-out-of-turn",
            _for(viewer, seat, msg("choice.play" if laid else "choice.lead")),
            {"do": "play", "seat": seat},
            (Field("card", "card", options=options),),
            weight=weight if own_turn else "rare",
            confirm=None if own_turn else msg("confirm.lead", who=SeatRef(turn)),
        )


def _doubt(deal: Deal, seat: Seat, card: Card, none_left: frozenset[Suit]) -> Msg | None:
    """Why this card would be odd from this seat, as far as the seat itself may know."""
    if suit_of(card) in none_left:
        return msg("doubt.none-left", suit=SuitRef(suit_of(card)))
    for one in deal.declared:
        if one.public and one.seat != seat and card in one.meld.cards:
            return msg("doubt.their-belote", who=SeatRef(one.seat), card=CardRef(card))
    held = {
        other
        for one in deal.declared
        if one.seat == seat
        for other in one.meld.cards
        if other != card and who_laid(deal, other) is None
    }
    wrong = fault(deal.kind, deal.trick.laid, seat, card, held) if held else None
    return msg(f"doubt.{wrong}") if wrong else None


def _by_the_tricks(deal: Deal, how: Habit) -> Iterator[Choice]:
    if not deal.finished:
        yield from _tricks(deal, how)
    if deal.left_over is None:
        yield Choice(
            "undealt",
            msg("choice.undealt"),
            {"do": "undealt"},
            (Field("cards", "cards", count=4, options=cards(deal.unseen)),),
            weight="more",
            hint=msg("hint.undealt"),
        )


def _tricks(deal: Deal, how: Habit) -> Iterator[Choice]:
    can = possible_winners(deal)
    seats = tuple(
        Option(
            seat,
            msg("choice.seat", who=SeatRef(seat)),
            why_not=None if seat in can else msg("why.beaten"),
        )
        for seat in seats_of(4)
    )
    yield Choice(
        "trick",
        msg("choice.trick"),
        {"do": "trick"},
        (Field("seat", "pick", options=seats),),
        weight="main" if how == "tricks" else "more",
    )
    if not deal.trick.laid:
        yield Choice(
            "trick-cards",
            msg("choice.trick-cards"),
            {"do": "trick"},
            (
                Field("seat", "pick", msg("choice.trick"), options=seats),
                Field("cards", "cards", msg("field.cards"), count=4, options=cards(deal.unseen)),
            ),
            weight="rare",
        )


def _counts(deal: Deal, how: Habit) -> Iterator[Choice]:
    known, best = recorded_capot(deal), deal.contract
    if best is None:
        return
    main: Weight = "main" if deal.finished or how == "count" else "more"
    for team in (deal.side, other_side(deal.side)):
        who: TeamRef = TeamRef(team)
        entry: dict[str, Any] = {"do": "count", "team": team}
        low, high = bounds(deal, team)
        rest = msg("hint.count", who=TeamRef(other_side(team)), total=deal.total)
        if deal.kind.no_trumps:
            rest = msg("hint.count-no-trumps", who=TeamRef(other_side(team)), total=deal.total)
        hint = rest if deal.left_over is not None else msg("hint.count-left-over")
        label = msg("field.points-in", contract=called(best))
        if known in (None, team):
            yield Choice(
                "count" if team == deal.side else "count-other",
                msg("choice.count", who=who),
                entry,
                (Field("points", "number", label, low=low, high=high, hint=hint),),
                weight=main,
            )
        every = {**entry, "capot": True}
        if not deal.tricks_of(other_side(team)):
            yield _capot(deal, "capot", every, (low, high), who)
        yield Choice(
            "count-agreed",
            msg("choice.count-agreed", who=who),
            {**entry, "agreed": True},
            (Field("points", "number", label, low=0, high=deal.kind.total, hint=hint),),
            weight="rare",
            confirm=msg("confirm.count-agreed"),
        )
        whole = (0, deal.kind.total)
        yield _capot(deal, "capot-agreed", {**every, "agreed": True}, whole, who)


def _capot(
    deal: Deal, key: str, entry: dict[str, Any], points: tuple[int, int], who: TeamRef
) -> Choice:
    """All the tricks: the points are then known, but where unknown cards are left over."""
    label, confirm = msg(f"choice.{key}", who=who), None
    weight: Weight = "more"
    if key == "capot-agreed":
        confirm, weight = msg("confirm.count-agreed"), "rare"
    if deal.left_over is not None:
        entry = {**entry, "points": deal.total}
        return Choice(key, label, entry, weight=weight, confirm=confirm or msg("confirm.capot"))
    pad = Field("points", "number", msg("field.points"), low=points[0], high=points[1])
    return Choice(key, label, entry, (pad,), weight=weight, confirm=confirm)


def _by_the_table(state: State) -> Iterator[Choice]:
    if not state.over:
        yield Choice(
            "void", msg("choice.void"), {"do": "void"}, weight="rare", confirm=msg("confirm.void")
        )
        yield Choice(
            "end", msg("choice.end"), {"do": "end"}, weight="rare", confirm=msg("confirm.end")
        )
    for team in TEAMS:
        for key, low, high in (("adjust", 1, MOST), ("adjust-off", -MOST, -1)):
            yield Choice(
                key,
                msg(f"choice.{key}", who=TeamRef(team)),
                {"do": "adjust", "team": team},
                (
                    Field("by", "number", msg("field.points"), low=low, high=high),
                    Field("why", "text", msg("field.why"), high=200),
                ),
                weight="rare",
            )
    if state.untouched and not state.over:
        yield dealer_choice(state.deal.dealer, 4)
    if state.untouched and not state.ended:
        yield Choice(
            "options",
            msg("choice.options"),
            {"do": "options"},
            option_fields(state.house, under="options."),
            weight="rare",
            confirm=msg("confirm.options"),
        )
