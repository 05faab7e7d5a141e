"""Seat cards: a secret for each seat, printed on a card that lies before it.

Whoever scans the card takes the seat over, as often as need be, until newer cards are made or
all are made worthless. So a card is a key: it is as good as its place on the table. The log
holds only the SHA-256 of each secret, so that a stolen data folder seats nobody; what was
printed cannot be printed again, only replaced.
"""

import base64
import hashlib
import re
import secrets
from collections.abc import Sequence
from typing import Final

from companion.core.seats import Seat

_CARD: Final = re.compile(r"[A-Z0-9]+\.[A-Z2-7]{26}")


def new_secret(code: str) -> str:
    """A secret for a seat of the table with this code: 128 bit, in the letters that make a QR
    square of few modules."""
    return f"{code}.{base64.b32encode(secrets.token_bytes(16)).decode().rstrip('=')}"


def digest(secret: str) -> str:
    """What the log keeps of it."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def looks_like_one(secret: str) -> bool:
    """Whether it has the form of a seat card's secret, and not that of a pass."""
    return _CARD.fullmatch(secret) is not None


def seat_of(secret: str, digests: Sequence[str]) -> Seat | None:
    """The seat whose card this is; None where it is none of these."""
    given = digest(secret)
    found = None
    for seat, known in enumerate(digests, 1):
        if secrets.compare_digest(known, given):
            found = Seat(seat)
    return found
