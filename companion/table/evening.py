"""A table's evening: one game after another, and the people around it, as a fold of its log."""

import contextlib
import json
import logging
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec

from companion import games
from companion.core.entries import Correct, Entry, Options, Undo
from companion.core.messages import Msg, Refusal, msg
from companion.core.rules import Rules
from companion.core.seats import Seat, seats_of
from companion.core.view import PUBLIC, View
from companion.table import codec, earlier, matters, recounting, signatures, telling
from companion.table.earlier import Earlier
from companion.table.history import Entered, History
from companion.table.log import Row
from companion.table.matters import (
    Cards,
    FromPaper,
    Leave,
    Matter,
    People,
    Person,
    Rename,
    Reseat,
    Second,
    Setup,
    Sit,
)
from companion.table.played import Game, Line, Names
from companion.table.signatures import Closing, DealWord, Recount

logger = logging.getLogger(__name__)

MORE_OF_TAP: Final = "."
"""Stands in no tap's id; after it, the number of an entry that is not the tap's last."""


@dataclass
class Evening:
    """Everything that the log of one table says. Changed only by :meth:`add`."""

    seq: int = 0
    game_seq: int = 0
    """The newest entry that a tap must have seen; people coming and going are not of it."""
    people: People = field(default_factory=dict)
    games: list[Game] = field(default_factory=list)
    taps: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    """Every tap that counted: its seq, and the digest of what was sent."""
    story: list[Line] = field(default_factory=list)
    cards: tuple[str, ...] = ()
    """The digests of the seat cards that are good, by seat."""
    copier: int | None = None
    """The device that is copying a paper score sheet."""
    second: Second = "ask"
    """How the table has results confirmed."""
    mended: Game | None = None
    """The earlier game that the newest entry of all put right."""

    @property
    def game(self) -> Game:
        """The game that is on, or was last."""
        return self.games[-1]

    def seats_of(self, device_id: int) -> frozenset[Seat]:
        """The seats that a device speaks for."""
        return frozenset(s for s, person in self.people.items() if person.device == device_id)

    def seats_in(self, game: Game, device_id: int) -> frozenset[Seat]:
        """The seats that a device speaks for in a game, or spoke for when the next began."""
        if game is self.game:
            return self.seats_of(device_id)
        return frozenset(seat for seat, device in game.devices.items() if device == device_id)

    def names(self) -> Names:
        """The people's names by seat, None where nobody is named."""
        seats = seats_of(self.game.setup.players)
        return tuple(self.people.get(seat, matters.NOBODY).name for seat in seats)

    def played(self, number: int | None = None) -> Game:
        """Game ``number`` of the evening (from 1), or the latest in which something was entered.

        Raises ``Refusal("no-game-number")``.
        """
        if number is None:  # one just set up has nothing to tell yet
            entered = [n for n, game in enumerate(self.games, 1) if game.history.entries]
            number = max(entered, default=1)
        if not 1 <= number <= len(self.games):
            raise Refusal("no-game-number", n=number)
        return self.games[number - 1]

    def earlier(self, number: int) -> Game:
        """Game ``number`` of the evening, which is not the one that is on.

        Raises ``Refusal("no-game-number")``.
        """
        if number >= len(self.games):
            raise Refusal("no-game-number", n=number)
        return self.games[number - 1]

    def names_of(self, game: Game) -> Names:
        """Who played a game, by seat, in the end."""
        return self.names() if game is self.game else game.names

    def may_set_up(self) -> bool:
        """Whether the table may be set up now: nothing stands yet, or the game is over."""
        return not self.game.history.playing

    def undoes_setup(self, undo: Undo) -> bool:
        """Whether an undo goes back to the game before, as nothing stands in this one.

        So an entry that ended a game can be taken back although the next one was begun.
        """
        return undo.to is None and len(self.games) > 1 and not self.game.history.made

    def public(self) -> View:
        return self.game.public()

    def closing(self) -> Closing | None:
        """The newest entry of the game, where it closed a deal by somebody's word; where both
        sides count, whatever closed the newest deal by a word."""
        history, now = self.game.history, self.public()
        if self.second == "no" or not history.standing:
            return None
        last = history.standing[-1]
        if self.second == "count":
            newest = next((row for row in reversed(now.score.rows) if row.deal), None)
            if newest is None or newest.deal is None:
                return None
            last = history.entered(history.closing(newest.deal))
        else:
            before = history.rules.view(history.state_before, PUBLIC).score.rows
            newest = now.score.rows[-1] if len(now.score.rows) > len(before) else None
        if last.entry is None or not Closing.counts(last.entry):
            return None
        if newest is None or newest.deal is None:
            return None
        spoken_for = self.seats_of(last.device) if last.device is not None else ()
        teams = signatures.teams_of(now, spoken_for)
        return Closing(newest.deal, last.number, last.seat, teams)

    # The fold

    def add(self, row: Row, entry: Entry | None, state: Any = None) -> None:
        """Write down one row of the log: ``entry`` is what it says, None if unreadable."""
        if not isinstance(entry, Matter) or isinstance(entry, Setup):
            self.game_seq = row.seq
            self.mended = None
        self.seq = row.seq
        self.taps[row.tap] = (row.seq, row.digest)
        seat = None if row.seat is None else Seat(row.seat)
        number = self.game.history.next_number if self.games else 0
        tap = row.tap.partition(MORE_OF_TAP)[0]
        entered = Entered(number, entry, row.body.encode(), row.device, seat, row.at, tap)
        if isinstance(entry, Earlier):
            self._mend(entry, entered, state)
        elif isinstance(entry, DealWord):
            self.story.append(Line(self.game, entered, self._say(self.game, entry)))
        elif isinstance(entry, Setup):
            self._set_up(entry, entered)
        elif isinstance(entry, Matter):
            said = matters.describe(entry, self.people)
            if isinstance(entry, Cards):
                self.cards = entry.digests
            if isinstance(entry, FromPaper):
                self.copier = row.device if entry.on else None
            playing = isinstance(entry, Leave) and self.game.history.playing
            self._resettle(entry, row.device)
            self.people = matters.seated(self.people, entry, row.device, playing)
            self.story.append(Line(self.game, entered, said))
        elif isinstance(entry, Undo) and self.undoes_setup(entry):
            self.games.pop()
            self.story.append(Line(self.game, entered, msg("matter.setup-undone")))
        else:
            history = self.game.history
            deal = history.rules.deal(history.state)
            what = telling.described(self.story, self.game, entry)
            if not isinstance(entry, Undo | Correct):
                self.game.sat[deal] = self.names()
            if state is not None:
                history.add(entered, state)
            else:
                history.recover(entered)
            paper = self.copier is not None and row.device == self.copier
            if paper:
                self.game.paper[number] = deal
            self.story.append(Line(self.game, entered, what, deal, paper))

    def _mend(self, matter: Earlier, entered: Entered, state: Any) -> None:
        """An earlier game is put right: as it would have been while it was on."""
        game, entry, by = self.earlier(matter.game), matter.entry, self._who(entered.seat)
        history, deal = game.history, None
        entered = replace(
            entered, number=history.next_number, entry=entry, body=codec.encode(entry), seat=None
        )
        if isinstance(entry, DealWord):
            what = telling.as_then(self._say(game, entry), game.names, game.sides)
        elif isinstance(entry, Reseat):
            people = {Seat(n): Person(name) for n, name in enumerate(game.names, 1)}
            what = matters.describe(entry, people)
            game.reseat(entry)
            game.names = matters.reseated(game.names, entry)
        else:
            at = entry.at if isinstance(entry, Correct) else history.made[-1].number
            deal = self.deal_of(at, game)
            what = telling.described(self.story, game, entry)
            if state is not None:
                history.add(entered, state)
            else:
                history.recover(entered)
            self.mended = game
        game.mended = self.seq
        self.story.append(Line(game, entered, what, deal, by=by))

    def _say(self, game: Game, word: DealWord) -> Msg:
        """A word about a deal of a game; as a sentence."""
        twice = None
        if isinstance(word, Recount):
            with contextlib.suppress(Refusal):  # refused by the rules of a later version
                twice = recounting.counted(game.history, word)
        game.words = signatures.said(game.words, word, game.public(), twice)
        return signatures.describe(word)

    def _who(self, seat: Seat | None) -> str | Msg | None:
        """Who sits there by name, as nobody may any more when it is read; None for the host."""
        return telling.named(seat, self.names()) if seat else None

    def deal_of(self, number: int, game: Game) -> int | None:
        """In which deal entry ``number`` of a game was entered, or what it puts right."""
        lines = (line for line in reversed(self.story) if line.game is game and line.deal)
        return next((line.deal for line in lines if line.entered.number == number), None)

    def _resettle(self, matter: Matter, device: int | None) -> None:
        """What a matter says of deals that are over: they are booked to the right people.

        A name put otherwise is the same person's in all games of the evening (CHOICE: a
        substitute takes the seat, which is another matter).
        """
        if isinstance(matter, Rename | Sit):
            before = self.people.get(matter.seat, matters.NOBODY)
            same = isinstance(matter, Rename) or before.device == device
            if same and before.name is not None and before.name != matter.name:
                for game in self.games:
                    game.rename(before.name, matter.name)
        elif isinstance(matter, Reseat):
            self.game.reseat(matter)

    def told(self, number: int, game: Game | None = None) -> Msg:
        """Entry ``number`` of a game, else of the newest, as it stands now or stood last."""
        return telling.told(self.story, game or self.game, number)

    def recover(self, row: Row) -> None:
        """Write down one row of the log as found, even if this version cannot read it."""
        game = self.games[-1].setup.game if self.games else None
        entry: Entry | None = None
        try:
            if game is None:
                entry = _setup_decoder.decode(row.body)
            else:
                entry = codec.entry_decoder(game).decode(row.body)
        except msgspec.DecodeError:
            logger.exception("table %s: entry %d left out", row.code, row.seq)
            if self.games and json.loads(row.body).get("do") in earlier.WORDS:
                self.seq = row.seq
                self.taps[row.tap] = (row.seq, row.digest)
                return
        self.add(row, entry)

    def _set_up(self, setup: Setup, entered: Entered) -> None:
        was = telling.House.of(self.game, self.second) if self.games else None
        begun, by = len(self.games), self._who(entered.seat) if self.games else None
        self._begin(setup, entered.device)
        self.people = matters.seated(self.people, setup, entered.device, False)
        now = telling.House.of(self.game, self.second)
        if len(self.games) > begun:
            was = None
        elif was is not None and was.game != now.game:
            # What was said of the other game's rules cannot be said in this one's words.
            self.story = [
                telling.plain(one) if one.game is self.game else one for one in self.story
            ]
        self.story.append(Line(self.game, entered, telling.set_up(was, now), by=by))

    def _begin(self, setup: Setup, device_id: int | None) -> None:
        """Begin a game, or change the one in which nothing was entered yet."""
        self.second = setup.second or self.second
        rules = games.load(setup.game)
        options, lost = _recovered_options(rules, setup.options)
        history = History(rules, setup.players, setup.dealer, options)
        if self.games and not self.game.history.entries:
            game = self.game
            game.setup, game.history, game.options_lost = setup, history, lost
        else:
            if self.games:
                self.game.names = self.names()
                people = self.people.items()
                self.game.devices = {seat: person.device for seat, person in people}
            self.games.append(Game(setup, history, device_id, lost))


_setup_decoder = msgspec.json.Decoder(Setup)


def checked_setup(setup: Setup) -> Setup:
    """The setup with its house rules in short form.

    Raises ``Refusal``: ``no-game``, ``bad-players``, ``no-such-seat``, ``bad-options``, and
    what the game refuses of a combination.
    """
    if setup.game not in games.names():
        raise Refusal("no-game", game=setup.game)
    rules = games.load(setup.game)
    if setup.players not in rules.players:
        raise Refusal("bad-players", n=setup.players)
    if setup.dealer > setup.players:
        raise Refusal("no-such-seat", seat=setup.dealer)
    options = codec.house_rules(rules, setup.players, setup.options)
    rules.start(setup.players, setup.dealer, options)  # fails here, if at all, and not later
    return msgspec.structs.replace(setup, options=codec.plain(options))


def _recovered_options(rules: Rules[Any], differing: dict[str, Any]) -> tuple[Options, bool]:
    """The house rules in a log, and whether some were lost because no version knows all."""
    kept: dict[str, Any] = {}
    for name, value in differing.items():
        try:
            msgspec.convert({**kept, name: value}, type=rules.options)
        except msgspec.ValidationError:
            logger.warning("house rule %s left out: this version cannot read it", name)
        else:
            kept[name] = value
    return msgspec.convert(kept, type=rules.options), len(kept) < len(differing)
