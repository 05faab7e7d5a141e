"""A game to take along: as a record, as a table for a spreadsheet, or as JSON.

All of them may be read by everybody: built from what everybody may know, or, in a record,
without what only its own seat knows. (The whole record, with everything, is the owner's of
the data: ``companion export``.)
"""

import csv
import io
import time
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from companion import words
from companion.core.messages import Msg, Refusal, msg
from companion.core.view import PUBLIC, ScoreView, View
from companion.table import codec, record
from companion.table.copying import with_marks
from companion.table.evening import Evening
from companion.table.history import Entered, History
from companion.table.looking_back import Event, timeline
from companion.table.played import Game
from companion.table.signatures import with_words

FORMULA: Final = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
"""What makes a spreadsheet take a cell for a formula, in wide letters too."""
BYTE_ORDER_MARK: Final = "\ufeff"
"""Without it Excel takes UTF-8 for something else."""
DAY: Final = "%Y-%m-%d"
MOMENT: Final = "%Y-%m-%d %H:%M:%S"


def public_record(evening: Evening, number: int | None = None) -> str:
    """The record of a game as everybody may read it. Raises ``Refusal("no-game-number")``.

    It ends before the first word of a seat in a deal that is on, for in it hands are still
    to be guessed; and of what was entered in secret there is only what came to light.
    """
    game = evening.played(number)
    told = without_secrets(game.history)
    return record.write(game.setup.game, game.history, evening.names_of(game), told)


def without_secrets(history: History) -> list[Entered]:
    """The entries that stand, but for a deal that is on and for what never came to light."""
    rules, told = history.rules, []
    on = None if history.over else rules.deal(history.state)
    for before, entered, _ in history.taken():
        entry = entered.entry
        if rules.deal(before) == on and (entry is None or entry.speaker == "seat"):
            break
        told.append(entered)
    for entered in [one for one in told if one.entry is not None and one.entry.secret]:
        rest = [one for one in told if one is not entered]
        if _says_the_same(history, told, rest):
            told = rest
    return told


def _says_the_same(history: History, one: Sequence[Entered], other: Sequence[Entered]) -> bool:
    """Whether without an entry all others could still be, and everybody would see the same."""
    try:
        return _seen(history, one, checked=False) == _seen(history, other, checked=True)
    except Refusal:
        return False


def _seen(history: History, entries: Sequence[Entered], checked: bool) -> View:
    rules = history.rules
    state = rules.start(history.players, history.dealer, history.options)
    for entered in entries:
        if entered.entry is not None:
            if checked:
                rules.check(state, entered.entry)
            state = rules.apply(state, entered.entry, entered.number)
    return rules.view(state, PUBLIC)


def score_of(game: Game) -> ScoreView:
    """The score sheet of a game as everybody may read it, with what was said of its deals."""
    history = game.history
    view = history.rules.view(history.state, PUBLIC)
    said = with_words(view, PUBLIC, False, game.words, None, history.closing)
    return with_marks(said, game).score


class Told(NamedTuple):
    """A line of the story as text; a time as ``strftime`` has it."""

    number: str
    deal: str
    time: str
    seat: str
    name: str
    what: str
    undone: bool


class Book:
    """One game as sentences, in one language."""

    def __init__(self, evening: Evening, code: str, language: str, number: int | None) -> None:
        self.code = code
        self.game: Game = evening.played(number)
        self.number = evening.games.index(self.game) + 1
        self.name = self.game.setup.game
        self.people = evening.names_of(self.game)
        self.score = score_of(self.game)
        self.events: tuple[Event, ...] = timeline(evening, None, self.game)
        self.sides = [team.seats for team in self.score.teams]
        self._language = language

    def say(self, sentence: Msg) -> str:
        """A sentence as text."""
        names = [name or "" for name in self.people]
        return words.render(sentence, self._language, self.name, names, self.sides)

    def filename(self, ending: str) -> str:
        """A name to keep it under."""
        return f"{self.code}-{self.name}-{self.number}.{ending}"

    def csv(self) -> str:
        """The timeline for a spreadsheet: RFC 4180, in UTF-8 with its mark, no cell a formula."""
        text = io.StringIO()
        text.write(BYTE_ORDER_MARK)
        table = csv.writer(text)
        heads = ("number", "deal", "time", "seat", "name", "what", "undone")
        table.writerow([cell(self.say(msg(f"export.{head}"))) for head in heads])
        yes = self.say(msg("export.yes"))
        for *cells, undone in self.lines(MOMENT):
            table.writerow([*map(cell, cells), yes if undone else ""])
        return text.getvalue()

    def lines(self, moment: str) -> Iterator[Told]:
        """The story, oldest first, with its times like ``moment``."""
        for event in self.events:
            what = self.say(event.what)
            yield Told(
                number=str(event.number or ""),
                deal=str(event.deal or ""),
                time=time.strftime(moment, time.localtime(event.at)),
                seat=str(event.seat or ""),
                name=self._who(event),
                what=f"{what} ({self.say(msg('table.mark-paper'))})" if event.paper else what,
                undone=event.undone,
            )

    @property
    def day(self) -> str:
        """When it began."""
        return time.strftime(DAY, time.localtime(self.events[0].at)) if self.events else ""

    def json(self) -> bytes:
        """The timeline and the score sheet, with numbers for programs and text for people."""
        score = self.score
        told: dict[str, Any] = {
            "table": self.code,
            "game": self.name,
            "number": self.number,
            "seats": list(self.people),
            "options": codec.plain(self.game.history.options),
            "timeline": [
                {
                    "number": event.number,
                    "deal": event.deal,
                    "at": event.at,
                    "seat": event.seat,
                    "name": self._who(event) or None,
                    "what": self.say(event.what),
                    "undone": event.undone,
                }
                for event in self.events
            ],
            "deals": [
                {
                    "deal": row.deal,
                    "dealer": row.dealer,
                    "title": self.say(row.title),
                    "written": row.written,
                    "totals": row.totals,
                    "lines": [self.say(line) for line in row.lines],
                    "marks": [self.say(mark) for mark in row.marks],
                }
                for row in score.rows
            ],
            "score": [team.total for team in score.teams],
            "over": score.over,
            "winner": score.winner,
            "verdict": self.say(score.verdict) if score.verdict else None,
        }
        return msgspec.json.format(msgspec.json.encode(told), indent=1)

    def _who(self, event: Event) -> str:
        if event.host:
            return self.say(msg("export.host"))
        if event.by is not None:
            return event.by if isinstance(event.by, str) else self.say(event.by)
        if event.seat is None or event.seat > len(self.people):
            return ""
        return self.people[event.seat - 1] or ""


def cell(text: str) -> str:
    """The text so that no spreadsheet computes it: an apostrophe before what looks like it."""
    return f"'{text}" if text.startswith(FORMULA) else text
