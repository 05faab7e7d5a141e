"""The press: each document once, the newest kept and no more, and who asks for much must wait."""

import io
import threading

import pytest
from PIL import Image

from companion.core.messages import Refusal
from companion.printing import press
from companion.printing.page import Document
from companion.printing.press import Press


def pages(count, size=(210.0, 297.0)):
    document = Document("A test", size)
    for _ in range(count):
        pen = document.page()
        pen.box(0, 0, pen.width / 2, pen.height / 2, fill="#cc1f00")
    return document.bytes()


def test_a_document_is_made_once():
    made = []
    works = Press()

    def make(tell):
        made.append(1)
        tell(1, 2)
        return pages(2)

    first = works.order("key", make, 10)
    again = works.order("key", make, 10)
    assert first.finished is again.finished
    assert len(made) == 1
    assert first.finished.pages == (pytest.approx((210, 297), abs=0.1),) * 2
    assert (first.done, first.of) == (1, 2)


def test_pictures_are_of_the_very_page():
    works = Press()
    finished = works.order("key", lambda _: pages(2), 10).finished
    picture = Image.open(io.BytesIO(works.picture(finished, 2, 480))).convert("RGB")
    assert picture.size == (480, 679)
    assert picture.getpixel((100, 100)) == (0xCC, 0x1F, 0x00)
    assert picture.getpixel((400, 600)) == (255, 255, 255)
    for page in (0, 3):
        with pytest.raises(Refusal) as refused:
            works.picture(finished, page, 480)
        assert refused.value.code == "no-page"


def test_the_oldest_give_way(monkeypatch):
    works = Press()
    made = []

    def order(key):
        def make(_):
            made.append(key)
            return pages(1)

        return works.order(key, make, 10).finished

    for key in range(press.KEPT + 3):
        order(key)
    order(press.KEPT)
    assert len(made) == press.KEPT + 3, "a new one is at hand"
    order(0)
    assert made[-1] == 0, "an old one is made again"
    for page in range(20):
        for key in range(3, 9):
            works.picture(order(key), 1, 100 + page)
    assert len(works._documents) <= press.KEPT
    assert len(works._pictures) <= 4 * press.KEPT
    assert works._pictures.size <= press.KEPT_BYTES


def test_no_more_bytes_than_agreed(monkeypatch):
    monkeypatch.setattr(press, "LARGEST", 100)
    with pytest.raises(Refusal) as refused:
        Press().order("key", lambda _: pages(1), 10)
    assert refused.value.code == "print-too-much"
    shelf = press._Shelf(10, 100)
    for key in range(5):
        shelf.put(key, 40, key)
    assert (shelf.get(4), shelf.get(3), shelf.get(2)) == (4, 3, None)


def test_whoever_asks_for_much_must_wait():
    works = Press()
    go = threading.Event()

    def slow(_):
        assert go.wait(10)
        return pages(1)

    jobs = [works.order(key, slow, 0) for key in range(press.MOST_WAITING)]
    assert all(job.finished is None for job in jobs)
    assert works.order(0, slow, 0) is jobs[0], "the same document is waited for together"
    with pytest.raises(Refusal) as refused:
        works.order("one more", slow, 0)
    assert refused.value.code == "press-busy"
    go.set()
    assert all(works.order(key, slow, 10).finished for key in range(press.MOST_WAITING))
    assert works.order("one more", slow, 10).finished


def test_what_cannot_be_made_is_said_and_may_be_tried_again():
    works = Press()

    def refuses(_):
        raise Refusal("labels-too-wide", stock="x")

    for _ in range(2):
        with pytest.raises(Refusal) as refused:
            works.order("key", refuses, 10)
        assert refused.value.code == "labels-too-wide"
    with pytest.raises(Refusal) as refused:
        works.order("key", lambda _: 1 / 0, 10)
    assert refused.value.code == "server-error"
    assert works.order("key", lambda _: pages(1), 10).finished
