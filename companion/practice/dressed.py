"""What somebody who practises sees: the table as ever, with his own cards, and choices that
only name cards which he has.

Nothing of anybody else's cards is looked at for it.
"""

from dataclasses import dataclass
from typing import Any, get_args

import msgspec

from companion.core.cards import Card
from companion.core.choices import Choice, Field, Option, Weight
from companion.core.messages import CardRef, msg
from companion.core.seats import Seat
from companion.core.view import View
from companion.practice.dealer import Cards

change = msgspec.structs.replace


@dataclass(frozen=True)
class Own:
    """One seat's cards, as its own player knows them."""

    seat: Seat
    cards: Cards

    def choices(self, view: View, playing: bool) -> tuple[Choice, ...]:
        """The choices of a view, cut to these cards.

        ``playing``: the deal goes on by the cards, so that a count of it is not asked for. Where
        it does not and nothing else is asked, the robots wait for something that a real table
        would not: it comes forward.
        """
        turn = any(seen.turn and seen.seat == self.seat for seen in view.seats)
        found = [self._choice(choice, turn, playing) for choice in view.choices]
        kept = [choice for choice in found if choice is not None]
        if not playing and all(choice.weight != "main" for choice in kept):
            kept = [self._forward(choice) for choice in kept]
        order = get_args(Weight)
        return tuple(sorted(kept, key=lambda choice: order.index(choice.weight)))

    def _forward(self, choice: Choice) -> Choice:
        own = choice.entry.get("seat") == self.seat
        return change(choice, weight="main") if own and choice.weight == "more" else choice

    def _choice(self, choice: Choice, turn: bool, playing: bool) -> Choice | None:
        if choice.entry.get("seat") != self.seat:
            behind = choice.weight == "main" and playing
            return change(choice, weight="more") if behind else choice
        if not any(field.kind in ("card", "cards") for field in choice.fields):
            return choice
        mine = self.cards.fills(self.seat, choice.key)
        entry: dict[str, Any] = dict(choice.entry)
        fields: list[Field] = []
        plays = entry.get("do") == "play"
        for field in choice.fields:
            if field.kind not in ("card", "cards"):
                fields.append(field)
                continue
            offered = {option.value: option for option in field.options}
            own = tuple(offered[card] for card in mine if card in offered)
            if not own or (field.kind == "cards" and len(own) < (field.count or 0)):
                return None
            if field.kind == "cards" and len(own) == field.count:
                entry[field.name] = [option.value for option in own]
                continue
            fields.append(change(field, options=self._warned(own) if plays else own))
        weight = choice.weight
        if plays and turn and weight == "more":
            weight = "main"
        return change(choice, entry=entry, fields=tuple(fields), weight=weight)

    def _warned(self, options: tuple[Option, ...]) -> tuple[Option, ...]:
        """Cards to lay; before one that the rules do not allow, the phone asks."""
        legal = self.cards.legal(self.seat)
        return tuple(
            option
            if option.value in legal or option.why_not
            else change(option, doubt=msg("practice.doubt", card=CardRef(Card(str(option.value)))))
            for option in options
        )
