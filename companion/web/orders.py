"""What the print page asks for: an order of one exact shape, read from a query. Whatever is not
exactly an order is refused."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from companion import words
from companion.core.messages import Refusal

Short = Annotated[str, Meta(max_length=60)]
Plain = Literal["A4", "Letter"]
Paper = Literal["A4", "Letter", "A5"]


class Order(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="what", kw_only=True
):
    """One document. ``language`` is what it is printed in."""

    language: Annotated[str, Meta(max_length=20)] = "en"


class OfGame(Order, frozen=True, kw_only=True):
    """A document of a game: as a table plays it, or under its usual rules."""

    table: Annotated[str, Meta(max_length=16)] = ""
    game: Short = ""
    players: Annotated[int, Meta(ge=1, le=12)] | None = None


class LabelOrder(OfGame, frozen=True, kw_only=True, tag="labels"):
    """Labels for a deck."""

    stock: Short = "l4731rev"
    own: Annotated[str, Meta(max_length=120)] = ""
    """A paper of one's own: ten numbers with commas between (see ``stocks.own``)."""
    place: Literal["corners", "centre"] = "corners"
    colours: Literal["four", "two", "black"] = "four"
    camera: bool = False
    outline: bool = False
    start: Annotated[int, Meta(ge=1, le=40_000)] = 1
    copies: Annotated[int, Meta(ge=1, le=10)] = 1
    printer: Annotated[str, Meta(max_length=40)] = ""


class GuideOrder(OfGame, frozen=True, kw_only=True, tag="guide"):
    """The page that says which label goes on which card; ``map`` from 1, 0 for all of them."""

    paper: Plain = "A4"
    place: Literal["corners", "centre"] = "corners"
    colours: Literal["four", "two", "black"] = "four"
    camera: bool = False
    map: Annotated[int, Meta(ge=0, le=9)] = 0


class RulesOrder(OfGame, frozen=True, kw_only=True, tag="rules"):
    """The player aid and the rules."""

    paper: Paper = "A4"


class ScoreOrder(OfGame, frozen=True, kw_only=True, tag="score"):
    """A score sheet: blank, with the score so far, or with every deal."""

    paper: Paper = "A4"
    filled: Literal["blank", "so-far", "record"] = "blank"
    room: bool = True
    pages: Annotated[int, Meta(ge=1, le=20)] = 1


class TableCardOrder(Order, frozen=True, kw_only=True, tag="table-card"):
    """The card that stands on the table; ``slip`` names the Wi-Fi told beforehand."""

    table: Annotated[str, Meta(min_length=1, max_length=16)]
    paper: Plain = "A4"
    slip: Annotated[str, Meta(max_length=40)] = ""


class SeatCardsOrder(Order, frozen=True, kw_only=True, tag="seat-cards"):
    """A card for each seat; ``slip`` names the seat cards made beforehand."""

    table: Annotated[str, Meta(min_length=1, max_length=16)]
    paper: Plain = "A4"
    slip: Annotated[str, Meta(min_length=1, max_length=40)]


class CalibrationOrder(Order, frozen=True, kw_only=True, tag="calibration"):
    """The page to measure a printer by."""

    paper: Plain = "A4"


AnyOrder = (
    LabelOrder
    | GuideOrder
    | RulesOrder
    | ScoreOrder
    | TableCardOrder
    | SeatCardsOrder
    | CalibrationOrder
)


def read_order(query: Mapping[str, list[str]]) -> AnyOrder:
    """The order that a query says; Refusal ``bad-order`` where it says none."""
    if any(len(values) != 1 for values in query.values()):
        raise Refusal("bad-order")
    said = {name: values[0] for name, values in query.items()}
    try:
        order: AnyOrder = msgspec.convert(said, AnyOrder, strict=False)
    except msgspec.ValidationError:
        raise Refusal("bad-order") from None
    if order.language not in words.languages():
        raise Refusal("bad-order")
    return order
