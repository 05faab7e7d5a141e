"""What people say of a finished deal: that its result is right, or that it is not.

Nobody has to say anything, and the game goes on meanwhile; silence is consent. A signature
is for the numbers that were signed: when they change, it lapses. A dispute stays open until
whoever raised it agrees, or the host closes it with a reason.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Annotated, Any, Final

import msgspec

from companion.core.choices import Choice, Field, Option
from companion.core.entries import Entry, SeatNumber, TrickTaken
from companion.core.messages import Msg, Refusal, SeatRef, TeamRef, msg
from companion.core.seats import Seat, Team
from companion.core.view import DealRow, Notice, View, Viewer
from companion.table.devices import Device
from companion.table.matters import NOBODY, Matter, People

DealNumber = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class DealWord(Matter, frozen=True):
    """A word about a finished deal; ``seat`` says it, None is the host."""

    deal: DealNumber
    seat: SeatNumber | None = None


class Sign(DealWord, frozen=True, tag="sign"):
    """The result of the deal is right; an own dispute of it is over."""


class Dispute(DealWord, frozen=True, tag="dispute"):
    """The result of the deal is not right."""


class Recount(DealWord, frozen=True, kw_only=True, tag="recount"):
    """What the other side counted: ``entry`` is of the kind that closed the deal."""

    entry: dict[str, Any]


class Settle(DealWord, frozen=True, kw_only=True, tag="settle"):
    """The host closes a dispute, with a reason that everybody can read."""

    why: Reason


DEAL_WORDS: Final[tuple[type[Matter], ...]] = (Sign, Dispute, Recount, Settle)


@dataclass(frozen=True)
class Counted:
    """A deal counted twice: what the second count would write, and both as sentences."""

    written: tuple[int, ...]
    first: Msg
    second: Msg


@dataclass(frozen=True)
class Said:
    """What was said of one deal: by whom it is disputed, and which sides signed what."""

    disputed: Seat | None = None
    settled: str | None = None
    signed: Mapping[Team, tuple[int, ...]] | None = None
    """What was written in the deal when a side signed it."""
    written: tuple[int, ...] | None = None
    """What was written when it was disputed: something else now is the answer to that."""
    counted: Counted | None = None
    """What whoever disputes it has counted: with that written, there is nothing to dispute."""

    def is_open(self, row: DealRow | None) -> bool:
        """Whether the deal as it stands is disputed."""
        if row is None or self.disputed is None:
            return False
        return self.counted is None or self.counted.written != row.written

    def is_answered(self, row: DealRow | None) -> bool:
        """Whether something else is written than when it was disputed."""
        return row is not None and self.written is not None and row.written != self.written

    def signers(self, row: DealRow) -> frozenset[Team]:
        """The sides that signed the deal as it stands."""
        signed = self.signed or {}
        return frozenset(team for team, written in signed.items() if written == row.written)


NOTHING: Final = Said()
Words = Mapping[int, Said]


def row_of(view: View, deal: int) -> DealRow | None:
    """The row of a finished deal."""
    return next((row for row in reversed(view.score.rows) if row.deal == deal), None)


def teams_of(view: View, seats: Iterable[Seat]) -> frozenset[Team]:
    """The sides that these seats belong to."""
    mine = frozenset(seats)
    return frozenset(seen.team for seen in view.seats if seen.seat in mine)


def check(word: DealWord, view: View, words: Words, people: People, device: Device) -> None:
    """Refuse a word about a deal that there is not, or by somebody who may not say it."""
    row = row_of(view, word.deal)
    if row is None:
        raise Refusal("no-such-deal", n=word.deal)
    if isinstance(word, Settle) and not device.host:
        raise Refusal("host-only")
    if word.seat is None and not device.host:
        raise Refusal("not-your-seat")
    if word.seat is not None and people.get(word.seat, NOBODY).device != device.id:
        raise Refusal("not-your-seat")
    disputed = words.get(word.deal, NOTHING).is_open(row)
    if not isinstance(word, Settle) and word.seat is None:
        raise Refusal("not-your-seat")
    if isinstance(word, Dispute) and disputed:
        raise Refusal("disputed-already", n=word.deal)
    if isinstance(word, Settle) and not disputed:
        raise Refusal("not-disputed", n=word.deal)


def said(words: Words, word: DealWord, view: View, counted: Counted | None = None) -> Words:
    """The words after this one. Trusts the log. ``counted``: of a :class:`Recount`."""
    row, before = row_of(view, word.deal), words.get(word.deal, NOTHING)
    teams = teams_of(view, [word.seat] if word.seat else [])
    match word:
        case Sign() if row is not None:
            after = replace(
                before, signed={**(before.signed or {}), **dict.fromkeys(teams, row.written)}
            )
            if before.disputed and teams & teams_of(view, [before.disputed]):
                after = replace(after, disputed=None)
        case Dispute(seat=seat):
            signed = {t: w for t, w in (before.signed or {}).items() if t not in teams}
            after = Said(disputed=seat, signed=signed, written=row.written if row else None)
        case Recount(seat=seat) if row is not None and counted is not None:
            signed = {**(before.signed or {}), **dict.fromkeys(teams, counted.written)}
            after = replace(before, signed=signed)
            if counted.written != row.written:
                after = Said(seat, None, signed, row.written, counted)
        case Settle(why=why):
            after = replace(before, disputed=None, settled=why)
        case _:
            after = before
    return {**words, word.deal: after}


def describe(word: DealWord) -> Msg:
    """The word as a sentence."""
    match word:
        case Settle(why=why):
            return msg("matter.settled", n=word.deal, why=why)
        case Recount(seat=seat) if seat:
            return msg("matter.recounted", who=SeatRef(seat), n=word.deal)
        case Dispute(seat=seat) if seat:
            return msg("matter.disputed", who=SeatRef(seat), n=word.deal)
        case _:
            return msg("matter.signed", who=SeatRef(word.seat or Seat(1)), n=word.deal)


@dataclass(frozen=True)
class Closing:
    """The newest entry closed a deal by somebody's word: which deal, whose word."""

    deal: int
    number: int
    seat: Seat | None
    teams: frozenset[Team]
    """The sides that the phone which said it speaks for; they need not be asked."""

    @staticmethod
    def counts(entry: Entry) -> bool:
        """Whether an entry that closed a deal is somebody's word, and not the cards'."""
        return entry.speaker == "table" and not isinstance(entry, TrickTaken)


def with_sign(n: int) -> str:
    """A change with its sign and a true minus, as it stands in the score."""
    return f"{n:+}".replace("-", "\N{MINUS SIGN}") if n else "0"


def sides(view: View, row: DealRow) -> Msg:
    """What each side wrote in a deal, by name: "Ana & Vera 16, Boris & Georgi 0".

    Where a side can lose, each number has its sign: "Ana & Vera −1, Boris & Georgi +1".
    """
    moves = any(written < 0 for written in row.written)
    told = [
        msg("table.side", who=TeamRef(team.team), n=with_sign(written) if moves else written)
        for team, written in zip(view.score.teams, row.written, strict=True)
    ]
    return reduce(lambda one, other: msg("table.sides", one=one, other=other), told)


def with_words(  # noqa: PLR0917 - what a view is built of
    view: View,
    viewer: Viewer,
    host: bool,
    words: Words,
    closing: Closing | None,
    closed_by: Callable[[int], int],
    recounts: Callable[[Seat], Iterable[Choice]] = lambda _: (),
) -> View:
    """The view, with what was said of its deals and what this viewer may say.

    ``closed_by``: the entry that closed a deal, see :meth:`History.closing`; ``recounts``:
    by what a seat may count it again, where the house has both sides count.
    """
    rows = tuple(_marked(row, words) for row in view.score.rows)
    score = msgspec.structs.replace(view.score, rows=rows) if words else view.score
    open_disputes = [n for n, one in words.items() if one.is_open(row_of(view, n))]
    notices = [
        _dispute_notice(n, words[n], view, viewer, host, closed_by(n)) for n in open_disputes
    ]
    if closing and closing.deal not in open_disputes:
        asked = _question(closing, view, viewer, words.get(closing.deal, NOTHING), recounts)
        notices += [asked] if asked else []
    more = _may_dispute(view, viewer, open_disputes)
    return msgspec.structs.replace(
        view,
        score=score,
        notices=(*view.notices, *notices),
        choices=(*view.choices, *more),
    )


def _marked(row: DealRow, words: Words) -> DealRow:
    told = words.get(row.deal, NOTHING) if row.deal else NOTHING
    marks = [msg("table.mark-signed", who=TeamRef(team)) for team in sorted(told.signers(row))]
    if told.is_open(row):
        marks.append(msg("table.mark-disputed"))
    lines = (
        [msg("table.line-settled", why=told.settled)]
        if told.settled and not told.is_open(row)
        else []
    )
    if not marks and not lines:
        return row
    return msgspec.structs.replace(row, marks=(*row.marks, *marks), lines=(*row.lines, *lines))


def _sign(seat: Seat, deal: int, label: str) -> Choice:
    return Choice("sign", msg(label), {"do": "sign", "deal": deal, "seat": seat})


def _dispute(seat: Seat, deal: int) -> Choice:
    entry = {"do": "dispute", "deal": deal, "seat": seat}
    return Choice("dispute", msg("table.dispute"), entry)


def _question(
    closing: Closing,
    view: View,
    viewer: Viewer,
    told: Said,
    recounts: Callable[[Seat], Iterable[Choice]],
) -> Notice | None:
    """What the other sides are asked while nothing has followed the word that closed a deal."""
    row = row_of(view, closing.deal)
    if row is None:
        return None
    done = closing.teams | told.signers(row)
    seat = next((s.seat for s in view.seats if s.seat in viewer.seats and s.team not in done), None)
    if seat is None:
        return None
    if again := tuple(recounts(seat)):
        message = msg("table.recount", n=closing.deal)
        return Notice(message, "confirm", closing.number, closing.seat, again, closing.deal)
    who = SeatRef(closing.seat) if closing.seat else None
    words = "table.confirm" if who else "table.confirm-host"
    args = {"who": who} if who else {}
    message = msg(words, n=closing.deal, written=sides(view, row), **args)
    offers = (_sign(seat, closing.deal, "table.sign"), _dispute(seat, closing.deal))
    return Notice(message, "confirm", closing.number, closing.seat, offers, closing.deal)


def dispute_offers(
    deal: int, told: Said, view: View, seats: Collection[Seat], host: bool
) -> list[Choice]:
    """By what a disputed deal is settled by whoever has these seats, or by the host."""
    offers: list[Choice] = []
    own = teams_of(view, [told.disputed or Seat(1)])
    mine = next((s.seat for s in view.seats if s.seat in seats and s.team in own), None)
    if mine:
        changed = told.is_answered(row_of(view, deal))
        offers.append(_sign(mine, deal, "table.sign-now" if changed else "table.sign-after-all"))
    if host:
        settle: dict[str, object] = {"do": "settle", "deal": deal}
        why = Field("why", "text", msg("table.settle-why"), high=200)
        offers.append(Choice("settle", msg("table.settle", n=deal), settle, (why,)))
    return offers


def _dispute_notice(  # noqa: PLR0917 - the parts of one notice
    deal: int, told: Said, view: View, viewer: Viewer, host: bool, entry: int
) -> Notice:
    seat, row = told.disputed or Seat(1), row_of(view, deal)
    changed = told.is_answered(row)
    offers = dispute_offers(deal, told, view, viewer.seats, host)
    if changed and row is not None:
        message = msg("table.disputed-corrected", who=SeatRef(seat), n=deal, now=sides(view, row))
    elif told.counted is not None:
        first, second = told.counted.first, told.counted.second
        message = msg("table.counts-differ", n=deal, first=first, second=second, who=SeatRef(seat))
    else:
        message = msg("table.disputed", who=SeatRef(seat), n=deal)
    return Notice(message, "disputed", entry, seat, tuple(offers), deal)


def _may_dispute(view: View, viewer: Viewer, disputed: Iterable[int]) -> tuple[Choice, ...]:
    seat = min(viewer.seats, default=None)
    deals = [row.deal for row in view.score.rows if row.deal and row.deal not in disputed]
    if seat is None or not deals:
        return ()
    options = tuple(Option(deal, msg("ui.deal", n=deal)) for deal in reversed(deals))
    return (
        Choice(
            "dispute-deal",
            msg("table.dispute-deal"),
            {"do": "dispute", "seat": seat},
            (Field("deal", "pick", options=options),),
            weight="rare",
        ),
    )
