"""Every sentence a person reads is in the catalogue, and fits the code that says it."""

import ast
import json
import re
from pathlib import Path

import pytest

import companion
from companion import games, words
from companion.core.messages import CardRef, Msg, Refusal, SeatRef, SuitRef, TeamRef, msg

ROOT = Path(companion.__file__).parent
PLURALS = {"zero", "one", "two", "few", "many", "other"}


def said_in(path: Path) -> set[str]:
    """The codes that a Python file says outright, and those of its refusals."""
    codes = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and node.args):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        first = node.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            if name in ("msg", "Msg"):
                codes.add(first.value)
            elif name == "Refusal":
                codes.add(f"refused.{first.value}")
    return codes


def game_of(path: Path) -> str | None:
    parts = path.relative_to(ROOT).parts
    return parts[1].replace("_", "-") if parts[0] == "games" and len(parts) > 2 else None


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.py")), ids=lambda p: str(p.relative_to(ROOT)))
def test_what_the_code_says_is_in_the_catalogue(path):
    missing = said_in(path) - set(words.catalogue("en", game_of(path)))
    assert not missing, f"add to the catalogue: {sorted(missing)}"


@pytest.mark.parametrize("game", games.names())
def test_a_game_adds_words_and_replaces_none(game):
    own = json.loads((games.folder(game) / "messages" / "en.json").read_text(encoding="utf-8"))
    assert own
    assert not set(own) & set(words.catalogue("en"))


@pytest.mark.parametrize("game", [None, *games.names()])
@pytest.mark.parametrize("language", words.languages())
def test_sentences_are_text_or_plural_forms(language, game):
    for code, text in words.catalogue(language, game).items():
        forms = [text] if isinstance(text, str) else list(text.values())
        assert all(isinstance(form, str) and form.strip() for form in forms), code
        if not isinstance(text, str):
            assert set(text) <= PLURALS, code
            assert "other" in text, code


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("language", [tag for tag in words.languages() if tag != "en"])
def test_translations_fill_the_same_blanks(language, game):
    english = words.catalogue("en", game)
    for code, text in words.catalogue(language, game).items():
        assert blanks(text) == blanks(english[code]), code


def blanks(text: object) -> set[str]:
    """The parameters that a sentence, or any of its plural forms, fills in."""
    return set(re.findall(r"\{(\w+)\}", str(text)))


def test_names_cards_and_plurals_are_filled_in(monkeypatch):
    book = {
        "says": "{who} of {side} laid {card}, {suit}: {inner}",
        "n.tricks": {"one": "{n} trick", "other": "{n} tricks"},
    }
    common = words.catalogue("en")
    monkeypatch.setattr(words, "catalogue", lambda *_: {**common, **book})
    sentence = msg(
        "says",
        who=SeatRef(2),
        side=TeamRef(2),
        card=CardRef("Ps"),
        suit=SuitRef("h"),
        inner=msg("n.tricks", n=1),
    )
    text = words.render(sentence, names=["Ana", "{n}", "", "Georgi"], sides=[(1, 3), (2, 4)])
    assert text == "{n} of {n} & Georgi laid P♠, ♥ hearts: 1 trick"
    assert words.render(Msg("n.tricks", {"n": 3})) == "3 tricks"
    assert words.render(msg("says", who=SeatRef(3)), names=["A", "B", ""]).startswith("Seat 3 of")


def test_an_unknown_code_is_shown_rather_than_hidden():
    assert words.render(Msg("no.such.code")) == "no.such.code"


def test_a_refusal_carries_its_sentence():
    refusal = Refusal("must-bid", who=SeatRef(2))
    assert (refusal.code, refusal.msg.code) == ("must-bid", "refused.must-bid")


def test_what_a_phone_does_not_fetch_is_said_by_terminal_and_print_page_alone():
    for room in ("core", "games", "table", "practice", "web"):
        for path in (ROOT / room).rglob("*.py"):
            if path.name not in {"record.py", "printer.py", "preparing.py", "orders.py"}:
                assert not said_in(path) & words.UNMET, path
    assert words.catalogue("en").keys() >= words.UNMET
    assert not json.loads(words.merged_json("en", "belote")).keys() & words.UNMET
    assert json.loads(words.merged_json("en", None, press=True)).keys() >= words.UNMET
