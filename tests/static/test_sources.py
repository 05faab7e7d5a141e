"""What must hold of the browser's files as they are written: safe, old enough, of no game."""

import gzip
import json
import re
from pathlib import Path

import pytest

from companion import games
from companion.web.assets import Assets
from companion.words import merged_json

STATIC = Path(__file__).parents[2] / "static"
SCRIPTS = sorted((STATIC / "js").rglob("*.js"))
STYLES = sorted((STATIC / "css").glob("*.css"))
PAGES = sorted(STATIC.glob("*.html"))
OWN = [*SCRIPTS, *STYLES, *PAGES, *STATIC.glob("*.svg")]
BUILT = tuple(
    f"press.{word}-" for word in ("about", "colours", "filled", "label", "own", "place", "what")
)
"""How words begin whose end is a word of an order."""
PRINT = {"print.js", "printform.js", "printpages.js", "printsheet.js"}
EVENINGS = {"evenings.js", "charts.js", "ledger.js", "settle.js"}
LATER = (
    {
        "kiosk.js",
        "board.js",
        "kioskstory.js",
        "menu.js",
        "qr.js",
        "recent.js",
        "setup.js",
        "timeline.js",
        "looking.js",
        "mend.js",
        "practice.js",
        "reseat.js",
        "paper.js",
    }
    | PRINT
    | EVENINGS
)
"""Not of a phone's first page: the other pages' own, and what is fetched when it is first
wanted."""
WORDS = Path(games.__file__).parents[1] / "messages" / "en.json"

UNSAFE = {
    "markup from text": r"\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|DOMParser",
    "text run as a program": r"\beval\s*\(|new Function\b|set(Timeout|Interval)\(\s*[\"'`]",
}
TOO_NEW = {
    "optional chaining": r"\?\.(?!\d)",
    "nullish": r"\?\?",
    "logical assignment": r"(\|\||&&)=",
    "class": r"^\s*class \w",
    "top-level await": r"^await ",
    "bare import": r"from \"(?!\.)",
    "dynamic import": r"\bimport\(",
    "numeric separator": r"\b\d+_\d+",
    "BigInt": r"\b\d+n\b",
    "lookbehind": r"\(\?<[=!]",
    "newer methods": r"\.(at|replaceAll|matchAll|replaceChildren|flatMap)\(",
    "newer statics": r"\.(fromEntries|allSettled|hasOwn)\(",
    "not on plain http": r"randomUUID|crypto\.subtle|navigator\.clipboard|serviceWorker|wakeLock",
    "newer names": r"\b(globalThis|structuredClone|queueMicrotask|ResizeObserver)\b",
}
TOO_NEW_STYLE = {
    "functional pseudo-classes": r":(is|where|has)\(",
    "nesting": r"^\s*&",
    "container queries": r"@container|@layer",
    "newer functions": r"\b(clamp|min|max|color-mix)\(",
    "inset": r"(?<![\w-])inset(-\w+)*:",
    "aspect-ratio": r"aspect-ratio",
    "the short gap": r"(?<![\w-])gap:",
}


def code_of(path: Path) -> str:
    """The file without its comments."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return re.sub(r"(?m)(^|\s)//.*$", "", text)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_are_safe_and_old_enough(path):
    code = code_of(path)
    found = {
        why: match[0]
        for why, pattern in (UNSAFE | TOO_NEW).items()
        if (match := re.search(pattern, code, re.MULTILINE))
    }
    assert found == {}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_stay_small(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 300


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_styles_are_old_enough(path):
    code = code_of(path)
    found = {
        why: match[0]
        for why, pattern in TOO_NEW_STYLE.items()
        if (match := re.search(pattern, code, re.MULTILINE))
    }
    assert found == {}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_pages_hold_no_script_and_no_style(path):
    page = path.read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page))


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_nothing_is_asked_of_other_hosts(path):
    addresses = set(re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s\"']*", code_of(path)))
    assert addresses <= {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_no_game_is_named(path):
    text = path.read_text(encoding="utf-8").lower()
    named = {
        name for name in games.names() for word in {name, name.replace("-", " ")} if word in text
    }
    assert named == set()


def test_only_one_file_knows_the_network():
    knowing = {
        path.name
        for path in SCRIPTS
        if re.search(r"\bfetch\(|XMLHttpRequest|window\.io\b|new WebSocket", code_of(path))
    }
    assert knowing == {"wire.js"}


def test_every_word_used_is_in_the_catalogue_and_every_own_word_is_used():
    words = json.loads(WORDS.read_text(encoding="utf-8"))
    used = {
        key
        for path in SCRIPTS
        for key in re.findall(
            r"\"((?:ui|app|seat|team|press|even)\.[a-z.-]+[a-z])\"", code_of(path)
        )
    }
    assert used <= set(words)
    own = {
        key
        for key in words
        if key.startswith(("ui.", "even."))
        or (key.startswith("press.") and not key.startswith(BUILT))
    }
    assert own <= used


def test_words_put_together_from_an_order_are_in_the_catalogue():
    words = json.loads(WORDS.read_text(encoding="utf-8"))
    form = code_of(STATIC / "js" / "parts" / "printform.js")
    for name, start in (("WHATS", "press.what-"), ("WHATS", "press.about-"), ("OWN", "press.own-")):
        found = re.search(rf"const {name} = \[(.*?)\]", form)
        assert found
        assert {start + word for word in re.findall(r"\"([a-z-]+)\"", found[1])} <= set(words)
    for values, start in re.findall(r"words\(\"[a-z]+\", \[(.*?)\], \"(press\.[a-z]+-)\"\)", form):
        assert {start + word for word in re.findall(r"\"([a-z-]+)\"", values)} <= set(words)


def test_pages_ask_only_for_files_there_are():
    for page in PAGES:
        for name in re.findall(r"/static/([\w./-]+)", page.read_text(encoding="utf-8")):
            assert (STATIC / name).is_file(), name


def test_every_module_is_imported_from_where_it_is():
    for path in SCRIPTS:
        for name in re.findall(r"from \"([^\"]+)\"", path.read_text(encoding="utf-8")):
            assert (path.parent / name).resolve().is_file(), f"{path.name}: {name}"


def test_the_first_page_is_small_on_the_wire():
    files = [
        STATIC / "index.html",
        STATIC / "css" / "base.css",
        STATIC / "css" / "phone.css",
        STATIC / "vendor" / "socket.io.min.js",
        *(path for path in SCRIPTS if path.name not in LATER),
    ]
    assets = Assets(STATIC)
    size = sum(len(assets.asset(str(path.relative_to(STATIC))).zipped) for path in files)
    words = max(len(gzip.compress(merged_json("en", game), 9)) for game in games.names())
    # A second or two over the worst Wi-Fi of a club room; a game's words grow with its rules.
    assert size < 56_000
    assert words < 12_000
