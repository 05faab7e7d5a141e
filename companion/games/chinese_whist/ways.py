"""How a table enters its deals: card by card, trick by trick, or only the count.

What was done last is asked for first, so that nobody has to choose again each deal; the
other ways stay open in the middle of any deal.
"""

from typing import Literal

from companion.core.entries import Entry, Shorthand
from companion.core.messages import Refusal
from companion.games.chinese_whist.deal import Deal
from companion.games.chinese_whist.entries import Count, Made, MadeEach
from companion.games.chinese_whist.options import teams_of, tricks_in
from companion.games.chinese_whist.state import Played, State

Way = Literal["cards", "tricks", "count"]


def way_of(state: State) -> Way | None:
    """How this deal is being entered: by what is recorded of it, else as the one before."""
    here = _way(state.deal)
    if here is not None:
        return here
    last = next(
        (line.what for line in reversed(state.lines) if isinstance(line.what, Played)), None
    )
    return None if last is None else _way(last.deal) or "count"


def _way(deal: Deal) -> Way | None:
    if deal.trick.laid or (deal.taken and deal.taken[-1].trick.laid):
        return "cards"
    return "tricks" if deal.taken else None


def count_of(players: int, entry: Shorthand) -> tuple[Entry, ...]:
    """The count that a shorthand stands for. Raises ``Refusal`` where it is not one of every
    side there is."""
    teams = teams_of(players)
    match entry:
        case Made(team=made, tricks=tricks, agreed=agreed) if len(teams) == 2:
            if made not in teams:
                raise Refusal("no-such-team", n=made)
            rest = tricks_in(players) - tricks
            sides = tuple(tricks if team == made else rest for team in teams)
            return (Count(tricks=sides, agreed=agreed),)
        case MadeEach(tricks=each, agreed=agreed) if set(each) == set(map(str, teams)):
            return (Count(tricks=tuple(each[str(team)] for team in teams), agreed=agreed),)
        case _:
            raise Refusal("count-sides", n=len(teams))
