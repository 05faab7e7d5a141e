"""The house rules as blanks to tap, before the game and between deals."""

from companion.core.choices import Field, Option
from companion.core.messages import msg
from companion.games.belote.options import USUAL_TARGETS, HouseRules


def option_fields(house: HouseRules, under: str = "") -> tuple[Field, ...]:
    """The house rules as blanks, filled with what is chosen."""

    def pick(name: str, *values: str | int | bool) -> Field:
        spoken = {True: "on", False: "off"}
        options = tuple(
            Option(v, msg(f"{name}.{spoken[v] if isinstance(v, bool) else v}")) for v in values
        )
        label = msg(f"option.{name}")
        return Field(under + name, "pick", label, options=options, value=getattr(house, name))

    low, high = USUAL_TARGETS
    target = house.target
    return (
        Field(
            f"{under}target",
            "number",
            msg("option.target"),
            min(low, target),
            max(high, target),
            value=target,
            hint=msg("option-hint.target"),
        ),
        pick("sequences", "separate", "one-contest"),
        pick("tie_doubled", "hangs", "split"),
        pick("nt_capot", 90, 180),
        pick("capot_doubled", True, False),
        pick("finish_on_capot", False, True),
        pick("finish_on_hanging", True, False),
        pick("last_packet", 3, 2),
    )
