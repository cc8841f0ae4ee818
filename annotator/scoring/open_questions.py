"""All that is open about a match in one list: with the answers there are, and what each would change.

`questions.py` finds the details that decide; the sheets raise what else the rules must know: how
they got to the ground, the category, a restart position, what a referee made of a forbidden hold.
Here both get replies, each of them an edit, and their effects, most decisive first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from annotator.model.edits import AddTag, Answer, ChangeTag, Edit, MoveEnd
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.timeline import read_timeline
from annotator.model.vocabulary import ATHLETES, FLATTERING, Athlete, other
from annotator.scoring.engine import score
from annotator.scoring.questions import DetailQuestion, Effect, questions
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Question, ScoreSheet
from annotator.text import Phrase, Value

HERE = "here"
"""The reply that means the frame on screen: its edit is made when it is given."""
_LOOK_ON = Fraction(2)


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: the edit that gives it, and what it changes under each ruleset (nothing: no number).

    `words` is what it says; None where `value` is an answer to the question's detail. The edit is
    None for `HERE` alone.
    """

    value: str
    edit: Edit | None
    effects: tuple[Effect, ...] = ()
    words: Phrase | None = None
    ordinary: bool = False


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """Something to find out by looking from `time` to `until` (film seconds).

    `kind`: detail, missing_tag, match or ruling; `rulesets` ask it; `reason` says what is asked,
    None for a detail, which is its own question.
    """

    kind: str
    time: Fraction
    until: Fraction
    rulesets: tuple[str, ...]
    replies: tuple[Reply, ...]
    tag: str | None = None
    detail: str | None = None
    reason: Phrase | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """What makes it the same question after an edit elsewhere."""
        return self.kind, self.tag, self.detail, self.reason and self.reason.key, self.rulesets

    @property
    def effects(self) -> tuple[Effect, ...]:
        """Of all its replies."""
        return tuple(effect for reply in self.replies for effect in reply.effects)

    @property
    def rank(self) -> tuple[int, int, int, Fraction]:
        """Sort key, most decisive first: winner changes, size, flattering details, time."""
        winner = any(effect.changes_winner for effect in self.effects)
        size = max((effect.size for effect in self.effects), default=0)
        flattering = len(FLATTERING)
        if self.detail in FLATTERING:
            flattering = FLATTERING.index(self.detail)
        return -int(winner), -size, flattering, self.time


def open_questions(
    match: Match,
    rulesets: Sequence[Ruleset],
    stop: Callable[[], bool] = lambda: False,
) -> list[OpenQuestion]:
    """Everything that is open under these rulesets, most decisive first.

    `stop` is asked between tries and ends the work early; what was found so far is returned.
    """
    asker = _Asker(match, rulesets, stop)
    found = list(asker.raised())
    known = {(question.tag, question.detail) for question in found}
    for detail in questions(match, rulesets, stop):
        # A restart's position is asked with who is on top, and a landing with its end.
        if (detail.tag, detail.detail) not in known:
            found.append(asker.of_detail(detail))
    return sorted(found, key=lambda question: question.rank)


class _Asker:
    """One match, its sheets, and the replies to what they raise."""

    def __init__(self, match: Match, rulesets: Sequence[Ruleset], stop: Callable[[], bool]) -> None:
        self.match, self.stop = match, stop
        self.sheets: dict[str, ScoreSheet] = {}
        for rules in rulesets:
            if stop():
                break
            self.sheets[rules.id] = score(match, rules)
        self.rulesets = [rules for rules in rulesets if rules.id in self.sheets]
        self.line = read_timeline(match)
        self.ends: dict[str, Fraction] = {}
        for stay in self.line.stays:
            for state in stay.states:
                for tag in state.tags:
                    self.ends.setdefault(tag, stay.end)

    def of_detail(self, found: DetailQuestion) -> OpenQuestion:
        """A detail with all its answers, also those that change nothing."""
        tag = self.match.by_id(found.tag)
        assert tag is not None
        ids = {effect.ruleset for effects in found.answers.values() for effect in effects}
        return OpenQuestion(
            "detail", found.time, self._until(tag),
            tuple(rules.id for rules in self.rulesets if rules.id in ids),
            self._details(tag, found.detail, found.ordinary, found.answers),
            found.tag, found.detail,
        )  # fmt: skip

    def _details(
        self, tag: Tag, key: str, ordinary: str | None, effects: Mapping[str, tuple[Effect, ...]]
    ) -> tuple[Reply, ...]:
        return tuple(
            Reply(
                value, Answer(tag.id, key, value), effects.get(value, ()), None, value == ordinary
            )
            for value in tag.kind.details[key].values
        )

    def raised(self) -> Iterator[OpenQuestion]:
        """What the sheets ask, each once, with the rulesets that ask it."""
        asked: dict[tuple[object, ...], tuple[Question, list[str]]] = {}
        for rules in self.rulesets:
            for question in self.sheets[rules.id].questions:
                # Each ruleset knows its own categories.
                own = question.reason if question.kind == "match" else question.reason.key
                key = (question.kind, question.tag, question.time, own)
                ids = asked.setdefault(key, (question, []))[1]
                if rules.id not in ids:
                    ids.append(rules.id)
        for question, ids in asked.values():
            if self.stop():
                return
            yield self._with_replies(question, tuple(ids))

    def _with_replies(self, question: Question, ids: tuple[str, ...]) -> OpenQuestion:
        tag = self.match.by_id(question.tag) if question.tag else None
        detail = question.detail
        replies: Iterator[Reply] = iter(())
        match question.reason.key:
            case "ask_category" | "ask_other_category":
                replies = self._categories(ids[0])
            case "ask_restart" if tag is not None:
                replies = self._restarts(tag, question.reason, ids)
            case "ask_landing" if tag is not None:
                replies, detail = self._landings(tag), "landing"
            case "ask_how_to_ground" if tag is not None:
                replies = self._ways_down(tag)
            case "ask_finish_end" if tag is not None:
                replies = self._finish_ends(tag)
            case "ask_not_allowed_finish" if tag is not None:
                replies = self._decisions(tag, question.time)
        until = self._until(tag) if tag is not None else question.time
        return OpenQuestion(
            question.kind, question.time, until, ids,
            tuple(self._tried(reply) for reply in replies), question.tag, detail, question.reason,
        )  # fmt: skip

    def _until(self, tag: Tag) -> Fraction:
        end = self.ends.get(tag.id, tag.end)
        return end if end is not None and end > tag.start else tag.start + _LOOK_ON

    def _tried(self, reply: Reply) -> Reply:
        """The reply with what it changes, found by scoring the match with it."""
        if reply.edit is None or self.stop():
            return reply
        edited = reply.edit.apply(self.match)
        effects = []
        for rules in self.rulesets:
            before, after = self.sheets[rules.id], score(edited, rules)
            if _numbers(before) != _numbers(after):
                effects.append(
                    Effect(
                        rules.id, before.totals(), after.totals(),
                        before.result.winner, after.result.winner,
                    )
                )  # fmt: skip
        return replace(reply, effects=tuple(effects))

    # -- the replies to each question -----------------------------------------------------------

    def _categories(self, ruleset: str) -> Iterator[Reply]:
        rules = next(rules for rules in self.rulesets if rules.id == ruleset)
        tag = next((tag for tag in self.match.tags if tag.tag == "match"), None)
        for category in rules.categories:
            if tag is not None:
                edit: Edit = Answer(tag.id, "category", category.id)
            else:
                first = min((each.start for each in self.match.tags), default=Fraction(0))
                said = Tag(self._free(), "match", first).with_details(category=category.id)
                edit = AddTag(said)
            yield Reply(category.id, edit, (), _phrase("reply_category", category=category.id))

    def _restarts(self, tag: Tag, asked: Phrase, ids: tuple[str, ...]) -> Iterator[Reply]:
        """The position proposed first, then every other in which these rules restart."""
        told = dict(asked.values)
        proposed = str(told["position"]), next((w for w in ATHLETES if w == told["who"]), None)
        spots = [proposed]
        for rules in self.rulesets:
            if rules.id not in ids or rules.restart is None:
                continue
            positions = tag.kind.details["position"].values
            for position in (p for p in positions if p in rules.restart.positions):
                whom: tuple[Athlete | None, ...] = (None,) if position == "standing" else ATHLETES
                spots += [(position, who) for who in whom if (position, who) not in spots]
        for position, who in spots:
            edit = ChangeTag(replace(tag, athlete=who).with_details(position=position))
            words = _phrase("reply_on_top", who=who, position=position) if who else None
            yield Reply(position, edit, (), words, (position, who) == proposed)

    def _landings(self, tag: Tag) -> Iterator[Reply]:
        """How it landed; one without an end has landed by the next thing that is tagged."""
        later = [each for each in self.match.in_time() if each.start > tag.start]
        landed = tag
        if tag.end is None:
            after = later[0] if later else tag
            landed = replace(tag, end=after.start, end_frame=after.frame, end_film=after.film)
        for value in tag.kind.details["landing"].values:
            yield Reply(value, ChangeTag(landed.with_details(landing=value)))

    def _ways_down(self, arrival: Tag) -> Iterator[Reply]:
        """A takedown or a pull of either, at the frame at which they are on the ground."""
        top = arrival.athlete or "red"
        for name, who in (
            ("takedown", top), ("guard_pull", other(top)), ("takedown", other(top)), ("guard_pull", top),
        ):  # fmt: skip
            tag = Tag(
                self._free(), name, arrival.start, arrival.start, who, frame=arrival.frame,
                film=arrival.film, end_frame=arrival.frame, end_film=arrival.film,
            )  # fmt: skip
            yield Reply(name, AddTag(tag), (), _phrase("reply_did", who=who, what=name))

    def _finish_ends(self, tag: Tag) -> Iterator[Reply]:
        """When the referee stopped it, or at the frame on screen."""
        whistles = (
            each
            for each in self.match.in_time()
            if each.start > tag.start and each.tag in ("stop", "end")
        )
        whistle = next(whistles, None)
        if whistle is not None:
            edit = MoveEnd(tag.id, whistle.start, whistle.frame, whistle.film)
            yield Reply(whistle.tag, edit, (), _phrase("reply_with", what=whistle.tag))
        yield Reply(HERE, None, (), _phrase("reply_here"))

    def _decisions(self, tag: Tag, time: Fraction) -> Iterator[Reply]:
        """What a referee may make of a hold that is not allowed."""
        assert tag.athlete is not None
        for severity in reversed(("light", "moderate", "serious", "disqualifying")):
            foul = Tag(
                self._free(), "foul", time, None, tag.athlete, frame=tag.end_frame, film=tag.end_film,
            ).with_details(kind="illegal_technique", severity=severity)  # fmt: skip
            key = "reply_out" if severity == "disqualifying" else "reply_foul"
            yield Reply(
                severity, AddTag(foul), (), _phrase(key, who=tag.athlete, severity=severity)
            )

    def _free(self) -> str:
        return next(self.match.free_ids())


def _phrase(key: str, **values: Value | Phrase) -> Phrase:
    return Phrase.of(key, **values)


def _numbers(sheet: ScoreSheet) -> tuple[object, ...]:
    return sheet.totals(), sheet.result.winner


__all__ = ["HERE", "OpenQuestion", "Reply", "open_questions"]
