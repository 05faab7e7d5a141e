"""The pages: two shells that draw what the API and the sockets bring, and their files."""

from flask import Blueprint, Response, request

from companion.core.messages import Refusal
from companion.web.answers import refused, sentence_page, status_of
from companion.web.assets import Assets, send
from companion.web.site import Site
from companion.web.sockets import Push


def pages(site: Site, push: Push) -> Blueprint:
    """Everything a browser opens by its address. Nothing here changes a table."""
    blueprint = Blueprint("pages", __name__)
    assets = Assets(site.settings.static)

    def shell(name: str) -> Response:
        if not site.reached and not site.is_from_here():
            site.reached = True
            push.join_changed()
        return send(assets.asset(name))

    @blueprint.get("/")
    @blueprint.get("/j/<code>")
    @blueprint.get("/J/<code>")
    @blueprint.get("/p/<code>")
    @blueprint.get("/P/<code>")
    @blueprint.get("/host/<code>")
    def phone(code: str = "") -> Response:
        return shell("index.html")

    @blueprint.get("/kiosk")
    @blueprint.get("/kiosk/<code>")
    def kiosk(code: str = "") -> Response:
        return shell("kiosk.html")

    @blueprint.get("/evenings")
    def evenings() -> Response:
        return send(assets.asset("evenings.html"))

    @blueprint.get("/print")
    def printing() -> Response:
        return shell("print.html")

    @blueprint.get("/static/<path:name>")
    def static(name: str) -> Response:
        return send(assets.asset(name))

    return blueprint


def refusal_for(refusal: Refusal) -> Response:
    """A refusal for whoever asked: JSON below ``/api/``, else a page of one sentence."""
    if request.path.startswith("/api/"):
        return refused(refusal)
    page = sentence_page(refusal, request.accept_languages.values())
    return Response(page, status_of(refusal.code), mimetype="text/html")
