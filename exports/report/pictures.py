"""The pictures of a report: the timeline as a chart, and frames of the film."""

from __future__ import annotations

import io
from fractions import Fraction
from typing import TYPE_CHECKING

from annotator.model.time import clock_text
from annotator.scoring.ruling import Award, Ruling, ScoreSheet
from annotator.scoring.wording import award_text, clause_text, joined, letter
from annotator.text import tr, with_semicolons
from exports.film_moments import Names, called
from exports.ink import Look
from exports.mosaic import mosaic, regions_at
from exports.report.blocks import Picture

if TYPE_CHECKING:
    import numpy as np

    from exports.report.scored import Scored
    from exports.sheet import Sheet

_DOTS = 200
_PAPER = (9.8, 2.4)  # inches; the sheet grows in height where it has to
_WIDE = 640  # pixels of a frame
_WEIGHT = {
    Award.DISQUALIFICATION: 100, Award.POINTS: 10, Award.ADVANTAGE: 5, Award.PENALTY: 4,
    Award.WARNING: 1,
}  # fmt: skip


def decisive(sheet: ScoreSheet, most: int) -> list[Ruling]:
    """The awards that weigh most, at most so many, in the order of time."""
    ranked = sorted(sheet.awards, key=lambda ruling: -_weight(ruling))
    return sorted(ranked[:most], key=lambda ruling: ruling.time)


def _weight(ruling: Ruling) -> int:
    return _WEIGHT[ruling.award] * max(1, abs(ruling.value)) if ruling.award else 0


def chart(scored: Scored, number: int) -> Picture:
    """The scored timeline under one ruleset."""
    from exports.report.strip import is_crowded, strip
    from exports.scored_timeline import scored_timeline

    alt = tr("Timeline: positions, actions and score")
    if is_crowded(scored.match, scored.sheets[number]):
        return sheet_picture(strip(scored.match, scored.sheets[number]), alt, 66.0)
    look = Look(paper=_PAPER, headed=False)
    sheets = [scored.sheets[number]]
    # Names as far as the chart's font has their letters.
    match = called(scored.match, Names.FULL)
    figure = scored_timeline(match, sheets, [scored.rulesets[number]], look)
    return sheet_picture(figure, alt, 80.0)


def sheet_picture(figure: Sheet, alt: str, most: float, dots: int = _DOTS) -> Picture:
    """A chart as a PNG that prints well; `most`: millimetres of height."""
    import matplotlib

    buffer = io.BytesIO()
    # A sheet with very many labels is higher than any paper; its picture need not be.
    width, height = figure.get_size_inches()
    dots = round(min(dots, 4000 / max(width, height)))
    with matplotlib.rc_context({"text.hinting": "none"}):
        figure.savefig(buffer, format="png", dpi=dots, metadata={"Software": None})
    size = round(width * dots), round(height * dots)
    return Picture(buffer.getvalue(), "image/png", size, alt, most=most)


def stills(scored: Scored, number: int, most: int) -> list[Picture]:
    """The frames at which the most that weighs was given, with the clock, as far as the film has them."""
    sheet, ruleset = scored.sheets[number], scored.rulesets[number]
    if scored.frame_of is None:
        return []
    moments: dict[Fraction, list[Ruling]] = {}
    for ruling in decisive(sheet, len(sheet.awards)):
        moments.setdefault(ruling.time, []).append(ruling)
    heaviest = sorted(moments.values(), key=lambda rulings: -sum(map(_weight, rulings)))
    found: list[tuple[Fraction, Picture]] = []
    for rulings in heaviest:
        first = rulings[0]
        pixels = None if first.frame is None else scored.frame_of(first.film, first.frame)
        if pixels is None:
            continue
        pixels = mosaic(pixels, regions_at(scored.match, first.time, first.film))
        given = (
            joined((letter(r.athlete), award_text(r, ruleset), clause_text(ruleset, r.clause)), " ")
            for r in rulings
        )
        caption = tr(
            "{clock}: {given}", clock=clock_text(first.clock, 0), given=with_semicolons(given)
        )
        found.append((first.time, _jpeg(pixels, caption)))
        if len(found) == most:
            break
    return [picture for _, picture in sorted(found, key=lambda each: each[0])]


def _jpeg(pixels: np.ndarray, caption: str) -> Picture:
    from PIL import Image

    image = Image.fromarray(pixels)
    wide = min(_WIDE, image.width)
    image = image.resize((wide, max(1, round(image.height * wide / image.width))))
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=85)
    alt = tr("Frame of the film: {what}", what=caption)
    return Picture(buffer.getvalue(), "image/jpeg", image.size, alt, caption, most=33.0)
