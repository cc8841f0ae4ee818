"""A coach's tag panel as a value: which buttons, where, with which keys, and what is asked first.

A template chooses from the vocabulary; it never adds to it. A button may give a tag details and
a note of its own ("Armbar": a submission whose technique is known already).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from types import MappingProxyType
from typing import NamedTuple

from annotator.model.keystrokes import is_plain
from annotator.model.vocabulary import VOCABULARY, Kind
from annotator.text import tr

WHISTLE = "whistle"
"""No tag: a button that makes start, stop or resume, whichever the clock can take."""
TAGS = (*(name for name in VOCABULARY if name != "match"), WHISTLE)
"""What a button can be for."""
COLOURS = (
    "", "accent", "warning", "danger",
    "orange", "sky", "green", "yellow", "blue", "vermilion", "purple",
)  # fmt: skip
"""A role, or one of the colours that colour-blind people tell apart; empty: none."""
MOST_COLUMNS = 6
NAME_LIMIT, CAPTION_LIMIT, NOTE_LIMIT = 60, 40, 200
_NOTHING: Mapping[str, str] = MappingProxyType({})
_NO_QUESTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Button:
    """A button for a tag, or for the whistle. `key`: where its key lies, as
    `annotator.model.keystrokes` writes it, without Shift, which means the other athlete; empty for
    none. `caption`: empty for the tag's own name. `shown`: whether the panel has it; its key works
    all the same. `details`, `note`: what a tag made by it says from the start.
    """

    tag: str
    key: str = ""
    caption: str = ""
    colour: str = ""
    shown: bool = True
    details: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    note: str = ""

    @property
    def id(self) -> str:
        """What it does, in one word; no two buttons of a template do the same."""
        given = [f"{key}={self.details[key]}" for key in sorted(self.details)]
        if self.note:
            given.append(f"note={self.note}")
        return f"{self.tag}({', '.join(given)})" if given else self.tag

    @property
    def presets(self) -> bool:
        """Whether it says more than the tag."""
        return bool(self.details or self.note)


@dataclass(frozen=True, slots=True)
class ButtonGroup:
    """Buttons under one title, so many in a row."""

    title: str
    buttons: tuple[Button, ...] = ()
    columns: int = 4


@dataclass(frozen=True, slots=True)
class Template:
    """A whole panel. `questions`: the details asked at first about a tag, in this order; what is not
    named comes only when more is wanted, and a tag that is not here has the usual questions.
    """

    name: str
    groups: tuple[ButtonGroup, ...]
    questions: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: _NO_QUESTIONS)

    @property
    def buttons(self) -> tuple[Button, ...]:
        """All its buttons, in the order of the panel."""
        return tuple(button for group in self.groups for button in group.buttons)


class Fault(NamedTuple):
    """Something in a template that cannot be: its place (`("groups", 0, "title")`), what is wrong,
    and what would be right.
    """

    path: tuple[str | int, ...]
    what: str
    mend: str


def faults(template: Template) -> Iterator[Fault]:
    """All that is wrong with a template, in the order in which it is written."""
    if not template.name.strip() or len(template.name) > NAME_LIMIT:
        yield Fault(
            ("name",), tr("A template needs a name."),
            tr("Give it one of 1 to {n} characters.", n=NAME_LIMIT),
        )  # fmt: skip
    if not template.buttons:
        yield Fault(("groups",), tr("There is no button."), tr("Put in at least one."))
    for number, group in enumerate(template.groups):
        if not 1 <= group.columns <= MOST_COLUMNS:
            yield Fault(
                ("groups", number, "columns"),
                tr("{value} buttons in a row cannot be.", value=group.columns),
                tr("From 1 to {n} find room.", n=MOST_COLUMNS),
            )
    places = [
        (("groups", g, "buttons", b), button)
        for g, group in enumerate(template.groups)
        for b, button in enumerate(group.buttons)
    ]
    for path, button in places:
        yield from _button_faults(path, button)
    yield from _twice(places)
    yield from _question_faults(template.questions)


def _button_faults(path: tuple[str | int, ...], button: Button) -> Iterator[Fault]:
    if button.tag not in TAGS:
        yield Fault(
            (*path, "tag"), tr("There is no tag “{name}”.", name=button.tag),
            _nearest(button.tag, TAGS),
        )  # fmt: skip
        return
    if button.key and not is_plain(button.key):
        yield Fault(
            (*path, "key"), tr("“{key}” is no key that a button can have.", key=button.key),
            tr("Write a place such as KeyQ, Comma or F5, or two with a space between; no Shift: it means the other athlete."),
        )  # fmt: skip
    if button.colour not in COLOURS:
        yield Fault(
            (*path, "colour"), tr("There is no colour “{name}” here.", name=button.colour),
            _nearest(button.colour, COLOURS[1:]),
        )  # fmt: skip
    for name, limit in (("caption", CAPTION_LIMIT), ("note", NOTE_LIMIT)):
        if len(getattr(button, name)) > limit:
            yield Fault(
                (*path, name), tr("This is too long."),
                tr("At most {n} characters find room.", n=limit),
            )  # fmt: skip
    if button.tag == WHISTLE:
        if button.presets:
            yield Fault(
                (*path, "details" if button.details else "note"),
                tr("The whistle makes tags without details or note."), tr("Leave it out."),
            )  # fmt: skip
        return
    known = VOCABULARY[button.tag].details
    for key, value in button.details.items():
        detail = known.get(key)
        if detail is None or detail.kind in (Kind.TIME, Kind.SECONDS, Kind.TEXT):
            can = [name for name, each in known.items() if each.kind in (Kind.CHOICE, Kind.NUMBER)]
            yield Fault(
                (*path, "details", key),
                tr("A button for “{tag}” cannot give the detail “{key}”.", tag=button.tag, key=key),
                _nearest(key, can),
            )
        elif detail.kind is Kind.NUMBER and not (value.isascii() and value.isdigit()):
            yield Fault(
                (*path, "details", key), tr("“{value}” is no number.", value=value),
                tr("Write a whole number."),
            )  # fmt: skip
        elif detail.kind is Kind.CHOICE and value not in detail.values:
            yield Fault(
                (*path, "details", key),
                tr("“{value}” is no answer to “{key}”.", value=value, key=key),
                _nearest(value, detail.values),
            )


def _twice(places: Sequence[tuple[tuple[str | int, ...], Button]]) -> Iterator[Fault]:
    done: dict[str, Button] = {}
    keys: dict[str, Button] = {}
    for path, button in places:
        if button.id in done:
            yield Fault(
                path, tr("Two buttons do the same: {what}.", what=button.id),
                tr("Keep one of the two, or give one of them other details."),
            )  # fmt: skip
        done.setdefault(button.id, button)
        for key, other in keys.items():
            both = sorted((key, button.key), key=len)
            if button.key and (key == button.key or both[1].startswith(f"{both[0]} ")):
                yield Fault(
                    (*path, "key"),
                    tr("“{key}” is the key of {other} already.", key=key, other=other.id),
                    tr("Give one of the two another key."),
                )
        if button.key:
            keys.setdefault(button.key, button)


def _question_faults(questions: Mapping[str, tuple[str, ...]]) -> Iterator[Fault]:
    for tag, keys in questions.items():
        if tag not in TAGS or tag == WHISTLE:
            yield Fault(
                ("questions", tag), tr("There is no tag “{name}”.", name=tag), _nearest(tag, TAGS)
            )
            continue
        known = VOCABULARY[tag].details
        for number, key in enumerate(keys):
            if key not in known or key == "forced":
                can = [name for name in known if name != "forced"]
                yield Fault(
                    ("questions", tag, number),
                    tr("“{key}” is no question about “{tag}”.", key=key, tag=tag),
                    _nearest(key, can),
                )
            elif key in keys[:number]:
                yield Fault(
                    ("questions", tag, number), tr("“{key}” is asked twice.", key=key),
                    tr("Keep one of the two."),
                )  # fmt: skip


def _nearest(name: str, known: Sequence[str]) -> str:
    """What was meant, or all that can be."""
    if not known:
        return tr("There is none; leave it out.")
    near = get_close_matches(name, known, 1)
    if near:
        return tr("Did you mean “{name}”?", name=near[0])
    return tr("Known are: {names}.", names=", ".join(known))
