"""YAML with its places: plain data from a strict subset, and the line and column of every part.

    source = read_yaml(path.read_bytes(), "rulesets/demo/ruleset.yaml", RulesetError)
    source.data["clauses"][0]["id"]                      # dict, list, str, int, Fraction, bool, None
    source.problem(("clauses", 0, "id"), what, mend)     # a Problem at the value
    source.problem(("clauses", 0, "idd"), what, mend, at_key=True)   # at the key itself
    source.written(("clauses", 0, "id"))                 # as it stands in the file: "4.10", not 41/10

The text is read from PyYAML's events and no object is ever constructed. Plain scalars are read as
JSON would read them (`true`, `false`, `null` or nothing, `12`, `0.5`); everything else is text,
so that `no`, `3:00` and `010` stay what was written, and keys are always text. Decimals are exact
(`Fraction`). Tags, anchors, aliases, merge keys and duplicate keys are refused, and so is what is
too big or too deep. A path that is not in the file stands for the nearest part above it that is,
so that a missing key is reported at the mapping that lacks it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

import yaml

from annotator.errors import Problem, ProblemsError, RulesetError
from annotator.text import tr

try:
    from yaml import CSafeLoader as _Loader
except ImportError:  # PyYAML built without libyaml: the same subset, slower
    from yaml import SafeLoader as _Loader  # type: ignore[assignment]

Plain = str | int | Fraction | bool | None | list["Plain"] | dict[str, "Plain"]
KeyPath = tuple[str | int, ...]
Mark = tuple[int, int]

SIZE_LIMIT = 1_000_000
DEPTH_LIMIT = 30
PROBLEM_LIMIT = 100

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,29})")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,29})\.[0-9]{1,30}")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "": None}
_UNPRINTABLE = re.compile(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Source:
    """What a file says, and where it says it.

    `marks` has the line and column (from 1) of every value by its path, `key_marks` those of the
    keys, `texts` the scalars as they were written. `problems`: mistakes of writing that leave the
    data whole, such as a key that stands twice (the later one is read).
    """

    file: str
    data: Plain
    marks: dict[KeyPath, Mark]
    key_marks: dict[KeyPath, Mark]
    texts: dict[KeyPath, str]
    problems: tuple[Problem, ...] = ()

    def problem(self, path: KeyPath, what: str, mend: str = "", *, at_key: bool = False) -> Problem:
        """A mistake at the value (or key) of `path`, or at the nearest part above it."""
        line, column = self.mark(path, at_key=at_key)
        return Problem(self.file, line, column, ".".join(str(part) for part in path), what, mend)

    def mark(self, path: KeyPath, *, at_key: bool = False) -> Mark:
        """Line and column of a value (or of its key); of the nearest part above if it is missing."""
        if at_key and path in self.key_marks:
            return self.key_marks[path]
        while path and path not in self.marks:
            path = path[:-1]
        return self.marks.get(path, (1, 1))

    def written(self, path: KeyPath) -> str:
        """A scalar as it stands in the file, without its quotes; empty where there is none."""
        return self.texts.get(path, "")


def read_yaml(text: str | bytes, file: str, error: type[ProblemsError] = RulesetError) -> Source:
    """Read strict YAML. Raises `error` with every mistake found; `file` is the name it shows."""
    source = examine_yaml(text, file, error)
    if source.problems:
        raise error(source.problems)
    return source


def examine_yaml(text: str | bytes, file: str, error: type[ProblemsError] = RulesetError) -> Source:
    """Read strict YAML as far as it can be read, its mistakes under `problems`, so that what else
    is wrong can be said at once. Raises `error` where parts of the data are missing.
    """
    reader = _Reader(file)
    try:
        reader.read(_as_text(text, file))
    except _Stop as stop:
        reader.problems.append(stop.problem)
        reader.has_holes = True
    problems = tuple(reader.problems[:PROBLEM_LIMIT])
    if reader.has_holes or len(problems) == PROBLEM_LIMIT:
        raise error(problems)
    return Source(file, reader.root, reader.marks, reader.key_marks, reader.texts, problems)


class _Stop(Exception):
    """Reading cannot go on after this problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.what)
        self.problem = problem


def _as_text(text: str | bytes, file: str) -> str:
    if len(text) > SIZE_LIMIT:
        raise _Stop(
            Problem(
                file, 0, 0, "", tr("The file is larger than {n} bytes.", n=SIZE_LIMIT),
                tr("A ruleset is a few pages of text; take out what does not belong there."),
            )
        )  # fmt: skip
    if isinstance(text, bytes):
        data = text
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as wrong:
            line = data.count(b"\n", 0, wrong.start) + 1
            raise _Stop(
                Problem(
                    file, line, 0, "", tr("The file is not UTF-8 text."),
                    tr("Save it as UTF-8 in the editor."),
                )
            ) from None  # fmt: skip
    text = text.removeprefix("\ufeff")
    if found := _UNPRINTABLE.search(text):
        before = text[: found.start()]
        line, column = before.count("\n") + 1, found.start() - before.rfind("\n")
        raise _Stop(
            Problem(
                file, line, column, "",
                tr("The character {code} cannot stand in a text.", code=f"U+{ord(found[0]):04X}"),
                tr("Delete it."),
            )
        )  # fmt: skip
    return text


@dataclass(slots=True)
class _Open:
    """A mapping or list whose end has not come yet."""

    path: KeyPath
    value: dict[str, Plain] | list[Plain]
    key: str | None = None
    places: dict[str, int] = field(default_factory=dict)

    def next_path(self) -> KeyPath:
        if isinstance(self.value, list):
            return (*self.path, len(self.value))
        return (*self.path, self.key if self.key is not None else "")

    def put(self, item: Plain) -> None:
        if isinstance(self.value, list):
            self.value.append(item)
        elif self.key is not None:
            self.value[self.key] = item
            self.key = None


class _Reader:
    """Builds the data from the events, with a stack of its own: depth cannot exhaust Python's."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.root: Plain = None
        self.marks: dict[KeyPath, Mark] = {}
        self.key_marks: dict[KeyPath, Mark] = {}
        self.texts: dict[KeyPath, str] = {}
        self.problems: list[Problem] = []
        self.has_holes = False  # a value is missing, so that what is read of it means nothing
        self._stack: list[_Open] = []
        self._documents = 0

    def read(self, text: str) -> None:
        for event in self._events(text):
            if isinstance(event, yaml.DocumentStartEvent):
                self._start_document(event)
            elif isinstance(event, yaml.NodeEvent):
                self._refuse_extras(event)
                self._node(event)
            elif isinstance(event, yaml.CollectionEndEvent):
                closed = self._stack.pop()
                self._put(closed.value)
            if len(self.problems) >= PROBLEM_LIMIT:
                return

    def _events(self, text: str) -> Iterator[yaml.Event]:
        try:
            yield from yaml.parse(text, Loader=_Loader)
        except yaml.MarkedYAMLError as wrong:
            mark = wrong.problem_mark or wrong.context_mark
            line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
            what = ", ".join(part for part in (wrong.context, wrong.problem) if part)
            raise _Stop(
                Problem(
                    self.file, line, column, "",
                    tr("This is not YAML: {what}.", what=what),
                    tr("Look for a missing colon, quote or bracket, a tab, or a wrong indent here or just above."),
                )
            ) from None  # fmt: skip
        except yaml.YAMLError as wrong:
            raise _Stop(
                Problem(self.file, 0, 0, "", tr("This is not YAML: {what}.", what=str(wrong)))
            ) from None

    def _start_document(self, event: yaml.DocumentStartEvent) -> None:
        self._documents += 1
        if self._documents > 1:
            problem = self._at(
                event,
                tr("A second document begins here."),
                tr("Take out the line “---”, or put what follows into a file of its own."),
            )
            raise _Stop(problem)
        if event.version or event.tags:
            self.problems.append(
                self._at(
                    event, tr("Directives (%YAML, %TAG) are not read."), tr("Delete the line.")
                )
            )

    def _refuse_extras(self, event: yaml.NodeEvent) -> None:
        if isinstance(event, yaml.AliasEvent):
            what = tr("An alias (*{name}) is not read.", name=event.anchor)
            self.problems.append(self._at(event, what, tr("Write out what it stands for.")))
            self.has_holes = True
            return
        if event.anchor is not None:
            what = tr("An anchor (&{name}) is not read.", name=event.anchor)
            self.problems.append(self._at(event, what, tr("Delete it.")))
        tag = getattr(event, "tag", None)
        if tag is not None:
            what = tr("A tag ({name}) is not read.", name=tag)
            self.problems.append(self._at(event, what, tr("Delete it; a text goes in quotes.")))

    def _node(self, event: yaml.NodeEvent) -> None:
        parent = self._stack[-1] if self._stack else None
        if parent and isinstance(parent.value, dict) and parent.key is None:
            self._key(parent, event)
            return
        path = parent.next_path() if parent else ()
        self.marks[path] = _mark(event)
        if isinstance(event, yaml.MappingStartEvent):
            self._open(event, _Open(path, {}))
        elif isinstance(event, yaml.SequenceStartEvent):
            self._open(event, _Open(path, []))
        elif isinstance(event, yaml.ScalarEvent):
            self.texts[path] = event.value
            self._put(_scalar(event))
        else:
            self._put(None)

    def _open(self, event: yaml.NodeEvent, opened: _Open) -> None:
        if len(self._stack) >= DEPTH_LIMIT:
            raise _Stop(
                self._at(
                    event,
                    tr("Nested more than {n} deep.", n=DEPTH_LIMIT),
                    tr("Look for an unclosed bracket."),
                )
            )
        self._stack.append(opened)

    def _key(self, parent: _Open, event: yaml.NodeEvent) -> None:
        if not isinstance(event, yaml.ScalarEvent) or not (event.value or event.style):
            raise _Stop(self._at(event, tr("A key must be a word."), tr("Write key: value.")))
        key = event.value
        path = (*parent.path, key)
        parent.key = key
        if key in parent.places:
            self.problems.append(
                self._at(
                    event,
                    tr("The key {key} stands here and on line {line}.", key=repr(key), line=parent.places[key]),
                    tr("Keep one of the two."),
                )
            )  # fmt: skip
        elif key == "<<" and event.implicit[0]:
            self.has_holes = True
            self.problems.append(
                self._at(
                    event, tr("A merge key (<<) is not read."), tr("Write out what it brings in.")
                )
            )
        parent.places.setdefault(key, _mark(event)[0])
        self.key_marks.setdefault(path, _mark(event))

    def _put(self, item: Plain) -> None:
        if self._stack:
            self._stack[-1].put(item)
        else:
            self.root = item

    def _at(self, event: yaml.Event, what: str, mend: str) -> Problem:
        path: KeyPath = ()
        if self._stack:
            inner = self._stack[-1]
            inside = isinstance(inner.value, list) or inner.key is not None
            path = inner.next_path() if inside else inner.path
        line, column = _mark(event)
        return Problem(self.file, line, column, ".".join(str(part) for part in path), what, mend)


def _mark(event: yaml.Event) -> Mark:
    mark = event.start_mark
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


def _scalar(event: yaml.ScalarEvent) -> Plain:
    """A plain scalar as JSON would read it; a quoted or block one is text."""
    word = event.value
    if event.style:
        return word
    if word in _WORDS:
        return _WORDS[word]
    if _INTEGER.fullmatch(word):
        return int(word)
    if _DECIMAL.fullmatch(word):
        return Fraction(word)
    return word
