"""Both sides enter the result: what is equal closes silently, what differs is shown."""

import contextlib
import random

import pytest
from party import GAMES, Party, fill

from companion import games
from companion.core.messages import Refusal

COUNTS = ("count", "made", "made-each")


def setup(party, second):
    now = party.frame(party.boss)["setup"]
    word = {"do": "setup", "game": now["game"], "players": now["players"], "second": second}
    party.send(party.boss, word)


def notice(party, phone, code):
    found = [n for n in party.frame(phone)["view"].get("notices", []) if n["code"] == code]
    return found[0] if found else None


def score_row(party):
    return next(row for row in party.frame(None)["view"]["score"]["rows"] if row.get("deal") == 1)


def marks(party):
    return [mark["code"] for mark in score_row(party).get("marks", ())]


@pytest.fixture(params=GAMES)
def party(request, tmp_path):
    players = 4 if 4 in games.load(request.param).players else games.load(request.param).players[0]
    there = Party(tmp_path, request.param, players)
    yield there
    there.host.close()


def until_counted(party, chance):
    """Whatever comes, until somebody can count, and does; returns who, and the entry."""
    for _ in range(200):
        offered = [(p, c) for p, c in party.offered() if c.get("weight", "main") != "rare"]
        counts = [(p, c) for p, c in offered if c["entry"]["do"] in COUNTS]
        if counts:
            phone, choice = counts[0]
            entry = fill(choice, chance)
            party.send(phone, entry)
            return phone, entry
        phone, choice = chance.choice(offered)
        party.send(phone, fill(choice, chance))
    raise AssertionError


def other_side(party, phone):
    return party.phones[(party.phones.index(phone) + 1) % len(party.phones)]


def recount(party, phone, entry):
    seat = party.phones.index(phone) + 1
    party.send(phone, {"do": "recount", "deal": 1, "seat": seat, "entry": entry})


def test_the_same_count_closes_silently(party):
    setup(party, "count")
    assert party.frame(None)["view"]["house"][-1]["code"] == "table.second-count"
    phone, entry = until_counted(party, random.Random(1))
    other = other_side(party, phone)
    assert notice(party, phone, "confirm") is None
    asked = notice(party, other, "confirm")
    assert asked["message"]["code"] == "table.recount"
    numbers = str(score_row(party)["written"])
    assert numbers not in str(asked), "it does not say what the first has counted"
    assert all(offer["key"].startswith("recount-") for offer in asked["offers"])
    recount(party, other, entry)
    assert "table.mark-signed" in marks(party)
    assert notice(party, other, "confirm") is None
    assert notice(party, None, "disputed") is None
    before = party.seen()
    party.restart()
    assert party.seen() == before


def different(party, phone):
    """A count that writes something else, found by trying, as a finger would slip."""
    seat = party.phones.index(phone) + 1
    for offer in notice(party, phone, "confirm")["offers"]:
        assert (offer["entry"]["do"], offer["entry"]["seat"]) == ("recount", seat)
        for field in offer["fields"]:
            values = [option["value"] for option in field.get("options", ())]
            for value in values or range(field["low"], field["high"] + 1):
                word = fill({**offer, "fields": [{**field, "options": [{"value": value}]}]}, random)
                with contextlib.suppress(Refusal):
                    party.send(phone, word)
                if notice(party, None, "disputed"):
                    return word["entry"]
    raise AssertionError


def test_only_a_difference_is_shown_and_a_correction_settles_it(party):
    setup(party, "count")
    phone, _ = until_counted(party, random.Random(1))
    other = other_side(party, phone)
    second = different(party, other)
    assert marks(party).count("table.mark-disputed") == 1
    for device in (phone, other, party.boss, None):
        told = notice(party, device, "disputed")
        assert told["message"]["code"] == "table.counts-differ"
    number = told["entry"]
    party.restart()
    assert notice(party, None, "disputed")["message"] == told["message"]
    if second["do"] == "made":  # a shorthand, which a correction says in full
        (mine, rest) = (second["tricks"], 13 - second["tricks"])
        second = {"do": "count", "tricks": [mine, rest] if second["team"] == 1 else [rest, mine]}
    party.send(phone, {"do": "correct", "at": number, "entry": second})
    assert notice(party, None, "disputed") is None
    assert "table.mark-signed" in marks(party)


def test_the_other_side_may_agree_after_all_and_the_host_may_close_it(party):
    setup(party, "count")
    phone, _ = until_counted(party, random.Random(1))
    other = other_side(party, phone)
    different(party, other)
    (agree,) = notice(party, other, "disputed")["offers"]
    party.send(other, agree["entry"])
    assert notice(party, None, "disputed") is None
    different_again = notice(party, other, "confirm")
    assert different_again is None, "signed now"


def test_the_question_waits_while_the_next_deal_is_on(party):
    setup(party, "count")
    phone, entry = until_counted(party, random.Random(1))
    other = other_side(party, phone)
    if party.frame(None)["view"]["score"].get("over"):
        return
    phone, choice = next(
        (p, c) for p, c in party.offered() if c["entry"]["do"] not in ("recount", "dispute")
    )
    party.send(phone, fill(choice, random.Random(2)))
    assert notice(party, other, "confirm")
    recount(party, other, entry)
    assert "table.mark-signed" in marks(party)


def test_nobody_is_asked_where_the_house_wants_no_signature(party):
    setup(party, "no")
    until_counted(party, random.Random(1))
    assert all(notice(party, one, "confirm") is None for one in party.phones)
    setup_again = party.frame(None)["view"]["house"][-1]["code"]
    assert setup_again == "table.second-no"


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ({"deal": 7, "entry": {"do": "count"}}, "no-such-deal"),
        ({"deal": 1, "entry": {"do": "void"}}, "bad-entry"),
        ({"deal": 1, "entry": {"do": "undo"}}, "bad-entry"),
        ({"deal": 1, "entry": {"do": "sit", "seat": 1, "name": "x"}}, "bad-entry"),
        ({"deal": 1, "entry": {}}, "bad-entry"),
        ({"deal": 1, "entry": 7}, "bad-entry"),
    ],
)
def test_what_is_no_count_is_refused(party, word, code):
    setup(party, "count")
    phone, _ = until_counted(party, random.Random(1))
    other = other_side(party, phone)
    before = party.seen()
    with pytest.raises(Refusal) as refusal:
        party.send(other, {"do": "recount", "seat": party.phones.index(other) + 1, **word})
    assert refusal.value.code == code
    assert party.seen() == before
