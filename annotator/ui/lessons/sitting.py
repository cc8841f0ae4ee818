"""A lesson being taken: which question comes, and what was answered so far. No Qt, no files."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from annotator.model.lesson import Attempt, Call, Lesson, Mode, Moment, in_turn


@dataclass(frozen=True, slots=True)
class Sitting:
    """One attempt at a lesson, as far as it has come. Every answer makes a new one."""

    lesson: Lesson
    attempt: Attempt

    @classmethod
    def begin(cls, lesson: Lesson, trainee: str, mode: Mode, seed: int, day: date) -> Sitting:
        """A new attempt; `seed` 0: in the teacher's order."""
        order = tuple(moment.id for moment in in_turn(lesson.moments, seed))
        attempt = Attempt(lesson.id, trainee, day.isoformat(), mode, seed, order)
        return cls(lesson, attempt)

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The moments as they are shown; one that the lesson no longer has is passed over."""
        return self.lesson.shown_to(self.attempt)

    @property
    def current(self) -> Moment | None:
        """The first moment without an answer; None when all have one."""
        return next((m for m in self.moments if not self.attempt.of(m.id)), None)

    @property
    def number(self) -> int:
        """Which question the current one is, from 1."""
        now = self.current
        return len(self.moments) if now is None else self.moments.index(now) + 1

    @property
    def answered(self) -> int:
        """How many questions have an answer."""
        return sum(bool(self.attempt.of(moment.id)) for moment in self.moments)

    @property
    def exam(self) -> bool:
        return self.attempt.mode is Mode.EXAM

    def with_calls(self, *calls: Call) -> Sitting:
        """With this answer, or those of a class to one moment; a moment is answered once."""
        if any(self.attempt.of(call.moment) for call in calls):
            raise ValueError(f"{calls[0].moment} was answered already")
        attempt = replace(self.attempt, calls=(*self.attempt.calls, *calls))
        return replace(self, attempt=attempt)

    def seen(self, moment: Moment) -> int:
        """How often its clip was begun in this exam."""
        return self.attempt.seen.get(moment.id, 0)

    def with_seen(self, moment: Moment) -> Sitting:
        """With its clip begun once more."""
        seen = {**self.attempt.seen, moment.id: self.seen(moment) + 1}
        return replace(self, attempt=replace(self.attempt, seen=seen))

    def passed_over(self, moment: Moment) -> Sitting:
        """Without a moment that cannot be shown: it is asked neither now nor later."""
        order = tuple(name for name in self.attempt.order if name != moment.id)
        return replace(self, attempt=replace(self.attempt, order=order))
