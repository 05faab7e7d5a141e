"""How long from a tap to all four phones, beside a bare Flask-SocketIO server doing the same.

Both run side by side on loopback: the same production server, a row of the same size in the
same kind of SQLite commit (WAL, FULL), a state of the same size sent to four phones. Taps take
turns, so that whatever else this machine does falls on both alike. Read the ratio, not the
milliseconds. Run: ``python tests/bench/ratio.py [taps]``.
"""

import contextlib
import gzip
import json
import os
import re
import secrets
import selectors
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import requests

ROOT = Path(__file__).parents[2]
BARE = Path(__file__).with_name("bare.py")
SEQ = re.compile(rb'seq\\":\s*(\d+)[,}]')
"""In a picture inside a Socket.IO packet: JSON inside JSON."""
PING = bytes((0x81, 1)) + b"2"
PACE = 0.06
"""Seconds between two taps: a phone may tap ten times a second."""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as line:
        return line.getsockname()[1]


def launch(command, port, log):
    """Start a server; it and the seconds until its first page."""
    begun = time.monotonic()
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT, start_new_session=True
        )
    while time.monotonic() - begun < 20 and process.poll() is None:
        with contextlib.suppress(requests.ConnectionError):
            requests.get(f"http://127.0.0.1:{port}/kiosk", timeout=5)
            return process, time.monotonic() - begun
        time.sleep(0.005)
    raise SystemExit(log.read_text())


class Contender:
    """A server with four phones connected, and how to tap.

    The phones are bare sockets in one thread, so that what is measured is the server.
    """

    act = "/act"

    def __init__(self, port):
        self.place = "127.0.0.1", port
        self.url = f"http://127.0.0.1:{port}"
        self.sessions = [requests.Session() for _ in range(4)]
        self.lines = []
        self.times = []
        for session in self.sessions:
            session.headers["Origin"] = self.url

    def line(self):
        made = socket.create_connection(self.place, timeout=5)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return made

    def head(self, number, first):
        session = self.sessions[number]
        cookie = "; ".join(f"{c.name}={c.value}" for c in session.cookies)
        return (
            f"{first} HTTP/1.1\r\nHost: 127.0.0.1:{self.place[1]}\r\nOrigin: {self.url}\r\n"
            f"Cookie: {cookie}\r\n"
        )

    def connect(self, auth=None):
        self.taps = [self.line() for _ in range(4)]
        self.selector = selectors.DefaultSelector()
        for number in range(4):
            line = self.line()
            line.sendall(
                self.head(number, "GET /socket.io/?EIO=4&transport=websocket").encode()
                + b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )
            assert b" 101 " in line.recv(4096)
            line.sendall(ws_frame("40" + json.dumps(auth or {})))
            self.lines.append(line)
            self.selector.register(line, selectors.EVENT_READ, number)

    def quiet(self, seconds):
        """Read what comes for so long."""
        self.wait(lambda number, data: None, time.perf_counter() + seconds)

    def wait(self, received, deadline, done=lambda: False):
        while not done() and (left := deadline - time.perf_counter()) > 0:
            for key, _ in self.selector.select(left):
                data = key.fileobj.recv(1 << 20)
                if not data:
                    raise SystemExit("a phone was cut off")
                if PING in data:
                    key.fileobj.sendall(ws_frame("3"))
                received(key.data, data)

    def tap(self, number, seq):
        """One tap; until every phone has its picture."""
        body = json.dumps(self.body(number, seq)).encode()
        head = self.head(number, f"POST {self.act}")
        more = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        request = (head + more).encode() + body
        waiting, tails = {0, 1, 2, 3}, [b""] * 4

        def received(phone, data):
            data = tails[phone] + data
            tails[phone] = data[-40:]
            if any(int(found) >= seq for found in SEQ.findall(data)):
                waiting.discard(phone)

        begun = time.perf_counter()
        self.taps[number].sendall(request)
        self.wait(received, begun + 5, lambda: not waiting)
        self.times.append((time.perf_counter() - begun) * 1000)
        if waiting:
            raise SystemExit(f"{type(self).__name__}: no picture on {waiting}")
        self.read_answer(self.taps[number])

    def read_answer(self, line):
        data = b""
        while b"\r\n\r\n" not in data:
            data += line.recv(1 << 16)
        head, _, body = data.partition(b"\r\n\r\n")
        length = int(re.search(rb"Content-Length: (\d+)", head)[1])
        while len(body) < length:
            body += line.recv(1 << 16)
        assert b" 200 " in head.partition(b"\r\n")[0], body

    def close(self):
        for line in (*self.lines, *self.taps):
            line.close()


def ws_frame(text):
    """A short WebSocket text frame, masked with nothing."""
    data = text.encode()
    assert len(data) < 126
    return bytes((0x81, 0x80 | len(data), 0, 0, 0, 0)) + data


class Ours(Contender):
    """companion: four phones on their seats in the middle of a game. By turns an entry of the
    game is made and taken back, by the phone whose move it is."""

    act = "/api/act"

    def sit_down(self):
        self.code = requests.get(f"{self.url}/api/kiosk", timeout=5).json()["join"]["code"]
        for number, session in enumerate(self.sessions):
            body = {"table": self.code, "seat": number + 1, "name": f"Player {number + 1}"}
            answer = session.post(
                f"{self.url}/api/join", json=body | {"tap": secrets.token_hex(8)}, timeout=5
            ).json()
            assert answer["ok"], answer
        self.seq = answer["seq"]
        self.play_a_little()

    def play_a_little(self):
        """Some entries of the game, so that the picture is one of the middle of an evening."""
        for _ in range(12):
            for session in self.sessions:
                answer = session.get(f"{self.url}/api/frame?table={self.code}", timeout=5)
                frame = answer.json()["frame"]
                choices = [c for c in frame["view"].get("choices", ()) if not c.get("confirm")]
                choices = [c for c in choices if c.get("weight", "main") == "main"]
                if choices:
                    self.post(session, filled(choices[-1]), frame["seq"])
                    break
        for number, session in enumerate(self.sessions):
            answer = session.get(f"{self.url}/api/frame", timeout=5)
            frame = answer.json()["frame"]
            choices = (c for c in frame["view"].get("choices", ()) if "weight" not in c)
            if mine := [c for c in choices if c["entry"].get("seat") == number + 1]:
                self.mover, self.entry = number, filled(mine[0])
        self.seq = frame["seq"]
        self.size = len(answer.content)

    def post(self, session, entry, seen):
        body = {"table": self.code, "tap": secrets.token_hex(8), "seen": seen, "entry": entry}
        return session.post(f"{self.url}/api/act", json=body, timeout=5).json()

    def body(self, number, seq):
        entry = self.entry if (seq - self.seq) % 2 else {"do": "undo"}
        tap = secrets.token_hex(8)
        return {"table": self.code, "tap": tap, "seen": seq - 1, "entry": entry}


class Bare(Contender):
    """The bare server: store what is sent, tell everybody."""

    def body(self, number, seq):
        entry = {"do": "rename", "seat": number + 1, "seq": seq}
        return {"table": "ABCDE", "tap": secrets.token_hex(8), "seen": seq - 1, "entry": entry}


def filled(choice):
    """An entry that this choice allows."""
    entry = dict(choice["entry"])
    for field in choice.get("fields", ()):
        options = [o["value"] for o in field.get("options", ()) if "why_not" not in o]
        value = options[0] if options else field.get("low", "x")
        entry[field["name"]] = options[: field["count"]] if field["kind"] == "cards" else value
    return entry


def first_page(url, code):
    """Bytes on the wire until a phone shows the table: page, files, words, picture."""
    session = requests.Session()

    def size(path):
        answer = session.get(url + path, timeout=5, stream=True)
        answer.raise_for_status()
        raw = answer.raw.read(decode_content=False)
        text = gzip.decompress(raw) if answer.headers.get("Content-Encoding") == "gzip" else raw
        head = sum(len(k) + len(v) + 4 for k, v in answer.headers.items())
        sizes[path.partition("?")[0]] = len(raw) + head
        return text.decode("utf-8", "replace")

    sizes = {}
    page = size(f"/j/{code}")
    todo = re.findall(r'"(/static/[^"]+)"', page)
    while todo:
        path = todo.pop()
        if path.partition("?")[0] in sizes:
            continue
        text = size(path)
        if ".js" in path and "/vendor/" not in path:
            folder = path.partition("?")[0].rpartition("/")[0]
            for name in re.findall(r'from\s*"(\.[^"]+)"', text):
                todo.append(os.path.normpath(f"{folder}/{name}"))
    size("/api/languages")
    frame = json.loads(size(f"/api/frame?table={code}"))
    size(f"/api/words/en?game={frame['frame']['table']['game']}")
    return sizes


def measure(taps=300):
    """Everything, as a dictionary of numbers."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        ports = free_port(), free_port()
        python = sys.executable
        ours_server, start = launch(
            [
                python,
                "-m",
                "companion",
                f"--port={ports[0]}",
                f"--data={home}",
                "--game=whitehouse",
                "--no-browser",
            ],
            ports[0],
            home / "ours.log",
        )
        bare_server = None
        try:
            ours = Ours(ports[0])
            ours.sit_down()
            bare_server, bare_start = launch(
                [python, str(BARE), str(ports[1]), str(home / "bare.db"), str(ours.size)],
                ports[1],
                home / "bare.log",
            )
            bare = Bare(ports[1])
            ours.connect({"table": ours.code})
            bare.connect()
            ours.quiet(0.5)
            for number in range(taps + 20):
                for contender, seq in ((ours, ours.seq + 1 + number), (bare, number + 1)):
                    contender.tap(ours.mover, seq)
                    contender.quiet(PACE)
            sizes = first_page(ours.url, ours.code)
            ours.close()
            bare.close()
        finally:
            for server in filter(None, (ours_server, bare_server)):
                os.killpg(server.pid, signal.SIGTERM)
                server.wait(10)
    results = {
        "state_bytes": ours.size,
        "start_ms": start * 1000,
        "bare_start_ms": bare_start * 1000,
    }
    for name, contender in (("ours", ours), ("bare", bare)):
        times = contender.times[20:]
        results[f"{name}_median_ms"] = statistics.median(times)
        results[f"{name}_p95_ms"] = statistics.quantiles(times, n=20)[18]
    results["ratio_median"] = results["ours_median_ms"] / results["bare_median_ms"]
    results["ratio_p95"] = results["ours_p95_ms"] / results["bare_p95_ms"]
    results["first_page_bytes"] = sum(sizes.values())
    results["first_page_requests"] = len(sizes)
    return results, sizes


if __name__ == "__main__":
    found, parts = measure(*map(int, sys.argv[1:2]))
    for name, value in found.items():
        print(f"{name:20} {value:10.2f}")
    for path, size in sorted(parts.items(), key=lambda item: -item[1])[:6]:
        print(f"  {path:40} {size}")
