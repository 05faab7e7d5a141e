"""The one file that knows the production server.

Where there is fork: gunicorn, one worker with threads, so that a server that dies is started
again by itself. Elsewhere (Windows): Werkzeug's threads. Both get the same ready sockets.
"""

import contextlib
import errno
import os
import socket
import struct
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from typing import Any

from flask import Flask

from companion.core.messages import Refusal
from companion.settings import PORT

TRIES = 20
"""How many ports to try from :data:`companion.settings.PORT` on."""
THREADS = 600
"""Each open socket keeps one, and a tap needs one for a moment. Made only when needed."""
GRACE_SECONDS = 2
PATIENCE_SECONDS = 20
"""How long a silent connection is kept: longer than a ping and its answer may take."""

Line = socket.socket


def listen(port: int | None) -> list[Line]:
    """Listening sockets on every address of this machine, IPv4 and, where there is, IPv6.

    Without a port: the usual one or the next free. Raises Refusal ``port-taken``,
    ``port-forbidden`` or ``port-impossible``.
    """
    ports = [port] if port else range(PORT, PORT + TRIES)
    for number in ports:
        try:
            return _listen_on(number)
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EPERM) and sys.platform != "win32":
                raise Refusal("port-forbidden", port=str(number)) from error
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise Refusal("port-impossible", port=str(number), why=str(error)) from error
    raise Refusal("port-taken", port=str(ports[0]))


def _listen_on(port: int) -> list[Line]:
    lines = [_line(socket.AF_INET, "0.0.0.0", port)]  # noqa: S104 - phones come from outside
    if socket.has_ipv6:
        with contextlib.suppress(OSError):
            lines.append(_line(socket.AF_INET6, "::", port))
    return lines


def _line(family: socket.AddressFamily, address: str, port: int) -> Line:
    line = socket.create_server((address, port), family=family, backlog=512)
    # Inherited by every connection: small packets leave at once, and a phone that has gone
    # without a word does not keep a thread for ever.
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if sys.platform == "linux":
        patience = struct.pack("@ll", PATIENCE_SECONDS, 0)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, patience)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, patience)
    return line


def serve(lines: Sequence[Line], make_app: Callable[[bool], Flask]) -> None:
    """Serve until told to stop. ``make_app(first)`` is called in the process that serves:
    again, with ``first`` false, when that process had to be replaced."""
    if hasattr(os, "fork"):
        _serve_with_gunicorn(lines, make_app)
    else:
        serve_with_werkzeug(lines, make_app)


def _serve_with_gunicorn(lines: Sequence[Line], make_app: Callable[[bool], Flask]) -> None:
    from companion.web.posix import run

    shared = "/dev/shm"  # noqa: S108 - memory: the worker's heartbeat must not wait for a disk
    options: dict[str, Any] = {
        "bind": [f"fd://{line.detach()}" for line in lines],
        "workers": 1,
        "threads": THREADS,
        "worker_connections": 2 * THREADS,
        "keepalive": 15,
        "graceful_timeout": GRACE_SECONDS,
        "worker_tmp_dir": shared if os.access(shared, os.W_OK) else tempfile.gettempdir(),
        "control_socket_disable": True,
        "forwarded_allow_ips": "",
        "secure_scheme_headers": {},
        "limit_request_line": 4094,
        "limit_request_fields": 60,
        "errorlog": "-",
        "loglevel": "error",
        "proc_name": "companion",
    }
    run(make_app, options)


def serve_with_werkzeug(lines: Sequence[Line], make_app: Callable[[bool], Flask]) -> None:
    """Serve with Werkzeug's threads, until Ctrl-C."""
    import logging

    from werkzeug.serving import make_server

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    app = make_app(True)
    servers = []
    crowd = app.extensions["crowd"]
    for line in lines:
        ip, port, *_ = line.getsockname()
        server = make_server(ip, port, app, threaded=True, fd=line.fileno())
        server.verify_request = lambda line, address: crowd.admits(address[0], line)  # type: ignore
        servers.append(server)
    for server in servers[1:]:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        servers[0].serve_forever()
    app.extensions["hang_up"]()
    app.extensions["close"]()
