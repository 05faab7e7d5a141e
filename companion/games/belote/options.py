"""The house rules of Bulgarian belote: the usual game, and where tables differ.

The names are those of record format 1; the defaults those of rules.md 2.7.
"""

from typing import Final, Literal

from companion.core.entries import Options
from companion.core.messages import Msg, Refusal, msg

HAND: Final = {3: 8, 2: 7}
"""Cards of a hand, which is also the number of tricks, by the size of the last packet."""
TARGETS: Final = (1, 1_000_000)
USUAL_TARGETS: Final = (51, 1001)
"""What the pad offers."""


class HouseRules(Options, frozen=True):
    """What a table may settle for itself."""

    target: int = 151
    """Points that end the game (STANDARD)."""
    last_packet: Literal[3, 2] = 3
    """Cards dealt after the auction. The SEED says 2, which leaves four cards undealt and
    seven tricks; everybody else says 3 (STANDARD D1)."""
    nt_capot: Literal[90, 180] = 90
    """What taking every trick adds without trumps: 90 is not doubled (STANDARD)."""
    capot_doubled: bool = True
    """Whether a double counts when one side took every trick. Where not, such a deal is
    reckoned as if nobody had doubled (CHOICE: no source says more than "ignored")."""
    tie_doubled: Literal["hangs", "split"] = "hangs"
    """Equal points under a double: all of it hangs, or the defenders write their half."""
    finish_on_capot: bool = False
    """Whether a deal that ended in a capot may end the game."""
    finish_on_hanging: bool = True
    """Whether the game may end while points hang (CHOICE D11)."""
    sequences: Literal["separate", "one-contest"] = "separate"
    """Sequences and fours each have a contest of their own, or all declarations have one."""


def check_house(players: int, house: HouseRules) -> None:
    """Refuse house rules that cannot be played, with the reason."""
    if players != 4:
        raise Refusal("wrong-players", n=players)
    low, high = TARGETS
    if not low <= house.target <= high:
        raise Refusal("option-range", what=msg("option.target"), low=low, high=high)


def sentences(house: HouseRules) -> tuple[Msg, ...]:
    """The house rules as they are set, a sentence each."""
    return (
        msg("house.target", target=house.target),
        msg(f"house.last-packet-{house.last_packet}"),
        msg("house.nt-capot", by=house.nt_capot),
        msg(f"house.capot-doubled-{_word(house.capot_doubled)}"),
        msg(f"house.tie-doubled-{house.tie_doubled}"),
        msg(f"house.finish-on-capot-{_word(house.finish_on_capot)}"),
        msg(f"house.finish-on-hanging-{_word(house.finish_on_hanging)}"),
        msg(f"house.sequences-{house.sequences}"),
    )


def _word(value: bool) -> str:
    return "on" if value else "off"
