"""One game of an evening as it was played, and the lines of its story."""

from dataclasses import dataclass, field

from companion.core.messages import Msg
from companion.core.seats import Seat
from companion.core.view import PUBLIC, View
from companion.table import names
from companion.table.history import Entered, History
from companion.table.matters import Reseat, Setup, reseated
from companion.table.signatures import Words

Names = tuple[str | None, ...]
"""People's names by seat, None where nobody is named."""


@dataclass(eq=False)
class Game:
    """One game of the evening, and the device that began it."""

    setup: Setup
    history: History
    begun_by: int | None
    options_lost: bool = False
    """Its house rules could not be read by this version, so that the usual ones hold."""
    names: tuple[str | None, ...] = ()
    """Who played it, by seat; filled in when the next game begins."""
    devices: dict[Seat, int | None] = field(default_factory=dict)
    """Which device spoke for each seat; filled in likewise."""
    sat: dict[int, Names] = field(default_factory=dict)
    """Who sat where in each deal of which something was entered: whoever saw its end."""
    words: Words = field(default_factory=dict)
    """What was said of its deals."""
    paper: dict[int, int] = field(default_factory=dict)
    """The numbers of what was entered from paper, each with its deal."""
    mended: int = 0
    """The seq of the newest entry that put it right after the next one had begun."""

    def public(self) -> View:
        """The game as everybody may see it."""
        return self.history.rules.view(self.history.state, PUBLIC)

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each side."""
        return tuple(team.seats for team in self.public().score.teams)

    def names_in(self, deal: int) -> Names:
        """Who sat where in a deal; in one without entries of its own, as in the one before."""
        before = [number for number in self.sat if number <= deal]
        return self.sat[max(before)] if before else next(iter(self.sat.values()), self.names)

    def reseat(self, matter: Reseat) -> None:
        """The deals since then are booked to those who really played them."""
        for deal in [deal for deal in self.sat if deal >= matter.since]:
            self.sat[deal] = reseated(self.sat[deal], matter)

    def rename(self, old: str, new: str) -> None:
        """A person is called otherwise, from the game's start on."""
        for deal, who in self.sat.items():
            self.sat[deal] = _renamed(who, old, new)
        self.names = _renamed(self.names, old, new)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the evening's story: an entry of ``game``, or a table matter."""

    game: Game
    entered: Entered
    what: Msg
    """As everybody may read it."""
    deal: int | None = None
    """In which deal it was entered; None for a table matter."""
    paper: bool = False
    """Whether it was copied from a paper score sheet."""
    by: str | Msg | None = None
    """Who made it, where the seat does not say so: the next game was on."""


def _renamed(who: Names, old: str, new: str) -> Names:
    return tuple(new if name and names.key(name) == names.key(old) else name for name in who)
