"""What is told after an answer: what was right, why, and by which frames. Words only, no widgets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from html import escape

from annotator.model.lesson import Attempt, Given, Lesson, Moment, Verdict
from annotator.model.timeline import read_timeline
from annotator.model.vocabulary import ATHLETES
from annotator.scoring import wording
from annotator.scoring.lesson_key import LessonKey, key_of
from annotator.scoring.marking import Mark, MarkedCall, vote_of, votes
from annotator.scoring.ruling import Ruling, RulingKind
from annotator.text import clock_text, seconds_text, tr, with_semicolons
from annotator.ui.lessons.answer_bar import said_text, side_text
from annotator.ui.lessons.frame_strip import Frame
from annotator.ui.lessons.scenes import Scene
from annotator.ui.lessons.tally import Bar
from exports.lesson.words import part_words

_RIGHT, _WRONG = "✓", "✗"


def verdict_text(verdict: Verdict) -> str:
    """An answer in words: `Red (R): 3 points + Blue (B): Advantage`, `Nothing`."""
    return " + ".join(said_text(one) for one in verdict) or tr("Nothing")


def people_of(scene: Scene) -> dict[str, str]:
    """What sentences call the athletes: by colour, and by name only where the lesson shows names."""
    names = {who: side_text(who) for who in ATHLETES}
    return scene.ruleset.words(wording.rules_language()) | names


def frames_of(scene: Scene, key: LessonKey) -> tuple[Frame, ...]:
    """The frames that decide, in the order of time; each once."""
    found: dict[int, Frame] = {}
    timeline = read_timeline(scene.match)
    for one in key.deciding:
        if not scene.moment.start <= one.time <= scene.moment.end:
            continue
        head = wording.ruling_head(one.ruling, scene.ruleset)
        begins = tr("{what}: it begins here", what=head)
        what = begins if one.begins else tr("{what}: it is settled here", what=head)
        entry = scene.entry(one.time)
        if scene.opened.film.times[entry] < one.time:  # the first frame that shows it
            entry = min(entry + 1, scene.last)
        found.setdefault(entry, Frame(entry, clock_text(timeline.clock_at(one.time), 1), what))
    return tuple(found[entry] for entry in sorted(found))


def tally_of(lesson: Lesson, moment: Moment, attempts: Iterable[Attempt]) -> tuple[Bar, ...]:
    """How others called a moment, the most frequent first; right answers are marked."""
    right = {vote_of(verdict) for verdict in moment.accepted}
    bars = []
    for vote, count in votes(lesson, attempts)[moment.id]:
        words = (
            tr("No answer") if vote is None else verdict_text(tuple(Given(*one) for one in vote))
        )
        bars.append(
            Bar(words, count, vote[0][0] if vote else None, _RIGHT if vote in right else "")
        )
    return tuple(bars)


def key_for(scene: Scene) -> LessonKey:
    """What the engine says of a scene's moment; for a worker."""
    return key_of(scene.moment, scene.match, scene.ruleset, scene.sheet)


def page(scene: Scene, key: LessonKey, marked: MarkedCall | None = None) -> str:
    """The ruling with its reasons as rich text; whatever a file says in it is only text."""
    moment = scene.moment
    parts = [_line(tr("Right: {what}", what=verdict_text(moment.right)), size="x-large")]
    if marked is not None:
        parts += _your_call(marked)
    if moment.disputed:
        parts.append(_line(tr("This moment is disputed: it is not counted.")))
    if moment.override is not None:
        parts.append(
            _line(tr("The teacher overrules the rules as read here: {why}", why=moment.override.reason))
        )  # fmt: skip
        parts.append(
            _line(tr("By the rules as read here: {what}", what=verdict_text(moment.derived)))
        )
    if moment.alternatives:
        others = with_semicolons(verdict_text(one) for one in moment.alternatives)
        parts.append(_line(tr("Accepted as well: {what}", what=others)))
    if scene.changed:
        parts.append(_line(tr("The match was changed after the lesson was made.")))
    rulings = [*key.awards, *key.refusals]
    if rulings:
        parts += _rulings(scene, rulings)
    else:
        parts.append(_line(tr("Nothing happens here that these rules would pay.")))
    if moment.note:
        parts.append(_line(moment.note))
    return "".join(parts)


def _your_call(marked: MarkedCall) -> Iterator[str]:
    call = marked.call
    said = verdict_text(call.awards) if call.answered else tr("No answer")
    sign = _RIGHT if marked.right else _WRONG
    yield _line(f"{sign} " + tr("Your call: {what}", what=said), size="large")
    signs = {Mark.RIGHT: _RIGHT, Mark.WRONG: _WRONG}
    told = [
        f"{signs[mark]} {part_words(part)}" for part, mark in marked.marks.items() if mark in signs
    ]
    yield _line("   ".join(told))
    for called, award in marked.pairs:
        if called and award and called.time is not None and award.time is not None:
            yield _line(_early_or_late(called.time - award.time))


def _early_or_late(difference: Fraction) -> str:
    seconds = seconds_text(abs(Fraction(round(difference * 10), 10)))
    if difference < 0:
        return tr("You called it {seconds} s before the ruling's moment.", seconds=seconds)
    return tr("You called it {seconds} s after the ruling's moment.", seconds=seconds)


def _rulings(scene: Scene, rulings: Iterable[Ruling]) -> Iterator[str]:
    people: Mapping[str, str] = people_of(scene) | wording.category_names(scene.ruleset)
    for ruling in rulings:
        given = ruling.kind is RulingKind.AWARD
        sign = _RIGHT if given else "∅"
        who = side_text(ruling.athlete) if ruling.athlete is not None else ""
        clock = tr("clock {time}", time=clock_text(ruling.clock, 1))
        head = wording.joined((wording.ruling_head(ruling, scene.ruleset), who, clock))
        lines = [f"<b>{escape(sign)} {escape(head)}</b>"]
        lines.append(escape(wording.capital(wording.told(ruling.reason, people))))
        if ruling.missing is not None:
            missing = wording.told(ruling.missing, people)
            lines.append(escape(tr("Missing: {what}", what=missing)))
        if ruling.clause:
            clause = wording.clause_text(scene.ruleset, ruling.clause)
            lines.append("<i>" + escape(tr("Clause: {clause}", clause=clause)) + "</i>")
        if ruling.assumed:
            lines.append(escape(wording.capital(wording.assumed_text(ruling))))
        yield "<p>" + "<br>".join(lines) + "</p>"


def _line(text: str, *, size: str = "medium") -> str:
    weight = "" if size == "medium" else "font-weight:bold;"
    return f'<p style="font-size:{size};{weight}">{escape(text)}</p>'
