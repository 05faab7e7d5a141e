"""Whitehouse Gaim behind the one door every game has: check, apply, view, result."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.core.cards import WORD_OF, Deck, suit_of
from companion.core.choices import Choice, Field
from companion.core.dealing import check_dealer
from companion.core.entries import (
    Adjust,
    Dealer,
    End,
    Entry,
    NewRules,
    Play,
    Shorthand,
    TrickTaken,
    Void,
)
from companion.core.house import read_options
from companion.core.messages import Msg, Refusal, SeatRef, TeamRef
from companion.core.rules import DealResult, Next, Result
from companion.core.seats import Direction, Seat, Team, other_side, side_of
from companion.core.view import View, Viewer
from companion.games.whitehouse import auction, choices, fields, play, score, view, words
from companion.games.whitehouse.contract import spelled
from companion.games.whitehouse.entries import (
    Ask,
    Bid,
    Conceal,
    Contract,
    Count,
    Double,
    Pass,
    Redouble,
    Reveal,
)
from companion.games.whitehouse.flags import flags
from companion.games.whitehouse.options import HouseRules, check_house, deck_for, sentences
from companion.games.whitehouse.state import Correction, Deal, State


class Whitehouse:
    """The rules of Whitehouse Gaim for four and six players."""

    name = "whitehouse"
    players: tuple[int, ...] = (4, 6)
    direction: Direction = "clockwise"
    entries: tuple[type[Entry], ...] = (
        Bid,
        Pass,
        Contract,
        Double,
        Redouble,
        Conceal,
        Ask,
        Reveal,
        Play,
        TrickTaken,
        Count,
        Void,
        Adjust,
        Dealer,
        NewRules,
        End,
    )
    options: type[HouseRules] = HouseRules

    def deck(self, players: int) -> Deck:
        """Letters P to R for four, P to I for six (SEED)."""
        return deck_for(players)

    def check_options(self, players: int, options: Any) -> None:
        """Refuse house rules out of range, or letters that do not add up to 28."""
        check_house(players, options)

    def option_fields(self, players: int, options: Any) -> tuple[Field, ...]:
        """The house rules as blanks to tap."""
        return fields.option_fields(players, options)

    def describe_options(self, players: int, options: Any) -> tuple[Msg, ...]:
        """The house rules, a sentence each."""
        return sentences(players, options)

    def start(self, players: int, dealer: Seat, options: Any) -> State:
        """The first deal, not a word said yet."""
        return State(players, Deal(1, dealer, players, options), (options.chips, options.chips))

    def expand(self, state: State, entry: Shorthand) -> tuple[Entry, ...]:
        """A whole auction told in one tap, as the least that must have been said."""
        if not isinstance(entry, Contract):
            return ()
        if stranger := _stranger(state, entry):
            raise stranger
        if state.over and not state.drawn:
            raise Refusal("game-over")
        return spelled(state.deal, entry)

    def check(self, state: State, entry: Entry) -> None:
        """Refuse what cannot be."""
        if stranger := _stranger(state, entry):
            raise stranger
        match entry:
            case Shorthand():
                raise Refusal("shorthand")
            case Adjust():
                _check_adjust(state, entry)
            case NewRules():
                _check_new_rules(state, entry)
            case Bid() | Pass():
                _check_word(state, entry)
            case Dealer() if not state.over or state.drawn:
                check_dealer(entry, state.deal.dealer, state.untouched)
            case _ if state.over:
                raise Refusal("game-over")
            case Void() | End():
                pass
            case _ if state.deal.contract is None:
                raise Refusal("auction-open")
            case _:
                _check_contracted(state.deal, entry)

    def apply(self, state: State, entry: Entry, number: int) -> State:
        """The state after this entry, whatever a log may hold; nonsense changes nothing."""
        deal = state.deal
        if _stranger(state, entry):
            return state
        match entry:
            case Bid(seat=seat, points=points):
                said = auction.Said(seat, points)
                return replace(state, deal=replace(deal, said=(*deal.said, said)))
            case Pass(seat=seat):
                return replace(state, deal=replace(deal, said=(*deal.said, auction.Said(seat))))
            case Adjust():
                return _adjusted(state, entry)
            case Dealer(seat=seat):
                return replace(state, deal=replace(deal, dealer=seat)) if not deal.said else state
            case NewRules(options=options):
                return _with_rules(state, options)
            case Void():
                return score.close_void(state)
            case End():
                return replace(state.redealt(), ended=True)
            case _ if deal.contract is None:
                return state
            case Double() | Redouble():
                return replace(state, deal=replace(deal, doubled=2 * deal.doubled))
            case Conceal(card=card):
                return replace(state, deal=replace(deal, concealed=card))
            case Ask(seat=seat):
                return replace(state, deal=play.ask(deal, seat, number))
            case Reveal():
                return replace(state, deal=play.reveal(deal, entry, number))
            case Play(seat=seat, card=card):
                return score.settle(state, play.lay(deal, seat, card, number))
            case TrickTaken(seat=seat, cards=cards):
                return score.settle(state, play.take(deal, seat, cards))
            case Count():
                return score.close_count(state, entry, number)
            case _:
                return state

    def deal(self, state: State) -> int:
        """The number of the deal that is on."""
        return state.deal.number

    def choices(self, state: State, viewer: Viewer) -> tuple[Choice, ...]:
        """Everything this viewer may enter now."""
        return choices.choices(state, viewer)

    def view(self, state: State, viewer: Viewer) -> View:
        """All that this viewer may see."""
        return view.view(state, viewer)

    def describe(self, entry: Entry) -> Msg:
        """The entry as a sentence; which card lies face down is left out."""
        return words.describe(entry)

    def result(self, state: State) -> Result:
        """The game so far, the face-down card's suit included."""
        deals = [
            DealResult(
                deal=row.deal.number,
                dealer=row.deal.dealer,
                contract=_contract(row.deal) if row.points else None,
                raw=row.points or (0, 0),
                written=row.written,
                flags=row.flags,
                outcome=score.outcome(row),
            )
            for row in state.closed
        ]
        deal = state.deal
        if deal.said:
            contract = _contract(deal)
            deals.append(
                DealResult(deal.number, deal.dealer, contract, (0, 0), (0, 0), flags=flags(deal))
            )
        return Result(
            deals=tuple(deals),
            score=state.chips,
            hanging=0,
            over=state.over,
            winner=state.winner,
            next=Next(*words.waiting(state)),
        )


def _contract(deal: Deal) -> Mapping[str, Any] | None:
    bidder = deal.bidder
    if bidder is None:
        return None
    down = deal.face_down
    suit = deal.shown.suit if deal.shown else suit_of(down) if down else None
    contract: dict[str, Any] = {
        "seat": bidder,
        "team": side_of(bidder),
        "points": deal.bid,
        "trump": WORD_OF[suit] if suit else None,
    }
    if deal.house.double:
        contract["doubled"] = deal.doubled
    return contract


def _stranger(state: State, entry: Entry) -> Refusal | None:
    """Why an entry names somebody or something that is not at this table; None if it does not."""
    seat, team = getattr(entry, "seat", None), getattr(entry, "team", None)
    if seat is not None and seat > state.players:
        return Refusal("no-such-seat", seat=seat)
    if team is not None and team not in score.TEAMS:
        return Refusal("no-such-team", n=team)
    cards = (getattr(entry, "card", None), *(getattr(entry, "cards", None) or ()))
    for card in cards:
        if card is not None and card not in state.deal.deck:
            return Refusal("no-such-card", card=card)
    return None


def _check_word(state: State, entry: Bid | Pass) -> None:
    """A word in the auction; after a drawn game a bid opens one more play (CHOICE A6)."""
    deal = state.deal
    if state.over and not (state.drawn and isinstance(entry, Bid)):
        raise Refusal("game-over")
    if deal.speaker is None:
        raise Refusal("auction-closed")
    if entry.seat != deal.speaker:
        raise Refusal("not-your-turn", who=SeatRef(deal.speaker))
    if isinstance(entry, Bid):
        auction.check_bid(deal.said, entry.seat, entry.points, deal.house.minimum)
    else:
        auction.check_pass(deal.said, entry.seat, deal.house.minimum)


def _check_contracted(deal: Deal, entry: Entry) -> None:
    match entry:
        case Double() | Redouble():
            _check_double(deal, entry)
        case Conceal():
            play.check_conceal(deal, entry)
        case Ask():
            play.check_ask(deal, entry)
        case Reveal():
            play.check_reveal(deal, entry)
        case Play():
            play.check_play(deal, entry)
        case TrickTaken():
            play.check_taken(deal, entry)
        case Count():
            score.check_count(deal, entry)
        case _:
            raise Refusal("unknown-entry")


def _check_double(deal: Deal, entry: Double | Redouble) -> None:
    if not deal.house.double:
        raise Refusal("no-doubling")
    if deal.taken or deal.trick.laid:
        raise Refusal("play-begun")
    doubles = isinstance(entry, Double)
    if (side_of(entry.seat) == side_of(deal.bidder or entry.seat)) == doubles:
        raise Refusal("other-side-doubles")
    if deal.doubled != (1 if doubles else 2):
        raise Refusal("cannot-double" if doubles else "cannot-redouble")


def _payer(entry: Adjust) -> Team:
    return entry.team if entry.by < 0 else other_side(entry.team)


def _check_adjust(state: State, entry: Adjust) -> None:
    if entry.by == 0:
        raise Refusal("adjust-nothing")
    held = state.chips[_payer(entry) - 1]
    if abs(entry.by) > held:
        raise Refusal("not-enough-chips", who=TeamRef(_payer(entry)), n=held)


def _adjusted(state: State, entry: Adjust) -> State:
    written = score.payment(state.chips, _payer(entry), abs(entry.by))
    chips = score.moved(state.chips, written)
    row = Correction(written, chips, entry.why)
    return replace(state, chips=chips, history=(*state.history, row))


def _check_new_rules(state: State, entry: NewRules) -> None:
    if state.broke or state.ended:
        raise Refusal("game-over")
    house = read_options(HouseRules, entry.options)
    check_house(state.players, house)
    if house.chips != state.house.chips and (state.history or not state.untouched):
        raise Refusal("too-late")


def _with_rules(state: State, options: Mapping[str, Any]) -> State:
    """House rules from the next deal on; that is this one, while nobody has said a word."""
    try:
        house = read_options(HouseRules, options)
    except Refusal:
        return state
    if not state.untouched:
        return replace(state, coming=house)
    chips = state.chips if state.history else (house.chips, house.chips)
    return replace(state, deal=replace(state.deal, house=house), chips=chips)
