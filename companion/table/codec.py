"""Entries and house rules from JSON, strictly, and back.

Whatever is not exactly an entry that the game knows is refused: unknown words and keys,
wrong types, numbers out of reach, NaN, doubled keys, nesting without end.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Union

import msgspec

from companion.core.entries import Correct, Entry, Options, Shorthand, Undo
from companion.core.messages import Refusal
from companion.core.rules import Rules
from companion.games import load
from companion.table.earlier import EVERY_MATTER
from companion.table.matters import Matter


@cache
def entry_decoder(game: str, record: bool = False) -> msgspec.json.Decoder[Entry]:
    """Reads every entry of a game; at a live table table matters, shorthands and corrections
    too, which a record has not."""
    kinds: list[type[Entry]] = [*load(game).entries, Undo, Correct, *EVERY_MATTER]
    if record:
        kinds = [kind for kind in kinds if not issubclass(kind, Matter | Shorthand | Correct)]
    return msgspec.json.Decoder(Union[tuple(dict.fromkeys(kinds))])  # noqa: UP007


def decode(decoder: msgspec.json.Decoder[Entry], body: bytes) -> Entry:
    """The entry that ``body`` says.

    Raises ``Refusal("bad-json")`` where it is not JSON with each key once, and
    ``Refusal("bad-entry")`` where it is, but is no entry.
    """
    try:
        entry = decoder.decode(body)
        refuse_doubled_keys(body)
    except Refusal:
        raise
    except msgspec.ValidationError as error:
        raise Refusal("bad-entry") from error
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise Refusal("bad-json") from error
    return entry


def encode(entry: Entry) -> bytes:
    """The entry as JSON, as short as it goes."""
    return msgspec.json.encode(entry)


def refuse_doubled_keys(body: bytes) -> None:
    """Refuse well-formed JSON in which an object has a key twice."""
    _doubled_keys.decode(body.decode())


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Refusal("bad-json")
    return found


_doubled_keys = json.JSONDecoder(object_pairs_hook=_each_key_once)


def house_rules(rules: Rules[Any], players: int, options: Mapping[str, Any]) -> Options:
    """House rules from those that differ from the defaults.

    Raises ``Refusal("bad-options", which=...)`` for one that there is not or that cannot
    have that value, and whatever the game refuses of their combination.
    """
    try:
        chosen = msgspec.convert(dict(options), type=rules.options)
    except (msgspec.ValidationError, RecursionError) as error:
        named = re.search(r"\$\.(\w+)|field `(.*)`", str(error))
        which = (named[1] or named[2])[:40] if named else "?"
        raise Refusal("bad-options", which=which) from error
    rules.check_options(players, chosen)
    return chosen


def plain(options: Options) -> dict[str, Any]:
    """House rules as a header writes them: only those that differ from the defaults."""
    differing: dict[str, Any] = msgspec.to_builtins(options)
    return differing
