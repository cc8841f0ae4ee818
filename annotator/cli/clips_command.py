"""`annotator clips FILE`: films of the moments of a match, exact to the frame at both ends."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import fields, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.cli.loading import load_match, load_rulesets
from annotator.cli.output import Progress, complain, say, table
from annotator.errors import Cancelled, ExportError, TimeError, UsageError
from annotator.files.names import stem
from annotator.model.match import Match, Media
from annotator.model.time import clock_text, parse_seconds
from annotator.text import after_colon, tr, tr_n

if TYPE_CHECKING:
    from exports.clips.batch import Batch, Made
    from exports.clips.order import Order
    from exports.film_moments import Names, Shown

_NOT_ALL = 2
_PARTS = ("board", "holds", "captions", "rulings", "drawings")
_NAMES = ("full", "initials", "colours")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words `clips` understands."""
    parser.add_argument(
        "file", nargs="?", metavar="FILE", type=Path,
        help=tr("a match file (*.json), or a tag table with --film"),
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", metavar="DIR", type=Path,
        help=tr("the folder to write into (default: FILE's name with “-clips”, here)"),
    )  # fmt: skip
    parser.add_argument(
        "--film", action="append", default=[], metavar="FILM", type=Path,
        help=tr("the film of a tag table; several films in the order of the match"),
    )  # fmt: skip
    _add_choices(parser)
    _add_looks(parser)
    parser.add_argument(
        "--list", action="store_true", help=tr("say which clips there would be, and write none")
    )
    parser.add_argument(
        "--resume", action="store_true",
        help=tr("go on with the batch that was begun in DIR, as it was asked for then"),
    )  # fmt: skip


def _add_choices(parser: argparse.ArgumentParser) -> None:
    which = parser.add_argument_group(tr("which moments (default: everything that was given)"))
    which.add_argument(
        "--of", action="append", default=[], metavar="WORDS",
        help=tr("moments in words, such as “near passes of blue”, “tag=submission"
                " outcome=escaped” or “awards points 4”; may stand several times"),
    )  # fmt: skip
    which.add_argument(
        "--tag", action="append", default=[], metavar="ID", help=tr("a tag, by its id")
    )
    which.add_argument(
        "--ruling", action="append", default=[], metavar="TIME",
        help=tr("a ruling, by its time as “annotator score” prints it, or its frame; “47.002"
                " pass” names the clause too"),
    )  # fmt: skip
    which.add_argument(
        "--from", action="append", default=[], dest="starts", metavar="TIME",
        help=tr("a stretch from this time or frame (f100) on, with --to"),
    )  # fmt: skip
    which.add_argument(
        "--to", action="append", default=[], dest="ends", metavar="TIME",
        help=tr("the end of that stretch; both ends are shown"),
    )  # fmt: skip
    which.add_argument(
        "--ruleset", metavar="ID",
        help=tr("the rules of the rulings and of the board (default: the first of the match)"),
    )  # fmt: skip
    which.add_argument(
        "--camera", metavar="N", type=_number, default=1, help=tr("whose picture (default: 1)")
    )
    which.add_argument(
        "--before", metavar="S", type=_seconds, default=None,
        help=tr("seconds before the moment (default: 3)"),
    )  # fmt: skip
    which.add_argument(
        "--after", metavar="S", type=_seconds, default=None,
        help=tr("seconds after the moment (default: 2)"),
    )  # fmt: skip
    which.add_argument("--merge", action="store_true", help=tr("clips that overlap become one"))


def _add_looks(parser: argparse.ArgumentParser) -> None:
    how = parser.add_argument_group(tr("how they look"))
    how.add_argument(
        "--show", metavar="PARTS",
        help=tr("what lies over the film, with commas between: {parts}; or none (default: all)",
                parts=", ".join(_PARTS)),
    )  # fmt: skip
    how.add_argument(
        "--names", choices=_NAMES, default=None,
        help=tr("what the athletes are called (default: full, of children initials)"),
    )  # fmt: skip
    blur = how.add_mutually_exclusive_group()
    blur.add_argument(
        "--blur", action="store_true", default=None, dest="blur",
        help=tr("blur what is marked to be blurred (default: of children)"),
    )  # fmt: skip
    blur.add_argument(
        "--no-blur", action="store_false", default=None, dest="blur", help=tr("blur nothing")
    )
    how.add_argument(
        "--slow", metavar="SPEED", type=_seconds, default=None,
        help=tr("slow motion around the moment, 0.5 for half the speed"),
    )  # fmt: skip
    how.add_argument(
        "--slow-around", metavar="S", type=_seconds, default=None,
        help=tr("so many seconds before and after the moment are slow (default: 1)"),
    )  # fmt: skip
    how.add_argument(
        "--freeze", metavar="S", type=_seconds, default=None,
        help=tr("hold the frames that are drawn on, else that of the moment, for so many seconds"),
    )  # fmt: skip
    how.add_argument("--no-sound", action="store_true", help=tr("without the film's sound"))
    how.add_argument(
        "--lines", metavar="N", type=_number, default=None,
        help=tr("the picture's shorter side at most, in pixels (default: 1080)"),
    )  # fmt: skip
    how.add_argument(
        "--reel", action="store_true", help=tr("one film of all of them, with title cards")
    )
    how.add_argument(
        "--copy", action="store_true",
        help=tr("nothing over the film, and its own pictures where the cut allows it"),
    )  # fmt: skip
    how.add_argument(
        "--subtitles", action="append", default=[], metavar="KIND", choices=("vtt", "srt"),
        help=tr("subtitles of tags and rulings beside each clip: vtt or srt; may stand twice"),
    )  # fmt: skip


def _seconds(word: str) -> Fraction:
    try:
        return parse_seconds(word)
    except TimeError as wrong:
        raise UsageError(wrong.what, mend=wrong.mend) from wrong


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and int(word[:6]) > 0):
        raise UsageError(
            tr("{text} is not a whole number above 0.", text=repr(word[:20])),
            mend=tr("Write it in digits."),
        )
    return int(word[:6])


def run(args: argparse.Namespace) -> int:
    """Make the clips; status 2 if one of them could not be made."""
    file, folder, order = _asked(args)
    return make_clips(file, folder, order, args.film, only_list=args.list)


def _asked(args: argparse.Namespace) -> tuple[Path, Path, Order]:
    """The match, the folder, and what is wanted; of a batch that is gone on with, what was."""
    if not args.resume:
        if args.file is None:
            raise UsageError(
                tr("No match is named."),
                mend=tr('Name one: annotator clips FINAL.match.json --of "near passes".'),
            )
        return args.file, args.output or _folder(args.file), order_of(args)
    from exports.clips.batch import unfinished

    folder = args.output or (_folder(args.file) if args.file else Path())
    book = unfinished(folder)
    if book is None:
        raise ExportError(
            tr("There is no batch of clips here that could be gone on with."),
            where=str(folder),
            mend=tr("Name its folder with -o, or ask for clips anew."),
        )
    return args.file or folder / book.match, folder, book.order


def _folder(file: Path) -> Path:
    return Path(f"{stem(file)}-clips")


def order_of(args: argparse.Namespace) -> Order:
    """What the words ask for. Raises UsageError."""
    from exports.clips.order import Order

    if len(args.starts) != len(args.ends):
        raise UsageError(
            tr("A stretch needs both its beginning and its end."),
            mend=tr("Write --from and --to once each, as often as there are stretches."),
        )
    usual = Order()
    order = Order(
        of=tuple(args.of),
        tags=tuple(args.tag),
        rulings=tuple(args.ruling),
        spans=tuple(f"{start} {end}" for start, end in zip(args.starts, args.ends, strict=True)),
        ruleset=args.ruleset or "",
        camera=args.camera,
        merged=args.merge,
        shown=_shown(args.show, usual.shown),
        names=_names(args.names),
        blur=args.blur,
        sound=not args.no_sound,
        lines=args.lines,
        reel=args.reel,
        copy=args.copy,
        subtitles=tuple(dict.fromkeys(args.subtitles)),
        before=usual.before if args.before is None else args.before,
        after=usual.after if args.after is None else args.after,
        slow=usual.slow if args.slow is None else args.slow,
        slow_around=usual.slow_around if args.slow_around is None else args.slow_around,
        freeze=usual.freeze if args.freeze is None else args.freeze,
    )
    order.check()
    return order


def _names(word: str | None) -> Names | None:
    from exports.film_moments import Names

    return None if word is None else Names(word)


def _shown(words: str | None, usual: Shown) -> Shown:
    from exports.film_moments import Shown

    if words is None:
        return usual
    parts = [word.strip() for word in words.split(",") if word.strip()]
    wrong = [part for part in parts if part not in (*_PARTS, "none", "all")]
    if wrong:
        raise UsageError(
            tr("Nothing called {name} lies over a film.", name=repr(wrong[0][:40])),
            mend=tr("There are: {names}.", names=", ".join((*_PARTS, "all", "none"))),
        )
    if "all" in parts:
        return usual
    return Shown(**{item.name: item.name in parts for item in fields(Shown)})


# ---------------------------------------------------------------------- making them


def make_clips(
    file: Path, folder: Path, order: Order, named: Sequence[Path] = (), *, only_list: bool = False
) -> int:
    """Make the clips of a match file, or of a tag table and its films, and say what became of them."""
    from annotator.cli.films import load_films, open_match
    from exports.clips.batch import Batch

    match = _with_films(load_match(file, load_films(named)), named, file)
    if not match.media:
        raise UsageError(
            tr("This match has no film."), where=str(file),
            mend=tr("Name its film with --film, or open the match with its film in the window and"
                    " save it."),
        )  # fmt: skip
    names = [order.ruleset] if order.ruleset else [pin.id for pin in match.rulesets][:1]
    ruleset = load_rulesets(names)[0]
    order = replace(order, ruleset=ruleset.id)
    with open_match(file, match, smooth=False) as films:
        batch = Batch.of(order, match, ruleset, films, file.resolve())
        if only_list:
            return _list(batch)
        return _write(batch, folder)


def _with_films(match: Match, named: Sequence[Path], file: Path) -> Match:
    """The match with the films that were named, in the place of its own."""
    from annotator.files.media_paths import written_path

    if not named:
        return match
    paths = (written_path(film.resolve(), file.resolve()) for film in named)
    return replace(match, media=tuple(Media(path) for path in paths))


def _list(batch: Batch) -> int:
    """Say which clips there would be."""
    from exports.clips.batch import frames_text
    from exports.clips.telling import nothing_text

    rows = [[tr("name"), tr("from"), tr("to"), tr("frames"), tr("what")]]
    clips = batch.clips()
    if not clips:
        say(nothing_text())
        return 0
    for clip in clips:
        start, end = clock_text(clip.start), clock_text(clip.end)
        rows.append([clip.name, start, end, frames_text(batch.film, clip), clip.title])
    for line in table(rows, left=5):
        say(line)
    for clip in clips:
        for note in clip.notes:
            say(after_colon(clip.name, note))
        if clip.problem is not None:
            say(after_colon(clip.name, clip.problem.what))
    return 0


def _write(batch: Batch, folder: Path) -> int:
    """Write the clips, a line for each, and say in the end how it went."""
    from exports.clips.batch import write_batch
    from exports.clips.telling import blur_text, children_text, stopped_text

    for hint in (children_text(batch.match, batch.order), blur_text(batch.match, batch.order)):
        if hint:
            say(hint)
    try:
        with Progress(tr("Writing clips")) as progress:
            report = write_batch(batch, folder, progress, _tell)
    except (Cancelled, KeyboardInterrupt):
        complain(stopped_text(folder))
        raise
    failed = len(report.failed)
    finished = len(report.made) - failed
    say(
        tr_n(
            "{count} clip in {folder}.", "{count} clips in {folder}.", finished, folder=folder
        )
    )  # fmt: skip
    if failed:
        complain(tr_n("{count} clip failed.", "{count} clips failed.", failed))
    return _NOT_ALL if failed else 0


def _tell(made: Made) -> None:
    from exports.clips.telling import failed_text, is_failed, made_text

    if is_failed(made):
        complain(failed_text(made))
        return
    say(made_text(made))
    for note in made.notes:
        say(f"    {note}")
