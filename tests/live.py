"""A real server in a process of its own, and phones that speak to it as browsers do."""

import contextlib
import itertools
import json
import os
import queue
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import requests
import socketio

from companion.addresses import candidates, look_around

ROOT = Path(__file__).parents[1]
OWN = next((address.ip for address in candidates(look_around())), "127.0.0.1")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as line:
        return line.getsockname()[1]


class Server:
    """``companion`` as a person starts it."""

    def __init__(self, data, *arguments, port=None, program=("-m", "companion")):
        self.data = data
        self.program = program
        self.port = port or free_port()
        self.log = data.with_name(f"{data.name}.log")
        self.arguments = arguments
        self.process = None

    @property
    def place(self):
        return f"{OWN}:{self.port}"

    @property
    def url(self):
        return f"http://{self.place}"

    def launch(self):
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, *self.program, "--no-browser"),
                    *("--data", str(self.data), "--port", str(self.port)),
                    *self.arguments,
                ],
                cwd=ROOT,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        return self

    def start(self, seconds=20):
        self.launch()
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.log.read_text()
            with contextlib.suppress(requests.ConnectionError):
                requests.get(f"{self.url}/api/languages", timeout=5)
                if "/host/" in self.said:  # it is this one that answered, no dying predecessor
                    return self
            time.sleep(0.02)
        raise AssertionError(self.log.read_text())

    @property
    def said(self):
        return self.log.read_text()

    @property
    def key(self):
        return re.search(r"/host/([\w-]+)", self.said)[1]

    def worker(self):
        """The process that serves."""
        found = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.process.pid)],
            capture_output=True,
            text=True,
            check=True,
        )
        return int(found.stdout.split()[0])

    def kill(self):
        """As a power cut does: every process at once, without a word."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)

    def stop(self, sig=signal.SIGTERM):
        """Ask it to stop; how many seconds it took."""
        begun = time.monotonic()
        self.process.send_signal(sig)
        self.process.wait(15)
        return time.monotonic() - begun

    def end(self):
        if self.process and self.process.poll() is None:
            try:
                self.stop()
            except subprocess.TimeoutExpired:
                self.kill()


class Phone:
    """One browser: its cookie, its taps, its socket."""

    def __init__(self, server, code=None, patient=True):
        self.server = server
        self.code = code
        self.patient = patient
        """Asked to slow down, it waits and asks again: tests are quicker than fingers."""
        self.session = requests.Session()
        self.frames = queue.Queue()
        self.client = None

    def get(self, path, **more):
        return self._ask("get", path, timeout=10, **more)

    def post(self, path, body, headers=None, **more):
        sent = {"Origin": self.server.url, "Content-Type": "application/json"} | (headers or {})
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self._ask("post", path, data=data, headers=sent, timeout=20, **more)

    def _ask(self, how, path, **more):
        deadline = time.monotonic() + 10
        while True:
            answer = self.session.request(how, self.server.url + path, **more)
            if answer.status_code != 429 or not self.patient or time.monotonic() > deadline:
                return answer
            time.sleep(0.1)

    def open(self):
        """What a browser does before a person can tap: the page, its words, its table."""
        assert self.get(f"/j/{self.code}").status_code == 200
        frame = self.frame(public=True)
        assert self.get("/api/languages").json()
        assert self.get(f"/api/words/en?game={frame['table']['game']}").json()
        return frame

    def join(self, seat, name, tap=None):
        body = {"table": self.code, "tap": tap or tap_id(), "seat": seat, "name": name}
        return self.post("/api/join", body)

    def act(self, entry, seen=None, tap=None):
        seen = self.frame()["seq"] if seen is None else seen
        body = {"table": self.code, "tap": tap or tap_id(), "seen": seen, "entry": entry}
        return self.post("/api/act", body)

    def frame(self, public=False):
        answer = self.get(f"/api/frame?table={self.code}").json()
        assert answer["ok"] or public, answer
        return answer.get("frame")

    @property
    def cookie(self):
        return self.session.cookies.get("companion")

    def connect(self, kiosk=False, reconnect=False, transports=("websocket",), **auth):
        """Open its socket; frames land in ``frames``."""
        self.client = socketio.Client(
            reconnection=reconnect, reconnection_delay=0.2, reconnection_delay_max=0.5
        )
        self.client.on("frame", lambda text: self.frames.put(json.loads(text)))
        self.client.connect(  # it sends the Origin that a browser would
            self.server.url,
            headers={"Cookie": f"companion={self.cookie}"} if self.cookie else {},
            auth={"table": self.code, "kiosk": kiosk} | auth,
            transports=list(transports),
            wait_timeout=10,
        )
        return self.next_frame()

    def next_frame(self, seconds=5):
        return self.frames.get(timeout=seconds)

    def frame_where(self, holds, seconds=8):
        """The next frame of which this is true; those before it are thrown away."""
        deadline = time.monotonic() + seconds
        while True:
            frame = self.next_frame(max(0.01, deadline - time.monotonic()))
            if holds(frame["frame"]):
                return frame

    def leave(self):
        if self.client:
            engine = self.client.eio
            line, http = engine.ws, engine.http
            with contextlib.suppress(Exception):
                self.client.disconnect()
            # The client forgets its connections without closing them.
            for left in (line and line.sock, http, engine.ws and engine.ws.sock, engine.http):
                if left:
                    left.close()
            self.client = None
        self.session.close()


_count = itertools.count(1)


def tap_id():
    return f"{secrets.token_hex(8)}-{next(_count)}"


def filled(choice):
    """An entry that this choice allows: each blank with the first value it takes."""
    entry = dict(choice["entry"])
    for field in choice.get("fields", ()):
        options = [o["value"] for o in field.get("options", ()) if "why_not" not in o]
        entry[field["name"]] = (
            options[: field["count"]]
            if field["kind"] == "cards"
            else options[0]
            if options
            else field.get("low", "x")
        )
    return entry
