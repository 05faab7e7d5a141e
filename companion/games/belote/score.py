"""What a deal comes to: the points known of it, the count by hand, and its closing."""

from dataclasses import replace

from companion.core.messages import Refusal, TeamRef
from companion.core.rules import Flag
from companion.core.seats import Seat, Team, other_side, side_of
from companion.games.belote.contracts import LAST_TEN
from companion.games.belote.entries import Count
from companion.games.belote.flags import flags
from companion.games.belote.melds import contest
from companion.games.belote.state import Closed, Correction, Deal, State
from companion.games.belote.tally import Pair, swapped, tally

TEAMS = (Team(1), Team(2))


def taken_points(deal: Deal, team: Team) -> int:
    """The points known to lie in a side's tricks, with the last ten where that is known."""
    last = LAST_TEN if deal.finished and side_of(deal.taken[-1].winner) == team else 0
    return last + sum(deal.kind.worth(taken.cards) for taken in deal.tricks_of(team))


def bounds(deal: Deal, team: Team) -> tuple[int, int]:
    """The fewest and the most points a side can have in its tricks, by what is recorded.

    It has those seen in its tricks, and not those seen in the other's. Once every trick is
    recorded and only one side has tricks with unseen cards, all that was not seen is
    theirs: both bounds are then the same, unless four cards are left over and unknown.
    """
    own, others = deal.tricks_of(team), deal.tricks_of(other_side(team))
    low = taken_points(deal, team)
    high = deal.total - taken_points(deal, other_side(team))
    if deal.finished and all(taken.whole for taken in own):
        high = low
    elif deal.finished and all(taken.whole for taken in others) and deal.left_over is not None:
        low = high
    return low, high


def known_points(deal: Deal) -> Pair | None:
    """The points of both sides, where they follow from a fully recorded deal."""
    if not deal.finished:
        return None
    (one, most), (two, highest) = (bounds(deal, team) for team in TEAMS)
    return (one, two) if one == most and two == highest else None


def recorded_capot(deal: Deal) -> Team | None:
    """The side that took every trick, where every trick is recorded."""
    if not deal.finished:
        return None
    return next((team for team in TEAMS if len(deal.tricks_of(team)) == deal.hand), None)


def agrees(deal: Deal, entry: Count) -> bool:
    """Whether a count by hand can be true by what is recorded."""
    low, high = bounds(deal, entry.team)
    if entry.capot:
        return low <= entry.points <= high and not deal.tricks_of(other_side(entry.team))
    capot = recorded_capot(deal)
    return low <= entry.points <= high and capot in (None, entry.team)


def check_count(deal: Deal, entry: Count) -> None:
    """Refuse a count of nonsense, or one against the record that was not agreed on."""
    if not 0 <= entry.points <= deal.kind.total:
        raise Refusal("points-range", high=deal.kind.total)
    if entry.capot and deal.left_over is not None and entry.points != deal.total:
        raise Refusal("capot-points", who=TeamRef(entry.team), all=deal.total)
    if entry.agreed or agrees(deal, entry):
        return
    if entry.capot and deal.tricks_of(other_side(entry.team)):
        raise Refusal("not-every-trick", who=TeamRef(other_side(entry.team)))
    low, high = bounds(deal, entry.team)
    raise Refusal("count-disagrees", who=TeamRef(entry.team), low=low, high=high)


def close(
    state: State,
    deal: Deal,
    points: Pair,
    capot: Team | None,
    *,
    count: Count | None = None,
    entry: int = 0,
) -> State:
    """The state after a deal with these points in tricks: reckoned up, the next deal open."""
    best, house = deal.contract, deal.house
    won = contest(deal.declared, house.sequences)
    sum_ = tally(
        deal.kind,
        deal.side,
        best.doubled if best else 1,
        cards=points,
        capot=capot,
        declared=(won.points(TEAMS[0]), won.points(TEAMS[1])),
        hung=state.hanging,
        house=house,
    )
    found = flags(deal, shown=True)
    if count is not None and not agrees(deal, count):
        found = (*found, Flag(entry, "count-disagrees", Seat(count.seat or deal.bidder or 1)))
    return state.redealt(
        Closed(
            deal=deal,
            tally=sum_,
            written=sum_.written,
            totals=moved(state.score, sum_.written),
            hanging=sum_.hanging,
            contest=won,
            counted=count.team if count else None,
            flags=found,
        )
    )


def moved(score: Pair, by: Pair) -> Pair:
    """The score after a change."""
    return score[0] + by[0], score[1] + by[1]


def close_count(state: State, entry: Count, number: int) -> State:
    """The state after a count by hand: the other side has the rest.

    Where four cards are left over and nobody has told which, they go with that rest
    (CHOICE: the record's word knows one number).
    """
    deal = state.deal
    capot = recorded_capot(deal) if not entry.agreed else None
    if entry.capot:
        capot = entry.team
    rest = 0 if capot == entry.team else deal.total - entry.points
    return close(
        state, deal, swapped(entry.team, entry.points, rest), capot, count=entry, entry=number
    )


def close_without(state: State) -> State:
    """The state after a deal that was passed out or is void: nothing is written, what hangs
    goes on hanging, the next dealer deals (STANDARD)."""
    deal = state.deal
    found = flags(deal)
    return state.redealt(Closed(deal, None, (0, 0), state.score, state.hanging, flags=found))


def settle(state: State, deal: Deal) -> State:
    """The state with this deal, closed by itself where its points are known."""
    points = known_points(deal)
    if points is None:
        return replace(state, deal=deal)
    return close(state, deal, points, recorded_capot(deal))


def corrected(state: State, team: Team, by: int, why: str) -> State:
    """The state after a correction of one side's score."""
    written = swapped(team, by, 0)
    totals = moved(state.score, written)
    row = Correction(written, totals, why)
    return replace(state, score=totals, history=(*state.history, row))
