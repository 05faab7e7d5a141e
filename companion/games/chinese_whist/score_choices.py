"""What may be entered about the score: counts, claims, corrections, house rules."""

from collections.abc import Iterator

from companion.core.choices import Choice, Field, Option, Weight, numbers
from companion.core.dealing import dealer_choice
from companion.core.messages import Msg, SeatRef, TeamRef, msg
from companion.core.seats import Team, seats_of
from companion.core.view import Viewer
from companion.games.chinese_whist.deal import Deal
from companion.games.chinese_whist.fields import option_fields
from companion.games.chinese_whist.options import seats_in, team_of, teams_of
from companion.games.chinese_whist.score import honours_possible
from companion.games.chinese_whist.state import State
from companion.games.chinese_whist.ways import Way

MOST = 10
"""The largest correction offered at once: a whole game."""


def counts(deal: Deal, viewer: Viewer, way: Way | None) -> Iterator[Choice]:
    """The tricks of one's own side of two, the other having the rest; of three, a form."""
    teams = teams_of(deal.players)
    main: Weight = "main" if way in (None, "count") else "more"
    if len(teams) > 2:
        yield _each(deal, main, agreed=False)
        yield _each(deal, "rare", agreed=True)
        return
    own = next((team_of(seat, deal.players) for seat in sorted(viewer.seats)), teams[0])
    for team in sorted(teams, key=lambda team: team != own):
        other = next(one for one in teams if one != team)
        entry = {"do": "made", "team": team}
        low, high = deal.won[team - 1], deal.tricks - deal.won[other - 1]
        hint = msg("hint.made", who=TeamRef(other), n=deal.tricks)
        label = msg("choice.made", who=TeamRef(team))
        yield Choice(
            "made",
            label,
            entry,
            (Field("tricks", "number", label, options=numbers(low, high), hint=hint),),
            weight=main if team == own else "more",
        )
        yield Choice(
            "made-agreed",
            msg("choice.made-agreed", who=TeamRef(team)),
            {**entry, "agreed": True},
            (Field("tricks", "number", label, options=numbers(0, deal.tricks), hint=hint),),
            weight="rare",
            confirm=msg("confirm.agreed"),
        )


def _each(deal: Deal, weight: Weight, agreed: bool) -> Choice:
    """A form for each side, where the last one has what the others leave. By the record a
    side has no fewer than it took."""
    least = (0,) * len(deal.won) if agreed else deal.won
    open_ = deal.tricks - sum(least)
    fields = tuple(
        Field(
            f"tricks.{team}",
            "number",
            msg("field.tricks-of", who=TeamRef(team)),
            options=numbers(least[team - 1], least[team - 1] + open_),
        )
        for team in teams_of(deal.players)
    )
    return Choice(
        "made-agreed" if agreed else "made",
        msg("choice.made-each-agreed" if agreed else "choice.made-each"),
        {"do": "made-each", "agreed": True} if agreed else {"do": "made-each"},
        fields,
        weight=weight,
        confirm=msg("confirm.agreed") if agreed else None,
        hint=msg("hint.made-each", n=deal.tricks),
        total=deal.tricks,
    )


def claims(state: State, viewer: Viewer) -> Iterator[Choice]:
    """Revokes, offered to the sides that may claim them, and honours."""
    after = state.claimable is not None
    if not after and (state.over or state.deal.trump is None):
        return
    deal = state.claimed
    teams = teams_of(state.players)
    mine = {team_of(seat, state.players) for seat in viewer.seats} or set(teams)
    for team in teams:
        if team in mine:
            yield penalty(state, team, several=len(mine) > 1)
    if deal.house.honours and deal.honours is None:
        for team in teams:
            held = honours_possible(deal, team)
            if held:
                yield Choice(
                    "honours",
                    msg("choice.honours", who=TeamRef(team)),
                    {"do": "honours", "team": team},
                    (Field("held", "pick", options=tuple(Option(n) for n in held)),),
                    weight="more",
                    hint=msg("hint.honours"),
                )


def penalty(state: State, by: Team, several: bool) -> Choice:
    """A revoke claimed by a side, proven or not: whose, and what is taken for it."""
    n = state.claimed.house.revoke
    others = tuple(s for s in seats_of(state.players) if s not in seats_in(by, state.players))
    seats = tuple(Option(seat, msg("choice.seat", who=SeatRef(seat))) for seat in others)
    takes = tuple(
        Option(take, msg(f"take.{take}", by=TeamRef(by), n=n))
        for take in ("tricks", "add", "deduct")
    )
    return Choice(
        "penalty",
        msg("choice.penalty-by", who=TeamRef(by)) if several else msg("choice.penalty"),
        {"do": "penalty", "for": "revoke", "by": by},
        (
            Field("seat", "pick", msg("field.who-revoked"), options=seats),
            Field("take", "pick", msg("field.take"), options=takes),
        ),
        weight="more",
        hint=msg("hint.penalty"),
    )


def at_any_time(state: State) -> Iterator[Choice]:
    """What the table may settle by agreement."""
    if not state.over:
        yield _agreed("void", msg("choice.void"), msg("confirm.void"))
        yield _agreed("end", msg("choice.end"), msg("confirm.end"))
    for team in teams_of(state.players):
        held = state.score[team - 1]
        by = (*numbers(-held, -1), *numbers(1, MOST))
        yield Choice(
            "adjust",
            msg("choice.adjust", who=TeamRef(team)),
            {"do": "adjust", "team": team},
            (
                Field("by", "number", msg("field.points"), options=by),
                Field("why", "text", msg("field.why"), high=200),
            ),
            weight="rare",
        )
    if state.deal.untouched and not state.over:
        yield dealer_choice(state.deal.dealer, state.players)
        yield Choice(
            "options",
            msg("choice.options"),
            {"do": "options"},
            option_fields(state.players, state.house, under="options."),
            weight="rare",
            confirm=msg("confirm.options"),
        )


def _agreed(word: str, label: Msg, confirm: Msg) -> Choice:
    return Choice(word, label, {"do": word}, weight="rare", confirm=confirm)
