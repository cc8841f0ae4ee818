"""The match file: exact, comparable by lines, strict, and never written over unseen (D6, D7)."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.errors import AnnotatorError, FileError, MatchFileError, NewerFileError, SaveError
from annotator.files import match_file
from annotator.files.match_file import (
    file_hash,
    match_from_text,
    match_to_text,
    read_match,
    read_match_hashed,
    salvage_match,
    save_match,
)
from annotator.model.match import Match
from annotator.model.tag import Tag
from tests.files.strategies import matches

MATCH = Match(
    tags=(
        Tag("t1", "standing", Fraction(0), frame=0),
        Tag(
            "t2", "takedown", Fraction(1001, 30000), Fraction(3), "red",
            MappingProxyType({"landing": "back"}), "tight", frame=1, end_frame=90,
        ),
        Tag("t3", "mount", Fraction(3), athlete="red"),
    ),
    title="Final",
)  # fmt: skip
TEXT = match_to_text(MATCH)


@given(matches())
def test_a_match_comes_back_and_its_file_is_the_same_bytes(match: Match) -> None:
    text = match_to_text(match)

    again = match_from_text(text, "x")

    assert again == match
    assert match_to_text(again) == text


def test_a_file_has_a_tag_per_line_and_exact_times() -> None:
    lines = TEXT.splitlines()

    assert lines[:3] == ["{", '"format": "annotator match",', '"version": 1,']
    assert lines[-5].startswith('  {"id": "t1", "start": "0/1", "frame": 0, "tag": "standing"}')
    assert '"start": "1001/30000", "frame": 1, "end": "3/1", "end_frame": 90' in lines[-4]


def test_one_edit_changes_one_line() -> None:
    changed = MATCH.with_tags((*MATCH.tags[:2], replace(MATCH.tags[2], note="here")))

    pairs = zip(TEXT.splitlines(), match_to_text(changed).splitlines(), strict=True)

    assert sum(old != new for old, new in pairs) == 1


def test_unknown_keys_are_kept_everywhere() -> None:
    data = json.loads(TEXT)
    data["later"] = {"a": [1, 2.5, None]}
    data["athletes"]["red"]["country"] = "PT"
    data["athletes"]["referee"] = {"name": "Kim"}
    data["media"] = [{"path": "a.mp4", "camera": 2}]
    data["rulesets"] = [{"id": "demo", "edition": "1", "hash": "0", "colour": "green"}]
    data["tags"][1]["drawing"] = [[0, 1]]

    written = json.loads(match_to_text(match_from_text(json.dumps(data), "x")))

    assert written == data


def test_nothing_and_null_are_the_same() -> None:
    text = TEXT.replace(
        '"tag": "mount"', '"end": null, "frame": null, "details": null, "tag": "mount"'
    )

    assert match_from_text(text, "x") == MATCH


def test_times_may_be_written_by_hand() -> None:
    text = TEXT.replace('"start": "3/1"', '"start": "0:03.000"')

    assert match_from_text(text, "x") == MATCH


@given(st.binary(max_size=100), st.integers(0, len(TEXT)), st.integers(0, 40))
def test_any_bytes_are_a_match_or_a_refusal(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, place: int, skipped: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.match.json"
    spoilt = TEXT.encode()[:place] + data + TEXT.encode()[place + skipped :]

    for content in (data, spoilt):
        path.write_bytes(content)
        with suppress(AnnotatorError):
            assert isinstance(read_match(path), Match)


@given(st.integers(0, len(TEXT)))
def test_a_file_cut_anywhere_gives_its_whole_tags_back(place: int) -> None:
    whole = TEXT[:place].count('"}') - TEXT[:place].count('"belt": ""}')
    cut = TEXT[:place]

    try:
        match = salvage_match(cut)
    except MatchFileError:
        assert whole == 0
    else:
        assert match.tags == MATCH.tags[: len(match.tags)]
        assert len(match.tags) >= min(whole - 1, 3)


def test_a_file_damaged_in_the_middle_gives_the_tags_behind_back_too() -> None:
    damaged = TEXT.replace('"takedown"', "\0\0\0\0")

    match = salvage_match(damaged)

    assert [tag.id for tag in match.tags] == ["t1", "t3"]
    assert match.title == "Final"
    with pytest.raises(MatchFileError, match="expecting value") as refused:
        match_from_text(damaged, "x")
    assert "2 whole tags can be recovered" in str(refused.value)


def test_nothing_to_salvage_is_said() -> None:
    with pytest.raises(MatchFileError, match="Nothing of a match"):
        salvage_match("{]")


def test_a_newer_file_is_left_untouched(tmp_path: Path) -> None:
    path = tmp_path / "a.match.json"
    path.write_text(TEXT.replace('"version": 1', '"version": 2'), encoding="utf-8")
    before = path.read_bytes()

    with pytest.raises(NewerFileError, match="version 2"):
        read_match(path)

    assert path.read_bytes() == before


def test_older_files_climb_the_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    from annotator.files import migrations

    def name_to_title(data: dict[str, object]) -> dict[str, object]:
        return {
            **{key: value for key, value in data.items() if key != "name"},
            "title": data["name"],
        }

    ladder = {0: name_to_title}
    monkeypatch.setattr(match_file, "oldest", lambda: migrations.oldest(ladder))
    monkeypatch.setattr(
        match_file, "upgrade", lambda data, version: migrations.upgrade(data, version, ladder)
    )

    old = TEXT.replace('"version": 1', '"version": 0').replace('"title"', '"name"')

    assert match_from_text(old, "x") == MATCH
    assert match_from_text(TEXT, "x") == MATCH


def test_a_ladder_with_a_gap_ends_at_the_gap() -> None:
    from annotator.files import migrations

    assert migrations.oldest({0: dict, 2: dict}, newest=3) == 2
    assert migrations.oldest({}, newest=3) == 3


def test_saving_gives_the_hash_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.match.json"

    known = save_match(MATCH, path)

    assert known == file_hash(path)
    assert read_match_hashed(path) == (MATCH, known)


def test_a_file_that_somebody_else_wrote_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.match.json"
    known = save_match(MATCH, path)
    save_match(replace(MATCH, title="Theirs"), path)

    with pytest.raises(SaveError, match="changed by another program"):
        save_match(replace(MATCH, title="Ours"), path, known)

    assert read_match(path).title == "Theirs"
    save_match(replace(MATCH, title="Ours"), path)
    assert read_match(path).title == "Ours"


def test_a_file_that_went_away_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "a.match.json"
    known = save_match(MATCH, path)
    path.unlink()

    assert save_match(MATCH, path, known) == known


def test_a_folder_of_that_name_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="folder"):
        save_match(MATCH, tmp_path, "0")
    with pytest.raises(FileError, match="folder"):
        file_hash(tmp_path)


def test_a_big_match_is_read_and_written_at_once() -> None:
    tags = tuple(
        replace(MATCH.tags[1], id=f"t{n}", start=Fraction(n, 30), end=None) for n in range(2000)
    )
    match = replace(MATCH, tags=tags)

    assert match_from_text(match_to_text(match), "x") == match


@pytest.mark.parametrize("path", sorted(Path(__file__).parent.glob("data/v*.match.json")), ids=str)
def test_files_of_every_version_open_for_ever(path: Path) -> None:
    """A file of each version that was ever released stays in the folder."""
    match = read_match(path)

    assert match.title == "Final, mat 3"
    assert [tag.id for tag in match.tags] == [str(number) for number in range(1, 9)]
    assert match.tags[3].start == Fraction(1001, 2500)
    assert match.media[0].path == "../films/final.mp4"
    assert match_from_text(match_to_text(match), "x") == match


def test_half_a_character_is_refused_with_its_place() -> None:
    text = match_to_text(Match(title="x")).replace('"x"', r'"a\ud800"')

    with pytest.raises(MatchFileError) as refused:
        match_from_text(text, "final.match.json")

    assert "half characters" in str(refused.value)
    assert "final.match.json:4:" in str(refused.value)


@pytest.mark.parametrize("title", ["\U0001f94b", r"\ud800", "\\\\ud83d"])
def test_whole_characters_and_written_escapes_are_read(title: str) -> None:
    assert match_from_text(match_to_text(Match(title=title)), "x").title == title
