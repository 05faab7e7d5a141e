"""Pages and files: looking changes nothing, and browsers keep what they have."""

import re

from companion.addresses import Addresses
from companion.settings import Settings
from companion.table.host import Host
from companion.table.log import Log
from companion.web import create_app
from companion.web.site import Site


def test_no_get_changes_anything(tmp_path):
    host = Host(Log(tmp_path / "log.db"))
    code = host.open_table().code
    app = create_app(Site(host, Settings(tmp_path), Addresses(tmp_path / "a"), 8765, "key"))
    _, token = host.new_device(host=True)
    browser = app.test_client()
    browser.set_cookie("companion", token, domain="localhost")
    secret = host.table(code).new_pass(host.device(token), 1)

    def everything():
        log = host._log
        return log.seatings(), log.rows(code), log.devices()

    before = everything()
    seen = set()
    for rule in app.url_map.iter_rules():
        values = {
            name: {"code": secret, "name": "icon.svg"}.get(name, "en") for name in rule.arguments
        }
        path = rule.rule
        for name, value in values.items():
            path = re.sub(rf"<(?:\w+:)?{name}>", value, path)
        for method in ("GET", "HEAD"):
            answer = browser.open(
                path, method=method, query_string={"table": code}, headers={"Host": "127.0.0.1"}
            )
            assert answer.status_code in (200, 403, 404, 405, 422)
            assert "Set-Cookie" not in answer.headers
        seen.add(path)
    assert {"/", "/kiosk", "/api/frame", f"/host/{secret}", f"/p/{secret}"} <= seen
    assert everything() == before
    # and the pass is still good for its one use
    device, _ = host.new_device()
    assert host.table_of_pass(secret).take(secret, device, "12345678")
    host.close()


def test_shells_name_their_files_by_content(phone):
    one = phone()
    for path in ("/", "/kiosk"):
        page = one.get(path)
        assert page.headers["Cache-Control"] == "no-cache"
        named = re.findall(r'"(/static/[^"?]+)(\?v=\w+)?"', page.text)
        assert named
        for name, version in named:
            assert version, name
            kept = one.get(name + version)
            assert "immutable" in kept.headers["Cache-Control"]
            assert one.get(name).headers["Cache-Control"] == "no-cache"
            assert one.get(name + "?v=0").headers["Cache-Control"] == "no-cache"


def test_unchanged_files_are_not_sent_again(phone):
    one = phone()
    first = one.get("/static/icon.svg")
    again = one.get("/static/icon.svg", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_scripts_are_zipped_and_typed(phone):
    answer = phone().get("/static/vendor/socket.io.min.js")
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Content-Type"].startswith("text/javascript")
    plain = phone().get("/static/vendor/socket.io.min.js", headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    assert plain.content == answer.content


def test_a_page_sets_no_cookie(phone):
    one = phone()
    one.open()
    assert not one.session.cookies
