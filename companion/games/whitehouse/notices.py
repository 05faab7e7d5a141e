"""Irregularities as the table hears of them, with what the rules offer.

SEED: reshuffle and deal by the next player, or rules of your own. So the usual offers are
to void the play, or that the offender's side pays the reward (A11, CHOICE); the table
decides, one tap each, or lets it be. What has been settled so is not held against anybody
any more.
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
    """What is irregular in the deal under way; before a word is said, in the one before it.

    A void deal settles what was wrong with it. What is settled comes first, so that the
    newest one is still open where any is.
    """
    if not state.untouched:
        found, deal, closed = flags(state.deal), state.deal, None
    elif state.closed and state.closed[-1].points:
        closed = state.closed[-1]
        found, deal = closed.flags, closed.deal
    else:
        return ()
    settled, open_ = [], []
    for flag in found:
        chips = _settled_by(state, flag, deal, closed)
        offers = () if not viewer.table else _offers(state, flag, deal, closed)
        if chips is not None:
            back = tuple(offer for offer in offers if offer.key != "void")
            settled.append(_notice(flag, _settled(flag, chips), back))
        else:
            open_.append(_notice(flag, _message(flag, deal), offers))
    return (*settled, *open_)


def _notice(flag: Flag, message: Msg, offers: tuple[Choice, ...]) -> Notice:
    return Notice(message, flag.code, flag.entry, flag.seat, offers)


def _offers(state: State, flag: Flag, deal: Deal, closed: Closed | None) -> tuple[Choice, ...]:
    if flag.code == "count-disagrees":
        return ()
    offers: list[Choice] = []
    if closed is None and not state.over:
        confirm = msg("confirm.void")
        offers.append(Choice("void", msg("offer.void"), {"do": "void"}, confirm=confirm))
    return (*offers, *_payments(state, flag, deal, closed))


def _settled_by(state: State, flag: Flag, deal: Deal, closed: Closed | None) -> Correction | None:
    """The chips that settled it: the penalty, or the deal's own given back."""
    given = {
        row.why: row for row in state.history if isinstance(row, Correction) and any(row.written)
    }
    number = _number(state, closed)
    return given.get(_reason(flag, deal, number)) or given.get(_back(number))


def _settled(flag: Flag, by: Correction) -> Msg:
    gets = Team(1) if by.written[0] > 0 else Team(2)
    return msg(
        "notice.settled",
        what=msg(f"flag-mark.{flag.code}"),
        who=SeatRef(flag.seat),
        to=TeamRef(gets),
        payer=TeamRef(other_side(gets)),
        n=abs(by.written[0]),
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
    number = _number(state, closed)
    penalty = _reason(flag, deal, number)
    if closed is not None and closed.points is not None and closed.written[0]:
        payee = Team(1) if closed.written[0] > 0 else Team(2)
        back = min(abs(closed.written[0]), state.chips[payee - 1])
        if back and _back(number) not in done:
            offers.append(_gives(payee, back, _back(number), "offer.give-back"))
    pays = min(failed if ours else made, state.chips[offender - 1])
    if pays and penalty not in done:
        offers.append(_gives(offender, pays, penalty, "offer.pay"))
    return offers


def _reason(flag: Flag, deal: Deal, number: int) -> str:
    fault = fault_of(flag, deal)
    where = f": {fault[1].card} in trick {fault[0]}" if fault else ""
    return f"{flag.code.replace('-', ' ')}{where}, deal {number}"


def _back(number: int) -> str:
    return f"deal {number} given back"


def _number(state: State, closed: Closed | None) -> int:
    """The number under which a deal stands in the score, where void ones have none."""
    if closed is None:
        return state.played + 1
    upto = (row for row in state.closed if row.deal.number <= closed.deal.number)
    return sum(row.points is not None for row in upto)


def _gives(team: Team, n: int, why: str, code: str) -> Choice:
    return Choice(
        "adjust",
        msg(code, who=TeamRef(team), to=TeamRef(other_side(team)), n=n),
        {"do": "adjust", "team": team, "by": -n, "why": why},
        confirm=msg("confirm.adjust"),
    )
