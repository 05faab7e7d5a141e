"""Irregularities as the table hears of them, with what the rules offer.

SEED: reshuffle and deal by the next player, or rules of your own. So the usual offers are
to void the play, or that the offender's side pays the reward (A11, CHOICE); the table
decides, one tap each, or lets it be.
"""

from companion.core.choices import Choice
from companion.core.messages import CardRef, Msg, SeatRef, TeamRef, msg
from companion.core.rules import Flag
from companion.core.seats import Team, other_side, side_of
from companion.core.tricks import Laid
from companion.core.view import Notice, Viewer
from companion.games.whitehouse.flags import flags, tricks_of
from companion.games.whitehouse.score import rewards
from companion.games.whitehouse.state import Closed, Correction, Deal, State


def notices(state: State, viewer: Viewer) -> tuple[Notice, ...]:
    """What is irregular in the deal under way; before a word is said, in the one before it."""
    if not state.untouched:
        found = flags(state.deal)
        return tuple(_notice(state, viewer, flag, state.deal, None) for flag in found)
    if not state.closed:
        return ()
    last = state.closed[-1]
    return tuple(_notice(state, viewer, flag, last.deal, last) for flag in last.flags)


def _notice(state: State, viewer: Viewer, flag: Flag, deal: Deal, closed: Closed | None) -> Notice:
    offers: list[Choice] = []
    if viewer.table and flag.code != "count-disagrees":
        if closed is None and not state.over:
            confirm = msg("confirm.void")
            offers.append(Choice("void", msg("offer.void"), {"do": "void"}, confirm=confirm))
        offers += _payments(state, flag, deal, closed)
    return Notice(
        message=_message(flag, deal),
        code=flag.code,
        entry=flag.entry,
        seat=flag.seat,
        offers=tuple(offers),
    )


def _message(flag: Flag, deal: Deal) -> Msg:
    fault = fault_of(flag, deal)
    if fault is None:
        return msg(f"flag.{flag.code}", entry=flag.entry)
    number, laid = fault
    who, card = SeatRef(flag.seat), CardRef(laid.card)
    return msg(f"flag.{flag.code}", who=who, card=card, trick=number)


def fault_of(flag: Flag, deal: Deal) -> tuple[int, Laid] | None:
    """The card at fault and its trick, from 1; None where the fault is no card."""
    for number, laid in enumerate(tricks_of(deal), 1):
        for one in laid:
            if one.entry == flag.entry:
                return number, one
    return None


def _payments(state: State, flag: Flag, deal: Deal, closed: Closed | None) -> list[Choice]:
    """Each payment is offered until one with its reason is on the sheet.

    The reason is text in the record, and so in the record's plain English.
    """
    done = {row.why for row in state.history if isinstance(row, Correction)}
    offers = []
    offender = side_of(flag.seat)
    ours = deal.bidder is not None and side_of(deal.bidder) == offender
    made, failed = rewards(deal)
    number = state.played + 1 if closed is None else _play_number(state, closed)
    penalty = _reason(flag, deal, number)
    if closed is not None and closed.points is not None and closed.written[0]:
        payee = Team(1) if closed.written[0] > 0 else Team(2)
        why = f"deal {number} given back"
        back = min(abs(closed.written[0]), state.chips[payee - 1])
        if back and why not in done:
            offers.append(_gives(payee, back, why, "offer.give-back"))
    pays = min(failed if ours else made, state.chips[offender - 1])
    if pays and penalty not in done:
        offers.append(_gives(offender, pays, penalty, "offer.pay"))
    return offers


def _reason(flag: Flag, deal: Deal, number: int) -> str:
    fault = fault_of(flag, deal)
    where = f": {fault[1].card} in trick {fault[0]}" if fault else ""
    return f"{flag.code.replace('-', ' ')}{where}, deal {number}"


def _play_number(state: State, closed: Closed) -> int:
    """The number under which a deal stands in the score, where void ones have none."""
    upto = (row for row in state.closed if row.deal.number <= closed.deal.number)
    return sum(row.points is not None for row in upto)


def _gives(team: Team, n: int, why: str, code: str) -> Choice:
    return Choice(
        "adjust",
        msg(code, who=TeamRef(team), to=TeamRef(other_side(team)), n=n),
        {"do": "adjust", "team": team, "by": -n, "why": why},
        confirm=msg("confirm.adjust"),
    )
