"""The web side without a network, so that a test may come from any address of the room."""

import itertools
import json

from companion.addresses import Addresses, Surroundings
from companion.settings import Settings
from companion.table.host import Host
from companion.table.log import Log
from companion.web import create_app
from companion.web.site import COOKIE, Site

PLACE = "10.0.0.1:8765"


class Inside:
    """A server of this process: its host, its application, and browsers at any address."""

    def __init__(self, folder, game="whitehouse", players=4, code=None, **wishes):
        """``code``: the table of an earlier run in this folder."""
        self.host = Host(Log(folder / "companion.db"))
        self.table = self.host.table(code) if code else self.host.open_table(game, players)
        self.settings = Settings(folder, **wishes)
        addresses = Addresses(folder / "adapter", "10.0.0.1", look=Surroundings)
        self.site = Site(self.host, self.settings, addresses, 8765, "the-key-of-the-host")
        self.app = create_app(self.site)
        self._taps = itertools.count(1)

    @property
    def code(self):
        return self.table.code

    def browser(self, ip="10.0.0.7", secret=None):
        return Browser(self, ip, secret)

    def seated(self, seat, name=None, ip=None):
        one = self.browser(ip or f"10.0.0.{10 + seat}")
        answer = one.post("/api/join", one.wish(seat=seat, name=name or f"Player {seat}"))
        assert answer.json["ok"], answer.json
        return one

    def close(self):
        self.host.close()


class Browser:
    """One browser: its address, its cookie."""

    def __init__(self, inside, ip, secret):
        self.inside, self.ip = inside, ip
        self.client = inside.app.test_client()
        if secret:
            self.client.set_cookie(COOKIE, secret, domain="10.0.0.1")

    def open(self, path, method="GET", headers=None, **more):
        return self.client.open(
            path,
            method=method,
            base_url=f"http://{PLACE}",
            headers=headers or {},
            environ_overrides={"REMOTE_ADDR": self.ip},
            **more,
        )

    def get(self, path, **headers):
        return self.open(path, headers=headers)

    def post(self, path, body, headers=None, kind="application/json"):
        sent = {"Origin": f"http://{PLACE}", "Content-Type": kind} | (headers or {})
        sent = {name: value for name, value in sent.items() if value is not None}
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.open(path, "POST", sent, data=data)

    def wish(self, **more):
        tap = f"tap-{next(self.inside._taps):08}"
        return {"table": self.inside.code, "tap": tap, **more}

    def act(self, entry, seen=None):
        seen = self.inside.table.seq if seen is None else seen
        return self.post("/api/act", self.wish(seen=seen, entry=entry))

    @property
    def secret(self):
        kept = self.client.get_cookie(COOKIE, domain="10.0.0.1")
        return kept and kept.value

    def frame(self):
        return self.get(f"/api/frame?table={self.inside.code}").json["frame"]
