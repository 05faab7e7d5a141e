"""Double entry: both sides enter the result of a deal, and only a difference is shown.

The count that came first stands at once, so that the game goes on; the other side's is held
against it. Where both write the same, the other side has signed; else it is a dispute that
tells what each has counted, and ends by itself when the result is put right to match.
"""

import contextlib
from collections.abc import Iterator
from typing import Any

import msgspec

from companion.core.choices import Choice
from companion.core.entries import Entry, Shorthand
from companion.core.messages import Refusal
from companion.core.seats import Seat
from companion.core.view import PUBLIC, Viewer
from companion.table import codec
from companion.table.history import History
from companion.table.signatures import Closing, Counted, Recount, row_of


def choices(history: History, closing: Closing, viewer: Viewer, seat: Seat) -> Iterator[Choice]:
    """The counts by which a seat may say what it has counted, as there were for the first."""
    state = history.state_at(closing.number)
    old = history.entered(closing.number).entry
    for choice in history.rules.choices(state, viewer):
        if choice.weight == "rare" or not choice.fields:
            continue
        with contextlib.suppress(Refusal):
            if type(_meant(history, state, _example(choice))) is type(old):
                yield _asked(choice, closing.deal, seat)


def _example(choice: Choice) -> dict[str, Any]:
    """The choice with something in each blank."""
    entry: dict[str, Any] = msgspec.to_builtins(choice.entry)
    for field in choice.fields:
        *path, last = field.name.split(".")
        inner = entry
        for key in path:
            inner = inner.setdefault(key, {})
        first = next((option.value for option in field.options), field.low)
        inner[last] = first if field.value is None else field.value
    return entry


def _asked(choice: Choice, deal: int, seat: Seat) -> Choice:
    replace = msgspec.structs.replace
    return replace(
        choice,
        key=f"recount-{choice.key}",
        entry={"do": "recount", "deal": deal, "seat": seat, "entry": choice.entry},
        fields=tuple(replace(field, name=f"entry.{field.name}") for field in choice.fields),
        weight="main",
    )


def _meant(history: History, state: Any, told: dict[str, Any]) -> Entry:
    """The one entry that is told, a shorthand written out; ``Refusal`` where it is none."""
    rules = history.rules
    entry = codec.decode(codec.entry_decoder(rules.name), msgspec.json.encode(told))
    entries = rules.expand(state, entry) if isinstance(entry, Shorthand) else (entry,)
    if len(entries) != 1:
        raise Refusal("bad-entry")
    return entries[0]


def counted(history: History, word: Recount) -> Counted:
    """What the deal would have written by this count.

    Raises ``Refusal``: ``no-such-deal``, ``bad-entry`` for another kind of entry than closed
    the deal, and what the game refuses of it.
    """
    number = history.closing(word.deal)
    if not number:
        raise Refusal("no-such-deal", n=word.deal)
    rules, state, old = history.rules, history.state_at(number), history.entered(number).entry
    new = _meant(history, state, word.entry)
    if old is None or type(new) is not type(old) or new.speaker != "table":
        raise Refusal("bad-entry")
    rules.check(state, new)
    row = row_of(rules.view(rules.apply(state, new, number), PUBLIC), word.deal)
    if row is None:
        raise Refusal("bad-entry")
    return Counted(row.written, rules.describe(old), rules.describe(new))
