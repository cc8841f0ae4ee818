"""The tag table: what is written, what is read, and that the two agree."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.errors import AnnotatorError, FileError, TagTableError
from annotator.files.tag_table import read_tag_table, write_tag_table
from annotator.model.match import Match
from annotator.model.tag import Tag
from tests.files.strategies import TIMES, tag_tuples

PLAIN = """start,end,tag,athlete,details,note
0,,match,,category=adult; gi=yes; duration=300,
0,,start,,,
0,,standing,,,
12.4,13.1,takedown,red,landing=back; opponent_knees=0,
13.1,,half_guard,red,,"tight, then ""loose"", gone"
1001/30000,,mark,,,'=1+1
60,,end,,,
"""


def read(text: str, frames: Sequence[Sequence[Fraction]] | None = None) -> Match:
    return read_tag_table(text.encode(), frames)


def test_a_table_says_what_it_says() -> None:
    match = read(PLAIN)

    takedown, half_guard, mark = match.tags[3:6]
    assert (takedown.start, takedown.end) == (Fraction("12.4"), Fraction("13.1"))
    assert takedown.details == {"landing": "back", "opponent_knees": "0"}
    assert (takedown.athlete, takedown.id) == ("red", "4")
    assert half_guard.note == 'tight, then "loose", gone'
    assert (mark.start, mark.note) == (Fraction(1001, 30000), "=1+1")


def test_writing_is_reading_backwards() -> None:
    assert write_tag_table(read(PLAIN)) == PLAIN


@given(tag_tuples(least=1))
def test_a_table_read_back_has_the_same_tags(tags: tuple[Tag, ...]) -> None:
    match = Match(tags=tags)

    assert read(write_tag_table(match)) == match


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_are_a_match_or_a_refusal(data: bytes) -> None:
    for table in (data, b"start,tag,athlete,details\n" + data):
        with suppress(AnnotatorError):
            assert read_tag_table(table).tags


@given(st.data())
def test_a_table_with_a_spoilt_byte_is_a_match_or_a_refusal(data: st.DataObject) -> None:
    good = bytearray(PLAIN.encode())
    for place in data.draw(st.lists(st.integers(0, len(good) - 1), min_size=1, max_size=3)):
        good[place] = data.draw(st.integers(0, 255))

    with suppress(TagTableError):
        assert read_tag_table(bytes(good)).tags


@pytest.mark.parametrize(
    "data",
    [
        PLAIN.encode("utf-8-sig"),
        PLAIN.replace("\n", "\r\n").encode(),
        PLAIN.replace("\n", "\r").encode(),
        codecs.BOM_UTF16_LE + PLAIN.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + PLAIN.encode("utf-16-be"),
        PLAIN.replace("\n", "\n\n").encode(),
        PLAIN.replace("\n", ",,\n").encode(),
        PLAIN.replace("start,end,tag", " Start ,END,Tag").encode(),
    ],
)
def test_tables_of_other_programs_are_the_same_table(data: bytes) -> None:
    assert read_tag_table(data) == read(PLAIN)


def test_windows_text_is_read() -> None:
    table = "start,tag,athlete,note\n0,standing,,déjà\n".encode("cp1252")

    assert read_tag_table(table).tags[0].note == "déjà"


@pytest.mark.parametrize("separator", [";", "\t"])
def test_a_table_with_a_decimal_comma(separator: str) -> None:
    rows = ["tag|start|athlete|details|end", 'takedown|12,4|red|"landing=back; counter=yes"|0:13,1']

    (tag,) = read("\n".join(rows).replace("|", separator)).tags

    assert (tag.start, tag.end) == (Fraction("12.4"), Fraction("13.1"))
    assert tag.details == {"landing": "back", "counter": "yes"}


def test_a_line_for_spreadsheets_is_passed_over() -> None:
    table = "sep=;\r\ntag;start;athlete\r\nmount;1;red\r\nmout;2;red\r\n"

    with pytest.raises(TagTableError, match="mout") as refused:
        read(table)

    assert refused.value.problems[0].line == 4
    assert read(table.replace("mout;", "mount;")).tags[0].athlete == "red"


def test_an_answer_that_spilt_into_the_note_is_not_lost() -> None:
    table = "start;tag;athlete;details;note\n1;takedown;red;landing=back; counter=yes\n"

    with pytest.raises(TagTableError, match="The answer to counter stands in the note"):
        read(table)

    assert read(table.replace("; counter=yes", ";a=b, so")).tags[0].note == "a=b, so"


def test_a_hopeless_table_is_given_up_early() -> None:
    with pytest.raises(TagTableError) as refused:
        read("start,tag,athlete\n" + "x,y,z\n" * 5000)

    assert len(refused.value.problems) == 100


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("62.5", "62.5"),
        ("1:02.5", "62.5"),
        ("0:01:02.500", "62.5"),
        ("125/2", "62.5"),
        (" 7 ", "7"),
    ],
)
def test_every_form_of_a_time(written: str, seconds: str) -> None:
    (tag,) = read(f"start,tag,athlete\n{written},standing,\n").tags

    assert tag.start == Fraction(seconds)


TWO_FILMS = [[Fraction(n, 25) for n in range(50)], [2 + Fraction(n, 50) for n in range(10)]]


def test_frames_are_times_of_the_films() -> None:
    table = (
        "start,end,tag,athlete\nf12,f20,takedown,red\n2:f3,,mount,red\n0.04,,mark,\n0.05,,mark,\n"
    )

    takedown, mount, on_a_frame, between = read(table, TWO_FILMS).tags

    assert (takedown.start, takedown.frame) == (Fraction(12, 25), 12)
    assert (takedown.end, takedown.end_frame) == (Fraction(20, 25), 20)
    assert (takedown.film, takedown.end_film) == (1, 1)
    assert (mount.start, mount.frame, mount.film) == (Fraction("2.06"), 3, 2)
    assert (on_a_frame.frame, between.frame) == (1, None)


def test_frames_may_come_from_a_function_of_the_film() -> None:
    asked = []

    def frames(part: int) -> list[Fraction] | None:
        asked.append(part)
        return TWO_FILMS[part - 1] if part <= 2 else None

    match = read_tag_table(b"start,tag,athlete\n2:f0,standing,\n", frames)

    assert match.tags[0].start == 2
    assert asked == [2]


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        ("f50", "f50 lies beyond the film, which has 50 frames"),
        ("3:f0", "3:f0 is a frame of film 3, and there is none"),
    ],
)
def test_a_frame_that_is_not_there(frame: str, words: str) -> None:
    with pytest.raises(TagTableError, match=words):
        read(f"start,tag,athlete\n{frame},standing,\n", TWO_FILMS)


def test_times_among_the_details_are_exact_and_in_one_spelling() -> None:
    table = (
        "start,tag,athlete,details\n1,submission,red,close_from=0:01.50\n0,match,,duration=5:00\n"
    )

    submission, match = read(table).tags

    assert submission.details == {"close_from": "1.5"}
    assert match.details == {"duration": "300"}


def test_numbers_among_the_details() -> None:
    (tag,) = read("start,tag,athlete,details\n1,official,red,points=+3; penalties=-1\n").tags

    assert tag.details == {"points": "3", "penalties": "-1"}


def test_details_that_were_left_empty_are_unknown() -> None:
    (tag,) = read("start,tag,athlete,details\n1,match,,level=; category=adult;;\n").tags

    assert tag.details == {"category": "adult"}


def test_what_is_superfluous_is_kept() -> None:
    (tag,) = read("start,end,tag,athlete\n1,2,standing,red\n").tags

    assert tag.athlete == "red"
    assert tag.end == 2


def test_ids_are_the_column_or_the_row_or_a_free_one() -> None:
    table = "id,start,tag,athlete\nx,0,standing,\n,1,standing,\n4,2,standing,\n,3,standing,\n"

    assert [tag.id for tag in read(table).tags] == ["x", "2", "4", "t5"]


def test_the_id_column_is_written_where_it_says_something() -> None:
    named = Match(tags=(Tag("a7", "standing", Fraction(0)),))

    assert write_tag_table(named).splitlines()[0].endswith(",note,id")
    assert read(write_tag_table(named)) == named


def test_a_match_without_tags_is_a_header_alone() -> None:
    assert write_tag_table(Match()) == "start,end,tag,athlete,details,note\n"


def test_what_no_text_file_holds_is_replaced() -> None:
    match = Match(tags=(Tag("1", "standing", Fraction(0), note="a\0b\ud800"),))

    assert read(write_tag_table(match)).tags[0].note == "a\u2400b\ufffd"


@given(TIMES)
def test_times_are_exact(time: Fraction) -> None:
    match = Match(tags=(Tag("1", "standing", time),))

    assert read(write_tag_table(match)).tags[0].start == time


def test_a_table_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "tags.csv"
    path.write_text(PLAIN, encoding="utf-8")

    assert read_tag_table(path) == read(PLAIN)
    with pytest.raises(FileError, match="folder"):
        read_tag_table(tmp_path)
    with pytest.raises(FileError, match="no such file"):
        read_tag_table(tmp_path / "other.csv")
