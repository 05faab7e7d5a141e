"""The rule sheet of Chinese Whist, for the house rules as a table has them.

The SEED in plain words; for two and three players, and where Whist has to be asked, what
rules.md settles. ``ours`` marks what no source does (rules.md 3.5, CHOICE).
"""

from typing import Final

from companion.core.cards import Suit
from companion.core.messages import Msg, msg
from companion.core.paper import (
    Block,
    CardOrder,
    Figures,
    Grid,
    Heading,
    Items,
    Panel,
    Para,
    SeatPlan,
    Sheet,
    Spread,
    Trick,
    read_rank,
)
from companion.core.seats import Seat
from companion.games.chinese_whist.options import (
    DECKS,
    HONOURS_WORTH,
    RANKS,
    RUBBER_BONUS,
    HouseRules,
    book_of,
    dealt_of,
    sentences,
    teams_of,
    tricks_in,
)

SHARES: Final = {2: ((15, 11), (13, 13), (20, 6)), 3: ((8, 5, 4), (7, 7, 3), (6, 6, 5)),
                 4: ((9, 4), (7, 6), (13, 0))}  # fmt: skip
"""Worked deals: tricks of each side (rules.md C1 to C3, C15, C17)."""


def sheet(players: int, house: HouseRules) -> Sheet:
    """The whole sheet."""
    return Sheet(
        facts=(
            msg("paper.fact-players", n=players),
            msg("paper.fact-cards", n=len(DECKS[players])),
            msg("paper.fact-target", n=house.target),
        ),
        goal=msg("paper.goal"),
        aid=(
            _order(),
            Panel(msg("paper.turn"), (Items(_turn(players, house), "steps"),)),
            Figures((_spread(players, house),)),
            Panel(msg("paper.may-i"), (_duties(),)),
            Heading(msg("paper.who-wins")),
            Para(msg("paper.wins")),
            Figures((_trick(players),)),
            *_scoring(players, house),
            Panel(msg("paper.wrong"), (Items(_wrong(house)),)),
        ),
        rules=(
            *_table(players),
            *_deal(players, house),
            *_play(),
            *_counting(players, house),
            *_end(players, house),
            *_irregular(house),
            Heading(msg("paper.h-house")),
            Items(sentences(players, house), "ticks"),
        ),
    )


def _order() -> CardOrder:
    return CardOrder(tuple((read_rank(rank), "") for rank in RANKS), msg("paper.order"))


def _turn(players: int, house: HouseRules) -> tuple[Msg, ...]:
    down, up, hand = dealt_of(house, players)
    return (
        msg("paper.turn-deal", down=down, up=up, hand=hand),
        msg("paper.turn-trump"),
        msg("paper.turn-lead"),
        msg("paper.turn-play", tricks=tricks_in(players)),
        msg("paper.turn-uncover"),
        msg("paper.turn-count", book=book_of(house, players)),
    )


def _spread(players: int, house: HouseRules) -> Spread:
    down, up, hand = dealt_of(house, players)
    return Spread(down, up, hand, msg("paper.spread-caption", down=down, up=up, n=hand))


def _duties() -> Grid:
    names = ("follow", "void", "hand", "covered", "first", "empty")
    rows = tuple((msg(f"paper.if-{name}"), msg(f"paper.then-{name}")) for name in names)
    return Grid(((1, "left"), (1.2, "left")), (msg("paper.c-if"), msg("paper.c-then")), rows)


def _trick(players: int) -> Trick:
    """Hearts led; the last to play has none and trumps low."""
    hearts = ("Q", "K", "3")
    cards: list[tuple[str, Suit]] = [(sign, "h") for sign in hearts[: players - 1]]
    cards.append(("2", "c"))
    laid = tuple((Seat(n), sign, suit) for n, (sign, suit) in enumerate(cards, 1))
    return Trick(laid, Seat(players), msg("paper.trick-caption", who=players))


def _scoring(players: int, house: HouseRules) -> tuple[Block, ...]:
    book = book_of(house, players)
    rows = tuple(
        (
            " – ".join(map(str, tricks)),
            " : ".join(str(max(0, won - book)) for won in tricks),
        )
        for tricks in SHARES[players]
    )
    head = (msg("paper.c-tricks"), msg("paper.c-points"))
    return (
        Heading(msg("paper.h-points")),
        Para(msg("paper.points", n=book)),
        Grid(((1, "left"), (1, "left")), head, rows),
        *((_honours(),) if house.honours else ()),
    )


def _honours() -> Para:
    four, three = HONOURS_WORTH[4], HONOURS_WORTH[3]
    return Para(msg("paper.honours", four=four, three=three))


def _wrong(house: HouseRules) -> tuple[Msg, ...]:
    return (
        msg("paper.wrong-revoke", n=house.revoke),
        msg("paper.wrong-lead"),
        msg("paper.wrong-misdeal"),
    )


def _table(players: int) -> tuple[Block, ...]:
    return (
        Heading(msg("paper.h-players")),
        Para(msg(f"paper.players-{players}"), ours=players == 3),
        Figures(
            (SeatPlan(players, "clockwise", msg(f"paper.seats-{players}"), len(teams_of(players))),)
        ),
        Heading(msg("paper.h-cards")),
        Para(msg(f"paper.pack-{players}")),
        _order(),
    )


def _deal(players: int, house: HouseRules) -> tuple[Block, ...]:
    down, up, hand = dealt_of(house, players)
    return (
        Heading(msg("paper.h-deal")),
        Para(msg(f"paper.deal-cut-{players}")),
        Para(msg("paper.deal", down=down, up=up, hand=hand), ours=players != 4),
        Figures((_spread(players, house),)),
        Para(msg("paper.deal-secret")),
        Heading(msg("paper.h-trump")),
        Para(msg("paper.trump")),
        *((Para(msg("paper.trump-alone")),) if players == 4 else ()),
    )


def _play() -> tuple[Block, ...]:
    return (
        Heading(msg("paper.h-play")),
        Para(msg("paper.play-lead")),
        Para(msg("paper.play-follow")),
        Para(msg("paper.play-wins")),
        Para(msg("paper.play-uncover")),
        Para(msg("paper.play-shift")),
        Para(msg("paper.play-later"), ours=True),
    )


def _counting(players: int, house: HouseRules) -> tuple[Block, ...]:
    heading, para, grid, *honours = _scoring(players, house)
    return (
        heading,
        para,
        *((Para(msg("paper.book-ours"), ours=True),) if players != 4 else ()),
        Para(msg("paper.points-examples")),
        grid,
        *honours,
        *((Para(msg("paper.honours-bar", n=house.target - 1)),) if house.honours else ()),
    )


def _end(players: int, house: HouseRules) -> tuple[Block, ...]:
    more: list[Block] = []
    if house.rubber:
        more.append(Para(msg("paper.rubber", bonus=RUBBER_BONUS), ours=True))
    if players == 3 or house.honours:
        more.append(Para(msg("paper.end-several"), ours=True))
    return (Heading(msg("paper.h-end")), Para(msg("paper.end", n=house.target)), *more)


def _irregular(house: HouseRules) -> tuple[Block, ...]:
    return (
        Heading(msg("paper.h-irregular")),
        Para(msg("paper.revoke", n=house.revoke, most=house.target - 1)),
        Para(msg("paper.revoke-claim")),
        Para(msg("paper.lead-out")),
        Para(msg("paper.misdeal")),
        Para(msg("paper.exposed"), ours=True),
    )
