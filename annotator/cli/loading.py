"""From words to values: matches, films and rulesets, for every subcommand in the same way."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from annotator.cli.output import Progress, complain
from annotator.errors import AnnotatorError, UnknownRulesetError, UsageError
from annotator.model.films import Line, Part, offsets
from annotator.model.match import Match, Media
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


@dataclass(frozen=True)
class Films:
    """The frames of the films of a match, each film where it lies on the match's one time line.

    `parts` are the times (seconds of the match) of each film's frames, in the order of the match;
    empty for a film that is not there. `ends` says when each film is over, `cameras` by which
    camera it was made: left out, by the first, and over with its last frame.
    """

    parts: tuple[tuple[Fraction, ...], ...] = ()
    ends: tuple[Fraction, ...] = ()
    cameras: tuple[int, ...] = ()

    @cached_property
    def times(self) -> Line | None:
        """The frames of the first camera in one row, by which rulings name them; None without."""
        line = Line(
            Part(number, times[0], self.ends[number - 1] if self.ends else times[-1], times)
            for number, times in enumerate(self.parts, 1)
            if times and (not self.cameras or self.cameras[number - 1] == 1)
        )
        return line if line else None


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
    """The films that were named; else those that a match file names, as far as they are there and
    unchanged.

    A film that is gone or another one is no hindrance: rulings on it then name no frames.
    """
    if named.parts or not match.media:
        return named
    from annotator.files.media_paths import find_film

    found: list[Path | None] = []
    for media in match.media:
        try:
            found.append(find_film(media.path, path))
        except AnnotatorError:
            found.append(None)
    return load_films(found, match.media)


def load_films(paths: Sequence[Path | None], media: Sequence[Media] = ()) -> Films:
    """The frame times of films, laid on one time line as `media` says.

    Without `media` each film after the first begins where the one before it ends; the first keeps
    its own times, also when they do not begin at 0. A film of a match that is None, that cannot be
    read or that has not the frames that `media` says gives no times.

    Raises FootageError for a film that was named without `media`.
    """
    if not paths:
        return Films()
    known = list(media) or [Media("") for _ in paths]
    own: list[tuple[Fraction, ...]] = []
    for number, path in enumerate(paths):
        read = _read_film(path, known[number], must=not media) if path is not None else None
        own.append(read[0] if read else ())
        if read:
            known[number] = replace(known[number], first=read[0][0], duration=read[1])
    shifts = offsets(known)
    return Films(
        tuple(
            tuple(time + shift for time in times) if shift else times
            for times, shift in zip(own, shifts, strict=True)
        ),
        tuple(
            shift + (film.first or 0) + (film.duration or 0)
            for film, shift in zip(known, shifts, strict=True)
        ),
        tuple(film.camera for film in known),
    )


def _read_film(
    path: Path, media: Media, *, must: bool
) -> tuple[tuple[Fraction, ...], Fraction] | None:
    """A film's own frame times and its duration; None if it is another film than is meant."""
    from annotator.files.places import indices_folder
    from annotator.video import Footage

    try:
        with Progress(tr("Reading {name}", name=path.name)) as progress:
            film = Footage.open(path, progress=progress, index_cache=indices_folder())
    except AnnotatorError:
        if must:
            raise
        return None
    with film:
        times = tuple(film.times)
        return (times, film.duration) if media.frames in (None, len(times)) else None


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
