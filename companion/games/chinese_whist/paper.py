"""Chinese Whist on paper: corner labels, the rule sheet, the score sheet."""

from typing import Any

from companion.core.messages import msg
from companion.core.paper import Column, Labels, Sheet, ordinary_face
from companion.games.chinese_whist import leaflet
from companion.games.chinese_whist.options import DECKS


class ChineseWhistPaper:
    """What Chinese Whist has to print."""

    def labels(self, players: int, options: Any) -> Labels:
        """A label for each card of the pack: large signs are seen across the table, where
        half the cards lie open."""
        return Labels(tuple(ordinary_face(card) for card in DECKS[players]))

    def sheet(self, players: int, options: Any) -> Sheet:
        """The rule sheet: see leaflet.py."""
        return leaflet.sheet(players, options)

    def score_columns(self, players: int, options: Any) -> tuple[Column, ...]:
        """Dealer, trump, and what may be noted of tricks and honours."""
        shares = {"dealer": 1.4, "trump": 0.9, "tricks": 1.2, "notes": 1.6}
        return tuple(Column(msg(f"paper.col-{name}"), share) for name, share in shares.items())


PAPER = ChineseWhistPaper()
