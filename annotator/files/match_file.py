"""The match file, `*.match.json`: JSON with a key, a tag or a drawing per line, so that versions can be compared.

    match = read_match(path)
    known = file_hash(path)
    known = save_match(edited, path, known)     # refused if somebody else wrote the file meanwhile

Saving replaces the file in one step. What a file says and this version does not understand is
kept and written back; a file of a newer version is refused and left as it is.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

from annotator.errors import FileError, MatchFileError, NewerFileError, Problem, SaveError
from annotator.files.atomic import read_bytes, sweep_leftovers, write_atomically
from annotator.files.drawing_json import drawing_from_plain, drawing_to_plain
from annotator.files.facts import quoted
from annotator.files.match_json import (
    FORMAT,
    VERSION,
    Reports,
    head_to_plain,
    match_from_plain,
    tag_from_plain,
    tag_to_plain,
)
from annotator.files.migrations import oldest, upgrade
from annotator.files.plain import Report, is_object
from annotator.files.strict_json import JsonError, KeyPath, find_places, parse_json, write_json
from annotator.model.drawing import Drawing
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.text import tr, tr_n

SUFFIX = ".match.json"
SIZE_LIMIT = 16_000_000
_LISTS = ("tags", "drawings")
_HALF_WRITTEN = re.compile(r"\\ud[89a-f]")


def read_match(path: Path) -> Match:
    """The match in a file. Raises FileError, NewerFileError or MatchFileError."""
    return read_match_hashed(path)[0]


def read_match_hashed(path: Path) -> tuple[Match, str]:
    """The match and the hash of the very bytes it was read from, for `save_match`."""
    data = read_bytes(path, SIZE_LIMIT)
    return match_from_text(_decoded(data, str(path)), str(path)), _hash(data)


def match_to_text(match: Match) -> str:
    """The file's text: keys in a fixed order, head keys, tags and drawings on a line each."""
    lines = []
    for key, value in head_to_plain(match).items():
        if key in ("media", "rulesets") and isinstance(value, list) and value:
            lines.append(f"{write_json(key)}: [\n" + _lines(value) + "\n]")
        elif key == "athletes" and is_object(value):
            people = ",\n".join(
                f"  {write_json(who)}: {write_json(person)}" for who, person in value.items()
            )
            lines.append(f"{write_json(key)}: {{\n{people}\n}}")
        else:
            lines.append(f"{write_json(key)}: {write_json(value)}")
    tags = _lines([tag_to_plain(tag) for tag in match.tags])
    lines.append('"tags": [\n' + tags + "\n]" if tags else '"tags": []')
    if match.drawings:
        drawn = _lines([drawing_to_plain(drawing) for drawing in match.drawings])
        lines.append('"drawings": [\n' + drawn + "\n]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def match_from_text(text: str, where: str) -> Match:
    """The match that the text of a file says; `where` is the file's name in messages.

    Raises MatchFileError with every mistake, its line and column; NewerFileError.
    """
    try:
        data = parse_json(text, where)
    except JsonError as wrong:
        raise MatchFileError([_with_salvage(wrong.problem, text)]) from None
    if not is_object(data) or data.get("format") != FORMAT:
        raise MatchFileError(
            [
                Problem(
                    where, 1, 1, "format", tr("This is JSON, but no match file."),
                    tr("A match file says “format”: “{name}”.", name=FORMAT),
                )
            ]
        )  # fmt: skip
    version = _version(data, text, where)
    reports = Reports()
    match = match_from_plain(upgrade(data, version), reports)
    if reports.found:
        places = find_places(text)
        raise MatchFileError(
            reports.problems(lambda path, what, mend: places.problem(where, path, what, mend))
        )
    return match


def save_match(match: Match, path: Path, known_hash: str | None = None) -> str:
    """Write the match, wholly or not at all; returns the hash of what now is in the file.

    `known_hash` is the hash from the last reading or saving: if the file holds something else by
    now, somebody else wrote it, and it is left alone. None writes without looking. Raises
    SaveError; the old file is then whole.
    """
    text = match_to_text(match)
    if may_be_refused(text):
        check_read_again(text, path)
    data = text.encode()
    if known_hash is not None and path.exists():
        try:
            there = file_hash(path)
        except FileError as wrong:
            raise SaveError(wrong.what, where=str(path), mend=wrong.mend) from wrong
        if there != known_hash:
            raise SaveError(
                tr("The file was changed by another program since it was opened here."),
                where=str(path),
                mend=tr(
                    "Save under another name, and compare the two files; nothing was overwritten."
                ),
            )
    write_atomically(path, data)
    sweep_leftovers(path.parent)
    return _hash(data)


def may_be_refused(written: str) -> bool:
    """Whether something that we wrote may hold what reading refuses: half of a character."""
    return _HALF_WRITTEN.search(written) is not None


def check_read_again(text: str, path: Path) -> None:
    """Raises SaveError unless this text of a match file, meant for `path`, can be read."""
    try:
        match_from_text(text, str(path))
    except MatchFileError as wrong:
        first = wrong.problems[0]
        raise SaveError(
            tr("The file was not saved: {why}.", why=first.what.rstrip(".")),
            where=f"{path}: {first.key}",
        ) from wrong


def file_hash(path: Path) -> str:
    """The hash of a file's bytes, as `save_match` returns it. Raises FileError."""
    return _hash(read_bytes(path, SIZE_LIMIT))


def salvage_match(text: str) -> Match:
    """What can be had of a damaged file: the head as far as it is whole, and every whole tag
    and drawing.

    Tags that the vocabulary does not know are left out. Raises MatchFileError when there is
    nothing at all.
    """
    places = find_places(text)
    data: dict[str, object] = {}
    for path, (start, end) in places.spans.items():
        if len(path) == 1 and isinstance(path[0], str) and path[0] not in _LISTS:
            _salvage_value(data, path[0], text[start:end])
    found: list[object] = [
        value
        for path, (start, end) in places.spans.items()
        if len(path) == 2 and path[0] in _LISTS
        for value in _values(text[start:end])
    ]
    # Behind the damage: a line that is a whole object by itself is a tag or a drawing.
    for line in text[places.end :].split("\n")[1:]:
        found.extend(value for value in _values(line.strip().rstrip(",")) if is_object(value))
    data["tags"], data["drawings"] = _good(found, tag_from_plain), _good(found, drawing_from_plain)
    match = match_from_plain(data, Reports())
    if not match.tags and not match.drawings and not match.title and not match.media:
        raise MatchFileError(
            [Problem("", 0, 0, "", tr("Nothing of a match is left in this file."))]
        )
    return match


def _good(
    values: list[object], read: Callable[[object, Report], Tag | Drawing | None]
) -> list[object]:
    """Those that can be read without a mistake; of several with one id the first."""
    good: dict[str, object] = {}
    for value in values:
        reports = Reports()
        one = read(value, reports)
        if one is not None and not reports.found:
            good.setdefault(one.id, value)
    return list(good.values())


def _salvage_value(data: dict[str, object], key: str, text: str) -> None:
    for value in _values(text):
        reports = Reports()
        match_from_plain({key: value}, reports)
        if not reports.found:
            data[key] = value


def _values(text: str) -> list[object]:
    try:
        return [parse_json(text, "")]
    except JsonError:
        return []


def _with_salvage(problem: Problem, text: str) -> Problem:
    """The problem, with how much of the match could still be had."""
    try:
        count = len(salvage_match(text).tags)
    except MatchFileError:
        count = 0
    if not count:
        return problem
    mend = tr_n(
        "The file is damaged or was cut; {count} whole tag can be recovered.",
        "The file is damaged or was cut; {count} whole tags can be recovered.",
        count,
    )
    return Problem(problem.file, problem.line, problem.column, problem.key, problem.what, mend)


def _version(data: dict[str, object], text: str, where: str) -> int:
    version = data.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < oldest():
        path: KeyPath = ("version",)
        what = tr("{value} is no version of this format.", value=quoted(repr(version))[1:-1])
        mend = tr("Known: {first} to {last}.", first=oldest(), last=VERSION)
        raise MatchFileError([find_places(text).problem(where, path, what, mend)])
    if version > VERSION:
        raise NewerFileError(
            tr(
                "The file is of format version {there}; this program reads up to version {known}.",
                there=version,
                known=VERSION,
            ),
            where=where,
            mend=tr(
                "Install a newer annotator, one that reads version {there}. The file was left as it is.",
                there=version,
            ),
        )
    return version


def _decoded(data: bytes, where: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = data.count(b"\n", 0, wrong.start) + 1
        text = data.decode("utf-8-sig", "replace")
        problem = Problem(
            where, line, 0, "", tr("The file is not UTF-8 text."),
            tr("It is damaged, or no match file; go back to an older copy."),
        )  # fmt: skip
        raise MatchFileError([_with_salvage(problem, text)]) from None


def _lines(values: list[object] | list[dict[str, object]]) -> str:
    return ",\n".join("  " + write_json(value) for value in values)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
