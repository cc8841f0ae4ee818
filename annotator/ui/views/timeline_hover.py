"""What is said about the things in a timeline, by tooltips and to screen readers."""

from __future__ import annotations

from annotator.model.match import Match
from annotator.model.time import clock_text
from annotator.model.timeline import Run
from annotator.scoring import wording
from annotator.scoring.ruling import ScoreSheet
from annotator.text import tr, word
from annotator.ui.views.timeline_items import Item, Lane


def item_sentence(match: Match, lane: Lane, item: Item) -> str:
    """An item in full."""
    if item.ruling is not None:
        return wording.ruling_sentence(match, lane.ruleset, item.ruling)
    if item.tag is not None:
        return wording.tag_sentence(match, item.tag)
    if item.stay is not None:
        head = wording.joined(
            (
                wording.capital(word(item.stay.position)),
                wording.person_text(match, item.athlete),
                clock_text(item.time),
                _length_text(item),
            )
        )
        details = item.stay.states[-1].details
        answers = wording.details_words(details, ", ")
        return wording.joined((head, answers), "\n")
    if item.run is not None:
        return wording.joined((_run_text(item.run), clock_text(item.time)))
    return ""


def _length_text(item: Item) -> str:
    """How long a position lasted; of one that still lasts nobody can say it."""
    if item.stay is None or item.ongoing:
        return ""
    return tr("for {time}", time=clock_text(item.stay.end - item.stay.start, 1))


def lane_sentence(match: Match, lane: Lane) -> str:
    """A lane's title in full; a ruleset's with its edition and its result."""
    if lane.ruleset is None or lane.sheet is None:
        return lane.title
    return "\n".join(
        (
            lane.title,
            tr("Edition {edition}", edition=lane.ruleset.edition),
            score_text(lane.sheet),
            wording.verdict(match, lane.sheet),
        )
    )


def score_text(sheet: ScoreSheet) -> str:
    """The final points: `7 : 2`."""
    totals = sheet.totals()
    return f"{wording.plain(totals['red'].points)} : {wording.plain(totals['blue'].points)}"


def _run_text(run: Run) -> str:
    match run:
        case Run.BEFORE:
            return tr("Before the start")
        case Run.RUNNING:
            return tr("The clock runs")
        case Run.STOPPED:
            return tr("The clock is stopped")
        case Run.FROZEN:
            return tr("Frozen: holds are paused")
        case Run.ENDED:
            return tr("After the end")
