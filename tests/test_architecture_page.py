"""The page about the architecture names modules and folders that are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
PLACES = ("annotator", "exports", "tests", "tools")


def test_every_module_that_is_named_exists() -> None:
    names = set(re.findall(r"`([\w/]+\.(?:py|js))`", PAGE))
    there = ["/" + path.relative_to(ROOT).as_posix() for place in PLACES
             for path in (ROOT / place).rglob("*.[pj][ys]")]  # fmt: skip
    assert len(names) > 50
    assert [
        name for name in sorted(names) if not any(path.endswith("/" + name) for path in there)
    ] == []


def test_every_folder_that_is_named_exists() -> None:
    names = re.findall(r"`((?:annotator|exports|tests)[\w/]*)/`", PAGE)
    assert len(names) > 10
    assert [name for name in names if not (ROOT / name).is_dir()] == []
