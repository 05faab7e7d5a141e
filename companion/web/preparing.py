"""From an order to its document: what it needs is looked up, and what makes it is returned."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec

from companion.core.messages import Refusal
from companion.core.seats import Seat
from companion.print_sources import Told, as_played, as_usual, at_table
from companion.table.cards import digest
from companion.table.table import Table
from companion.web import orders
from companion.web.site import Site
from companion.web.slips import SeatSecrets, Slips, Wish

if TYPE_CHECKING:
    from companion.core.view import ScoreView
    from companion.printing.press import Told as Progress
    from companion.printing.stocks import Stock
    from companion.printing.table_card import Door

MOST_SHEETS: Final = 60
"""What one order may print (CHOICE): more than ten decks on common sheets."""
Make = Callable[["Progress"], bytes]


@dataclass(frozen=True)
class Ready:
    """An order with all it depends on: ``key`` is equal for two of the same document."""

    key: tuple[Any, ...]
    name: str
    """What a file of it is called, without its ending."""
    make: Make
    count: int = 0
    """How many labels there are to print, where it is labels."""


def prepared(order: orders.AnyOrder, site: Site, slips: Slips) -> Ready:
    """What the order needs from the tables and the data folder, looked up now.

    Raises Refusal for what cannot be printed.
    """
    match order:
        case orders.LabelOrder():
            return _labels(order, site)
        case orders.GuideOrder():
            return _guide(order, site)
        case orders.RulesOrder():
            return _rules(order, site)
        case orders.ScoreOrder():
            return _score(order, site)
        case orders.TableCardOrder():
            return _table_card(order, site, slips)
        case orders.SeatCardsOrder():
            return _seat_cards(order, site, slips)
        case orders.CalibrationOrder():
            return _calibration(order)


def _told(order: orders.OfGame, site: Site, most: bool = False) -> tuple[Told, Table | None]:
    if order.table:
        table = site.table(order.table)
        return as_played(table), table
    return as_usual(order.game, order.players, most), None


def _key(order: orders.Order, told: Told, *more: Any) -> tuple[Any, ...]:
    return (order, told.game, told.players, repr(told.options), *more)


def _door(table: Table, site: Site) -> "Door":
    """The way to a table as the big screen shows it."""
    from companion.printing.table_card import Door

    join = site.join(table)
    return Door(join.url, join.plain, join.code)


def _labels(order: orders.LabelOrder, site: Site) -> Ready:
    from companion.printing import calibration, labels
    from companion.printing.saying import Say

    told, _ = _told(order, site, most=True)
    stock = _stock(order, site)
    design = labels.Design(order.place, order.colours, order.camera, order.outline)
    correction = calibration.load(site.settings.data, order.printer or None)
    run = labels.Run(stock, design, stock.number(str(order.start)), order.copies, correction)
    faces = told.paper.labels(told.players, told.options).faces
    labels.check(stock, design)
    if labels.sheets_of(faces, run) > MOST_SHEETS:
        raise Refusal("print-too-much")
    say = Say(order.language, told.game)
    return Ready(
        _key(order, told, stock, correction),
        f"{told.game}-labels",
        lambda tell: labels.labels_pdf(say.title, faces, run, say, tell),
        labels.count_of(faces, run),
    )


def _stock(order: orders.LabelOrder, site: Site) -> "Stock":
    from companion.printing import stocks

    if not order.own:
        return stocks.find(order.stock, stocks.stocks(site.settings.data))
    try:
        numbers = [float(number) for number in order.own.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != 10 or not all(math.isfinite(number) for number in numbers):
        raise Refusal("own-stock-numbers")
    return stocks.own(numbers)


def _guide(order: orders.GuideOrder, site: Site) -> Ready:
    from companion.printing import guide, labels
    from companion.printing.saying import Say

    told, _ = _told(order, site, most=True)
    deck = told.paper.labels(told.players, told.options)
    if order.map > len(deck.conversions):
        raise Refusal("bad-order")
    design = labels.Design(order.place, order.colours, order.camera)
    ticked = order.map - 1 if order.map else None
    say = Say(order.language, told.game)
    return Ready(
        _key(order, told),
        f"{told.game}-guide",
        lambda _: guide.guide_pdf(say.title, deck, design, order.paper, say, ticked),
    )


def _rules(order: orders.RulesOrder, site: Site) -> Ready:
    from companion.printing.saying import Say
    from companion.printing.sheets import sheet_pdf

    told, table = _told(order, site)
    door = _door(table, site) if table else None
    sheet = told.paper.sheet(told.players, told.options)
    return Ready(
        _key(order, told, door),
        f"{told.game}-rules",
        lambda _: sheet_pdf(sheet, order.paper, Say(order.language, told.game), door),
    )


def _score(order: orders.ScoreOrder, site: Site) -> Ready:
    from companion.printing.saying import Say
    from companion.printing.score_sheets import Score, score_pdf

    told, table = _told(order, site)
    if table is None and order.filled != "blank":
        raise Refusal("bad-order")
    view = _at_the_start(told) if order.filled == "blank" else told.view
    score = Score(
        told.paper.score_columns(told.players, told.options),
        view,
        table.code if table else "",
        order.filled == "record",
        order.room,
        order.pages,
    )
    say = Say(order.language, told.game, told.names)
    return Ready(
        _key(order, told, told.names, msgspec.json.encode(view), score.table),
        f"{told.game}-score",
        lambda _: score_pdf(score, order.paper, say),
    )


def _at_the_start(told: Told) -> "ScoreView":
    """The score before the first deal, under the same house rules."""
    from companion import games
    from companion.core.seats import Seat
    from companion.core.view import PUBLIC

    rules = games.load(told.game)
    return rules.view(rules.start(told.players, Seat(1), told.options), PUBLIC).score


def _table_card(order: orders.TableCardOrder, site: Site, slips: Slips) -> Ready:
    from companion.printing.saying import Say
    from companion.printing.table_card import Wifi, table_card_pdf

    door = _door(site.table(order.table), site)
    wish = slips.read(order.slip, Wish) if order.slip else None
    wifi = Wifi(wish.name, wish.password, wish.hidden) if wish else None
    return Ready(
        (order, door),
        f"table-{door.code}",
        lambda _: table_card_pdf(door, order.paper, Say(order.language), wifi),
    )


def _seat_cards(order: orders.SeatCardsOrder, site: Site, slips: Slips) -> Ready:
    from companion import links
    from companion.printing.saying import Say
    from companion.printing.seat_cards import SeatCard, seat_cards_pdf

    table = site.table(order.table)
    made = slips.read(order.slip, SeatSecrets)
    with table.evening() as evening:
        good = evening.cards
    if made.table != table.code or tuple(map(digest, made.secrets)) != good:
        raise Refusal("slip-gone")  # newer ones were made meanwhile
    told = at_table(table, site.addresses.ip, site.port)
    players = min(len(told.names), len(made.secrets))
    cards = tuple(
        SeatCard(Seat(seat), site.public(links.pass_url(told.ip, told.port, secret)))
        for seat, secret in enumerate(made.secrets[:players], 1)
    )
    say = Say(order.language, names=told.names)
    return Ready(
        (order, cards, told.names),
        f"seats-{table.code}",
        lambda _: seat_cards_pdf(cards, players, told.direction, table.code, order.paper, say),
    )


def _calibration(order: orders.CalibrationOrder) -> Ready:
    from companion.printing.calibration import calibration_page
    from companion.printing.saying import Say

    return Ready(
        (order,),
        "companion-calibration",
        lambda _: calibration_page(order.paper, Say(order.language)),
    )
