"""Sockets: they push every viewer its own picture of a table, and carry no actions.

Who watches is decided by the browser's cookie when it connects. A picture is built and
encoded once for each device (and once for the public), inside the table's lock, so that they
leave in order; sending is another thread's work.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import RLock
from typing import Any

import msgspec
from engineio.packet import MESSAGE, Packet
from flask import request
from flask_socketio import ConnectionRefusedError as Unwelcome
from flask_socketio import SocketIO

from companion.core.messages import Refusal
from companion.table.devices import Device
from companion.table.table import Table
from companion.web.site import Site

Who = tuple[str, int | None, bool]
"""A group of sockets that see the same: the table's code, the device (None: the public), and
whether it is a kiosk, which sees the public's picture and how to join."""


@dataclass
class Group:
    """Sockets that see the same, and what they were sent last."""

    device: Device | None
    sids: set[str] = field(default_factory=set)
    frame: bytes = b""
    seq: int = -1


class Push:
    """Sends pictures to whoever watches."""

    def __init__(self, socketio: SocketIO, site: Site) -> None:
        self._socketio = socketio
        self._site = site
        self._groups: dict[Who, Group] = {}
        self._of: dict[str, Who] = {}
        self._newest: set[str] = set()
        """Kiosks that named no table: they move on when a new one is opened."""
        self._lock = RLock()

    def publish(self, table: Table) -> None:
        """The table has changed: everybody watching gets the new picture."""
        with self._lock:
            watching = [(who, g) for who, g in self._groups.items() if who[0] == table.code]
        public: bytes | None = None
        for who, group in watching:
            if group.device is None:
                public = public or encode(table, None)
                group.frame, group.seq = public, table.seq
            else:
                group.frame, group.seq = encode(table, group.device), table.seq
            self._emit(who, group, table)

    def frame(self, table: Table, device: Device | None) -> bytes:
        """The table as this device sees it, encoded; what was just sent is not built again."""
        if device is not None:
            group = self._groups.get((table.code, device.id, False))
            if group and group.seq == table.seq and group.device == device:
                return group.frame
        return encode(table, device)

    def join_changed(self) -> None:
        """Kiosks must show another QR square, or that somebody came."""
        with self._lock:
            kiosks = [(who, group) for who, group in self._groups.items() if who[2]]
        for who, group in kiosks:
            if table := self._table(who[0]):
                self._emit(who, group, table)

    def opened(self, table: Table) -> None:
        """A new table: kiosks that show the newest show this one."""
        with self._lock:
            for sid in self._newest:
                self._leave(sid)
                self._enter(sid, (table.code, None, True), None)
        self.publish(table)

    def erased(self, code: str) -> None:
        """A table is gone: kiosks that show the newest go on to that, others stay as they are."""
        with self._lock:
            moving = [sid for sid, who in self._of.items() if who[0] == code and who[2]]
            for sid in [sid for sid, who in self._of.items() if who[0] == code]:
                self._leave(sid)
            table = self._site.newest()
            for sid in self._newest.intersection(moving):
                self._enter(sid, (table.code, None, True), None)
        self.publish(table)

    def renew(self, device: Device) -> None:
        """A device may do more than before: its picture shows it."""
        with self._lock:
            mine = [who for who in self._groups if who[1] == device.id]
            for who in mine:
                self._groups[who].device = device
        for code in {who[0] for who in mine}:
            if table := self._table(code):
                self.publish(table)

    def watch(self, sid: str, code: str | None, kiosk: bool) -> None:
        """A socket has come: put it where it belongs and send it its first picture.

        Raises Refusal ``no-table``, ``which-table`` or ``too-fast``.
        """
        if not code:
            self._site.check_follows()
        device = None if kiosk else self._site.device()
        table = self._site.table(code) if code else self._site.newest()
        who = (table.code, device.id if device else None, kiosk)
        with self._lock:
            self._enter(sid, who, device)
            if kiosk and not code:
                self._newest.add(sid)
        if device:
            table.arrive(device.id)
        self._send([sid], self._payload(table, who, self.frame(table, device)))

    def gone(self, sid: str) -> None:
        """A socket has gone."""
        with self._lock:
            self._newest.discard(sid)
            who = self._leave(sid)
        if who and who[1] is not None and (table := self._table(who[0])):
            table.depart(who[1])

    def sync(self, sid: str) -> str | None:
        """What this socket should see now."""
        who = self._of.get(sid)
        group = self._groups.get(who) if who else None
        table = self._table(who[0]) if who else None
        if who is None or group is None or table is None:
            return None
        return self._payload(table, who, self.frame(table, group.device))

    def _table(self, code: str) -> Table | None:
        """The table of this code, unless it was closed or cleared away meanwhile."""
        try:
            return self._site.host.table(code)
        except Refusal:
            return None

    def _enter(self, sid: str, who: Who, device: Device | None) -> None:
        self._of[sid] = who
        self._groups.setdefault(who, Group(device)).sids.add(sid)

    def _leave(self, sid: str) -> Who | None:
        who = self._of.pop(sid, None)
        if who and (group := self._groups.get(who)):
            group.sids.discard(sid)
            if not group.sids:
                del self._groups[who]
        return who

    def _payload(self, table: Table, who: Who, frame: bytes) -> str:
        if not who[2]:
            return f'{{"frame":{frame.decode()}}}'
        join = msgspec.json.encode(self._site.join(table))
        return f'{{"frame":{frame.decode()},"join":{join.decode()}}}'

    def _emit(self, who: Who, group: Group, table: Table) -> None:
        self._send(
            group.sids, self._payload(table, who, group.frame or encode(table, group.device))
        )

    def _send(self, sids: Iterable[str], payload: str) -> None:
        """Put an event into the queues of these sockets.

        What ``emit`` does, without what it looks up and encodes anew for each: this runs for
        every phone at every tap, and none gets its picture before the last one's is queued.
        """
        server = self._socketio.server
        packet = Packet(MESSAGE, f'2["frame",{msgspec.json.encode(payload).decode()}]')
        for sid in tuple(sids):
            line = server.manager.eio_sid_from_sid(sid, "/")
            if line is not None:
                server.eio.send_packet(line, packet)


def encode(table: Table, device: Device | None) -> bytes:
    """The table as this device sees it, as JSON."""
    return msgspec.json.encode(table.frame(device))


def attach(socketio: SocketIO, push: Push) -> None:
    """Answer the events of sockets.

    Handlers take whatever arguments come: a wrong number would be a TypeError, and Flask-
    SocketIO calls a connect handler again, without ``auth``, after a TypeError.
    """

    @socketio.on("connect")  # type: ignore[untyped-decorator]
    def connect(auth: Any = None) -> None:
        given = auth if isinstance(auth, dict) else {}
        code = given.get("table")
        try:
            push.watch(_sid(), code if isinstance(code, str) else None, given.get("kiosk") is True)
        except Refusal as refusal:
            said = {"code": refusal.code, "msg": msgspec.to_builtins(refusal.msg)}
            raise Unwelcome(refusal.code, said) from None

    @socketio.on("disconnect")  # type: ignore[untyped-decorator]
    def disconnect(*_: Any) -> None:
        push.gone(_sid())

    @socketio.on("sync")  # type: ignore[untyped-decorator]
    def sync(*_: Any) -> str | None:
        return push.sync(_sid())


def _sid() -> str:
    return str(request.sid)  # type: ignore[attr-defined]
