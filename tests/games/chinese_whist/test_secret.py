"""What lies face down or is held is nobody's to see: it is not even known here.

The server is told a card when it is turned up or played. So the one promise to keep is that
nothing is guessed before: what everybody may see is the same for all, no card that was not
entered is said to lie anywhere, and all of them are offered alike to whoever might hold one.
"""

import random

import msgspec
import pytest
from games.chinese_whist.felt import dealt
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.entries import Play
from companion.core.seats import Seat, seats_of
from companion.core.view import PUBLIC, Viewer
from companion.games.chinese_whist import RULES
from companion.games.chinese_whist.entries import Expose, Uncover
from companion.games.chinese_whist.layout import to_turn_up


def but_the_taps(view):
    """A view without what differs by whose finger it is."""
    told = [msgspec.structs.replace(notice, offers=()) for notice in view.notices]
    return msgspec.structs.replace(view, choices=(), prompt=None, notices=tuple(told))


def without_options(view):
    """All that a public view says, as bytes."""
    return msgspec.json.encode(but_the_taps(view)).decode()


def unseen(hands, entered):
    return {card for hand in hands.values() for card in hand.left()} - entered


def offered(state, seat, key):
    found = RULES.choices(state, Viewer(frozenset({seat}), True))
    cards = [o.value for c in found if c.key in key for o in c.fields[-1].options]
    return set(cards)


def a_deal(table, seed):
    """A deal by cards with rows told by some; returns how many times it was looked at."""
    luck = random.Random(seed)
    players = luck.choice([2, 3, 4])
    t, hands = table(players), dealt(players, luck)
    entered: set[str] = set()
    for seat, hand in hands.items():
        if luck.random() < 0.6:
            t.say(Expose(seat=Seat(seat), cards=tuple(hand.up)))
            entered |= set(hand.up)
    t.trump(luck.choice(["hearts", "spades"]))
    looks = 0
    for _ in range(luck.randint(1, 60)):
        seat = t.state.deal.turn
        card = luck.choice(hands[seat].free())
        t.say(Play(seat=seat, card=card))
        hands[seat].play(card)
        entered.add(card)
        if t.state.deal.number > 1:
            break
        if not t.state.deal.trick.laid:
            for one, hand in hands.items():
                for turned in hand.turn_up():
                    if luck.random() < 0.7 and to_turn_up(t.state.deal, Seat(one)):
                        t.say(Uncover(seat=Seat(one), card=turned))
                        entered.add(turned)
        hidden = unseen(hands, entered)
        public = RULES.view(t.state, PUBLIC)
        text = without_options(public)
        assert not [card for card in hidden if f'"{card}"' in text]
        for eyes in [*({seat} for seat in seats_of(players)), set(seats_of(players)), set()]:
            view = RULES.view(t.state, Viewer(frozenset(eyes), True))
            assert but_the_taps(view) == but_the_taps(public)
        may_play = offered(t.state, t.state.deal.turn, {"play", "play-hidden"})
        assert hidden <= may_play, "whoever is on turn might hold any of them"
        for one in seats_of(players):
            for key in ("uncover", "show"):
                cards = offered(t.state, one, {key})
                assert not cards or hidden <= cards
        looks += 1
    return looks


@given(seed=st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_nothing_is_said_of_a_card_before_it_is_entered(table, seed):
    a_deal(table, seed)


@pytest.mark.slow
def test_nothing_is_said_of_a_card_over_many_deals(table):
    assert sum(a_deal(table, seed) for seed in range(200)) > 2000


def two_alike(table, seed):
    """Two tables whose open cards are the same, and whose covered and held ones are not."""
    luck = random.Random(seed)
    players = luck.choice([2, 3, 4])
    one = dealt(players, luck)
    hidden = [card for hand in one.values() for card in (*hand.down, *hand.held)]
    luck.shuffle(hidden)
    pile = iter(hidden)
    other = {
        seat: (hand.up, [next(pile) for _ in hand.down], [next(pile) for _ in hand.held])
        for seat, hand in one.items()
    }
    tables = [table(players), table(players)]
    for t, ups in zip(
        tables,
        ({s: h.up for s, h in one.items()}, {s: up for s, (up, _, _) in other.items()}),
        strict=True,
    ):
        t.say(*(f"{seat} expose {' '.join(up)}" for seat, up in ups.items())).trump()
        for seat in [(n % players) + 1 for n in range(1, players + 1)]:
            t.say(f"{seat} play {ups[seat][0]}")
    for eyes in [*({seat} for seat in seats_of(players)), set()]:
        views = [RULES.view(t.state, Viewer(frozenset(eyes), True)) for t in tables]
        assert msgspec.json.encode(views[0]) == msgspec.json.encode(views[1])
    covered = [hand.down[0] for hand in one.values()], [down[0] for _, down, _ in other.values()]
    return covered[0] != covered[1]


def test_tables_that_differ_only_face_down_look_alike(table):
    assert sum(two_alike(table, seed) for seed in range(20)) > 15
