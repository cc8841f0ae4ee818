"""Where rulesets are found: those that come with the program, the user's own, and any path."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from annotator.errors import AnnotatorError, UnknownRulesetError
from annotator.files.places import rulesets_folder
from annotator.files.ruleset_file import read_ruleset
from annotator.scoring.ruleset import Ruleset
from annotator.text import tr

FILE = "ruleset.yaml"


def shipped_rulesets() -> Path:
    """The folder of the rulesets that come with the program: in the wheel, or beside the source."""
    package = Path(__file__).resolve().parent.parent
    packed = package / "_rulesets"
    return packed if packed.is_dir() else package.parent / "rulesets"


def ruleset_files() -> dict[str, Path]:
    """Ruleset files by their folder's name; the user's own stand above those that are shipped."""
    found: dict[str, Path] = {}
    for folder in (shipped_rulesets(), rulesets_folder()):
        if folder.is_dir():
            found |= {path.parent.name: path for path in sorted(folder.glob(f"*/{FILE}"))}
    return dict(sorted(found.items()))


def find_rulesets(on_wrong: Callable[[AnnotatorError], None] | None = None) -> list[Ruleset]:
    """All rulesets, by id.

    A wrong one is given to `on_wrong` and left out, so that one bad file does not take the others
    away; without `on_wrong` it raises RulesetError.
    """
    found = []
    for path in ruleset_files().values():
        try:
            found.append(_cached(path, path.stat().st_mtime_ns))
        except AnnotatorError as error:
            if on_wrong is None:
                raise
            on_wrong(error)
    return found


def load_ruleset(name: str) -> Ruleset:
    """A ruleset by its id, its folder or its file.

    Raises UnknownRulesetError, naming those that exist, or RulesetError.
    """
    files = ruleset_files()
    if name in files:
        return _cached(files[name], files[name].stat().st_mtime_ns)
    path = Path(name)
    if path.is_dir():
        path = path / FILE
    if path.is_file():
        return _cached(path, path.stat().st_mtime_ns)
    raise UnknownRulesetError(
        tr("There is no ruleset {name}.", name=repr(name)),
        mend=tr("There are: {names}.", names=", ".join(files) or tr("none")),
    )


@lru_cache(maxsize=64)
def _cached(path: Path, _modified_ns: int) -> Ruleset:
    return read_ruleset(path)
