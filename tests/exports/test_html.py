"""Pages of HTML: whatever text they are given, they show it and do nothing."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.text import set_language
from exports.html import Html, element, escape, facts, joined, page, picture, table, write_page


class Reader(HTMLParser):
    """What a browser would see: the elements, their attributes and the text."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.open: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in ("br", "col", "hr", "img", "input", "link", "meta"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@given(st.text())
def test_any_text_is_shown_and_opens_no_element(text: str) -> None:
    written = element("p", text, title=text) + table([text], [[text, text]], caption=text)
    read = Reader(written)
    assert set(read.tags) <= {"p", "table", "caption", "thead", "tbody", "tr", "th", "td"}
    assert not read.open
    assert {name for name, _ in read.attributes} <= {"title", "scope"}
    written.encode("utf-8")


def test_a_script_in_a_name_stays_text() -> None:
    name = "<script>alert('x')</script>\"&amp;"
    read = Reader(page(name, element("h1", name)))
    assert "script" not in read.tags
    assert read.text.count(name) == 2  # the title and the heading


def test_markup_is_not_escaped_twice() -> None:
    inner = element("b", "a & b")
    assert escape(inner) is inner
    assert element("p", inner) == "<p><b>a &amp; b</b></p>"
    assert joined([inner, "<"]) == "<b>a &amp; b</b>&lt;"
    both = inner + "<"
    assert isinstance(both, Html)
    assert both.endswith("&lt;")


def test_columns_of_numbers_and_heads_of_rows_are_marked() -> None:
    written = table(["who", "points"], [["red", 3]], numbers=(1,), row_heads=True, shares=(3, 1))
    assert re.findall(r"<col [^>]*>", written) == [
        '<col style="width: 75.0%">', '<col style="width: 25.0%">',
    ]  # fmt: skip
    assert '<th scope="row">red</th><td class="number">3</td>' in written
    assert facts([("round", "final")]).count("final") == 1


def test_a_page_loads_nothing_and_says_its_language() -> None:
    set_language("fr")
    try:
        text = page("t", picture(b"\x89PNG", "image/png", "a board"), script="let a = '</script>';")
    finally:
        set_language("en")
    read = Reader(text)
    values = dict(read.attributes)
    assert values["lang"] == "fr"
    assert values["alt"] == "a board"
    assert (values["src"] or "").startswith("data:image/png;base64,")
    assert read.tags.count("script") == 1
    assert "http" not in text.replace("http-equiv", "")


@pytest.mark.parametrize("text", ["\x00", "\ud800", "\x1b[31m", "\x85"])
def test_what_no_page_can_hold_is_replaced(text: str, tmp_path: Path) -> None:
    write_page(tmp_path / "p.html", page("t", element("p", text)))
    assert "\ufffd" in Reader((tmp_path / "p.html").read_text("utf-8")).text
