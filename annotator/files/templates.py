"""The user's own tag panels: a folder with one file for each, and what can be done with them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from annotator.errors import AnnotatorError, FileError
from annotator.files.places import templates_folder
from annotator.files.template_file import SUFFIX, read_template, write_template
from annotator.model.template import NAME_LIMIT, Template
from annotator.text import tr


@dataclass(frozen=True, slots=True)
class KeptTemplate:
    """A file of the folder: its `key` (the file's name without its ending), and what is in it, or
    what is wrong with it.
    """

    key: str
    template: Template | None
    problem: str = ""


def kept_templates() -> tuple[KeptTemplate, ...]:
    """All templates of the user's own, by name; those that cannot be read say why."""
    found = []
    for path in templates_folder().glob(f"*{SUFFIX}"):
        key = path.name.removesuffix(SUFFIX)
        try:
            found.append(KeptTemplate(key, read_template(path)))
        except AnnotatorError as wrong:
            found.append(KeptTemplate(key, None, str(wrong)))
    return tuple(sorted(found, key=lambda kept: (_shown(kept).casefold(), kept.key)))


def _shown(kept: KeptTemplate) -> str:
    return kept.template.name if kept.template else kept.key


def template_path(key: str) -> Path:
    """The file of the template with this key."""
    return templates_folder() / f"{key}{SUFFIX}"


def kept_template(key: str) -> Template:
    """The template with this key. Raises TemplateError, FileError."""
    return read_template(template_path(key))


def keep_template(template: Template, key: str = "") -> str:
    """Write a template under its key, or as a new one; returns the key. Raises FileError."""
    key = key or _free_key(template.name)
    try:
        templates_folder().mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise FileError(
            tr("The tag panel cannot be saved: {why}.", why=wrong.strerror),
            where=str(templates_folder()), mend=tr("See that the folder can be written to."),
        ) from wrong  # fmt: skip
    write_template(template, template_path(key))
    return key


def keep_copy(template: Template) -> str:
    """Write a copy under a name that is not taken; returns its key. Raises FileError."""
    return keep_template(replace(template, name=free_name(template.name)))


def bring_in(path: Path) -> str:
    """Take over a template from a file; returns its key. Raises TemplateError, FileError."""
    return keep_copy(read_template(path))


def drop_template(key: str) -> None:
    """Delete a template. Raises FileError."""
    try:
        template_path(key).unlink(missing_ok=True)
    except OSError as wrong:
        raise FileError(
            tr("The tag panel cannot be deleted: {why}.", why=wrong.strerror),
            where=str(template_path(key)),
        ) from wrong


def free_name(name: str) -> str:
    """The name, with a number behind it where a template has it already."""
    taken = {kept.template.name for kept in kept_templates() if kept.template}
    wanted, number = name, 2
    while wanted in taken:
        wanted = f"{name[: NAME_LIMIT - 5]} ({number})"
        number += 1
    return wanted


def _free_key(name: str) -> str:
    """A file's name that says what is in it and that every system can write."""
    plain = re.sub(r"[^\w-]+", "-", name.casefold()).strip("-_")[:40] or "panel"
    key, number = plain, 2
    while template_path(key).exists():
        key = f"{plain}-{number}"
        number += 1
    return key
