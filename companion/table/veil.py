"""What must not be told by putting things right: a correction computes a deal anew, and in a
deal in which somebody told only his own phone something, the outcome could give it away.

That a seat told its phone something is public; what it was is not. So whether a correction is
possible is decided by the former alone.
"""

from collections import defaultdict
from collections.abc import Collection

from companion.core.messages import Refusal
from companion.core.seats import Seat
from companion.core.view import PUBLIC
from companion.table.history import Entered, History


class Veil:
    """The deals of a game in which something stands that only others know."""

    def __init__(self, history: History, mine: Collection[Seat]) -> None:
        self._history = history
        self._mine = mine
        self._entries: dict[int, list[Entered]] = defaultdict(list)
        self._starts: dict[int, object] = {}
        self._known: dict[int, bool] = {}
        rules = history.rules
        for before, entered, _ in history.taken():
            deal = rules.deal(before)
            self._starts.setdefault(deal, before)
            self._entries[deal].append(entered)

    def over(self, deal: int) -> bool:
        """Whether the deal lies on something; see the class."""
        if deal not in self._known:
            self._known[deal] = self._lies_over(deal)
        return self._known[deal]

    def is_on(self, deal: int) -> bool:
        """Whether it is the deal that is on; none is once the game is over."""
        return not self._history.over and deal == self._history.rules.deal(self._history.state)

    def _lies_over(self, deal: int) -> bool:
        secrets = [
            entered
            for entered in self._entries[deal]
            if entered.entry is not None
            and entered.entry.secret
            and getattr(entered.entry, "seat", None) not in self._mine
        ]
        return any(self.is_on(deal) or self._is_hidden(deal, secret) for secret in secrets)

    def _is_hidden(self, deal: int, secret: Entered) -> bool:
        """Whether without it the deal could have gone the same way for all to see."""
        rules, entries = self._history.rules, self._entries[deal]
        shown = []
        for told in (entries, [one for one in entries if one is not secret]):
            state = self._starts[deal]
            for one in told:
                if one.entry is None:
                    continue
                if told is not entries:
                    try:
                        rules.check(state, one.entry)
                    except Refusal:
                        return False
                state = rules.apply(state, one.entry, one.number)
            shown.append(rules.view(state, PUBLIC))
        return shown[0] == shown[1]
