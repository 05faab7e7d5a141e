"""Copying a score sheet: what was played on paper while the machine was dead, entered later.

One phone of the host's, the copier, speaks for every seat meanwhile and nobody else enters
anything; what it enters is an entry like any other, marked in the story and on the score as
from paper. Nobody's secret is in reach: copying begins between two deals, and speaks for all
only in a deal of which nothing was entered otherwise.
"""

from collections.abc import Collection
from typing import Final

import msgspec

from companion.core.choices import Choice
from companion.core.entries import Adjust, Dealer, Entry, NewRules, Play, TrickTaken
from companion.core.messages import Refusal, msg
from companion.core.rules import Rules
from companion.core.seats import Seat, seats_of
from companion.core.view import DealRow, Notice, View
from companion.table.devices import Device
from companion.table.evening import Evening
from companion.table.matters import FromPaper
from companion.table.played import Game

BETWEEN: Final = (Adjust, Dealer, NewRules)
"""What may be entered before a deal has begun."""
NOT_NOTED: Final = (Play, TrickTaken)
"""What no score sheet says."""


def check(evening: Evening, matter: FromPaper, device: Device) -> None:
    """Refuse to begin or to end copying where that cannot be.

    Raises ``Refusal``: ``host-only`` (whoever is at the table may end it), ``not-copying``,
    ``paper-game-over``, ``paper-mid-deal``.
    """
    if not matter.on:
        if not device.host and not evening.seats_of(device.id):
            raise Refusal("not-at-this-table")
        if evening.copier is None:
            raise Refusal("not-copying")
        return
    if not device.host:
        raise Refusal("host-only")
    history = evening.game.history
    if history.over:
        raise Refusal("paper-game-over")
    if _begun_otherwise(evening.game):
        raise Refusal("paper-mid-deal", n=history.rules.deal(history.state))


def check_copier(evening: Evening, device: Device, entry: Entry | None = None) -> None:
    """Refuse, while something is being copied, an entry of anybody else, and a secret."""
    if evening.copier is None:
        return
    if evening.copier != device.id:
        raise Refusal("being-copied")
    if entry is not None and entry.secret:
        raise Refusal("not-on-paper")


def speaks_for(evening: Evening, device_id: int) -> frozenset[Seat]:
    """The seats that a device may speak for just now: all of them, for the copier."""
    game = evening.game
    if device_id == evening.copier and not game.history.over and not _begun_otherwise(game):
        return frozenset(seats_of(game.setup.players))
    return evening.seats_of(device_id)


def _begun_otherwise(game: Game) -> bool:
    """Whether something was entered of the deal that is on, and not from paper."""
    rules, state = game.history.rules, game.history.state
    deal = rules.deal(state)
    for entered in reversed(game.history.standing):
        if rules.deal(game.history.state_at(entered.number)) != deal:
            return False
        if entered.number not in game.paper and not isinstance(entered.entry, BETWEEN):
            return True
    return False


def with_paper(view: View, evening: Evening, device: Device | None) -> View:
    """The view, its deals from paper marked; while copying, all are told, and only the copier
    is offered entries: those that a score sheet can say."""
    game = evening.game
    view = with_marks(view, game)
    if evening.copier is None:
        return view
    copies = device is not None and device.id == evening.copier
    seated = device is not None and (device.host or bool(evening.seats_of(device.id)))
    done = Choice("copied", msg("table.copied"), {"do": "from-paper", "on": False})
    notice = Notice(
        msg("table.copying-here" if copies else "table.copying"),
        "copying",
        0,
        offers=(done,) if seated else (),
    )
    choices = _noted(view.choices, game.history.rules) if copies else ()
    # Whether a result is right is asked once all is copied.
    others = () if copies else [one for one in view.notices if one.code != "confirm"]
    kept = tuple(msgspec.structs.replace(one, offers=()) for one in others)
    return msgspec.structs.replace(view, notices=(*kept, notice), choices=choices)


def with_marks(view: View, game: Game) -> View:
    """The view, its deals from paper marked."""
    if not game.paper:
        return view
    standing = {entered.number for entered in game.history.standing}
    deals = {deal for number, deal in game.paper.items() if number in standing}
    rows = tuple(_marked(row, deals) for row in view.score.rows)
    return msgspec.structs.replace(view, score=msgspec.structs.replace(view.score, rows=rows))


def _marked(row: DealRow, deals: Collection[int]) -> DealRow:
    if row.deal not in deals:
        return row
    return msgspec.structs.replace(row, marks=(*row.marks, msg("table.mark-paper")))


def _noted(choices: Collection[Choice], rules: "Rules[object]") -> tuple[Choice, ...]:
    """What a score sheet can say, all of it in the dock but for what is rare."""
    left_out = {
        kind.__struct_config__.tag for kind in rules.entries if kind.secret or kind in NOT_NOTED
    }
    return tuple(
        msgspec.structs.replace(one, weight="rare" if one.weight == "rare" else "main")
        for one in choices
        if one.entry["do"] not in left_out
        and not any(field.kind in ("card", "cards") for field in one.fields)
    )
