"""Irregularities: each by hand, and all of them against a referee who sees every hand."""

import random
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.whitehouse.options import DECKS

RANKS = "PMSDATNRI"


def test_a_revoke_is_proven_by_a_later_card(table):
    t = table().bid(14).say("2 play Pc", "3 play Rh", "4 play Mc", "1 play Nc")
    assert t.flags == []
    assert [mark.code for mark in t.view().seats[2].marks] == ["mark.none-left"]
    t.say("2 play Ps", "3 play Sc")
    assert t.flags == [(6, "revoke", 3)]
    assert t.view().seats[2].marks[0].args["suit"].suit == "s"


def test_the_face_down_card_is_no_revoke(table):
    """29-ABI: the bidder need not follow with it, and may once it is shown."""
    t = table().bid(14).say("2 play Pc", "3 play Mc", "4 play Sc", "1 play Dc")
    t.say("2 play Rc", "3 play Ph", "4 play Ac", "1 play Nc")
    t.say("4 play Md", "1 play Rd", "2 play Ts", "3 play Nd")
    t.say("4 play Ad", "1 play Ms", "2 reveal Pd", "2 play Pd", "3 play Td")
    assert t.flags == []


def test_more_than_the_face_down_card_is_a_revoke(table):
    t = table().bid(14).say("2 play Rc", "3 play Mc", "4 play Nc", "1 play Tc")
    t.say("3 play Md", "4 play Ad", "1 play Rd", "2 play Ts")
    t.say("3 play Nd", "4 play Td", "1 play Ms", "2 reveal-suit diamonds", "2 play Pd")
    assert t.flags == []
    t.say("2 play Sd")
    assert t.flags == [(12, "revoke", 2)]


def test_a_card_the_bidder_plays_while_the_trump_is_hidden_is_not_it(table):
    t = table().bid(14).say("2 play Rc", "3 play Mc", "4 play Nc", "1 play Tc")
    t.say("3 play Md", "4 play Ad", "1 play Rd", "2 play Ts")
    t.say("3 play Nd", "4 play Td", "1 play Ms", "2 play Sd")
    assert t.flags == [(12, "revoke", 2)]


def test_trump_led_early_is_proven_by_another_suit(table):
    t = table().bid(14).say("2 play Ph", "3 play Mh", "4 play Sh", "1 play Dh")
    t.say("2 reveal-suit hearts")
    assert t.flags == []
    t.say("2 play Rc")
    assert t.flags == [(5, "trump-led-early", 2)]


def test_leading_trump_once_it_is_shown_is_fine(table):
    t = table().bid(14).say("2 reveal Th", "2 play Ph", "3 play Mh", "4 play Sh", "1 play Dh")
    t.say("2 play Rc")
    assert t.flags == []


def test_who_asked_has_to_trump(table):
    t = table().bid(14).say("2 conceal Ph", "2 play Pc", "3 ask", "3 play Rd")
    t.say("4 play Rc", "1 play Nc", "2 play Ad", "3 play Rh")
    assert t.flags == [(8, "did-not-trump-after-ask", 3)]


def test_who_asks_and_cannot_trump_is_free(table):
    t = table().bid(14).say("2 conceal Ph", "2 play Pc", "3 ask", "3 play Rd")
    t.say("4 play Rc", "1 play Nc", "2 play Ad", "3 play Td")
    assert t.flags == []


def test_who_asked_where_trumps_were_led_revoked_and_no_more(table):
    t = table().bid(14).say("2 conceal Ph", "trick 3", "3 play Rh", "4 ask", "4 play Rc")
    t.say("1 play Nh", "2 play Th", "2 play Ac", "3 play Tc", "4 play Ah")
    assert ("revoke", 4) in [(code, seat) for _, code, seat in t.flags]
    assert "did-not-trump-after-ask" not in [code for _, code, _ in t.flags]


def test_leading_out_of_turn_is_recorded(table):
    t = table().bid(14).say("4 play Pc")
    assert t.flags == [(5, "lead-out-of-turn", 4)]
    assert t.phase == ("play", (1,))
    t.say("1 play Mc", "2 play Sc", "3 play Dc")
    assert t.phase == ("play", (4,))
    t.say("4 play Ph")
    assert t.flags == [(5, "lead-out-of-turn", 4)]


def test_the_offers_void_the_play_or_pay_the_reward(table):
    t = table(reward="B").bid(20).say("4 play Pc")
    (notice,) = t.view(1).notices
    assert [offer.entry for offer in notice.offers] == [
        {"do": "void"},
        {"do": "adjust", "team": 2, "by": -2, "why": "lead out of turn: Pc in trick 1, deal 1"},
    ]
    assert t.view().notices[0].offers == ()
    t.say("adjust 2 -2 lead out of turn: Pc in trick 1, deal 1")
    assert t.chips == (9, 5)
    for after in ((), ("1 play Mc", "2 play Sc", "3 play Dc")):
        t.say(*after)
        (notice,) = t.view(1).notices
        assert (notice.code, notice.offers) == ("lead-out-of-turn", ())
        assert notice.message.code == "notice.settled"
        assert (notice.message.args["to"].team, notice.message.args["n"]) == (1, 2)
    t.say("void")
    assert t.view(1).notices == (), "a void deal settles what was wrong with it"


@pytest.mark.parametrize(("lead", "team", "pays"), [("4 play Pc", 2, 3), ("3 play Pc", 1, 2)])
def test_the_offender_pays_as_if_the_contract_went_against_him(table, lead, team, pays):
    """Ladder A, 20: the bidder's side pays for a failed bid, its opponents for a made one."""
    t = table(reward="A").bid(20).say(lead)
    offer = t.view(1).notices[0].offers[-1].entry
    assert (offer["team"], offer["by"]) == (team, -pays)


def test_what_the_last_card_proves_can_still_be_put_right(table):
    t = table().bid(14).say(*["trick 2"] * 6)
    t.say("2 play Pc", "3 play Rh", "4 play Mc", "1 play Nc")
    t.say("2 play Ph", "3 play Rc", "4 play Td", "1 play Nd")
    assert t.flags == [(12, "revoke", 3)]
    assert t.chips == (6, 8)
    (notice,) = t.view(1).notices
    assert [offer.entry for offer in notice.offers] == [
        {"do": "adjust", "team": 2, "by": -1, "why": "deal 1 given back"},
        {"do": "adjust", "team": 1, "by": -1, "why": "revoke: Rh in trick 7, deal 1"},
    ]
    t.say("adjust 2 -1 deal 1 given back")
    (notice,) = t.view(1).notices
    assert notice.message.code == "notice.settled"
    assert [offer.entry["team"] for offer in notice.offers] == [1], (
        "and pay the reward, if so agreed"
    )
    t.say("adjust 1 -1 revoke: Rh in trick 7, deal 1")
    (notice,) = t.view(1).notices
    assert (notice.message.code, notice.offers) == ("notice.settled", ())
    t.bid(14)
    assert t.view(1).notices == ()


@dataclass
class Referee:
    """Sees all hands; judges each card as it falls."""

    hands: dict[int, set[str]]
    bidder: int
    down: str
    hidden: bool = True
    asker: int = 0
    felt: list[tuple[int, str]] = field(default_factory=list)
    faults: set[tuple[int, str, int]] = field(default_factory=set)

    def held(self, seat: int) -> set[str]:
        """What counts as in the hand: not the face-down card (29-ABI)."""
        away = {self.down} if seat == self.bidder and self.hidden else set()
        return self.hands[seat] - away

    def judge(self, seat: int, card: str, entry: int) -> None:
        hand, trump = self.held(seat), self.down[1]
        if self.felt:
            led = self.felt[0][1][1]
            lacks = not any(other[1] == led for other in hand)
            if card[1] != led and not lacks:
                self.faults.add((entry, "revoke", seat))
            owes_trump = seat == self.asker and trump != led
            has_trump = any(other[1] == trump for other in hand)
            if owes_trump and has_trump and card[1] not in (trump, led):
                self.faults.add((entry, "did-not-trump-after-ask", seat))
        elif seat == self.bidder and self.hidden and card[1] == trump:
            self.faults |= {(entry, "trump-led-early", seat) for c in hand if c[1] != trump}
        if card == self.down:
            self.hidden = False
        self.hands[seat].remove(card)
        self.felt.append((seat, card))

    def winner(self) -> int:
        """By striking out every card that another one beats."""
        led, trump = self.felt[0][1][1], None if self.hidden else self.down[1]
        left = [(s, c) for s, c in self.felt if c[1] == trump] or [
            (s, c) for s, c in self.felt if c[1] == led
        ]
        return min(left, key=lambda one: RANKS.index(one[1][0]))[0]


def play_out(table, players, luck, suit_only):
    """A deal played with slips now and then; the table beside the referee's list of faults."""
    deck = list(DECKS[players].cards)
    luck.shuffle(deck)
    size = len(deck) // players
    hands = {seat: set(deck[(seat - 1) * size : seat * size]) for seat in range(1, players + 1)}
    t = table(players, dealer=players).bid(14)
    down = luck.choice(sorted(hands[1]))
    ref = Referee({seat: set(hand) for seat, hand in hands.items()}, 1, down)
    told = luck.random() < 0.5
    if told:
        t.say(f"1 conceal {down}")
    show = f"1 reveal-suit {WORDS[down[1]]}" if suit_only else f"1 reveal {down}"
    leader, piles, slips = 1, {1: 0, 0: 0}, luck.choice([0.0, 0.1, 0.5])
    for number in range(size):
        ref.felt, ref.asker = [], 0
        right = leader
        if luck.random() < slips / 4:
            leader = luck.randint(1, players)
        for seat in [(leader - 1 + n) % players + 1 for n in range(players)]:
            hand = sorted(ref.held(seat)) or [down]
            led = ref.felt[0][1][1] if ref.felt else None
            follow = [card for card in hand if card[1] == led]
            if ref.hidden and seat == 1 and number < size - 1 and luck.random() < 0.1:
                t.say(show)
                ref.hidden = False
                hand = sorted(ref.held(seat))
                follow = [card for card in hand if card[1] == led]
            elif led and not follow and ref.hidden and seat != 1 and luck.random() < 0.4:
                t.say(f"{seat} ask", *([] if told else [show]))
                ref.hidden, ref.asker = False, seat
            trumps = [c for c in hand if c[1] == down[1]] if seat == ref.asker else []
            if number and told and seat == 1 and ref.hidden and luck.random() < 0.1:
                card = down
            elif luck.random() < slips:
                card = luck.choice(hand)
            else:
                card = luck.choice(follow or trumps or hand)
            entry = t.number + 1
            if seat == leader != right:
                ref.faults.add((entry, "lead-out-of-turn", seat))
            t.say(f"{seat} play {card}")
            ref.judge(seat, card, entry)
        if ref.hidden and number == size - 1:
            ref.hidden = False
        leader = ref.winner()
        taken = (t.state.closed[-1].deal if t.state.closed else t.state.deal).taken[-1]
        assert taken.winner == leader
        piles[leader % 2] += sum({"P": 3, "M": 2, "S": 1, "D": 1}.get(c[0], 0) for _, c in ref.felt)
    assert t.deals[0].raw == (piles[1], piles[0])
    assert sum(t.deals[0].raw) == 28
    return t, ref, told


WORDS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def agree(table, players, seed):
    luck = random.Random(seed)
    t, ref, _ = play_out(table, players, luck, suit_only=False)
    assert set(t.flags) == ref.faults


def agree_on_the_suit(table, players, seed):
    """With only the suit shown, one of the bidder's trumps is excused: which, nobody knows."""
    luck = random.Random(seed)
    t, ref, _ = play_out(table, players, luck, suit_only=True)
    assert set(t.flags) <= ref.faults
    for entry, code, seat in ref.faults - set(t.flags):
        assert (code, seat) == ("revoke", 1), (entry, code, seat)


@given(seed=st.integers(0, 2**32), players=st.sampled_from([4, 6]))
@settings(max_examples=60, deadline=None)
def test_the_flags_are_what_a_referee_sees_who_sees_all(table, seed, players):
    agree(table, players, seed)
    agree_on_the_suit(table, players, seed)


@pytest.mark.slow
@pytest.mark.parametrize("players", [4, 6])
def test_the_flags_over_many_deals(table, players):
    for seed in range(3000):
        agree(table, players, seed)
        agree_on_the_suit(table, players, seed)
