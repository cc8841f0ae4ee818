"""From words to values: matches, films and rulesets, for every subcommand in the same way."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from annotator.cli.output import Progress, complain
from annotator.errors import AnnotatorError, UnknownRulesetError, UsageError
from annotator.model.match import Match
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet
from annotator.text import tr

FILM_ENDINGS = frozenset(
    (
        ".mp4",
        ".mov",
        ".m4v",
        ".mkv",
        ".webm",
        ".avi",
        ".ts",
        ".mts",
        ".m2ts",
        ".mpg",
        ".mpeg",
        ".3gp",
    )
)


@dataclass(frozen=True, slots=True)
class Films:
    """Frame times (seconds) of the films of a match, laid end to end on one time line."""

    parts: tuple[tuple[Fraction, ...], ...] = ()

    @property
    def times(self) -> tuple[Fraction, ...] | None:
        """The times of all frames in one row; None without films."""
        return tuple(time for part in self.parts for time in part) if self.parts else None


def add_match_arguments(parser: argparse.ArgumentParser, *, several: bool = False) -> None:
    """The arguments of everything that scores."""
    parser.add_argument(
        "file", nargs="+" if several else None, metavar="FILE", type=Path,
        help=tr("a match file (*.json) or a tag table (CSV)"),
    )  # fmt: skip
    parser.add_argument(
        "--ruleset", action="append", default=[], metavar="ID",
        help=tr("a ruleset's id, folder or file; may stand several times (default: all)"),
    )  # fmt: skip
    parser.add_argument(
        "--film", action="append", default=[], metavar="FILM", type=Path,
        help=tr("the film that the tags are on, so that rulings name frames and f123 is a time;"
                " several films in the order of the match"),
    )  # fmt: skip


def load_match(path: Path, films: Films) -> Match:
    """A match from a match file (`*.json`) or a tag table. Raises AnnotatorError."""
    if path.suffix.lower() == ".json":
        from annotator.files.match_file import read_match

        return read_match(path)
    if path.suffix.lower() in FILM_ENDINGS:
        raise UsageError(
            tr("{file} is a film by its name; films are tagged before they are scored.", file=path),
            mend=tr(
                "Open it in the window (annotator FILM), or name a table: score TABLE --film FILM."
            ),
        )
    from annotator.files.tag_table import read_tag_table

    return read_tag_table(path, films.parts or None)


def films_of(path: Path, match: Match, named: Films) -> Films:
    """The films that were named; else those that a match file names, where they are unchanged.

    A film that is gone or another one is no hindrance: the match is then scored without frames.
    """
    if named.parts or not match.media:
        return named
    from annotator.files.media_paths import find_film

    try:
        films = load_films([find_film(media.path, path) for media in match.media])
    except AnnotatorError:
        return named
    same = all(
        media.frames in (None, len(part))
        for media, part in zip(match.media, films.parts, strict=True)
    )
    return films if same else named


def load_films(paths: Sequence[Path]) -> Films:
    """The frame times of films; each film after the first begins where the one before it ends.

    The first keeps its own times, also when they do not begin at 0. Raises FootageError.
    """
    if not paths:
        return Films()
    from annotator.video import Footage

    parts: list[tuple[Fraction, ...]] = []
    end: Fraction | None = None
    for path in paths:
        with Progress(tr("Reading {name}", name=path.name)) as progress:
            film = Footage.open(path, progress=progress)
        with film:
            times, duration = tuple(film.times), film.duration
        shift = Fraction(0) if end is None else end - times[0]
        parts.append(tuple(time + shift for time in times) if shift else times)
        end = times[0] + shift + duration
    return Films(tuple(parts))


def load_rulesets(names: Sequence[str]) -> list[Ruleset]:
    """The rulesets of these names, each once; all there are for no names.

    Raises UnknownRulesetError or RulesetError.
    """
    from annotator.files.rulesets import find_rulesets, load_ruleset

    if names:
        return [load_ruleset(name) for name in dict.fromkeys(names)]
    found = find_rulesets(on_wrong=_leave_out)
    if not found:
        raise UnknownRulesetError(
            tr("There are no rulesets."),
            mend=tr("Install the program again; it brings them along."),
        )
    return found


def _leave_out(error: AnnotatorError) -> None:
    complain(str(error))
    complain(tr("This ruleset is left out."))


def score_all(match: Match, rulesets: Sequence[Ruleset], films: Films) -> list[ScoreSheet]:
    """A score sheet per ruleset."""
    from annotator.scoring import score

    times = films.times
    return [score(match, ruleset, times) for ruleset in rulesets]


def stem(path: Path) -> str:
    """The file's name without what says its kind: `final` for `final.match.json`."""
    name = path.name
    for ending in (".match.json", ".tags.csv", path.suffix):
        if ending and name.lower().endswith(ending) and len(name) > len(ending):
            return name[: -len(ending)]
    return name
