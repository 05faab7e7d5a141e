"""The ``companion`` command: the only place that wires rooms together.

Whatever goes wrong is one plain sentence on standard error and a status other than 0.
"""

import os
import re
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from companion import __version__
from companion.core.messages import Refusal, msg
from companion.print_command import printing
from companion.settings import Settings, data_folder
from companion.terminal import DATA, reason, say
from companion.upkeep_command import backup, doctor, restore

if TYPE_CHECKING:
    from companion.web.site import Site


def main() -> NoReturn:
    """Run the command; every error is a sentence."""
    try:
        with _in_sentences():
            command.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read us has gone; nothing more can be said, not even at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    sys.exit(0)


@contextmanager
def _in_sentences() -> Iterator[None]:
    try:
        yield
    except Refusal as refusal:
        _fail(say(refusal.msg))


def _fail(sentence: str, status: int = 1) -> NoReturn:
    click.echo(sentence, err=True)
    sys.exit(status)


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "--version", message="companion %(version)s")
@DATA
@click.option("--host-ip", metavar="ADDRESS", help="The address to tell phones.")
@click.option(
    "--port", type=click.IntRange(1, 65535), help="The port to listen on (8765 or the next free)."
)
@click.option(
    "--allow-host", multiple=True, metavar="NAME", help="Another name of this machine; repeatable."
)
@click.option("--game", metavar="NAME", help="What to play; else what was played last.")
@click.option(
    "--practice", is_flag=True, help="Try it alone against robots; nothing is kept, --data unused."
)
@click.option("--url", metavar="URL", help="Where phones go instead: a proxy with https.")
@click.option("--no-browser", is_flag=True, help="Do not open the big screen's page here.")
@click.pass_context
def command(  # noqa: PLR0917 - click passes them by name
    context: click.Context,
    data: Path | None,
    host_ip: str | None,
    port: int | None,
    allow_host: tuple[str, ...],
    game: str | None,
    practice: bool,
    url: str | None,
    no_browser: bool,
) -> None:
    """Keep a card table: without a command, serve it to the phones in the room."""
    if url and not re.fullmatch(r"https?://[a-z0-9.-]+(:\d{1,5})?/?", url, re.IGNORECASE):
        raise Refusal("bad-url", url=url[:80])
    where = data or data_folder()
    url = url and url.rstrip("/").lower()
    settings = Settings(where, host_ip, port, allow_host, not no_browser, game, practice, url)
    context.obj = settings
    if context.invoked_subcommand is None:
        _serve(settings)


@command.command()
@click.argument("file")
def replay(file: str) -> None:
    """Print the score of a record (FILE, or - for standard input)."""
    from companion.table import record

    try:
        if file == "-":
            result = record.replay(record.lines_of(sys.stdin.buffer), "-")
        else:
            with Path(file).open("rb") as stream:
                result = record.replay(record.lines_of(stream), file)
    except OSError as error:
        _fail(say(msg("cli.unreadable", file=file, why=reason(error))), 2)
    except record.RecordError as error:
        _fail(str(error), 1 if isinstance(error, record.RecordRefused) else 2)
    click.echo(result)


@command.command(name="export")
@click.argument("table")
@click.option("--game", type=int, metavar="N", help="Which game of the evening; else the last.")
@DATA
@click.pass_obj
def export_table(settings: Settings, table: str, game: int | None, data: Path | None) -> None:
    """Print the record of a table (its code), also while it is being played."""
    from companion.folder import open_host

    with open_host(data or settings.data, reading=True) as host:
        text = host.export_record(table, game)
    click.echo(text.encode(), nl=False)


@command.command(name="import")
@click.argument("file")
@DATA
@click.pass_obj
def import_table(settings: Settings, file: str, data: Path | None) -> None:
    """Make a live table of a record (FILE, or - for standard input); prints its code."""
    from companion.folder import open_host
    from companion.table import record

    try:
        text = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        _fail(say(msg("cli.unreadable", file=file, why=reason(error))), 2)
    with open_host(data or settings.data) as host:
        try:
            code = host.import_record(text).code
        except record.RecordError as error:
            place = f"{file}:{error.line}: {error.code}: {error.sentence}"
            _fail(place, 1 if isinstance(error, record.RecordRefused) else 2)
    click.echo(code)


command.add_command(printing)
for one in (backup, restore, doctor):
    command.add_command(one)


def _serve(settings: Settings) -> None:
    from companion.web.run import run

    run(settings, _announce)


def _announce(site: "Site") -> None:
    """Say where the table is: a square for phones, links for people."""
    from companion import links

    addresses, port = site.addresses, site.port
    join = site.join(site.newest())
    if site.restored:
        from companion.upkeep import rebuilt

        click.echo(say(rebuilt(site.restored)), err=True)
    kept = msg("cli.title", version=__version__, path=str(site.settings.data))
    only = msg("cli.practice", version=__version__)
    lines = [say(only if site.settings.practice else kept), ""]
    if _can_show("▀▄█"):
        lines += [links.terminal_qr(join.url, sys.stdout.isatty()), ""]
    lines += [
        say(msg("cli.phones", url=join.url, table=join.code)),
        say(msg("cli.kiosk", url=site.public(links.kiosk_url(addresses.ip, port, join.code)))),
        say(msg("cli.host", url=site.public(links.host_url(addresses.ip, port, site.key)))),
    ]
    if addresses.offline:
        lines.append(say(msg("cli.offline")))
    elif _inside_wsl():
        lines.append(say(msg("cli.wsl")))
    lines.append(say(msg("cli.stop")))
    click.echo("\n".join(lines))
    sys.stdout.flush()
    if site.settings.browser and _has_screen():
        # By the host link, so that this browser is the host's; it goes on to the big screen.
        url = f"{links.host_url('127.0.0.1', port, site.key)}?to=kiosk"
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _can_show(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _has_screen() -> bool:
    """Whether somebody sits at a screen of this machine."""
    if os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _inside_wsl() -> bool:
    """Whether this is Linux inside Windows, whose address no phone can reach as it is."""
    return sys.platform == "linux" and bool(os.environ.get("WSL_DISTRO_NAME"))
