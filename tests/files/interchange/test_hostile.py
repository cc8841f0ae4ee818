"""Files that mean harm, or are broken: one clear message each, quickly, and never anything else."""

from __future__ import annotations

import contextlib
import csv
import gzip
import json
import random
import time
from fractions import Fraction
from pathlib import Path

import pytest

from annotator.errors import AnnotatorError, ChoiceError, ForeignFileError
from annotator.files.interchange import marks
from annotator.files.interchange.opening import read_content, read_foreign
from annotator.files.match_file import match_from_text, match_to_text
from annotator.files.tag_table import read_tag_table
from tests.files.interchange.test_round_trips import TABLE, WRITERS

BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE file [<!ENTITY a "lol">'
    + b"".join(b'<!ENTITY a%d "%s">' % (n + 1, b"&a%d;" % n * 10) for n in range(1, 9))
    + b"]><file><ALL_INSTANCES><instance><code>&a9;</code></instance></ALL_INSTANCES></file>"
)
OUTSIDE = b'<!DOCTYPE file [<!ENTITY x SYSTEM "file:///etc/passwd">]><file>&x;</file>'
FAR_DTD = b'<!DOCTYPE file SYSTEM "http://127.0.0.1:9/a.dtd"><file><ALL_INSTANCES/></file>'
DEEP = b"<file>" + b"<a>" * 500_000


def instance(start: str, end: str = "", code: str = "mount - red") -> bytes:
    return (
        f"<file><ALL_INSTANCES><instance><start>{start}</start><end>{end}</end>"
        f"<code>{code}</code></instance></ALL_INSTANCES></file>"
    ).encode()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (BOMB, "document type or entities"),
        (OUTSIDE, "document type or entities"),
        (FAR_DTD, "document type or entities"),
        (DEEP, "nested deeper"),
        (b"<file><ALL_INSTANCES>", "not whole XML"),
        (b"<file>\0</file>", "not whole XML"),
        (b'<?xml version="1.0" encoding="utf-8"?><file>\xff\xfe</file>', "not utf-8"),
        (b"\xff\xfe<\0f\0i\0l\0e", "utf-16"),
        (b"<html><body>Not found</body></html>", "no kind that can be imported"),
        (b"<file><ALL_INSTANCES/></file>", "no event"),
        (instance("NaN"), "no time that can be read"),
        (instance("-inf"), "no time that can be read"),
        (instance("1e99"), "no time that can be read"),
        (instance("-5"), "no time that can be read"),
        (b"[" * 200_000, "no kind that can be imported"),
        (b'{"observations":' + b"[" * 200_000, "JSON"),
        (b'{"a": 1', "not whole JSON"),
        (b'{"observations": {}, "behaviors_conf": {}}', "no observation"),
        (b'{"observations": {"a": {"events": 7}}, "behaviors_conf": 3}', "no event"),
        (b'{"format": "annotator match"}', "match of this program"),
        (gzip.compress(b" " * 70_000_000), "larger than"),
        (gzip.compress(TABLE)[:60], "cut"),
        (b"\x1f\x8b\x08nonsense", "damaged"),
        (b"PK\x03\x04" + bytes(100), "packed"),
        (b"", "no kind that can be imported"),
        (b"\0\1\2\3" * 100, "no text"),
        (b"Observation id,Behavior,Time\n", "no event"),
        (b"just words\nand more", "no kind that can be imported"),
    ],
    ids=range(28),
)  # fmt: skip
def test_each_is_refused_with_one_clear_message(data: bytes, words: str) -> None:
    began = time.process_time()
    with pytest.raises(AnnotatorError) as refused:
        read_content(data, Path("foreign file"))

    assert words in str(refused.value)
    assert "foreign file" in str(refused.value)
    assert time.process_time() - began < 10


def test_more_events_than_a_match_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "MOST_EVENTS", 50)
    rows = "".join(f"{n},{n + 1},mount red\n" for n in range(60))
    with pytest.raises(ForeignFileError, match="more than 50 events"):
        read_content(rows.encode(), Path("long.csv"))


def test_a_million_events_are_refused_in_bounded_time() -> None:
    rows = b"1.0,2.0,mount red\n" * 1_000_000
    began = time.process_time()
    with pytest.raises(ForeignFileError, match="more than"):
        read_content(rows, Path("long.csv"))
    assert time.process_time() - began < 10


def test_an_edit_list_is_refused_where_its_events_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(marks, "MOST_EVENTS", 50)
    one = b"<instance><start>1</start><code>mount - red</code></instance>"
    head = b"<file><ALL_INSTANCES>" + one * 51
    with pytest.raises(ForeignFileError, match="more than 50 events"):
        # What comes behind is not even looked at: it is no XML.
        read_content(head + b"<" * 100, Path("long.xml"))
    with pytest.raises(ForeignFileError, match="not whole XML"):
        read_content(head[: -len(one)] + b"<" * 100, Path("long.xml"))


def test_one_event_without_a_time_is_said_and_the_others_are_read() -> None:
    data = instance("5", "9").replace(
        b"</instance>", b"</instance><instance><start>NaN</start><code>sweep</code></instance>"
    )
    found = read_content(data, Path("x"))

    assert [tag.tag for tag in found.match.tags] == ["mount"]
    assert any("no time" in loss and "sweep" in loss for loss in found.losses)


def test_a_cut_list_with_a_row_that_cannot_be_read_is_refused_and_names_it() -> None:
    rows = "0,1,mount red\n2,3," + "x" * (csv.field_size_limit() + 1) + "\n4,5,mount blue\n"
    with pytest.raises(ForeignFileError, match="Line 2 of the list"):
        read_content(rows.encode(), Path("cuts.csv"))


@pytest.mark.parametrize(
    "line", ["1:7 mount red", "1:99 mount red", "O:45 mount red", "2.15 mount red", "(3:00) sweep", "3:00"]
)  # fmt: skip
def test_a_chapter_whose_time_cannot_be_read_is_said(line: str) -> None:
    data = f"0:12 mount red\n{line}\nfilmed by 2 people\n4:00 mount blue\n"
    found = read_content(data.encode(), Path("chapters.txt"))

    assert [tag.athlete for tag in found.match.tags] == ["red", "blue"]
    [said] = found.losses
    assert line in said
    assert "filmed" not in said


@pytest.mark.parametrize(
    "data",
    [instance("9", "5"), instance("9", "soon"), b"9,5,mount - red\n"],
)  # fmt: skip
def test_an_end_before_the_start_is_said(data: bytes) -> None:
    found = read_content(data, Path("x"))

    assert [(tag.start, tag.end) for tag in found.match.tags] == [(Fraction(9), None)]
    assert any("before their starts" in loss or "before its start" in loss for loss in found.losses)


@pytest.mark.parametrize(
    "name", ["a/b:c", "a" * 300, "😀 «é»", "..", "x\ny", "=1+1", "<b>&amp;", "\u202egnp"]
)  # fmt: skip
def test_any_name_comes_back_as_the_note(name: str) -> None:
    code = name.replace("&", "&amp;").replace("<", "&lt;")
    found = read_content(instance("5", "6", code), Path("x"))

    (mark,) = found.match.tags
    assert mark.tag == "mark"
    assert name in mark.note
    assert len(found.losses) == 1


def test_a_choice_that_is_not_there_names_those_that_are() -> None:
    project = json.loads(WRITERS["boris"](read_tag_table(TABLE)).data)
    project["observations"]["second"] = project["observations"]["match"]
    data = json.dumps(project).encode()

    with pytest.raises(ChoiceError, match="several observations") as refused:
        read_content(data, Path("x.boris"))
    assert refused.value.names == ("match", "second")
    with pytest.raises(ChoiceError):
        read_content(data, Path("x.boris"), observation="third")
    assert read_content(data, Path("x.boris"), observation="second").match.tags
    with pytest.raises(ChoiceError, match="nothing that --annotator chooses"):
        read_content(data, Path("x.boris"), annotator="anna")


def test_a_film_named_by_an_address_is_never_opened(tmp_path: Path) -> None:
    eaf = WRITERS["eaf"](read_tag_table(TABLE)).data.replace(
        b"</HEADER>", b'<MEDIA_DESCRIPTOR MEDIA_URL="http://127.0.0.1:9/a.mp4" MIME_TYPE="video/mp4"/></HEADER>'
    )  # fmt: skip
    path = tmp_path / "far.eaf"
    path.write_bytes(eaf)

    assert read_foreign(path).match.media == ()


@pytest.mark.parametrize("kind", WRITERS)
def test_files_damaged_at_random_are_read_or_refused(kind: str) -> None:
    made = WRITERS[kind](read_tag_table(TABLE)).data
    dice = random.Random(f"damage {kind}")
    read = 0
    for _ in range(150):
        data = bytearray(made)
        for _ in range(dice.choice((1, 3, 20))):
            place = dice.randrange(len(data))
            how = dice.randrange(4)
            if how == 0:
                data[place] = dice.randrange(256)
            elif how == 1:
                del data[place : place + dice.randrange(1, 200)]
            elif how == 2:
                data[place:place] = bytes(data[dice.randrange(len(data)) :][:80])
            else:
                data[place:place] = dice.choice((b"\0", b"1e999", b"-1", b"9" * 400, b'"', b"&x;"))
            if not data:
                break
        with contextlib.suppress(AnnotatorError):
            match = read_content(bytes(data), Path("damaged")).match
            # What was read can be saved, and the file opened again.
            assert match_from_text(match_to_text(match), "").tags == match.tags
            read += 1
    assert read
