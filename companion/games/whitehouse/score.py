"""Points, made or failed, chips.

The bidder's side makes its bid with at least as many points as it bid (A12). The loser
pays the reward, at most what it holds; chips are only ever moved, never made.
"""

from collections.abc import Iterable
from dataclasses import replace

from companion.core.cards import Card, rank_of
from companion.core.messages import Refusal, TeamRef
from companion.core.rules import Flag, Outcome
from companion.core.seats import Seat, Team, other_side, side_of
from companion.games.whitehouse.auction import TOP
from companion.games.whitehouse.entries import Count
from companion.games.whitehouse.flags import flags
from companion.games.whitehouse.options import HouseRules, letter_points, step_for
from companion.games.whitehouse.state import Closed, Deal, State

TEAMS = (Team(1), Team(2))


def worth(house: HouseRules, cards: Iterable[Card]) -> int:
    """Points of these cards."""
    points = letter_points(house)
    return sum(points.get(rank_of(card), 0) for card in cards)


def bounds(deal: Deal, team: Team) -> tuple[int, int]:
    """The fewest and the most points a side can have by what is recorded.

    It has those seen in its tricks, and not those seen in the other's. Once every trick is
    recorded and only one side has tricks with unseen cards, all that was not seen is
    theirs: both bounds are then the same. So also for no tricks, and for all of them.
    """
    own, others = deal.tricks_of(team), deal.tricks_of(other_side(team))
    low = sum(worth(deal.house, taken.cards) for taken in own)
    high = TOP - sum(worth(deal.house, taken.cards) for taken in others)
    if deal.finished and all(taken.whole for taken in own):
        high = low
    elif deal.finished and all(taken.whole for taken in others):
        low = high
    return low, high


def known_points(deal: Deal) -> tuple[int, int] | None:
    """The points of both sides, where they follow from a fully recorded deal."""
    if not deal.finished:
        return None
    low, high = bounds(deal, Team(1))
    return (low, TOP - low) if low == high else None


def check_count(deal: Deal, entry: Count) -> None:
    """Refuse a count of nonsense, or one against the record that was not agreed on."""
    if not 0 <= entry.points <= TOP:
        raise Refusal("points-range", high=TOP)
    low, high = bounds(deal, entry.team)
    if not (low <= entry.points <= high or entry.agreed):
        raise Refusal("count-disagrees", who=TeamRef(entry.team), low=low, high=high)


def rewards(deal: Deal) -> tuple[int, int]:
    """What the contract is worth in chips: made, and failed; doubles included."""
    step = step_for(deal.house.reward, deal.bid)
    return step.made * deal.doubled, step.failed * deal.doubled


def payment(chips: tuple[int, int], payer: Team, owed: int) -> tuple[int, int]:
    """What each side's chips change by when one owes the other: at most what it holds."""
    paid = min(owed, chips[payer - 1])
    return (-paid, paid) if payer == 1 else (paid, -paid)


def moved(chips: tuple[int, int], by: tuple[int, int]) -> tuple[int, int]:
    """The chips after a change."""
    return chips[0] + by[0], chips[1] + by[1]


def is_made(deal: Deal, points: tuple[int, int]) -> bool:
    """Whether the bidder's side has the points it bid."""
    return deal.bidder is not None and points[side_of(deal.bidder) - 1] >= deal.bid


def outcome(closed: Closed) -> Outcome | None:
    """How a deal came out; None for a void one."""
    if closed.points is None:
        return None
    deal = closed.deal
    swept = (team for team in TEAMS if len(deal.tricks_of(team)) == deal.hand)
    return Outcome(is_made(deal, closed.points), next(swept, None))


def close(
    state: State, deal: Deal, points: tuple[int, int], count: Count | None = None, entry: int = 0
) -> State:
    """The state after a deal with these points: chips paid, next deal open."""
    bidder = deal.bidder or deal.first
    made, (won, lost) = is_made(deal, points), rewards(deal)
    owed = won if made else lost
    payer = other_side(side_of(bidder)) if made else side_of(bidder)
    written = payment(state.chips, payer, owed)
    found = flags(deal)
    if count is not None:
        low, high = bounds(deal, count.team)
        if not low <= count.points <= high:
            found = (*found, Flag(entry, "count-disagrees", Seat(count.seat or bidder)))
    return state.redealt(
        Closed(
            deal=deal,
            points=points,
            written=written,
            chips=moved(state.chips, written),
            owed=owed,
            counted=count.team if count else None,
            flags=found,
        )
    )


def close_count(state: State, entry: Count, number: int) -> State:
    """The state after a count by hand."""
    one = entry.points if entry.team == 1 else TOP - entry.points
    return close(state, state.deal, (one, TOP - one), entry, number)


def close_void(state: State) -> State:
    """The state after a void deal: no chips move, no play counts, the next dealer deals (W15)."""
    found = flags(state.deal)
    return state.redealt(Closed(state.deal, None, (0, 0), state.chips, flags=found))


def settle(state: State, deal: Deal) -> State:
    """The state with this deal, closed by itself where its points are known."""
    points = known_points(deal)
    return close(state, deal, points) if points else replace(state, deal=deal)
