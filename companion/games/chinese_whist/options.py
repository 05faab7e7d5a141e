"""The house rules of Chinese Whist, and what follows from the number of players.

The SEED deals out the cards for four players only; for three and two it is the smallest
layout with equal rows and a card kept in hand (CHOICE E1). It is the same with the tricks
that do not score (CHOICE E2): six for three players, where the SEED's sentence works as it
stands, and half the tricks for two, of whom otherwise both would score in every deal.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, Literal

import msgspec

from companion.core.cards import Card, Deck, rank_of
from companion.core.entries import Options
from companion.core.messages import Msg, Refusal, msg
from companion.core.seats import Seat, Team, seats_of, side_of

RANKS: Final = "AKQJT98765432"
"""Ace high in play (SEED)."""
HONOURS: Final = "AKQJ"
"""The honours, in trumps (L-ENG 3)."""


DECKS: Final[Mapping[int, Deck]] = {
    2: Deck(RANKS),
    3: Deck(RANKS, without=(Card("2s"),)),
    4: Deck(RANKS),
}
"""The pack for so many players: three throw out the deuce of spades (SEED)."""
BOOKS: Final[Mapping[int, int]] = {2: 13, 3: 6, 4: 6}
"""Tricks that do not score (four SEED, others CHOICE E2)."""
USUAL_BOOKS: Final[Mapping[int, tuple[int, ...]]] = {2: (6, 13), 3: (5, 6), 4: (6,)}
"""Those that people may want instead (rules.md 3.2)."""
HONOURS_WORTH: Final[Mapping[int, int]] = {4: 4, 3: 2}
"""Points for so many honours in one side's cards (L-ENG 3)."""
GAMES_OF_RUBBER: Final = 2
"""Games that win a rubber: the better part of three (L-ENG 2)."""
RUBBER_BONUS: Final = 2
"""Points for winning it (L-ENG 10)."""

Dealt = tuple[int, int, int]
"""Cards dealt to each: face down, face up, into the hand."""
LAYOUTS: Final[Mapping[int, Dealt]] = {2: (12, 12, 2), 3: (8, 8, 1), 4: (6, 6, 1)}
"""The usual layouts (four SEED, others CHOICE E1)."""


class HouseRules(Options, frozen=True):
    """What a table may settle for itself. ValueError for a layout that cannot be read."""

    target: Literal[5, 7, 10] = 10
    """Points that win the game (SEED)."""
    honours: bool = False
    """Whether honours count (SEED: only by agreement)."""
    book: int | None = None
    """Tricks that do not score; None: the usual number for the players."""
    revoke: Literal[2, 3] = 3
    """Tricks or points that a revoke costs (E7: 3 in L-ENG; 2 in the American code)."""
    layout: Dealt | str | None = None
    """Cards down, up and in hand, also as ``"6-6-1"``; None: the usual layout."""
    rubber: bool = False
    """Best of three games instead of one (CHOICE E5; the SEED knows only a game)."""

    def __post_init__(self) -> None:
        if isinstance(self.layout, str):
            down, up, hand = map(int, self.layout[:20].split("-"))
            msgspec.structs.force_setattr(self, "layout", (down, up, hand))


def dealt_of(house: HouseRules, players: int) -> Dealt:
    """Cards down, up and in the hand of each player."""
    layout = house.layout
    return LAYOUTS[players] if layout is None or isinstance(layout, str) else layout


def book_of(house: HouseRules, players: int) -> int:
    """Tricks of a side that do not score."""
    return BOOKS[players] if house.book is None else house.book


@cache
def tricks_in(players: int) -> int:
    """Tricks of a deal, which is also the cards dealt to each."""
    return len(DECKS[players]) // players


@cache
def teams_of(players: int) -> tuple[Team, ...]:
    """The sides: partners opposite with four (SEED), each for himself otherwise (CHOICE E3)."""
    return tuple(Team(n) for n in range(1, (2 if players == 4 else players) + 1))


def team_of(seat: Seat, players: int) -> Team:
    """The side that a seat plays for."""
    return side_of(seat) if players == 4 else Team(seat)


@cache
def seats_in(team: Team, players: int) -> tuple[Seat, ...]:
    """The seats of a side."""
    return tuple(seat for seat in seats_of(players) if team_of(seat, players) == team)


_PLACE: Final = {rank: -place for place, rank in enumerate(RANKS)}


def height(card: Card) -> int:
    """How high a card stands in its suit: the ace highest (SEED)."""
    return _PLACE.get(rank_of(card), -len(RANKS))


def check_house(players: int, house: HouseRules) -> None:
    """Refuse house rules that cannot be played, with the reason."""
    if players not in DECKS:
        raise Refusal("wrong-players", n=players)
    tricks = tricks_in(players)
    if not 0 <= book_of(house, players) < tricks:
        raise Refusal("book-range", high=tricks - 1)
    down, up, hand = dealt_of(house, players)
    if min(down, up, hand) < 0 or down + up + hand != tricks:
        raise Refusal("layout-sum", sum=down + up + hand, n=tricks)
    if not 1 <= up >= down:
        raise Refusal("layout-rows")


def sentences(players: int, house: HouseRules) -> tuple[Msg, ...]:
    """The house rules as they are set, a sentence each."""
    down, up, hand = dealt_of(house, players)
    target = msg("house.target", n=house.target)
    return (
        msg("house.rubber", target=house.target) if house.rubber else target,
        msg("house.book", n=book_of(house, players)),
        msg("house.layout", down=down, up=up, hand=hand),
        msg("house.honours-on" if house.honours else "house.honours-off"),
        msg("house.revoke", n=house.revoke, most=house.target - 1),
    )
