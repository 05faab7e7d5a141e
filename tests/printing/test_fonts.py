"""The bundled fonts: unchanged, with their licences, and enough for people's names."""

import hashlib
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import words
from companion.core.messages import Refusal
from companion.printing import fonts
from companion.printing.page import MM, Document, broken
from companion.settings import print_folder

FOLDER = print_folder() / "fonts"


def test_fonts_are_those_that_came_along():
    listed = dict(
        reversed(line.split()) for line in (FOLDER / "SHA256").read_text("utf-8").splitlines()
    )
    there = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in FOLDER.glob("*.ttf")
    }
    assert there == listed
    assert set(there) == {f"{name}.ttf" for name in fonts.FILES.values()}
    assert sum(path.stat().st_size for path in FOLDER.glob("*.ttf")) < 1_000_000


def test_licences_come_along():
    assert "SIL OPEN FONT LICENSE" in (FOLDER / "OFL.txt").read_text("utf-8")
    assert "Bitstream Vera" in (FOLDER / "DejaVu-LICENSE.txt").read_text("utf-8")
    readme = (FOLDER / "README.md").read_text("utf-8")
    assert all(name.split("-")[1] in readme for name in fonts.FILES.values())


@pytest.mark.parametrize("face", [face for face in fonts.FILES if face != "signs"])
@pytest.mark.parametrize(
    "text",
    [
        "Björk Ångström Łukasz Žižek Şükran İğdır Nguyễn Thị Ñuño Œuvre Straße Þór",
        "Георги Щерьо Їжак Љубица Њега Ђорђе Ѓорѓи Ёлка Әбіш",
        "Γιώργος Ζωή Ὀδυσσεύς",
        "♠♥♦♣ ♡♢♤♧ → ← ✓ ✗ ☐ ½ ¼ × − – — … „“”‚‘’«» € № § ° •",
        "Հայկ გიორგი",
    ],
)
def test_every_face_sets_our_letters(face, text):
    if "Ὀ" in text:  # polytonic Greek is nobody's name any more
        text = text.replace("Ὀδυσσεύς", "")
    pieces = list(fonts.runs(text, face))
    shown = unicodedata.normalize("NFC", text).replace("−", "–")
    assert "".join(piece for _, piece in pieces) == shown
    assert fonts.width(text, face, 10) > 0


@pytest.mark.parametrize("text", ["あい", "अमित", "חיים", "محمد", "👑 Ana", "A\u0007b", "🂡"])
def test_what_no_font_has_is_refused_by_name(text):
    """Also what would need joining or writing from right to left."""
    with pytest.raises(Refusal) as refused:
        fonts.check(text)
    said = words.render(refused.value.msg)
    assert refused.value.code == "cannot-print"
    assert text in said


@given(st.text(max_size=30))
def test_text_prints_whole_or_is_refused(text):
    try:
        pieces = list(fonts.runs(text, "text"))
    except Refusal:
        return
    shown = unicodedata.normalize("NFC", text).replace("−", "–")
    assert "".join(piece for _, piece in pieces) == shown
    for name, piece in pieces:
        face = next(face for face, file in fonts.FILES.items() if file == name)
        assert {ord(ch) for ch in piece} <= fonts.letters(face)


@given(st.text("abc Ж♠", max_size=60), st.floats(5, 80))
def test_lines_are_broken_without_losing_a_letter(text, width):
    lines = broken(text, width, "text", 10)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(
        fonts.width(line, "text", 10) <= width * MM + 1e-6 or len(line) == 1 for line in lines
    )


@given(st.text("abcdefgh ", min_size=1, max_size=60), st.floats(20, 200))
def test_names_are_made_to_fit(text, room):
    shown, size = fonts.fitted(text, "title", 22, room, 9)
    assert 9 <= size <= 22
    assert fonts.width(shown, "title", size) <= room + 1e-6
    assert shown == text or shown.endswith("…")


def test_a_page_says_how_it_wants_to_be_printed(read):
    document = Document("Титул ♠", (210, 297), "de")
    document.page("Eins").text(20, 20, "Ж ♠ é")
    document.page()
    file = read(document.bytes())
    assert len(file) == 2
    assert file.data.startswith(b"%PDF-1.7")
    assert b"/PrintScaling /None" in file.data
    assert b"/DisplayDocTitle true" in file.data
    assert b"/Lang (de)" in file.data
    assert file.file.get_metadata_value("Title") == "Титул ♠"
    assert file.text() == "Ж ♠ é"
    assert [entry.get_title() for entry in file.file.get_toc()] == ["Eins"]
    assert file.fonts
    assert all(b"+" in name for name in file.fonts), "a font that is not embedded"
