"""The score sheet: every play unfolded to the sum that made it, with the rule."""

from collections import Counter

from companion.core.cards import rank_of
from companion.core.messages import Msg, SeatRef, SuitRef, TeamRef, msg
from companion.core.seats import Team, other_side, seats_of, side_of
from companion.core.view import DealRow, ScoreView, TeamScore
from companion.games.whitehouse.auction import TOP
from companion.games.whitehouse.options import LETTERS, letter_points, step_for
from companion.games.whitehouse.score import TEAMS, is_made
from companion.games.whitehouse.state import Closed, Correction, Deal, State
from companion.games.whitehouse.words import verdict


def score_view(state: State) -> ScoreView:
    """Chips of each side, and how they came about."""
    rows: list[DealRow] = []
    play = 0
    for row in state.history:
        if isinstance(row, Correction):
            rows.append(_correction(row))
        elif row.points is None:
            rows.append(_void(row))
        else:
            play += 1
            rows.append(_play(row, row.points, play))
    return ScoreView(
        unit=msg("unit.chips"),
        teams=tuple(
            TeamScore(
                team,
                tuple(seat for seat in seats_of(state.players) if side_of(seat) == team),
                total=state.chips[team - 1],
                stack=state.chips[team - 1],
            )
            for team in TEAMS
        ),
        rows=tuple(rows),
        over=state.over,
        winner=state.winner,
        verdict=verdict(state) if state.history or state.over else None,
    )


def _correction(row: Correction) -> DealRow:
    return DealRow(
        title=msg("row.correction"),
        written=row.written,
        totals=row.chips,
        lines=(msg("line.why", why=row.why),),
    )


def _void(row: Closed) -> DealRow:
    return DealRow(
        title=msg("row.void"),
        written=row.written,
        totals=row.chips,
        deal=row.deal.number,
        dealer=row.deal.dealer,
        lines=(msg("line.void"),),
        marks=(msg("mark.void"), *_flag_marks(row)),
    )


def _play(row: Closed, points: tuple[int, int], play: int) -> DealRow:
    made = is_made(row.deal, points)
    return DealRow(
        title=msg(
            "row.play",
            number=play,
            who=SeatRef(row.deal.bidder or row.deal.first),
            bid=row.deal.bid,
        ),
        written=row.written,
        totals=row.chips,
        deal=row.deal.number,
        dealer=row.deal.dealer,
        lines=(*_points(row, points), *_reward(row, points, made)),
        marks=(msg("mark.made" if made else "mark.failed"), *_flag_marks(row)),
    )


def _flag_marks(row: Closed) -> tuple[Msg, ...]:
    codes = dict.fromkeys(flag.code for flag in row.flags)
    return tuple(msg(f"flag-mark.{code}") for code in codes)


def _points(row: Closed, points: tuple[int, int]) -> tuple[Msg, ...]:
    """How the points are known: counted by hand, or letter by letter."""
    deal = row.deal
    if row.counted is not None:
        n = points[row.counted - 1]
        rest = msg(
            "line.rest", who=TeamRef(other_side(row.counted)), n=TOP - n, total=TOP, counted=n
        )
        return msg("line.counted", who=TeamRef(row.counted), n=n), rest
    lines = []
    side = side_of(deal.bidder or deal.first)
    for team in (side, other_side(side)):
        n = points[team - 1]
        tricks = deal.tricks_of(team)
        took = msg("line.tricks", n=len(tricks))
        if all(taken.whole for taken in tricks):
            sum_ = letters_sum(deal, team)
            lines.append(msg("line.letters", who=TeamRef(team), tricks=took, sum=sum_, n=n))
        else:
            rest = msg("line.rest", who=TeamRef(team), n=n, total=TOP, counted=TOP - n)
            lines.append(msg("line.unseen", tricks=took, rest=rest))
    return tuple(lines)


def letters_sum(deal: Deal, team: Team) -> str:
    """A side's points as a sum over its letters, as in ``3·P3 + 2·M2``: count, letter, worth."""
    worth = letter_points(deal.house)
    held = Counter(rank_of(card) for taken in deal.tricks_of(team) for card in taken.cards)
    terms = [f"{held[k]}×{k}({worth[k]})" for k in LETTERS if held[k] and worth.get(k)]
    return " + ".join(terms) or "0"


def _reward(row: Closed, points: tuple[int, int], made: bool) -> tuple[Msg, ...]:
    deal = row.deal
    bidder = deal.bidder or deal.first
    side = side_of(bidder)
    rule = deal.house.reward
    step = step_for(rule, deal.bid)
    each = step.made if made else step.failed
    lines = [
        msg(
            "line.made" if made else "line.failed",
            who=TeamRef(side),
            bidder=SeatRef(bidder),
            bid=deal.bid,
            got=points[side - 1],
            total=TOP,
        ),
        msg("line.reward", rule=msg(f"reward-name.{rule}"), bid=deal.bid, n=each),
    ]
    if deal.doubled > 1:
        lines.append(msg("line.doubled", times=deal.doubled, n=row.owed))
    payer = other_side(side) if made else side
    paid = abs(row.written[0])
    code = "line.paid" if paid == row.owed else "line.paid-all"
    lines.append(
        msg(code, who=TeamRef(payer), to=TeamRef(other_side(payer)), n=paid, owed=row.owed)
    )
    if deal.shown:
        lines.append(msg("line.trump", suit=SuitRef(deal.shown.suit)))
    return tuple(lines)
