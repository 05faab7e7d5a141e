"""``companion backup``, ``restore`` and ``doctor``."""

import sys
from dataclasses import replace
from pathlib import Path

import click

from companion import upkeep
from companion.core.messages import msg
from companion.settings import Settings
from companion.terminal import DATA, say


@click.command()
@click.argument("target", required=False, type=click.Path(path_type=Path))
@DATA
@click.pass_obj
def backup(settings: Settings, target: Path | None, data: Path | None) -> None:
    """Copy all tables into one file (TARGET, a file or folder; else here), also while they run."""
    path = upkeep.back_up(data or settings.data, target)
    click.echo(say(msg("cli.backed-up", path=str(path))))


@click.command()
@click.argument("source", type=click.Path(path_type=Path))
@DATA
@click.pass_obj
def restore(settings: Settings, source: Path, data: Path | None) -> None:
    """Take the tables of a copy (SOURCE) instead of those here, which are kept aside."""
    aside = upkeep.restore(data or settings.data, source)
    click.echo(say(msg("cli.restored", path=str(source), aside=str(aside))))


@click.command()
@DATA
@click.pass_obj
def doctor(settings: Settings, data: Path | None) -> None:
    """Look at everything that can keep a table from running, and say what to do about it."""
    bad = False
    for finding in upkeep.examine(replace(settings, data=data or settings.data)):
        bad = bad or finding.level == "bad"
        click.echo(f"{say(msg(f'doctor.{finding.level}'))} {say(finding.what)}")
    sys.exit(int(bad))
