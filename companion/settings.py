"""What one run of the server is told, and where its files are."""

from dataclasses import dataclass
from pathlib import Path

PORT = 8765
"""The port phones are told. CHOICE: high, unprivileged and used by no common program."""

_HERE = Path(__file__).parent


def static_folder() -> Path:
    """The browser's files: the checkout's ``static`` first, else the copy in the package."""
    checkout = _HERE.parent / "static"
    return checkout if checkout.is_dir() else _HERE / "_static"


def print_folder() -> Path:
    """The printer's fonts and label papers: the checkout's ``print``, else the package's copy."""
    checkout = _HERE.parent / "print"
    return checkout if checkout.is_dir() else _HERE / "_print"


def data_folder() -> Path:
    """Where this person's tables are kept unless ``--data`` says otherwise."""
    from platformdirs import user_data_path

    return user_data_path("companion", appauthor=False)


@dataclass(frozen=True)
class Settings:
    """The wishes of whoever started the server; they hold for the whole run."""

    data: Path
    """The folder with the database; one running server at a time."""
    host_ip: str | None = None
    """The address to tell phones, where the choice by adapters is not to be trusted."""
    port: int | None = None
    """The port to listen on; None: 8765 or one of the next."""
    allow_host: tuple[str, ...] = ()
    """Further names by which browsers may call this machine."""
    browser: bool = True
    """Whether to open the kiosk page here."""
    game: str | None = None
    """What to play, where it is not what was played last."""
    practice: bool = False
    """Whether only to practise: nothing is kept, and the data folder is not touched."""
    url: str | None = None
    """Where phones are to go instead, without a path: a proxy with https that stands before
    this server."""

    @property
    def static(self) -> Path:
        """The browser's files."""
        return static_folder()
