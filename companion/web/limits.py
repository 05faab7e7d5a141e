"""How fast is too fast: token buckets for taps, and for guesses of codes.

Durations by the monotonic clock. Nobody is locked out: whoever waits may try again.
"""

import time
from collections.abc import Callable, Hashable
from threading import Lock

from companion.core.messages import Refusal

_FORGET_ABOVE = 1000
"""Buckets kept before full ones are thrown away: more than any club has phones."""


class Bucket:
    """Holds up to ``burst`` tokens and gains ``rate`` a second."""

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self._tokens = float(burst)
        self._at = now

    def tokens(self, now: float) -> float:
        """How many tokens there are."""
        self._tokens = min(self.burst, self._tokens + (now - self._at) * self.rate)
        self._at = now
        return self._tokens

    def take(self, now: float) -> bool:
        """Take a token; whether there was one."""
        has = self.tokens(now) >= 1
        if has:
            self._tokens -= 1
        return has


class Pace:
    """A bucket for each of many: taps of each device, messages of each socket."""

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._lock = Lock()
        self._buckets: dict[Hashable, Bucket] = {}

    def bucket(self, who: Hashable, now: float) -> Bucket:
        """Whose bucket it is, made when missing."""
        if len(self._buckets) > _FORGET_ABOVE:
            self._buckets = {
                key: bucket
                for key, bucket in self._buckets.items()
                if bucket.tokens(now) < bucket.burst
            }
        return self._buckets.setdefault(who, Bucket(self._rate, self._burst, now))

    def step(self, who: Hashable) -> None:
        """Count one; Refusal ``too-fast`` where it is one too many."""
        with self._lock:
            now = self._clock()
            if not self.bucket(who, now).take(now):
                raise Refusal("too-fast")


class Guesses:
    """Slows down whoever tries codes until one fits.

    An address that never guessed wrong lately is never held up, so that a player can still
    join while somebody in the same Wi-Fi is trying codes. One that did has five wrong guesses,
    then one each two seconds; all such addresses together have ten a second.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._each = Pace(0.5, 5, clock)
        self._all = Bucket(10, 10, clock())
        self._clock = clock
        self._lock = Lock()

    def check(self, ip: str) -> None:
        """Refusal ``too-fast`` where this address must wait before another guess."""
        with self._lock:
            now = self._clock()
            own = self._each.bucket(ip, now)
            tokens = own.tokens(now)
            if tokens < 1 or (tokens < own.burst and self._all.tokens(now) < 1):
                raise Refusal("too-fast")

    def wrong(self, ip: str) -> None:
        """Count a wrong guess."""
        with self._lock:
            now = self._clock()
            self._each.bucket(ip, now).take(now)
            self._all.take(now)
