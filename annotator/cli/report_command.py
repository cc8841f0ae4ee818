"""`annotator report FILE...`: pages to print: of matches, of rulesets compared."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.cli.films import frames_of, load_films, open_match
from annotator.cli.loading import load_match, load_rulesets, score_all
from annotator.cli.output import Progress, complain, say
from annotator.cli.writing import check_report
from annotator.errors import AnnotatorError, UsageError
from annotator.files.names import distinct_names
from annotator.model.vocabulary import ATHLETES
from annotator.scoring.ruleset import Ruleset
from annotator.text import tr

if TYPE_CHECKING:
    from annotator.film_set import FilmSet
    from exports.film_moments import Names
    from exports.report.scored import Scored

_FRAME_MEMORY = 64 << 20  # bytes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words `report` understands."""
    from exports.film_moments import Names

    parser.add_argument(
        "file", nargs="*", metavar="FILE", type=Path,
        help=tr("a match file (*.json) or a tag table (CSV)"),
    )  # fmt: skip
    parser.add_argument(
        "--ruleset", action="append", default=[], metavar="ID",
        help=tr("a page under this ruleset; may stand several times (default: the match's first)"),
    )  # fmt: skip
    parser.add_argument(
        "--film",
        action="append",
        default=[],
        metavar="FILM",
        type=Path,
        help=tr("the film of a match that names none; several films in the order of the match"),
    )
    parser.add_argument(
        "--compare", action="store_true",
        help=tr("a page that compares the rulesets, in place of one page of the match"),
    )  # fmt: skip
    parser.add_argument(
        "--athlete",
        nargs=2,
        metavar=("NAME", "FOLDER"),
        help=tr("a page of an athlete over all matches of a folder"),
    )
    parser.add_argument(
        "--of", choices=ATHLETES, help=tr("the athlete for whom the page of a match is written")
    )
    parser.add_argument(
        "--names", choices=[str(each) for each in Names],
        help=tr("how athletes are named (usually in full, and children by their initials and without"
                " pictures)"),
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", metavar="DIR", type=Path, default=Path("report"),
        help=tr("the folder to write into (default: report)"),
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Write every page that can be made; 2 if one of them could not."""
    if not args.file and not args.athlete:
        raise UsageError(
            tr("There is nothing to report on."),
            mend=tr("Name a match file, or --athlete NAME FOLDER."),
        )
    rulesets = load_rulesets([])
    asked = load_rulesets(args.ruleset) if args.ruleset else []
    known = {ruleset.id for ruleset in rulesets}
    rulesets += [ruleset for ruleset in asked if ruleset.id not in known]
    status = 0
    for path, name in zip(args.file, distinct_names(args.file), strict=True):
        try:
            _report(path, name, rulesets, asked, args)
        except AnnotatorError as wrong:
            complain(str(wrong))
            status = 2
    if args.athlete:
        _athlete(rulesets, asked, args)
    return status


def _report(
    path: Path, name: str, rulesets: Sequence[Ruleset], asked: Sequence[Ruleset],
    args: argparse.Namespace,
) -> None:  # fmt: skip
    from exports.report.making import write_comparison, write_match_report

    there = _there(args.output)
    with _scored(path, args.film, rulesets) as scored:
        if args.compare:
            check_report(args.output, f"{name}-comparison")
            chosen = scored.under([ruleset.id for ruleset in asked])
            with Progress(tr("Writing {name}", name=path.name)) as progress:
                progress(0.0)
                _wrote(
                    write_comparison(
                        chosen, args.output, f"{name}-comparison", names=_named_how(args)
                    ),
                    there,
                )
            return
        ids = [ruleset.id for ruleset in scored.rulesets]
        numbers = [ids.index(ruleset.id) for ruleset in asked] or [scored.main()]
        for number in numbers:
            ending = f"-{ids[number]}" if len(numbers) > 1 else ""
            check_report(args.output, f"{name}-report{ending}")
            with Progress(tr("Writing {name}", name=path.name)) as progress:
                paths = write_match_report(
                    scored, number, args.output, f"{name}-report{ending}",
                    of=args.of, names=_named_how(args), progress=progress,
                )  # fmt: skip
            _wrote(paths, there)


def _named_how(args: argparse.Namespace) -> Names | None:
    from exports.film_moments import Names

    return Names(args.names) if args.names else None


def _athlete(
    rulesets: Sequence[Ruleset], asked: Sequence[Ruleset], args: argparse.Namespace
) -> None:
    from exports.report.athlete import read_folder
    from exports.report.making import athlete_report, write_report

    name, folder = args.athlete
    with Progress(tr("Reading the matches of {name}", name=name)) as progress:
        career = read_folder(Path(folder), name, rulesets, asked, progress)
    for each in career.left_out:
        complain(tr("Left out: {file}: {why}", file=each.path, why=each.why))
    there = _there(args.output)
    page, name = athlete_report(career, names=_named_how(args))
    check_report(args.output, name)
    _wrote(write_report(page, args.output, name), there)


def _there(folder: Path) -> frozenset[str]:
    """The names of what is in a folder already."""
    return frozenset(path.name for path in folder.iterdir()) if folder.is_dir() else frozenset()


def _wrote(paths: Sequence[Path], there: frozenset[str]) -> None:
    for path in paths:
        replaced = path.name in there
        say(tr("Replaced {file}", file=path) if replaced else tr("Wrote {file}", file=path))


@contextmanager
def _scored(path: Path, named: Sequence[Path], rulesets: Sequence[Ruleset]) -> Iterator[Scored]:
    """The match of a file, scored, with its films open as long as this lasts."""
    from exports.report.scored import Scored

    films = load_films(named)
    match = load_match(path, films)

    def made(there: FilmSet | None) -> Scored:
        frames = films if films.parts or there is None else frames_of(there)
        sheets = tuple(score_all(match, rulesets, frames))
        shows = there is not None and bool(there.shelf.films)
        return Scored(
            match, tuple(rulesets), sheets, frames.times,
            there.picture if shows and there is not None else None,
        )  # fmt: skip

    if named:
        with _named(named) as there:
            yield made(there)
    elif match.media:
        with open_match(path, match) as there:
            yield made(there)
    else:
        yield made(None)


@contextmanager
def _named(paths: Sequence[Path]) -> Iterator[FilmSet]:
    """Films that were named by words, opened."""
    from annotator.files.places import indices_folder
    from annotator.film_set import FilmSet
    from annotator.model.match import Media
    from annotator.video import Footage, Shelf

    films: dict[int, Footage] = {}
    try:
        for number, path in enumerate(paths, 1):
            films[number] = Footage.open(path, cache_bytes=0, index_cache=indices_folder())
        media = tuple(
            Media(film.path.name, first=film.times[0], duration=film.duration)
            for film in films.values()
        )
        yield FilmSet(media, Shelf(films, _FRAME_MEMORY))
    finally:
        for film in films.values():
            film.close()
