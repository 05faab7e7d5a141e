"""The ledger and the statistics: who played what, booked to whoever sat there."""

import msgspec
import pytest

from companion import games
from companion.core.seats import Seat
from companion.table.evening import Evening
from companion.table.ledger import booked
from companion.table.log import Row
from companion.table.settling import Stake, balances
from companion.table.statistics import best_partner, statistics

FOUR = ("Ana", "Boris", "Vera", "Georgi")


class Told:
    """An evening told entry by entry: names sit on the seats, device n on seat n."""

    def __init__(self, game, players=4, people=FOUR, **options):
        self.evening = Evening()
        self.enter(do="setup", game=game, players=players, options=options, device=None)
        for seat, name in enumerate(people[:players], 1):
            self.enter(do="sit", seat=seat, name=name, device=seat)

    def enter(self, device=1, **entry):
        seq = self.evening.seq + 1
        body = msgspec.json.encode(entry).decode()
        row = Row("BCDFG", seq, f"tap-{seq}", 1000 + seq, device, device, body, b"")
        self.evening.recover(row)
        history = self.evening.game.history
        assert not history.unreadable
        return self

    def contract(self, seat, suit="hearts"):
        """A belote auction, from whoever is asked."""
        history = self.evening.game.history
        while not history.state.deal.contract:
            (speaker,) = history.rules.result(history.state).next.seats
            bids = speaker == seat and not history.state.deal.auction.standing
            said = {"do": "bid", "contract": suit} if bids else {"do": "pass"}
            self.enter(seat=speaker, **said)
        return self

    def counted(self, seat, points, team=1, suit="hearts"):
        self.contract(seat, suit)
        return self.enter(do="count", team=team, points=points)

    def booked(self):
        return booked(self.evening)

    def tally(self, name, kind=None):
        told = statistics(self.booked())
        people = told.people if kind is None else {k.game: k for k in told.kinds}[kind].tallies
        return next(one for one in people if one.name == name)


def belote(**options):
    return Told("belote", target=51, **options)


def test_a_deal_is_booked_to_both_sides_and_to_the_bidder():
    told = belote().counted(1, 100).counted(3, 60)
    (game,) = told.booked()
    assert (game.game, game.number, game.over, game.chips) == ("belote", 1, False, False)
    assert game.people == (("Ana", "Vera"), ("Boris", "Georgi"))
    one, two = game.deals
    assert (one.deal, one.written, one.balance) == (1, (10, 6), (4, -4))
    assert (one.bidder, one.bidding, one.raw) == ("Ana", 0, (100, 62))
    assert (two.written, two.outcome.made) == ((0, 16), False)
    ana, vera, boris = (told.tally(name, "belote") for name in ("Ana", "Vera", "Boris"))
    assert (ana.bids, ana.made, ana.failed) == (1, 1, 0)
    assert (vera.bids, vera.made, vera.failed) == (1, 0, 1)
    assert (boris.bids, boris.deals, boris.points, boris.balance) == (0, 2, 62 + 102, 12)
    assert told.tally("Ana").balance == 0, "points of unlike games are not added up"


def test_the_deal_that_is_on_is_not_booked():
    told = belote().counted(1, 100)
    before = told.booked()
    told.contract(2, "spades")
    assert told.booked()[0].bookings == before[0].bookings
    assert belote().contract(1).booked()[0].deals == ()
    assert belote().booked() == ()


def test_hanging_runs_and_what_hung_most():
    told = belote().counted(1, 81).counted(2, 81).counted(3, 100).counted(4, 81)
    (kind,) = statistics(told.booked()).kinds
    hanging = kind.hanging
    assert (hanging.deals, hanging.first, hanging.number) == (2, 1, 1)
    assert hanging.most == 16
    assert told.tally("Ana").made == 0
    assert told.tally("Ana").bids == 1, "a bid that hung was neither made nor failed"
    assert statistics(belote().counted(1, 100).booked()).kinds[0].hanging is None


def test_a_won_game_and_the_best_partner():
    told = belote()
    for _ in range(2):
        while not told.evening.game.history.over:
            told.counted(1, 150)
        told.enter(do="setup", game="belote", players=4, options={"target": 51})
    told.enter(do="move", seat=2, to=3, device=9)
    while not told.evening.game.history.over:
        told.counted(1, 10, suit="clubs")
    result = statistics(told.booked())
    tally = {one.name: one for one in result.people}
    assert {name: (one.games, one.won) for name, one in tally.items()} == {
        "Ana": (3, 2),
        "Vera": (3, 3),
        "Boris": (3, 0),
        "Georgi": (3, 1),
    }
    best = best_partner("ana", result.pairs)
    assert {best.one, best.other} == {"Ana", "Vera"}
    assert (best.games, best.won) == (2, 2)
    assert best_partner("Boris", result.pairs) is None
    assert best_partner("Nobody", result.pairs) is None


def test_a_substitute_is_booked_from_the_deal_whose_end_he_saw():
    told = belote().counted(1, 100).contract(2)
    told.enter(do="leave", seat=3, device=3)
    told.enter(do="sit", seat=3, name="Ivan", device=7)
    told.enter(do="count", team=1, points=20)
    one, two = told.booked()[0].deals
    assert one.people[0] == ("Ana", "Vera")
    assert two.people[0] == ("Ana", "Ivan")
    assert told.tally("Vera").deals == told.tally("Ivan").deals == 1
    assert told.tally("Vera").games == 1
    assert told.tally("Vera").finished == 0


def test_who_left_before_the_next_game_has_still_played():
    told = belote().counted(1, 100)
    told.enter(do="end")
    told.enter(do="leave", seat=3, device=3)
    told.enter(do="setup", game="belote", players=4)
    assert told.booked()[0].people[0] == ("Ana", "Vera")


def test_a_name_put_otherwise_is_the_same_person_all_evening():
    told = belote().counted(1, 100)
    told.enter(do="end").enter(do="setup", game="belote", players=4)
    told.counted(1, 100)
    told.enter(do="rename", seat=3, name="Vera P.", device=3)
    told.enter(do="sit", seat=2, name="Boris B.", device=2)
    for game in told.booked():
        assert game.deals[0].people == (("Ana", "Vera P."), ("Boris B.", "Georgi"))


def test_we_sat_wrong_since_deal_two():
    told = belote().counted(1, 100).counted(2, 20).counted(3, 150)
    told.enter(do="reseat", since=2, seats=[2, 1, 3, 4], device=9)
    one, two, three = told.booked()[0].deals
    assert one.people == (("Ana", "Vera"), ("Boris", "Georgi"))
    assert two.people == three.people == (("Boris", "Vera"), ("Ana", "Georgi"))
    assert two.bidder == "Ana", "who really sat on seat 2"
    assert told.evening.names() == ("Boris", "Ana", "Vera", "Georgi")
    assert told.evening.seats_of(1) == {2}
    assert told.evening.story[-1].what.code == "matter.reseated"
    told.counted(1, 100)
    assert told.booked()[0].deals[3].bidder == "Boris"
    told.enter(do="reseat", since=3, seats=[4, 1, 2, 3], device=9)
    people = [deal.people for deal in told.booked()[0].deals]
    assert people[1] == (("Boris", "Vera"), ("Ana", "Georgi"))
    assert people[2] == people[3] == (("Georgi", "Ana"), ("Boris", "Vera"))


def test_a_correction_of_the_score_is_booked_with_its_deal():
    told = belote().counted(1, 100)
    told.enter(do="adjust", team=2, by=-3, why="late")
    (game,) = told.booked()
    assert game.bookings[-1].balance == (3, -3)
    assert game.starts == (0, 0)
    assert sum(balances([game], {"belote": Stake(point=7)}).values()) == 0
    assert balances([game], {"belote": Stake(point=7)})["Ana"] == 7 * (4 + 3)


def test_chips_that_moved():
    told = Told("whitehouse")
    told.enter(do="bid", seat=2, points=17)
    for seat in (3, 4, 1):
        told.enter(do="pass", seat=seat)
    told.enter(do="count", team=2, points=20)
    told.enter(do="adjust", team=1, by=1, why="spilled")
    (game,) = told.booked()
    assert game.chips
    assert game.starts == (7, 7)
    assert game.deals[0].balance == game.deals[0].written == (-1, 1)
    assert game.bookings[-1].balance == (1, -1)
    assert told.tally("Boris").made == 1


def test_revokes_and_other_slips_are_the_persons():
    told = Told("whitehouse")
    told.enter(do="bid", seat=2, points=17)
    for seat in (3, 4, 1):
        told.enter(do="pass", seat=seat)
    for seat, card in ((2, "Pc"), (3, "Pd"), (4, "Mc"), (1, "Sc"), (2, "Dc"), (3, "Ac")):
        told.enter(do="play", seat=seat, card=card)
    told.enter(do="count", team=2, points=20)
    assert (told.tally("Vera").revokes, told.tally("Ana").revokes) == (1, 0)


def test_seats_without_a_name_are_called_by_their_number():
    told = Told("belote", people=("Ana",)).counted(1, 100)
    assert told.booked()[0].people == (("Ana", "Seat 3"), ("Seat 2", "Seat 4"))


def test_all_tricks_for_one_side():
    told = belote().contract(1).enter(do="count", team=1, points=162, capot=True)
    assert told.tally("Ana").swept == told.tally("Vera").swept == 1
    assert told.tally("Boris").swept == 0


@pytest.mark.parametrize("name", games.names())
def test_every_game_can_be_booked(name):
    """Whatever stands, the books balance."""
    rules = games.load(name)
    for players in rules.players:
        told = Told(name, players)
        for _ in range(3):
            told.enter(do="void")
        (game,) = told.booked()
        assert game.deals == ()
        assert all(sum(one.balance) == 0 for one in game.bookings)
        assert [seat for side in game.sides for seat in side].count(Seat(1)) == 1
