from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exports.clips.names import MOST_BYTES, folded, free_name, safe_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("03 2-14 pass near blue", "03 2-14 pass near blue"),
        ("a/b\\c:d*e?f", "a-b-c-d-e-f"),
        ("🥋 dos 🥋", "dos"),
        ("👨\u200d👩\u200d👧 x", "x"),
        ("CON", "_CON"),
        ("com1.mp4", "_com1.mp4"),
        ("trailing. . ", "trailing"),
        ("../../etc/passwd", "etc-passwd"),
        ("é", "é"),
        ("\u202egnp.exe", "gnp.exe"),
        ("a\nb\0c", "a bc"),
        ("\ud800half", "half"),
        ("", "clip"),
        ("🥋", "clip"),
    ],
)
def test_names_that_every_system_takes(text: str, name: str) -> None:
    assert safe_name(text) == name


@given(st.text(st.characters(), max_size=400))
def test_any_text_becomes_a_name(text: str) -> None:
    name = safe_name(text)

    assert name
    assert len(name.encode()) <= MOST_BYTES
    assert not set(name) & set('<>:"/\\|?*%')
    assert all(unicodedata.category(char)[0] != "C" for char in name)
    assert name == name.strip(" .-")
    assert safe_name(name) == name


def test_three_hundred_letters_and_accents_are_cut_between_letters(tmp_path: Path) -> None:
    name = safe_name("e\u0301x\u0323\u0301" * 150)

    assert len(name.encode()) <= MOST_BYTES
    assert not unicodedata.combining(name[0])
    assert name.endswith(("é", "x\u0323\u0301", "ẋ\u0323", "x̣́"))
    (tmp_path / f"{name}.mp4.part").write_bytes(b"")


def test_names_that_differ_in_nothing_a_system_sees_get_numbers() -> None:
    taken = {folded("Mount red"), folded("mount RED (2)")}

    assert free_name("mount red", taken) == "mount red (3)"
    assert free_name("mount blue", taken) == "mount blue"
