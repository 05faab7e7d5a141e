"""Devices: one browser each, known again by a random token in its cookie.

The token is shown once, to the browser; the log holds only its SHA-256, so that a stolen
data folder seats nobody.
"""

import hashlib
import secrets
import sqlite3
import threading
import time
from dataclasses import dataclass, replace

from companion.core.messages import Refusal
from companion.table.log import DeviceRow, Log


@dataclass(frozen=True)
class Device:
    """A browser that has joined. ``host``: it may do what the host may."""

    id: int
    host: bool = False


class Devices:
    """All devices there are, found by their token."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._lock = threading.Lock()
        self._by_hash = {row.token_hash: Device(row.id, row.host) for row in log.devices()}
        self._unkept: dict[int, bytes] = {}
        """Devices that have only practised, with their tokens' hashes: in no log."""

    def new(self, host: bool = False, kept: bool = True) -> tuple[Device, str]:
        """A device not seen before, and the token for its cookie (128 bit).

        One that is not ``kept`` is forgotten at the end of the run, unless :meth:`keep` is
        called for it. Raises ``Refusal("cannot-save")`` when it cannot be stored.
        """
        token = secrets.token_urlsafe(16)
        with self._lock:
            device = Device(
                max((known.id for known in self._by_hash.values()), default=0) + 1, host
            )
            if kept:
                self._store(device, _hash(token))
            else:
                self._unkept[device.id] = _hash(token)
            self._by_hash[_hash(token)] = device
        return device, token

    def keep(self, device: Device) -> None:
        """Store a device that has only practised so far; nothing for any other.

        Raises ``Refusal("cannot-save")``.
        """
        with self._lock:
            self._keep(device)

    def _keep(self, device: Device) -> None:
        if device.id in self._unkept:
            self._store(device, self._unkept[device.id])
            del self._unkept[device.id]

    def _store(self, device: Device, token_hash: bytes) -> None:
        try:
            self._log.add_device(DeviceRow(device.id, token_hash, device.host, int(time.time())))
        except sqlite3.Error as error:
            raise Refusal("cannot-save") from error

    def by_token(self, token: str | None) -> Device | None:
        """The device with this token, if there is one."""
        return self._by_hash.get(_hash(token)) if token else None

    def make_host(self, device: Device) -> Device:
        """The same device, with the host's rights from now on."""
        with self._lock:
            self._keep(device)
            try:
                self._log.make_host(device.id)
            except sqlite3.Error as error:
                raise Refusal("cannot-save") from error
            promoted = replace(device, host=True)
            for key, known in self._by_hash.items():
                if known.id == device.id:
                    self._by_hash[key] = promoted
        return promoted


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
