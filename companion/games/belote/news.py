"""What a deal has come to, as it is called across the table when it is written down."""

from companion.core.messages import Msg, TeamRef, msg
from companion.core.seats import Team, other_side
from companion.games.belote.auction import called
from companion.games.belote.state import Closed, State


def news(state: State) -> tuple[Msg, ...]:
    """The result of the deal before, until the next one has its first word; and, as long as it
    holds, why play goes on though a side has the target."""
    lines = []
    if state.untouched and state.closed:
        row = state.closed[-1]
        lines.append(msg("news", deal=row.deal.number, how=_how(row), written=_written(row)))
    if state.goes_on is not None and not state.over:
        lines.append(msg(f"goes-on.{state.goes_on}", target=state.house.target))
    return tuple(lines)


def _how(row: Closed) -> Msg:
    """Made, inside, hanging or capot, with the points that were compared."""
    deal, sum_, best = row.deal, row.tally, row.deal.contract
    if sum_ is None or best is None:
        return msg("news.passed" if deal.auction.passed_out else "news.void")
    side, other = deal.side, other_side(deal.side)
    how: str = sum_.outcome
    if sum_.capot is not None:
        how = "capot" if sum_.capot == side else "capot-against"
    return msg(
        f"news.{how}",
        who=TeamRef(side),
        other=TeamRef(other),
        contract=called(best),
        own=sum_.raw[side - 1],
        others=sum_.raw[other - 1],
    )


def _written(row: Closed) -> Msg:
    """Who writes what, and what hangs or hung."""
    sum_, (a, b) = row.tally, row.written
    if sum_ is None or not (a or b or sum_.hanging):
        return msg("news.nothing")
    if not (a or b):
        return msg("news.all-hangs", n=sum_.hanging)
    most, least = (Team(1), Team(2)) if a >= b else (Team(2), Team(1))
    who, other = TeamRef(most), TeamRef(least)
    code = "news.writes" if min(a, b) == 0 else "news.write"
    written = msg(code, who=who, won=max(a, b), other=other, rest=min(a, b))
    if sum_.hanging:
        return msg("news.hangs", written=written, n=sum_.hanging)
    return msg("news.hung" if sum_.hung else "news.written", written=written, n=sum_.hung)
