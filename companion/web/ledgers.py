"""The ledger as the page of evenings draws it: numbers, names, and the games' own words."""

from collections.abc import Iterable
from typing import Any

import msgspec

from companion import words
from companion.printing.saying import Say
from companion.table.archive import PastEvening
from companion.table.ledger import Booked
from companion.table.statistics import Kind, Pair, Statistics, Tally, best_partner, statistics


def _title(game: str, language: str) -> str:
    return Say(language, game).title


def summary(evening: PastEvening, language: str) -> dict[str, Any]:
    """One evening in the list of all."""
    people = (name for game in evening.games for side in game.people for name in side)
    return {
        "code": evening.code,
        "opened": evening.opened,
        "open": evening.is_open,
        "readable": evening.readable,
        "people": list(dict.fromkeys(people)),
        "games": [_title(game.game, language) for game in evening.games],
    }


def played(evening: PastEvening, game: Booked, language: str) -> dict[str, Any]:
    """One game, as the page shows it."""
    names = [name or "" for name in game.names]
    return {
        "evening": evening.code,
        "number": game.number,
        "game": game.game,
        "title": _title(game.game, language),
        "unit": words.render(game.unit, language, game.game),
        "began": game.began,
        "over": game.over,
        "winner": game.winner,
        "people": game.people,
        "score": game.score,
        "deals": len(game.deals),
        "course": _course(game),
        "verdict": words.render(game.verdict, language, game.game, names, game.sides)
        if game.verdict
        else None,
    }


def _course(game: Booked) -> list[dict[str, Any]]:
    """The score at the start, and after each deal and correction."""
    score = game.starts
    told: list[dict[str, Any]] = [{"deal": 0, "score": score}]
    for one in game.bookings:
        score = tuple(was + by for was, by in zip(score, one.written, strict=True))
        told.append({"deal": one.deal, "score": score})
    return told


def counted(chosen: Iterable[PastEvening], language: str) -> dict[str, Any]:
    """The statistics over some evenings, the newest of which comes first."""
    chosen = list(chosen)
    found = statistics(game for one in reversed(chosen) for game in one.games)
    units = {game.game: game for one in chosen for game in one.games}
    return {
        "people": [_person(tally, found) for tally in found.people],
        "kinds": [_kind(kind, units[kind.game], language) for kind in found.kinds],
    }


def _person(tally: Tally, found: Statistics) -> dict[str, Any]:
    best = best_partner(tally.name, found.pairs)
    return {**msgspec.to_builtins(tally), "partner": _partner(tally.name, best)}


def _partner(name: str, pair: Pair | None) -> dict[str, Any] | None:
    if pair is None:
        return None
    other = pair.other if pair.one == name else pair.one
    return {"name": other, "games": pair.games, "won": pair.won}


def _kind(kind: Kind, game: Booked, language: str) -> dict[str, Any]:
    return {
        **msgspec.to_builtins(kind),
        "title": _title(game.game, language),
        "unit": words.render(game.unit, language, game.game),
        "chips": game.chips,
    }
