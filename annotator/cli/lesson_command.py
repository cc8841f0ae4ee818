"""`annotator lesson make|show|check|update|page|mark`: lessons for referees, from the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.cli.output import Progress, complain, say, say_json, table
from annotator.errors import Cancelled, UsageError
from annotator.model.lesson import NAMES, Lesson, Manner, Mode, Part
from annotator.text import after_colon, clock_text, tr, tr_n

if TYPE_CHECKING:
    from annotator.model.lesson import Attempt, Moment
    from annotator.scoring.lesson_making import Taught
    from annotator.scoring.marking import MarkedAttempt
    from exports.lesson.films import LessonFilms

WRONG = 2
_MOST = 200


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words `lesson` understands."""
    parser.add_argument(
        "action", choices=tuple(_ACTIONS),
        help=tr("make one from matches; show it; check it; update the engine's answers; write the"
                " page of a class; mark answers"),
    )  # fmt: skip
    parser.add_argument(
        "file", nargs="+", type=Path, metavar="FILE",
        help=tr("make: match files; otherwise the lesson, and for mark the answers behind it"),
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", type=Path, metavar="PLACE",
        help=tr("make: the lesson file to write; page: the folder to write"),
    )  # fmt: skip
    parser.add_argument(
        "--ruleset", action="append", default=[], metavar="ID",
        help=tr("make: ask under this ruleset; may stand several times (default: the match's first)"),
    )  # fmt: skip
    parser.add_argument(
        "--count", type=int, default=10, metavar="N", help=tr("make: so many questions (10)")
    )
    parser.add_argument("--title", default="", help=tr("make: what the lesson is called"))
    parser.add_argument(
        "--mode", choices=[mode.value for mode in Mode], default=Mode.EXAM.value,
        help=tr("make: exam (each clip once, an answer in time) or study"),
    )  # fmt: skip
    parser.add_argument(
        "--pass", dest="pass_percent", type=int, default=Manner().pass_percent, metavar="PERCENT",
        help=tr("make: the share of right answers that passes (80)"),
    )  # fmt: skip
    parser.add_argument(
        "--replays", type=int, default=0, metavar="N",
        help=tr("make: how often a clip may be seen again in an exam (0)"),
    )  # fmt: skip
    parser.add_argument(
        "--names", choices=NAMES, default=NAMES[0],
        help=tr("make: how athletes are called on the clips"),
    )  # fmt: skip
    parser.add_argument("--clauses", action="store_true", help=tr("make: ask for the clause, too"))
    parser.add_argument(
        "--replace", action="store_true", help=tr("make: replace a lesson of this name")
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help=tr("page: how the clips are numbered")
    )
    parser.add_argument("--no-sound", action="store_true", help=tr("page: clips without sound"))
    parser.add_argument("--json", action="store_true", help=tr("mark: print the results as JSON"))
    parser.add_argument(
        "--page", type=Path, metavar="HTML", help=tr("mark: write a page of results for the class")
    )


def run(args: argparse.Namespace) -> int:
    """Do what the first word says."""
    if args.action not in ("make", "mark") and len(args.file) > 1:
        raise UsageError(
            tr("“{action}” does not understand {name}.", action=args.action, name=repr(str(args.file[1]))),
            mend=tr("Leave it out."),
        )  # fmt: skip
    return _ACTIONS[args.action](args)


def _make(args: argparse.Namespace) -> int:
    from annotator.files.lesson_file import LESSON_SUFFIX, save_lesson, written_match
    from annotator.files.lesson_matches import read_taught
    from annotator.files.match_file import read_match
    from annotator.files.ours import Kind, refuse_foreign
    from annotator.files.rulesets import load_ruleset
    from annotator.scoring.lesson_making import new_lesson, suggest, warnings

    output: Path = args.output or Path(f"lesson{LESSON_SUFFIX}")
    _check_numbers(args)
    if output.exists() and not args.replace:
        raise UsageError(
            tr("There is a file of this name already."), where=str(output),
            mend=tr("Name another one (-o), or replace it (--replace)."),
        )  # fmt: skip
    refuse_foreign(output, Kind.LESSON)
    sources = []
    # The same file by another name would ask every question twice.
    for path in {path.resolve(): path for path in args.file}.values():
        ids = args.ruleset or [pin.id for pin in read_match(path).rulesets[:1]]
        if not ids:
            raise UsageError(
                tr("The match says of no ruleset that it is scored under it."), where=str(path),
                mend=tr("Name one: --ruleset ID."),
            )  # fmt: skip
        sources += [
            read_taught(written_match(path, output), path, load_ruleset(name))
            for name in dict.fromkeys(ids)
        ]
    moments = suggest(sources, args.count)
    if not moments:
        raise UsageError(tr("These matches have no moment that can be asked."))
    manner = Manner(
        mode=Mode(args.mode), pass_percent=args.pass_percent, replays=args.replays,
        names=args.names, asks_clause=args.clauses,
    )  # fmt: skip
    lesson = new_lesson(moments, title=args.title, manner=manner)
    save_lesson(lesson, output)
    say(
        tr_n(
            "Wrote {file}: {count} question.", "Wrote {file}: {count} questions.", len(moments),
            file=output,
        )
    )  # fmt: skip
    if len(moments) < args.count:
        complain(tr("The matches have no more moments that do not overlap."))
    for line in warnings(lesson):
        complain(line)
    return 0


def _check_numbers(args: argparse.Namespace) -> None:
    for value, least, most, name in (
        (args.count, 1, _MOST, "--count"), (args.pass_percent, 0, 100, "--pass"),
        (args.replays, 0, 99, "--replays"), (args.seed, 1, 2**31, "--seed"),
    ):  # fmt: skip
        if not least <= value <= most:
            raise UsageError(
                tr("{name} must be a whole number from {least} to {most}.", name=name, least=least, most=most)
            )  # fmt: skip


def _show(args: argparse.Namespace) -> int:
    lesson, films = _opened(args)
    for line in _lines(lesson, films):
        say(line)
    return 0


def _lines(lesson: Lesson, films: LessonFilms) -> Iterator[str]:
    from exports.film_moments import Names
    from exports.lesson.words import people, verdict_words

    manner = lesson.manner
    yield lesson.title or tr("Lesson")
    yield tr(
        "Questions: {count}. To pass: {percent} %.",
        count=len(lesson.moments), percent=manner.pass_percent,
    )  # fmt: skip
    rows = []
    for moment in lesson.moments:
        taught = films.of(moment)
        ruleset = None if taught is None else taught.ruleset
        who = people(None if taught is None else taught.match, Names(manner.names))
        answer = verdict_words(moment.right, who, ruleset)
        if moment.override is not None:
            answer += " " + tr("(the teacher's)")
        if moment.disputed:
            answer += " " + tr("(disputed)")
        span = f"{clock_text(moment.start, 1)}–{clock_text(moment.end, 1)}"
        rows.append([moment.id, moment.match, moment.ruleset, span, answer])
    yield from table(rows, left=5)


def _check(args: argparse.Namespace) -> int:
    from annotator.files.lesson_matches import findings
    from annotator.scoring.lesson_making import warnings

    lesson, films = _opened(args)
    found = findings(lesson, films.matches)
    for each in found:
        say(after_colon(each.moment, each.says))
    for line in warnings(lesson):
        say(line)
    with films:
        unshown = films.problems(lesson)
    for error in unshown.values():
        say(str(error))
    if not found and not unshown:
        say(tr("All questions can be asked."))
    return WRONG if unshown or any(each.refused for each in found) else 0


def _update(args: argparse.Namespace) -> int:
    from dataclasses import replace

    from annotator.files.lesson_file import save_lesson
    from annotator.files.lesson_matches import refuse_unfit
    from annotator.scoring.lesson_making import rederived

    lesson, films = _opened(args)
    refuse_unfit(lesson, films.matches)
    moments = tuple(
        moment if (taught := films.of(moment)) is None else rederived(moment, taught)
        for moment in lesson.moments
    )
    changed = sum(new != old for new, old in zip(moments, lesson.moments, strict=True))
    if changed:
        save_lesson(replace(lesson, moments=moments), args.file[0])
    say(tr_n("{count} question changed.", "{count} questions changed.", changed))
    return 0


def _page(args: argparse.Namespace) -> int:
    from annotator.files.lesson_matches import refuse_unfit
    from exports.lesson.class_folder import write_class_folder

    _check_numbers(args)
    lesson, films = _opened(args)
    refuse_unfit(lesson, films.matches)
    folder: Path = args.output or args.file[0].with_name(_stem(args.file[0]) + "-class")
    try:
        with films, Progress(tr("Writing the clips")) as progress:
            made = write_class_folder(
                lesson, films.of, films.film, folder, seed=args.seed, sound=not args.no_sound,
                progress=progress,
            )  # fmt: skip
    except (Cancelled, KeyboardInterrupt):
        complain(
            tr("Stopped: no page was written; what was in {folder} is as it was.", folder=folder)
        )
        raise
    say(tr_n("Wrote {file} with {count} clip.", "Wrote {file} with {count} clips.",
             len(made.clips), file=made.page))  # fmt: skip
    return 0


def _mark(args: argparse.Namespace) -> int:
    from annotator.files.lesson_file import read_answers
    from annotator.files.ours import Kind, refuse_foreign
    from annotator.scoring.marking import mark_attempt

    if args.page is not None:
        refuse_foreign(args.page, Kind.PAGE)
    lesson, films = _opened(args)
    if len(args.file) < 2:
        raise UsageError(
            tr("Whose answers are to be marked?"),
            mend=tr("Name answers files behind the lesson: lesson mark LESSON ANSWERS..."),
        )
    attempts: list[Attempt] = []
    for path in args.file[1:]:
        for attempt in read_answers(path):
            if attempt.lesson != lesson.id:
                raise UsageError(
                    tr("These are answers to another lesson."), where=str(path),
                    mend=tr("Name the lesson that they were given to."),
                )  # fmt: skip
            attempts.append(attempt)
    marked = [mark_attempt(lesson, attempt) for attempt in attempts]
    if args.json:
        from exports.lesson.records import results_record

        say_json(results_record(lesson, marked))
    else:
        for line in _results(marked, films.of):
            say(line)
    if args.page is not None:
        from exports.html import write_page
        from exports.lesson.results import results_page

        with films:
            write_page(args.page, results_page(lesson, marked, films.of, films.picture))
        complain(tr("Wrote {file}", file=args.page))
    return 0


def _results(
    marked: Sequence[MarkedAttempt], taught: Callable[[Moment], Taught | None]
) -> Iterator[str]:
    from annotator.scoring.marking import clauses_of
    from annotator.scoring.wording import rules_language
    from exports.lesson.results import attempt_name
    from exports.lesson.words import part_words, percent_text

    rows = [[tr("Trainee"), tr("Right"), "", tr("Passed"), *(part_words(part) for part in Part)]]
    rows += [
        [
            attempt_name(each.attempt),
            tr("{right} of {asked}", right=each.total.right, asked=each.total.asked),
            percent_text(each.total.percent), tr("yes") if each.passed else tr("no"),
            *(percent_text(each.by_part[part].percent) for part in Part),
        ]
        for each in marked
    ]  # fmt: skip
    yield from table(rows)
    clauses = sorted({name for each in marked for name in each.by_clause})
    titles: dict[str, str] = {}
    for moment in (one.moment for each in marked for one in each.moments):
        if (known := taught(moment)) is not None:
            for name in clauses_of(moment):
                titles.setdefault(name, known.ruleset.title_of(name, rules_language()))
    rows = [
        [
            titles.get(name, name),
            *(
                tr("{right} of {asked}", right=share.right, asked=share.asked)
                if (share := each.by_clause.get(name))
                else "–"
                for each in marked
            ),
        ]
        for name in clauses
    ]
    yield ""
    yield from table([[tr("Clause"), *(attempt_name(each.attempt) for each in marked)], *rows])
    for each in marked:
        if each.unknown:
            yield tr(
                "{name} answered questions that the lesson has not (any more): {ids}",
                name=attempt_name(each.attempt), ids=", ".join(each.unknown),
            )  # fmt: skip
        if each.not_shown:
            yield tr(
                "{name} was not shown these questions, so that they do not count: {ids}",
                name=attempt_name(each.attempt), ids=", ".join(each.not_shown),
            )  # fmt: skip


def _opened(args: argparse.Namespace) -> tuple[Lesson, LessonFilms]:
    from annotator.cli.films import first_reel
    from annotator.files.lesson_file import read_lesson
    from annotator.files.lesson_matches import read_matches
    from exports.lesson.films import LessonFilms

    lesson = read_lesson(args.file[0])
    return lesson, LessonFilms(read_matches(lesson, args.file[0]), first_reel)


def _stem(path: Path) -> str:
    from annotator.files.lesson_file import LESSON_SUFFIX

    name = path.name
    return name[: -len(LESSON_SUFFIX)] if name.endswith(LESSON_SUFFIX) else path.stem


_ACTIONS: dict[str, Callable[[argparse.Namespace], int]] = {
    "make": _make,
    "show": _show,
    "check": _check,
    "update": _update,
    "page": _page,
    "mark": _mark,
}
