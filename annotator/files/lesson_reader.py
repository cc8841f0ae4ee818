"""Plain JSON values as a lesson and its answers: every mistake is reported, and what is not known is kept."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar

from annotator.files.facts import quoted, suggestion
from annotator.files.plain import PlainReader, is_object, rest_of
from annotator.files.strict_json import KeyPath
from annotator.model.lesson import (
    MOST_AWARDS,
    MOST_CONTROLS,
    NAMES,
    Attempt,
    Call,
    Control,
    ControlKind,
    Given,
    GivenKind,
    Lesson,
    Manner,
    Mode,
    Moment,
    Override,
    Part,
    Verdict,
)
from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.text import tr

MOST_MOMENTS = 1000
MOST_ALTERNATIVES = 20
LONGEST_TEXT = 4000
_MOST_SECONDS = 1_000_000
_MOST_COUNT = 1_000_000
_HIGHEST_VALUE = 99

_LESSON = ("format", "version", "id", "title", "intro", "manner", "moments")
_MANNER = (
    "mode", "seconds_to_answer", "replays", "tolerance", "pass_percent", "counted", "asks_clause", "names",
)  # fmt: skip
_MOMENT = (
    "id", "match", "match_hash", "ruleset", "edition", "start", "end", "asked", "time", "question",
    "derived", "derived_clause", "earlier", "controls", "override", "alternatives", "disputed", "note",
)  # fmt: skip
_ATTEMPT = ("lesson", "trainee", "date", "mode", "seed", "order", "calls", "seen")
_CALL = ("moment", "awards", "controls", "answered", "replays", "reaction", "hands")
_E = TypeVar("_E", bound=StrEnum)


class LessonReader(PlainReader):
    """Reads the parts of lesson and answers files; every mistake is reported."""

    def lesson(self, data: Mapping[str, object]) -> Lesson:
        """The lesson that the newest form's keys say; good only if nothing was reported."""
        moments: dict[str, Moment] = {}
        for index, item in enumerate(self.some(data, (), "moments", MOST_MOMENTS)):
            path: KeyPath = ("moments", index)
            moment = self._moment(self.mapping(item, path), path)
            if moment.id in moments:
                self.report(
                    (*path, "id"), tr("Two moments have the id {id}.", id=quoted(moment.id)),
                    tr("Give one of them another id."),
                )  # fmt: skip
            moments[moment.id] = moment
        return Lesson(
            self._needed(data, (), "id"), self._words(data, (), "title"), tuple(moments.values()),
            self._manner(data), self._words(data, (), "intro"), rest_of(data, _LESSON),
        )  # fmt: skip

    def attempt(self, value: object, path: KeyPath) -> Attempt:
        """One trainee's answers."""
        data = self.mapping(value, path)
        calls = tuple(
            self._call(self.mapping(item, (*path, "calls", i)), (*path, "calls", i))
            for i, item in enumerate(self.some(data, path, "calls", MOST_MOMENTS))
        )
        order = []
        for index, item in enumerate(self.some(data, path, "order", MOST_MOMENTS)):
            if isinstance(item, str):
                order.append(item)
            else:
                self.wrong_type((*path, "order", index), tr("A text in quotes"), item)
        return Attempt(
            self._needed(data, path, "lesson"), self._words(data, path, "trainee"),
            self.date(data, path, "date"), self._word(data, path, "mode", Mode, Mode.EXAM),
            self._bounded(data, path, "seed", 0, 2**53), tuple(order), calls,
            self._seen(data, path), rest_of(data, _ATTEMPT),
        )  # fmt: skip

    def _seen(self, data: Mapping[str, object], path: KeyPath) -> Mapping[str, int]:
        if data.get("seen") is None:
            return {}
        path = (*path, "seen")
        said = self.mapping(data["seen"], path)
        if len(said) > MOST_MOMENTS:
            self.report(
                path, tr("There are {n} of them; {most} are the most.", n=len(said), most=MOST_MOMENTS), "",
            )  # fmt: skip
            return {}
        return {name: self._bounded(said, path, name, 0, _MOST_COUNT) for name in said}

    def some(self, data: Mapping[str, object], path: KeyPath, key: str, most: int) -> list[object]:
        """A list of at most so many items."""
        items = self.items(data, path, key)
        if len(items) > most:
            self.report(
                (*path, key), tr("There are {n} of them; {most} are the most.", n=len(items), most=most), "",
            )  # fmt: skip
            return []
        return items

    def _moment(self, data: Mapping[str, object], path: KeyPath) -> Moment:
        start, end = self._must(data, path, "start"), self._must(data, path, "end")
        asked = self._seconds(data, path, "asked")
        time = self._seconds(data, path, "time")
        if end <= start:
            self.report(
                (*path, "end"), tr("The end does not lie behind the start."),
                tr("Move the end behind the start."),
            )  # fmt: skip
        if asked is not None and not start <= asked < end:
            self.report(
                (*path, "asked"), tr("What is asked does not lie between start and end."), "",
            )  # fmt: skip
        return Moment(
            id=self._needed(data, path, "id"),
            match=self.file_name(data, path, "match") or self._needed(data, path, "match"),
            ruleset=self._needed(data, path, "ruleset"),
            start=start,
            end=end,
            asked=start if asked is None else asked,
            time=end if time is None else time,
            question=self._words(data, path, "question"),
            match_hash=self._words(data, path, "match_hash"),
            edition=self._words(data, path, "edition"),
            derived=self._verdict(data, path, "derived"),
            derived_clause=self._words(data, path, "derived_clause"),
            earlier=self._verdict(data, path, "earlier"),
            controls=self._controls(data, path),
            override=self._override(data, path),
            alternatives=self._alternatives(data, path),
            disputed=self._flag(data, path, "disputed", usual=False),
            note=self._words(data, path, "note"),
            extra=rest_of(data, _MOMENT),
        )

    def _override(self, data: Mapping[str, object], path: KeyPath) -> Override | None:
        if data.get("override") is None:
            return None
        path = (*path, "override")
        said = self.mapping(data["override"], path)
        reason = self._words(said, path, "reason")
        if said and not reason.strip():
            self.report(
                (*path, "reason"), tr("The teacher's answer has no reason."),
                tr("Write why it stands in place of the engine's."),
            )  # fmt: skip
        return Override(self._verdict(said, path, "verdict"), reason)

    def _alternatives(self, data: Mapping[str, object], path: KeyPath) -> tuple[Verdict, ...]:
        path_all: KeyPath = (*path, "alternatives")
        return tuple(
            self._awards(item, (*path_all, i))
            for i, item in enumerate(self.some(data, path, "alternatives", MOST_ALTERNATIVES))
        )

    def _manner(self, data: Mapping[str, object]) -> Manner:
        path: KeyPath = ("manner",)
        usual = Manner()
        if data.get("manner") is None:
            return usual
        said = self.mapping(data["manner"], path)
        counted = []
        if said.get("counted") is not None:
            for index, item in enumerate(self.some(said, path, "counted", len(Part))):
                place = (*path, "counted", index)
                if isinstance(item, str) and item in tuple(Part):
                    counted.append(Part(item))
                else:
                    self._not_allowed(place, item, tuple(Part))
        names = self._words(said, path, "names") or usual.names
        if names not in NAMES:
            self._not_allowed((*path, "names"), names, NAMES)
        answer, tolerance = (
            self._seconds(said, path, "seconds_to_answer"),
            self._seconds(said, path, "tolerance"),
        )
        for key, seconds in (("seconds_to_answer", answer), ("tolerance", tolerance)):
            if seconds is not None and not 0 <= seconds <= 3600:
                self.report((*path, key), tr("This must be between 0 and 3600 seconds."), "")
        return Manner(
            self._word(said, path, "mode", Mode, usual.mode),
            usual.seconds_to_answer if answer is None else answer,
            self._bounded(said, path, "replays", 0, 99),
            usual.tolerance if tolerance is None else tolerance,
            self._bounded(said, path, "pass_percent", 0, 100, usual.pass_percent),
            tuple(dict.fromkeys(counted)) or usual.counted,
            self._flag(said, path, "asks_clause", usual=usual.asks_clause),
            names, rest_of(said, _MANNER),
        )  # fmt: skip

    def _call(self, data: Mapping[str, object], path: KeyPath) -> Call:
        return Call(
            self._needed(data, path, "moment"), self._verdict(data, path, "awards"),
            self._controls(data, path), self._flag(data, path, "answered", usual=True),
            self._bounded(data, path, "replays", 0, _MOST_COUNT),
            self._seconds(data, path, "reaction"),
            self._bounded(data, path, "hands", 0, _MOST_COUNT), rest_of(data, _CALL),
        )  # fmt: skip

    def _verdict(self, data: Mapping[str, object], path: KeyPath, key: str) -> Verdict:
        return self._awards(data.get(key), (*path, key))

    def _awards(self, value: object, path: KeyPath) -> Verdict:
        data: Mapping[str, object] = {str(path[-1]): value}
        awards = []
        for index, item in enumerate(self.some(data, path[:-1], str(path[-1]), MOST_AWARDS)):
            place: KeyPath = (*path, index)
            said = self.mapping(item, place)
            awards.append(
                Given(
                    self._athlete(said, place),
                    self._word(said, place, "kind", GivenKind, GivenKind.POINTS, must=True),
                    self._bounded(said, place, "value", -_HIGHEST_VALUE, _HIGHEST_VALUE, 1),
                    self._seconds(said, place, "time"),
                    self._words(said, place, "clause"),
                )
            )
        return tuple(awards)

    def _controls(self, data: Mapping[str, object], path: KeyPath) -> tuple[Control, ...]:
        found = []
        for index, item in enumerate(self.some(data, path, "controls", MOST_CONTROLS)):
            place: KeyPath = (*path, "controls", index)
            said = self.mapping(item, place)
            found.append(
                Control(
                    self._word(said, place, "kind", ControlKind, ControlKind.STARTS, must=True),
                    self._athlete(said, place), self._must(said, place, "time"),
                )
            )  # fmt: skip
        return tuple(found)

    # -- single values ----------------------------------------------------------------------------

    def _athlete(self, data: Mapping[str, object], path: KeyPath) -> Athlete:
        said = data.get("athlete")
        for athlete in ATHLETES:
            if said == athlete:
                return athlete
        if is_object(data) and data:
            self._not_allowed((*path, "athlete"), said, ATHLETES)
        return ATHLETES[0]

    def _word(
        self, data: Mapping[str, object], path: KeyPath, key: str, words: type[_E], usual: _E,
        *, must: bool = False,
    ) -> _E:  # fmt: skip
        said = data.get(key)
        if said is None and not (must and data):
            return usual
        if isinstance(said, str) and said in tuple(words):
            return words(said)
        self._not_allowed((*path, key), said, tuple(words))
        return usual

    def _not_allowed(self, path: KeyPath, said: object, allowed: tuple[str, ...]) -> None:
        shown = quoted(said) if isinstance(said, str) else quoted(repr(said))[1:-1]
        self.report(
            path, tr("{value} is not known here.", value=shown),
            suggestion(said if isinstance(said, str) else "", allowed),
        )  # fmt: skip

    def _words(self, data: Mapping[str, object], path: KeyPath, key: str) -> str:
        text = self.text(data, path, key)
        if len(text) > LONGEST_TEXT:
            self.report(
                (*path, key), tr("The text is longer than {n} characters.", n=LONGEST_TEXT),
                tr("Shorten it."),
            )  # fmt: skip
            return ""
        return text

    def _needed(self, data: Mapping[str, object], path: KeyPath, key: str) -> str:
        text = self._words(data, path, key)
        if not text.strip() and (data or not path) and not isinstance(data.get(key), (dict, list)):
            self.report((*path, key), tr("“{key}” is missing or empty.", key=key), "")
        return text

    def _flag(self, data: Mapping[str, object], path: KeyPath, key: str, *, usual: bool) -> bool:
        said = data.get(key)
        if said is None:
            return usual
        if not isinstance(said, bool):
            self.wrong_type((*path, key), "true / false", said)
            return usual
        return said

    def _bounded(
        self, data: Mapping[str, object], path: KeyPath, key: str, least: int, most: int, usual: int = 0
    ) -> int:  # fmt: skip
        said = data.get(key)
        if said is None:
            return usual
        if isinstance(said, int) and not isinstance(said, bool) and least <= said <= most:
            return said
        needed = tr("A whole number from {least} to {most}", least=least, most=most)
        self.wrong_type((*path, key), needed, said)
        return usual

    def _seconds(self, data: Mapping[str, object], path: KeyPath, key: str) -> Fraction | None:
        time = self.time(data, path, key)
        if time is not None and abs(time) > _MOST_SECONDS:
            self.report((*path, key), tr("No film is as long as this."), "")
            return None
        return time

    def _must(self, data: Mapping[str, object], path: KeyPath, key: str) -> Fraction:
        if data and data.get(key) is None:
            self.report((*path, key), tr("“{key}” is missing or empty.", key=key), "")
        return self._seconds(data, path, key) or Fraction(0)
