"""A match as JSON values and back: the names, order and meaning of the keys of a match file.

What is not known here is kept (`extra`) and written back in its place; what is known is checked
against the vocabulary. Unknown athletes, and unknown keys of a ruleset's entry, are kept in the
match's `extra` under `athletes` and `rulesets`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType

from annotator.errors import Problem
from annotator.files.drawing_json import drawings_from_plain
from annotator.files.facts import Wrong, quoted, read_answer, read_athlete, read_kind
from annotator.files.plain import PlainReader, Report, is_object, rest_of, with_extra
from annotator.files.strict_json import KeyPath
from annotator.model.match import Match, Media, Person, RulesetPin
from annotator.model.tag import Tag
from annotator.model.time import write_fraction
from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.text import tr

FORMAT = "annotator match"
VERSION = 1
PROBLEM_LIMIT = 100

_PART_OF = ("event", "date", "round", "weight")
_HEAD = (
    "format", "version", "title", *_PART_OF, "athletes", "media", "rulesets", "tags", "drawings",
)  # fmt: skip
TAG_KEYS = (
    "id", "start", "frame", "film", "reaction", "end", "end_frame", "end_film", "end_reaction",
    "tag", "athlete", "details", "note",
)  # fmt: skip
_PERSON = ("name", "belt")
_MEDIA = (
    "path", "camera", "offset", "size_bytes", "first", "duration", "frames", "fingerprint",
)  # fmt: skip
_PIN = ("id", "edition", "hash", "totals")


def head_to_plain(match: Match) -> dict[str, object]:
    """All keys of the file but the tags and drawings, in their order."""
    kept = dict(match.extra)
    other_people, pin_extras = kept.pop("athletes", {}), kept.pop("rulesets", {})
    people: dict[str, object] = {
        who: with_extra({"name": person.name, "belt": person.belt}, person.extra)
        for who, person in match.athletes.items()
    }
    return {
        "format": FORMAT,
        "version": VERSION,
        "title": match.title,
        **{key: value for key in _PART_OF if (value := getattr(match, key))},
        "athletes": {**people, **_mapping(other_people)},
        "media": [_media_to_plain(media) for media in match.media],
        "rulesets": [_pin_to_plain(pin, _mapping(pin_extras)) for pin in match.rulesets],
        **{key: value for key, value in kept.items() if key not in _HEAD},
    }


def tag_to_plain(tag: Tag) -> dict[str, object]:
    """A tag's keys in their order; what is empty is left out."""
    plain: dict[str, object] = {"id": tag.id, "start": write_fraction(tag.start)}
    optional: tuple[tuple[str, object], ...] = (
        ("frame", tag.frame),
        ("film", None if tag.film == 1 else tag.film),
        ("reaction", write_fraction(tag.reaction) if tag.reaction else None),
        ("end", None if tag.end is None else write_fraction(tag.end)),
        ("end_frame", tag.end_frame),
        ("end_film", None if tag.end_film == 1 else tag.end_film),
        ("end_reaction", write_fraction(tag.end_reaction) if tag.end_reaction else None),
        ("tag", tag.tag),
        ("athlete", tag.athlete),
        ("details", dict(tag.details) or None),
        ("note", tag.note or None),
    )
    plain.update((key, value) for key, value in optional if value is not None)
    return with_extra(plain, tag.extra)


def match_from_plain(data: Mapping[str, object], report: Report) -> Match:
    """The match that the newest form's keys say; every mistake goes to `report`.

    The result is only good if nothing was reported.
    """
    reader = _Reader(report)
    extra = {key: value for key, value in data.items() if key not in _HEAD}
    people, others = reader.athletes(data)
    pins, pin_extras = reader.rulesets(data)
    if others:
        extra["athletes"] = others
    if pin_extras:
        extra["rulesets"] = pin_extras
    return Match(
        tags=reader.tags(data),
        athletes=MappingProxyType(people),
        media=tuple(
            reader.media(item, ("media", i))
            for i, item in enumerate(reader.items(data, (), "media"))
        ),
        rulesets=pins,
        title=reader.text(data, (), "title"),
        event=reader.text(data, (), "event"),
        date=reader.date(data, (), "date"),
        round=reader.text(data, (), "round"),
        weight=reader.text(data, (), "weight"),
        extra=MappingProxyType(extra),
        drawings=drawings_from_plain(data, report),
    )


def tag_from_plain(plain: object, report: Report, path: KeyPath = ()) -> Tag | None:
    """The tag that an object of the file says; None if it cannot be read (which is reported)."""
    return _Reader(report).tag(plain, path)


class Reports:
    """Collects what is wrong, up to `PROBLEM_LIMIT`; call it as a `Report`."""

    def __init__(self) -> None:
        self.found: list[tuple[KeyPath, str, str]] = []

    def __call__(self, path: KeyPath, what: str, mend: str) -> None:
        if len(self.found) < PROBLEM_LIMIT:
            self.found.append((path, what, mend))

    def problems(self, place: Callable[[KeyPath, str, str], Problem]) -> list[Problem]:
        return [place(*found) for found in self.found]


class _Reader(PlainReader):
    """Reads the parts of a match."""

    def athletes(
        self, data: Mapping[str, object]
    ) -> tuple[dict[Athlete, Person], dict[str, object]]:
        value = data.get("athletes")
        given = self.mapping(value, ("athletes",)) if value is not None else {}
        people: dict[Athlete, Person] = {}
        for who in ATHLETES:
            path: KeyPath = ("athletes", who)
            person = self.mapping(given[who], path) if given.get(who) is not None else {}
            people[who] = Person(
                self.text(person, path, "name"),
                self.text(person, path, "belt"),
                rest_of(person, _PERSON),
            )
        return people, {key: item for key, item in given.items() if key not in ATHLETES}

    def media(self, value: object, path: KeyPath) -> Media:
        data = self.mapping(value, path)
        film = self.file_name(data, path, "path")
        if data and not film:
            self.report((*path, "path"), tr("The film has no path."), tr("Write its file name."))
        return Media(
            film,
            self.count(data, path, "size_bytes"),
            self.time(data, path, "duration"),
            self.count(data, path, "frames"),
            self.text(data, path, "fingerprint") or None,
            rest_of(data, _MEDIA),
            self.number(data, path, "camera"),
            self.time(data, path, "offset"),
            self.time(data, path, "first"),
        )

    def rulesets(
        self, data: Mapping[str, object]
    ) -> tuple[tuple[RulesetPin, ...], dict[str, object]]:
        pins: list[RulesetPin] = []
        extras: dict[str, object] = {}
        for index, item in enumerate(self.items(data, (), "rulesets")):
            path: KeyPath = ("rulesets", index)
            plain = self.mapping(item, path)
            pin_id = self.text(plain, path, "id")
            if not pin_id and plain:
                self.report(path, tr("The ruleset has no id."), "")
            pins.append(
                RulesetPin(
                    pin_id,
                    self.text(plain, path, "edition"),
                    self.text(plain, path, "hash"),
                    self.totals(plain, path),
                )
            )
            if rest := rest_of(plain, _PIN):
                extras[pin_id] = dict(rest)
        return tuple(pins), extras

    def totals(self, data: Mapping[str, object], path: KeyPath) -> Mapping[str, Mapping[str, int]]:
        value = data.get("totals")
        if value is None:
            return MappingProxyType({})
        path = (*path, "totals")
        result = {}
        for who, numbers in self.mapping(value, path).items():
            columns = {}
            for column, number in self.mapping(numbers, (*path, who)).items():
                if isinstance(number, int) and not isinstance(number, bool):
                    columns[column] = number
                else:
                    self.wrong_type((*path, who, column), tr("A whole number"), number)
            result[who] = MappingProxyType(columns)
        return MappingProxyType(result)

    def tags(self, data: Mapping[str, object]) -> tuple[Tag, ...]:
        tags: dict[str, Tag] = {}
        for index, item in enumerate(self.items(data, (), "tags")):
            path: KeyPath = ("tags", index)
            tag = self.tag(item, path)
            if tag is None:
                continue
            if tag.id in tags:
                self.report(
                    (*path, "id"),
                    tr("Two tags have the id {id}.", id=quoted(tag.id)),
                    tr("Give one of them another id."),
                )
            tags[tag.id] = tag
        return tuple(tags.values())

    def tag(self, value: object, path: KeyPath) -> Tag | None:
        data = self.mapping(value, path)
        if not data:
            if is_object(value):
                self.report(path, tr("The tag is empty."), tr("Delete it."))
            return None
        tag_id = self.text(data, path, "id")
        if not tag_id.strip():
            self.report(path, tr("The tag has no id."), tr("Give it one that no other tag has."))
        start, end = self.time(data, path, "start"), self.time(data, path, "end")
        if data.get("start") is None:
            self.report(path, tr("The tag has no start."), tr("Write when it begins."))
        if start is not None and end is not None and end < start:
            self.report(
                (*path, "end"),
                tr("The end lies before the start."),
                tr("Move the end behind the start, or take it out."),
            )
        try:
            kind = read_kind(self.text(data, path, "tag"))
        except Wrong as wrong:
            self.report((*path, "tag"), wrong.what, wrong.mend)
            return None
        try:
            athlete = read_athlete(kind, self.text(data, path, "athlete"))
        except Wrong as wrong:
            self.report((*path, "athlete"), wrong.what, wrong.mend)
            return None
        answers = data.get("details")
        details: dict[str, str] = {}
        given = self.mapping(answers, (*path, "details")) if answers is not None else {}
        for key in given:
            try:
                details[key] = read_answer(kind, key, self.text(given, (*path, "details"), key))
            except Wrong as wrong:
                self.report((*path, "details", key), wrong.what, wrong.mend)
        return Tag(
            id=tag_id,
            tag=kind.name,
            start=start if start is not None else Fraction(0),
            end=end,
            athlete=athlete,
            details=MappingProxyType(details),
            note=self.text(data, path, "note"),
            frame=self.count(data, path, "frame"),
            end_frame=self.count(data, path, "end_frame"),
            film=self.number(data, path, "film"),
            end_film=self.number(data, path, "end_film"),
            reaction=self.time(data, path, "reaction") or Fraction(0),
            end_reaction=self.time(data, path, "end_reaction") or Fraction(0),
            extra=rest_of(data, TAG_KEYS),
        )


def _media_to_plain(media: Media) -> dict[str, object]:
    plain: dict[str, object] = {
        "path": media.path,
        "camera": None if media.camera == 1 else media.camera,
        "offset": None if media.offset is None else write_fraction(media.offset),
        "size_bytes": media.size_bytes,
        "first": None if media.first is None else write_fraction(media.first),
        "duration": None if media.duration is None else write_fraction(media.duration),
        "frames": media.frames,
        "fingerprint": media.fingerprint,
    }
    known = {key: value for key, value in plain.items() if value is not None}
    return with_extra(known, media.extra)


def _pin_to_plain(pin: RulesetPin, extras: Mapping[str, object]) -> dict[str, object]:
    plain: dict[str, object] = {"id": pin.id, "edition": pin.edition, "hash": pin.hash}
    if pin.totals:
        plain["totals"] = {who: dict(numbers) for who, numbers in pin.totals.items()}
    return with_extra(plain, _mapping(extras.get(pin.id, {})))


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}
