"""Irregularities as the table hears of them, with what the rules offer.

STANDARD (D16): the text of the rules is silent; the commonest penalty is 26 written points
to the other side. It is offered, one tap, and never imposed; or the deal is void. What has
been settled by either is not held against anybody any more.
"""

from companion.core.choices import Choice
from companion.core.messages import CardRef, Msg, SeatRef, TeamRef, msg
from companion.core.rules import Flag
from companion.core.seats import other_side, side_of
from companion.core.view import Notice, Viewer
from companion.games.belote.flags import false_declarations, fault_of, flags, rivalries
from companion.games.belote.score import TEAMS
from companion.games.belote.state import Correction, Deal, State
from companion.games.belote.words import full

PENALTY = 26
"""Written points (D16): what a deal without trumps or with all of them is worth."""


def notices(state: State, viewer: Viewer) -> tuple[Notice, ...]:
    """What is irregular in the deal under way; before a word is said, in the one before it.

    What is settled comes first, so that the newest one is still open where any is.
    """
    if not state.untouched:
        found, deal, closed = flags(state.deal), state.deal, False
    elif state.closed and state.closed[-1].tally:
        found, deal, closed = state.closed[-1].flags, state.closed[-1].deal, True
    else:
        return ()
    corrections = [row for row in state.history if isinstance(row, Correction)]
    paid = {row.why: row for row in corrections if max(row.written) > 0}
    settled, open_ = [], []
    for flag in found:
        penalty = paid.get(_reason(flag, deal))
        if penalty is not None:
            settled.append(_notice(flag, _settled(flag, penalty)))
        else:
            offers = _offers(state, flag, deal, closed) if viewer.table else ()
            open_.append(_notice(flag, _message(flag, deal), offers))
    return (*settled, *open_)


def _notice(flag: Flag, message: Msg, offers: tuple[Choice, ...] = ()) -> Notice:
    return Notice(message, flag.code, flag.entry, flag.seat, offers)


def _settled(flag: Flag, penalty: Correction) -> Msg:
    gets = max(TEAMS, key=lambda team: penalty.written[team - 1])
    return msg(
        "notice.settled",
        what=msg(f"flag-mark.{flag.code}"),
        who=SeatRef(flag.seat),
        to=TeamRef(gets),
        n=max(penalty.written),
    )


def _message(flag: Flag, deal: Deal) -> Msg:
    who = SeatRef(flag.seat)
    if flag.code == "false-declaration":
        for one in false_declarations(deal, shown=True):
            if one.declared.entry == flag.entry:
                what, card = full(one.declared.meld), CardRef(one.card)
                if one.where is None:
                    return msg("flag.false-declaration", who=who, what=what, card=card)
                other = SeatRef(one.where)
                return msg("flag.card-elsewhere", who=who, what=what, card=card, other=other)
    if flag.code == "declared-by-two":
        for both in rivalries(deal, shown=True):
            if both.second.entry == flag.entry:
                return msg(
                    "flag.declared-by-two",
                    who=SeatRef(both.first.seat),
                    what=full(both.first.meld),
                    other=who,
                    theirs=full(both.second.meld),
                    card=CardRef(both.card),
                )
    fault = fault_of(flag, deal)
    if fault is None:
        return msg(f"flag.{flag.code}", entry=flag.entry)
    number, laid = fault
    return msg(f"flag.{flag.code}", who=who, card=CardRef(laid.card), trick=number)


def _offers(state: State, flag: Flag, deal: Deal, closed: bool) -> tuple[Choice, ...]:
    """The penalty, and the deal void while it can be.

    The penalty's reason is text in the record, and so in the record's plain English.
    """
    if flag.code in {"count-disagrees", "declared-by-two"}:
        return ()  # nobody is shown to be at fault
    offers = []
    if not closed and not state.over:
        confirm = msg("confirm.void")
        offers.append(Choice("void", msg("offer.void"), {"do": "void"}, confirm=confirm))
    team = other_side(side_of(flag.seat))
    offers.append(
        Choice(
            "adjust",
            msg("offer.penalty", who=TeamRef(team), n=PENALTY),
            {"do": "adjust", "team": team, "by": PENALTY, "why": _reason(flag, deal)},
            confirm=msg("confirm.adjust"),
        )
    )
    return tuple(offers)


def _reason(flag: Flag, deal: Deal) -> str:
    fault = fault_of(flag, deal)
    where = f": {fault[1].card} in trick {fault[0]}" if fault else ""
    if not fault:
        where = f" in entry {flag.entry}"
    return f"{flag.code.replace('-', ' ')}{where}, deal {deal.number}"
