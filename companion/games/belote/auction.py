"""The auction: whose turn it is to speak, what he may say, and when it is over.

Strictly in turn. Three passes after a bid, a double or a redouble close it; four opening
passes pass the deal out (STANDARD, rules.md 2.2). A higher bid, by anybody, wipes the
double (STANDARD D5).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from companion.core.messages import Msg, Refusal, SeatRef, msg
from companion.core.seats import Seat, after, side_of
from companion.games.belote.contracts import CONTRACTS, ContractWord, named
from companion.games.belote.entries import Bid, Contract, Double, Pass, Redouble

Call = Bid | Pass | Double | Redouble


@dataclass(frozen=True)
class Said:
    """One word in the auction."""

    seat: Seat
    word: ContractWord | Literal["pass", "double", "redouble"]


@dataclass(frozen=True)
class Standing:
    """The contract that stands: whose it is, and what a double or redouble multiplies it by."""

    seat: Seat
    contract: ContractWord
    doubled: int = 1


def called(best: Standing) -> Msg:
    """The contract's name, with how it is doubled."""
    name = named(best.contract)
    return name if best.doubled == 1 else msg(f"contract.times-{best.doubled}", contract=name)


def said_by(call: Call) -> Said:
    """An entry as a word in the auction."""
    match call:
        case Bid(seat=seat, contract=contract):
            return Said(seat, contract)
        case Pass(seat=seat):
            return Said(seat, "pass")
        case Double(seat=seat):
            return Said(seat, "double")
        case Redouble(seat=seat):
            return Said(seat, "redouble")


@dataclass(frozen=True)
class Auction:
    """What was said, from the seat after the dealer's on."""

    first: Seat
    said: tuple[Said, ...] = ()
    standing: Standing | None = None
    passes: int = 0
    """How many have passed in a row."""

    @property
    def passed_out(self) -> bool:
        """Whether all four passed and nobody has bid."""
        return self.standing is None and self.passes >= 4

    @property
    def closed(self) -> bool:
        """Whether nothing more can be said."""
        return self.passes >= (4 if self.standing is None else 3)

    @property
    def settled(self) -> Standing | None:
        """The contract to be played; None while it is open and when there is none."""
        return self.standing if self.closed else None

    @cached_property
    def speaker(self) -> Seat | None:
        """Who speaks next; None once it is closed."""
        if self.closed:
            return None
        return after(self.said[-1].seat, 4) if self.said else self.first

    def with_word(self, said: Said) -> "Auction":
        """The auction after one more word; what cannot be said changes nothing."""
        words, best = (*self.said, said), self.standing
        if self.closed:
            return self
        match said.word:
            case "pass":
                return replace(self, said=words, passes=self.passes + 1)
            case "double" | "redouble":
                if best is None:
                    return self
                times = 2 if said.word == "double" else 4
                return replace(self, said=words, standing=replace(best, doubled=times), passes=0)
            case contract:
                return replace(self, said=words, standing=Standing(said.seat, contract), passes=0)


def may_bid(auction: Auction) -> Sequence[ContractWord]:
    """The contracts higher than the one that stands."""
    best = auction.standing
    return CONTRACTS if best is None else CONTRACTS[CONTRACTS.index(best.contract) + 1 :]


def may_double(auction: Auction, seat: Seat) -> bool:
    """Whether this seat may double: an opponent's contract that is not doubled yet."""
    best = auction.standing
    return best is not None and best.doubled == 1 and side_of(best.seat) != side_of(seat)


def may_redouble(auction: Auction, seat: Seat) -> bool:
    """Whether this seat may redouble: its own side's contract once it is doubled."""
    best = auction.standing
    return best is not None and best.doubled == 2 and side_of(best.seat) == side_of(seat)


def check_call(auction: Auction, call: Call) -> None:
    """Refuse a word out of turn, or one that cannot be said now."""
    best = auction.standing
    if auction.speaker is None:
        raise Refusal("auction-closed")
    if call.seat != auction.speaker:
        raise Refusal("not-your-turn", who=SeatRef(auction.speaker))
    match call:
        case Bid(contract=contract):
            if best is not None and contract not in may_bid(auction):
                raise Refusal("bid-too-low", contract=named(best.contract))
        case Double() | Redouble():
            _check_double(auction, call)


def _check_double(auction: Auction, call: Double | Redouble) -> None:
    best = auction.standing
    doubles = isinstance(call, Double)
    if best is None:
        raise Refusal("nothing-to-double")
    if (side_of(call.seat) == side_of(best.seat)) == doubles:
        raise Refusal("other-side-doubles")
    if best.doubled != (1 if doubles else 2):
        raise Refusal("cannot-double" if doubles else "cannot-redouble")


def spelled(auction: Auction, short: Contract) -> tuple[Call, ...]:
    """A whole auction told in one tap, word by word from what has been said already.

    Whoever speaks before the bidder passes; the next opponent in turn doubles, the next of
    the bidder's side redoubles; then all pass. Raises ``Refusal`` where the bidder can not
    come to speak any more, or not bid that.
    """
    calls: list[Call] = []
    now = auction

    def say(call: Call) -> None:
        nonlocal now
        check_call(now, call)
        calls.append(call)
        now = now.with_word(said_by(call))

    while now.speaker is not None and now.speaker != short.seat:
        say(Pass(seat=now.speaker))
    if now.speaker is None:
        raise Refusal("cannot-bid-now" if calls else "auction-closed", who=SeatRef(short.seat))
    say(Bid(seat=short.seat, contract=short.contract))
    while now.speaker is not None:
        seat = now.speaker
        if short.doubled >= 2 and may_double(now, seat):
            say(Double(seat=seat))
        elif short.doubled == 4 and may_redouble(now, seat):
            say(Redouble(seat=seat))
        else:
            say(Pass(seat=seat))
    return tuple(calls)


def may_come_to_bid(auction: Auction, seat: Seat) -> bool:
    """Whether the auction would still be open at this seat's turn if all before it passed."""
    while auction.speaker is not None and auction.speaker != seat:
        auction = auction.with_word(Said(auction.speaker, "pass"))
    return auction.speaker is not None
