"""What all are told beside the game's own notices: of corrections, open disputes, and what
could not be read of the log."""

from collections.abc import Iterator

import msgspec

from companion.core.choices import Choice
from companion.core.entries import Correct
from companion.core.messages import SeatRef, msg
from companion.core.seats import Seat
from companion.core.view import Notice, View
from companion.table.devices import Device
from companion.table.evening import Evening
from companion.table.played import Game
from companion.table.signatures import dispute_offers, row_of, sides
from companion.table.telling import named


def with_notices(view: View, evening: Evening, device: Device | None) -> View:
    """The view, with what this version of companion could not read of the log, and with the
    newest correction until something else is entered."""
    history = evening.game.history
    notices = [
        Notice(msg("notice.unreadable", number=lost.number), "unreadable", lost.number)
        for lost in history.unreadable
    ]
    if evening.game.options_lost:
        notices.append(Notice(msg("notice.options-lost"), "options-lost", 0))
    notices += _still_disputed(evening, device)
    if evening.mended is not None:
        notices.append(_mended(evening, evening.mended))
    elif history.made and isinstance(history.made[-1].entry, Correct):
        notices += _corrected(view, evening)
    if evening.second != "ask":
        rule = msg(f"table.second-{evening.second}")
        view = msgspec.structs.replace(view, house=(*view.house, rule))
    if not notices:
        return view
    return msgspec.structs.replace(view, notices=(*view.notices, *notices))


def _corrected(view: View, evening: Evening) -> tuple[Notice, ...]:
    """The newest correction as all are told of it: by whom, in which deal, and what that made."""
    game, made = evening.game, evening.game.history.made[-1]
    at = made.entry.at if isinstance(made.entry, Correct) else 0
    deal = evening.deal_of(at, game) or 0
    row = row_of(view, deal)
    if row is None:
        return (Notice(evening.told(made.number), "corrected", made.number, made.seat),)
    if deal in game.words and game.words[deal].disputed:
        return ()  # its own notice tells
    who = SeatRef(made.seat) if made.seat else msg("table.host")
    message = msg("table.corrected", who=who, n=deal, now=sides(view, row))
    return (Notice(message, "corrected", made.number, made.seat, deal=deal),)


def _still_disputed(evening: Evening, device: Device | None) -> Iterator[Notice]:
    """The disputes that an earlier game has left open, and what this device may say to them."""
    for n, game in enumerate(evening.games[:-1], 1):
        view = game.public() if any(one.disputed for one in game.words.values()) else None
        for deal, said in game.words.items():
            if view is None or not said.is_open(row_of(view, deal)):
                continue
            mine = evening.seats_in(game, device.id) if device else frozenset()
            host = device is not None and device.host
            offers = dispute_offers(deal, said, view, mine, host)
            who = named(said.disputed or Seat(1), game.names)
            yield Notice(
                msg("table.still-disputed", who=who, n=deal, game=n),
                "still-disputed",
                n * 1000 + deal,
                offers=tuple(_of_earlier(offer, n) for offer in offers),
            )


def _of_earlier(choice: Choice, game: int) -> Choice:
    """A choice as one of an earlier game."""
    replace = msgspec.structs.replace
    fields = tuple(replace(field, name=f"entry.{field.name}") for field in choice.fields)
    entry = {"do": "earlier", "game": game, "entry": choice.entry}
    return replace(choice, key=f"earlier-{choice.key}", entry=entry, fields=fields)


def _mended(evening: Evening, game: Game) -> Notice:
    """That an earlier game was put right, and how it stands or ended now."""
    line = next(line for line in reversed(evening.story) if line.game is game)
    score = game.public().score
    n = evening.games.index(game) + 1
    now = " : ".join(str(team.total) for team in score.teams)
    return Notice(msg("table.mended", who=line.by or msg("table.host"), n=n, now=now), "mended", n)
