"""The house rules as blanks to tap, before the game and between deals."""

from companion.core.choices import Field, Option, numbers
from companion.core.messages import msg
from companion.games.whitehouse.options import (
    LADDERS,
    LETTERS,
    RANGES,
    SUIT_TOTAL,
    HouseRules,
    letter_points,
    plays_agreed,
)
from companion.games.whitehouse.state import State


def rule_fields(state: State) -> tuple[Field, ...]:
    """The house rules as blanks of an ``options`` entry: chips only while none has moved."""
    fields = option_fields(state.players, state.house, under="options.")
    if not state.history:
        return fields
    chips = state.house.chips
    return tuple(
        Field(f.name, f.kind, f.label, options=numbers(chips, chips), value=chips)
        if f.name == "options.chips"
        else f
        for f in fields
    )


TIMES = (30, 45, 60, 90, 120, 180)
"""Minutes that a game may usually last."""


def _time_limit(under: str, minutes: int) -> Field:
    """Minutes to choose from, with what an imported table may have agreed among them."""
    times = sorted({*TIMES, minutes} - {0})
    none = Option(0, msg("minutes.none"))
    options = (none, *(Option(n, msg("minutes.some", n=n)) for n in times))
    label, hint = msg("option.minutes"), msg("option-hint.minutes")
    return Field(f"{under}minutes", "pick", label, options=options, value=minutes, hint=hint)


def option_fields(players: int, house: HouseRules, under: str = "") -> tuple[Field, ...]:
    """The house rules as blanks, filled with what is chosen."""
    points = letter_points(house)
    letters = LETTERS[:-1] if players == 4 else LETTERS

    def number(name: str, value: int) -> Field:
        low, high = RANGES[name]
        return Field(
            under + name,
            "number",
            msg(f"option.{name}"),
            low,
            high,
            value=value,
            hint=msg(f"option-hint.{name}"),
        )

    def pick(name: str, value: str | bool, values: tuple[str | bool, ...]) -> Field:
        words: dict[str | bool, str] = {True: "on", False: "off"}
        options = tuple(Option(v, msg(f"{name}.{words.get(v, v)}")) for v in values)
        return Field(under + name, "pick", msg(f"option.{name}"), options=options, value=value)

    return (
        number("plays", plays_agreed(house, players) or house.plays or players),
        _time_limit(under, house.minutes),
        pick("auction", house.auction, ("two-laps", "last-word", "free")),
        number("minimum", house.minimum),
        pick("reward", house.reward, tuple(LADDERS)),
        number("chips", house.chips),
        pick("double", house.double, (False, True)),
        *(
            Field(
                f"{under}points.{letter}",
                "number",
                msg("option.points", letter=letter),
                0,
                SUIT_TOTAL,
                value=points.get(letter, 0),
            )
            for letter in letters
        ),
    )
