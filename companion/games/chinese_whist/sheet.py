"""The score sheet: every deal unfolded to the sum that made it, with the rule."""

from companion.core.messages import Msg, SeatRef, SuitRef, TeamRef, msg
from companion.core.seats import Team
from companion.core.view import DealRow, ScoreView, TeamScore
from companion.games.chinese_whist.options import (
    HONOURS_WORTH,
    RUBBER_BONUS,
    book_of,
    seats_in,
    teams_of,
)
from companion.games.chinese_whist.score import Step, reckon
from companion.games.chinese_whist.state import (
    Correction,
    GameWon,
    Line,
    Played,
    State,
    Voided,
)
from companion.games.chinese_whist.words import figures, verdict


def score_view(state: State) -> ScoreView:
    """Points of each side, and how they came about."""
    return ScoreView(
        unit=msg("unit.points"),
        teams=tuple(
            TeamScore(team, seats_in(team, state.players), total=state.score[team - 1])
            for team in teams_of(state.players)
        ),
        rows=tuple(_row(state, n) for n in range(len(state.lines))),
        over=state.over,
        winner=state.winner,
        verdict=verdict(state) if state.lines or state.over else None,
    )


def news(state: State) -> tuple[Msg, ...]:
    """How the last deal ended, in plain words, as long as the next one has not begun."""
    ended = [n for n, line in enumerate(state.lines) if isinstance(line.what, Played | Voided)]
    if not ended or not state.deal.untouched:
        return ()
    line, *after = state.lines[ended[-1] :]
    lost = msg("result.void", number=state.deal.number - 1)
    told = _ended(line, line.what) if isinstance(line.what, Played) else (lost,)
    games = (one.what for one in after if isinstance(one.what, GameWon))
    won = (msg("result.game", who=TeamRef(game.team), n=game.worth) for game in games)
    return (*told, *won, *_goes_on(state))


def _goes_on(state: State) -> tuple[Msg, ...]:
    """How a rubber stands, and why play goes on where several have enough points (E9)."""
    if state.over:
        return ()
    rubber = (verdict(state),) if state.house.rubber else ()
    most = max(state.score)
    tie = (msg("result.tie", n=most),) if most >= state.house.target else ()
    return (*rubber, *tie)


def _ended(line: Line, played: Played) -> tuple[Msg, ...]:
    """Tricks and points of each side, with the revokes and honours that are in them."""
    sides = [
        msg(
            "result.side",
            who=TeamRef(Team(team)),
            tricks=msg("result.tricks", n=tricks),
            points=_points(points),
        )
        for team, (tricks, points) in enumerate(zip(played.tricks, line.written, strict=True), 1)
    ]
    steps = reckon(played.deal, played.tricks, line.before.score).steps
    extra = (_step(step) for step in steps if step.code not in ("tricks", "won"))
    first = msg("result.deal", number=played.deal.number, side=sides[0])
    return (first, *sides[1:], *extra)


def _points(n: int) -> Msg:
    if n == 0:
        return msg("result.no-points")
    return msg("result.points" if n > 0 else "result.points-off", n=abs(n))


def _row(state: State, n: int) -> DealRow:
    line = state.lines[n]
    match line.what:
        case Played() as played:
            return _played(line, played)
        case Voided(deal=deal):
            return DealRow(
                title=msg("row.void", number=deal.number),
                written=line.written,
                totals=line.after.score,
                deal=deal.number,
                dealer=deal.dealer,
                lines=(msg("line.void"),),
                marks=(msg("mark.void"),),
            )
        case Correction(why=why):
            return DealRow(
                title=msg("row.correction"),
                written=line.written,
                totals=line.after.score,
                lines=(msg("line.why", why=why),),
            )
        case GameWon() as won:
            return _game(line, won)


def _game(line: Line, won: GameWon) -> DealRow:
    who = TeamRef(won.team)
    last = (msg("line.rubber", who=who, n=RUBBER_BONUS),) if won.last else ()
    return DealRow(
        title=msg("row.game", who=who),
        written=line.written,
        totals=line.after.score,
        lines=(
            msg(f"line.game-{won.worth}", who=who, target=line.house.target),
            *last,
            msg(
                "line.rubber-points",
                games=figures(line.after.games),
                points=figures(line.after.rubber),
            ),
        ),
    )


def _played(line: Line, played: Played) -> DealRow:
    deal = played.deal
    return DealRow(
        title=msg("row.deal", number=deal.number, tricks=figures(played.tricks)),
        written=line.written,
        totals=line.after.score,
        deal=deal.number,
        dealer=deal.dealer,
        lines=tuple(_sum(line, played)),
        marks=tuple(
            msg(f"flag-mark.{code}") for code in dict.fromkeys(f.code for f in played.flags)
        )
        + ((msg("mark.penalty"),) if deal.penalties else ()),
    )


def _sum(line: Line, played: Played) -> list[Msg]:
    deal = played.deal
    sum_ = reckon(deal, played.tricks, line.before.score)
    lines = []
    if deal.trump is not None:
        lines.append(msg("line.trump", who=SeatRef(deal.dealer), suit=SuitRef(deal.trump)))
    lines.append(msg("line.counted" if played.counted else "line.recorded"))
    lines += (
        msg("line.took", who=TeamRef(team), n=played.tricks[team - 1])
        for team in teams_of(deal.players)
    )
    book = book_of(deal.house, deal.players)
    for step in sum_.steps:
        if step.code == "tricks":
            took = sum_.tricks[step.team - 1]
            lines.append(msg("line.tricks", who=TeamRef(step.team), took=took, book=book, n=step.n))
        else:
            lines.append(_step(step))
    stopped = any(step.code == "won" for step in sum_.steps)
    if not stopped and not any(step.code == "tricks" for step in sum_.steps):
        lines.append(msg("line.nobody", book=book))
    return lines


def _step(step: Step) -> Msg:
    who = TeamRef(step.team)
    other = TeamRef(step.other or Team(step.team))
    if step.code == "honours":
        return msg("line.honours", who=who, held=step.n, n=HONOURS_WORTH[step.n])
    return msg(f"line.{step.code}", who=who, other=other, n=step.n)
