"""What files are called in what people read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


def stem(path: Path) -> str:
    """The file's name without what says its kind: `final` for `final.match.json`."""
    name = path.name
    for ending in (".match.json", ".lesson.json", ".tags.csv", path.suffix):
        if ending and name.lower().endswith(ending) and len(name) > len(ending):
            return name[: -len(ending)]
    return name


def distinct_names(paths: Sequence[Path]) -> list[str]:
    """What the files are called, with as many folders before it as it takes to tell them apart.

    One file that was named twice is numbered.
    """
    names = [stem(path) for path in paths]
    depth = 0
    while len(set(names)) < len(names) and depth < 3:
        depth += 1
        resolved = [path.resolve() for path in paths]
        names = ["-".join([*path.parts[1:][-1 - depth : -1], stem(path)]) for path in resolved]
    if len(set(names)) < len(names):
        names = [f"{name} {number}" for number, name in enumerate(names, 1)]
    return names
