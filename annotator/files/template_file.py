"""A tag panel as a file: strict YAML, every mistake said at its line, and written the same each time.

template: 1
name: "No-gi, short"
groups:
- title: "Attacks"
columns: 3
buttons:
- tag: submission
key: KeyH
caption: "Armbar"
colour: green
details: {technique: armbar}
questions:
mount: [bottom_on, controlled]
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from annotator.errors import NewerFileError, Problem, TemplateError
from annotator.files.atomic import encoded, read_bytes, write_atomically
from annotator.model.template import Button, ButtonGroup, Template, faults
from annotator.text import tr

if TYPE_CHECKING:
    from annotator.files.source import KeyPath, Plain, Source

VERSION = 1
SIZE_LIMIT = 200_000
SUFFIX = ".template.yaml"

_TEMPLATE_KEYS = ("template", "name", "groups", "questions")
_GROUP_KEYS = ("title", "columns", "buttons")
_BUTTON_KEYS = ("tag", "key", "caption", "colour", "shown", "details", "note")


def read_template(path: Path) -> Template:
    """Read a template. Raises TemplateError with all its problems, NewerFileError, FileError."""
    return template_from_bytes(read_bytes(path, SIZE_LIMIT), str(path))


def template_from_bytes(data: bytes, where: str) -> Template:
    """Read a template from the bytes of its file; `where` names it in messages.

    Raises TemplateError with every mistake, its line and column; NewerFileError.
    """
    # YAML is loaded only when there is a template of one's own: the window starts without it.
    from annotator.files.source import examine_yaml

    source = examine_yaml(data, where, TemplateError)
    reader = _Reader(source)
    template = reader.template()
    problems = [*source.problems, *reader.problems]
    if template is not None and not problems:
        problems += [source.problem(*fault) for fault in faults(template)]
    if problems or template is None:
        raise TemplateError(problems)
    return template


def write_template(template: Template, path: Path) -> None:
    """Write a template atomically. Raises SaveError; the file before is then whole."""
    write_atomically(path, encoded(template_text(template), path))


class _Reader:
    """Checks the shape, part by part; what the names mean is checked by the model."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.problems: list[Problem] = []

    def template(self) -> Template | None:
        data = self._mapping(self.source.data, (), _TEMPLATE_KEYS, ("template", "name", "groups"))
        if data is None:
            return None
        self._version(data)
        groups = self._list(data.get("groups"), ("groups",))
        questions = data.get("questions", {})
        asked = self._any_mapping(questions, ("questions",))
        return Template(
            self._text(data, "name", ()),
            tuple(self._group(group, ("groups", n)) for n, group in enumerate(groups)),
            MappingProxyType(
                {tag: self._texts(keys, ("questions", tag)) for tag, keys in asked.items()}
            ),
        )

    def _version(self, data: Mapping[str, Plain]) -> None:
        version = data.get("template", VERSION)
        if not isinstance(version, int) or isinstance(version, bool) or version < 1:
            self._say(
                ("template",), tr("This is no version of a template file."),
                tr("Write template: {version}.", version=VERSION),
            )  # fmt: skip
        elif version > VERSION:
            raise NewerFileError(
                tr("The file is of format version {there}; this program reads up to version {known}.",
                   there=version, known=VERSION),
                where=self.source.file,
                mend=tr("Install a newer annotator, one that reads version {there}. The file was left as it is.",
                        there=version),
            )  # fmt: skip

    def _group(self, value: Plain, path: KeyPath) -> ButtonGroup:
        data = self._mapping(value, path, _GROUP_KEYS, ("buttons",)) or {}
        columns = data.get("columns", ButtonGroup("").columns)
        if not isinstance(columns, int) or isinstance(columns, bool):
            self._say((*path, "columns"), tr("A whole number is needed here."), "")
            columns = 1
        buttons = self._list(data.get("buttons"), (*path, "buttons"))
        return ButtonGroup(
            self._text(data, "title", path),
            tuple(self._button(each, (*path, "buttons", n)) for n, each in enumerate(buttons)),
            columns,
        )

    def _button(self, value: Plain, path: KeyPath) -> Button:
        data = self._mapping(value, path, _BUTTON_KEYS, ("tag",)) or {}
        shown = data.get("shown", True)
        if not isinstance(shown, bool):
            self._say((*path, "shown"), tr("Write true or false here."), "")
        details = self._any_mapping(data.get("details", {}), (*path, "details"))
        texts = {
            # What is written counts: `hooks: 1` and `hooks: "1"` are the same answer.
            key: self.source.written((*path, "details", key))
            if isinstance(each, int) and not isinstance(each, bool)
            else self._as_text(each, (*path, "details", key))
            for key, each in details.items()
        }
        return Button(
            self._text(data, "tag", path), self._text(data, "key", path),
            self._text(data, "caption", path), self._text(data, "colour", path), shown is True,
            MappingProxyType(texts), self._text(data, "note", path),
        )  # fmt: skip

    # -- parts --------------------------------------------------------------------------------

    def _mapping(
        self, value: Plain, path: KeyPath, known: Iterable[str], needed: Iterable[str]
    ) -> dict[str, Plain] | None:
        known = tuple(known)
        if not isinstance(value, dict):
            self._say(
                path, tr("Keys with values are needed here."),
                tr("Known are: {names}.", names=", ".join(known)),
            )  # fmt: skip
            return None
        for key in value:
            if key not in known:
                near = get_close_matches(key, known, 1)
                mend = (
                    tr("Did you mean “{name}”?", name=near[0])
                    if near
                    else tr("Known are: {names}.", names=", ".join(known))
                )
                self._say((*path, key), tr("There is no key “{key}” here.", key=key), mend, True)
        for key in needed:
            if key not in value:
                self._say(
                    path, tr("The key “{key}” is missing.", key=key),
                    tr("Add {key}: with its value.", key=key),
                )  # fmt: skip
        return value

    def _any_mapping(self, value: Plain, path: KeyPath) -> dict[str, Plain]:
        if isinstance(value, dict):
            return value
        if value is not None:
            self._say(path, tr("Names with values are needed here."), tr("Write name: value."))
        return {}

    def _list(self, value: Plain, path: KeyPath) -> list[Plain]:
        if isinstance(value, list):
            return value
        if value is not None:
            self._say(path, tr("A list is needed here."), tr("Begin each entry with “- ”."))
        return []

    def _text(self, data: Mapping[str, Plain], key: str, path: KeyPath) -> str:
        return self._as_text(data.get(key, ""), (*path, key))

    def _as_text(self, value: Plain, path: KeyPath) -> str:
        if isinstance(value, str):
            return value
        if isinstance(value, list | dict):
            self._say(path, tr("A text is needed here."), "")
            return ""
        self._say(path, tr("A text is needed here."), tr("Put it in quotes."))
        return ""

    def _texts(self, value: Plain, path: KeyPath) -> tuple[str, ...]:
        return tuple(
            self._as_text(each, (*path, n)) for n, each in enumerate(self._list(value, path))
        )

    def _say(self, path: KeyPath, what: str, mend: str, at_key: bool = False) -> None:
        self.problems.append(self.source.problem(path, what, mend, at_key=at_key))


# -- writing --------------------------------------------------------------------------------------


def template_text(template: Template) -> str:
    """The template as its file has it, with nothing that would be assumed anyway."""
    lines = [f"template: {VERSION}", f"name: {_quoted(template.name)}", "groups:"]
    for group in template.groups:
        lines += [f"- title: {_quoted(group.title)}", f"  columns: {group.columns}"]
        lines.append("  buttons:" if group.buttons else "  buttons: []")
        for button in group.buttons:
            lines += [f"  {line}" for line in _button_lines(button)]
    if template.questions:
        lines.append("questions:")
        for tag, keys in template.questions.items():
            lines.append(f"  {tag}: [{', '.join(keys)}]")
    return "\n".join(lines) + "\n"


def _button_lines(button: Button) -> list[str]:
    lines = [f"- tag: {button.tag}"]
    lines += [f"  key: {button.key}"] if button.key else []
    lines += [f"  caption: {_quoted(button.caption)}"] if button.caption else []
    lines += [f"  colour: {button.colour}"] if button.colour else []
    lines += [] if button.shown else ["  shown: false"]
    if button.details:
        given = ", ".join(f"{key}: {_quoted(value)}" for key, value in button.details.items())
        lines.append(f"  details: {{{given}}}")
    lines += [f"  note: {_quoted(button.note)}"] if button.note else []
    return lines


def _quoted(text: str) -> str:
    # JSON's escapes are YAML's as well.
    return json.dumps(text, ensure_ascii=False)
