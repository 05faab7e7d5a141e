"""What the table waits for and what was entered, as sentences everybody may read."""

from companion.core.cards import SUIT_OF_WORD
from companion.core.dealing import describe_dealer
from companion.core.entries import Adjust, Dealer, End, Entry, NewRules, Play, TrickTaken, Void
from companion.core.messages import CardRef, Msg, SeatRef, SuitRef, TeamRef, msg
from companion.core.seats import Seat
from companion.games.whitehouse.auction import lowest_bid, over_partner
from companion.games.whitehouse.entries import (
    Ask,
    Bid,
    Conceal,
    Count,
    Double,
    Pass,
    Redouble,
    Reveal,
)
from companion.games.whitehouse.state import State


def waiting(state: State) -> tuple[str, tuple[Seat, ...]]:
    """The phase of the game, and the seats it waits for.

    At 28 the play is on, though others may still pass. The bidder counts (SEED).
    """
    deal = state.deal
    if state.over:
        return "over", ()
    if deal.bidder is None:
        return "auction", (deal.speaker,) if deal.speaker else ()
    if deal.finished:
        return "count", (deal.bidder,)
    if deal.waits_for_trump:
        return "reveal", (deal.bidder,)
    return "play", (deal.turn,)


def status(state: State) -> Msg:
    """What the table waits for."""
    phase, seats = waiting(state)
    deal = state.deal
    if phase == "over":
        return verdict(state)
    who = SeatRef(seats[0] if seats else deal.first)
    if phase == "auction":
        low = lowest_bid(deal.said, deal.house.minimum)
        if not deal.said:
            return msg("status.must-bid", who=who, low=low)
        if over_partner(deal.said, seats[0]):
            return msg("status.only-pass", who=who)
        return msg("status.auction", who=who, low=low)
    if phase == "count":
        return msg("status.count", who=who)
    if phase == "reveal" and deal.asked is not None:
        return msg("status.reveal", who=who, asker=SeatRef(deal.asked.seat))
    if deal.turns_trump_up and deal.bidder is not None:
        return msg("status.turn-up", who=SeatRef(deal.bidder), asker=who)
    if deal.lays_trump and deal.bidder is not None:
        code = "status.lay-trump-and-lead" if deal.bidder == seats[0] else "status.lay-trump"
        return msg(code, who=SeatRef(deal.bidder), first=who)
    return msg("status.play" if deal.trick.laid else "status.lead", who=who)


def verdict(state: State) -> Msg:
    """How the game stands, or ended."""
    one, two = state.chips
    if state.drawn:
        return msg("verdict.draw", chips=one)
    if state.ahead is None:
        return msg("verdict.level", chips=one)
    who, won, lost = TeamRef(state.ahead), max(one, two), min(one, two)
    if not state.over:
        return msg("verdict.ahead", who=who, won=won, lost=lost)
    if state.broke:
        return msg("verdict.broke", who=who, won=won)
    return msg("verdict.won", who=who, won=won, lost=lost)


def describe(entry: Entry) -> Msg:
    """One entry, as everybody may read it: which card lies face down is left out."""
    match entry:
        case Bid(seat=seat, points=points):
            return msg("did.bid", who=SeatRef(seat), points=points)
        case Pass(seat=seat):
            return msg("did.pass", who=SeatRef(seat))
        case Double(seat=seat):
            return msg("did.double", who=SeatRef(seat))
        case Redouble(seat=seat):
            return msg("did.redouble", who=SeatRef(seat))
        case Conceal(seat=seat):
            return msg("did.conceal", who=SeatRef(seat))
        case Ask(seat=seat):
            return msg("did.ask", who=SeatRef(seat))
        case Reveal(seat=seat, card=card, suit=suit):
            if card is not None:
                return msg("did.reveal-card", who=SeatRef(seat), card=CardRef(card))
            return msg("did.reveal", who=SeatRef(seat), suit=SuitRef(SUIT_OF_WORD[suit or "clubs"]))
        case Play(seat=seat, card=card):
            return msg("did.play", who=SeatRef(seat), card=CardRef(card))
        case TrickTaken(seat=seat):
            return msg("did.trick", who=SeatRef(seat))
        case Count(team=team, points=points, agreed=agreed):
            code = "did.count-agreed" if agreed else "did.count"
            return msg(code, who=TeamRef(team), n=points)
        case Void():
            return msg("did.void")
        case Adjust(team=team, by=by, why=why):
            code = "did.adjust-gets" if by > 0 else "did.adjust-gives"
            return msg(code, who=TeamRef(team), n=abs(by), why=why)
        case Dealer():
            return describe_dealer(entry)
        case NewRules():
            return msg("did.options")
        case End():
            return msg("did.end")
        case _:
            return msg("did.something")
