"""Three or more annotators of one match: how far all of them agree together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from annotator.model.matching import Mark, match_marks
from annotator.model.two_taggers import (
    Label,
    check_pair,
    lane_samples,
    on_time_line,
    tag_marks,
)
from annotator.text import seconds_text, tr
from exports.agreement.blocks import Block, Grid, Section, Title, Words, coefficient
from exports.agreement.figures import (
    DRAWS,
    SEED,
    Figure,
    alpha,
    kappa,
    number_of,
    percent_text,
    share,
)
from exports.agreement.matches import ABSENT, Annotation, confusion

STEP = Fraction(1)
"""The positions are looked at once in so many seconds."""


@dataclass(frozen=True, slots=True)
class TogetherAgreement:
    """All annotators together: alpha of the tags and of the positions, and each two of them.

    `pairs`: the places of two in the list, the share they tagged alike, and Cohen's kappa.
    """

    names: tuple[str, ...]
    tolerance: Fraction
    moments: int
    tags: Figure
    positions: Figure
    pairs: tuple[tuple[int, int, Figure, Figure], ...]


def compare_all(
    people: Sequence[Annotation], tolerance: Fraction, by: Fraction = Fraction(0)
) -> TogetherAgreement:
    """Compare all with all; the times of all but the first are moved by `by` seconds.

    Raises AnnotatorError where one of them is plainly of another match than the first.
    """
    first = people[0].match
    matches = [
        first,
        *(on_time_line(each.match, check_pair(first, each.match), by) for each in people[1:]),
    ]
    marks = [tag_marks(match) for match in matches]
    rows = _units(marks, tolerance)
    pairs = []
    for one in range(len(marks)):
        for two in range(one + 1, len(marks)):
            found = match_marks(marks[one], marks[two], tolerance)
            pairs.append((one, two, share(found.same, found.units), kappa(confusion(found))))
    return TogetherAgreement(
        tuple(each.name for each in people), tolerance, len(rows[0]), alpha(rows),
        alpha(lane_samples(matches, STEP)), tuple(pairs),
    )  # fmt: skip


def together_blocks(found: TogetherAgreement) -> list[Block]:
    """What all say together, in words and a table."""
    return [
        Title(tr("Agreement of {names}", names=", ".join(found.names))),
        Section(tr("All together")),
        Words(
            tr(
                "Krippendorff's alpha of the tags, {moments} moments at most {seconds} s apart, where not"
                " tagged is an answer too: {alpha}.",
                moments=found.moments, seconds=seconds_text(found.tolerance),
                alpha=number_of(found.tags).rstrip("."),
            )
        ),
        Words(
            tr(
                "Krippendorff's alpha of the positions, looked at once a second: {alpha}.",
                alpha=number_of(found.positions).rstrip("."),
            )
        ),
        alpha_note(),
        Grid(
            [tr("two of them"), tr("tagged alike"), tr("Cohen's kappa")],
            [
                [
                    tr("{first} and {second}", first=found.names[one], second=found.names[two]),
                    percent_text(agreed), coefficient(chance),
                ]
                for one, two, agreed, chance in found.pairs
            ],
        ),
    ]  # fmt: skip


def alpha_note() -> Words:
    """What alpha is, and how its interval was found."""
    return Words(
        tr(
            "Alpha, like kappa, is 1 where all agree and 0 where they agree as by chance, for any number"
            " of people, and also where some did not answer. Krippendorff asks for 0.80, and for 0.67"
            " where only a first impression is wanted. Its interval: the cases drawn anew {draws} times,"
            " from the seed {seed}.",
            draws=DRAWS, seed=SEED,
        ),
        small=True,
    )  # fmt: skip


def _units(marks: Sequence[Sequence[Mark]], tolerance: Fraction) -> list[list[Label]]:
    """A row for each annotator, a column for each moment that anybody tagged.

    The moments are those of the first; what the next one tagged and no one before is a new moment.
    """
    moments: list[Mark] = []
    said: list[dict[int, Label]] = []
    for own in marks:
        # Known moments stand under their place in the list, so that a pair says which one it is.
        known = [replace(moment, id=str(place)) for place, moment in enumerate(moments)]
        found = match_marks(known, own, tolerance)
        row = {int(pair.first.id): _label(pair.second) for pair in found.pairs}
        for mark in found.only_second:
            row[len(moments)] = _label(mark)
            moments.append(mark)
        said.append(row)
    return [[row.get(place, ABSENT) for place in range(len(moments))] for row in said]


def _label(mark: Mark) -> Label:
    assert isinstance(mark.label, tuple)
    return mark.label[0], mark.label[1]
