"""Where rulesets are found: those that come with the program, the user's own, and any path."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Found:
    """A ruleset's file: what it says, or why it cannot be read; whether it is the user's own."""

    id: str
    path: Path
    own: bool
    ruleset: Ruleset | None = None
    error: AnnotatorError | None = None


def list_rulesets() -> list[Found]:
    """All ruleset files there are, also the wrong ones."""
    found = []
    for name, path in ruleset_files().items():
        own = path.parent.parent == rulesets_folder()
        try:
            found.append(Found(name, path, own, _cached(path, path.stat().st_mtime_ns)))
        except AnnotatorError as error:
            found.append(Found(name, path, own, error=error))
    return found


def find_rulesets(on_wrong: Callable[[AnnotatorError], None] | None = None) -> list[Ruleset]:
    """All rulesets, by id.

    A wrong one is given to `on_wrong` and left out, so that one bad file does not take the others
    away; without `on_wrong` it raises RulesetError.
    """
    found = []
    for each in list_rulesets():
        if each.ruleset is not None:
            found.append(each.ruleset)
        elif each.error is not None:
            if on_wrong is None:
                raise each.error
            on_wrong(each.error)
    return found


def load_ruleset(name: str) -> Ruleset:
    """A ruleset by its id, its folder or its file.

    Raises UnknownRulesetError, naming those that exist, or RulesetError.
    """
    path = ruleset_path(name)
    return _cached(path, path.stat().st_mtime_ns)


def ruleset_path(name: str) -> Path:
    """The file of a ruleset by its id, its folder or its file. Raises UnknownRulesetError."""
    files = ruleset_files()
    if name in files:
        return files[name]
    path = Path(name)
    if path.is_dir():
        path = path / FILE
    if path.is_file():
        return path
    if Path(name).is_dir():
        raise UnknownRulesetError(
            tr("The folder {name} has no file {file}.", name=repr(name), file=FILE),
            mend=tr("Put one there; docs/add-a-ruleset.md says how."),
        )
    raise UnknownRulesetError(
        tr("There is no ruleset {name}.", name=repr(name)),
        mend=tr("There are: {names}.", names=", ".join(files) or tr("none")),
    )


@lru_cache(maxsize=64)
def _cached(path: Path, _modified_ns: int) -> Ruleset:
    return read_ruleset(path)
