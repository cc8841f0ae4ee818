"""Where rulesets are found: those that come with the program, the user's own, and any path."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from annotator.errors import AnnotatorError, Problem, RulesetError, UnknownRulesetError
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
    """A ruleset's file: what it says, or why it cannot be read; whether it is the user's own.

    `hides`: the file of the same name that comes with the program, if the user's own stands above
    it. Where the user's own is wrong, the other is found as well, and counts.
    """

    id: str
    path: Path
    own: bool
    ruleset: Ruleset | None = None
    error: AnnotatorError | None = None
    hides: Path | None = None


def list_rulesets() -> list[Found]:
    """All ruleset files there are, also the wrong ones."""
    found = []
    for name, path in ruleset_files().items():
        hidden = _hidden_by(name, path)
        each = _found(name, path, hidden)
        found.append(each)
        if each.ruleset is None and hidden is not None:
            found.append(_found(name, hidden, None))
    return found


def _found(name: str, path: Path, hidden: Path | None) -> Found:
    own = path.parent.parent == rulesets_folder()
    try:
        ruleset = _cached(path, path.stat().st_mtime_ns)
    except AnnotatorError as error:
        return Found(name, path, own, None, error, hidden)
    return Found(name, path, own, ruleset, None, hidden)


def _hidden_by(name: str, path: Path) -> Path | None:
    """The file that comes with the program and has the name of this one of the user's."""
    shipped = shipped_rulesets() / name / FILE
    return shipped if path != shipped and shipped.is_file() else None


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

    Raises UnknownRulesetError, naming those that exist, or RulesetError. Where a wrong one of the
    user's own has the name of one that comes with the program, the error says where that is.
    """
    path = ruleset_path(name)
    try:
        return _cached(path, path.stat().st_mtime_ns)
    except RulesetError as error:
        hidden = _hidden_by(name, path) if name in ruleset_files() else None
        if hidden is None:
            raise
        what = tr(
            "It stands in place of the ruleset {name} that comes with the program.", name=repr(name)
        )
        mend = tr("That one is still read by its folder: {folder}", folder=hidden.parent)
        raise RulesetError([*error.problems, Problem(str(path), 0, 0, "", what, mend)]) from error


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
