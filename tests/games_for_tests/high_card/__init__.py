"""A game for tests only: each lays a card, the highest takes a point; the leader may bet
in secret on a card, for one point more if the winner's card is of its suit."""

from dataclasses import dataclass, replace
from typing import Annotated

import msgspec

from companion.core.cards import Card, Deck, rank_of, suit_of
from companion.core.choices import Choice, Field, cards
from companion.core.entries import (
    Adjust,
    CardText,
    End,
    Entry,
    NewRules,
    Options,
    Play,
    SeatNumber,
    Shorthand,
    Void,
)
from companion.core.messages import CardRef, Refusal, SeatRef, msg
from companion.core.rules import DealResult, Next, Result
from companion.core.seats import Seat, after, seats_of
from companion.core.tricks import Laid, Trick
from companion.core.view import DealRow, LaidView, ScoreView, SeatView, TeamScore, TrickView, View

DECK = Deck("AKQJT98765432")
NO_TRICK = Trick()


class Conceal(Entry, frozen=True, tag="conceal"):
    secret = True
    seat: SeatNumber
    card: CardText


class Round(Shorthand, frozen=True, tag="round"):
    """All the cards of a round from its first, told by one phone."""

    cards: tuple[CardText, ...]


class HighCardOptions(Options, frozen=True):
    target: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 3
    bets: bool = True


@dataclass(frozen=True)
class State:
    players: int
    dealer: Seat
    options: HighCardOptions
    score: tuple[int, ...]
    trick: Trick = NO_TRICK
    secret: Card | None = None
    deals: tuple[DealResult, ...] = ()
    ended: bool = False

    @property
    def leader(self):
        return after(self.dealer, self.players)

    @property
    def turn(self):
        return after(self.leader, self.players, len(self.trick.laid))

    @property
    def over(self):
        return self.ended or max(self.score) >= self.options.target


class HighCard:
    name = "high-card"
    players = (2, 3, 4)
    direction = "clockwise"
    entries = (Play, Conceal, Round, Void, Adjust, NewRules, End)
    options = HighCardOptions

    def deck(self, players):
        return DECK

    def check_options(self, players, options):
        if options.target > 500 and players > 3:
            raise Refusal("high-card.target", target=options.target, n=players)

    def option_fields(self, players, options):
        return (Field("target", "number", low=1, high=1000, value=options.target),)

    def describe_options(self, players, options):
        return (msg("high-card.target", n=options.target),)

    def start(self, players, dealer, options):
        return State(players, dealer, options, (0,) * players)

    def expand(self, state, entry):
        turn = after(state.leader, state.players, len(state.trick.laid))
        seats = (after(turn, state.players, n) for n in range(state.players))
        return tuple(
            Play(seat=seat, card=card) for seat, card in zip(seats, entry.cards, strict=False)
        )

    def check(self, state, entry):
        if state.over and not isinstance(entry, Adjust):
            raise Refusal("high-card.over")
        if isinstance(entry, Play | Conceal):
            if entry.card not in DECK:
                raise Refusal("high-card.deck", card=entry.card)
            if entry.seat != state.turn:
                raise Refusal("high-card.turn", who=SeatRef(state.turn))
        if isinstance(entry, Conceal) and (state.secret or state.trick.laid):
            raise Refusal("high-card.concealed")
        if isinstance(entry, NewRules):
            try:
                options = msgspec.convert(entry.options, HighCardOptions)
            except msgspec.ValidationError as error:
                raise Refusal("bad-options", which="?") from error
            self.check_options(state.players, options)
        if isinstance(entry, Adjust) and entry.team > state.players:
            raise Refusal("no-such-seat", seat=entry.team)

    def apply(self, state, entry, number):
        match entry:
            case Play(seat=seat, card=card):
                trick = state.trick.with_card(Laid(seat, card, number))
                if len(trick.laid) < state.players:
                    return replace(state, trick=trick)
                return self._taken(replace(state, trick=trick))
            case Conceal(card=card):
                return replace(state, secret=card)
            case Void():
                return self._next(state, (0,) * state.players)
            case Adjust(team=team, by=by):
                change = tuple(by if n == team else 0 for n in seats_of(state.players))
                return replace(state, score=added(state.score, change))
            case NewRules(options=options):
                return replace(state, options=msgspec.convert(options, HighCardOptions))
            case End():
                return replace(state, ended=True)
        return state

    def _taken(self, state):
        best = max(state.trick.laid, key=lambda laid: -DECK.ranks.index(rank_of(laid.card)))
        points = [int(seat == best.seat) for seat in seats_of(state.players)]
        if state.secret and suit_of(state.secret) == suit_of(best.card):
            points[state.leader - 1] += 1
        return self._next(state, tuple(points))

    def _next(self, state, points):
        deal = DealResult(len(state.deals) + 1, state.dealer, None, points, points)
        return replace(
            state,
            score=added(state.score, points),
            deals=(*state.deals, deal),
            dealer=after(state.dealer, state.players),
            trick=NO_TRICK,
            secret=None,
        )

    def deal(self, state):
        return len(state.deals) + 1

    def choices(self, state, viewer):
        if not state.over and state.turn in viewer.seats:
            offered = cards(DECK.cards)
            for word in ("play", "conceal")[: 1 if state.trick.laid or state.secret else 2]:
                entry = {"do": word, "seat": state.turn}
                sentence = msg(f"high-card.{word}", who=SeatRef(state.turn))
                yield Choice(word, sentence, entry, (Field("card", "card", options=offered),))

    def view(self, state, viewer):
        teams = tuple(TeamScore(n, (n,), state.score[n - 1]) for n in seats_of(state.players))
        mine = state.secret and state.leader in viewer.seats
        return View(
            phase="over" if state.over else "lay",
            deal=len(state.deals) + 1,
            status=msg("high-card.over")
            if state.over
            else msg("high-card.status", who=SeatRef(state.turn)),
            seats=tuple(
                SeatView(seat, seat, turn=seat == state.turn and not state.over)
                for seat in seats_of(state.players)
            ),
            score=ScoreView(msg("high-card.points"), teams, rows_of(state), over=state.over),
            trick=TrickView(
                len(state.deals) + 1,
                tuple(LaidView(laid.seat, laid.card) for laid in state.trick.laid),
            ),
            private=(msg("high-card.hidden", card=CardRef(state.secret)),) if mine else (),
            choices=tuple(self.choices(state, viewer)),
            house=self.describe_options(state.players, state.options),
        )

    def describe(self, entry):
        match entry:
            case Play(seat=seat, card=card):
                return msg("high-card.play", who=SeatRef(seat), card=CardRef(card))
            case Conceal(seat=seat):
                return msg("high-card.conceal", who=SeatRef(seat))
            case Void():
                return msg("high-card.void")
            case Adjust(team=team, by=by, why=why):
                return msg("high-card.adjust", team=team, by=by, why=why)
            case NewRules():
                return msg("high-card.options")
            case _:
                return msg("high-card.end")

    def result(self, state):
        best = max(state.score)
        return Result(
            state.deals,
            state.score,
            0,
            state.over,
            state.score.index(best) + 1 if state.over else None,
            Next("over", ()) if state.over else Next("lay", (state.turn,)),
        )


def rows_of(state):
    total = (0,) * state.players
    rows = []
    for deal in state.deals:
        total = added(total, deal.written)
        title = msg("high-card.round", n=deal.deal)
        rows.append(DealRow(title, deal.written, total, deal.deal, deal.dealer))
    return tuple(rows)


def added(score, points):
    return tuple(a + b for a, b in zip(score, points, strict=True))


RULES = HighCard()
