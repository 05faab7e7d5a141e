"""What the table waits for and what was entered, as sentences everybody may read."""

from companion.core.cards import SUIT_OF_WORD, rank_of
from companion.core.dealing import describe_dealer
from companion.core.entries import Adjust, Dealer, End, Entry, NewRules, Play, TrickTaken, Void
from companion.core.messages import CardRef, Msg, SeatRef, SuitRef, TeamRef, msg
from companion.core.seats import Seat
from companion.games.belote.auction import Auction, may_bid, may_double, may_redouble
from companion.games.belote.contracts import named
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
from companion.games.belote.habits import habit
from companion.games.belote.melds import Meld
from companion.games.belote.state import State


def waiting(state: State) -> tuple[str, tuple[Seat, ...]]:
    """The phase of the game, and the seats it waits for."""
    deal = state.deal
    if state.over:
        return "over", ()
    if deal.bidder is None:
        return "auction", (deal.auction.speaker or deal.first,)
    if deal.finished:
        return "count", (deal.bidder,)
    return "play", (deal.turn,)


def status(state: State) -> Msg:
    """What the table waits for."""
    phase, seats = waiting(state)
    if phase == "over":
        return verdict(state)
    deal, who = state.deal, SeatRef(seats[0])
    if phase == "auction":
        best = deal.auction.standing
        if best is None:
            return msg("status.opens" if not deal.auction.said else "status.speaks", who=who)
        code = f"status.{words_over(deal.auction, seats[0])}"
        return msg(code, who=who, contract=named(best.contract))
    if phase == "count":
        return msg("status.count", who=who)
    if counts_only(state):
        return msg("status.lead-and-count", who=who)
    return msg("status.play" if deal.trick.laid else "status.lead", who=who)


def words_over(auction: Auction, seat: Seat) -> str:
    """The code of what this seat may say over the contract that stands."""
    code = "speaks-over" if may_bid(auction) else "highest"
    if may_double(auction, seat):
        return code + "-double"
    return code + "-redouble" if may_redouble(auction, seat) else code


def counts_only(state: State) -> bool:
    """Whether the tricks are played on the felt alone, and the result is what comes next."""
    return not state.deal.begun and habit(state) == "count"


def verdict(state: State) -> Msg:
    """How the game stands, or ended; what hangs with it."""
    one, two = state.score
    if state.ahead is None:
        told = msg("verdict.draw" if state.over else "verdict.level", points=one)
    else:
        who, most, least = TeamRef(state.ahead), max(one, two), min(one, two)
        told = msg("verdict.won" if state.over else "verdict.ahead", who=who, won=most, lost=least)
    if state.hanging and not state.over:
        return msg("verdict.hanging", how=told, n=state.hanging)
    return told


def spoken(meld: Meld) -> Msg:
    """What is said aloud of a declaration: its kind, of a belote its suit too."""
    if meld.kind == "belote":
        return msg("meld.belote", suit=SuitRef(meld.cards[0][1]))  # type: ignore[arg-type]
    return msg(f"meld.{meld.kind}")


def full(meld: Meld) -> Msg:
    """A declaration with its cards, once they may be known."""
    if meld.kind == "belote":
        return spoken(meld)
    if meld.kind == "four":
        rank = rank_of(meld.cards[0])
        return msg("meld.four-of", rank="10" if rank == "T" else rank)
    low, high = CardRef(meld.cards[-1]), CardRef(meld.cards[0])
    return msg("meld.run", kind=spoken(meld), low=low, high=high)


def describe(entry: Entry) -> Msg:
    """One entry, as everybody may read it: the cards of a declaration are left out."""
    match entry:
        case Bid(seat=seat, contract=contract):
            return msg("did.bid", who=SeatRef(seat), contract=named(contract))
        case Pass(seat=seat):
            return msg("did.pass", who=SeatRef(seat))
        case Double(seat=seat):
            return msg("did.double", who=SeatRef(seat))
        case Redouble(seat=seat):
            return msg("did.redouble", who=SeatRef(seat))
        case Contract(seat=seat, contract=contract):
            return msg("did.contract", who=SeatRef(seat), contract=named(contract))
        case Declare(seat=seat, meld=meld, suit=suit):
            if suit is not None:
                return msg("did.belote", who=SeatRef(seat), suit=SuitRef(SUIT_OF_WORD[suit]))
            return msg("did.declare", who=SeatRef(seat), meld=msg(f"meld.{meld}"))
        case Play(seat=seat, card=card):
            return msg("did.play", who=SeatRef(seat), card=CardRef(card))
        case TrickTaken(seat=seat):
            return msg("did.trick", who=SeatRef(seat))
        case Undealt():
            return msg("did.undealt")
        case Count(team=team, points=points, capot=capot, agreed=agreed):
            code = "did.capot" if capot else "did.count"
            return msg(f"{code}-agreed" if agreed else code, who=TeamRef(team), n=points)
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
