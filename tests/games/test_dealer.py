"""Somebody else deals: said alike in every game, before the first word of a deal."""

import msgspec
import pytest
from live import filled

from companion import games
from companion.core.entries import Dealer, End, Shorthand, Void
from companion.core.messages import Refusal
from companion.core.seats import Seat, after, seats_of
from companion.core.view import PUBLIC, Viewer
from companion.table import codec, record
from companion.table.history import Breaks, Entered, History

TABLES = [(name, players) for name in games.names() for players in games.load(name).players]
every_table = pytest.mark.parametrize(("name", "players"), TABLES)


def everyone(players):
    return Viewer(frozenset(seats_of(players)), table=True)


def begun(name, players):
    rules = games.load(name)
    return rules, rules.start(players, Seat(1), rules.options())


def dealer_of(rules, state):
    (dealer,) = (seat.seat for seat in rules.view(state, PUBLIC).seats if seat.dealer)
    return dealer


def refused(rules, state, entry):
    try:
        rules.check(state, entry)
    except Refusal as refusal:
        return refusal.code
    return None


@every_table
def test_the_deal_is_dealt_by_whom_the_table_says_and_passes_on_from_there(name, players):
    rules, start = begun(name, players)
    plain = rules.apply(start, Void(), 1)
    for seat in seats_of(players)[1:]:
        entry = Dealer(seat=seat)
        rules.check(start, entry)
        state = rules.apply(start, entry, 1)
        assert dealer_of(rules, state) == seat
        same = rules.start(players, seat, rules.options())
        assert rules.view(state, everyone(players)) == rules.view(same, everyone(players))
        assert rules.result(state).next == rules.result(same).next
        state = rules.apply(state, Void(), 2)
        assert rules.result(state).deals[0].dealer == seat
        assert dealer_of(rules, state) == after(seat, players)
        assert rules.deal(state) == rules.deal(plain)


@every_table
def test_it_is_offered_until_the_first_word_and_refused_after(name, players):
    rules, state = begun(name, players)

    def offered():
        return [c for c in rules.choices(state, everyone(players)) if c.key == "dealer"]

    (choice,) = offered()
    assert choice.weight == "rare"
    assert [option.value for option in choice.fields[0].options] == list(seats_of(players))[1:]
    with pytest.raises(Refusal, match="deals-already"):
        rules.check(state, Dealer(seat=Seat(1)))
    with pytest.raises(Refusal, match="no-such-seat"):
        rules.check(state, Dealer(seat=Seat(players + 1)))
    said = next(c for c in rules.choices(state, everyone(players)) if c.weight == "main")
    sent = msgspec.json.encode(filled(msgspec.to_builtins(said)))
    word = codec.decode(codec.entry_decoder(name), sent)
    words = rules.expand(state, word) if isinstance(word, Shorthand) else (word,)
    for entry in words:
        state = rules.apply(state, entry, 1)
    assert offered() == []
    with pytest.raises(Refusal, match="deal-begun"):
        rules.check(state, Dealer(seat=Seat(2)))
    assert rules.apply(state, Dealer(seat=Seat(2)), 2) == state


@every_table
def test_nobody_deals_when_it_is_over(name, players):
    rules, state = begun(name, players)
    state = rules.apply(state, End(), 1)
    over = rules.result(state).over
    assert over
    offered = [c.key for c in rules.choices(state, everyone(players))]
    # One more play after a draw may be dealt by somebody else.
    assert refused(rules, state, Dealer(seat=Seat(2))) == (
        None if "dealer" in offered else "game-over"
    )


def test_a_wrong_dealer_is_put_right_before_a_deals_first_entry():
    """Deal 2 was passed out as if dealt by seat 2; it was Georgi who dealt, and so spoke last."""
    rules, _ = begun("belote", 4)
    history = History(rules, 4, Seat(1), rules.options())

    def enter(entry):
        history.check(entry)
        body = codec.encode(entry)
        history.add(Entered(history.next_number, entry, body), history.after(entry))

    def words(entry):
        return codec.decode(codec.entry_decoder("belote"), msgspec.json.encode(entry))

    enter(Void())
    for seat in (3, 4, 1, 2):
        enter(words({"do": "pass", "seat": seat}))
    wish = words({"do": "correct", "at": 2, "before": True, "entry": {"do": "dealer", "seat": 4}})
    with pytest.raises(Breaks) as broken:
        history.check(wish)
    assert (broken.value.broken.number, broken.value.why.code) == (2, "not-your-turn")
    wish = msgspec.structs.replace(wish, drop=2)
    enter(wish)
    for seat in (1, 2, 3, 4):
        enter(words({"do": "pass", "seat": seat}))
    assert [deal.dealer for deal in rules.result(history.state).deals] == [1, 4]
    assert dealer_of(rules, history.state) == 1
    told = record.write("belote", history, ["Ana", "Boris", "Vera", "Georgi"])
    assert '{"do":"dealer","seat":4}' in told
    assert record.replay(record.lines_of_text(told)) == record.result(
        record.Record("belote", (), history)
    )
