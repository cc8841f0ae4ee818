from __future__ import annotations

from pathlib import Path

import pytest

from annotator.files import places

FOLDERS = (
    places.config_folder,
    places.state_folder,
    places.cache_folder,
    places.rulesets_folder,
    places.journals_folder,
)


def test_one_variable_moves_everything(home: Path) -> None:
    assert all(folder().is_relative_to(home) for folder in FOLDERS)
    assert len({folder() for folder in FOLDERS}) == len(FOLDERS)


def test_without_it_the_platform_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(places.HOME_VARIABLE)

    assert all("annotator" in folder().parts for folder in FOLDERS)
    assert all(folder().is_absolute() for folder in FOLDERS)
