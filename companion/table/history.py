"""The history of one game: its entries by number, which of them stand, and their fold.

The states are kept, one for each entry that stands, so that an undo is a step back and
nothing is ever computed backwards.
"""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.entries import Entry, Options, Shorthand, Undo
from companion.core.messages import Refusal
from companion.core.rules import Rules
from companion.core.seats import Seat

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Entered:
    """An entry of a game and who made it: ``device`` is None for the server itself (an
    import), ``seat`` for the host. ``at`` is in epoch seconds, for display only."""

    number: int
    entry: Entry | None
    """None where this version can no longer read it; it keeps its number and does nothing."""
    body: bytes
    """The entry's JSON as the log has it."""
    device: int | None = None
    seat: Seat | None = None
    at: int = 0
    tap: str = ""
    """What was entered with one tap has the same; nothing said of it otherwise."""


class History:
    """One game from its start. Entries number from 1, undos included."""

    def __init__(self, rules: Rules[Any], players: int, dealer: Seat, options: Options) -> None:
        self.rules = rules
        self.players = players
        self.dealer = dealer
        self.options = options
        self.entries: list[Entered] = []
        self.standing: list[Entered] = []
        """Those not taken back; an undo takes back and never stands itself."""
        self._states: list[Any] = [rules.start(players, dealer, options)]
        self._over: bool | None = None

    @property
    def state(self) -> Any:
        """The game as it stands."""
        return self._states[-1]

    @property
    def state_before(self) -> Any:
        """The game as it stood before the newest entry that stands; needs one."""
        return self._states[-2]

    @property
    def over(self) -> bool:
        """Whether the game is over as it stands."""
        if self._over is None:
            self._over = self.rules.result(self.state).over
        return self._over

    @property
    def playing(self) -> bool:
        """Whether the game is in its middle: something stands, and it is not over."""
        return bool(self.standing) and not self.over

    @property
    def next_number(self) -> int:
        """The number that the next entry will have."""
        return len(self.entries) + 1

    def taken_back(self, undo: Undo) -> Sequence[Entered]:
        """What an undo would take back now.

        Whatever was taken back already stays so: an undo never brings an entry back (CHOICE;
        an undo has a number but is nothing to take back).
        """
        if undo.to is None:
            return self.standing[-1:]
        first = len(self.standing)
        while first and self.standing[first - 1].number > undo.to:
            first -= 1
        return self.standing[first:]

    @property
    def last_tap(self) -> Sequence[Entered]:
        """The newest entries that stand, as many as came with one tap."""
        first = len(self.standing) - 1
        while (
            first > 0
            and self.standing[first].tap
            and (self.standing[first - 1].tap == self.standing[first].tap)
        ):
            first -= 1
        return self.standing[max(first, 0) :]

    def check(self, entry: Entry) -> None:
        """Raise ``Refusal`` if the entry cannot be."""
        if isinstance(entry, Undo):
            if not self.taken_back(entry):
                raise Refusal("nothing-to-undo")
        else:
            self.rules.check(self.state, entry)

    def steps(self, shorthand: Shorthand) -> Iterator[tuple[Entry, Any]]:
        """The entries that a shorthand stands for, each checked, with the state after it.

        Raises ``Refusal``; nothing is changed.
        """
        state = self.state
        for n, entry in enumerate(self.rules.expand(state, shorthand)):
            self.rules.check(state, entry)
            state = self.rules.apply(state, entry, self.next_number + n)
            yield entry, state

    def after(self, entry: Entry) -> Any:
        """The state after this entry; nothing is changed yet."""
        if isinstance(entry, Undo):
            return self._states[-1 - len(self.taken_back(entry))]
        return self.rules.apply(self.state, entry, self.next_number)

    def add(self, entered: Entered, state: Any) -> None:
        """Write an entry down, with the state that :meth:`after` gave."""
        self._over = None
        if isinstance(entered.entry, Undo):
            left = len(self.standing) - len(self.taken_back(entered.entry))
            del self.standing[left:], self._states[left + 1 :]
        else:
            self.standing.append(entered)
            self._states.append(state)
        self.entries.append(entered)

    def recover(self, entered: Entered) -> None:
        """Write down what the log holds, whatever today's rules would say of it.

        What can no longer be read or applied keeps its place and changes nothing: the
        evening opens, and the table is told what is missing (:attr:`unreadable`).
        """
        state = self.state
        if entered.entry is not None:
            try:
                state = self.after(entered.entry)
            except Exception:
                logger.exception("entry %d of an earlier version left out", entered.number)
                entered = Entered(
                    entered.number,
                    None,
                    entered.body,
                    entered.device,
                    entered.seat,
                    entered.at,
                    entered.tap,
                )
        self.add(entered, state)

    @property
    def unreadable(self) -> list[Entered]:
        """Entries that stand but that this version cannot read."""
        return [entered for entered in self.standing if entered.entry is None]
