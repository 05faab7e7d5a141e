"""What one pair of eyes may see: the same table for all. Only what may be tapped differs."""

import msgspec

from companion.core.cards import Card
from companion.core.messages import CardRef, Msg, SeatRef, SuitRef, msg
from companion.core.seats import Seat, after
from companion.core.view import LaidView, PlaceView, SeatView, TrickView, TrumpView, View, Viewer
from companion.games.chinese_whist.choices import choices
from companion.games.chinese_whist.deal import Deal, Taken
from companion.games.chinese_whist.layout import just_uncovered, layout_of
from companion.games.chinese_whist.notices import notices
from companion.games.chinese_whist.options import sentences, team_of
from companion.games.chinese_whist.sheet import news, score_view
from companion.games.chinese_whist.state import State
from companion.games.chinese_whist.words import status, waiting


def view(state: State, viewer: Viewer) -> View:
    """The game as this viewer may see it."""
    return msgspec.structs.replace(
        _public(state),
        prompt=_prompt(state, viewer),
        notices=notices(state, viewer),
        choices=choices(state, viewer),
    )


def _public(state: State) -> View:
    """What everybody may see. Told once for a state, whose viewers all ask at the same time."""
    kept = vars(state)  # as ``cached_property`` keeps things, without state.py knowing of views
    if "public" not in kept:
        deal = state.deal
        phase, waited_for = waiting(state)
        lying = not state.over or not deal.untouched
        kept["public"] = View(
            phase=phase,
            deal=_deals(state),
            status=status(state),
            seats=tuple(
                _seat(state, seat, turn=seat in waited_for, lying=lying) for seat in deal.seats
            ),
            score=score_view(state),
            guidance=_guidance(deal) if deal.trump is None and not state.over else (),
            news=news(state),
            contract=_contract(deal),
            trump=_trump(deal),
            trick=_trick(deal),
            last_trick=_taken(deal.taken[-1], len(deal.taken)) if deal.taken else None,
            tricks=deal.won if deal.trump else (),
            house=_house(state),
        )
    public: View = kept["public"]
    return public


def _deals(state: State) -> int:
    """The number of the deal that is on, or was last."""
    played = state.deal.number - 1
    return max(1, played if state.over else played + 1)


def _seat(state: State, seat: Seat, turn: bool, lying: bool) -> SeatView:
    deal = state.deal
    places, hand = _places(deal, seat) if lying else ((), None)
    return SeatView(
        seat=seat,
        team=team_of(seat, deal.players),
        dealer=seat == deal.dealer,
        turn=turn,
        tricks=sum(taken.winner == seat for taken in deal.taken) if deal.trump else None,
        marks=tuple(_marks(deal, seat)),
        places=places,
        hand=hand,
    )


def _marks(deal: Deal, seat: Seat) -> list[Msg]:
    marks = [
        msg("mark.called", card=CardRef(one.card))
        for one in deal.shown
        if one.seat == seat and one.card not in deal.seen
    ]
    if just_uncovered(deal, seat):
        marks.append(msg("mark.turns-up"))
    return marks


def _places(deal: Deal, seat: Seat) -> tuple[tuple[PlaceView, ...], int | None]:
    """A seat's row as it lies. A row that was not entered is drawn as it is dealt, its face-up
    cards unknown, until the trump is named; soon nobody can tell what lies in which place."""
    down, up, hand = deal.dealt
    layout = layout_of(deal, seat)
    if layout is not None:
        places = tuple(
            PlaceView(
                up=place.up,
                down=place.down,
                opens="uncover" if place.down and not place.up else None,
            )
            for place in layout.places
        )
        return places, layout.hand
    if deal.trump is not None:
        return (), None
    dealt = (PlaceView(down=n < down, unknown=True, opens="expose") for n in range(up))
    return tuple(dealt), hand


def _prompt(state: State, viewer: Viewer) -> Msg | None:
    """What this viewer is asked to do: a move, or before the next lead a card to turn up."""
    asked = [seat for seat in waiting(state)[1] if seat in viewer.seats]
    asked += [seat for seat in sorted(viewer.seats) if _turns_up_now(state.deal, seat)]
    if not asked:
        return None
    prompt = _task(state.deal, asked[0])
    return (
        msg("choice.for", who=SeatRef(asked[0]), what=prompt) if len(viewer.seats) > 1 else prompt
    )


def _turns_up_now(deal: Deal, seat: Seat) -> Card | None:
    """The card under which one is to be turned up, the trick being over (SEED)."""
    return None if deal.trick.laid else just_uncovered(deal, seat)


def _task(deal: Deal, seat: Seat) -> Msg:
    if deal.trump is None:
        return msg("prompt.trump")
    if cover := _turns_up_now(deal, seat):
        code = "prompt.turn-up-lead" if seat == deal.turn else "prompt.turn-up"
        return msg(code, card=CardRef(cover))
    if deal.trick.laid:
        return msg("prompt.play")
    return msg("prompt.lead" if deal.taken else "prompt.first-lead")


def _guidance(deal: Deal) -> tuple[Msg, ...]:
    """What hands do before a deal (SEED): cut for seats, shuffle, deal, look, name the trump."""
    dealer = SeatRef(deal.dealer)
    first = SeatRef(deal.first)
    cutter = SeatRef(after(deal.dealer, deal.players, -1))
    down, up, hand = deal.dealt
    cut = (msg(f"guide.cut-{deal.players}"),) if deal.number == 1 else ()
    return (
        *cut,
        msg("guide.deal", dealer=dealer, cutter=cutter, first=first, down=down, up=up, n=hand),
        msg("guide.trump", dealer=dealer, first=first),
    )


def _contract(deal: Deal) -> Msg | None:
    return msg("contract", who=SeatRef(deal.dealer)) if deal.trump else None


def _trump(deal: Deal) -> TrumpView:
    if deal.trump is None:
        return TrumpView("none", label=msg("trump.none"))
    return TrumpView("shown", deal.trump, label=msg("trump.shown", suit=SuitRef(deal.trump)))


def _trick(deal: Deal) -> TrickView | None:
    if deal.trump is None:
        return None
    laid = tuple(LaidView(one.seat, one.card) for one in deal.trick.laid)
    return TrickView(len(deal.taken) + 1, laid)


def _taken(taken: Taken, number: int) -> TrickView:
    laid = tuple(LaidView(one.seat, one.card) for one in taken.trick.laid)
    cards = () if len(laid) == len(taken.cards) else tuple(sorted(taken.cards))
    return TrickView(number, laid, taken.winner, cards)


def _house(state: State) -> tuple[Msg, ...]:
    """The house rules in force, and those agreed for the next deal where they differ."""
    now = sentences(state.players, state.house)
    if state.coming is None:
        return now
    coming = sentences(state.players, state.coming)
    return (*now, *(msg("house.coming", rule=rule) for rule in coming if rule not in now))
