"""The tags and rulings of a match as subtitles: what begins, what is given or not given, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Literal

from annotator.files.atomic import encoded, write_atomically
from annotator.files.subtitles import Cue, to_srt, to_vtt
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.vocabulary import Group
from annotator.scoring import wording
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Ruling, RulingKind, ScoreSheet
from annotator.text import tr
from exports.folders import make_folder
from exports.rows import match_label

Format = Literal["vtt", "srt"]
TAGS_STEM = "tags"
TAG_SECONDS, RULING_SECONDS = Fraction(3), Fraction(4)
"""How long a moment, or the beginning of a position, is shown; and a ruling."""


def write_subtitles(
    match: Match,
    sheets: Sequence[ScoreSheet],
    folder: Path,
    rulesets: Sequence[Ruleset] = (),
    *,
    kind: Format = "vtt",
) -> list[Path]:
    """Write `tags` alone, and tags with the rulings of each ruleset, each a file of subtitles on the
    time line of the match. Returns their paths. Raises ExportError or SaveError.
    """
    make_folder(folder)
    known = {ruleset.id: ruleset for ruleset in rulesets}
    texts = {TAGS_STEM: tag_cues(match)}
    for sheet in sheets:
        rulings = ruling_cues(match, sheet, known.get(sheet.ruleset))
        texts[sheet.ruleset] = [*tag_cues(match), *rulings]
    paths = []
    for stem, cues in texts.items():
        path = folder / f"{stem}.{kind}"
        write_atomically(path, encoded(subtitle_text(cues, kind, match_label(match)), path))
        paths.append(path)
    return paths


def subtitle_text(cues: Sequence[Cue], kind: Format, title: str = "") -> str:
    """Cues in a format of subtitles; only WebVTT has a place for a title."""
    return to_vtt(cues, title=title) if kind == "vtt" else to_srt(cues)


def tag_cues(match: Match) -> list[Cue]:
    """A cue for each tag of the match but the one that describes it."""
    return [_tag_cue(match, tag) for tag in match.in_time() if tag.tag != "match"]


def ruling_cues(match: Match, sheet: ScoreSheet, ruleset: Ruleset | None) -> list[Cue]:
    """A cue for all that was given and not given."""
    return [
        Cue(ruling.time, ruling.time + RULING_SECONDS, ruling_lines(match, ruleset, ruling))
        for ruling in _in_time(sheet)
    ]


def _in_time(sheet: ScoreSheet) -> list[Ruling]:
    return sorted((*sheet.awards, *sheet.refusals), key=lambda ruling: ruling.time)


def _tag_cue(match: Match, tag: Tag) -> Cue:
    end = tag.start + TAG_SECONDS if tag.end is None else tag.end
    lines = [wording.joined((wording.tag_name(tag), wording.person_text(match, tag.athlete)))]
    if tag.kind.group is not Group.POSITION and "outcome" in tag.details:
        lines.append(wording.details_words({"outcome": tag.details["outcome"]}))
    lines.append(tag.note)
    return Cue(tag.start, max(end, tag.start + 1), wording.joined(lines, "\n"))


def ruling_lines(match: Match, ruleset: Ruleset | None, ruling: Ruling) -> str:
    """What was given or not, to whom, by which clause; and below it why."""
    return wording.joined(_ruling_lines(match, ruleset, ruling), "\n")


def _ruling_lines(match: Match, ruleset: Ruleset | None, ruling: Ruling) -> Iterator[str]:
    own = ruleset.words(wording.rules_language()) if ruleset else {}
    people = own | wording.names(match) | wording.category_names(ruleset)
    clause = wording.clause_text(ruleset, ruling.clause)
    who = wording.person_text(match, ruling.athlete)
    yield wording.joined((wording.ruling_head(ruling, ruleset), who, clause))
    yield wording.capital(wording.told(ruling.reason, people))
    if ruling.kind is RulingKind.REFUSAL and ruling.missing is not None:
        yield tr("Missing: {what}", what=wording.told(ruling.missing, people))
