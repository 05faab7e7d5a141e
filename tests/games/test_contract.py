"""What every game owes the table, the phones and the records: held for each one there is."""

import random
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, Union

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect

from companion import games, words
from companion.core.choices import Choice, Field
from companion.core.entries import Adjust, Entry, NewRules, Shorthand, TrickTaken
from companion.core.messages import Msg, Refusal
from companion.core.rules import Rules
from companion.core.seats import Seat, seats_of
from companion.core.view import PUBLIC, Viewer

TABLES = [(name, players) for name in games.names() for players in games.load(name).players]
every_table = pytest.mark.parametrize(("name", "players"), TABLES)
WEIGHTS = {"main": 12.0, "beside": 4.0, "more": 3.0, "rare": 0.25}


@cache
def wire(name: str) -> msgspec.json.Decoder[Any]:
    """Reads any entry of the game."""
    return msgspec.json.Decoder(Union[games.load(name).entries])  # noqa: UP007


def fill(field: Field, luck: random.Random) -> Any:
    """Some value that the blank admits; its own where it stands for a part of something."""
    if "." in field.name and field.value is not None:
        return field.value
    free = [option.value for option in field.options if not option.why_not]
    match field.kind:
        case "text":
            return luck.choice("xyz")
        case "cards":
            return luck.sample(free, field.count or 1)
        case _ if free:
            return luck.choice(free)
        case _:
            return luck.randint(field.low or 0, field.high or 99)


def filled(choice: Choice, luck: random.Random) -> dict[str, Any]:
    """The choice as a phone would send it."""
    entry: dict[str, Any] = dict(choice.entry)
    for field in choice.fields:
        *above, name = field.name.split(".")
        into = entry
        for key in above:
            into = into.setdefault(key, {})
        into[name] = fill(field, luck)
    if choice.total is not None:
        entry["tricks"] = shares(choice, luck)
    return entry


def shares(choice: Choice, luck: random.Random) -> dict[str, int]:
    """Numbers for the blanks that make the total together, as the phone sees to it."""
    found = {field.name: int(field.options[0].value) for field in choice.fields}
    for _ in range((choice.total or 0) - sum(found.values())):
        found[luck.choice(list(found))] += 1
    return {name.rpartition(".")[2]: n for name, n in found.items()}


def entry_of(name: str, sent: dict[str, Any]) -> Entry:
    entry: Entry = wire(name).decode(msgspec.json.encode(sent))
    return entry


def everyone(players: int) -> Viewer:
    return Viewer(frozenset(seats_of(players)), table=True)


def viewers(players: int) -> list[Viewer]:
    alone = [Viewer(frozenset({seat}), table=True) for seat in seats_of(players)]
    return [*alone, Viewer(frozenset(), table=True), everyone(players), PUBLIC]


def domain(name: str, kind: inspect.Type, rules: Rules[Any], players: int) -> list[Any]:
    """Values worth trying for a field of an entry, nonsense among them."""
    if name == "seat":
        return [*range(1, players + 1), players + 1]
    if name in ("card", "top"):
        return [*rules.deck(players).cards, "Xx"]
    match kind:
        case inspect.UnionType():
            return [v for t in kind.types for v in domain(name, t, rules, players)]
        case inspect.NoneType():
            return [None]
        case inspect.BoolType():
            return [False, True]
        case inspect.LiteralType():
            return list(kind.values)
        case inspect.IntType():
            return [-1, *range(30)]
        case inspect.StrType():
            return list(rules.deck(players).ranks)
        case inspect.VarTupleType():
            each = domain("card", kind.item_type, rules, players)
            return [tuple(each[n : n + players]) for n in range(0, len(each), players)]
        case _:
            return [None]


def random_entry(rules: Rules[Any], players: int, luck: random.Random) -> Entry | None:
    """Any entry at all from a small universe; None for one that cannot even be read."""
    kind = luck.choice(rules.entries)
    given_: dict[str, Any] = {"do": kind.__struct_config__.tag}
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        if field.name == "seat" and not field.required:
            continue
        value = luck.choice(domain(field.name, field.type, rules, players))
        if value is not None:
            given_[field.name] = value
    try:
        return entry_of(rules.name, given_)
    except msgspec.ValidationError:
        return None


def written_down(rules: Rules[Any], state: Any, entry: Entry) -> list[Entry]:
    """The entries that a table stores for this one, each checked in its turn."""
    meant = rules.expand(state, entry) if isinstance(entry, Shorthand) else (entry,)
    for n, each in enumerate(meant, 1):
        assert not isinstance(each, Shorthand)
        rules.check(state, each)
        state = rules.apply(state, each, n)
    assert meant
    return list(meant)


def accepts(rules: Rules[Any], state: Any, entry: Entry) -> bool:
    try:
        written_down(rules, state, entry)
    except Refusal as refusal:
        said_right(refusal.msg, rules.name)
        return False
    return True


def said_right(value: Any, game: str) -> None:
    """Every sentence in a value is in the catalogue and finds all it names."""
    if isinstance(value, Msg):
        text = words.catalogue("en", game)
        assert value.code in text, value.code
        rendered = words.render(value, "en", game)
        assert "{" not in rendered, (value, rendered)
        for arg in value.args.values():
            said_right(arg, game)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            said_right(getattr(value, name), game)
    elif isinstance(value, tuple | list):
        for item in value:
            said_right(item, game)


def some_options(rules: Rules[Any], players: int, luck: random.Random) -> Any:
    """House rules, changed at random where that can be agreed on."""
    options = rules.options()
    for field in rules.option_fields(players, options):
        if luck.random() < 0.3 and "." not in field.name:
            changed = msgspec.to_builtins(options) | {field.name: fill(field, luck)}
            try:
                new = msgspec.convert(changed, rules.options)
                rules.check_options(players, new)
            except (msgspec.ValidationError, Refusal):
                continue
            options = new
    return options


@dataclass
class Evening:
    """A game played at random by tapping whatever is offered."""

    rules: Rules[Any]
    players: int
    luck: random.Random

    def __post_init__(self) -> None:
        dealer = Seat(self.luck.randint(1, self.players))
        options = some_options(self.rules, self.players, self.luck)
        self.began = self.rules.start(self.players, dealer, options)
        self.state = self.began
        self.entries: list[Entry] = []

    def tap(self) -> bool:
        """One more entry; False when nothing is offered any more."""
        offered = list(self.rules.choices(self.state, everyone(self.players)))
        if not offered:
            return False
        weights = [WEIGHTS[choice.weight] for choice in offered]
        choice = self.luck.choices(offered, weights)[0]
        entry = entry_of(self.rules.name, filled(choice, self.luck))
        for each in written_down(self.rules, self.state, entry):
            self.entries.append(each)
            self.state = self.rules.apply(self.state, each, len(self.entries))
        return True


def evening(name: str, players: int, seed: int) -> Evening:
    return Evening(games.load(name), players, random.Random(seed))


def what_is_offered_is_accepted(name: str, players: int, seed: int) -> None:
    game = evening(name, players, seed)
    rules, luck = game.rules, game.luck
    for step in range(luck.randint(1, 120)):
        if not game.tap():
            break
        if step % 5:
            continue
        for viewer in viewers(players):
            offers = [o for n in rules.view(game.state, viewer).notices for o in n.offers]
            for choice in [*rules.choices(game.state, viewer), *offers]:
                entry = entry_of(name, filled(choice, luck))
                written_down(rules, game.state, entry)
                if not any("." in field.name for field in choice.fields):
                    assert choice.admits(entry), choice
                if entry.speaker == "seat":
                    assert entry.seat in viewer.seats
                else:
                    assert viewer.table


def what_is_accepted_is_offered_to_whoever_may_say_it(name: str, players: int, seed: int) -> None:
    """But for free corrections, house rules, and tricks as sets of cards."""
    game = evening(name, players, seed)
    rules, luck = game.rules, game.luck
    for _ in range(luck.randint(1, 120)):
        if not game.tap():
            break
        offered: dict[Viewer, list[Choice]] = {}
        for _ in range(8):
            entry = random_entry(rules, players, luck)
            rare = isinstance(entry, Adjust | NewRules) or (
                isinstance(entry, TrickTaken) and entry.cards is not None
            )
            if entry is None or rare or not accepts(rules, game.state, entry):
                continue
            seats = frozenset({entry.seat} if entry.speaker == "seat" else ())
            viewer = Viewer(seats, table=True)
            if viewer not in offered:
                offered[viewer] = list(rules.choices(game.state, viewer))
            assert any(choice.admits(entry) for choice in offered[viewer]), entry


def every_view_can_be_sent_read_and_drawn(name: str, players: int, seed: int) -> None:
    game = evening(name, players, seed)
    rules, luck = game.rules, game.luck
    for field in rules.option_fields(players, rules.options()):
        said_right(field, name)
    said_right(rules.describe_options(players, rules.options()), name)
    for step in range(luck.randint(1, 120)):
        if not game.tap():
            break
        said_right(rules.describe(game.entries[-1]), name)
        if step % 7:
            continue
        for viewer in viewers(players):
            view = rules.view(game.state, viewer)
            msgspec.json.encode(view)
            said_right(view, name)
            assert view.choices == tuple(rules.choices(game.state, viewer))
            assert [seat.seat for seat in view.seats] == list(seats_of(players))
            assert view.deal >= 1
        public = rules.view(game.state, PUBLIC)
        assert not public.choices
        assert not public.private
        assert not any(notice.offers for notice in public.notices)
        rows = public.score.rows
        if rows:
            assert rows[-1].totals == tuple(team.total for team in public.score.teams)
        for before, after in pairwise(rows):
            moved = zip(before.totals, after.written, strict=True)
            assert after.totals == tuple(total + by for total, by in moved)


def the_state_is_the_fold_of_the_entries(name: str, players: int, seed: int) -> None:
    game = evening(name, players, seed)
    rules = game.rules
    for _ in range(game.luck.randint(1, 150)):
        before, told = game.state, repr(game.state)
        if not game.tap():
            break
        assert repr(before) == told, "apply changed the state it was given"
    state = game.began
    for number, entry in enumerate(game.entries, 1):
        assert wire(name).decode(msgspec.json.encode(entry)) == entry
        state = rules.apply(state, entry, number)
    assert state == game.state
    assert msgspec.json.encode(rules.result(state)) == msgspec.json.encode(rules.result(game.state))


def apply_takes_whatever_a_log_may_hold(name: str, players: int, seed: int) -> None:
    """A log is never refused: a check that is stricter one day leaves old evenings readable."""
    game = evening(name, players, seed)
    rules, luck = game.rules, game.luck
    state = game.began
    for number in range(1, 120):
        entry = random_entry(rules, players, luck)
        if luck.random() < 0.5:
            offered = list(rules.choices(state, everyone(players)))
            if offered:
                entry = entry_of(name, filled(luck.choice(offered), luck))
        if entry is not None:
            state = rules.apply(state, entry, number)
    msgspec.json.encode(rules.result(state))
    msgspec.json.encode(rules.view(state, everyone(players)))


LAWS = [
    what_is_offered_is_accepted,
    what_is_accepted_is_offered_to_whoever_may_say_it,
    every_view_can_be_sent_read_and_drawn,
    the_state_is_the_fold_of_the_entries,
    apply_takes_whatever_a_log_may_hold,
]
every_law = pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)


@every_law
@every_table
@given(seed=st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_the_law(law, name, players, seed):
    law(name, players, seed)


@pytest.mark.slow
@every_law
@every_table
def test_the_law_over_many_evenings(law, name, players):
    for seed in range(300):
        law(name, players, seed)


@every_table
def test_nothing_is_offered_to_who_is_not_at_the_table(name, players):
    rules = games.load(name)
    state = rules.start(players, Seat(1), rules.options())
    assert list(rules.choices(state, PUBLIC)) == []
    assert list(rules.choices(state, everyone(players)))


@every_table
def test_the_game_can_be_found_by_its_name(name, players):
    rules = games.load(name)
    assert rules.name == name
    assert len(rules.deck(players)) >= players
    rules.check_options(players, rules.options())
    assert msgspec.convert({}, rules.options) == rules.options()
