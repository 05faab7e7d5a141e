"""The bare Flask-SocketIO server of the benchmark: ``bare.py PORT DATABASE STATE_BYTES``.

The same server settings as ours and nothing else: store a row, COMMIT, tell everybody.
"""

import json
import sqlite3
import sys
import threading

from flask import Flask, request
from flask_socketio import SocketIO
from gunicorn.app.base import BaseApplication


def make_app(database, size):
    app = Flask(__name__)
    sockets = SocketIO(
        app, async_mode="threading", async_handlers=False, ping_interval=8, ping_timeout=8
    )
    connection = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL").fetchall()
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE entry (seq INTEGER PRIMARY KEY, tap TEXT, body TEXT)")
    lock = threading.Lock()
    padding = "x" * size

    @app.get("/kiosk")
    def kiosk():
        return "ready"

    @app.post("/act")
    def act():
        body = request.get_json()
        with lock:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(
                "INSERT INTO entry VALUES (?, ?, ?)",
                (body["entry"]["seq"], body["tap"], json.dumps(body)),
            )
            connection.execute("COMMIT")
            state = json.dumps({"seq": body["entry"]["seq"], "state": padding})
            sockets.emit("frame", state)
        return {"ok": True, "frame": state}

    return app


class Bare(BaseApplication):
    def load_config(self):
        self.cfg.set("bind", f"127.0.0.1:{sys.argv[1]}")
        self.cfg.set("worker_class", "gthread")
        self.cfg.set("threads", 100)
        self.cfg.set("keepalive", 15)
        self.cfg.set("graceful_timeout", 1)
        self.cfg.set("loglevel", "error")
        self.cfg.set("control_socket_disable", True)

    def load(self):
        return make_app(sys.argv[2], int(sys.argv[3]))


if __name__ == "__main__":
    Bare().run()
