"""Robots alone play every game to its end, by its rules: nothing they do is ever flagged."""

import pytest
from tables_to_practise import every_game, play_on, practice, result_of

from companion import games
from companion.core.seats import Seat
from companion.games.belote.entries import Declare

GAMES = every_game()


def assert_played_by_the_rules(table, seed):
    play_on(table)
    result = result_of(table)
    print(f"seed {seed}: {len(result.deals)} deals, {result.score}")
    assert result.over, f"seed {seed}: waits for {result.next}"
    assert [flag for deal in result.deals for flag in deal.flags] == [], f"seed {seed}"
    assert table.look(lambda evening: evening.public().notices) == (), f"seed {seed}"
    played = [deal for deal in result.deals if deal.contract]
    assert played, f"seed {seed}"


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_robots_finish_a_game(game, players):
    assert_played_by_the_rules(practice(game, players, seed=3), 3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1040))
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_robots_finish_many_games(game, players, seed):
    assert_played_by_the_rules(practice(game, players, seed), seed)


HOUSES = [
    ("belote", 4, {"last_packet": 2, "target": 60}),
    ("belote", 4, {"sequences": "one-contest", "finish_on_capot": True}),
    ("whitehouse", 4, {"auction": "free", "double": True, "reward": "A"}),
    ("whitehouse", 6, {"auction": "last-word", "minimum": 16}),
    ("chinese-whist", 4, {"rubber": True, "honours": True}),
    ("chinese-whist", 2, {"layout": "5-20-1", "target": 5}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players", "house"), HOUSES)
def test_robots_play_by_house_rules_too(game, players, house):
    for seed in range(8):
        assert_played_by_the_rules(practice(game, players, seed, **house), seed)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_card_is_played_by_whom_it_was_dealt_to_and_every_deal_has_all_cards(game, players):
    table = practice(game, players, seed=5)
    deals = {}
    for _ in range(400):
        with table.evening() as evening:
            history, number = evening.game.history, len(evening.game.history.standing)
            if history.over:
                break
            cards = table._dealer.cards(evening)
            deal = history.rules.deal(history.state)
            hands = deals.setdefault(deal, cards.hands)
            assert hands == cards.hands
            whole = [card for hand in cards.hands.values() for card in hand]
            assert len(set(whole)) == len(whole)
            assert set(whole) <= set(history.rules.deck(players))
            table.step()
            for entered in history.standing[number:]:
                card = getattr(entered.entry, "card", None)
                assert card is None or card in hands[entered.entry.seat]
    assert len({tuple(hands[Seat(1)]) for hands in deals.values()}) == len(deals) > 1


def test_the_same_lot_deals_the_same_game_again():
    one, two, other = (practice("whitehouse", 4, seed) for seed in (7, 7, 8))
    told = [[entered.body for entered in play_on(table).entries] for table in (one, two, other)]
    assert told[0] == told[1] != told[2]


def test_robots_declare_what_they_hold():
    melds = set()
    for seed in range(6):
        for entered in play_on(practice("belote", 4, seed, target=80)).standing:
            if isinstance(entered.entry, Declare):
                melds.add(entered.entry.meld)
    assert {"tierce", "belote"} <= melds


def test_a_robot_says_the_same_whatever_card_another_has_laid_face_down():
    """The one secret that lies in a state: nobody but the bidder decides by it."""
    table = practice("whitehouse", 4, seed=2)
    history = play_on(table, lambda history: history.state.deal.concealed is not None)
    robot, state = games.robot("whitehouse"), history.state
    with table.evening() as evening:
        hands = dict(table._dealer.cards(evening).hands)
    bidder, told = state.deal.bidder, 0
    apply = history.rules.apply
    for _ in range(20):
        for seat, hand in hands.items():
            if seat == bidder:
                continue
            said = set()
            for card in hands[bidder]:
                if card not in state.deal.seen and not state.deal.shown:
                    other = apply(state, type(_conceal(history))(seat=bidder, card=card), 1)
                    said.add(robot.says(other, seat, hand))
            told += len(said)
            assert len(said) <= 1
        move = next((m for s, h in hands.items() if (m := robot.says(state, s, h))), None)
        if move is None or state.deal.shown:
            break
        state = apply(state, move, 1)
    assert told


def _conceal(history):
    return next(e.entry for e in history.standing if type(e.entry).__name__ == "Conceal")
