"""The house rules of Whitehouse Gaim, and what its letters and bids are worth.

The SEED is cut off where the reward should stand, and its card points are lost: the letter
points are inferred from Twenty-Eight, of which this is a form (rules.md 1.2, CHOICE A1),
and the reward is one chip (CHOICE A3), the ladders of 28 being there to choose.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from companion.core.cards import Card, Deck, rank_of
from companion.core.entries import Options
from companion.core.messages import Arg, Msg, Refusal, msg
from companion.games.whitehouse.auction import TOP, Reading

LETTERS: Final = "PMSDATNRI"
"""The ranks, highest first, the same in every suit (CHOICE A2: the order of the SEED)."""
USUAL_POINTS: Final[Mapping[str, int]] = {"P": 3, "M": 2, "S": 1, "D": 1}
SUIT_TOTAL: Final = TOP // 4
"""Points in each suit (SEED: 28 in the deck, suits equal)."""

DECKS: Final = {4: Deck(LETTERS[:-1]), 6: Deck(LETTERS)}
"""Four players leave out the four I cards (SEED)."""

Reward = Literal["flat", "A", "B", "C", "D"]


class HouseRules(Options, frozen=True):
    """What a table may settle for itself."""

    plays: int | None = None
    """Deals to play; None: as many as there are players, so each deals once (CHOICE A4)."""
    minutes: int = 0
    """Time instead of a number of plays (SEED), 0 for none; the table then ends the game itself."""
    reward: Reward = "flat"
    chips: int = 7
    """Chips of each side at the start (SEED)."""
    points: dict[str, int] | None = None
    """Points of each letter, letters left out being worth 0; None: P3 M2 S1 D1."""
    minimum: int = TOP // 2
    """The lowest bid (SEED 14; 12 and 16 are played in six-handed 28)."""
    auction: Reading = "two-laps"
    double: bool = False
    """Opponents may double and the bidder's side redouble (29-ABI; not in the SEED)."""


@dataclass(frozen=True)
class Step:
    """One rung of a ladder: for bids up to ``top``, chips won if made and lost if not."""

    top: int
    made: int
    failed: int


LADDERS: Final[Mapping[Reward, tuple[Step, ...]]] = {
    "flat": (Step(28, 1, 1),),
    "A": (Step(19, 1, 2), Step(24, 2, 3), Step(28, 3, 4)),
    "B": (Step(19, 1, 1), Step(23, 2, 2), Step(27, 3, 3), Step(28, 4, 4)),
    "C": (Step(20, 1, 1), Step(23, 2, 2), Step(27, 2, 3), Step(28, 3, 4)),
    "D": (Step(19, 1, 1), Step(23, 2, 2), Step(28, 4, 4)),
}
"""The rewards (rules.md 1.3). C gives 24 and up to a second auction, of which there is none
here: its rungs stand on the one auction's bids instead (CHOICE)."""


def step_for(reward: Reward, bid: int) -> Step:
    """The rung a bid stands on."""
    ladder = LADDERS[reward]
    return next((step for step in ladder if bid <= step.top), ladder[-1])


def letter_points(house: HouseRules) -> Mapping[str, int]:
    """What each letter counts; those not in it count nothing."""
    return USUAL_POINTS if house.points is None else house.points


def deck_for(players: int) -> Deck:
    """The pack for so many players."""
    return DECKS[players]


_PLACE: Final = {letter: -place for place, letter in enumerate(LETTERS)}


def height(card: Card) -> int:
    """How high a card stands in its suit: P highest."""
    return _PLACE.get(rank_of(card), -len(LETTERS))


def plays_agreed(house: HouseRules, players: int) -> int | None:
    """How many plays the game has; None when it has a time instead."""
    if house.minutes:
        return None
    return players if house.plays is None else house.plays


RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "plays": (1, 10_000),
    "minutes": (0, 600),
    "chips": (1, 50),
    "minimum": (12, 20),
}


def check_house(players: int, house: HouseRules) -> None:
    """Refuse house rules that cannot be played, with the reason."""
    if players not in DECKS:
        raise Refusal("wrong-players", n=players)
    for name, (low, high) in RANGES.items():
        value = getattr(house, name)
        if value is not None and not low <= value <= high:
            raise Refusal("option-range", what=msg(f"option.{name}"), low=low, high=high)
    if house.points is None:
        return
    for letter, points in house.points.items():
        if len(letter) != 1 or letter not in LETTERS:
            raise Refusal("no-such-letter", letter=letter[:20])
        if not 0 <= points <= SUIT_TOTAL:
            raise Refusal("option-range", what=_worth(letter), low=0, high=SUIT_TOTAL)
    if players == 4 and house.points.get("I"):
        raise Refusal("no-points-on-i")
    total = sum(house.points.values())
    if total != SUIT_TOTAL:
        raise Refusal("points-total", sum=total, suit=SUIT_TOTAL, total=TOP)


def _worth(letter: str) -> Msg:
    return msg("option.points", letter=letter)


def sentences(players: int, house: HouseRules) -> tuple[Msg, ...]:
    """The house rules as they are set, a sentence each."""
    plays = plays_agreed(house, players)
    length = msg("house.minutes", n=house.minutes) if plays is None else msg("house.plays", n=plays)
    return (
        length,
        msg("house.chips", n=house.chips),
        msg("house.reward", reward=msg(f"reward.{house.reward}")),
        msg(f"house.auction-{house.auction}"),
        msg("house.minimum", low=house.minimum),
        msg("house.double-on" if house.double else "house.double-off"),
        msg("house.points", letters=points_text(letter_points(house))),
    )


def ordinary_cards(players: int) -> Msg:
    """Which card of an ordinary pack stands for which letter, as the usual labels have it."""
    return msg("map.four" if players == 4 else "map.six")


def points_text(points: Mapping[str, int]) -> Arg:
    """The letters that count, as in ``P 3 · M 2 · S 1 · D 1``."""
    return " · ".join(f"{letter} {points[letter]}" for letter in LETTERS if points.get(letter))
