"""A robot for a game that has none of its own: it follows suit, and says the first thing there
is to say."""

from typing import Any

import msgspec

from companion.core.cards import Card, suit_of
from companion.core.choices import Choice, Field
from companion.core.entries import Entry, Play, TrickTaken
from companion.core.messages import Refusal
from companion.core.robot import Dealt
from companion.core.seats import Seat
from companion.core.view import View, Viewer
from companion.table import codec
from companion.table.history import History


class PlainRobot:
    """Practice of any game, by what its choices offer and its entries say."""

    def __init__(self, game: str, history: History) -> None:
        self._history = history
        self._decoder = codec.entry_decoder(game)
        rules, deal = history.rules, history.rules.deal(history.state)
        self._gone: set[Card] = set()
        for entered in reversed(history.standing):
            if rules.deal(history.state_at(entered.number)) != deal:
                break
            match entered.entry:
                case Play(card=card):
                    self._gone.add(card)
                case TrickTaken(cards=cards):
                    self._gone.update(cards or ())

    def hand_size(self, state: Any) -> int:
        """All the pack, as far as it goes round."""
        players = self._history.players
        return len(self._history.rules.deck(players)) // players

    def held(self, state: Any, seat: Seat, dealt: Dealt) -> tuple[Card, ...]:
        """What was not laid in this deal."""
        return tuple(card for card in dealt if card not in self._gone)

    def fills(self, state: Any, seat: Seat, dealt: Dealt, key: str) -> tuple[Card, ...]:
        """What is held."""
        return self.held(state, seat, dealt)

    def legal(self, state: Any, seat: Seat, dealt: Dealt) -> frozenset[Card]:
        """Following suit, which nearly every game asks for."""
        held = frozenset(self.held(state, seat, dealt))
        trick = self._view(state, seat).trick
        if trick is None or not trick.laid:
            return held
        led = suit_of(trick.laid[0].card)
        return frozenset(card for card in held if suit_of(card) == led) or held

    def lays_out(self, state: Any, seat: Seat, dealt: Dealt) -> Entry | None:
        """Nothing that would be known of it."""
        return None

    def says(self, state: Any, seat: Seat, dealt: Dealt) -> Entry | None:
        """On its turn, the first main choice of its own that it can fill."""
        view = self._view(state, seat)
        if not any(seen.turn and seen.seat == seat for seen in view.seats):
            return None
        legal = self.legal(state, seat, dealt)
        for choice in view.choices:
            if choice.weight == "main" and choice.entry.get("seat") == seat:
                entry = self._filled(choice, legal)
                if entry is not None and self._can_be(state, entry):
                    return entry
        return None

    def _view(self, state: Any, seat: Seat) -> View:
        return self._history.rules.view(state, Viewer(frozenset({seat})))

    def _can_be(self, state: Any, entry: Entry) -> bool:
        try:
            self._history.rules.check(state, entry)
        except Refusal:
            return False
        return True

    def _filled(self, choice: Choice, legal: frozenset[Card]) -> Entry | None:
        entry = dict(choice.entry)
        for field in choice.fields:
            value = _value(field, legal)
            if value is None or "." in field.name:
                return None
            entry[field.name] = value
        try:
            return self._decoder.decode(msgspec.json.encode(entry))
        except msgspec.ValidationError:
            return None


def _value(field: Field, legal: frozenset[Card]) -> Any:
    """The first value that the blank takes; of cards, of those that may be laid."""
    options = [one.value for one in field.options if not (one.why_not or one.doubt)]
    match field.kind:
        case "card":
            return next((card for card in options if card in legal), None)
        case "number" if not options:
            return field.low
        case "number" | "pick":
            return options[0] if options else None
        case _:
            return None
