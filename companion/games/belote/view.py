"""What one pair of eyes may see: the same table for all, and a seat's own declarations."""

import msgspec

from companion.core.messages import Msg, SeatRef, TeamRef, msg
from companion.core.seats import Seat, after, seats_of, side_of
from companion.core.view import LaidView, SeatView, TrickView, TrumpView, View, Viewer
from companion.games.belote.auction import Said
from companion.games.belote.choices import choices
from companion.games.belote.contracts import named
from companion.games.belote.news import news
from companion.games.belote.notices import notices
from companion.games.belote.options import sentences
from companion.games.belote.score import TEAMS
from companion.games.belote.sheet import score_view
from companion.games.belote.state import Deal, State, Taken
from companion.games.belote.words import counts_only, full, spoken, status, waiting, words_over


def view(state: State, viewer: Viewer) -> View:
    """The game as this viewer may see it."""
    phase, waited_for = waiting(state)
    return msgspec.structs.replace(
        _public(state, phase, waited_for),
        prompt=_prompt(state, viewer, phase, waited_for),
        private=_private(state.deal, viewer),
        notices=notices(state, viewer),
        choices=choices(state, viewer),
    )


def _public(state: State, phase: str, waited_for: tuple[Seat, ...]) -> View:
    """What everybody may see. Told once for a state, whose viewers all ask at the same time."""
    kept = vars(state)  # as ``cached_property`` keeps things, without state.py knowing of views
    if "public" not in kept:
        deal = state.deal
        kept["public"] = View(
            phase=phase,
            deal=max(1, deal.number - (1 if state.over else 0)),
            status=status(state),
            seats=_seats(deal, waited_for),
            score=score_view(state),
            direction="counter-clockwise",
            news=news(state),
            guidance=_guidance(state),
            contract=_contract(deal),
            trump=_trump(deal) if deal.contract else None,
            trick=_trick(deal),
            last_trick=_taken(deal.taken[-1], len(deal.taken)) if deal.taken else None,
            tricks=tuple(len(deal.tricks_of(team)) for team in TEAMS) if deal.contract else (),
            house=_house(state),
        )
    public: View = kept["public"]
    return public


def _seats(deal: Deal, waited_for: tuple[Seat, ...]) -> tuple[SeatView, ...]:
    return tuple(
        SeatView(
            seat=seat,
            team=side_of(seat),
            dealer=seat == deal.dealer,
            turn=seat in waited_for,
            says=_says(deal, seat),
            tricks=sum(taken.winner == seat for taken in deal.taken) if deal.contract else None,
            marks=_marks(deal, seat),
        )
        for seat in seats_of(4)
    )


def _says(deal: Deal, seat: Seat) -> Msg | None:
    """A seat's last word in the auction; once it is over, only the contract that stands."""
    if deal.contract is not None:
        return named(deal.contract.contract) if seat == deal.bidder else None
    word = next((said for said in reversed(deal.auction.said) if said.seat == seat), None)
    return None if word is None else _word(word)


def _word(said: Said) -> Msg:
    match said.word:
        case "pass" | "double" | "redouble":
            return msg(f"says.{said.word}")
        case contract:
            return named(contract)


def _marks(deal: Deal, seat: Seat) -> tuple[Msg, ...]:
    """What a seat has declared. Which suits it has shown to be without is for the players to
    remember (CHOICE)."""
    shown = full if deal.finished else spoken
    return tuple(shown(one.meld) for one in deal.declared if one.seat == seat)


def _prompt(state: State, viewer: Viewer, phase: str, waited_for: tuple[Seat, ...]) -> Msg | None:
    """What this viewer is asked to do, when it is his move."""
    seat = next((seat for seat in waited_for if seat in viewer.seats), None)
    deal = state.deal
    if seat is None:
        return None
    best = deal.auction.standing
    match phase:
        case "auction" if best is None:
            prompt = msg("prompt.opens")
        case "auction" if best is not None:
            code = f"prompt.{words_over(deal.auction, seat)}"
            prompt = msg(code, contract=named(best.contract))
        case "play" if counts_only(state):
            prompt = msg("prompt.lead-and-count")
        case "play":
            prompt = msg("prompt.play" if deal.trick.laid else "prompt.lead")
        case _:
            prompt = msg("prompt.count")
    return msg("choice.for", who=SeatRef(seat), what=prompt) if len(viewer.seats) > 1 else prompt


def _guidance(state: State) -> tuple[Msg, ...]:
    """What hands do: the cut and the first packets (STANDARD 3 and 2), then the last one.

    The pack is cut and never shuffled (SEED). Left of the dealer, who cuts, sits the seat
    before him in order of play, which runs counter-clockwise.
    """
    deal = state.deal
    if state.over:
        return ()
    dealer, first = SeatRef(deal.dealer), SeatRef(deal.first)
    hung = (msg("guide.hanging", n=state.hanging),) if state.hanging else ()
    if state.untouched:
        cutter = SeatRef(after(deal.dealer, 4, -1))
        return (
            *((msg("guide.pack"),) if deal.number == 1 else ()),
            msg("guide.cut", dealer=dealer, cutter=cutter),
            msg("guide.deal", dealer=dealer, first=first),
            msg("guide.bid", first=first),
            *hung,
        )
    if deal.contract is not None and not deal.begun:
        packet = deal.house.last_packet
        return (msg("guide.last-packet", dealer=dealer, packet=packet, first=first), *hung)
    return ()


def _contract(deal: Deal) -> Msg | None:
    best = deal.contract
    if best is None:
        return None
    code = {1: "contract", 2: "contract.doubled", 4: "contract.redoubled"}[best.doubled]
    return msg(code, who=TeamRef(side_of(best.seat)), contract=named(best.contract))


def _trump(deal: Deal) -> TrumpView:
    trump = deal.kind.trump
    if trump is not None:
        return TrumpView("shown", trump)
    return TrumpView("none", label=msg(f"trump.{deal.kind.word}"))


def _trick(deal: Deal) -> TrickView | None:
    if deal.contract is None or deal.finished:
        return None
    laid = tuple(LaidView(one.seat, one.card) for one in deal.trick.laid)
    return TrickView(len(deal.taken) + 1, laid)


def _taken(taken: Taken, number: int) -> TrickView:
    laid = tuple(LaidView(one.seat, one.card) for one in taken.trick.laid)
    cards = () if len(laid) == len(taken.cards) else tuple(sorted(taken.cards))
    return TrickView(number, laid, taken.winner, cards)


def _private(deal: Deal, viewer: Viewer) -> tuple[Msg, ...]:
    """The cards a viewer's own seats have declared, until they are shown."""
    if deal.finished:
        return ()
    return tuple(
        msg("private.declared", who=SeatRef(one.seat), what=full(one.meld))
        for one in deal.declared
        if one.seat in viewer.seats and not one.public
    )


def _house(state: State) -> tuple[Msg, ...]:
    """The house rules in force, and those agreed for the next deal where they differ."""
    now = sentences(state.house)
    if state.coming is None:
        return now
    return (
        *now,
        *(msg("house.coming", rule=rule) for rule in sentences(state.coming) if rule not in now),
    )
