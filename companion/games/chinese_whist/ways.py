"""How a table enters its deals: card by card, trick by trick, or only the count.

What was done last is asked for first, so that nobody has to choose again each deal; the
other ways stay open in the middle of any deal.
"""

from typing import Literal

from companion.games.chinese_whist.state import Deal, Played, State

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
