"""The rule sheet of belote, for the house rules as a table has them.

Ranks, points, contracts and the worked sums come from the code that keeps the score.
``ours`` marks what no source settles (rules.md 2.9, CHOICE).
"""

from dataclasses import dataclass
from typing import Final

from companion.core.cards import Suit
from companion.core.messages import Msg, SuitRef, msg
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
    read_rank,
)
from companion.core.seats import Seat, Team
from companion.games.belote.contracts import (
    DECK,
    KINDS,
    LAST_TEN,
    PLAIN,
    PLAIN_POINTS,
    TRUMP,
    TRUMP_POINTS,
    ContractWord,
    named,
)
from companion.games.belote.melds import BELOTE_POINTS, FOUR_POINTS, SEQUENCE_POINTS
from companion.games.belote.options import HAND, HouseRules, sentences
from companion.games.belote.tally import CAPOT, tally, tens

TAKER: Final = Team(1)


def sheet(house: HouseRules) -> Sheet:
    """The whole sheet."""
    return Sheet(
        facts=(
            msg("paper.fact-players"),
            msg("paper.fact-cards", n=len(DECK)),
            msg("paper.fact-target", n=house.target),
        ),
        goal=msg("paper.goal"),
        aid=(
            *_orders(),
            Panel(msg("paper.turn"), (Items(_turn(house), "steps"),)),
            Heading(msg("paper.h-contracts")),
            _contracts(),
            Panel(msg("paper.must-i"), (_duties(),)),
            Heading(msg("paper.h-declarations")),
            _declarations(),
            Heading(msg("paper.h-written")),
            _outcomes(house),
            Panel(msg("paper.wrong"), (Items((msg("paper.wrong-any"), msg("paper.wrong-26"))),)),
        ),
        rules=(
            *_table(house),
            Heading(msg("paper.h-cards")),
            Para(msg("paper.cards")),
            *_orders(),
            *_bidding(),
            *_play(),
            *_declaring(house),
            *_counting(house),
            *_end(house),
            Heading(msg("paper.h-irregular")),
            Para(msg("paper.irregular")),
            Heading(msg("paper.h-house")),
            Items(sentences(house), "ticks"),
        ),
    )


def _orders() -> tuple[Block, ...]:
    def order(ranks: str, points: dict[str, int], code: str) -> CardOrder:
        pairs = tuple((read_rank(rank), str(points.get(rank, "") or "")) for rank in ranks)
        return CardOrder(pairs, msg(code, n=sum(points.values())))

    return (
        order(TRUMP, TRUMP_POINTS, "paper.order-trump"),
        order(PLAIN, PLAIN_POINTS, "paper.order-plain"),
    )


def _turn(house: HouseRules) -> tuple[Msg, ...]:
    return (
        msg("paper.turn-deal"),
        msg("paper.turn-bid"),
        msg("paper.turn-rest", packet=house.last_packet),
        msg("paper.turn-play", tricks=HAND[house.last_packet]),
        msg("paper.turn-count"),
    )


def _contracts() -> Grid:
    rows: list[tuple[Text, ...]] = []
    signs: tuple[Suit, ...] = ("c", "d", "h", "s")
    suit = KINDS["clubs"]
    worth = suit.total * suit.times
    one = msg("paper.four-suits", **{s: SuitRef(s) for s in signs})
    rows.append((one, str(suit.total), str(worth), str(tens(worth))))
    some: tuple[ContractWord, ...] = ("no-trumps", "all-trumps")
    for word in some:
        kind = KINDS[word]
        total = kind.total * kind.times
        rows.append((named(word), str(kind.total), str(total), str(tens(total))))
    head = tuple(msg(f"paper.c-{name}") for name in ("contract", "counted", "sum", "written"))
    shares: tuple[tuple[float, str], ...] = (
        (2.1, "left"),
        (1, "right"),
        (1, "right"),
        (1, "right"),
    )
    return Grid(shares, head, tuple(rows))  # type: ignore[arg-type]


def _duties() -> Grid:
    names = ("follow", "trump-led", "partner", "void", "overtrump", "all-trumps")
    rows = tuple((msg(f"paper.if-{name}"), msg(f"paper.then-{name}")) for name in names)
    return Grid(((1, "left"), (1.2, "left")), (msg("paper.c-if"), msg("paper.c-then")), rows)


def _declarations() -> Grid:
    runs = tuple(
        (msg(f"paper.meld-{name}"), str(points)) for name, points in SEQUENCE_POINTS.items()
    )
    by_points: dict[int, list[str]] = {}
    for rank, points in FOUR_POINTS.items():
        by_points.setdefault(points, []).append(read_rank(rank))
    fours = tuple(
        (msg("paper.meld-four", ranks=", ".join(ranks)), str(points))
        for points, ranks in by_points.items()
    )
    belote = ((msg("paper.meld-belote"), str(BELOTE_POINTS)),)
    head = (msg("paper.c-declaration"), msg("paper.c-points"))
    return Grid(((3, "left"), (0.8, "right")), head, (*runs, *fours, *belote))


def _outcomes(house: HouseRules) -> Grid:
    names = ["made", "inside", "equal", "doubled", f"equal-doubled-{house.tie_doubled}", "capot"]
    rows = tuple((msg(f"paper.when-{name}"), msg(f"paper.write-{name}")) for name in names)
    return Grid(((1, "left"), (1.5, "left")), (msg("paper.c-when"), msg("paper.c-write")), rows)


def _table(house: HouseRules) -> tuple[Block, ...]:
    return (
        Heading(msg("paper.h-players")),
        Para(msg("paper.players")),
        Figures(
            (
                SeatPlan(4, "counter-clockwise", msg("paper.seats-caption")),
                Packets((3, 2, house.last_packet), msg("paper.packets-caption")),
            )
        ),
        Heading(msg("paper.h-deal")),
        Para(msg("paper.deal")),
        *((Para(msg("paper.deal-seven")),) if house.last_packet == 2 else ()),
    )


def _bidding() -> tuple[Block, ...]:
    says: tuple[tuple[int, Text, str], ...] = (
        (2, named("diamonds"), "bid"),
        (3, msg("paper.says-pass"), "pass"),
        (4, named("spades"), "higher"),
        (1, msg("paper.says-double"), "double"),
        (2, named("no-trumps"), "wipes"),
        (3, msg("paper.says-pass"), "pass"),
        (4, msg("paper.says-pass"), "pass"),
        (1, msg("paper.says-pass"), "ends"),
    )
    rows = tuple((str(seat), said, msg(f"paper.why-{why}")) for seat, said, why in says)
    head = (msg("paper.c-seat"), msg("paper.c-says"), msg("paper.c-why"))
    return (
        Heading(msg("paper.h-bidding")),
        Para(msg("paper.bidding")),
        Para(msg("paper.bidding-double")),
        Para(msg("paper.bidding-end")),
        Grid(((0.5, "centre"), (1.3, "left"), (3, "left")), head, rows),
    )


def _play() -> tuple[Block, ...]:
    laid: tuple[tuple[Seat, str, Suit], ...] = (
        (Seat(1), "A", "h"),
        (Seat(2), "9", "s"),
        (Seat(3), "7", "h"),
        (Seat(4), "J", "s"),
    )
    trick = Trick(laid, Seat(4), msg("paper.trick-caption"), "counter-clockwise")
    return (
        Heading(msg("paper.h-play")),
        Para(msg("paper.play-lead")),
        Para(msg("paper.play-follow")),
        Para(msg("paper.play-trump")),
        Para(msg("paper.play-partner")),
        Para(msg("paper.play-all")),
        Para(msg("paper.play-wins")),
        Figures((trick,)),
    )


def _declaring(house: HouseRules) -> tuple[Block, ...]:
    return (
        Heading(msg("paper.h-declarations")),
        Para(msg("paper.declaring")),
        Para(msg(f"paper.declaring-{house.sequences}")),
        Para(msg("paper.declaring-tie")),
        Para(msg("paper.declaring-eight"), ours=True),
        Para(msg("paper.declaring-belote", n=BELOTE_POINTS)),
    )


@dataclass(frozen=True)
class Example:
    """A worked deal: contract, double, and the points in the tricks of both sides."""

    word: ContractWord
    ours: int
    theirs: int
    doubled: int = 1
    capot: bool = False

    def row(self, house: HouseRules) -> tuple[Text, ...]:
        """The line of it, as the rules that keep the score reckon it."""
        sums = tally(
            KINDS[self.word],
            TAKER,
            self.doubled,
            cards=(self.ours, self.theirs),
            capot=TAKER if self.capot else None,
            declared=(0, 0),
            hung=0,
            house=house,
        )
        written = f"{sums.written[0]} : {sums.written[1]}"
        what: Text = named(self.word)
        if self.doubled > 1:
            what = msg("paper.doubled", contract=named(self.word))
        why = "capot" if self.capot else sums.outcome
        return what, f"{sums.raw[0]} – {sums.raw[1]}", written, msg(f"paper.outcome-{why}")


EXAMPLES: Final = (
    Example("hearts", 106, 56),
    Example("hearts", 53, 109),
    Example("hearts", 81, 81),
    Example("clubs", 61, 101, doubled=2),
    Example("all-trumps", 224, 34),
    Example("no-trumps", 82, 48),
    Example("spades", 162, 0, capot=True),
)
"""rules.md B1, B7, B10, B13 without what hung, B4, B6, B16."""


def _counting(house: HouseRules) -> tuple[Block, ...]:
    head = tuple(msg(f"paper.c-{name}") for name in ("contract", "points", "written", "outcome"))
    return (
        Heading(msg("paper.h-count")),
        Para(msg("paper.count", last=LAST_TEN)),
        Para(
            msg("paper.count-every", capot=CAPOT)
            if house.nt_capot == CAPOT
            else msg("paper.count-capot", capot=CAPOT, without=house.nt_capot)
        ),
        Para(msg("paper.count-tens")),
        Para(msg("paper.count-compare")),
        _outcomes(house),
        Para(msg("paper.count-hang")),
        Para(msg("paper.count-examples")),
        Grid(
            ((1.5, "left"), (1.15, "centre"), (0.9, "centre"), (1.1, "left")),
            head,
            tuple(example.row(house) for example in EXAMPLES),
        ),
    )


def _end(house: HouseRules) -> tuple[Block, ...]:
    return (
        Heading(msg("paper.h-end")),
        Para(msg("paper.end", target=house.target)),
        Para(msg(f"house.finish-on-capot-{'on' if house.finish_on_capot else 'off'}")),
        Para(
            msg(f"house.finish-on-hanging-{'on' if house.finish_on_hanging else 'off'}"), ours=True
        ),
    )
