"""Settings: typed, kept whole, and never a reason not to start."""

from __future__ import annotations

import tomllib
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.errors import AnnotatorError
from annotator.settings import (
    MOST_RECENT,
    Settings,
    read_settings,
    settings_path,
    toml_text,
    write_settings,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new folder" / "settings.toml"


def test_without_a_file_the_usual_settings_hold(path: Path) -> None:
    assert read_settings(path) == (Settings(), "")
    assert Settings().cache_bytes == 512 * 1024 * 1024
    assert Settings().reaction_ms == 0


def test_written_and_read_again(path: Path) -> None:
    settings = Settings(
        language="fr", cache_bytes=64 * 1024 * 1024, reaction_ms=150, recent=('/été/"q".mp4',),
        keyboard="йцукен", keys=MappingProxyType({"tag.mount": ("KeyG", "Shift+ArrowLeft")}),
    )  # fmt: skip
    write_settings(settings, path)
    assert read_settings(path) == (settings, "")


def test_the_home_variable_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANNOTATOR_HOME", str(tmp_path))
    assert settings_path().is_relative_to(tmp_path)
    write_settings(Settings(language="ru"))
    assert read_settings()[0].language == "ru"


def test_keys_of_other_versions_are_kept(path: Path) -> None:
    path.parent.mkdir()
    path.write_text(
        'version = 9\nfuture = [1, 2.5, "x"]\nwhen = 2026-12-01T10:00:00Z\nlanguage = "fr"\n'
        "[panel]\ncolumns = 5\n[panel.deep]\non = true\n",
        encoding="utf-8",
    )
    settings, said = read_settings(path)
    assert (settings.language, said) == ("fr", "")
    write_settings(Settings(language="de"), path)
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    assert table["future"] == [1, 2.5, "x"]
    assert table["panel"] == {"columns": 5, "deep": {"on": True}}
    assert table["language"] == "de"
    assert str(table["when"]).startswith("2026-12-01")


def test_a_choice_can_be_taken_back(path: Path) -> None:
    write_settings(Settings(reaction_ms=200), path)
    write_settings(Settings(), path)
    assert read_settings(path)[0].reaction_ms == 0


@pytest.mark.parametrize("data", [b"language = ", b"\xff\xfe\x00", b"[[["])
def test_an_unreadable_file_is_set_aside_and_said(path: Path, data: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(data)
    settings, said = read_settings(path)
    assert settings == Settings()
    bad = path.with_name("settings.toml.bad")
    assert bad.read_bytes() == data
    assert not path.exists()
    assert str(bad) in said


@pytest.mark.parametrize(
    "line",
    [
        'cache_bytes = "much"', "cache_bytes = 3", "reaction_ms = -1", "reaction_ms = true",
        "recent = [1]", "language = 4", "keys = 3", "keys = { a = 4 }",
    ],
)  # fmt: skip
def test_a_value_that_makes_no_sense_is_passed_over_and_said(path: Path, line: str) -> None:
    path.parent.mkdir()
    path.write_text(f'keyboard = "azerty"\n{line}\n', encoding="utf-8")
    settings, said = read_settings(path)
    assert settings == Settings(keyboard="azerty")
    assert line.split(" ", maxsplit=1)[0] in said


def test_a_folder_in_its_place_is_no_reason_not_to_start(path: Path) -> None:
    path.mkdir(parents=True)
    settings, said = read_settings(path)
    assert settings == Settings()
    assert said


def test_what_cannot_be_written_is_an_error_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(AnnotatorError):
        write_settings(Settings(language="fr"), tmp_path / "file" / "settings.toml")


def test_recent_files_are_few_and_newest_first() -> None:
    settings = Settings()
    for n in [*range(20), 15]:
        settings = settings.with_recent(Path(f"/{n}.mp4"))
    assert len(settings.recent) == MOST_RECENT
    assert [Path(path).stem for path in settings.recent[:3]] == ["15", "19", "18"]


_VALUES = st.recursive(
    st.booleans() | st.integers(-(2**62), 2**62) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.text(), _VALUES, max_size=5))
def test_any_table_is_read_back_as_it_was(table: dict[str, object]) -> None:
    assert tomllib.loads(toml_text(table)) == table


def test_the_six_techniques_used_last_are_kept_each_once() -> None:
    settings = Settings()
    for name in ("a", "b", "c", "d", "e", "f", "g", "c", "other"):
        settings = settings.with_technique(name)
    assert settings.techniques == ("c", "g", "f", "e", "d", "b")


def test_a_file_with_an_odd_name_is_not_kept_as_recent() -> None:
    assert Settings().with_recent(Path("bad\udcff.mp4")) == Settings()


def test_half_characters_are_an_error_and_the_old_file_stays(path: Path) -> None:
    write_settings(Settings(language="fr"), path)
    with pytest.raises(AnnotatorError):
        write_settings(Settings(template="bad\udcff"), path)
    assert read_settings(path)[0].language == "fr"
