"""One athlete over many matches: which they were, which corner, and how each ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from annotator.errors import AnnotatorError, ExportError
from annotator.files.match_file import SUFFIX, read_match
from annotator.model.match import Match
from annotator.model.vocabulary import Athlete
from annotator.scoring import score
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet
from annotator.text import tr
from exports.report.people import corners, names_in
from exports.report.scored import Progress
from exports.statistics import transitions

MOST_FILES = 2000
_MOST_NAMES = 10
Place = tuple[str, str]
"""A position, and the athlete's part in it: `top`, `bottom`, or nothing."""


@dataclass(frozen=True, slots=True)
class Bout:
    """A match of the athlete, who was `who` in it, and how it scored."""

    path: Path
    match: Match
    who: Athlete
    ruleset: Ruleset
    sheet: ScoreSheet

    @property
    def ended(self) -> str:
        """`won`, `lost` or `undecided`."""
        winner = self.sheet.result.winner
        return "undecided" if winner is None else "won" if winner == self.who else "lost"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file that is not among the bouts, and why."""

    path: Path
    why: str


@dataclass(frozen=True, slots=True)
class Career:
    """All that was found of an athlete, the oldest first."""

    name: str
    bouts: tuple[Bout, ...]
    left_out: tuple[LeftOut, ...] = ()


def read_folder(
    folder: Path,
    name: str,
    rulesets: Sequence[Ruleset],
    asked: Sequence[Ruleset] = (),
    progress: Progress = lambda _share: None,
) -> Career:
    """The matches in a folder, and in the folders in it, in which an athlete of this name fights.

    Each is scored under the first of `asked`, else under the first ruleset that it names itself, else
    under the first of `rulesets`. Raises ExportError where there is no such match, and what
    `progress` raises.
    """
    paths = _files(folder)
    bouts: list[Bout] = []
    left_out: list[LeftOut] = []
    others: list[Match] = []
    for number, path in enumerate(paths):
        progress(number / len(paths))
        try:
            match = read_match(path)
        except AnnotatorError as wrong:
            left_out.append(LeftOut(path, wrong.what))
            continue
        found = corners(match, name)
        if len(found) > 1:
            left_out.append(LeftOut(path, tr("Both athletes have this name.")))
        elif not found:
            others.append(match)
        else:
            ruleset = _ruleset_for(match, rulesets, asked)
            bouts.append(Bout(path, match, found[0], ruleset, score(match, ruleset)))
    progress(1.0)
    if not bouts:
        raise ExportError(
            tr("No match of {name} was found.", name=name), where=str(folder),
            mend=_who_is_there(others),
        )  # fmt: skip
    bouts.sort(key=lambda bout: (bout.match.date, bout.path.name))
    return Career(bouts[-1].match.athletes[bouts[-1].who].name, tuple(bouts), tuple(left_out))


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise ExportError(
            tr("There is no such folder."), where=str(folder),
            mend=tr("Name the folder in which the match files are."),
        )  # fmt: skip
    try:
        found = sorted(path for path in folder.rglob(f"*{SUFFIX}") if path.is_file())
    except OSError as wrong:
        raise ExportError(
            tr("The folder cannot be read: {why}.", why=wrong.strerror or str(wrong)),
            where=str(folder), mend=tr("Choose a folder of your own."),
        ) from wrong  # fmt: skip
    if len(found) > MOST_FILES:
        raise ExportError(
            tr("There are more than {most} matches in this folder.", most=MOST_FILES),
            where=str(folder), mend=tr("Name a smaller folder."),
        )  # fmt: skip
    return found


def _who_is_there(matches: Sequence[Match]) -> str:
    names = names_in(matches)
    if not names:
        return tr("The folder holds no match with names of athletes.")
    more = "…" if len(names) > _MOST_NAMES else "."
    return tr(
        "The matches there are of: {names}{more}", names=", ".join(names[:_MOST_NAMES]), more=more
    )


def _ruleset_for(match: Match, rulesets: Sequence[Ruleset], asked: Sequence[Ruleset]) -> Ruleset:
    by_id = {ruleset.id: ruleset for ruleset in rulesets}
    own = [by_id[pin.id] for pin in match.rulesets if pin.id in by_id]
    return next(iter((*asked, *own, *rulesets)))


def steps_of(bouts: Sequence[Bout]) -> Counter[tuple[Place, Place]]:
    """Which position followed which, as the athlete had it, over all bouts."""
    counts: Counter[tuple[Place, Place]] = Counter()
    for bout in bouts:
        for step in transitions(bout.match):
            before = _place(step.before, step.before_top, bout.who)
            counts[before, _place(step.after, step.after_top, bout.who)] += step.count
    return counts


def _place(position: str, top: Athlete | None, who: Athlete) -> Place:
    return position, "" if top is None else "top" if top == who else "bottom"


def first_points(bout: Bout) -> bool | None:
    """Whether the athlete was the first to get points; None: nobody got any, or both at once."""
    first: dict[Athlete, Fraction] = {}
    for ruling in bout.sheet.awards:
        if ruling.award == "points" and ruling.value > 0 and ruling.athlete is not None:
            first.setdefault(ruling.athlete, ruling.time)
    mine = [time for who, time in first.items() if who == bout.who]
    others = [time for who, time in first.items() if who != bout.who]
    if not first or mine == others:
        return None
    return bool(mine) and (not others or mine < others)
