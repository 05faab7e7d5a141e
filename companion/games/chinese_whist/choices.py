"""What a viewer may enter: the rules' door, drawn as buttons, pads and grids of cards.

Whatever ``check`` accepts is offered to whoever may say it, and nothing else, but for free
corrections and house rules, of which the usual ones are offered; and for a trick given as a
set of cards after some were laid singly, which only a record can say.
"""

from collections.abc import Iterator

from companion.core.cards import SUITS, WORD_OF, Card, suit_of
from companion.core.choices import Choice, Field, Option, Weight, by_weight, cards
from companion.core.messages import CardRef, Msg, SeatRef, SuitRef, msg
from companion.core.seats import Seat, after, seats_of
from companion.core.view import Viewer
from companion.games.chinese_whist.deal import Deal
from companion.games.chinese_whist.layout import just_uncovered, layout_of, open_cards, to_turn_up
from companion.games.chinese_whist.play import may_expose, only_shown, possible_winners
from companion.games.chinese_whist.score_choices import at_any_time, claims, counts
from companion.games.chinese_whist.state import State
from companion.games.chinese_whist.ways import Way, way_of


def choices(state: State, viewer: Viewer) -> tuple[Choice, ...]:
    """Everything this viewer may enter now, what the table waits for first."""
    found: list[Choice] = []
    if not state.over:
        found += _of_the_cards(state, viewer)
    if viewer.table:
        found += claims(state, viewer)
        found += at_any_time(state)
    return by_weight(found)


def _of_the_cards(state: State, viewer: Viewer) -> Iterator[Choice]:
    deal = state.deal
    if deal.trump is None:
        if deal.dealer in viewer.seats:
            yield _name_trump(deal.dealer, viewer)
        yield from _rows(deal, viewer)
        return
    way = way_of(state)
    moves = (_turn_up(deal, viewer), _plays(deal, viewer, way))
    for found in reversed(moves) if deal.trick.laid else moves:
        yield from found
    yield from _rows(deal, viewer)
    if viewer.table:
        by_count = list(counts(deal, viewer, way))
        if way == "count":
            yield from by_count
        yield from _tricks(deal, way)
        if way != "count":
            yield from by_count
        if deal.unknown:
            yield _show(deal)


def _for(viewer: Viewer, seat: Seat, label: Msg) -> Msg:
    """The label, with the name in front where one phone acts for several seats."""
    return msg("choice.for", who=SeatRef(seat), what=label) if len(viewer.seats) > 1 else label


def _name_trump(dealer: Seat, viewer: Viewer) -> Choice:
    suits = tuple(Option(WORD_OF[suit], msg("choice.suit", suit=SuitRef(suit))) for suit in SUITS)
    return Choice(
        "trump",
        _for(viewer, dealer, msg("choice.trump")),
        {"do": "trump", "seat": dealer},
        (Field("suit", "pick", options=suits),),
    )


def _rows(deal: Deal, viewer: Viewer) -> Iterator[Choice]:
    for seat in sorted(viewer.seats):
        if may_expose(deal, seat):
            free = tuple(card for card in deal.playable(seat) if card not in deal.owners)
            yield Choice(
                "expose",
                _for(viewer, seat, msg("choice.expose")),
                {"do": "expose", "seat": seat},
                (Field("cards", "cards", count=deal.dealt[1], options=cards(free)),),
                weight="more",
                hint=msg("hint.expose"),
            )


def _turn_up(deal: Deal, viewer: Viewer) -> Iterator[Choice]:
    """One tap for a card uncovered, asked for between two tricks, and of a phone that acts for
    several one after the other; nobody has to tell it, and no play is kept waiting."""
    several = len(viewer.seats) > 1
    asked = _first_to_turn_up(deal, viewer)
    for seat in sorted(viewer.seats):
        free = tuple(c for c in deal.playable(seat) if c in deal.unknown or only_shown(deal, c))
        if not free or not to_turn_up(deal, seat):
            continue
        layout = layout_of(deal, seat)
        cover = layout.next_up.cover if layout and layout.next_up else None
        main = seat == asked and not (several and deal.trick.laid)
        yield Choice(
            "uncover",
            _for(
                viewer,
                seat,
                msg("choice.uncover", card=CardRef(cover)) if cover else msg("choice.uncover-one"),
            ),
            {"do": "uncover", "seat": seat},
            (Field("card", "card", options=cards(free)),),
            weight="main" if main else "more",
            hint=msg("hint.uncover"),
            asked=main and not deal.trick.laid,
        )


def _first_to_turn_up(deal: Deal, viewer: Viewer) -> Seat | None:
    """Of the viewer's seats the first, in the order of play, whose last card uncovered one."""
    order = [after(deal.turn, deal.players, n) for n in range(deal.players)]
    return next((s for s in order if s in viewer.seats and just_uncovered(deal, s)), None)


def _plays(deal: Deal, viewer: Viewer, way: Way | None) -> Iterator[Choice]:
    """The open cards of a row that was entered come first and by themselves: they can be
    tapped where they lie. What else the seat may hold is a choice beside them."""
    turn, laid = deal.turn, bool(deal.trick.laid)
    for seat in sorted(viewer.seats):
        doubt = _Doubts(deal, seat)
        every = tuple(Option(card, doubt=doubt.about(card)) for card in deal.playable(seat))
        word = "play" if laid else "lead"
        entry = {"do": "play", "seat": seat}
        if seat != turn:
            if every and not laid:
                yield Choice(
                    "lead-out-of-turn",
                    _for(viewer, seat, msg("choice.lead")),
                    entry,
                    (Field("card", "card", options=every),),
                    weight="rare",
                    confirm=msg("confirm.lead", who=SeatRef(turn)),
                )
            continue
        open_ = tuple(option for option in every if option.value in doubt.open)
        rest = tuple(option for option in every if option.value not in doubt.open)
        weight: Weight = "main" if way in (None, "cards") else "more"
        for options, hidden in ((open_, False), (rest, True)):
            label = word if not open_ else f"{word}-hidden" if hidden else f"{word}-open"
            if options:
                yield Choice(
                    "play-hidden" if hidden and open_ else "play",
                    _for(viewer, seat, msg(f"choice.{label}")),
                    entry,
                    (Field("card", "card", options=options),),
                    weight="rare" if hidden and open_ and doubt.all_known else weight,
                    hint=msg("hint.by-cards") if weight == "more" else None,
                )


class _Doubts:
    """Why a card would be odd from a seat, by what lies open before it."""

    def __init__(self, deal: Deal, seat: Seat) -> None:
        self.led = deal.trick.led
        self.row = deal.row(seat)
        self.open = open_cards(deal, seat)
        self.must_follow = any(suit_of(card) == self.led for card in self.open)
        self.opening = not deal.taken and not deal.trick.laid
        layout = layout_of(deal, seat)
        self.all_known = layout is not None and not layout.hand and not layout.waiting

    def about(self, card: Card) -> Msg | None:
        """The question to ask before this card is sent; None where nothing is odd."""
        if self.row is None or (card in self.open and suit_of(card) == self.led):
            return None
        if self.all_known and card not in self.open:
            return msg("doubt.not-there", card=CardRef(card))
        if self.led is not None and self.must_follow and suit_of(card) != self.led:
            return msg("doubt.follow", suit=SuitRef(self.led))
        if self.opening and card not in self.open and self.open:
            return msg("doubt.first-lead")
        return None


def _tricks(deal: Deal, way: Way | None) -> Iterator[Choice]:
    can = possible_winners(deal)
    seats = tuple(
        Option(
            seat,
            msg("choice.seat", who=SeatRef(seat)),
            why_not=None if seat in can else msg("why.beaten"),
        )
        for seat in seats_of(deal.players)
    )
    weight: Weight = "main" if way in (None, "tricks") else "more"
    yield Choice(
        "trick",
        msg("choice.trick"),
        {"do": "trick"},
        (Field("seat", "pick", options=seats),),
        weight=weight,
        hint=msg("hint.by-tricks") if weight == "more" else None,
    )
    # Cards known to be one player's cannot all lie in one trick, so only the others are
    # offered as a set; whoever knows whose they are can lay them one by one.
    if not deal.trick.laid and len(deal.unknown) >= deal.players:
        yield Choice(
            "trick-cards",
            msg("choice.trick-cards"),
            {"do": "trick"},
            (
                Field("seat", "pick", options=seats),
                Field("cards", "cards", count=deal.players, options=cards(deal.unknown)),
            ),
            weight="rare",
        )


def _show(deal: Deal) -> Choice:
    seats = tuple(
        Option(seat, msg("choice.seat", who=SeatRef(seat))) for seat in seats_of(deal.players)
    )
    return Choice(
        "show",
        msg("choice.show"),
        {"do": "show"},
        (
            Field("seat", "pick", msg("field.whose"), options=seats),
            Field("card", "card", msg("field.card"), options=cards(deal.unknown)),
        ),
        weight="rare",
        hint=msg("hint.show"),
    )
