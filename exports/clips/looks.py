"""How clips are played, and the title cards between those of a reel."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from annotator.model.match import Match
from annotator.model.time import clock_text
from annotator.scoring import wording
from annotator.text import tr
from exports.clips.planning import Clip, playing
from exports.film_overlay import title_card
from exports.overlay import Canvas
from exports.rows import match_label, versus

if TYPE_CHECKING:
    from annotator.video.clip import Card, Cut
    from exports.clips.batch import Batch

CARD_SECONDS = Fraction(2)


def cut_of(clip: Clip, batch: Batch) -> Cut:
    """The stretch of the film that a clip shows, with all that is slowed and held in it."""
    from annotator.video.clip import Cut, Freeze, Slow

    order = batch.order
    how = playing(clip, order, batch.match, batch.film)
    return Cut(
        clip.first,
        clip.last,
        tuple(Slow(first, last, order.slow) for first, last in how.slowed),
        tuple(Freeze(index, order.freeze) for index in how.held),
        _card(clip, batch) if order.reel else None,
    )


def _card(clip: Clip, batch: Batch) -> Card:
    from annotator.video.clip import Card, Cut, clip_size

    width, height = clip_size(batch.film, [Cut(clip.first, clip.last)], batch.order.lines)
    return Card(title_card(Canvas(width, height), card_lines(clip, batch)), CARD_SECONDS)


def card_lines(clip: Clip, batch: Batch) -> list[str]:
    """What stands on a title card: what it is, when, of which match, under which rules."""
    match = batch.audience
    rules = batch.ruleset.name(wording.rules_language()) if batch.ruleset else ""
    lines = [
        clip.title,
        tr("film time {time}", time=clock_text(clip.at, 1)),
        safe_label(match),
        rules if any(moment.ruling for moment in clip.moments) else "",
    ]
    return [line for line in lines if line]


def safe_label(match: Match) -> str:
    """The match in a word, as its athletes are called."""
    named = any(person.name for person in match.athletes.values())
    return versus(match) if named else match_label(match)


def reel_title(batch: Batch) -> str:
    """What a reel is called."""
    label = safe_label(batch.audience)
    return tr("{match} – clips", match=label) if label else tr("Clips")
