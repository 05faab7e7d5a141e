"""Flask and Socket.IO: pages, an API, sockets, and the door before them. Nothing clever."""

import logging
from typing import Any

from flask import Flask, Response
from flask_socketio import SocketIO
from werkzeug.exceptions import HTTPException

from companion.addresses import machine_names
from companion.core.messages import Refusal
from companion.web.crowd import Crowd, Patience
from companion.web.doing import doing
from companion.web.door import MAX_BODY, Door, is_same
from companion.web.evenings import evenings
from companion.web.pages import pages, refusal_for
from companion.web.printer import printer
from companion.web.quiet import hush
from companion.web.reading import reading
from companion.web.site import COOKIE, Site
from companion.web.sockets import Push, attach
from companion.web.wire import QuickJson, careful_websockets, hang_up

_CODE = {404: "no-page", 405: "wrong-method", 413: "too-large"}


def create_app(site: Site) -> Flask:
    """The whole web side of one run, as a WSGI application behind its door."""
    hush("companion", traces=True)
    hush("companion.sockets", "engineio.server", "socketio.server", "socketio")
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    secure = site.secure_name

    def is_ours(origin: str | None, environ: dict[str, Any]) -> bool:
        return origin is None or is_same(origin, environ.get("HTTP_HOST", ""), secure)

    # The mode is named outright: an eventlet that happens to be installed would win otherwise.
    socketio = SocketIO(
        app,
        async_mode="threading",
        async_handlers=False,
        cors_allowed_origins=is_ours,
        max_http_buffer_size=MAX_BODY,
        ping_interval=8,
        ping_timeout=8,
        manage_session=False,
        json=QuickJson,
        always_connect=False,
    )
    careful_websockets(socketio)
    push = Push(socketio, site)
    site.host.publish = push.publish
    attach(socketio, push)
    app.register_blueprint(pages(site, push))
    app.register_blueprint(reading(site, push))
    app.register_blueprint(doing(site, push))
    app.register_blueprint(evenings(site, push))
    app.register_blueprint(printer(site))
    app.extensions["push"] = push
    app.extensions["hang_up"] = lambda: hang_up(socketio)

    def close() -> None:
        site.practice.close()
        site.host.close()

    app.extensions["close"] = close

    @app.errorhandler(Refusal)
    def refuse(refusal: Refusal) -> Response:
        return refusal_for(refusal)

    @app.errorhandler(HTTPException)
    def refuse_http(error: HTTPException) -> Response:
        return refusal_for(Refusal(_CODE.get(error.code or 0, "bad-request")))

    @app.errorhandler(Exception)
    def fail(error: Exception) -> Response:
        logging.getLogger("companion").error("A request failed", exc_info=error)
        return refusal_for(Refusal("server-error"))

    names = machine_names() | {name.casefold().rstrip(".") for name in site.settings.allow_host}
    if site.public_name:
        names |= {site.public_name}
    patience = Patience()
    app.wsgi_app = Door(  # type: ignore[method-assign]
        app.wsgi_app,
        names,
        site.addresses,
        lambda: _open_from(socketio),
        COOKIE,
        secure=secure,
        patience=patience,
    )
    app.extensions["patience"] = patience
    app.extensions["crowd"] = Crowd(site.addresses.is_own)
    return app


def _open_from(socketio: SocketIO) -> list[str]:
    environs = list(socketio.server.environ.values())
    return [environ.get("REMOTE_ADDR", "") for environ in environs]
