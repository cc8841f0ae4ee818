"""What is written can be read again, whatever halves of characters come in with texts and names."""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.errors import SaveError
from annotator.files.journal import Journal, recoverable
from annotator.files.match_file import file_hash, read_match, save_match
from annotator.model.drawing import Drawing, Shape
from annotator.model.drawing_edits import AddDrawing
from annotator.model.edits import (
    AddTag,
    SetEvent,
    SetMedia,
    SetNote,
    SetPerson,
    SetTitle,
)
from annotator.model.match import Match, Media, Person
from annotator.model.tag import Tag

TEXTS = st.text(st.characters(exclude_characters="\0") | st.sampled_from("\ud800\udcff\udc7f"))
TAG = Tag("t1", "mark", Fraction(0))


def film(name: bytes) -> Media:
    return Media(os.fsdecode(name))


@given(TEXTS, st.binary(min_size=1).filter(lambda name: b"\0" not in name))
def test_what_edits_make_of_any_text_is_written_and_read_again(text: str, name: bytes) -> None:
    match = Match()
    for edit in (
        AddTag(replace(TAG, note=text)), AddTag(replace(TAG, id="t2")), SetNote("t2", text),
        SetTitle(text), SetEvent(text, ""), SetPerson("red", Person(text, text)),
        AddDrawing(Drawing("d1", Shape.TEXT, ((0, 0),), Fraction(0), text=f"x{text}"[:80])),
        SetMedia((film(name),)),
    ):  # fmt: skip
        match = edit.apply(match)

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.match.json"
        save_match(match, path)
        assert read_match(path) == match
        assert os.fsencode(read_match(path).media[0].path) == name


@given(TEXTS)
def test_nothing_is_written_that_is_not_read(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.match.json"
        match = Match(tags=(replace(TAG, note=text),), title=text, media=(Media(f"a{text}"),))
        try:
            save_match(match, path)
        except SaveError:
            assert not path.exists()
        else:
            assert read_match(path).tags[0].id == "t1"


def test_a_text_without_halves_is_the_same_and_pairs_are_joined() -> None:
    assert SetTitle("é\U0001f600").apply(Match()).title == "é\U0001f600"
    assert SetTitle("\ud83d\ude00\ud83d!").apply(Match()).title == "\U0001f600\ufffd!"


def test_what_could_not_be_read_again_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.match.json"
    known = save_match(Match(title="old"), path)

    with pytest.raises(SaveError, match="title"):
        save_match(Match(title="bad\ud800"), path, known)

    assert file_hash(path) == known


def test_the_journal_gives_a_film_with_an_odd_name_back(tmp_path: Path) -> None:
    begun = Match(media=(film(b"bad\xff.mp4"),))
    journal = Journal.begin(begun, tmp_path / os.fsdecode(b"m\xfe.match.json"), unsaved=True)
    edited = SetMedia((*begun.media, film(b"\xc3.mp4"))).apply(begun)
    journal.record(begun, edited, "Change film")
    journal.close(clean=False)

    (found,) = recoverable()

    assert found.match() == edited
    assert found.match_path == tmp_path / os.fsdecode(b"m\xfe.match.json")


def test_the_journal_says_what_could_not_be_recovered(tmp_path: Path) -> None:
    journal = Journal.begin(Match(), None)
    bad = Match(title="bad\ud800")

    with pytest.raises(SaveError, match="title"):
        journal.record(Match(), bad, "")
    journal.record(bad, bad.with_tags((TAG,)), "Tag mark")
    journal.close(clean=False)

    assert recoverable()[0].match().tags == (TAG,)
