"""What the table waits for and what was entered, as sentences everybody may read."""

from companion.core.cards import SUIT_OF_WORD
from companion.core.dealing import describe_dealer
from companion.core.entries import Adjust, Dealer, End, Entry, NewRules, Play, TrickTaken, Void
from companion.core.messages import CardRef, Msg, SeatRef, SuitRef, TeamRef, msg
from companion.core.seats import Seat
from companion.games.chinese_whist.deal import Sides
from companion.games.chinese_whist.entries import (
    Count,
    Expose,
    Honours,
    NameTrump,
    Penalty,
    Show,
    Uncover,
)
from companion.games.chinese_whist.state import State, ahead


def waiting(state: State) -> tuple[str, tuple[Seat, ...]]:
    """The phase of the game, and the seats it waits for.

    Nothing ever waits for a row to be entered or for a card to be turned up in the record.
    """
    deal = state.deal
    if state.over:
        return "over", ()
    if deal.trump is None:
        return "trump", (deal.dealer,)
    return "play", (deal.turn,)


def status(state: State) -> Msg:
    """What the table waits for."""
    phase, seats = waiting(state)
    if phase == "over":
        return verdict(state)
    who = SeatRef(seats[0])
    if phase == "trump":
        return msg("status.trump", who=who)
    return msg("status.play" if state.deal.trick.laid else "status.lead", who=who)


def figures(numbers: Sides, team: int | None = None) -> str:
    """Numbers as they stand against each other, those of ``team`` first: ``10–8``."""
    first = [] if team is None else [numbers[team - 1]]
    rest = [n for side, n in enumerate(numbers, 1) if side != team]
    return "–".join(map(str, (*first, *rest)))


def verdict(state: State) -> Msg:
    """How the game stands, or ended."""
    if state.house.rubber:
        return _of_rubber(state)
    best = ahead(state.score)
    if state.over:
        if state.winner is None:
            return msg("verdict.draw", score=figures(state.score))
        who = TeamRef(state.winner)
        return msg("verdict.won", who=who, score=figures(state.score, state.winner))
    if best is None:
        return msg("verdict.level", score=figures(state.score))
    return msg("verdict.ahead", who=TeamRef(best), score=figures(state.score, best))


def _of_rubber(state: State) -> Msg:
    games, points = state.standing.games, state.standing.rubber
    won = state.winner
    if not state.over or won is None:
        code = "verdict.rubber-draw" if state.over else "verdict.rubber"
        return msg(code, games=figures(games), points=figures(points))
    return msg(
        "verdict.rubber-won",
        who=TeamRef(won),
        games=figures(games, won),
        points=figures(points, won),
    )


def describe(entry: Entry) -> Msg:
    """One entry, as everybody may read it."""
    match entry:
        case Expose(seat=seat):
            return msg("did.expose", who=SeatRef(seat))
        case NameTrump(seat=seat, suit=suit):
            return msg("did.trump", who=SeatRef(seat), suit=SuitRef(SUIT_OF_WORD[suit]))
        case Uncover(seat=seat, card=card):
            return msg("did.uncover", who=SeatRef(seat), card=CardRef(card))
        case Show(seat=seat, card=card):
            return msg("did.show", who=SeatRef(seat), card=CardRef(card))
        case Play(seat=seat, card=card):
            return msg("did.play", who=SeatRef(seat), card=CardRef(card))
        case TrickTaken(seat=seat):
            return msg("did.trick", who=SeatRef(seat))
        case Count(tricks=tricks, agreed=agreed):
            code = "did.count-agreed" if agreed else "did.count"
            return msg(code, tricks=figures(tricks))
        case Penalty(seat=seat, take=take, by=by):
            return msg(f"did.penalty-{take}", who=SeatRef(seat), by=TeamRef(by))
        case Honours(team=team, held=held):
            return msg("did.honours", who=TeamRef(team), n=held)
        case Void():
            return msg("did.void")
        case Adjust(team=team, by=by, why=why):
            code = "did.adjust-gets" if by > 0 else "did.adjust-loses"
            return msg(code, who=TeamRef(team), n=abs(by), why=why)
        case Dealer():
            return describe_dealer(entry)
        case NewRules():
            return msg("did.options")
        case End():
            return msg("did.end")
        case _:
            return msg("did.something")
