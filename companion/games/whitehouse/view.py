"""What one pair of eyes may see: the same table for all, and the bidder's own card for him."""

import msgspec

from companion.core.cards import Card, suit_of
from companion.core.messages import CardRef, Msg, SeatRef, SuitRef, TeamRef, msg
from companion.core.seats import Seat, after, seats_of, side_of
from companion.core.view import LaidView, SeatView, TrickView, TrumpView, View, Viewer
from companion.games.whitehouse.auction import TOP, lowest_bid
from companion.games.whitehouse.choices import choices
from companion.games.whitehouse.flags import voids
from companion.games.whitehouse.notices import notices
from companion.games.whitehouse.options import ordinary_cards, plays_agreed, sentences
from companion.games.whitehouse.score import TEAMS
from companion.games.whitehouse.sheet import score_view
from companion.games.whitehouse.state import Deal, State, Taken
from companion.games.whitehouse.words import status, waiting


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
            deal=max(1, state.played + (0 if state.over else 1)),
            status=status(state),
            seats=_seats(deal, waited_for),
            score=score_view(state),
            deals=plays_agreed(state.house, state.players),
            minutes=state.house.minutes or None,
            guidance=_guidance(deal) if state.untouched and not state.over else (),
            contract=_contract(deal),
            trump=_trump(deal) if not state.over or deal.said else None,
            trick=_trick(deal),
            last_trick=_taken(deal.taken[-1], len(deal.taken)) if deal.taken else None,
            tricks=tuple(len(deal.tricks_of(team)) for team in TEAMS) if deal.contract else (),
            house=_house(state),
        )
    public: View = kept["public"]
    return public


def _seats(deal: Deal, waited_for: tuple[Seat, ...]) -> tuple[SeatView, ...]:
    lacking = voids(deal)
    return tuple(
        SeatView(
            seat=seat,
            team=side_of(seat),
            dealer=seat == deal.dealer,
            turn=seat in waited_for,
            says=_says(deal, seat),
            tricks=sum(taken.winner == seat for taken in deal.taken) if deal.contract else None,
            marks=(
                *_bidder_marks(deal, seat),
                *(msg("mark.none-left", suit=SuitRef(s)) for s in sorted(lacking.get(seat, ()))),
            ),
        )
        for seat in seats_of(deal.players)
    )


def _says(deal: Deal, seat: Seat) -> Msg | None:
    """A seat's last word in the auction; once the play is on, only the bid that stands."""
    word = next((said for said in reversed(deal.said) if said.seat == seat), None)
    if word is None or (deal.begun and seat != deal.bidder):
        return None
    return msg("says.pass") if word.points is None else msg("says.bid", points=word.points)


def _bidder_marks(deal: Deal, seat: Seat) -> tuple[Msg, ...]:
    marks = []
    if seat == deal.bidder:
        marks.append(msg("mark.bidder"))
        shown, told = deal.shown, deal.concealed
        if shown and told and (shown.suit, shown.card or told) != (suit_of(told), told):
            marks.append(msg("mark.other-card"))
    if deal.asked is not None and seat == deal.asked.seat:
        marks.append(msg("mark.asked"))
    return tuple(marks)


def _prompt(state: State, viewer: Viewer, phase: str, waited_for: tuple[Seat, ...]) -> Msg | None:
    """What this viewer is asked to do: to lay the trump or turn it up, or to take his turn.

    A phone that acts for several is told by name, as everybody is.
    """
    deal = state.deal
    bidder = deal.bidder if deal.bidder in viewer.seats else None
    seat = next((seat for seat in waited_for if seat in viewer.seats), None)
    several = len(viewer.seats) > 1
    turn_up = _card_to_turn_up(deal) if bidder is not None else None
    if turn_up is not None and bidder is not None:
        code = "prompt.reveal-this-for" if several else "prompt.reveal-this"
        return msg(code, who=SeatRef(bidder), card=CardRef(turn_up))
    lays = deal.lays_trump and phase == "play"
    if seat is None and not (lays and bidder is not None):
        return None
    if several:
        return status(state)
    if lays and bidder is not None:
        return msg("prompt.lay-trump" if seat is None else "prompt.lay-trump-and-lead")
    match phase:
        case "auction" if not deal.said:
            return msg("prompt.must-bid", low=deal.house.minimum)
        case "auction":
            low = lowest_bid(deal.said, deal.house.minimum)
            return msg("prompt.auction", low=low, top=TOP)
        case "play" if lays and deal.bidder is not None:
            return msg("prompt.lead-after-trump", who=SeatRef(deal.bidder))
        case "play":
            return msg("prompt.play" if deal.trick.laid else "prompt.lead")
        case _:
            return msg(f"prompt.{phase}")


def _card_to_turn_up(deal: Deal) -> Card | None:
    """The face-down card that hands should turn up now, where the bidder's phone knows it."""
    if deal.turns_trump_up and deal.shown is not None:
        return deal.shown.card
    return deal.face_down if deal.waits_for_trump else None


def _guidance(deal: Deal) -> tuple[Msg, ...]:
    """What hands do before a deal (SEED): shuffle, cut, deal, bid; at first, with which cards."""
    dealer = SeatRef(deal.dealer)
    cutter = SeatRef(after(deal.dealer, deal.players, -1))
    packet = deal.hand // 2
    code = "guide.pack-four" if deal.players == 4 else "guide.pack-six"
    pack = msg(code, map=ordinary_cards(deal.players))
    return (
        *((pack,) if deal.number == 1 else ()),
        msg("guide.shuffle", dealer=dealer, cutter=cutter),
        msg("guide.deal", dealer=dealer, first=SeatRef(deal.first), packet=packet, hand=deal.hand),
        msg("guide.bid", first=SeatRef(deal.first), low=deal.house.minimum),
    )


def _contract(deal: Deal) -> Msg | None:
    best = deal.contract
    if best is None:
        return None
    who, need = TeamRef(side_of(best.seat)), best.points or 0
    if deal.doubled > 1:
        return msg("contract.doubled", who=who, need=need, total=TOP, times=deal.doubled)
    return msg("contract", who=who, need=need, total=TOP)


def _trump(deal: Deal) -> TrumpView:
    shown = deal.shown
    if shown is not None:
        label = msg("trump.shown", suit=SuitRef(shown.suit))
        return TrumpView("shown", shown.suit, shown.card, label)
    if deal.bidder is None:
        return TrumpView("none", label=msg("trump.none"))
    return TrumpView("hidden", label=msg("trump.hidden", who=SeatRef(deal.bidder)))


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
    """The face-down card, to the phone that holds the bidder's seat and to no other."""
    if deal.bidder not in viewer.seats or deal.concealed is None or deal.shown:
        return ()
    code = "private.contradicted" if deal.contradicted else "private.trump"
    return (msg(code, card=CardRef(deal.concealed)),)


def _house(state: State) -> tuple[Msg, ...]:
    """The house rules in force, those agreed for the next deal where they differ, and which
    cards to use, to be looked up at any time."""
    now = sentences(state.players, state.house)
    coming = sentences(state.players, state.coming) if state.coming else ()
    return (
        *now,
        *(msg("house.coming", rule=rule) for rule in coming if rule not in now),
        ordinary_cards(state.players),
    )
