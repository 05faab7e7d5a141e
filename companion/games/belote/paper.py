"""Belote on paper: corner labels with what a card counts, the rule sheet, the score sheet.

A label repeats its card. Jack and nine count differently in trumps and in plain suits: the
label has both, the plain suit's first (CHOICE).
"""

from typing import Any

from companion.core.cards import Card, rank_of
from companion.core.messages import msg
from companion.core.paper import Column, Face, Labels, Sheet, ordinary_face
from companion.games.belote import leaflet
from companion.games.belote.contracts import DECK, PLAIN_POINTS, TRUMP_POINTS


class BelotePaper:
    """What belote has to print."""

    def labels(self, players: int, options: Any) -> Labels:
        """A label for each of the 32 cards."""
        return Labels(tuple(_face(card) for card in DECK), (), (msg("paper.note-points"),))

    def sheet(self, players: int, options: Any) -> Sheet:
        """The rule sheet: see leaflet.py."""
        return leaflet.sheet(options)

    def score_columns(self, players: int, options: Any) -> tuple[Column, ...]:
        """Dealer, contract and who has it, the points in their tricks, from which a deal can be
        entered later (tens do not tell them), what counts besides, and what hangs."""
        shares = {
            "dealer": 1.2,
            "contract": 1.1,
            "taker": 1.2,
            "points": 0.9,
            "declared": 1.1,
            "hangs": 0.8,
        }
        return tuple(Column(msg(f"paper.col-{name}"), share) for name, share in shares.items())


def _face(card: Card) -> Face:
    plain, trump = (table.get(rank_of(card), 0) for table in (PLAIN_POINTS, TRUMP_POINTS))
    if plain == trump:
        return ordinary_face(card, str(plain) if plain else "")
    return ordinary_face(card, f"{plain}/{trump}")


PAPER = BelotePaper()
