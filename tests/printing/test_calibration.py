"""Measuring a printer: what it gets wrong is undone, what is no misprint is refused."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import words
from companion.core.messages import Refusal
from companion.printing import calibration
from companion.printing.calibration import ACROSS, DOWN, MARGIN, Correction
from companion.printing.page import Document
from companion.printing.saying import Say

off = st.floats(-4, 4)
stretch = st.floats(0.985, 1.015)


@given(st.tuples(off, off), st.tuples(stretch, stretch), st.floats(0, 210), st.floats(0, 297))
def test_what_was_measured_is_undone(shift, scale, x, y):
    """A printer that prints x at ``x * across + right``, measured and corrected, prints at x."""
    (right, down), (across, along) = shift, scale

    def printed(at_x, at_y):
        return at_x * across + right, at_y * along + down

    left, top = printed(MARGIN, MARGIN)
    far = printed(MARGIN + ACROSS, MARGIN + DOWN)
    found = calibration.measured(left, top, far[0] - left, far[1] - top)
    corrected = ((x - found.right) / found.across, (y - found.down) / found.along)
    assert printed(*corrected) == pytest.approx((x, y), abs=0.01)


def test_the_correction_is_drawn_so(read):
    document = Document("x", (210, 297))
    pen = document.page()
    found = Correction(1.5, -2.0, 1.01, 0.99)
    found.apply(pen)
    pen.box(50, 80, 20, 30, fill="#000000")
    (box,) = read(document.bytes()).shapes()
    assert (box.left, box.top) == pytest.approx((48.5 / 1.01, 82 / 0.99), abs=0.01)
    assert (box.right, box.bottom) == pytest.approx((68.5 / 1.01, 112 / 0.99), abs=0.01)


@pytest.mark.parametrize(
    ("measured", "letter"),
    [
        ((40, 20, 150, 200), "A"),
        ((20, 2, 150, 200), "B"),
        ((20.6, 20.6, 145.5, 200), "C"),
        ((20, 20, 150, 194), "D"),
        ((float("nan"), 20, 150, 200), "A"),
        ((20, 20, float("inf"), 200), "C"),
    ],
)
def test_fit_to_page_is_no_misprint(measured, letter):
    with pytest.raises(Refusal) as refused:
        calibration.measured(*measured)
    said = words.render(refused.value.msg)
    assert f"Length {letter}" in said
    assert "100 %" in said


def test_printers_are_kept_by_name(tmp_path):
    data = tmp_path / "new" / "folder"
    assert calibration.load(data) == Correction()
    upstairs, usual = Correction(0.5), Correction(0, -1, 1.01, 0.99)
    calibration.store(data, usual)
    calibration.store(data, upstairs, "upstairs")
    assert calibration.load(data) == usual
    assert calibration.load(data, "upstairs") == upstairs
    assert [path.name for path in data.iterdir()] == [calibration.FILE]
    with pytest.raises(Refusal) as refused:
        calibration.load(data, "attic")
    assert "attic" in words.render(refused.value.msg)


@pytest.mark.parametrize("text", ["", "{", '{"printers": 3}', '{"printers":{"default":{"up":1}}}'])
def test_a_broken_file_is_said_and_kept(tmp_path, text):
    path = tmp_path / calibration.FILE
    path.write_text(text, encoding="utf-8")
    for act in (
        lambda: calibration.load(tmp_path),
        lambda: calibration.store(tmp_path, Correction()),
    ):
        with pytest.raises(Refusal) as refused:
            act()
        assert refused.value.code == "bad-printers"
    assert path.read_text(encoding="utf-8") == text


def test_a_folder_that_cannot_be(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(Refusal) as refused:
        calibration.store(tmp_path / "file", Correction())
    assert refused.value.code in ("cannot-write", "bad-printers")


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_page_has_the_lengths_it_names(read, paper):
    file = read(calibration.calibration_page(paper, Say()))
    assert len(file) == 1
    shapes = file.shapes()

    def lines(across):
        return {
            round((s.left + s.right) / 2 if not across else (s.top + s.bottom) / 2, 1)
            for s in shapes
            if (s.right - s.left if across else s.bottom - s.top) > 150
            and (s.bottom - s.top if across else s.right - s.left) < 1
        }

    assert {MARGIN, MARGIN + ACROSS} <= lines(False)
    assert {MARGIN, MARGIN + DOWN} <= lines(True)
    text = file.text()
    assert [float(n) for n in re.findall(r"should be (\d+)", text)] == [20, 20, 150, 200]
    assert "--measured A\u00a0B\u00a0C\u00a0D" in text or "--measured A B C D" in text
    width, height = file.size()
    for letter in file.letters():
        assert 8 <= letter.left < letter.right <= width - 8
        assert 8 <= letter.top < letter.bottom <= height - 8
