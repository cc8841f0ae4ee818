"""`annotator rulesets`: list them, show or check one, say how two differ, and what a file may say."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from annotator.cli.output import say, table
from annotator.errors import Problem, UsageError
from annotator.text import after_colon, tr, tr_n, with_semicolons
from annotator.text import language as spoken

if TYPE_CHECKING:
    from annotator.files.ruleset_check import Checked

WRONG = 2
ACTIONS = {
    "list": (0, 0),
    "show": (1, 1),
    "check": (1, 99),
    "diff": (2, 2),
    "schema": (0, 0),
    "keys": (0, 0),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words `rulesets` understands."""
    parser.add_argument(
        "action", nargs="?", default="list", choices=tuple(ACTIONS),
        help=tr("list them (as without a word); show one; check files and their cases; say how two"
                " differ; print the schema for editors, or all keys that a file may have"),
    )  # fmt: skip
    parser.add_argument(
        "names", nargs="*", metavar="ID|PATH", help=tr("which: an id, a folder or a file")
    )
    parser.add_argument(
        "--language", default="", metavar="LANG",
        help=tr("show and diff: en, fr, ru ...: whose titles and terms"),
    )  # fmt: skip
    parser.add_argument(
        "--examples",
        action="store_true",
        help=tr("show: all worked cases, not two for each clause"),
    )
    parser.add_argument(
        "--strict", action="store_true", help=tr("check: a warning is a mistake too (status 2)")
    )


def run(args: argparse.Namespace) -> int:
    """Do what the first word says."""
    _refuse_wrong_number(args.action, args.names)
    if args.action == "check":
        return max([_check(name, strict=args.strict) for name in args.names])
    for line in _lines(args):
        say(line)
    return 0


def _refuse_wrong_number(action: str, names: list[str]) -> None:
    least, most = ACTIONS[action]
    if len(names) < least:
        raise UsageError(
            tr("Which two rulesets?") if action == "diff" else tr("Which ruleset to {action}?", action=action),
            mend=tr("Name its id, its folder or its file; “annotator rulesets” lists the ids."),
        )  # fmt: skip
    if len(names) > most:
        raise UsageError(
            tr("“{action}” does not understand {name}.", action=action, name=repr(names[most])),
            mend=tr("One of them: annotator rulesets show {name}", name=names[0]) if most == 0
            else tr("Leave it out."),
        )  # fmt: skip


def _lines(args: argparse.Namespace) -> Iterator[str]:
    language = args.language or spoken()
    if args.action == "show":
        yield from _shown(args.names[0], language, all_examples=args.examples)
    elif args.action == "diff":
        from annotator.files.ruleset_diff import difference
        from annotator.files.rulesets import load_ruleset

        left, right = map(load_ruleset, args.names)
        yield from difference(left, right, language)
    elif args.action == "schema":
        from annotator.files.ruleset_editor import schema_text

        yield schema_text().removesuffix("\n")
    elif args.action == "keys":
        from annotator.files.ruleset_tables import reference

        yield from reference()
    else:
        yield from list_lines()


def list_lines() -> Iterator[str]:
    """All rulesets with where each comes from; wrong ones too, with how to see what is wrong."""
    from annotator.files.places import rulesets_folder
    from annotator.files.rulesets import list_rulesets

    rows = [[tr("id"), tr("edition"), tr("name"), tr("comes from")]]
    wrong = []
    for each in list_rulesets():
        origin = str(each.path.parent) if each.own else tr("the program")
        if each.hides is not None and each.ruleset is not None:
            origin = tr("{folder}, in place of {hidden}", folder=origin, hidden=each.hides.parent)
        if each.ruleset is not None:
            rows.append([each.id, each.ruleset.edition, each.ruleset.name(), origin])
        else:
            rows.append([each.id, "", tr("WRONG, left out"), origin])
            wrong.append(each.id)
    yield from table(rows, left=4)
    for name in wrong:
        yield tr("What is wrong with it: annotator rulesets check {name}", name=name)
    yield tr("Your own rulesets go into {folder}", folder=rulesets_folder())


def _shown(name: str, language: str, *, all_examples: bool) -> Iterator[str]:
    from annotator.errors import RulesetError
    from annotator.files.ruleset_cases import examine_cases
    from annotator.files.ruleset_page import page
    from annotator.files.rulesets import load_ruleset, ruleset_path
    from annotator.scoring import score

    ruleset = load_ruleset(name)
    cases, problems = examine_cases(ruleset_path(name).parent)
    scored = [(case, score(case.match, ruleset)) for case in cases]
    yield from page(ruleset, language, scored, all_examples=all_examples)
    if problems:
        yield ""
        yield tr("Some cases cannot be read:")
        yield str(RulesetError(problems))


# -- check ----------------------------------------------------------------------------------------


def _check(name: str, *, strict: bool) -> int:
    from annotator.files.ruleset_check import check_ruleset
    from annotator.files.rulesets import ruleset_path

    checked = check_ruleset(ruleset_path(name))
    for problem in (*checked.problems, *checked.failed):
        say(str(problem))
    for problem in checked.warnings:
        say(str(_as_warning(problem)))
    say(summary(checked, name))
    wrong = checked.problems or checked.failed or (strict and checked.warnings)
    return WRONG if wrong else 0


def _as_warning(problem: Problem) -> Problem:
    return replace(problem, what=tr("warning: {what}", what=problem.what))


def summary(checked: Checked, name: str) -> str:
    """One line: what is wrong, or that nothing is."""
    parts = []
    if checked.problems:
        parts.append(tr_n("{count} mistake", "{count} mistakes", len(checked.problems)))
    if checked.failed:
        parts.append(
            tr_n("{count} case comes out differently", "{count} cases come out differently", len(checked.failed))
        )  # fmt: skip
    parts = parts or [tr("nothing wrong")]
    if checked.warnings:
        parts.append(tr_n("{count} warning", "{count} warnings", len(checked.warnings)))
    counted = [tr_n("{count} case", "{count} cases", checked.cases)]
    if checked.ruleset is not None:
        ruleset = checked.ruleset
        counted = [
            tr_n("{count} clause", "{count} clauses", len(ruleset.clauses)),
            tr_n("{count} reading", "{count} readings", len(ruleset.readings)),
            *counted,
        ]
    return after_colon(
        checked.ruleset.id if checked.ruleset else name,
        with_semicolons((", ".join(parts), ", ".join(counted) + ".")),
    )
