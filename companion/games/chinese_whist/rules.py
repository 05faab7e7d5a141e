"""Chinese Whist behind the one door every game has: check, apply, view, result."""

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
from companion.core.messages import Msg, Refusal, TeamRef
from companion.core.rules import DealResult, Next, Outcome, Result
from companion.core.seats import Direction, Seat, Team
from companion.core.view import View, Viewer
from companion.games.chinese_whist import choices, fields, play, score, view, ways, words
from companion.games.chinese_whist.deal import Deal
from companion.games.chinese_whist.entries import (
    Count,
    Expose,
    Honours,
    Made,
    MadeEach,
    NameTrump,
    Penalty,
    Show,
    Uncover,
)
from companion.games.chinese_whist.flags import flags
from companion.games.chinese_whist.options import (
    DECKS,
    HouseRules,
    check_house,
    sentences,
    teams_of,
)
from companion.games.chinese_whist.state import (
    Correction,
    Line,
    Played,
    State,
    Voided,
    out,
    start,
)


class ChineseWhist:
    """The rules of Chinese Whist for two, three and four players."""

    name = "chinese-whist"
    players: tuple[int, ...] = (2, 3, 4)
    direction: Direction = "clockwise"
    entries: tuple[type[Entry], ...] = (
        Expose,
        NameTrump,
        Play,
        Uncover,
        Show,
        TrickTaken,
        Count,
        Made,
        MadeEach,
        Penalty,
        Honours,
        Void,
        Adjust,
        Dealer,
        NewRules,
        End,
    )
    options: type[HouseRules] = HouseRules

    def deck(self, players: int) -> Deck:
        """The full pack; three players throw out the deuce of spades (SEED)."""
        return DECKS[players]

    def check_options(self, players: int, options: Any) -> None:
        """Refuse a layout that does not add up, or a book of all tricks."""
        check_house(players, options)

    def option_fields(self, players: int, options: Any) -> tuple[Field, ...]:
        """The house rules as blanks to tap."""
        return fields.option_fields(players, options)

    def describe_options(self, players: int, options: Any) -> tuple[Msg, ...]:
        """The house rules, a sentence each."""
        return sentences(players, options)

    def start(self, players: int, dealer: Seat, options: Any) -> State:
        """The first deal, no trump named yet."""
        return start(players, dealer, options)

    def expand(self, state: State, entry: Shorthand) -> tuple[Entry, ...]:
        """A count as a phone gives it: of one side and the rest, or of each in a form."""
        return ways.count_of(state.players, entry)

    def check(self, state: State, entry: Entry) -> None:
        """Refuse what cannot be."""
        if isinstance(entry, Shorthand):
            for plain in self.expand(state, entry):
                self.check(state, plain)
            return
        if stranger := _stranger(state, entry):
            raise stranger
        match entry:
            case Adjust():
                _check_adjust(state, entry)
            case Penalty() | Honours():
                score.check_claim(state, entry)
            case _ if state.over:
                raise Refusal("game-over")
            case NewRules():
                _check_new_rules(state, entry)
            case Void() | End():
                pass
            case Dealer():
                check_dealer(entry, state.deal.dealer, state.deal.untouched)
            case _:
                _check_dealt(state.deal, entry)

    def apply(self, state: State, entry: Entry, number: int) -> State:
        """The state after this entry, whatever a log may hold; nonsense changes nothing."""
        if _stranger(state, entry):
            return state
        match entry:
            case Adjust(team=team, by=by, why=why):
                return score.entered(state, Correction(team, by, why))
            case Penalty() | Honours():
                return score.claim(state, entry)
            case Dealer(seat=seat):
                deal = state.deal
                return replace(state, deal=replace(deal, dealer=seat)) if deal.untouched else state
            case NewRules(options=options):
                return _with_rules(state, options)
            case Void():
                return score.voided(state)
            case End():
                return replace(state.redealt(), ended=True)
            case _:
                return _applied(state, entry, number)

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
        """The entry as a sentence."""
        return words.describe(entry)

    def result(self, state: State) -> Result:
        """The game so far. ``raw`` are the tricks as they fell, before any revoke."""
        nothing = (0,) * len(teams_of(state.players))
        deals = [_told(line) for line in state.lines if isinstance(line.what, Played | Voided)]
        deal = state.deal
        if not deal.untouched:
            deals.append(
                DealResult(
                    deal.number, deal.dealer, _contract(deal), deal.won, nothing, flags=flags(deal)
                )
            )
        return Result(
            deals=tuple(deals),
            score=state.score,
            hanging=0,
            over=state.over,
            winner=state.winner,
            next=Next(*words.waiting(state)),
        )


def _told(line: Line) -> DealResult:
    what = line.what
    assert isinstance(what, Played | Voided)
    lost = isinstance(what, Voided)
    return DealResult(
        deal=what.deal.number,
        dealer=what.deal.dealer,
        contract=None if lost else _contract(what.deal),
        raw=(0,) * len(line.written) if isinstance(what, Voided) else what.tricks,
        written=line.written,
        flags=what.flags,
        outcome=_outcome(what),
    )


def _outcome(what: Played | Voided) -> Outcome | None:
    """Nobody undertakes anything; all the tricks are worth telling."""
    if isinstance(what, Voided):
        return None
    swept = (Team(n) for n, won in enumerate(what.tricks, 1) if won == what.deal.tricks)
    return Outcome(swept=next(swept, None))


def _contract(deal: Deal) -> Mapping[str, Any] | None:
    return None if deal.trump is None else {"seat": deal.dealer, "trump": WORD_OF[deal.trump]}


def _stranger(state: State, entry: Entry) -> Refusal | None:
    """Why an entry names somebody or something that is not at this table; None if it does not."""
    seat = getattr(entry, "seat", None)
    team = entry.by if isinstance(entry, Penalty) else getattr(entry, "team", None)
    if seat is not None and seat > state.players:
        return Refusal("no-such-seat", seat=seat)
    if team is not None and team not in teams_of(state.players):
        return Refusal("no-such-team", n=team)
    cards = (getattr(entry, "card", None), *(getattr(entry, "cards", None) or ()))
    for card in cards:
        if card is not None and card not in state.deal.deck:
            return Refusal("no-such-card", card=card)
    return None


def _check_dealt(deal: Deal, entry: Entry) -> None:
    match entry:
        case Expose():
            play.check_expose(deal, entry)
        case NameTrump():
            play.check_trump_named(deal, entry)
        case Uncover():
            play.check_uncover(deal, entry)
        case Show():
            play.check_show(deal, entry)
        case Play():
            play.check_play(deal, entry)
        case TrickTaken():
            play.check_taken(deal, entry)
        case Count():
            score.check_count(deal, entry)
        case _:
            raise Refusal("unknown-entry")


def _applied(state: State, entry: Entry, number: int) -> State:
    """The state after something that happens within a deal."""
    deal = state.deal
    match entry:
        case Expose():
            return replace(state, deal=play.expose(deal, entry))
        case NameTrump():
            return replace(state, deal=play.name_trump(deal, entry))
        case Uncover():
            return replace(state, deal=play.uncover(deal, entry, number))
        case Show():
            return replace(state, deal=play.show(deal, entry, number))
        case Play(seat=seat, card=card):
            return score.settle(state, play.lay(deal, seat, card, number))
        case TrickTaken(seat=seat, cards=cards):
            return score.settle(state, play.take(deal, seat, cards))
        case Count(tricks=tricks) if len(tricks) == len(teams_of(state.players)):
            return score.closed(state, deal, tricks, (entry, number))
        case _:
            return state


def _check_adjust(state: State, entry: Adjust) -> None:
    if entry.by == 0:
        raise Refusal("adjust-nothing")
    held = state.score[entry.team - 1]
    if held + entry.by < 0:
        raise Refusal("below-nothing", who=TeamRef(entry.team), n=held)


def _check_new_rules(state: State, entry: NewRules) -> None:
    house = read_options(HouseRules, entry.options)
    check_house(state.players, house)
    if out(state.score, house.target) is not None:
        raise Refusal("target-reached", n=max(state.score))


def _with_rules(state: State, options: Mapping[str, Any]) -> State:
    """House rules from the next deal on; that is this one, while nothing of it is entered."""
    try:
        house = read_options(HouseRules, options)
        check_house(state.players, house)
    except Refusal:
        return state
    if not state.deal.untouched:
        return replace(state, coming=house)
    return replace(state, deal=replace(state.deal, house=house))
