"""Belote behind the one door every game has: check, apply, view, result."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.core.cards import WORD_OF, Deck
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
from companion.core.messages import Msg, Refusal
from companion.core.rules import DealResult, Next, Outcome, Result
from companion.core.seats import Direction, Seat, side_of
from companion.core.view import View, Viewer
from companion.games.belote import choices, declaring, fields, play, score, view, words
from companion.games.belote.auction import check_call, said_by, spelled
from companion.games.belote.contracts import DECK
from companion.games.belote.entries import (
    Bid,
    Contract,
    Count,
    Declare,
    Double,
    Pass,
    Redouble,
    Undealt,
)
from companion.games.belote.flags import flags
from companion.games.belote.melds import Declared, meld_of
from companion.games.belote.options import HouseRules, check_house, sentences
from companion.games.belote.state import Deal, State, deal_of
from companion.games.belote.tally import Tally


class Belote:
    """The rules of Bulgarian belote, for four."""

    name = "belote"
    players: tuple[int, ...] = (4,)
    direction: Direction = "counter-clockwise"
    entries: tuple[type[Entry], ...] = (
        Bid,
        Pass,
        Double,
        Redouble,
        Contract,
        Declare,
        Play,
        TrickTaken,
        Undealt,
        Count,
        Void,
        Adjust,
        Dealer,
        NewRules,
        End,
    )
    options: type[HouseRules] = HouseRules

    def deck(self, players: int) -> Deck:
        """Seven to ace, 32 cards (SEED)."""
        return DECK

    def check_options(self, players: int, options: Any) -> None:
        """Refuse house rules out of range."""
        check_house(players, options)

    def option_fields(self, players: int, options: Any) -> tuple[Field, ...]:
        """The house rules as blanks to tap."""
        return fields.option_fields(options)

    def describe_options(self, players: int, options: Any) -> tuple[Msg, ...]:
        """The house rules, a sentence each."""
        return sentences(options)

    def start(self, players: int, dealer: Seat, options: Any) -> State:
        """The first deal, not a word said yet."""
        return State(deal_of(1, dealer, options))

    def deal(self, state: State) -> int:
        """The number of the deal that is on."""
        return state.deal.number

    def expand(self, state: State, entry: Shorthand) -> tuple[Entry, ...]:
        """A whole auction told in one tap, as the words it must have been."""
        if not isinstance(entry, Contract):
            return ()
        if refusal := _stranger(entry):
            raise refusal
        if state.over:
            raise Refusal("game-over")
        return spelled(state.deal.auction, entry)

    def check(self, state: State, entry: Entry) -> None:
        """Refuse what cannot be."""
        if refusal := _stranger(entry):
            raise refusal
        match entry:
            case Shorthand():
                raise Refusal("shorthand")
            case Adjust(by=by):
                if by == 0:
                    raise Refusal("adjust-nothing")
            case NewRules(options=said):
                if state.ended:
                    raise Refusal("game-over")
                check_house(4, read_options(HouseRules, said))
            case _ if state.over:
                raise Refusal("game-over")
            case Void() | End():
                pass
            case Dealer():
                check_dealer(entry, state.deal.dealer, state.untouched)
            case Bid() | Pass() | Double() | Redouble():
                check_call(state.deal.auction, entry)
            case _ if state.deal.contract is None:
                raise Refusal("auction-open")
            case _:
                _check_contracted(state.deal, entry)

    def apply(self, state: State, entry: Entry, number: int) -> State:
        """The state after this entry, whatever a log may hold; nonsense changes nothing."""
        deal = state.deal
        if _stranger(entry):
            return state
        match entry:
            case Bid() | Pass() | Double() | Redouble():
                auction = deal.auction.with_word(said_by(entry))
                state = replace(state, deal=replace(deal, auction=auction))
                return score.close_without(state) if auction.passed_out else state
            case Adjust(team=team, by=by, why=why):
                return score.corrected(state, team, by, why)
            case Dealer(seat=seat):
                other = deal_of(deal.number, seat, deal.house)
                return replace(state, deal=other) if state.untouched else state
            case NewRules(options=said):
                return _with_rules(state, said)
            case Void():
                return score.close_without(state)
            case End():
                return replace(state.redealt(), ended=True)
            case _ if deal.contract is None:
                return state
            case Play(seat=seat, card=card):
                return score.settle(state, play.lay(deal, seat, card, number))
            case TrickTaken(seat=seat, cards=cards):
                return score.settle(state, play.take(deal, seat, cards))
            case Declare(seat=seat):
                meld = meld_of(entry)
                if meld is None:
                    return state
                declared = (*deal.declared, Declared(seat, meld, number))
                return replace(state, deal=replace(deal, declared=declared))
            case Undealt(cards=cards):
                return score.settle(state, replace(deal, undealt=cards))
            case Count():
                return score.close_count(state, entry, number)
            case _:
                return state

    def choices(self, state: State, viewer: Viewer) -> tuple[Choice, ...]:
        """Everything this viewer may enter now."""
        return choices.choices(state, viewer)

    def view(self, state: State, viewer: Viewer) -> View:
        """All that this viewer may see."""
        return view.view(state, viewer)

    def describe(self, entry: Entry) -> Msg:
        """The entry as a sentence; the cards of a declaration are left out."""
        return words.describe(entry)

    def result(self, state: State) -> Result:
        """The game so far. ``raw`` is what is compared: declarations, the capot and doubling
        without trumps included; ``hanging`` of a deal is what hangs after it."""
        deals = [
            DealResult(
                deal=row.deal.number,
                dealer=row.deal.dealer,
                contract=_contract(row.deal) if row.tally else None,
                raw=row.tally.raw if row.tally else (0, 0),
                written=row.written,
                hanging=row.hanging,
                flags=row.flags,
                outcome=_outcome(row.tally),
            )
            for row in state.closed
        ]
        deal = state.deal
        if deal.auction.said:
            deals.append(
                DealResult(
                    deal.number,
                    deal.dealer,
                    _contract(deal),
                    (0, 0),
                    (0, 0),
                    state.hanging,
                    flags(deal),
                )
            )
        return Result(
            deals=tuple(deals),
            score=state.score,
            hanging=state.hanging,
            over=state.over,
            winner=state.winner,
            next=Next(*words.waiting(state)),
        )


def _outcome(sum_: Tally | None) -> Outcome | None:
    if sum_ is None:
        return None
    made = None if sum_.outcome == "hanging" else sum_.outcome == "made"
    return Outcome(made, sum_.capot)


def _contract(deal: Deal) -> Mapping[str, Any] | None:
    best = deal.contract
    if best is None:
        return None
    return {
        "seat": best.seat,
        "team": side_of(best.seat),
        "contract": best.contract,
        "trump": WORD_OF[deal.kind.trump] if deal.kind.trump else None,
        "doubled": best.doubled,
    }


def _stranger(entry: Entry) -> Refusal | None:
    """Why an entry names somebody or something that is not at this table; None if it does not."""
    seat, team = getattr(entry, "seat", None), getattr(entry, "team", None)
    if seat is not None and seat > 4:
        return Refusal("no-such-seat", seat=seat)
    if team is not None and team not in score.TEAMS:
        return Refusal("no-such-team", n=team)
    card = getattr(entry, "card", None) or getattr(entry, "top", None)
    for one in (card, *(getattr(entry, "cards", None) or ())):
        if one is not None and one not in DECK:
            return Refusal("no-such-card", card=one)
    return None


def _check_contracted(deal: Deal, entry: Entry) -> None:
    match entry:
        case Declare():
            declaring.check_declare(deal, entry)
        case Play():
            play.check_play(deal, entry)
        case TrickTaken():
            play.check_taken(deal, entry)
        case Undealt():
            play.check_undealt(deal, entry)
        case Count():
            score.check_count(deal, entry)
        case _:
            raise Refusal("unknown-entry")


def _with_rules(state: State, said: Mapping[str, Any]) -> State:
    """House rules from the next deal on; that is this one, while nobody has said a word."""
    try:
        house = read_options(HouseRules, said)
    except Refusal:
        return state
    if not state.untouched:
        return replace(state, coming=house)
    return replace(state, deal=replace(state.deal, house=house))
