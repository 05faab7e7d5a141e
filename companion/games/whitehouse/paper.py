"""Whitehouse Gaim on paper: the letters as labels for an ordinary deck.

The SEED takes nine cards of each suit, "preferably the higher", and inks the letters on
them; which letter goes on which card it leaves open. The usual map puts the first letter on
the highest card (CHOICE). The other one follows the game of 28, where the jack is highest
and counts 3 and the nine follows with 2, for tables that know it (CHOICE).
"""

from typing import Any, Final

from companion.core.cards import SUITS, Card, rank_of, suit_of
from companion.core.messages import msg
from companion.core.paper import Column, Conversion, Face, Labels, Sheet
from companion.games.whitehouse import leaflet
from companion.games.whitehouse.options import LETTERS, HouseRules, deck_for, letter_points

HIGH_CARDS: Final = ("A", "K", "Q", "J", "10", "9", "8", "7", "6")
AS_IN_28: Final = ("J", "9", "A", "10", "K", "Q", "8", "7", "6")

FIRST_MARKER: Final = 52
"""Markers 52 to 87: clubs P M S D A T N R I, then diamonds, hearts and spades the same."""


class WhitehousePaper:
    """What Whitehouse Gaim has to print."""

    def labels(self, players: int, options: Any) -> Labels:
        """A label for each letter in each suit, with what it counts under these rules."""
        house: HouseRules = options
        deck = deck_for(players)
        points = letter_points(house)

        def face(card: Card) -> Face:
            counts = points.get(rank_of(card), 0)
            return Face(card, rank_of(card), marker(card), str(counts) if counts else "")

        return Labels(
            tuple(face(card) for card in deck),
            (
                Conversion(
                    msg("paper.high-cards"),
                    msg("paper.high-cards-why"),
                    tuple(zip(deck.ranks, HIGH_CARDS, strict=False)),
                ),
                Conversion(
                    msg("paper.as-in-28"),
                    msg("paper.as-in-28-why"),
                    tuple(zip(deck.ranks, AS_IN_28, strict=False)),
                ),
            ),
            (msg("paper.note-letters"), *((msg("paper.note-four"),) if players == 4 else ())),
        )

    def sheet(self, players: int, options: Any) -> Sheet:
        """The rule sheet: see leaflet.py."""
        return leaflet.sheet(players, options)

    def score_columns(self, players: int, options: Any) -> tuple[Column, ...]:
        """Dealer, bidder, bid, trump, and the bidder's side's points."""
        shares = {"dealer": 1.5, "bidder": 1.5, "bid": 0.8, "trump": 0.9, "points": 0.9}
        return tuple(Column(msg(f"paper.col-{name}"), share) for name, share in shares.items())


def marker(card: Card) -> int:
    """The id of a card's square for the camera."""
    place = SUITS.index(suit_of(card)) * len(LETTERS) + LETTERS.index(rank_of(card))
    return FIRST_MARKER + place


PAPER = WhitehousePaper()
