"""The rule sheet of Whitehouse Gaim, for the house rules as a table has them.

The order of the SEED, its wording made plain; numbers and tables come from the rules that
are played by, so that paper and table cannot differ. ``ours`` marks what the SEED leaves
open (rules.md 1.6).
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
    Packets,
    Panel,
    Para,
    SeatPlan,
    Sheet,
    Text,
    Trick,
)
from companion.core.seats import Seat
from companion.games.whitehouse.auction import TOP, Said, over_partner, speaker
from companion.games.whitehouse.options import (
    LADDERS,
    SUIT_TOTAL,
    HouseRules,
    deck_for,
    letter_points,
    plays_agreed,
    sentences,
)

HELD: Final = (("P", 3), ("M", 2), ("S", 3), ("D", 1))
"""The worked count: what the bidder's side holds (rules.md W5)."""
BIDS: Final = {2: (0, 4), 3: (2,)}
"""The worked auction: what seats 2 and 3 bid above the minimum, in their order; seat 1 deals."""


def sheet(players: int, house: HouseRules) -> Sheet:
    """The whole sheet."""
    return Sheet(
        facts=(
            msg("paper.fact-players", n=players),
            msg("paper.fact-cards", n=len(deck_for(players))),
            _length(players, house),
        ),
        goal=msg("paper.goal"),
        aid=(
            _order(players, house),
            Panel(msg("paper.turn"), (Items(_turn(players, house), "steps"),)),
            *_score_table(house),
            Panel(msg("paper.must-i"), (_duties(),)),
            Heading(msg("paper.who-wins")),
            Para(msg("paper.wins")),
            Figures((_trick(players),)),
            Panel(msg("paper.wrong"), (Items(_wrong()),)),
        ),
        rules=(
            *_table(players),
            *_cards(players, house),
            *_deal(players),
            *_bidding(players, house),
            *_trump(),
            *_play(),
            *_count(players, house),
            *_end(players, house),
            *_irregular(),
            Heading(msg("paper.h-house")),
            Items(sentences(players, house), "ticks"),
        ),
    )


def _length(players: int, house: HouseRules) -> Msg:
    plays = plays_agreed(house, players)
    if plays is None:
        return msg("paper.fact-minutes", n=house.minutes)
    return msg("paper.fact-plays", n=plays)


def _order(players: int, house: HouseRules) -> CardOrder:
    points = letter_points(house)
    ranks = tuple(
        (letter, str(points[letter]) if points.get(letter) else "")
        for letter in deck_for(players).ranks
    )
    return CardOrder(ranks, msg("paper.order", suit=SUIT_TOTAL, total=TOP))


def _turn(players: int, house: HouseRules) -> tuple[Msg, ...]:
    tricks = len(deck_for(players)) // players
    return (
        msg("paper.turn-deal", hand=tricks, packet=tricks // 2),
        msg("paper.turn-bid", low=house.minimum, top=TOP),
        msg("paper.turn-trump"),
        msg("paper.turn-play", tricks=tricks),
        msg("paper.turn-count"),
        msg("paper.turn-pay"),
    )


def _score_table(house: HouseRules) -> tuple[Block, ...]:
    rows = []
    low = house.minimum
    for step in LADDERS[house.reward]:
        if step.top < low:
            continue
        bids = f"{low}–{step.top}" if low < step.top else str(step.top)
        rows.append((bids, f"+{step.made}", f"−{step.failed}"))
        low = step.top + 1
    head = (msg("paper.c-bid"), msg("paper.c-made"), msg("paper.c-failed"))
    grid = Grid(((1.2, "left"), (1, "centre"), (1, "centre")), head, tuple(rows))
    more = (Para(msg("paper.pay-double")),) if house.double else ()
    return (Heading(msg("paper.chips")), grid, Para(msg("paper.pay-rule")), *more)


def _duties() -> Grid:
    names = ("follow", "void", "asked", "bidder-void", "shown", "bidder-lead")
    rows = tuple((msg(f"paper.if-{name}"), msg(f"paper.then-{name}")) for name in names)
    head = (msg("paper.c-if"), msg("paper.c-then"))
    return Grid(((1.0, "left"), (1.15, "left")), head, rows)


def _trick(players: int) -> Trick:
    """Hearts led, then a low spade as trump takes it; others throw away."""
    four: tuple[tuple[str, Suit], ...] = (("S", "h"), ("P", "h"), ("R", "s"), ("T", "h"))
    cards = four if players == 4 else (*four[:2], ("N", "d"), four[2], ("A", "h"), four[3])
    laid = tuple((Seat(n), sign, suit) for n, (sign, suit) in enumerate(cards, 1))
    winner = next(seat for seat, _, suit in laid if suit == "s")
    return Trick(laid, winner, msg("paper.trick-caption", who=f"{winner}"))


def _wrong() -> tuple[Msg, ...]:
    return msg("paper.wrong-any"), msg("paper.wrong-pays"), msg("paper.wrong-talk")


def _table(players: int) -> tuple[Block, ...]:
    tricks = len(deck_for(players)) // players
    return (
        Heading(msg("paper.h-players")),
        Para(msg("paper.players", n=players)),
        Figures(
            (
                SeatPlan(players, "clockwise", msg("paper.seats-caption")),
                Packets((tricks // 2, tricks // 2), msg("paper.packets-caption", hand=tricks)),
            )
        ),
    )


def _cards(players: int, house: HouseRules) -> tuple[Block, ...]:
    return (
        Heading(msg("paper.h-cards")),
        Para(msg("paper.cards", letters="\u00a0".join(deck_for(6).ranks))),
        Para(msg("paper.cards-four" if players == 4 else "paper.cards-six")),
        _order(players, house),
        Para(msg("paper.rank-ours"), ours=True),
        Para(msg("paper.points-ours"), ours=True),
    )


def _deal(players: int) -> tuple[Block, ...]:
    tricks = len(deck_for(players)) // players
    return (
        Heading(msg("paper.h-deal")),
        Para(msg("paper.deal", hand=tricks, packet=tricks // 2)),
    )


def _bidding(players: int, house: HouseRules) -> tuple[Block, ...]:
    rows = tuple(
        (str(word.seat), msg("paper.passes") if word.points is None else str(word.points), why)
        for word, why in auction_example(players, house)
    )
    head = (msg("paper.c-seat"), msg("paper.c-says"), msg("paper.c-why"))
    return (
        Heading(msg("paper.h-bidding")),
        Para(msg("paper.bidding", low=house.minimum, top=TOP)),
        Para(msg("paper.bidding-partner")),
        Para(msg(f"paper.bidding-{house.auction}"), ours=True),
        *((Para(msg("paper.bidding-double"), ours=True),) if house.double else ()),
        Grid(((0.5, "centre"), (0.8, "centre"), (3, "left")), head, rows),
    )


def auction_example(players: int, house: HouseRules) -> list[tuple[Said, Msg]]:
    """An auction by these house rules, and why each says what it says."""
    left = {seat: list(bids) for seat, bids in BIDS.items()}
    said: list[Said] = []
    told: list[tuple[Said, Msg]] = []
    while (seat := speaker(said, Seat(2), players, house.auction)) is not None:
        bids = left.get(seat, [])
        own = over_partner(said, seat)
        points = house.minimum + bids.pop(0) if bids and not own else None
        why = "own" if own else "enough"
        if points is not None:
            why = "over" if said else "open"
        said.append(Said(seat, points))
        told.append((said[-1], msg(f"paper.says-{why}")))
    return told


def _trump() -> tuple[Block, ...]:
    return (
        Heading(msg("paper.h-trump")),
        Para(msg("paper.trump")),
        Para(msg("paper.trump-early"), ours=True),
    )


def _play() -> tuple[Block, ...]:
    return (
        Heading(msg("paper.h-play")),
        Para(msg("paper.play-lead")),
        Para(msg("paper.play-follow")),
        Para(msg("paper.play-ask")),
        Para(msg("paper.play-bidder")),
        Para(msg("paper.play-face-down"), ours=True),
        Para(msg("paper.play-wins")),
        Para(msg("paper.play-piles")),
    )


def _count(players: int, house: HouseRules) -> tuple[Block, ...]:
    points = letter_points(house)
    worth = [(letter, n, points.get(letter, 0)) for letter, n in HELD]
    mine = sum(n * each for _, n, each in worth)
    theirs = TOP - mine
    rows: tuple[tuple[Text, ...], ...] = tuple(
        (letter, str(n), str(each), str(n * each), str((4 - n) * each)) for letter, n, each in worth
    )
    left_over = theirs - sum((4 - n) * each for _, n, each in worth)
    if left_over:
        rows += ((msg("paper.other-letters"), "–", "–", "–", str(left_over)),)
    head = tuple(msg(f"paper.c-{name}") for name in ("letter", "held", "each", "sum", "rest"))
    example: tuple[Block, ...] = (
        Para(msg("paper.count-example", mine=mine, over=mine + 1)),
        Grid(
            ((1, "left"), (1, "centre"), (1, "centre"), (1, "right"), (1.2, "right")),
            head,
            rows,
            (msg("paper.c-total"), "", "", str(mine), str(theirs)),
        ),
    )
    return (
        Heading(msg("paper.h-count")),
        Para(msg("paper.count", total=TOP)),
        *(example if mine >= house.minimum else ()),
        *_score_table(house)[1:],
        Para(msg("paper.reward-ours"), ours=True),
    )


def _end(players: int, house: HouseRules) -> tuple[Block, ...]:
    plays = plays_agreed(house, players)
    length = (
        msg("paper.end-minutes", n=house.minutes)
        if plays is None
        else msg("paper.end-plays", n=plays)
    )
    return (
        Heading(msg("paper.h-end")),
        Para(length),
        Para(msg("paper.end-winner"), ours=True),
    )


def _irregular() -> tuple[Block, ...]:
    return (
        Heading(msg("paper.h-irregular")),
        Para(msg("paper.irregular")),
        Para(msg("paper.irregular-pays"), ours=True),
    )
