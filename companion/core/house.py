"""House rules as a table says them: read strictly, the same way in every game."""

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from companion.core.entries import Options
from companion.core.messages import Refusal

O = TypeVar("O", bound=Options)  # noqa: E741


def read_options(kind: type[O], said: Mapping[str, Any]) -> O:
    """House rules of this kind from those that differ from the defaults.

    Raises ``Refusal("bad-options", which=...)`` for one that there is not or that cannot
    have that value.
    """
    try:
        return msgspec.convert(said, kind)
    except msgspec.ValidationError as error:
        named = re.findall(r"`(?:\$\.)?([^`]*)`", str(error)) or ["?"]
        raise Refusal("bad-options", which=named[-1][:40]) from error
