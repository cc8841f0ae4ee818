from __future__ import annotations

import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.cli.output import Progress, printable, say, table


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [
        ("utf-8", "“Évi” – 2 × Ж…"),
        ("latin-1", '"Évi" - 2 × \\u0416...'),
        ("ascii", '"Evi" - 2 x \\u0416...'),
        ("cp1251", "“Evi” – 2 x Ж…"),
        ("no such encoding", "“Évi” – 2 × Ж…".encode("ascii", "backslashreplace").decode()),
    ],
)
def test_text_is_shown_as_well_as_the_terminal_can(encoding: str, shown: str) -> None:
    assert printable("“Évi” – 2 × Ж…", encoding) == shown


@given(st.text(), st.sampled_from(["ascii", "latin-1", "cp1252", "cp866", "utf-8"]))
def test_any_text_can_be_printed_anywhere(text: str, encoding: str) -> None:
    printable(text, encoding).encode(encoding)


def test_saying_never_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding in ("ascii", "cp1252"):
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        monkeypatch.setattr(sys, "stdout", stream)
        say("Ж “é” \ud800")
    monkeypatch.setattr(sys, "stdout", None)
    say("nobody hears this")


def test_a_table_is_aligned() -> None:
    rows = [["", "points"], ["red", "7"], ["blue", "10"]]

    assert table(rows) == ["      points", "red        7", "blue      10"]
    assert table([]) == []


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_told_only_of_what_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = [0.0]
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)

    with Progress("Reading", lambda: seconds[0]) as progress:
        progress(0.1)
        assert stream.getvalue() == ""
        seconds[0] = 0.6
        progress.counted(1, 2)
        progress(0.55)
        assert stream.getvalue() == "\rReading  50%"
    assert stream.getvalue().endswith("\r\033[K")


def test_progress_is_told_to_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)

    with Progress("Reading", iter([0.0, 9.0, 9.0]).__next__) as progress:
        progress(0.5)

    assert stream.getvalue() == ""
