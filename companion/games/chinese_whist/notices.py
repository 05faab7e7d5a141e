"""Irregularities as the table hears of them, with what the rules offer.

Penalties are those of Whist (SEED). A revoke is the other sides' to claim, one penalty for
each, in three ways (L-ENG 72); who has claimed what is in the record, and a notice accuses
nobody any more once it is settled. What happens on the felt alone, as with a lead out of turn
or a card to be called, is told in words.
"""

from collections.abc import Iterator

from companion.core.choices import Choice
from companion.core.messages import CardRef, Msg, SeatRef, TeamRef, msg
from companion.core.rules import Flag
from companion.core.seats import Team
from companion.core.tricks import Laid
from companion.core.view import Notice, Viewer
from companion.games.chinese_whist.deal import Deal
from companion.games.chinese_whist.entries import Penalty, Take
from companion.games.chinese_whist.flags import first_lead, flags, tricks_of
from companion.games.chinese_whist.options import team_of, teams_of
from companion.games.chinese_whist.state import Played, State

TAKES: tuple[Take, ...] = ("tricks", "add", "deduct")


def notices(state: State, viewer: Viewer) -> tuple[Notice, ...]:
    """What is irregular in the deal under way; before the next begins, in the one before it."""
    deal, found = state.deal, flags(state.deal)
    if state.claimable is not None:
        what = state.lines[state.claimable].what
        if isinstance(what, Played):
            deal, found = what.deal, what.flags
    told = [*_flagged(state, viewer, deal, found), *_first_lead(deal), *_exposed(deal)]
    return tuple(told)


def _flagged(state: State, viewer: Viewer, deal: Deal, found: tuple[Flag, ...]) -> Iterator[Notice]:
    """What is settled comes first, so that the newest one is still open where any is."""
    paid = list(deal.penalties)
    settled, open_ = [], []
    for flag in found:
        claim = next((one for one in paid if one.seat == flag.seat), None)
        if flag.code == "revoke" and claim is not None:
            paid.remove(claim)
            settled.append(_notice(flag, _settled(claim, deal)))
            continue
        revoke = flag.code == "revoke"
        offers = tuple(_penalties(state, viewer, flag, deal)) if revoke else ()
        open_.append(_notice(flag, _message(flag, _fault_of(flag, deal), deal), offers))
    yield from settled
    yield from open_


def _notice(flag: Flag, message: Msg, offers: tuple[Choice, ...] = ()) -> Notice:
    return Notice(message, flag.code, flag.entry, flag.seat, offers)


def _settled(claim: Penalty, deal: Deal) -> Msg:
    who, to = SeatRef(claim.seat), TeamRef(claim.by)
    return msg(f"notice.settled-{claim.take}", who=who, to=to, n=deal.house.revoke)


def _message(flag: Flag, fault: tuple[int, Laid] | None, deal: Deal) -> Msg:
    if fault is None:
        return msg(f"flag.{flag.code}", entry=flag.entry)
    number, laid = fault
    who, card = SeatRef(flag.seat), CardRef(laid.card)
    if flag.code == "lead-out-of-turn":
        right = deal.taken[number - 2].winner if number > 1 else deal.first
        whole = len(tricks_of(deal)[number - 1]) == deal.players
        code = "flag.lead-stands" if whole else "flag.lead-out-of-turn"
        return msg(code, who=who, card=card, trick=number, right=SeatRef(right))
    return msg(f"flag.{flag.code}", who=who, card=card, trick=number)


def _fault_of(flag: Flag, deal: Deal) -> tuple[int, Laid] | None:
    """The card at fault and its trick, from 1; None where the fault is no card."""
    for number, laid in enumerate(tricks_of(deal), 1):
        for one in laid:
            if one.entry == flag.entry:
                return number, one
    return None


def _penalties(state: State, viewer: Viewer, flag: Flag, deal: Deal) -> Iterator[Choice]:
    """The three ways, on the phones of the sides that may choose."""
    if not viewer.table or (state.over and state.claimable is None):
        return
    offender = team_of(flag.seat, state.players)
    others = [team for team in teams_of(state.players) if team != offender]
    mine = {team_of(seat, state.players) for seat in viewer.seats}
    by = others if not viewer.seats else [team for team in others if team in mine]
    named = len(by) > 1 or offender in mine  # "us" is nobody on a phone for both sides
    for team in by:
        for take in TAKES:
            yield _penalty(flag, team, take, deal.house.revoke, named)


def _penalty(flag: Flag, by: Team, take: Take, n: int, named: bool) -> Choice:
    # Points for a side name it anyhow; tricks and points off are "theirs" on one side's phone.
    code = f"offer.{take}" if named and take != "add" else f"take.{take}"
    return Choice(
        "penalty",
        msg(code, by=TeamRef(by), who=SeatRef(flag.seat), n=n),
        {"do": "penalty", "seat": flag.seat, "for": "revoke", "take": take, "by": by},
        confirm=msg("confirm.penalty"),
    )


def _first_lead(deal: Deal) -> Iterator[Notice]:
    laid = first_lead(deal)
    if laid is not None:
        told = msg("notice.first-lead", who=SeatRef(laid.seat), card=CardRef(laid.card))
        yield Notice(told, "first-lead", laid.entry, laid.seat)


def _exposed(deal: Deal) -> Iterator[Notice]:
    for one in deal.shown:
        if one.card not in deal.seen:
            told = msg("notice.shown", who=SeatRef(one.seat), card=CardRef(one.card))
            yield Notice(told, "shown", one.entry, one.seat)
