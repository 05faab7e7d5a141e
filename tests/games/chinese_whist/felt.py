"""A table in the room, with every card in its place: what the server never knows."""

import itertools
from dataclasses import dataclass, field

from companion.games.chinese_whist.options import DECKS, LAYOUTS

RANKS = "AKQJT98765432"


@dataclass
class Hand:
    """One player's cards: places with an open and a covered card each, and the hand."""

    up: list[str | None]
    down: list[str | None]
    held: list[str]
    told: list[str] = field(default_factory=list)
    """Cards turned up and not entered yet."""

    def free(self) -> list[str]:
        """What may be played: open cards and the hand (SEED)."""
        return [card for card in self.up if card] + self.held

    def left(self) -> list[str]:
        return self.free() + [card for card in self.down if card]

    def play(self, card: str) -> None:
        if card in self.held:
            self.held.remove(card)
            return
        self.up[self.up.index(card)] = None

    def turn_up(self) -> list[str]:
        """Before the next lead: every covered card that lies bare."""
        turned = []
        for place, (up, down) in enumerate(zip(self.up, self.down, strict=True)):
            if up is None and down is not None:
                self.up[place], self.down[place] = down, None
                turned.append(down)
        return turned


def dealt(players, luck, layout=None):
    """Hands for everybody, from a shuffled pack."""
    deck = list(DECKS[players].cards)
    luck.shuffle(deck)
    pile = iter(deck)
    down, up, held = layout or LAYOUTS[players]
    hands = {}
    for seat in range(1, players + 1):
        below = [*itertools.islice(pile, down), *[None] * (up - down)]
        hands[seat] = Hand(
            list(itertools.islice(pile, up)), below, list(itertools.islice(pile, held))
        )
    return hands


def winner(laid, trump):
    """Who takes a trick, by striking out every card that another one beats."""
    led = laid[0][1][1]
    left = [(s, c) for s, c in laid if c[1] == trump] or [(s, c) for s, c in laid if c[1] == led]
    return min(left, key=lambda one: RANKS.index(one[1][0]))[0]


@dataclass
class Slips:
    """How often something goes wrong: not following, leading out of turn, telling late."""

    revoke: float = 0.0
    lead: float = 0.0
    late: float = 0.0
    rows: float = 1.0
    """How likely a player is to enter the face-up row."""
    tell: float = 1.0
    """How likely to enter a card that was turned up at all."""


def play_out(t, luck, slips, layout=None):
    """A whole deal by cards at table ``t``; the faults that somebody who sees all finds, and
    the tricks of each seat. ``t`` hears what its players would enter."""
    players, dealer = t.players, t.state.deal.dealer
    hands = dealt(players, luck, layout)
    deal = t.state.deal.number
    lines = [f"{s} expose {' '.join(h.up)}" for s, h in hands.items() if luck.random() < slips.rows]
    suit = luck.choice("cdhs")
    lines.insert(luck.randint(0, len(lines)), f"{dealer} trump {WORDS[suit]}")
    t.say(*lines)
    faults, won = set(), dict.fromkeys(hands, 0)
    leader = dealer % players + 1
    waiting: dict[int, list[str]] = {seat: [] for seat in hands}
    while hands[leader].left():
        right = leader
        if luck.random() < slips.lead:
            leader = luck.randint(1, players)
        laid = []
        for seat in [(leader - 1 + n) % players + 1 for n in range(players)]:
            hand = hands[seat]
            free = hand.free()
            led = laid[0][1][1] if laid else None
            follow = [card for card in free if card[1] == led]
            card = luck.choice(free if luck.random() < slips.revoke else follow or free)
            if not laid and not won[leader] and sum(won.values()) == 0:
                card = luck.choice([card for card in hand.up if card])
            t.say(f"{seat} play {card}")
            if seat == leader != right:
                faults.add((t.number, "lead-out-of-turn", seat))
            if follow and card[1] != led:
                faults.add((t.number, "revoke", seat))
            hand.play(card)
            waiting[seat] = [c for c in waiting[seat] if c != card]
            laid.append((seat, card))
        leader = winner(laid, suit)
        won[leader] += 1
        if t.state.deal.number != deal:
            break
        for seat, hand in hands.items():
            turned = hand.turn_up()
            waiting[seat] += [card for card in turned if luck.random() < slips.tell]
            while waiting[seat] and luck.random() >= slips.late:
                t.say(f"{seat} uncover {waiting[seat].pop(0)}")
    return faults, won


WORDS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
