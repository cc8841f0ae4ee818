"""From words to values: matches, films and rulesets, for every subcommand in the same way."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from annotator.cli.films import Films
from annotator.cli.output import complain
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
