"""How a table keeps the record: by its cards, by its tricks, or by the result alone.

Whatever it did last it is asked for first; nothing else depends on it, and the three can be
mixed freely.
"""

from typing import Literal

from companion.games.belote.state import Deal, State

Habit = Literal["cards", "tricks", "count"]


def habit(state: State) -> Habit:
    """What this deal has recorded so far; else what the last deal had; else the result."""
    if state.deal.begun:
        return _of(state.deal)
    return _of(state.last.deal) if state.last else "count"


def _of(deal: Deal) -> Habit:
    if deal.trick.laid or (deal.taken and deal.taken[-1].trick.laid):
        return "cards"
    return "tricks" if deal.taken else "count"
