"""A log that nobody can flood: each kind of complaint once a minute."""

import logging
import time
from collections.abc import Callable
from typing import Any

MINUTE = 60.0


class OnceAMinute(logging.Filter):
    """Lets a record pass unless one of its kind passed within the last minute.

    A kind is the logger, the sentence before its blanks are filled, and the exception's type.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._seen: dict[object, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write it."""
        error = record.exc_info[0] if record.exc_info else None
        kind = (record.name, str(record.msg)[:80], error)
        now = self._clock()
        if now - self._seen.get(kind, -MINUTE) < MINUTE:
            return False
        if len(self._seen) > 200:
            self._seen.clear()
        self._seen[kind] = now
        return True


class OneLine(logging.Formatter):
    """Writes an exception as its last line: what strangers send is no news for long."""

    def formatException(self, ei: Any) -> str:
        """The exception's type and message."""
        return f"  {ei[0].__name__}: {str(ei[1])[:200]}"


def hush(*names: str, traces: bool = False) -> None:
    """Make these loggers write to the terminal, errors only, each kind once a minute; where
    errors are our own, with their traces."""
    handler = logging.StreamHandler()
    handler.setFormatter((logging.Formatter if traces else OneLine)("%(name)s: %(message)s"))
    handler.addFilter(OnceAMinute())
    for name in names:
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(logging.ERROR)
        logger.propagate = False
