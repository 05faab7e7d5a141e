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
    if how != "cards":
        yield from _at_any_time(deal, tuple(sorted(viewer.seats)))
        return
    for seat in sorted(viewer.seats):
        yield from _belotes(deal, viewer, seat, how)
        if may_still_declare(deal):
            now = seat == deal.turn and not deal.taken
            yield from _melds(deal, viewer, seat, "main" if now else "more")


def _at_any_time(deal: Deal, seats: tuple[Seat, ...]) -> Iterator[Choice]:
    """The kinds as buttons; who, where one phone speaks for several: the declarer unless told."""
    if may_still_declare(deal):
        for kind, length in (*LENGTHS.items(), *(("quint", n) for n in LONG)):
            long = {"length": length} if length in LONG else {}
            tops = {
                seat: tuple(
                    card
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
                {seat: tuple(map(Option, cards)) for seat, cards in tops.items()},
                "rare" if long else "beside",
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
        yield from _one_of(deal, "four", label, {"meld": "four"}, blank, ranks)
    suits = {
        seat: tuple(
            Option(one.suit, msg("choice.suit", suit=SuitRef(SUIT_OF_WORD[one.suit])))
            for one in possible_belotes(deal, seat)
            if one.suit is not None
        )
        for seat in seats
    }
    label, blank = msg("choice.belote"), Field("suit", "pick", msg("field.suit"))
    yield from _one_of(deal, "belote", label, {"meld": "belote"}, blank, suits)


def _one_of(  # noqa: PLR0917 - the parts of one choice
    deal: Deal,
    key: str,
    label: Msg,
    entry: dict[str, object],
    blank: Field,
    options: dict[Seat, tuple[Option, ...]],
    weight: Weight = "beside",
) -> Iterator[Choice]:
    """A choice of a value, and of a seat among those that may have the same ones."""
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
            if len(options) > 1:
                words = msg("choice.for", who=SeatRef(seats[0]), what=label)
        yield Choice(key, words, said, fields, weight=weight)


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
