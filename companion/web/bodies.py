"""Reading what a browser sends: JSON of one exact shape, or a refusal."""

import json
from typing import Annotated, NoReturn, TypeVar

import msgspec
from flask import request
from msgspec import Meta

from companion.core.entries import SeatNumber
from companion.core.messages import Refusal

Tap = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
"""The random name of a tap: the same tap sent again counts once."""
Code = Annotated[str, Meta(min_length=1, max_length=16)]
Secret = Annotated[str, Meta(min_length=1, max_length=200)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a POST carries."""


class Join(Body, frozen=True):
    """Take a free seat."""

    table: Code
    tap: Tap
    seat: SeatNumber
    name: Annotated[str, Meta(max_length=400)]


class Act(Body, frozen=True):
    """Enter something. ``seen`` is the number of the frame the finger saw."""

    table: Code
    tap: Tap
    seen: Annotated[int, Meta(ge=0, le=2**53)]
    entry: msgspec.Raw


class Practise(Body, frozen=True):
    """Open a table to practise at alone, and sit down there where a name is given."""

    tap: Tap
    game: Annotated[str, Meta(max_length=60)]
    players: Annotated[int, Meta(ge=1, le=12)] | None = None
    name: Annotated[str, Meta(max_length=400)] = ""


class Withdraw(Body, frozen=True):
    """Give a tap up that may still be on its way."""

    table: Code
    tap: Tap


class Preview(Body, frozen=True):
    """Ask what a correction would change; ``seen`` as with a tap."""

    table: Code
    seen: Annotated[int, Meta(ge=0, le=2**53)]
    entry: msgspec.Raw


class Pass(Body, frozen=True):
    """Ask for the one-time link by which another phone takes a seat over."""

    table: Code
    seat: SeatNumber


class Take(Body, frozen=True):
    """Take a seat over by such a link."""

    secret: Secret = msgspec.field(name="pass")
    tap: Tap


class Key(Body, frozen=True):
    """Become the host's browser."""

    key: Secret


class NewTable(Body, frozen=True):
    """Open another table."""

    game: Annotated[str, Meta(max_length=60)] | None = None
    players: Annotated[int, Meta(ge=1, le=12)] | None = None


class NextAddress(Body, frozen=True):
    """Tell phones the next address; of which table the link should be."""

    table: Code | None = None


class Erase(Body, frozen=True):
    """Erase for good: a person by name, or a table. Exactly one of them."""

    person: Annotated[str, Meta(min_length=1, max_length=400)] | None = None
    table: Code | None = None

    def __post_init__(self) -> None:
        if (self.person is None) == (self.table is None):
            raise ValueError("erase either a person or a table")


B = TypeVar("B", bound=Body)


def read(kind: type[B]) -> B:
    """The request's body as this shape.

    Raises Refusal ``not-json``, ``bad-json`` (no JSON, or one that could be read in two ways:
    NaN, a key twice) or ``bad-request`` (JSON of another shape).
    """
    if request.mimetype != "application/json":
        raise Refusal("not-json")
    body = request.get_data(cache=False)
    try:
        _strict.decode(body.decode())
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError:
        raise Refusal("bad-request") from None
    except (ValueError, RecursionError):
        raise Refusal("bad-json") from None


def _each_once(pairs: list[tuple[str, object]]) -> None:
    if len(pairs) != len({key for key, _ in pairs}):
        raise ValueError("a key twice")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


_strict = json.JSONDecoder(object_pairs_hook=_each_once, parse_constant=_no_constant)
