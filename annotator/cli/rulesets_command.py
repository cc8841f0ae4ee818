"""`annotator rulesets`: which there are, what one says, and whether a file is right."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from annotator.cli.loading import load_rulesets
from annotator.cli.output import say, table
from annotator.errors import UsageError
from annotator.scoring.ruleset import Ruleset
from annotator.text import tr, tr_n


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words `rulesets` understands."""
    parser.add_argument(
        "action", nargs="?", default="list", choices=("list", "show", "check"),
        help=tr("list them (as without a word), show one, or check a file or folder"),
    )  # fmt: skip
    parser.add_argument("name", nargs="?", metavar="ID|PATH", help=tr("which one"))


def run(args: argparse.Namespace) -> int:
    """List, show or check."""
    if args.action == "list":
        if args.name:
            raise UsageError(
                tr("“list” lists all rulesets."),
                mend=tr("One of them: annotator rulesets show {name}", name=args.name),
            )
        rows = [[tr("id"), tr("edition"), tr("name")]]
        rows += [[each.id, each.edition, each.name()] for each in load_rulesets([])]
        lines = iter(table(rows, left=3))
    elif not args.name:
        raise UsageError(
            tr("Which ruleset to {action}?", action=args.action),
            mend=tr("Name its id, its folder or its file; “annotator rulesets” lists the ids."),
        )
    else:
        (ruleset,) = load_rulesets([args.name])
        lines = show_lines(ruleset) if args.action == "show" else check_lines(ruleset)
    for line in lines:
        say(line)
    return 0


def check_lines(ruleset: Ruleset) -> Iterator[str]:
    """That a ruleset could be read; one that cannot is refused with its mistakes."""
    yield tr(
        "{id}: nothing wrong; {clauses}, {readings}.",
        id=ruleset.id,
        clauses=tr_n("{count} clause", "{count} clauses", len(ruleset.clauses)),
        readings=tr_n("{count} reading", "{count} readings", len(ruleset.readings)),
    )


def show_lines(ruleset: Ruleset) -> Iterator[str]:
    """A ruleset for people: where it comes from, its clauses, and how it was read."""
    yield f"{ruleset.id}: {ruleset.name()}"
    facts = (
        (tr("edition"), ruleset.edition),
        (tr("federation"), ruleset.federation),
        (tr("source"), ruleset.source),
        (tr("board"), ", ".join(ruleset.columns)),
    )
    yield from (f"  {key}: {value}" for key, value in facts if value)
    yield from (f"  {language}: {name}" for language, name in sorted(ruleset.names.items()))
    if ruleset.clauses:
        yield ""
        yield tr("Clauses")
    for clause in ruleset.clauses:
        yield f"  [{clause.id}] {ruleset.title_of(clause.id)}"
        yield from _indented(clause.says)
        if clause.readings:
            yield "      " + tr("readings: {ids}", ids=", ".join(clause.readings))
    if ruleset.readings:
        yield ""
        yield tr("Readings: where the text is silent, damaged or contradicts itself")
    for reading in ruleset.readings:
        yield f"  [{reading.id}]"
        yield from _indented(reading.says)
        yield from _indented(tr("because {why}", why=reading.because) if reading.because else "")


def _indented(text: str) -> Iterator[str]:
    yield from ("      " + line.strip() for line in text.splitlines() if line.strip())
