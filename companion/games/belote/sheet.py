"""The score sheet: every deal unfolded to the sum that made it, with the rule."""

from companion.core.messages import CardRef, Msg, SeatRef, TeamRef, msg
from companion.core.seats import Team, other_side, seats_of, side_of
from companion.core.view import DealRow, ScoreView, TeamScore
from companion.games.belote.contracts import LAST_TEN, named
from companion.games.belote.flags import false_declarations, rivalries
from companion.games.belote.melds import Contest
from companion.games.belote.score import TEAMS
from companion.games.belote.state import Closed, Correction, State
from companion.games.belote.tally import Tally
from companion.games.belote.words import full, verdict


def score_view(state: State) -> ScoreView:
    """The points of each side, and how they came about."""
    return ScoreView(
        unit=msg("unit.points"),
        teams=tuple(
            TeamScore(
                team,
                tuple(seat for seat in seats_of(4) if side_of(seat) == team),
                total=state.score[team - 1],
            )
            for team in TEAMS
        ),
        rows=tuple(_row(row) for row in state.history),
        over=state.over,
        winner=state.winner,
        verdict=verdict(state) if state.history or state.over else None,
    )


def _row(row: Closed | Correction) -> DealRow:
    if isinstance(row, Correction):
        return DealRow(
            title=msg("row.correction"),
            written=row.written,
            totals=row.totals,
            lines=(msg("line.why", why=row.why),),
        )
    deal, best, sum_ = row.deal, row.deal.contract, row.tally
    if sum_ is None or best is None:
        kind = "passed" if deal.auction.passed_out else "void"
        title = msg(f"row.{kind}", number=deal.number)
        lines, marks = [msg(f"line.{kind}")], [msg(f"mark.{kind}")]
    else:
        who, contract = SeatRef(best.seat), named(best.contract)
        title = msg("row.deal", number=deal.number, who=who, contract=contract)
        lines, marks = _lines(row, sum_), _marks(row, sum_)
    codes = dict.fromkeys(flag.code for flag in row.flags)
    return DealRow(
        title=title,
        written=row.written,
        totals=row.totals,
        deal=deal.number,
        dealer=deal.dealer,
        lines=tuple(lines),
        marks=(*marks, *(msg(f"flag-mark.{code}") for code in codes)),
    )


def _marks(row: Closed, sum_: Tally) -> list[Msg]:
    best = row.deal.contract
    hangs = {"n": sum_.hanging} if sum_.outcome == "hanging" else {}
    marks = [msg(f"mark.{sum_.outcome}", **hangs)]
    if best is not None and best.doubled > 1:
        marks.append(msg("mark.doubled", times=best.doubled))
    if sum_.capot is not None:
        marks.append(msg("mark.capot"))
    return marks


def _lines(row: Closed, sum_: Tally) -> list[Msg]:
    lines = [*_card_lines(row, sum_)]
    if row.deal.kind.no_trumps:
        one, two = (points * 2 for points in sum_.cards)
        lines.append(msg("line.no-trumps", one=one, two=two))
    if sum_.capot is not None:
        lines.append(msg("line.capot", who=TeamRef(sum_.capot), n=sum_.capot_points))
    if row.contest is not None:
        lines += _declaration_lines(row, row.contest)
    one, two = sum_.raw
    lines.append(
        msg("line.raw", a=TeamRef(TEAMS[0]), one=one, b=TeamRef(TEAMS[1]), two=two, pot=sum_.pot)
    )
    return lines + _outcome_lines(row, sum_)


def _card_lines(row: Closed, sum_: Tally) -> list[Msg]:
    """How the points in tricks are known: counted by hand, or from the tricks."""
    deal, kind = row.deal, row.deal.kind
    if row.counted is not None:
        n, rest = sum_.cards[row.counted - 1], sum_.cards[2 - row.counted]
        who = TeamRef(other_side(row.counted))
        lines = [msg("line.counted", who=TeamRef(row.counted), n=n)]
        if sum_.capot is None:
            lines.append(msg("line.rest", who=who, rest=rest, total=n + rest, counted=n))
        return lines
    lines = []
    last = side_of(deal.taken[-1].winner)
    for team in (deal.side, other_side(deal.side)):
        n, tricks = sum_.cards[team - 1], deal.tricks_of(team)
        took = msg("line.tricks", n=len(tricks))
        ten = LAST_TEN if team == last else 0
        code = "line.cards-last" if ten else "line.cards"
        lines.append(msg(code, who=TeamRef(team), tricks=took, cards=n - ten, n=n))
    if deal.left_over:
        n = kind.worth(deal.left_over)
        lines.append(msg("line.left-over", n=n, total=deal.total))
    return lines


def _declaration_lines(row: Closed, contest: Contest) -> list[Msg]:
    wrong = {one.declared for one in false_declarations(row.deal, shown=True)}
    twice = {
        one: both.card
        for both in rivalries(row.deal, shown=True)
        for one in (both.first, both.second)
    }
    lines = []
    for code, some in (
        ("line.declared", contest.counted),
        ("line.beaten", contest.beaten),
        ("line.tied", contest.void),
    ):
        for one in some:
            what = full(one.meld)
            lines.append(msg(code, who=SeatRef(one.seat), what=what, n=one.meld.points))
            if one in wrong:
                lines.append(msg("line.false", what=what))
            if one in twice:
                lines.append(msg("line.by-two", card=CardRef(twice[one])))
    return lines


def _outcome_lines(row: Closed, sum_: Tally) -> list[Msg]:
    """Made, inside or hanging, what the double did, and where the tens went."""
    deal, best = row.deal, row.deal.contract
    side: Team = deal.side
    other = other_side(side)
    ours, theirs = TeamRef(side), TeamRef(other)
    wrote, gave = sum_.written[side - 1], sum_.written[other - 1]
    lines = [msg(f"line.{sum_.outcome}", who=ours, other=theirs)]
    if best is not None and best.doubled > sum_.times:
        lines.append(msg("line.capot-not-doubled"))
    times = {"pot": sum_.pot, "times": sum_.times, "n": sum_.pot * sum_.times}
    if sum_.times > 1:
        lines.append(msg("line.doubled" if sum_.times == 2 else "line.redoubled", **times))
    if sum_.outcome == "hanging":
        hangs = sum_.hanging - sum_.hung
        if gave:
            lines.append(msg("line.half", other=theirs, wrote=gave, who=ours, n=hangs))
        else:
            lines.append(msg("line.all-hangs", n=hangs))
        if sum_.hung:
            lines.append(msg("line.hangs-with", before=sum_.hung, n=sum_.hanging))
        return lines
    if sum_.times == 1 and sum_.outcome == "made":
        lines.append(msg("line.each", who=ours, own=wrote - sum_.hung, other=theirs, n=gave))
        critical = 10 - deal.kind.lift
        if not deal.kind.no_trumps and sum_.raw[other - 1] % 10 == critical and gave * 2 < sum_.pot:
            lines.append(msg("line.critical", digit=critical))
    else:
        taker = ours if sum_.outcome == "made" else theirs
        lines.append(msg("line.takes-all", who=taker, n=sum_.pot * sum_.times))
    if sum_.hung:
        taker = ours if sum_.outcome == "made" else theirs
        lines.append(msg("line.hung", who=taker, n=sum_.hung))
    return lines
