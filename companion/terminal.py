"""What the commands share: sentences in the language of whoever sits at the terminal."""

import os
from pathlib import Path

import click

from companion.core.messages import Msg

DATA = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where the tables are kept.",
)


def language() -> str:
    """The language that the environment asks for, as far as there is a catalogue."""
    from companion import words

    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if wished := os.environ.get(name):
            tag = wished.partition(".")[0].replace("_", "-")
            known = words.languages()
            return next((t for t in (tag, tag.partition("-")[0]) if t in known), "en")
    return "en"


def say(sentence: Msg) -> str:
    """The sentence as text, in that language."""
    from companion import words

    return words.render(sentence, language())


def reason(error: OSError) -> str:
    """Why a file could not be read or written, in the system's words."""
    return error.strerror or type(error).__name__
