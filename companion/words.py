"""The message catalogues: from a sentence's code to the sentence, in the reader's language.

A catalogue is a flat JSON object from code to text, or to an object of CLDR plural forms
(``{"one": "{n} trick", "other": "{n} tricks"}``) chosen by the parameter ``n``. The common
one lies in ``companion/messages``, each game's own in its folder; a game's words are laid
over the common ones and may not replace any; ``rank.T`` and the like among them are how it
writes a rank that its letter does not say. The phone does the same from the same files
(``static/js/words.js``); both fill ``{name}`` and know nothing cleverer.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec
from babel import Locale

from companion import games
from companion.core.messages import Arg, CardRef, Msg, SeatRef, SuitRef, TeamRef

Catalogue = Mapping[str, str | Mapping[str, str]]

COMMON = Path(__file__).parent / "messages"
ELSEWHERE = (
    *("cli.", "doctor.", "even.", "export.", "paper.", "press.", "print.", "stock."),
    # Refusals of the printer and of the terminal.
    *("refused.labels-", "refused.bad-measure", "refused.no-room-for-camera", "refused.bad-start"),
    *("refused.no-stock", "refused.no-printer", "refused.bad-printers", "refused.cannot-write"),
    *(
        "refused.in-use",
        "refused.newer-data",
        "refused.not-our-data",
        "refused.cards-while-serving",
    ),
)
"""How the codes of sentences begin that no phone at a table shows."""
UNMET = frozenset(
    {
        "refused.bad-backup",
        "refused.cannot-copy-to",
        "refused.would-overwrite",
        "refused.bad-measure",
        "refused.bad-order",
        "refused.bad-printers",
        "refused.bad-start",
        "refused.bad-stock",
        "refused.bad-stock-file",
        "refused.bad-url",
        "refused.bad-wifi",
        "refused.cannot-write-file",
        "refused.cards-while-serving",
        "refused.labels-too-large",
        "refused.labels-too-small",
        "refused.labels-too-wide",
        "refused.no-printer",
        "refused.no-room-for-camera",
        "refused.no-stock",
        "refused.not-a-record",
        "refused.not-printed",
        "refused.too-many-entries",
        "refused.which-game",
    }
)
"""Refusals that only the terminal and the print page meet."""
PRESS = ("app.", "press.", "refused.", "seat.", "stock.", "team.", "ui.")
"""Those that the print page shows."""
SIGN = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_BLANK = re.compile(r"\{(\w+)\}")


def languages() -> tuple[str, ...]:
    """The languages there are, as BCP 47 tags; English is always one."""
    return tuple(sorted(path.stem for path in COMMON.glob("*.json")))


@cache
def catalogue(language: str, game: str | None = None) -> Catalogue:
    """The sentences of a language, with a game's own where one is named.

    A sentence not translated yet is there in English.
    """
    folders = [COMMON] + ([games.folder(game) / "messages"] if game else [])
    merged: dict[str, str | Mapping[str, str]] = {}
    for tag in dict.fromkeys(("en", language)):
        for folder in folders:
            path = folder / f"{tag}.json"
            if path.exists():
                merged.update(json.loads(path.read_text(encoding="utf-8")))
    return merged


def render(
    sentence: Msg,
    language: str = "en",
    game: str | None = None,
    names: Sequence[str] = (),
    sides: Sequence[Sequence[int]] = (),
) -> str:
    """The sentence as plain text; ``names`` by seat from 1, ``sides`` the seats of each team."""
    words = catalogue(language, game)
    text = words.get(sentence.code, sentence.code)
    if not isinstance(text, str):
        n = sentence.args.get("n", 0)
        form = Locale.parse(language, sep="-").plural_form(n if isinstance(n, int) else 0)
        text = text.get(form) or text["other"]

    def seat_name(seat: int) -> str:
        if 0 < seat <= len(names) and names[seat - 1]:
            return names[seat - 1]
        return render(Msg("seat.number", {"n": seat}), language, game)

    def fill(arg: Arg) -> str:
        match arg:
            case SeatRef(seat):
                return seat_name(seat)
            case TeamRef(team) if team <= len(sides):
                return " & ".join(seat_name(seat) for seat in sides[team - 1])
            case TeamRef(team):
                return render(Msg("team.number", {"n": team}), language, game)
            case CardRef(card):
                rank = words.get(f"rank.{card[0]}", card[0])
                return f"{rank}{SIGN[card[1]]}"
            case SuitRef(suit):
                return f"{SIGN[suit]} {render(Msg(f'suit.{suit}'), language, game)}"
            case Msg():
                return render(arg, language, game, names, sides)
            case _:
                return str(arg)

    return _BLANK.sub(
        lambda blank: fill(sentence.args[blank[1]]) if blank[1] in sentence.args else blank[0],
        text,
    )


def merged_json(language: str, game: str | None, press: bool = False) -> bytes:
    """A catalogue as the phone fetches it: without what only terminal and paper say.

    ``press``: as the print page fetches it, without what only a table says.
    """

    def wanted(code: str) -> bool:
        if press:
            return code.startswith(PRESS)
        return not code.startswith(ELSEWHERE) and code not in UNMET

    told = catalogue(language, game).items()
    fetched = {code: text for code, text in told if wanted(code)}
    return msgspec.json.encode(fetched, order="sorted")


def page_json(language: str, beginnings: tuple[str, ...]) -> bytes:
    """The common sentences of a page of its own: those whose codes begin like these."""
    common = catalogue(language).items()
    fetched = {code: text for code, text in common if code.startswith(beginnings)}
    return msgspec.json.encode(fetched, order="sorted")
