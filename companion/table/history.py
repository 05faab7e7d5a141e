"""The history of one game: its entries by number, which of them stand, and their fold.

The states are kept, one for each entry that stands, so that an undo is a step back and
nothing is ever computed backwards. A correction is computed forwards, from the entry that
it puts right; how things stood before it is kept for its undo.
"""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from companion.core.entries import Correct, Entry, Options, Shorthand, Undo
from companion.core.messages import Refusal
from companion.core.rules import Rules
from companion.core.seats import Seat
from companion.table import codec

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


class Course:
    """How a game went: the entries that stand, and the state after each, the start first."""

    def __init__(self, standing: list[Entered], states: list[Any]) -> None:
        self.standing = standing
        self.states = states
        self._places = {entered.number: place for place, entered in enumerate(standing)}

    def upto(self, count: int) -> "Course":
        """The first ``count`` entries of it, as a course of its own."""
        return Course(self.standing[:count], self.states[: count + 1])

    def append(self, entered: Entered, state: Any) -> None:
        """One entry more, and the state after it."""
        self._places[entered.number] = len(self.standing)
        self.standing.append(entered)
        self.states.append(state)

    def place(self, number: int) -> int:
        """Where entry ``number`` stands; ``Refusal("no-such-entry")`` where it does not."""
        if number not in self._places:
            raise Refusal("no-such-entry", n=number)
        return self._places[number]


class Breaks(Refusal):
    """A correction after which a later entry cannot be any more: which one, and why."""

    def __init__(self, broken: Entered, why: Refusal) -> None:
        super().__init__("correction-breaks", n=broken.number, why=why.msg)
        self.broken = broken
        self.why = why


class History:
    """One game from its start. Entries number from 1, undos and corrections included."""

    def __init__(self, rules: Rules[Any], players: int, dealer: Seat, options: Options) -> None:
        self.rules = rules
        self.players = players
        self.dealer = dealer
        self.options = options
        self.entries: list[Entered] = []
        self.made: list[Entered] = []
        """What an undo can take back, newest last: entries, and corrections of them."""
        self._course = Course([], [rules.start(players, dealer, options)])
        self._over: bool | None = None

    @property
    def standing(self) -> Sequence[Entered]:
        """The entries not taken back, as they are put right; each keeps its number."""
        return self._course.standing

    @property
    def state(self) -> Any:
        """The game as it stands."""
        return self._course.states[-1]

    @property
    def state_before(self) -> Any:
        """The game as it stood before the newest entry that stands; needs one."""
        return self._course.states[-2]

    def taken(self) -> Iterator[tuple[Any, Entered, Any]]:
        """Each entry that stands, with the state before it and the one after."""
        states = self._course.states
        return zip(states, self._course.standing, states[1:], strict=False)

    def state_at(self, number: int) -> Any:
        """The game as it stood before entry ``number``, which stands.

        Raises ``Refusal("no-such-entry")`` where it does not.
        """
        return self._course.states[self._course.place(number)]

    def entered(self, number: int) -> Entered:
        """Entry ``number`` as it stands; ``Refusal("no-such-entry")`` where it does not."""
        return self._course.standing[self._course.place(number)]

    def standing_from(self, number: int) -> Sequence[Entered]:
        """Entry ``number`` and all that stand after it."""
        return self._course.standing[self._course.place(number) :]

    def closing(self, deal: int) -> int:
        """The number of the entry that closed a deal; 0 where none has."""
        numbers = [self.rules.deal(state) for state in self._course.states]
        for place, entered in enumerate(self.standing):
            if numbers[place] == deal and numbers[place + 1] != deal:
                return entered.number
        return self.standing[-1].number if self.standing and numbers[-1] == deal else 0

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

    @property
    def last_tap(self) -> Sequence[Entered]:
        """The newest of what can be taken back, as many as came with one tap."""
        first = len(self.made) - 1
        while (
            first > 0 and self.made[first].tap and self.made[first - 1].tap == self.made[first].tap
        ):
            first -= 1
        return self.made[max(first, 0) :]

    def taken_back(self, undo: Undo) -> Sequence[Entered]:
        """What an undo would take back now.

        Whatever was taken back already stays so: an undo never brings an entry back (CHOICE;
        an undo has a number but is nothing to take back).
        """
        if undo.to is None:
            return self.made[-1:]
        first = len(self.made)
        while first and self.made[first - 1].number > undo.to:
            first -= 1
        return self.made[first:]

    def check(self, entry: Entry) -> None:
        """Raise ``Refusal`` if the entry cannot be."""
        match entry:
            case Undo():
                if not self.taken_back(entry):
                    raise Refusal("nothing-to-undo")
            case Correct():
                self.corrected(entry, strict=True)
            case _:
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
        match entry:
            case Undo():
                return self._rewound(entry).states[-1]
            case Correct():
                return self.corrected(entry).states[-1]
            case _:
                return self.rules.apply(self.state, entry, self.next_number)

    def add(self, entered: Entered, state: Any) -> None:
        """Write an entry down, with the state that :meth:`after` gave."""
        self._over = None
        match entered.entry:
            case Undo() as undo:
                self._course = self._rewound(undo)
                kept = len(self.made) - len(self.taken_back(undo))
                del self.made[kept:]
            case Correct() as correct:
                self._course = self.corrected(correct, entered)
                self.made.append(entered)
            case _:
                self._course.append(entered, state)
                self.made.append(entered)
        self.entries.append(entered)

    def _rewound(self, undo: Undo) -> Course:
        back = self.taken_back(undo)
        for place, entered in enumerate(back):
            if isinstance(entered.entry, Correct):
                course = self._course_before(entered.number)
                return course.upto(len(course.standing) - place)
        return self._course.upto(len(self.standing) - len(back))

    def _course_before(self, number: int) -> Course:
        """How the game had gone before entry ``number``, told anew: corrections are rare, and
        keeping every course that was left would fill the memory."""
        told = History(self.rules, self.players, self.dealer, self.options)
        for entered in self.entries[: number - 1]:
            state = told.after(entered.entry) if entered.entry is not None else told.state
            told.add(entered, state)
        return told._course

    # Corrections

    def corrected(
        self, correct: Correct, entered: Entered | None = None, strict: bool = False
    ) -> Course:
        """How the game has gone, put right; ``entered`` is the correction's own record.

        Nothing is changed yet. Raises ``Refusal("no-such-entry")``, and where it is
        ``strict``: ``nothing-to-correct``, what the rules say of the entry in its new place,
        :class:`Breaks`, and ``nothing-breaks`` for a ``drop`` of anything else.
        """
        place = self._course.place(correct.at)
        old = self.standing[place]
        new = self.corrected_entry(correct)
        if strict and new == old.entry and not correct.before:
            raise Refusal("nothing-to-correct")
        told = entered or Entered(self.next_number, correct, b"")
        first = replace(told, entry=new, body=codec.encode(new) if new else b"", tap="")
        later = list(self.standing[place + 1 :])
        if correct.before:
            later.insert(0, old)
        elif new is not None:
            first = replace(first, number=old.number)
        course = self._course.upto(place)
        if new is not None:
            if strict:
                self.rules.check(course.states[-1], new)
            self._follow(course, first)
        for one in later:
            if not strict and one.number == correct.drop:
                return course
            if strict and one.entry is not None:
                try:
                    self.rules.check(course.states[-1], one.entry)
                except Refusal as why:
                    if one.number == correct.drop:
                        return course
                    raise Breaks(one, why) from why
            self._follow(course, one)
        if strict and correct.drop is not None:
            raise Refusal("nothing-breaks")
        return course

    def corrected_entry(self, correct: Correct) -> Entry | None:
        """The entry that a correction puts in; ``Refusal`` where it is none of the game's."""
        if correct.entry is None:
            if correct.before:
                raise Refusal("bad-entry")
            return None
        decoder = codec.entry_decoder(self.rules.name, True)
        entry = codec.decode(decoder, msgspec.json.encode(correct.entry))
        if isinstance(entry, Undo):
            raise Refusal("bad-entry")
        return entry

    def _follow(self, course: Course, entered: Entered) -> None:
        state = course.states[-1]
        if entered.entry is not None:
            state = self.rules.apply(state, entered.entry, entered.number)
        course.append(entered, state)

    # Recovery

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
                entered = replace(entered, entry=None)
        self.add(entered, state)

    @property
    def was_corrected(self) -> bool:
        """Whether a correction was ever made, so that what stands is not what was entered."""
        return any(isinstance(entered.entry, Correct) for entered in self.entries)

    @property
    def unreadable(self) -> list[Entered]:
        """Entries that stand but that this version cannot read."""
        return [entered for entered in self.standing if entered.entry is None]
