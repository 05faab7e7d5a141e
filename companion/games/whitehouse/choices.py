"""What a viewer may enter: the rules' door, drawn as buttons, pads and grids of cards.

Whatever ``check`` accepts is offered to whoever may say it, and nothing else, but for free
corrections and house rules, of which the usual ones are offered; and for a trick given as a
set of cards after some were laid singly, which only a record can say.

The face-down card shapes only choices of the bidder's own seat.
"""

from collections.abc import Iterator

from companion.core.cards import WORD_OF, Card, suit_of
from companion.core.choices import Choice, Field, Option, Weight, cards, numbers
from companion.core.dealing import dealer_choice
from companion.core.messages import CardRef, Msg, SeatRef, SuitRef, TeamRef, msg
from companion.core.seats import Seat, other_side, seats_of, side_of
from companion.core.view import Viewer
from companion.games.whitehouse.auction import TOP, lowest_bid, over_partner
from companion.games.whitehouse.contract import whole_auction
from companion.games.whitehouse.fields import rule_fields
from companion.games.whitehouse.flags import voids
from companion.games.whitehouse.play import possible_winners, suits_left
from companion.games.whitehouse.score import TEAMS, bounds
from companion.games.whitehouse.state import Deal, State


def choices(state: State, viewer: Viewer) -> tuple[Choice, ...]:
    """Everything this viewer may enter now, what the table waits for first."""
    found: list[Choice] = []
    deal = state.deal
    if not state.over or state.drawn:
        if viewer.table:
            found += whole_auction(state.deal, viewer)
        found += _words(state, viewer)
    if not state.over and deal.contract:
        found += _at_the_felt(state, viewer)
    if viewer.table:
        found += _by_the_table(state)
    return tuple(sorted(found, key=lambda choice: _ORDER[choice.weight]))


_ORDER: dict[Weight, int] = {"main": 0, "more": 1, "rare": 2}


_SAID_OF_OTHERS = {f"choice.{word}" for word in ("bid", "pass", "play", "lead", "ask", "conceal")}


def _for(viewer: Viewer, seat: Seat, label: Msg) -> Msg:
    """The label, with the name in it where one phone acts for several seats."""
    if len(viewer.seats) < 2:
        return label
    if label.code in _SAID_OF_OTHERS:
        return msg(f"{label.code}-for", who=SeatRef(seat))
    return msg("choice.for", who=SeatRef(seat), what=label)


def _words(state: State, viewer: Viewer) -> Iterator[Choice]:
    deal = state.deal
    seat = deal.speaker
    if seat is None or seat not in viewer.seats:
        return
    low = lowest_bid(deal.said, deal.house.minimum)
    if low <= TOP and not over_partner(deal.said, seat):
        yield Choice(
            "bid",
            _for(viewer, seat, msg("choice.more-play" if state.over else "choice.bid")),
            {"do": "bid", "seat": seat},
            (Field("points", "number", msg("field.points"), options=numbers(low, TOP), value=low),),
        )
    if deal.said:
        weight: Weight = "more" if deal.contract else "main"
        label = _for(viewer, seat, msg("choice.pass"))
        yield Choice("pass", label, {"do": "pass", "seat": seat}, weight=weight)


def _at_the_felt(state: State, viewer: Viewer) -> Iterator[Choice]:
    deal = state.deal
    bidder = deal.contract.seat if deal.contract else deal.first
    if deal.house.double and not (deal.taken or deal.trick.laid):
        yield from _doubles(deal, bidder, viewer)
    if not deal.finished and not deal.waits_for_trump:
        yield from _plays(deal, bidder, viewer)
    if bidder in viewer.seats and not deal.shown:
        yield from _trump(deal, bidder, viewer)
    if viewer.table:
        if not deal.finished:
            yield from _tricks(deal, by_cards=_told_by_cards(state))
        yield from _counts(deal, bidder)


def _doubles(deal: Deal, bidder: Seat, viewer: Viewer) -> Iterator[Choice]:
    for seat in sorted(viewer.seats):
        ours = side_of(seat) == side_of(bidder)
        if deal.doubled == (2 if ours else 1):
            word = "redouble" if ours else "double"
            label = _for(viewer, seat, msg(f"choice.{word}"))
            yield Choice(word, label, {"do": word, "seat": seat}, weight="more")


def _trump(deal: Deal, bidder: Seat, viewer: Viewer) -> Iterator[Choice]:
    unseen = cards(deal.unseen)
    if deal.concealed is None and not deal.finished:
        yield Choice(
            "conceal",
            _for(viewer, bidder, msg("choice.conceal")),
            {"do": "conceal", "seat": bidder},
            (Field("card", "card", options=unseen),),
            weight="main" if deal.lays_trump else "rare" if deal.taken else "more",
            hint=msg("hint.conceal"),
        )
    asked: Weight = "main" if deal.waits_for_trump else "more"
    entry = {"do": "reveal", "seat": bidder}
    down = deal.face_down
    if down is not None:
        yield Choice(
            "reveal-this",
            _for(viewer, bidder, msg("choice.reveal-this", card=CardRef(down))),
            {**entry, "card": down},
            weight=asked,
        )
        asked = "rare"
    confirm = msg("confirm.other-card", card=CardRef(down)) if down is not None else None
    suits = tuple(
        Option(WORD_OF[suit], msg("choice.suit", suit=SuitRef(suit))) for suit in suits_left(deal)
    )
    if suits:
        yield Choice(
            "reveal-suit",
            _for(viewer, bidder, msg("choice.reveal-suit")),
            entry,
            (Field("suit", "pick", options=suits),),
            weight=asked,
            confirm=confirm,
        )
        yield Choice(
            "reveal-card",
            _for(viewer, bidder, msg("choice.reveal-card")),
            entry,
            (Field("card", "card", options=unseen),),
            weight=asked,
            confirm=confirm,
        )


def _plays(deal: Deal, bidder: Seat, viewer: Viewer) -> Iterator[Choice]:
    turn, laid = deal.turn, bool(deal.trick.laid)
    none_left = voids(deal) if viewer.seats else {}
    for seat in sorted(viewer.seats):
        if seat != turn and laid:
            continue
        options = tuple(
            Option(card, doubt=_doubt(deal, seat, card, none_left.get(seat, frozenset())))
            for card in deal.unseen
            if seat == bidder or deal.shown is None or card != deal.shown.card
        )
        if not options:
            continue
        own_turn = seat == turn
        asked = deal.asked is not None and deal.asked.seat == seat and laid
        just_asked = asked and deal.asked is not None and deal.asked.trick == len(deal.taken)
        yield Choice(
            "play" if own_turn else "lead-out-of-turn",
            _for(viewer, seat, msg("choice.play" if laid else "choice.lead")),
            {"do": "play", "seat": seat},
            (Field("card", "card", options=options),),
            weight="main" if own_turn else "rare",
            confirm=None if own_turn else msg("confirm.lead", who=SeatRef(turn)),
            hint=msg("hint.asked") if just_asked else None,
        )
    if laid and turn in viewer.seats and turn != bidder and not deal.shown:
        yield Choice(
            "ask",
            _for(viewer, turn, msg("choice.ask")),
            {"do": "ask", "seat": turn},
            confirm=msg("confirm.ask", suit=SuitRef(suit_of(deal.trick.laid[0].card))),
            hint=msg("hint.ask"),
        )


def _doubt(deal: Deal, seat: Seat, card: Card, none_left: frozenset[str]) -> Msg | None:
    """Why this card would be odd from this seat, as far as the seat itself may know."""
    suit = suit_of(card)
    if seat != deal.bidder:
        return msg("doubt.none-left", suit=SuitRef(suit)) if suit in none_left else None
    last = len(deal.taken) == deal.hand - 1
    down = deal.face_down
    if last:
        return msg("doubt.not-laid", card=CardRef(down)) if down not in (None, card) else None
    if card == down:
        return msg("doubt.face-down")
    if not deal.trick.laid and down is not None and suit == suit_of(down):
        return msg("doubt.trump-early")
    shown = deal.shown
    known = shown is not None and (card == shown.card or (not shown.card and suit == shown.suit))
    return msg("doubt.none-left", suit=SuitRef(suit)) if suit in none_left and not known else None


def _told_by_cards(state: State) -> bool:
    """Whether this table taps each card: as in the newest trick, were it a deal ago."""
    if state.deal.trick.laid:
        return True
    deals = (state.deal, *(closed.deal for closed in reversed(state.closed)))
    newest = next((deal.taken[-1] for deal in deals if deal.taken), None)
    return newest is not None and bool(newest.trick.laid)


def _tricks(deal: Deal, *, by_cards: bool) -> Iterator[Choice]:
    laid = bool(deal.trick.laid)
    can = possible_winners(deal)
    seats = tuple(
        Option(
            seat,
            msg("choice.seat", who=SeatRef(seat)),
            why_not=None if seat in can else msg("why.beaten"),
        )
        for seat in seats_of(deal.players)
    )
    yield Choice(
        "trick",
        msg("choice.trick"),
        {"do": "trick"},
        (Field("seat", "pick", options=seats),),
        weight="more" if by_cards else "main",
    )
    if not laid:
        yield Choice(
            "trick-cards",
            msg("choice.trick-cards"),
            {"do": "trick"},
            (
                Field("seat", "pick", options=seats),
                Field("cards", "cards", count=deal.players, options=cards(deal.unseen)),
            ),
            weight="rare",
        )


def _counts(deal: Deal, bidder: Seat) -> Iterator[Choice]:
    side = side_of(bidder)
    for team in (side, other_side(side)):
        low, high = bounds(deal, team)
        main: Weight = "main" if deal.finished else "more"
        who, other = TeamRef(team), TeamRef(other_side(team))
        label = msg("field.points")
        hint = msg("hint.count", who=other, total=TOP)
        pad = Field("points", "number", label, low=low, high=high, hint=hint)
        entry = {"do": "count", "team": team}
        yield Choice(
            "count" if team == side else "count-other",
            msg("choice.count", who=who),
            entry,
            (pad,),
            weight=main if team == side else "more",
        )
        yield Choice(
            "count-agreed",
            msg("choice.count-agreed", who=who),
            {**entry, "agreed": True},
            (Field("points", "number", label, low=0, high=TOP, hint=hint),),
            weight="rare",
            confirm=msg("confirm.count-agreed"),
        )


def _by_the_table(state: State) -> Iterator[Choice]:
    if not state.over:
        yield Choice(
            "void",
            msg("choice.void"),
            {"do": "void"},
            weight="rare",
            confirm=msg("confirm.void"),
        )
        yield Choice(
            "end",
            msg("choice.end"),
            {"do": "end"},
            weight="more" if state.house.minutes else "rare",
            confirm=msg("confirm.end"),
        )
    for team in TEAMS:
        other = other_side(team)
        held = state.chips[other - 1]
        if held:
            yield Choice(
                "adjust",
                msg("choice.adjust", who=TeamRef(team), other=TeamRef(other)),
                {"do": "adjust", "team": team},
                (
                    Field("by", "number", msg("field.chips"), low=1, high=held, value=1),
                    Field("why", "text", msg("field.why"), high=200),
                ),
                weight="rare",
            )
    if state.untouched and (not state.over or state.drawn):
        yield dealer_choice(state.deal.dealer, state.players)
    if state.untouched and not (state.broke or state.ended):
        yield Choice(
            "options",
            msg("choice.options"),
            {"do": "options"},
            rule_fields(state),
            weight="rare",
            confirm=msg("confirm.options"),
        )
