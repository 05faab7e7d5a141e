"""Putting earlier entries right: everything after stays, is computed anew, and can come back."""

import json
import random

import pytest

from companion import games
from companion.core.entries import Correct, Undo
from companion.core.messages import Refusal
from companion.core.seats import Seat
from companion.table import codec, record
from companion.table.history import Entered, History
from companion.table.looking_back import past, timeline

RANKS = "AKQJT98765432"


@pytest.fixture
def played(room):
    """Two rounds: Boris wins the first with a king (entries 1, 2), Ana the second (3, 4)."""
    room.seated()
    for seat, card in ((2, "Kh"), (1, "Qh"), (1, "As"), (2, "3c")):
        room.play(seat, card)
    return room


def written(room):
    return [row["written"] for row in room.frame()["view"]["score"]["rows"]]


def seen(room, device, read):
    return room.table.look(lambda evening: read(evening, device))


def test_an_old_card_put_right_changes_all_that_follows_from_it(played):
    assert played.score() == [1, 1]
    played.act(played.ana, do="correct", at=1, entry={"do": "play", "seat": 2, "card": "2h"})
    assert written(played) == [[1, 0], [1, 0]]
    played.restart()
    assert played.score() == [2, 0]
    undo = played.frame(played.ana)["undo"]
    assert undo["what"]["code"] == "entry.corrected"
    assert played.frame(played.boris)["undo"] is None
    played.act(played.ana, **undo["entry"])
    assert written(played) == [[0, 1], [1, 0]]
    played.act(played.boris, do="undo")
    assert written(played) == [[0, 1]], "undone in the order in which it was done"


def test_everybody_is_told_of_a_correction_until_play_goes_on(played):
    played.act(played.ana, do="correct", at=1, entry={"do": "play", "seat": 2, "card": "2h"})
    for device in (played.ana, played.boris, None):
        (told,) = played.frame(device)["view"]["notices"]
        assert (told["code"], told["message"]["code"]) == ("corrected", "table.corrected")
        assert told["message"]["args"]["who"] == {"seat": 1}
        assert told["deal"] == 1
    played.play(2, "9c")
    assert not played.frame()["view"].get("notices")


def test_something_forgotten_can_be_put_before(played):
    forgotten = {"do": "adjust", "team": 2, "by": 1, "why": "forgotten"}
    played.act(played.boris, do="correct", at=1, before=True, entry=forgotten)
    assert played.score() == [1, 2]
    assert written(played) == [[0, 1], [1, 0]]
    assert played.frame()["recent"][-1]["what"]["code"] == "entry.inserted"


def test_what_never_happened_can_be_taken_out(room):
    room.seated()
    room.act(room.ana, do="adjust", team=1, by=2, why="a slip")
    room.play(2, "Kh")
    room.act(room.boris, do="correct", at=1)
    assert room.score() == [0, 0]
    assert room.frame()["recent"][-1]["what"]["code"] == "entry.removed"


def test_a_correction_that_breaks_a_later_entry_says_which(played):
    cut = {"do": "correct", "at": 1}
    with played.refused("correction-breaks") as refusal:
        played.act(played.boss, **cut)
    assert refusal.value.msg.args["n"] == 2
    found = seen_preview(played, played.boss, cut)
    assert found.after is None
    assert (found.broken.number, found.broken.why.code) == (2, "refused.high-card.turn")
    played.act(played.boss, **cut, drop=2)
    assert played.score() == [0, 0]
    assert played.frame()["table"]["started"] is False, "all after it goes, to be entered anew"
    played.act(played.boss, do="undo")
    assert played.score() == [1, 1]


def seen_preview(room, device, correct):
    body = json.dumps(correct).encode()
    return room.table.preview(device, room.table.seq, body)


def test_a_preview_shows_before_and_after_and_changes_nothing(played):
    wanted = {"do": "correct", "at": 3, "entry": {"do": "play", "seat": 1, "card": "2s"}}
    played.act(played.boris, do="void")
    frames, rows = played.frames(), played.log.rows(played.table.code)
    found = seen_preview(played, played.ana, wanted)
    assert [row.deal for row in found.before.rows] == [2, 3], "from the first that differs"
    assert [team.total for team in found.before.teams] == [1, 1]
    assert [row.written for row in found.after.rows] == [(0, 1), (0, 0)]
    assert (played.frames(), played.log.rows(played.table.code)) == (frames, rows)


def test_of_two_who_correct_at_once_one_wins_and_the_other_is_told(played):
    then = played.table.seq
    king = {"do": "play", "seat": 2, "card": "3h"}
    played.act(played.ana, seen=then, do="correct", at=1, entry=king)
    with played.refused("stale"):
        played.act(played.boris, seen=then, do="correct", at=1, entry={**king, "card": "4h"})


def test_after_the_game_has_ended(room):
    room.seated()
    room.act(room.boss, do="setup", game="high-card", players=2, options={"target": 1})
    room.play(2, "Kh")
    room.play(1, "Qh")
    assert room.frame()["view"]["score"]["over"]
    room.act(room.ana, do="correct", at=2, entry={"do": "void"})
    assert not room.frame()["view"]["score"].get("over")


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ({"at": 9}, "no-such-entry"),
        ({"at": 1, "entry": {"do": "play", "seat": 2, "card": "Kh"}}, "nothing-to-correct"),
        ({"at": 1, "entry": {"do": "play", "seat": 2, "card": "Zz"}}, "high-card.deck"),
        ({"at": 1, "entry": {"do": "play", "seat": 1, "card": "3h"}}, "high-card.turn"),
        ({"at": 1, "entry": {"do": "undo"}}, "bad-entry"),
        ({"at": 1, "entry": {"do": "correct", "at": 1}}, "bad-entry"),
        ({"at": 1, "entry": {"do": "sit", "seat": 1, "name": "x"}}, "bad-entry"),
        ({"at": 1, "entry": {"do": "round", "cards": ["Kh", "Qh"]}}, "bad-entry"),
        ({"at": 1, "entry": {}}, "bad-entry"),
        ({"at": 1, "before": True}, "bad-entry"),
        ({"at": 0}, "bad-entry"),
        ({"at": 1, "entry": 7}, "bad-entry"),
    ],
)
def test_what_cannot_be_put_right_is_refused(played, word, code):
    with played.refused(code):
        played.act(played.ana, do="correct", **word)


def test_a_stranger_corrects_nothing(played):
    stranger = played.phone()
    with played.refused("not-at-this-table"):
        played.act(stranger, do="correct", at=1, entry={"do": "void"})
    with played.refused("not-at-this-table"):
        seen_preview(played, stranger, {"do": "correct", "at": 1, "entry": {"do": "void"}})
    with pytest.raises(Refusal, match="not-at-this-table"):
        played.table.look(lambda evening: past(evening, stranger, 1))


def test_while_the_deal_is_on_a_seats_words_are_its_own(room):
    room.seated()
    room.play(2, "Kh")
    other = {"do": "correct", "at": 1, "entry": {"do": "play", "seat": 2, "card": "2h"}}
    with room.refused("not-yours-to-correct"):
        room.act(room.ana, **other)
    room.act(room.boris, **other)


def test_a_secret_is_put_right_by_nobody_else_and_shown_to_nobody(room):
    worlds = []
    for card in ("Kh", "2s"):
        room.restart()
        table = room.host.open_table("high-card", 2)
        for device, seat, name in ((room.ana, 1, "Ana"), (room.boris, 2, "Boris")):
            room.table = table
            room.act(device, do="sit", seat=seat, name=name)
        room.act(room.boris, do="conceal", seat=2, card=card)
        told = []
        for device in (room.ana, room.boss, None):
            told.append(str(seen(room, device, timeline)))
        for device in (room.ana, room.boss):
            with pytest.raises(Refusal, match="correct-hidden"):
                table.look(lambda evening, who=device: past(evening, who, 1))
            for change in ({"do": "void"}, {"do": "conceal", "seat": 2, "card": "Kh"}, None):
                correct = {"do": "correct", "at": 1, "entry": change}
                with pytest.raises(Refusal) as refused:
                    seen_preview(room, device, correct)
                told.append(str(refused.value.msg))
        own = table.look(lambda evening: past(evening, room.boris, 1))
        assert own.entry["card"] == card
        worlds.append(told)
    assert worlds[0] == worlds[1]


def test_a_corrected_game_has_a_record_of_what_stands(played):
    played.act(played.ana, do="correct", at=1, entry={"do": "play", "seat": 2, "card": "2h"})
    told = played.host.export_record(played.table.code)
    read = record.read(record.lines_of_text(told))
    assert [one.entry.card for one in read.history.entries] == ["2h", "Qh", "As", "3c"]
    assert list(json.loads(record.result(read))["score"]) == played.score()
    with pytest.raises(record.RecordRefused):
        record.replay(record.lines_of_text(told + '{"do":"correct","at":1}\n'))


def test_the_timeline_tells_who_said_what_when_and_what_became_of_it(played):
    played.act(played.ana, do="correct", at=1, entry={"do": "play", "seat": 2, "card": "2h"})
    played.act(played.boss, do="void")
    played.act(played.boss, do="undo")
    events = seen(played, played.ana, timeline)
    sat, _, first, *_, corrected, void, undo = events[1:]
    assert (sat.deal, sat.number, sat.what.code) == (None, None, "matter.sat")
    assert (first.number, first.deal, first.seat, first.undone) == (1, 1, 2, True)
    assert (corrected.number, corrected.deal, corrected.undone) == (5, 3, False)
    assert (void.undone, void.host, undo.what.code) == (True, True, "entry.undo")
    assert [(event.number, event.open) for event in events if event.open] == [
        (2, 2),
        (3, 3),
        (4, 4),
        (5, 1),
    ], "what a correction put in can be put right again"
    for public in seen(played, None, timeline):
        assert not public.open


def test_an_earlier_entry_opens_with_what_else_it_might_have_been(played):
    opened = seen(played, played.ana, lambda evening, device: past(evening, device, 1))
    assert opened.entry == {"do": "play", "seat": 2, "card": "Kh"}
    assert (opened.deal, opened.what.code) == (1, "high-card.play")
    assert [choice.key for choice in opened.choices] == ["play", "conceal"]
    for choice in opened.choices:
        for option in choice.fields[0].options:
            entry = {**choice.entry, "card": option.value}
            if entry != opened.entry and choice.key == "play":
                assert seen_preview(played, played.ana, {"do": "correct", "at": 1, "entry": entry})


# A model: what stands, in a list, played from nothing each time


def fresh():
    rules = games.load("high-card")
    return History(rules, 2, Seat(1), rules.options(target=3))


def replayed(course):
    history = fresh()
    for number, entry in course:
        history.add(Entered(number, entry, b""), history.rules.apply(history.state, entry, number))
    return history.state


@pytest.mark.parametrize("seed", range(40))
def test_history_is_what_a_model_says_it_is(seed):
    luck = random.Random(seed)
    history, course, before = fresh(), [], []
    for _ in range(60):
        entry = any_entry(history, course, luck)
        number = history.next_number
        model = after(course, before, entry, number)
        try:
            history.check(entry)
        except Refusal:
            continue
        kept, back = model
        history.add(Entered(number, entry, b""), history.after(entry))
        course, before = kept, back
        assert [(one.number, one.entry) for one in history.standing] == course
        assert history.state == replayed(course)
        assert len(history.made) == len(before)


def any_entry(history, course, luck):
    decoder = codec.entry_decoder("high-card")
    turn = history.rules.result(history.state).next.seats or (1,)
    play = {"do": "play", "seat": turn[0], "card": luck.choice(RANKS) + luck.choice("cdhs")}
    kind = luck.random()
    if kind < 0.15:
        to = luck.choice((None, luck.randrange(history.next_number)))
        return Undo(to=to)
    if kind < 0.45 and course:
        at, old = luck.choice(course)
        new = luck.choice(
            (None, {"do": "void"}, {**json.loads(codec.encode(old)), "card": "5d"}, play)
        )
        if new and new["do"] == "void":
            new.pop("card", None)
        if old.__struct_config__.tag != "play" and new and new.get("card") == "5d":
            new = {"do": "void"}
        drop = luck.choice((None, luck.choice(course)[0]))
        return Correct(at=at, entry=new, before=bool(new) and luck.random() < 0.4, drop=drop)
    if kind < 0.55:
        return decoder.decode(b'{"do":"void"}')
    return decoder.decode(json.dumps(play))


def after(course, before, entry, number):
    """The course after an entry, and what an undo would go back to, one for each that can."""
    match entry:
        case Undo(to=to):
            gone = before[-1:] if to is None else [b for b in before if b[0] > to]
            return (gone[0][1], before[: len(before) - len(gone)]) if gone else (course, before)
        case Correct():
            place = [n for n, _ in course].index(entry.at)
            new = entry.entry and codec.entry_decoder("high-card").decode(json.dumps(entry.entry))
            tail = course[place:] if entry.before else course[place + 1 :]
            if entry.drop in [n for n, _ in tail]:
                tail = tail[: [n for n, _ in tail].index(entry.drop)]
            own = [(number if entry.before else entry.at, new)] if new else []
            return course[:place] + own + tail, [*before, (number, course)]
        case _:
            return [*course, (number, entry)], [*before, (number, course)]


def test_an_old_log_with_a_correction_that_no_rule_allows_today_still_opens(played, monkeypatch):
    played.act(played.ana, do="correct", at=1, entry={"do": "play", "seat": 2, "card": "2h"})
    before = played.frames()
    rules = games.load("high-card")

    def strict(state, entry):
        raise Refusal("high-card.deck", card="2h")

    monkeypatch.setattr(rules, "check", strict)
    played.restart()
    assert played.frames() == before


def test_only_what_really_breaks_may_be_dropped(played):
    king = {"do": "correct", "at": 1, "entry": {"do": "play", "seat": 2, "card": "2h"}}
    for drop in (1, 2, 4, 9):
        with played.refused("nothing-breaks"):
            played.act(played.boss, **king, drop=drop)
    with played.refused("correction-breaks"):
        played.act(played.boss, do="correct", at=1)


def test_nobody_drops_what_others_entered(played):
    with played.refused("not-yours-to-undo"):
        played.act(played.ana, do="correct", at=1, drop=2)
    played.act(played.boss, do="correct", at=1, drop=2)
    told = played.frame()["recent"][-1]["what"]
    assert (told["code"], told["args"]["n"]) == ("entry.dropped", 3)


def test_a_correction_can_be_put_right_and_all_taken_back(played):
    for card in ("2h", "3h", "4h"):
        played.act(played.ana, do="correct", at=1, entry={"do": "play", "seat": 2, "card": card})
    opened = seen(played, played.ana, lambda evening, device: past(evening, device, 1))
    assert opened.entry["card"] == "4h"
    for card in ("3h", "2h", "Kh"):
        played.act(played.ana, do="undo")
        opened = seen(played, played.ana, lambda evening, device: past(evening, device, 1))
        assert opened.entry["card"] == card
    played.restart()
    assert played.score() == [1, 1]


def test_a_correction_that_leaves_nothing_is_undone_before_the_game_is(room):
    room.seated()
    room.act(room.boss, do="setup", game="high-card", players=2, options={"target": 1})
    room.play(2, "Kh")
    room.play(1, "Qh")
    room.act(room.boss, do="setup", game="high-card", players=2)
    room.act(room.boris, do="play", seat=2, card="9h")
    room.act(room.boris, do="correct", at=1)
    assert room.frame(room.boris)["undo"]["what"]["code"] == "entry.removed"
    room.act(room.boris, do="undo")
    assert room.frame()["table"]["started"] is True


def test_nobody_speaks_for_the_table_in_anothers_name(room):
    room.seated()
    with room.refused("not-your-seat"):
        room.act(room.boris, do="void", seat=1)
    room.act(room.boris, do="void", seat=2)
