"""The game as values: a deal as far as it is known, the deals behind it, the chips.

Only what was entered is kept; who bids, who is on turn, which cards have been seen are
read off it, once a state, as many eyes ask. ``Deal.concealed`` is the one secret: nothing
told to anybody but the bidder may be computed from it before the trump is shown.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property

from companion.core.cards import Card, Deck, Suit
from companion.core.rules import Flag
from companion.core.seats import Seat, Team, after, side_of
from companion.core.tricks import Trick
from companion.games.whitehouse.auction import TOP, Said, speaker, standing
from companion.games.whitehouse.options import HouseRules, deck_for, plays_agreed

NO_CARDS: frozenset[Card] = frozenset()


@dataclass(frozen=True)
class Taken:
    """A finished trick: whose it is and what is known to lie in it."""

    winner: Seat
    trick: Trick
    """The cards laid one by one, in order: all of them, some, or none."""
    cards: frozenset[Card]
    """Every card known to be in it."""
    whole: bool
    """Whether those are all its cards."""


@dataclass(frozen=True)
class Asked:
    """Somebody asked for the trump: in which trick (from 0) and by which entry."""

    seat: Seat
    trick: int
    entry: int


@dataclass(frozen=True)
class Shown:
    """The trump is public since that entry; ``card`` where the very card is known."""

    suit: Suit
    card: Card | None
    entry: int


@dataclass(frozen=True)
class Deal:
    """One deal, as far as it has been entered."""

    number: int
    dealer: Seat
    players: int
    house: HouseRules
    said: tuple[Said, ...] = ()
    doubled: int = 1
    concealed: Card | None = None
    asked: Asked | None = None
    shown: Shown | None = None
    taken: tuple[Taken, ...] = ()
    trick: Trick = field(default_factory=Trick)

    @property
    def deck(self) -> Deck:
        """The pack in play."""
        return deck_for(self.players)

    @cached_property
    def hand(self) -> int:
        """Cards a seat is dealt, which is also the number of tricks: 8 or 6 (SEED)."""
        return len(self.deck) // self.players

    @cached_property
    def first(self) -> Seat:
        """The seat left of the dealer: speaks first and leads first (SEED)."""
        return after(self.dealer, self.players)

    @cached_property
    def standing(self) -> Said | None:
        """The bid to beat."""
        return standing(self.said)

    @cached_property
    def speaker(self) -> Seat | None:
        """Who may speak in the auction: None once it is over."""
        if self.begun:
            return None
        return speaker(self.said, self.first, self.players, self.house.auction)

    @property
    def begun(self) -> bool:
        """Whether something later than the auction has happened, which closes it."""
        return bool(
            self.trick.laid
            or self.taken
            or self.shown
            or self.asked
            or self.concealed
            or self.doubled > 1
        )

    @cached_property
    def contract(self) -> Said | None:
        """The final bid, once nobody can or will overbid it.

        At 28 that is at once: whoever has still to speak can only pass (CHOICE).
        """
        best = self.standing
        settled = best is not None and (best.points == TOP or self.speaker is None)
        return best if settled else None

    @cached_property
    def bidder(self) -> Seat | None:
        """Who won the auction."""
        return self.contract.seat if self.contract else None

    @cached_property
    def bid(self) -> int:
        """The points the contract asks for; 0 while there is none."""
        return (self.contract.points or 0) if self.contract else 0

    @cached_property
    def finished(self) -> bool:
        """Whether every trick is recorded."""
        return len(self.taken) >= self.hand

    @property
    def lays_trump(self) -> bool:
        """Whether this is the moment for the bidder to lay a card face down (SEED).

        The table is told so and not held up by it: nobody need enter anything.
        """
        none_fell = not (self.taken or self.trick.laid or self.shown or self.asked)
        return self.contract is not None and self.concealed is None and none_fell

    @property
    def waits_for_trump(self) -> bool:
        """Whether the bidder has been asked and has not shown the trump yet."""
        return self.asked is not None and self.shown is None

    @property
    def turns_trump_up(self) -> bool:
        """Whether asking has shown a card that a phone knew, which hands have still to turn up."""
        asked, shown = self.asked, self.shown
        return (
            asked is not None
            and shown is not None
            and asked.entry == shown.entry
            and asked.trick == len(self.taken)
            and asked.seat == self.turn
        )

    @property
    def leader(self) -> Seat:
        """Who should lead the present trick (SEED): left of the dealer, then the last winner."""
        return self.taken[-1].winner if self.taken else self.first

    @cached_property
    def turn(self) -> Seat:
        """Who plays next; on an empty felt, who should."""
        laid = self.trick.laid
        return after(laid[-1].seat, self.players) if laid else self.leader

    @cached_property
    def seen(self) -> frozenset[Card]:
        """Every card that lies or lay on the felt, as far as entered."""
        return NO_CARDS.union(
            (laid.card for laid in self.trick.laid), *(taken.cards for taken in self.taken)
        )

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """The other cards of the pack, suit by suit, highest first."""
        return tuple(card for card in self.deck if card not in self.seen)

    @property
    def contradicted(self) -> bool:
        """Whether the card told as face down has since turned up elsewhere; a secret too."""
        return self.concealed is not None and self.shown is None and self.concealed in self.seen

    @property
    def face_down(self) -> Card | None:
        """The face-down card as the bidder's phone knows it, while it is still down."""
        return None if self.shown or self.contradicted else self.concealed

    def tricks_of(self, team: Team) -> tuple[Taken, ...]:
        """The tricks a side has taken."""
        return tuple(taken for taken in self.taken if side_of(taken.winner) == team)


@dataclass(frozen=True)
class Closed:
    """A deal behind us. ``points`` of both sides are None when it was void."""

    deal: Deal
    points: tuple[int, int] | None
    written: tuple[int, int]
    """Chips won or lost by each side."""
    chips: tuple[int, int]
    """Chips of each side afterwards."""
    owed: int = 0
    """The reward before looking at what the loser holds."""
    counted: Team | None = None
    """The side whose points were counted by hand; None when they follow from the record."""
    flags: tuple[Flag, ...] = ()


@dataclass(frozen=True)
class Correction:
    """Chips moved by agreement: to each side, and what each side has afterwards."""

    written: tuple[int, int]
    chips: tuple[int, int]
    why: str


@dataclass(frozen=True)
class State:
    """A whole game."""

    players: int
    deal: Deal
    chips: tuple[int, int]
    history: tuple[Closed | Correction, ...] = ()
    coming: HouseRules | None = None
    """House rules agreed for the next deal on."""
    ended: bool = False
    """Whether the table has ended the game itself."""

    @property
    def house(self) -> HouseRules:
        """The house rules in force."""
        return self.deal.house

    @property
    def untouched(self) -> bool:
        """Whether the present deal has no entry yet."""
        return not self.deal.said

    @cached_property
    def closed(self) -> tuple[Closed, ...]:
        """The deals behind us, void ones too."""
        return tuple(row for row in self.history if isinstance(row, Closed))

    @cached_property
    def played(self) -> int:
        """The plays that count: a void deal is none (W15)."""
        return sum(row.points is not None for row in self.closed)

    @property
    def broke(self) -> bool:
        """Whether a side has lost all its chips, and so the game (CHOICE A6)."""
        return 0 in self.chips

    @cached_property
    def over(self) -> bool:
        """Whether the game is over; a bid at equal chips opens one more play (CHOICE A6)."""
        plays = plays_agreed(self.house, self.players)
        done = self.ended or (plays is not None and self.played >= plays)
        return self.broke or (done and self.untouched)

    @property
    def drawn(self) -> bool:
        """Whether it is over with equal chips."""
        return self.over and self.chips[0] == self.chips[1]

    @property
    def winner(self) -> Team | None:
        """The side with more chips, once the game is over."""
        return self.ahead if self.over else None

    @property
    def ahead(self) -> Team | None:
        """The side with more chips; None when they are equal."""
        one, two = self.chips
        return None if one == two else Team(1) if one > two else Team(2)

    def redealt(self, closed: Closed | None = None) -> "State":
        """The next deal: after a closed one by the next dealer, else the present one afresh."""
        number, dealer, house = self.deal.number, self.deal.dealer, self.coming or self.house
        history = self.history
        if closed is not None:
            number, dealer = number + 1, after(dealer, self.players)
            history = (*history, closed)
        return replace(
            self,
            deal=Deal(number, dealer, self.players, house),
            chips=closed.chips if closed else self.chips,
            history=history,
            coming=None,
        )
