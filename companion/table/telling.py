"""What is entered at a table as sentences that everybody may read."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

import msgspec

from companion.core.entries import Correct, Entry, Undo
from companion.core.messages import Arg, Msg, Refusal, SeatRef, TeamRef, msg
from companion.core.seats import Seat
from companion.table.matters import Second, Setup
from companion.table.played import Game, Line, Names

UNREADABLE: Final = msg("entry.unreadable")


def described(story: Sequence[Line], game: Game, entry: Entry | None) -> Msg:
    """An entry about to be added to a game."""
    history = game.history
    match entry:
        case None:
            return UNREADABLE
        case Undo():
            back = history.taken_back(entry)
            return msg("entry.undo", what=told(story, game, back[-1].number) if back else "")
        case Correct():
            return _correction(story, game, entry)
        case _:
            return history.rules.describe(entry)


def _correction(story: Sequence[Line], game: Game, correct: Correct) -> Msg:
    try:
        new = game.history.corrected_entry(correct)
    except Refusal:
        return UNREADABLE
    if correct.drop is not None:
        with contextlib.suppress(Refusal):
            n = len(game.history.standing_from(correct.drop))
            kept = msgspec.structs.replace(correct, drop=None)
            return msg("entry.dropped", what=_correction(story, game, kept), n=n)
    was = told(story, game, correct.at)
    if new is None:
        return msg("entry.removed", was=was)
    now = game.history.rules.describe(new)
    if correct.before:
        return msg("entry.inserted", now=now, was=was)
    return msg("entry.corrected", now=now, was=was)


def told(story: Sequence[Line], game: Game, number: int) -> Msg:
    """Entry ``number`` of a game, as it stands now or stood last."""
    history = game.history
    with contextlib.suppress(Refusal):
        entry = history.entered(number).entry
        return history.rules.describe(entry) if entry else UNREADABLE
    for line in reversed(story):
        if line.game is game and line.deal and line.entered.number == number:
            return line.what
    return UNREADABLE


@dataclass(frozen=True)
class House:
    """What was agreed before a game."""

    game: str
    players: int
    dealer: Seat
    second: Second
    rules: tuple[Msg, ...]

    @classmethod
    def of(cls, game: Game, second: Second) -> "House":
        """As it is agreed now."""
        setup, history = game.setup, game.history
        rules = tuple(history.rules.describe_options(setup.players, history.options))
        return cls(setup.game, setup.players, setup.dealer, second, rules)


def set_up(was: House | None, now: House) -> Msg:
    """What was agreed; where the same game had been set up before, what is another now."""
    if was is None or was.game != now.game:
        return msg("matter.setup")
    news = [rule for rule in now.rules if rule not in was.rules]
    if was.players != now.players:
        news = [msg("ui.players", n=now.players)]  # other numbers have other rules
    if was.dealer != now.dealer:
        news.append(msg("matter.deals-first", who=SeatRef(now.dealer)))
    if was.second != now.second:
        news.append(msg(f"table.second-{now.second}"))
    if not news:
        return msg("matter.setup")
    return msg(
        "matter.agreed", what=reduce(lambda one, more: msg("matter.then", one=one, more=more), news)
    )


def plain(line: Line) -> Line:
    """The line without what was said of rules."""
    return (
        replace(line, what=msg("matter.setup")) if isinstance(line.entered.entry, Setup) else line
    )


def named(seat: Seat, names: Names) -> str | Msg:
    """Who sits there; a seat without a name is called by its number."""
    name = names[seat - 1] if seat <= len(names) else None
    return name or msg("seat.number", n=seat)


def as_then(sentence: Msg, names: Names, sides: Sequence[Sequence[Seat]]) -> Msg:
    """A sentence with the names of those who sat there then, for others may do so now."""

    def spoken(arg: Arg) -> Arg:
        match arg:
            case SeatRef(seat):
                return named(seat, names)
            case TeamRef(team) if team <= len(sides):
                several = [named(seat, names) for seat in sides[team - 1]]
                return reduce(lambda one, more: msg("team.and", one=one, more=more), several)
            case Msg():
                return as_then(arg, names, sides)
        return arg

    return Msg(sentence.code, {key: spoken(arg) for key, arg in sentence.args.items()})
