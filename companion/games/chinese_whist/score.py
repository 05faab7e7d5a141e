"""From tricks to points, in the order of Whist: revokes, then tricks, then honours (L-ENG 5).

Every trick above the book is a point (SEED). The score of a line is worked out anew when a
claim is made on it, so that a revoke found after the last trick changes what it should.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.core.cards import rank_of, suit_of
from companion.core.messages import Refusal
from companion.core.rules import Flag
from companion.core.seats import Seat, Team
from companion.games.chinese_whist.deal import Deal, Sides
from companion.games.chinese_whist.entries import Count, Honours, Penalty
from companion.games.chinese_whist.flags import flags
from companion.games.chinese_whist.options import (
    GAMES_OF_RUBBER,
    HONOURS,
    HONOURS_WORTH,
    RUBBER_BONUS,
    HouseRules,
    book_of,
    team_of,
    teams_of,
)
from companion.games.chinese_whist.state import (
    Correction,
    GameWon,
    Line,
    Played,
    Standing,
    State,
    Voided,
    out,
)


@dataclass(frozen=True)
class Step:
    """One step of a sum: what happened to the side, by how much, and to whose gain or loss.

    ``transfer``, ``add``, ``deduct``: a revoke of ``other``'s (``deduct``: of the side's own,
    to ``other``'s wish); ``tricks``: those above the book; ``honours``, ``honours-barred``;
    ``capped``: a side that revoked stays below game; ``won``: the game is won here.
    """

    code: str
    team: Team
    n: int = 0
    other: Team | None = None


@dataclass
class Reckoning:
    """The sum of a deal while it is worked out: tricks and points as they move."""

    deal: Deal
    tricks: list[int]
    score: list[int]
    steps: list[Step]

    @property
    def target(self) -> int:
        """Points of a game."""
        return self.deal.house.target


def reckon(deal: Deal, tricks: Sides, score: Sides) -> Reckoning:
    """The sum of a deal: these tricks, with the score standing like this before it."""
    sum_ = Reckoning(deal, list(tricks), list(score), [])
    for stage in (_revokes, _tricks, _honours):
        stage(sum_, score)
        _cap(sum_)
        winner = out(tuple(sum_.score), sum_.target)
        if winner is not None:
            # What would have been scored after the game was won is not (CHOICE E9).
            sum_.steps.append(Step("won", winner, sum_.score[winner - 1]))
            break
    return sum_


def _revokes(sum_: Reckoning, before: Sides) -> None:
    """Each revoke costs tricks or points, as the other side chose (L-ENG 72)."""
    most = sum_.deal.house.revoke
    for claim in sum_.deal.penalties:
        offender = team_of(claim.seat, sum_.deal.players)
        match claim.take:
            case "tricks":
                n = min(most, sum_.tricks[offender - 1])
                sum_.tricks[offender - 1] -= n
                sum_.tricks[claim.by - 1] += n
                sum_.steps.append(Step("transfer", claim.by, n, offender))
            case "add":
                sum_.score[claim.by - 1] += most
                sum_.steps.append(Step("add", claim.by, most, offender))
            case "deduct":
                n = min(most, sum_.score[offender - 1])  # no less than nothing (CHOICE E12)
                sum_.score[offender - 1] -= n
                sum_.steps.append(Step("deduct", offender, n, claim.by))


def _tricks(sum_: Reckoning, before: Sides) -> None:
    """A point for each trick above the book (SEED)."""
    book = book_of(sum_.deal.house, sum_.deal.players)
    for team in teams_of(sum_.deal.players):
        above = sum_.tricks[team - 1] - book
        if above > 0:
            sum_.score[team - 1] += above
            sum_.steps.append(Step("tricks", team, above))


def _honours(sum_: Reckoning, before: Sides) -> None:
    """Four honours are 4 points, three 2 (L-ENG 3); none at one point below game (L-ENG 4)."""
    claim = sum_.deal.honours
    if claim is None or not sum_.deal.house.honours:
        return
    if before[claim.team - 1] >= sum_.target - 1:
        sum_.steps.append(Step("honours-barred", claim.team, claim.held))
        return
    sum_.score[claim.team - 1] += HONOURS_WORTH[claim.held]
    sum_.steps.append(Step("honours", claim.team, claim.held))


def _cap(sum_: Reckoning) -> None:
    """A side that revoked cannot win the game in that deal: it stays a point below (L-ENG 82)."""
    for team in sorted({team_of(claim.seat, sum_.deal.players) for claim in sum_.deal.penalties}):
        if sum_.score[team - 1] >= sum_.target:
            sum_.score[team - 1] = sum_.target - 1
            sum_.steps.append(Step("capped", team, sum_.target - 1))


def booked(
    what: Played | Voided | Correction, house: HouseRules, before: Standing, players: int
) -> Iterator[Line]:
    """The lines that this makes in the score: itself, and a game of the rubber it wins."""
    score = before.score
    match what:
        case Played(deal=deal, tricks=tricks):
            score = tuple(reckon(deal, tricks, score).score)
        case Correction(team=team, by=by):
            changed = (max(0, n + by) if t == team else n for t, n in enumerate(score, 1))
            score = tuple(changed)
    after = replace(before, score=score)
    yield Line(what, house, before, after)
    winner = out(score, house.target)
    if house.rubber and winner is not None and before.rubber_won is None:
        yield _game_won(winner, house, after)


def _game_won(winner: Team, house: HouseRules, before: Standing) -> Line:
    """A game of a rubber: treble when the others have nothing, double when they are below half
    the target, else single; the rubber itself 2 (L-ENG 8-10, scaled: CHOICE E5)."""
    best = max(n for team, n in enumerate(before.score, 1) if team != winner)
    worth = 3 if best == 0 else 2 if 2 * best < house.target else 1
    games = _more(before.games, winner, 1)
    last = games[winner - 1] >= GAMES_OF_RUBBER
    after = Standing(
        # The next game begins at nothing; the last one's score stays to be read.
        score=before.score if last else (0,) * len(before.score),
        games=games,
        rubber=_more(before.rubber, winner, worth + (RUBBER_BONUS if last else 0)),
    )
    return Line(GameWon(winner, worth, last), house, before, after)


def _more(sides: Sides, team: Team, by: int) -> Sides:
    return tuple(n + by if t == team else n for t, n in enumerate(sides, 1))


def entered(state: State, what: Played | Voided | Correction) -> State:
    """The state with one more line of score."""
    made = booked(what, state.house, state.standing, state.players)
    return replace(state, lines=(*state.lines, *made))


def rescored(state: State, at: int, what: Played) -> State:
    """The state with the line ``at`` put another way, and all after it worked out again."""
    after = state.lines[at + 1 :]
    house = state.lines[at].house
    lines = list(state.lines[:at])
    standing = state.lines[at].before
    again: Sequence[tuple[Played | Voided | Correction, HouseRules]] = [
        (what, house),
        *((line.what, line.house) for line in after if not isinstance(line.what, GameWon)),
    ]
    for source, rules in again:
        lines += booked(source, rules, standing, state.players)
        standing = lines[-1].after
    return replace(state, lines=tuple(lines))


# Closing a deal, and claims on it


def closed(
    state: State, deal: Deal, tricks: Sides, count: tuple[Count, int] | None = None
) -> State:
    """The state after a deal with these tricks; the next one is open."""
    found = flags(deal)
    if count is not None and disagreement(deal, tricks):
        entry, number = count
        found = (*found, Flag(number, "count-disagrees", Seat(entry.seat or deal.dealer)))
    return entered(state, Played(deal, tricks, count is not None, found)).redealt()


def voided(state: State) -> State:
    """The state after a misdeal or irregularity: the deal is lost (E10)."""
    return entered(state, Voided(state.deal, flags(state.deal))).redealt()


def settle(state: State, deal: Deal) -> State:
    """The state with this deal, closed by itself when every trick is recorded."""
    return closed(state, deal, deal.won) if deal.finished else replace(state, deal=deal)


def claim(state: State, entry: Penalty | Honours) -> State:
    """The state with a claim on the deal it is about: the present one, or the one before."""

    def with_claim(deal: Deal) -> Deal:
        if isinstance(entry, Honours):
            return replace(deal, honours=entry)
        return replace(deal, penalties=(*deal.penalties, entry))

    at = state.claimable
    if at is not None:
        what = state.lines[at].what
        if isinstance(what, Played):
            return rescored(state, at, replace(what, deal=with_claim(what.deal)))
    return state if state.over else replace(state, deal=with_claim(state.deal))


# At the door


def disagreement(deal: Deal, tricks: Sides) -> bool:
    """Whether the record shows that a count cannot be: a side took more than it says."""
    return any(n < won for n, won in zip(tricks, deal.won, strict=True))


def check_count(deal: Deal, entry: Count) -> None:
    """Refuse a count that is none, or one against the record that was not agreed on."""
    check_trump(deal)
    teams = teams_of(deal.players)
    if len(entry.tricks) != len(teams):
        raise Refusal("count-sides", n=len(teams))
    if min(entry.tricks) < 0 or sum(entry.tricks) != deal.tricks:
        raise Refusal("count-sum", sum=sum(entry.tricks), n=deal.tricks)
    if disagreement(deal, entry.tricks) and not entry.agreed:
        raise Refusal("count-disagrees")


def check_trump(deal: Deal) -> None:
    """Refuse what can only be once there is a trump."""
    if deal.trump is None:
        raise Refusal("no-trump")


def check_claim(state: State, entry: Penalty | Honours) -> None:
    """Refuse a claim that comes too late, or that a side cannot make."""
    if state.claimable is None:
        if state.over:
            raise Refusal("game-over")
        if state.deal.trump is None:
            raise Refusal("claim-too-late")
    if isinstance(entry, Penalty):
        if team_of(entry.seat, state.players) == entry.by:
            raise Refusal("own-revoke")
        return
    deal = state.claimed
    if not deal.house.honours:
        raise Refusal("no-honours")
    if deal.honours is not None:
        raise Refusal("honours-claimed")
    if entry.held not in honours_possible(deal, entry.team):
        raise Refusal("honours-elsewhere")


def honours_possible(deal: Deal, team: Team) -> tuple[int, ...]:
    """Which numbers of honours, of 3 and 4, a side may have held, by the cards recorded.

    They count wherever they lay: in a row, under one or in the hand (CHOICE E6).
    """
    sides = [
        team_of(seat, deal.players)
        for card, seat in deal.owners.items()
        if suit_of(card) == deal.trump and rank_of(card) in HONOURS
    ]
    own = sides.count(team)
    others = len(sides) - own
    return tuple(n for n in (3, 4) if own <= n <= 4 - others)
