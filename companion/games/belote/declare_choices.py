"""Declarations as a phone offers them: the kind, then its top card, rank or suit: two taps."""

from collections.abc import Iterator

from companion.core.cards import SUIT_OF_WORD, Card, suit_of
from companion.core.choices import Choice, Field, Option, Weight
from companion.core.messages import Msg, Refusal, SeatRef, SuitRef, msg
from companion.core.seats import Seat
from companion.core.view import Viewer
from companion.games.belote.contracts import DECK
from companion.games.belote.declaring import check_declare, may_still_declare, possible_belotes
from companion.games.belote.entries import LONG, Declare
from companion.games.belote.habits import Habit
from companion.games.belote.melds import FOUR_POINTS, LENGTHS, ORDER
from companion.games.belote.state import Deal


def declarations(deal: Deal, viewer: Viewer, how: Habit) -> Iterator[Choice]:
    """What the viewer's seats may declare now: on their turn in the first trick first of all."""
    if deal.kind.no_trumps:
        return
    for seat in sorted(viewer.seats):
        yield from _belotes(deal, viewer, seat, how)
        if may_still_declare(deal):
            now = how == "cards" and seat == deal.turn and not deal.taken
            yield from _melds(deal, viewer, seat, "main" if now else "more")


def _label(viewer: Viewer, seat: Seat, label: Msg) -> Msg:
    return msg("choice.for", who=SeatRef(seat), what=label) if len(viewer.seats) > 1 else label


def _allowed(deal: Deal, entry: Declare) -> bool:
    try:
        check_declare(deal, entry)
    except Refusal:
        return False
    return True


def _melds(deal: Deal, viewer: Viewer, seat: Seat, weight: Weight) -> Iterator[Choice]:
    entry = {"do": "declare", "seat": seat}
    runs: list[tuple[str, int, Weight]] = [(kind, n, weight) for kind, n in LENGTHS.items()]
    runs += [("quint", n, "rare") for n in LONG]
    for kind, length, how in runs:
        long = {"length": length} if length in LONG else {}
        tops = tuple(
            Option(card)
            for card in _by_sequence()
            if _allowed(deal, Declare(seat=seat, meld=kind, top=card, **long))  # type: ignore[arg-type]
        )
        if tops:
            said = msg(f"choice.quint-of-{length}" if long else f"choice.{kind}")
            yield Choice(
                f"quint-{length}" if long else kind,
                _label(viewer, seat, said),
                {**entry, "meld": kind, **long},
                (Field("top", "card", msg("field.top"), options=tops, hint=msg("hint.top")),),
                weight=how,
            )
    ranks = tuple(
        Option(rank, msg("choice.rank", rank="10" if rank == "T" else rank))
        for rank in FOUR_POINTS
        if _allowed(deal, Declare(seat=seat, meld="four", rank=rank))
    )
    if ranks:
        yield Choice(
            "four",
            _label(viewer, seat, msg("choice.four")),
            {**entry, "meld": "four"},
            (Field("rank", "pick", msg("field.rank"), options=ranks),),
            weight=weight,
        )


def _by_sequence() -> tuple[Card, ...]:
    """The pack as it runs in sequences, highest first."""
    return tuple(sorted(DECK, key=lambda card: (card[1], -ORDER.index(card[0]))))


def _belotes(deal: Deal, viewer: Viewer, seat: Seat, how: Habit) -> Iterator[Choice]:
    """A belote; first of all from whoever has just laid one of the two cards."""
    open_now = list(possible_belotes(deal, seat))
    if not open_now:
        return
    entry = {"do": "declare", "seat": seat, "meld": "belote"}
    weight: Weight = "main" if how == "cards" and _just_laid(deal, seat) else "more"
    if not deal.kind.all_trumps:
        (only,) = open_now
        label = _label(viewer, seat, msg("choice.belote"))
        yield Choice("belote", label, {**entry, "suit": only.suit}, weight=weight)
        return
    suits = tuple(
        Option(one.suit, msg("choice.suit", suit=SuitRef(SUIT_OF_WORD[one.suit])))
        for one in open_now
        if one.suit is not None
    )
    yield Choice(
        "belote",
        _label(viewer, seat, msg("choice.belote")),
        entry,
        (Field("suit", "pick", msg("field.suit"), options=suits),),
        weight=weight,
    )


def _just_laid(deal: Deal, seat: Seat) -> bool:
    """Whether this seat's card in the trick on the felt, or just turned, is king or queen of a
    suit of trumps."""
    trick = deal.trick if deal.trick.laid or not deal.taken else deal.taken[-1].trick
    card = trick.card_of(seat)
    if card is None or card[0] not in "KQ":
        return False
    return deal.kind.all_trumps or suit_of(card) == deal.kind.trump
