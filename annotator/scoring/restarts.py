"""Restart positions: the last one secured is proposed where the referee's is not tagged."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from annotator.model.tag import Tag
from annotator.model.timeline import Stay
from annotator.model.vocabulary import Athlete
from annotator.scoring.facts import Story
from annotator.scoring.ruleset import Restart
from annotator.scoring.sheet import Writer
from annotator.text import Phrase


def propose_restarts(rule: Restart, story: Story, writer: Writer) -> None:
    """Ask about every `restart` after leaving the mat that names no position."""
    tags = story.timeline.tags
    if not any(tag.tag == "restart" for tag in tags):
        return
    positions = {tag.start for tag in tags if tag.is_position}
    stop: Tag | None = None
    for number, tag in enumerate(tags):
        if tag.tag == "stop":
            stop = tag
        if tag.tag != "restart" or "position" in tag.details or tag.start in positions:
            continue
        if stop is None or not _left_the_mat(tags[max(0, number - 3) : number], stop):
            continue
        position, who = _secured(rule, story, stop)
        phrase = Phrase.of("ask_restart", position=position, who=who or "neither")
        writer.ask("match", phrase, story.tick(tag.start), tag.id, "position")


def _left_the_mat(before: Sequence[Tag], stop: Tag) -> bool:
    return stop.details.get("reason") == "out_of_bounds" or any(
        tag.tag == "out_of_bounds" and tag.start <= stop.start for tag in before
    )


def _secured(rule: Restart, story: Story, stop: Tag) -> tuple[str, Athlete | None]:
    """The last position held long enough before the stop; the one in doubt where there is none."""
    stays = story.timeline.stays
    before = bisect_left(stays, stop.start, key=lambda stay: stay.start)
    last: Stay | None = None
    for stay in reversed(stays[:before]):
        held = min(stay.end, stop.start) - stay.start
        if held * 1000 >= rule.secured_ms:
            last = stay
            break
    if last is None or last.position not in rule.positions:
        return rule.in_doubt, last.top if last else None
    return last.position, last.top
