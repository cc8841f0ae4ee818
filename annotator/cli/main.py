"""The command line's words: which subcommands there are, and how wrong words are refused.

A subcommand is a module of this package with `add_arguments(parser)` and `run(args) -> int`, and a
row in `COMMANDS`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn, Protocol

from annotator.cli.output import printable, say
from annotator.errors import UsageError
from annotator.text import languages, set_language, tr

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

DONE = 0

COMMANDS = {
    "demo": "make sample footage and a tagged match, score it under every ruleset, and show it",
    "score": "score matches and say why, for people or as JSON",
    "compare": "one match under several rulesets, side by side",
    "agree": "how far people agree: two who tagged the same match, or trainees and a lesson",
    "lesson": "make lessons for referees from matches, write the page of a class, mark answers",
    "official": "the real scoreboard beside the scoring: where they part, and why",
    "export": "write a scored match for other programs",
    "clips": "films of the moments of a match, exact to the frame",
    "import": "make a match of another program's file",
    "report": "pages to print: of a match, of rulesets compared, of an athlete",
    "rulesets": "list, show or check rulesets",
    "probe": "what a film is like, and what that means for tagging it",
    "proxy": "a copy of a film that plays smoothly, frame for frame the same",
    "frame": "write the exact frame of a film as a picture",
    "questions": "what is still open in a match, most decisive first",
    "versions": "the last saves of a match: what differs, and the way back",
}


class Command(Protocol):
    """What a subcommand's module has."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...
    def run(self, args: argparse.Namespace) -> int: ...


class Parser(argparse.ArgumentParser):
    """Refuses wrong words with an error of ours instead of ending the process."""

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        if file is None:
            file = sys.stderr
        if message and file is not None:
            file.write(printable(message, getattr(file, "encoding", None) or "utf-8"))

    def error(self, message: str) -> NoReturn:
        raise UsageError(
            f"{message[:1].upper()}{message[1:]}.",
            mend=tr("“{program} --help” says what is understood.", program=self.prog),
        )


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the words after the program's name say; returns the exit status.

    Raises AnnotatorError for wrong input, and SystemExit(0) after `--help` and `--version`.
    """
    words = _in_language(sys.argv[1:] if argv is None else argv)
    # Options before the subcommand are the program's own.
    if not words or words[0].startswith("-"):
        _program_parser().parse_args(words or ["--help"])
        return DONE
    name = words[0]
    if name not in COMMANDS:
        raise _unknown_command(name)
    what = tr(COMMANDS[name])
    parser = Parser(
        prog=f"annotator {name}",
        description=f"{what[:1].upper()}{what[1:]}.",
        allow_abbrev=False,
    )
    command: Command = import_module(f"annotator.cli.{name}_command")
    command.add_arguments(parser)
    # Options may stand before, between and after the names; but argparse loses a “--” there.
    parse = parser.parse_args if "--" in words else parser.parse_intermixed_args
    return command.run(parse(words[1:]))


def _in_language(words: Sequence[str]) -> list[str]:
    """The words without `--language CODE`, which is obeyed before anything else is said.

    A ruleset may be written in more languages than this program speaks: `rulesets` gets those.
    """
    rest: list[str] = []
    given = iter(words)
    for word in given:
        name, _, code = word.partition("=")
        if word == "--":
            rest += [word, *given]
        elif name == "--language":
            code = code or next(given, "")
            if code in languages() or rest[:1] != ["rulesets"]:
                _speak(code)
            else:
                rest += [name, code]
        else:
            rest.append(word)
    return rest


def _speak(code: str) -> None:
    if code not in languages():
        raise UsageError(
            tr("There are no texts in the language {name}.", name=repr(code)),
            mend=tr("There are: {names}.", names=", ".join(languages())),
        )
    set_language(code)


def _program_parser() -> Parser:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {tr(text)}" for name, text in COMMANDS.items()]
    parser = Parser(
        prog="annotator",
        usage="annotator [MATCH|FILM]\n       annotator COMMAND [ARGUMENTS]",
        description=tr(
            "Tag grappling matches frame by frame and see how they score under any federation's"
            " rules. Without words, or with a match or a film, it opens the window."
        ),
        epilog="\n".join(
            [tr("commands:"), *lines, "", tr("“annotator COMMAND --help” says more about one.")]
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--language", metavar=tr("CODE"),
        help=tr("also of every command: en, fr or ru; otherwise what LANG names"),
    )  # fmt: skip
    parser.add_argument("--version", action=_Version, nargs=0, help=tr("say the version and end"))
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            say(f"annotator {version('grappling-annotator')}")
        except PackageNotFoundError:
            say(tr("annotator (not installed)"))
        parser.exit()


def _unknown_command(name: str) -> UsageError:
    from difflib import get_close_matches

    near = get_close_matches(name.lower()[:40], COMMANDS, 1)
    mend = tr("Did you mean “{name}”?", name=near[0]) + " " if near else ""
    return UsageError(
        tr("There is no command {name}.", name=repr(name[:60])),
        mend=mend + tr("Commands: {names}.", names=", ".join(COMMANDS)),
    )
