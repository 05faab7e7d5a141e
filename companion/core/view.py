"""What one pair of eyes may see of a game, ready to draw.

A view is built up for its viewer from what that viewer may know; it is never a whole
state with parts taken out. Phones and the kiosk draw it without knowing which game it is.
"""

from dataclasses import dataclass
from typing import Literal

import msgspec

from companion.core.cards import Card, Suit
from companion.core.choices import Choice
from companion.core.messages import Msg
from companion.core.seats import Direction, Seat, Team


@dataclass(frozen=True)
class Viewer:
    """Whose eyes and whose finger: the seats a phone acts for (none: the public), and
    whether it may make entries that are the whole table's word."""

    seats: frozenset[Seat] = frozenset()
    table: bool = False


PUBLIC = Viewer()


class PlaceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One place of a row of cards that lies before a seat; nothing set is an empty place."""

    up: Card | None = None
    """The card that lies face up there."""
    down: bool = False
    """Whether a card lies face down there, alone or beneath the open one."""
    unknown: bool = False
    """Whether a card lies face up there that nobody has entered."""
    opens: str | None = None
    """The key of the choice that a tap on it opens, for a viewer who has that choice. An open
    card needs none: a tap on it picks it where a card of its seat is asked for."""


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat as the table sees it."""

    seat: Seat
    team: Team
    dealer: bool = False
    turn: bool = False
    says: Msg | None = None
    """Its last word in the auction, or what it is known for in this deal; short."""
    tricks: int | None = None
    marks: tuple[Msg, ...] = ()
    """Short public facts beside the name: "bidder", "no hearts" ..."""
    places: tuple[PlaceView, ...] = ()
    """The row before it from its left to its right, where the game has one and it is known."""
    hand: int | None = None
    """Cards held besides that row."""


class LaidView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card on the felt."""

    seat: Seat
    card: Card


class TrickView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A trick: the cards known of it in the order of play, and who took it."""

    number: int
    laid: tuple[LaidView, ...] = ()
    winner: Seat | None = None
    cards: tuple[Card, ...] = ()
    """The cards in it where only the set is known."""


class TrumpView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Trump as the public knows it."""

    state: Literal["none", "hidden", "shown"]
    suit: Suit | None = None
    card: Card | None = None
    label: Msg | None = None


class TeamScore(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side's running score. ``stack`` draws it as that many chips."""

    team: Team
    seats: tuple[Seat, ...]
    total: int
    stack: int | None = None


class DealRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished deal, or a correction, in the score: what was played, what each side's
    score changed by and became, and the sum that made it, one sentence a line."""

    title: Msg
    written: tuple[int, ...]
    totals: tuple[int, ...]
    deal: int | None = None
    dealer: Seat | None = None
    lines: tuple[Msg, ...] = ()
    marks: tuple[Msg, ...] = ()
    """Short signs: made, failed, void, agreed in spite of the record ..."""


class ScoreView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The score sheet."""

    unit: Msg
    teams: tuple[TeamScore, ...]
    rows: tuple[DealRow, ...] = ()
    over: bool = False
    winner: Team | None = None
    verdict: Msg | None = None
    """How the game stands or ended, as one sentence."""


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something irregular that the records show, and what the rules offer for it."""

    message: Msg
    code: str
    entry: int
    seat: Seat | None = None
    offers: tuple[Choice, ...] = ()
    deal: int | None = None
    """The finished deal it is about, whose entries are then worth a look."""


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game at one moment, for one viewer."""

    phase: str
    deal: int
    status: Msg
    """What the table waits for, as everybody may read it."""
    seats: tuple[SeatView, ...]
    score: ScoreView
    direction: Direction = "clockwise"
    deals: int | None = None
    """How many deals were agreed, where a number was."""
    minutes: int | None = None
    """How long was agreed, where a time was."""
    prompt: Msg | None = None
    """What this viewer is asked to do."""
    news: tuple[Msg, ...] = ()
    """What the deal before came to, and what everybody should hear about the game now."""
    guidance: tuple[Msg, ...] = ()
    """What hands do now: shuffle, cut, deal."""
    contract: Msg | None = None
    trump: TrumpView | None = None
    trick: TrickView | None = None
    last_trick: TrickView | None = None
    tricks: tuple[int, ...] = ()
    """Tricks taken by each side in this deal."""
    private: tuple[Msg, ...] = ()
    """What only this viewer knows."""
    notices: tuple[Notice, ...] = ()
    choices: tuple[Choice, ...] = ()
    house: tuple[Msg, ...] = ()
    """The house rules in force, one sentence each; those to come are marked."""
