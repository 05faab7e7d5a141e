"""What lies before each player, as far as it was entered.

A row of face-down cards, a face-up card on each, and a card or more in the hand (SEED). A
covered card is free when its cover has been played, and is turned up before the next lead;
a place whose cards are gone stays empty, nothing is ever moved to it.

Where a row was not entered, only how many cards are gone is known.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.cards import Card
from companion.core.seats import Seat
from companion.games.chinese_whist.deal import Deal, Taken, Told


@dataclass(frozen=True)
class Seen:
    """All that is known of one seat's cards."""

    row: tuple[Card, ...] | None
    """Its face-up cards as dealt; None where they were not entered."""
    plays: tuple[Card | None, ...]
    """What it played to each trick so far, None where that is not known."""
    told: tuple[Told, ...]
    """Its covered cards that were turned up, in order."""

    @property
    def certain(self) -> bool:
        """Whether its places are known: its row, and every card it has played."""
        return self.row is not None and None not in self.plays


def seen_of(deal: Deal, seat: Seat) -> Seen:
    """What is known of a seat's cards."""
    kept: dict[Seat, Seen] = vars(deal).setdefault("seen_by_seat", {})
    if seat not in kept:
        plays = [_played_to(deal, taken, seat) for taken in deal.taken]
        now = deal.trick.card_of(seat)
        if now is not None:
            plays.append(now)
        told = tuple(one for one in deal.told if one.seat == seat)
        kept[seat] = Seen(deal.row(seat), tuple(plays), told)
    return kept[seat]


def _played_to(deal: Deal, taken: Taken, seat: Seat) -> Card | None:
    """The card that a seat played to a finished trick, told or to be inferred."""
    laid = taken.trick.card_of(seat)
    return laid if laid is not None else whose(deal, taken).get(seat)


def whose(deal: Deal, taken: Taken) -> Mapping[Seat, Card]:
    """Of a trick that was given as a set: whose the cards are that are known to be someone's,
    and the last one left when all others are."""
    laid = {one.card for one in taken.trick.laid}
    rest = [card for card in taken.cards if card not in laid]
    found = {deal.owners[card]: card for card in rest if card in deal.owners}
    seats = {one.seat for one in taken.trick.laid} | set(found)
    missing = [seat for seat in range(1, deal.players + 1) if seat not in seats]
    left = [card for card in rest if card not in deal.owners]
    if len(missing) == len(left) == 1:
        found[Seat(missing[0])] = left[0]
    return found


@dataclass(eq=False)
class Place:
    """One place of a row: the card face up on it, and whether one lies face down beneath."""

    up: Card | None
    down: bool
    cover: Card | None = None
    """What lay on the face-down card until it was played."""


@dataclass
class Layout:
    """A seat's cards on the felt, laid out from what is known of them."""

    places: list[Place]
    hand: int
    """Cards in the hand."""
    waiting: list[Place] = field(default_factory=list)
    """Places whose covered card is free and not turned up yet, the longest first."""
    fresh: Place | None = None
    """The place that the last play uncovered, until its card is turned up."""

    @property
    def next_up(self) -> Place | None:
        """The place whose card is turned up next: the one just uncovered, else the oldest."""
        return self.fresh or next(iter(self.waiting), None)

    def play(self, card: Card) -> None:
        """A card goes: from a place where it lies open, else from the hand, else it was an
        uncovered one that nobody had turned up in the record."""
        self.fresh = None
        for place in self.places:
            if place.up == card:
                place.up = None
                if place.down:
                    place.cover = card
                    self.waiting.append(place)
                    self.fresh = place
                return
        if self.hand:
            self.hand -= 1
        elif self.waiting:
            self.waiting.pop(0).down = False

    def turn_up(self, card: Card) -> None:
        """A covered card is turned up where it lies."""
        place = self.next_up
        if place is not None:
            self.waiting.remove(place)
            self.fresh = None
            place.up, place.down = card, False


def layout_of(deal: Deal, seat: Seat) -> Layout | None:
    """A seat's cards as they lie; None where that is not known."""
    seen = seen_of(deal, seat)
    if seen.row is None or not seen.certain:
        return None
    down, _, hand = deal.dealt
    layout = Layout([Place(card, n < down) for n, card in enumerate(seen.row)], hand)
    told = list(seen.told)
    for n in range(len(seen.plays) + 1):
        while told and told[0].plays <= n:
            layout.turn_up(told.pop(0).card)
        if n < len(seen.plays):
            card = seen.plays[n]
            if card is not None:
                layout.play(card)
    return layout


def covers(deal: Deal, seat: Seat) -> tuple[bool, ...]:
    """Of each card that a seat has played, whether it may have lain on a covered one."""
    seen = seen_of(deal, seat)
    down = deal.dealt[0]
    turned = {told.card for told in seen.told}
    if seen.row is None:
        return tuple(card not in turned for card in seen.plays)
    return tuple(card is None or card in seen.row[:down] for card in seen.plays)


def to_turn_up(deal: Deal, seat: Seat) -> int:
    """How many covered cards a seat may still have to turn up."""
    layout = layout_of(deal, seat)
    if layout is not None:
        return len(layout.waiting)
    free = min(deal.dealt[0], sum(covers(deal, seat)))
    return max(0, free - len(seen_of(deal, seat).told))


def just_uncovered(deal: Deal, seat: Seat) -> Card | None:
    """The last card that a seat played, where it lay on one that is now to be turned up."""
    layout = layout_of(deal, seat)
    return layout.fresh.cover if layout is not None and layout.fresh is not None else None


def open_cards(deal: Deal, seat: Seat) -> frozenset[Card]:
    """The cards that lie face up before a seat, for certain."""
    layout = layout_of(deal, seat)
    return frozenset(place.up for place in layout.places if place.up) if layout else frozenset()
