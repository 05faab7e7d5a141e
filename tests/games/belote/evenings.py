"""Whole deals by chance: hands dealt, bid, declared and played, with slips where asked for."""

import random
from dataclasses import dataclass, field

from games.belote import second_opinion as second

CONTRACTS = ["clubs", "diamonds", "hearts", "spades", "no-trumps", "all-trumps"]


@dataclass
class Played:
    """A deal as it went at a table of which everything is known."""

    contract: str
    bidder: int
    times: int
    first: int
    words: list[str]
    hands: dict[int, set[str]] = field(default_factory=dict)
    melds: list[dict] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    """Everything of the play as a scribe would enter it card by card."""
    tricks: list[list[tuple[int, str]]] = field(default_factory=list)
    faults: list[tuple[int, str, int]] = field(default_factory=list)
    """Line (from 0), code and seat of every slip."""

    @property
    def side(self):
        return 2 - self.bidder % 2

    def points(self, team):
        """Points in a team's tricks, the last ten included, not doubled."""
        won = [t for t in self.tricks if second.leading(self.contract, t)[0] % 2 == team % 2]
        ten = 10 if self.tricks[-1] in won else 0
        return ten + sum(second.value(self.contract, c) for t in won for _, c in t)

    def capot(self):
        sides = {second.leading(self.contract, t)[0] % 2 for t in self.tricks}
        return 2 - sides.pop() if len(sides) == 1 else None

    def of_first(self, hung, options):
        """What the second scorer makes of it."""
        return second.score(
            {
                "contract": self.contract,
                "side": self.side,
                "times": self.times,
                "tricks": self.tricks,
                "melds": self.melds,
                "hung": hung,
                "options": options,
            }
        )


def after(seat, n=1):
    return (seat - 1 + n) % 4 + 1


def auction(luck, first):
    """Words until a contract stands; and which, whose, times what."""
    words, best, passes, who = [], None, 0, first
    while passes < (3 if best else 4):
        higher = CONTRACTS[CONTRACTS.index(best[0]) + 1 :] if best else CONTRACTS
        theirs = best is not None and best[1] % 2 != who % 2
        roll = luck.random()
        if higher and roll < (0.2 if best else 0.5):
            best, passes = (luck.choice(higher), who, 1), 0
            words.append(f"{who} bid {best[0]}")
        elif best and roll < 0.4 and best[2] == (1 if theirs else 2):
            best, passes = (best[0], best[1], best[2] * 2), 0
            words.append(f"{who} {'double' if theirs else 'redouble'}")
        else:
            passes += 1
            words.append(f"{who} pass")
        who = after(who)
    return words, best


def line_of(seat, said):
    what = said.get("top") or said.get("rank") or said.get("suit")
    return f"{seat} {said['meld']} {what}" + (f" {said['length']}" if "length" in said else "")


def play(luck, first, slips=0.0, cards=8):
    """A deal from the first word on; None where nobody bid."""
    words, best = auction(luck, first)
    if best is None:
        return words, None
    contract, bidder, times = best
    deal = Played(contract, bidder, times, first, words)
    pack = luck.sample(second.PACK, 32)
    deal.hands = {n + 1: set(pack[n * cards : (n + 1) * cards]) for n in range(4)}
    left = {seat: set(hand) for seat, hand in deal.hands.items()}
    leader, late = first, []
    for number in range(cards):
        right, trick = leader, []
        if luck.random() < slips / 4:
            leader = luck.randint(1, 4)
        for n in range(4):
            seat = after(leader, n)
            if number == 0:
                for said in second.melds_in(deal.hands[seat], contract):
                    if luck.random() < 0.9:
                        deal.melds.append({"seat": seat, **said})
                        (late if luck.random() < 0.1 else deal.lines).append(line_of(seat, said))
            hand = sorted(left[seat])
            fair = [c for c in hand if second.verdict(contract, hand, trick, seat, c) is None]
            card = luck.choice(hand if luck.random() < slips else fair)
            belote = announced(luck, deal, seat, card, trick)
            if belote and luck.random() < 0.5:
                deal.lines.append(belote)
                belote = None
            if n == 0 and leader != right:
                deal.faults.append((len(deal.lines), "lead-out-of-turn", seat))
            wrong = second.verdict(contract, hand, trick, seat, card)
            if wrong:
                deal.faults.append((len(deal.lines), wrong, seat))
            deal.lines.append(f"{seat} play {card}")
            if number == cards - 1 and n == 3 and belote:
                deal.melds.pop()  # the deal closes with its last card: too late to say
            elif belote:
                deal.lines.append(belote)
            if n == 3 and number == 0:
                deal.lines += late
            left[seat].remove(card)
            trick.append((seat, card))
        deal.tricks.append(trick)
        leader = second.leading(contract, trick)[0]
    return words, deal


def announced(luck, deal, seat, card, trick):
    """The line of a belote announced with this card, its meld noted; None where there is none."""
    rank, suit = card
    if rank not in "KQ" or deal.contract == "no-trumps" or luck.random() < 0.1:
        return None
    mate = ("Q" if rank == "K" else "K") + suit
    if mate not in deal.hands[seat] or not second.is_trump(deal.contract, suit):
        return None
    if any(c == mate for t in deal.tricks for _, c in t):
        return None
    if trick and deal.contract == "all-trumps" and trick[0][1][1] != suit:
        return None
    word = {v: k for k, v in second.LETTER.items()}[suit]
    deal.melds.append({"seat": seat, "meld": "belote", "suit": word})
    return f"{seat} belote {word}"


def entered(luck, deal):
    """The deal as a table might enter it: card by card, by sets, by tricks, or by its result."""
    how = luck.choice(["cards", "sets", "tricks", "count", "mixed"])
    if how == "cards":
        return deal.lines
    melds = [line_of(m["seat"], m) for m in deal.melds]
    team = luck.choice([1, 2])
    last = f"count {team} {deal.points(team)}"
    if deal.capot():
        last = f"count {deal.capot()} {deal.points(deal.capot())} capot"
    if how == "count":
        return [*melds, last]
    lines = []
    for trick in deal.tricks:
        winner = second.leading(deal.contract, trick)[0]
        if how == "sets":
            cards = luck.sample([card for _, card in trick], 4)
            lines.append(f"trick {winner} {' '.join(cards)}")
        else:
            lines.append(f"trick {winner}")
    if how == "sets":
        return [*melds, *lines]
    if how == "mixed":
        return [*melds, *lines[: luck.randint(0, 7)], last]
    return [*melds, *lines, *([] if deal.capot() else [last])]


def partly(luck, deal):
    """The deal by a scribe who lays some tricks card by card, notes some only half, or as a
    set, or by their winner, and may break off to count. Declarations come as they were made."""
    lines, number, laid = [], 0, 0
    stop = luck.choice([99, 99, luck.randint(1, 7)])
    how, spoken = luck.choice(["cards", "half", "set", "winner"]), []
    for line in deal.lines:
        if " play " not in line:
            (spoken if how in {"set", "winner"} else lines).append(line)
            continue
        if number == stop:
            break
        trick = deal.tricks[number]
        laid += 1
        if how == "cards" or (how == "half" and laid <= 2):
            lines.append(line)
        if laid == 4:
            winner = second.leading(deal.contract, trick)[0]
            if how == "set":
                lines.append(f"trick {winner} {' '.join(card for _, card in trick)}")
            elif how in {"half", "winner"}:
                lines.append(f"trick {winner}")
            number, laid, how = number + 1, 0, luck.choice(["cards", "half", "set", "winner"])
    early = [line for line in spoken if " belote " not in line]
    lines = [*early, *lines]
    team = deal.capot() or luck.choice([1, 2])
    capot = " capot" if deal.capot() else ""
    return [*lines, f"count {team} {deal.points(team)}{capot}"]


def some_meld(luck):
    """A declaration out of the air."""
    suit = luck.choice("cdhs")
    return luck.choice(
        [
            f"tierce {luck.choice('9TJQKA')}{suit}",
            f"quarte {luck.choice('TJQKA')}{suit}",
            f"four {luck.choice('J9ATKQ')}",
            f"belote {luck.choice(CONTRACTS[:4])}",
        ]
    )


def evening(luck, **options):
    """Options at random, but for a target that is out of reach."""
    return {
        "target": 10_000,
        "sequences": luck.choice(["separate", "one-contest"]),
        "tie_doubled": luck.choice(["hangs", "split"]),
        "nt_capot": luck.choice([90, 180]),
        "capot_doubled": luck.choice([True, False]),
        **options,
    }


def seeded(seed):
    return random.Random(seed)
