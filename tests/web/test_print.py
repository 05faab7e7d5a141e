"""The print page's API: for the host, exact orders only, the very PDF, secrets in no address."""

import io
import re
import sys
import time
from urllib.parse import urlencode

import pytest
from pdf import Reader
from PIL import Image

from companion import words
from companion.addresses import Addresses
from companion.core.messages import Msg
from companion.settings import Settings
from companion.table.host import Host
from companion.table.log import Log
from companion.web import create_app, orders, preparing
from companion.web.site import Site

ELSEWHERE = "203.0.113.9"


class Browser:
    """A browser at the print page; somewhere else in the room unless it is ``here``."""

    def __init__(self, app, token, here=False):
        self.client = app.test_client()
        if token:
            self.client.set_cookie("companion", token, domain="127.0.0.1")
        self.base = {"environ_base": {"REMOTE_ADDR": "127.0.0.1" if here else ELSEWHERE}}

    def get(self, path, headers=(), **query):
        return self.open(f"{path}?{urlencode(query)}", headers=dict(headers))

    def post(self, path, body):
        return self.open(path, method="POST", json=body, headers={"Origin": "http://127.0.0.1"})

    def open(self, path, **more):
        return self.client.open(path, base_url="http://127.0.0.1", **self.base, **more)

    def order(self, **query):
        return self.get("/api/print/order", **query).get_json()

    def pdf(self, **query):
        answer = self.get("/print/any.pdf", **query)
        assert answer.status_code == 200, answer.text
        assert answer.mimetype == "application/pdf"
        return answer.data


class Place:
    """One server without its sockets."""

    def __init__(self, path, **wishes):
        self.host = Host(Log(path / "log.db"))
        self.table = self.host.open_table("whitehouse", 4)
        settings = Settings(path, **wishes)
        self.site = Site(self.host, settings, Addresses(path / "a", "10.0.0.7"), 8765, "key")
        self.app = create_app(self.site)
        _, token = self.host.new_device(host=True)
        self.browser = Browser(self.app, token)


@pytest.fixture
def place(tmp_path):
    made = Place(tmp_path)
    yield made
    made.host.close()


@pytest.fixture
def browser(place):
    return place.browser


def said(answer):
    """The sentence of a refusal, which must be one."""

    def sentence(msg):
        args = {k: sentence(v) if isinstance(v, dict) else v for k, v in msg["args"].items()}
        return Msg(msg["code"], args)

    text = words.render(sentence({"args": {}, **answer["msg"]}))
    assert "{" not in text
    assert text != answer["msg"]["code"]
    return text


def test_every_document_and_a_picture_of_each_page(place, browser):
    code = place.table.code
    slip = browser.post("/api/print/cards", {"table": code}).get_json()["slip"]
    wifi = browser.post("/api/print/wifi", {"name": "Home", "password": "word;"}).get_json()["slip"]
    wishes = [
        {"what": "labels", "table": code},
        {"what": "labels", "game": "belote", "stock": "l7651", "camera": "true", "start": 15},
        {"what": "labels", "game": "whitehouse", "players": 6, "place": "centre", "stock": "l4736"},
        {"what": "guide", "table": code, "map": 2, "paper": "Letter"},
        {"what": "rules", "table": code, "paper": "A5"},
        {"what": "score", "table": code, "filled": "so-far", "pages": 3},
        {"what": "score", "game": "chinese-whist", "players": 3},
        {"what": "table-card", "table": code, "slip": wifi},
        {"what": "seat-cards", "table": code, "slip": slip},
        {"what": "calibration", "paper": "Letter"},
    ]
    for wish in wishes:
        about = browser.order(**wish)
        assert about["ready"], (wish, about)
        file = Reader(browser.pdf(**wish))
        assert len(about["pages"]) == len(file) > 0
        assert about["size"] == len(file.data)
        for number, (width, height) in enumerate(about["pages"], 1):
            answer = browser.get("/api/print/page", number=number, wide=480, v=about["v"], **wish)
            picture = Image.open(io.BytesIO(answer.data))
            assert picture.size[0] == 480
            assert picture.size[1] == pytest.approx(480 * height / width, abs=2)


def test_the_pdf_is_opened_or_downloaded_and_never_scaled(browser):
    wish = {"what": "calibration"}
    answer = browser.get("/print/companion-calibration.pdf", **wish)
    assert answer.headers["Content-Disposition"] == 'inline; filename="companion-calibration.pdf"'
    assert b"/PrintScaling /None" in answer.data
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    answer = browser.get("/print/x.pdf", download=1, **wish)
    assert answer.headers["Content-Disposition"].startswith("attachment")


def test_only_the_host_prints_or_whoever_sits_at_the_machine(place):
    _, guest = place.host.new_device()
    for browser in (Browser(place.app, guest), Browser(place.app, None)):
        for path in ("/api/print/offers", "/api/print/order", "/api/print/page", "/print/x.pdf"):
            answer = browser.get(path, what="calibration", wide=480)
            assert answer.status_code == 403
        for path, body in (
            ("wifi", {"name": "x"}),
            ("cards", {"table": place.table.code}),
            ("measured", {"printer": None, "lengths": [20, 20, 150, 200]}),
        ):
            assert browser.post(f"/api/print/{path}", body).status_code == 403
        assert browser.get("/print").status_code == 200, "the shell is for everybody"
    here = Browser(place.app, None, here=True)
    assert here.order(what="calibration")["ready"]
    assert here.post("/api/print/cards", {"table": place.table.code}).get_json()["ok"]


def test_another_sites_page_gets_nothing_made(place):
    here = Browser(place.app, None, here=True)
    for where, status in (("cross-site", 403), ("same-site", 403), ("same-origin", 200)):
        answer = here.get("/print/x.pdf", {"Sec-Fetch-Site": where}, what="calibration")
        assert answer.status_code == status


@pytest.mark.parametrize(
    "query",
    [
        "",
        "what=money",
        "what=calibration&paper=A3",
        "what=calibration&paper=A4&paper=Letter",
        "what=calibration&extra=1",
        "what=labels&game=belote&copies=11",
        "what=labels&game=belote&copies=0",
        "what=labels&game=belote&copies=one",
        "what=labels&game=belote&start=0",
        "what=labels&game=belote&camera=perhaps",
        "what=guide&game=belote&map=1",
        "what=score&game=belote&filled=record",
        "what=rules&game=belote&language=tlh",
        "what=seat-cards&table=ABCDE",
        "what=table-card",
    ],
)
def test_what_is_no_order_is_refused(browser, query):
    for path in ("/api/print/order", "/api/print/page?number=1&wide=480"):
        joint = "&" if "?" in path else "?"
        answer = browser.open(path + joint + query)
        assert answer.status_code == 422
        assert answer.get_json()["code"] == "bad-order"
        said(answer.get_json())


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"what": "labels", "game": "tarock"}, "no-game"),
        ({"what": "labels", "game": "belote", "players": 5}, "bad-players"),
        ({"what": "labels", "table": "ZZZZZ"}, "no-table"),
        ({"what": "labels", "game": "belote", "stock": "none"}, "no-stock"),
        ({"what": "labels", "game": "belote", "start": 190}, "bad-start"),
        ({"what": "labels", "game": "belote", "stock": "5160"}, "labels-too-wide"),
        ({"what": "labels", "game": "belote", "printer": "attic"}, "no-printer"),
        ({"what": "labels", "game": "belote", "own": "1,2,3"}, "own-stock-numbers"),
        ({"what": "labels", "game": "belote", "own": ",".join(["inf"] * 10)}, "own-stock-numbers"),
        ({"what": "labels", "game": "belote", "own": "210,297,25,10,9,27,8,13,28,10"}, "bad-stock"),
    ],
)
def test_what_cannot_be_printed_is_said(browser, wish, code):
    answer = browser.order(**wish)
    assert answer["code"] == code
    assert said(answer)


def test_one_order_is_no_ream(browser):
    one_a_sheet = "210,297,20,40,1,1,10,10,20,40"
    answer = browser.order(what="labels", game="belote", own=one_a_sheet)
    assert answer["code"] == "print-too-much"
    assert str(preparing.MOST_SHEETS) in said(answer)


def test_a_long_order_says_how_far_it_is(browser, monkeypatch):
    monkeypatch.setattr(sys.modules["companion.web.printer"], "SHORT_WAIT", 0.0)
    wish = {"what": "labels", "game": "chinese-whist", "stock": "ol5425", "copies": 10}
    first = browser.order(**wish)
    assert first["ok"]
    while not (now := browser.order(**wish))["ready"]:
        assert 0 <= now["done"] <= now["of"]
        time.sleep(0.1)  # as a page does, which looks again after a while
    assert len(now["pages"]) > 5
    assert now["count"] == 2 * 52 * 10


def test_seat_cards_are_made_by_post_and_printed_by_their_slip(place, browser):
    code = place.table.code
    one = browser.post("/api/print/cards", {"table": code.lower()}).get_json()["slip"]
    data = browser.pdf(what="seat-cards", table=code, slip=one)
    found = re.findall(rf"http://10.0.0.7:8765/p/({code}\.[A-Z2-7]+)".encode(), data)
    assert len(set(found)) == 4
    device, _ = place.host.new_device()
    place.table.take(found[2].decode(), device, "take-tap-1")
    assert place.table.seats_of(device) == {3}
    assert browser.get("/api/print/offers").get_json()["tables"][0]["cards"]

    two = browser.post("/api/print/cards", {"table": code}).get_json()["slip"]
    gone = browser.order(what="seat-cards", table=code, slip=one)
    assert gone["code"] == "slip-gone", "what is worthless is not printed once more"
    assert browser.pdf(what="seat-cards", table=code, slip=two)
    assert browser.post("/api/print/cards", {"table": code, "good": False}).get_json()["ok"]
    assert browser.order(what="seat-cards", table=code, slip=two)["code"] == "slip-gone"
    assert not browser.get("/api/print/offers").get_json()["tables"][0]["cards"]
    other = place.host.open_table("belote", 4)
    three = browser.post("/api/print/cards", {"table": code}).get_json()["slip"]
    assert browser.order(what="seat-cards", table=other.code, slip=three)["code"] == "slip-gone"


def test_links_on_paper_are_those_that_others_are_told(tmp_path):
    place = Place(tmp_path, url="https://cards.example.org")
    browser, code = place.browser, place.table.code
    card = browser.pdf(what="table-card", table=code)
    assert f"https://cards.example.org/j/{code}".encode() in card
    assert "cards.example.org" in Reader(card).text()
    slip = browser.post("/api/print/cards", {"table": code}).get_json()["slip"]
    seats = browser.pdf(what="seat-cards", table=code, slip=slip)
    assert seats.count(f"https://cards.example.org/p/{code}.".encode()) == 4
    place.host.close()


def test_the_wifi_is_in_no_address(place, browser):
    code = place.table.code
    answer = browser.post("/api/print/wifi", {"name": "Home", "password": "sesame", "hidden": True})
    wish = {"what": "table-card", "table": code, "slip": answer.get_json()["slip"]}
    assert "sesame" in Reader(browser.pdf(**wish)).text()
    assert "sesame" not in urlencode(wish)
    assert browser.post("/api/print/wifi", {"name": "x" * 33}).get_json()["code"] == "bad-wifi"
    assert browser.order(**{**wish, "slip": "guess"})["code"] == "slip-gone"


def test_a_measured_printer_moves_the_labels(browser):
    wish = {"what": "labels", "game": "belote"}
    plain = min(letter.left for letter in Reader(browser.pdf(**wish)).letters())
    answer = browser.post(
        "/api/print/measured", {"printer": "attic", "lengths": [22, 20, 150, 200]}
    )
    assert answer.get_json()["printers"] == ["attic"]
    moved = min(letter.left for letter in Reader(browser.pdf(printer="attic", **wish)).letters())
    assert plain - moved == pytest.approx(2, abs=0.05)
    wrong = browser.post("/api/print/measured", {"printer": None, "lengths": [22, 20, 140, 200]})
    assert wrong.get_json()["code"] == "bad-measure"


def test_a_document_follows_its_table(place, browser):
    code = place.table.code
    wish = {"what": "rules", "table": code}
    before = browser.order(**wish)["v"]
    assert browser.order(**wish)["v"] == before
    ana, _ = place.host.new_device(host=True)
    setup = b'{"do":"setup","game":"whitehouse","players":4,"options":{"plays":7}}'
    place.table.act(ana, "setup-tap", place.table.seq, setup)
    assert browser.order(**wish)["v"] != before
    wish = {"what": "score", "table": code}
    before = browser.order(**wish)["v"]
    place.table.act(ana, "sit-tap-1", place.table.seq, b'{"do":"sit","seat":1,"name":"Georgi"}')
    assert browser.order(**wish)["v"] != before
    assert "Georgi" in Reader(browser.pdf(**wish)).text()


def test_what_is_offered_can_be_ordered(browser):
    offers = browser.get("/api/print/offers", language="en").get_json()
    assert {game["name"] for game in offers["games"]} >= {"belote", "whitehouse"}
    assert browser.get("/api/print/offers", language="xx").status_code == 422
    fitting = [stock for stock in offers["stocks"] if "corners-camera" in stock["fits"]]
    assert len(offers["stocks"]) > 25
    for stock in (fitting[0], fitting[-1]):
        wish = {"what": "labels", "game": "belote", "stock": stock["id"], "camera": True}
        assert browser.order(**{**wish, "camera": "true"})["ready"]


def test_the_print_page_has_words_of_its_own(place):
    browser = Browser(place.app, None)
    press = browser.get("/api/words/en", **{"for": "print"}).get_json()
    phone = browser.get("/api/words/en").get_json()
    assert "press.open" in press
    assert "refused.bad-stock" in press
    assert "stock.small" in press
    assert not any(code.startswith(("press.", "print.", "stock.", "cli.")) for code in phone)


def test_an_order_is_a_value():
    query = {"what": ["labels"], "game": ["belote"], "camera": ["true"], "copies": ["2"]}
    order = orders.read_order(query)
    assert order == orders.LabelOrder(game="belote", camera=True, copies=2)
    assert hash(order) == hash(orders.read_order(query))
