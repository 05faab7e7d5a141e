"""``companion print``: everything that goes on paper, as PDF files."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.core.messages import Refusal, msg
from companion.print_sources import game_of, table_of
from companion.settings import Settings
from companion.terminal import DATA, language, reason, say

if TYPE_CHECKING:
    from companion.printing.stocks import Stock

OUTPUT = click.option(
    "-o", "--output", metavar="FILE", help="Where to write it; - for standard output."
)
PAPER = click.option(
    "--paper", type=click.Choice(["A4", "Letter"]), default="A4", show_default=True
)
SMALL_PAPER = click.option(
    "--paper", type=click.Choice(["A4", "Letter", "A5"]), default="A4", show_default=True
)
GAME = click.argument("game", required=False)
TABLE = click.option(
    "--table", metavar="CODE", help="Print for this table's game, house rules and people."
)
PLAYERS = click.option("--players", type=int, metavar="N", help="How many play.")
PRINTER = click.option("--printer", metavar="NAME", help="Which printer, where there are several.")


@click.group(name="print")
def printing() -> None:
    """Print labels, rules, score sheets, a table card or seat cards; measure a printer."""


def _write(document: bytes, output: str | None, usual: str) -> None:
    """Write a document and say where it is and how many pages it has."""
    if output == "-":
        sys.stdout.buffer.write(document)
        return
    path = Path(output or usual)
    try:
        path.write_bytes(document)
    except OSError as error:
        raise Refusal("cannot-write-file", path=str(path), why=reason(error)) from error
    pages = document.count(b"/Type /Page") - document.count(b"/Type /Pages")
    click.echo(say(msg("cli.printed", path=str(path), n=pages)))


@printing.command()
@GAME
@TABLE
@PLAYERS
@click.option("--stock", default="l4731rev", show_default=True, metavar="PAPER")
@click.option(
    "--own-stock",
    nargs=10,
    type=float,
    default=None,
    metavar="W H W H COLUMNS ROWS X Y DX DY",
    help="A label paper of your own in mm: sheet, label, grid, first label, label to label.",
)
@click.option("--place", type=click.Choice(["corners", "centre"]), default="corners")
@click.option("--colours", type=click.Choice(["four", "two", "black"]), default="four")
@click.option("--camera", is_flag=True, help="With a square by which a photo can be counted.")
@click.option("--outline", is_flag=True, help="Draw the labels' edges, to try it on plain paper.")
@click.option("--start", default="1", metavar="N", help="First free label: 15, or row:column.")
@click.option("--copies", type=click.IntRange(1, 50), default=1, help="How many decks.")
@click.option("--guide/--no-guide", default=True, help="Also the page that says what goes where.")
@PAPER
@PRINTER
@OUTPUT
@DATA
@click.pass_obj
def labels(settings: Settings, /, data: Path | None, output: str | None, **wish: Any) -> None:
    """Labels that turn an ordinary deck into that of GAME."""
    from companion.printing import calibration, guide
    from companion.printing import labels as sheets
    from companion.printing.saying import Say

    folder = data or settings.data
    told = game_of(wish["game"], wish["players"], wish["table"], folder, most=True)
    deck = told.paper.labels(told.players, told.options)
    stock = _stock(wish["stock"], wish["own_stock"], folder)
    speak = Say(language(), told.game)
    title = speak.title
    design = sheets.Design(wish["place"], wish["colours"], wish["camera"], wish["outline"])
    run = sheets.Run(
        stock,
        design,
        stock.number(wish["start"]),
        wish["copies"],
        calibration.load(folder, wish["printer"]),
    )
    _write(sheets.labels_pdf(title, deck.faces, run, speak), output, f"{told.game}-labels.pdf")
    if wish["guide"] and output != "-":
        page = guide.guide_pdf(title, deck, design, wish["paper"], speak)
        beside = Path(output).with_suffix(".guide.pdf") if output else f"{told.game}-guide.pdf"
        _write(page, str(beside), "")
    if output != "-":
        click.echo(say(msg("cli.actual-size")))


def _stock(wish: str, numbers: tuple[float, ...] | None, folder: Path) -> "Stock":
    from companion.printing import stocks

    return stocks.own(numbers) if numbers else stocks.find(wish, stocks.stocks(folder))


@printing.command()
@DATA
@click.pass_obj
def stocks(settings: Settings, data: Path | None) -> None:
    """List the label papers there are."""
    from companion.printing import stocks as papers

    for stock in papers.stocks(data or settings.data):
        line = msg(
            "cli.stock",
            id=stock.id.ljust(20),
            paper=(stock.paper if isinstance(stock.paper, str) else "–").ljust(6),
            width=f"{stock.label[0]:g}".rjust(5),
            height=f"{stock.label[1]:g}".ljust(5),
            n=str(stock.count).rjust(3),
            names=", ".join((stock.name, *stock.also)),
        )
        click.echo(say(msg("cli.stock-removable", what=line) if stock.removable else line))


@printing.command()
@click.option(
    "--measured",
    nargs=4,
    type=float,
    default=None,
    metavar="A B C D",
    help="What you measured on the printed page, in mm: it is stored.",
)
@PAPER
@PRINTER
@OUTPUT
@DATA
@click.pass_obj
def calibration(
    settings: Settings,
    data: Path | None,
    output: str | None,
    measured: tuple[float, float, float, float] | None,
    paper: str,
    printer: str | None,
) -> None:
    """A page to measure what the printer gets wrong; then store it with --measured."""
    from companion.printing import calibration as measuring
    from companion.printing.saying import Say

    if measured is None:
        _write(
            measuring.calibration_page(paper, Say(language())), output, "companion-calibration.pdf"
        )
        if output != "-":
            click.echo(say(msg("cli.actual-size")))
        return
    found = measuring.measured(*measured)
    measuring.store(data or settings.data, found, printer)
    click.echo(
        say(
            msg(
                "cli.measured",
                printer=printer or measuring.USUAL,
                right=f"{found.right:+.2f}",
                down=f"{found.down:+.2f}",
                across=f"{found.across * 100:.2f}",
                along=f"{found.along * 100:.2f}",
            )
        )
    )


@printing.command()
@GAME
@TABLE
@PLAYERS
@SMALL_PAPER
@OUTPUT
@DATA
@click.pass_obj
def rules(settings: Settings, /, data: Path | None, output: str | None, **wish: Any) -> None:
    """A player aid and the rules of GAME; of a table's, under its house rules."""
    from companion.printing.saying import Say
    from companion.printing.sheets import sheet_pdf

    folder = data or settings.data
    told = game_of(wish["game"], wish["players"], wish["table"], folder)
    door = table_of(settings, wish["table"], folder).door if wish["table"] else None
    sheet = told.paper.sheet(told.players, told.options)
    document = sheet_pdf(sheet, wish["paper"], Say(language(), told.game), door)
    _write(document, output, f"{told.game}-rules.pdf")


@printing.command()
@GAME
@TABLE
@PLAYERS
@click.option("--record", is_flag=True, help="With every deal played so far and its sum.")
@click.option("--room/--no-room", default=True, help="With empty rows to write in.")
@click.option("--pages", type=click.IntRange(1, 20), default=1, help="At least so many pages.")
@SMALL_PAPER
@OUTPUT
@DATA
@click.pass_obj
def score(settings: Settings, /, data: Path | None, output: str | None, **wish: Any) -> None:
    """A score sheet of GAME to write on; of a table's, with its score so far."""
    from companion.printing.saying import Say
    from companion.printing.score_sheets import Score, score_pdf

    told = game_of(wish["game"], wish["players"], wish["table"], data or settings.data)
    columns = told.paper.score_columns(told.players, told.options)
    code = (wish["table"] or "").strip().upper()
    wanted = Score(columns, told.view, code, wish["record"], wish["room"], wish["pages"])
    speak = Say(language(), told.game, told.names)
    _write(score_pdf(wanted, wish["paper"], speak), output, f"{told.game}-score.pdf")


@printing.command(name="table-card")
@click.argument("table", required=False)
@click.option("--wifi", metavar="NAME", help="The Wi-Fi that phones have to be in.")
@click.option("--wifi-password", metavar="WORD", default="")
@click.option("--wifi-hidden", is_flag=True, help="The Wi-Fi does not show its name.")
@PAPER
@OUTPUT
@DATA
@click.pass_obj
def table_card(
    settings: Settings,
    table: str | None,
    wifi: str | None,
    wifi_password: str,
    wifi_hidden: bool,
    paper: str,
    output: str | None,
    data: Path | None,
) -> None:
    """A card that stands on the table: how to join TABLE (its code; else the newest)."""
    from companion.printing.saying import Say
    from companion.printing.table_card import Wifi, table_card_pdf

    told = table_of(settings, table, data or settings.data)
    net = Wifi(wifi, wifi_password, wifi_hidden) if wifi is not None else None
    document = table_card_pdf(told.door, paper, Say(language()), net)
    _write(document, output, f"table-{told.door.code}.pdf")


@printing.command(name="seat-cards")
@click.argument("table", required=False)
@PAPER
@OUTPUT
@DATA
@click.pass_obj
def seat_cards(
    settings: Settings, table: str | None, paper: str, output: str | None, data: Path | None
) -> None:
    """A card for each seat of TABLE (its code; else the newest): whoever scans it sits there.

    Cards printed before are worthless then. While companion serves, its print page makes them.
    """
    from companion import links
    from companion.core.seats import Seat
    from companion.folder import open_host
    from companion.printing.saying import Say
    from companion.printing.seat_cards import SeatCard, seat_cards_pdf

    told = table_of(settings, table, data or settings.data)
    players, code = len(told.names), told.door.code
    try:
        with open_host(data or settings.data) as host:
            made = host.table(code).new_cards(None)
    except Refusal as refusal:
        if refusal.code != "in-use":
            raise
        raise Refusal("cards-while-serving") from refusal
    cards = [
        SeatCard(Seat(seat), links.pass_url(told.ip, told.port, secret))
        for seat, secret in enumerate(made, 1)
    ]
    speak = Say(language(), names=told.names)
    document = seat_cards_pdf(cards, players, told.direction, code, paper, speak)
    _write(document, output, f"seats-{code}.pdf")
