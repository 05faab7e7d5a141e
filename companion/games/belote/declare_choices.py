"""Declarations as a phone offers them: the kind, then its top card, rank or suit: two taps."""

from collections.abc import Iterator

import msgspec

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
    """What the viewer's seats may declare now: card by card, on their turn in the first trick
    first of all; where only tricks or points are entered, beside those at any time."""
    if deal.kind.no_trumps or not viewer.seats:
        return
    seats = tuple(sorted(viewer.seats))
    if how != "cards":
        yield from _melds(deal, seats, "beside")
        yield from _belotes(deal, seats, "beside")
        return
    named = len(seats) > 1
    for seat in seats:
        yield from _belotes(deal, (seat,), "main" if _just_laid(deal, seat) else "more", named)
        now = seat == deal.turn and not deal.taken
        yield from _melds(deal, (seat,), "main" if now else "more", named)


def _melds(
    deal: Deal, seats: tuple[Seat, ...], weight: Weight, named: bool = False
) -> Iterator[Choice]:
    """Sequences and fours, a button for each kind."""
    if not may_still_declare(deal):
        return
    for kind, length in (*LENGTHS.items(), *(("quint", n) for n in LONG)):
        long = {"length": length} if length in LONG else {}
        tops = {
            seat: tuple(
                Option(card)
                for card in _by_sequence()
                if _allowed(deal, Declare(seat=seat, meld=kind, top=card, **long))  # type: ignore[arg-type]
            )
            for seat in seats
        }
        yield from _one_of(
            deal,
            f"quint-{length}" if long else kind,
            msg(f"choice.quint-of-{length}" if long else f"choice.{kind}"),
            {"meld": kind, **long},
            Field("top", "card", msg("field.top"), hint=msg("hint.top")),
            tops,
            "rare" if long else weight,
            named,
        )
    ranks = {
        seat: tuple(
            Option(rank, msg("choice.rank", rank="10" if rank == "T" else rank))
            for rank in FOUR_POINTS
            if _allowed(deal, Declare(seat=seat, meld="four", rank=rank))
        )
        for seat in seats
    }
    label, blank = msg("choice.four"), Field("rank", "pick", msg("field.rank"))
    yield from _one_of(deal, "four", label, {"meld": "four"}, blank, ranks, weight, named)


def _belotes(
    deal: Deal, seats: tuple[Seat, ...], weight: Weight, named: bool = False
) -> Iterator[Choice]:
    suits = {
        seat: tuple(
            Option(one.suit, msg("choice.suit", suit=SuitRef(SUIT_OF_WORD[one.suit])))
            for one in possible_belotes(deal, seat)
            if one.suit is not None
        )
        for seat in seats
    }
    label, blank = msg("choice.belote"), Field("suit", "pick", msg("field.suit"))
    yield from _one_of(deal, "belote", label, {"meld": "belote"}, blank, suits, weight, named)


def _one_of(  # noqa: PLR0917 - the parts of one choice
    deal: Deal,
    key: str,
    label: Msg,
    entry: dict[str, object],
    blank: Field,
    options: dict[Seat, tuple[Option, ...]],
    weight: Weight,
    named: bool,
) -> Iterator[Choice]:
    """A choice of a value, and of a seat among those that may have the same ones: the
    declarer unless told. ``named``: a choice of one seat says whose it is."""
    alike: dict[tuple[object, ...], list[Seat]] = {}
    for seat, found in options.items():
        if found:
            alike.setdefault(tuple(option.value for option in found), []).append(seat)
    for seats in alike.values():
        values = options[seats[0]]
        said: dict[str, object] = {"do": "declare", **entry}
        fields: tuple[Field, ...] = ()
        if len(values) == 1:
            said[blank.name] = values[0].value
        else:
            fields = (msgspec.structs.replace(blank, options=values),)
        words = label
        if len(seats) > 1:
            who = tuple(Option(seat, msg("choice.who", who=SeatRef(seat))) for seat in seats)
            usual = deal.bidder if fields and deal.bidder in seats else None
            fields = (Field("seat", "pick", msg("field.who"), options=who, value=usual), *fields)
        else:
            said["seat"] = seats[0]
            if named or len(options) > 1:
                words = msg("choice.for", who=SeatRef(seats[0]), what=label)
        yield Choice(key, words, said, fields, weight=weight)


def _allowed(deal: Deal, entry: Declare) -> bool:
    try:
        check_declare(deal, entry)
    except Refusal:
        return False
    return True


def _by_sequence() -> tuple[Card, ...]:
    """The pack as it runs in sequences, highest first."""
    return tuple(sorted(DECK, key=lambda card: (card[1], -ORDER.index(card[0]))))


def _just_laid(deal: Deal, seat: Seat) -> bool:
    """Whether this seat's card in the trick on the felt, or just turned, is king or queen of a
    suit of trumps."""
    trick = deal.trick if deal.trick.laid or not deal.taken else deal.taken[-1].trick
    card = trick.card_of(seat)
    if card is None or card[0] not in "KQ":
        return False
    return deal.kind.all_trumps or suit_of(card) == deal.kind.trump
