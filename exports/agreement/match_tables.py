"""The agreement of two annotators as a page: sentences, tables and the drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from annotator.model.two_taggers import Label
from annotator.model.vocabulary import POSITIONS, VOCABULARY
from annotator.scoring.wording import (
    clause_text,
    letter,
    name_of,
    verdict_short,
)
from annotator.text import seconds_text, tr, tr_n, word
from exports.agreement.blocks import (
    Block,
    Drawing,
    Grid,
    Section,
    Title,
    Words,
    coefficient,
    share_of,
)
from exports.agreement.figures import Spread, percent_text
from exports.agreement.lanes_svg import lanes_svg
from exports.agreement.match_words import (
    differences,
    ended,
    explanations,
    in_short,
    signed_text,
    time_share,
    warnings,
)
from exports.agreement.matches import (
    ABSENT,
    Counted,
    MatchAgreement,
    RulingsCompared,
)
from exports.rows import match_label

MOST_ROWS = 400
"""So many differences are listed on a page; the CSV has them all."""

_KIND = {name: place for place, name in enumerate((*POSITIONS, *VOCABULARY))}


def match_blocks(found: MatchAgreement, *, drawing: bool = True) -> list[Block]:
    """Everything about two taggings of a match, the most important first."""
    blocks: list[Block] = [
        Title(tr("Agreement of {first} and {second}", first=found.first.name, second=found.second.name)),
        *([Words(match_label(found.first.match))] if match_label(found.first.match) else []),
        *(Words(text) for text in warnings(found)),
        Section(tr("In short")),
        *(Words(text) for text in in_short(found)),
    ]  # fmt: skip
    if drawing and found.tags.units:
        blocks += [Section(tr("Timeline")), Drawing(lanes_svg(found), _lanes_caption(found))]
    blocks += [*_list(found), *_tags(found), *_lane(found), *_when(found), *_details(found)]
    for rulings in found.rulings:
        blocks += _rulings(found, rulings)
    return [*blocks, *explanations()]


def _tags(found: MatchAgreement) -> list[Block]:
    if not found.tags.units:
        return []
    both = len(found.tags.pairs)
    measures = Grid(
        ["", tr("alike"), tr("share"), tr("Cohen's kappa")],
        [
            [tr("all that one or both tagged"), *share_of(found.agreed, found.tags.same), coefficient(found.kappa)],
            [
                tr("where both tagged something"),
                *(share_of(found.agreed_where_both, found.tags.same) if both else ["–", "–"]),
                coefficient(found.kappa_where_both),
            ],
        ],
        numbers=(1,),
    )  # fmt: skip
    names = {
        "position": tr("positions"), "action": tr("actions"), "submission": tr("submissions"),
        "referee": tr("clock and referee"),
    }  # fmt: skip
    blocks: list[Block] = [
        Section(tr("Tags")),
        measures,
        _counted_grid(found, found.groups, lambda name: names[name], tr("By group")),
        _counted_grid(found, found.kinds, word, tr("By tag, the least agreed first")),
    ]
    for group in ("position", "action", "submission", "referee"):
        counts = {key: n for key, n in found.counts.items() if _group_of(key) == group}
        if any(one != two for one, two in counts):
            blocks.append(
                _matrix(
                    found, {key: str(n) for key, n in counts.items()},
                    tr("Who said what: {group}", group=names[group]),
                )
            )  # fmt: skip
    return blocks


def _lane(found: MatchAgreement) -> list[Block]:
    if not found.seconds:
        return []
    return [
        Section(tr("Positions by time")),
        Words(
            tr(
                "Each second of film counts once, where both say a position: {seconds} s. The same"
                " position with the same athlete on top: {same} s ({percent}). Cohen's kappa: {kappa}.",
                seconds=seconds_text(round(found.lane_total, 1)), same=seconds_text(round(found.lane_same, 1)),
                percent=time_share(found.lane_same, found.lane_total),
                kappa=ended(coefficient(found.lane_kappa)),
            )
        ),
        _matrix(
            found,
            {key: _tenths(value) for key, value in found.seconds.items()},
            tr("Seconds"),
        ),
    ]  # fmt: skip


def _when(found: MatchAgreement) -> list[Block]:
    signed, apart, ends = found.start_differences, found.start_distances, found.end_distances
    if signed is None or apart is None:
        return []
    rows = [
        _spread_row(tr("starts, how far apart"), apart),
        _spread_row(tr("starts, {second} after {first}", second=found.second.name, first=found.first.name), signed),
    ]  # fmt: skip
    if ends is not None:
        rows.append(_spread_row(tr("ends of spans, how far apart"), ends))
    return [
        Section(tr("When")),
        Grid(
            [tr("seconds"), tr("tags"), tr("median"), tr("quarter below"), tr("quarter above")], rows,
            numbers=(1, 2, 3, 4),
        ),
    ]  # fmt: skip


def _details(found: MatchAgreement) -> list[Block]:
    rows = found.detail_rows
    if not rows:
        return []
    apart = [row for row in rows if row.both < row.figure.units]
    blocks: list[Block] = [Section(tr("Details of the tags that both made"))]
    if apart:
        caption = tr("Answered not alike; the share is of those that both answered")
        blocks.append(_counted_grid(found, apart, word, caption))
    alike = sum(row.both for row in rows if row not in apart)
    if alike:
        count = len(rows) - len(apart)
        blocks.append(
            Words(
                tr_n(
                    "{count} detail is always answered alike where both answered ({answers} answers).",
                    "{count} details are always answered alike where both answered ({answers} answers).",
                    count, answers=alike,
                )
            )
        )  # fmt: skip
    elif not apart:
        blocks.append(Words(tr("No detail was answered by both.")))
    return blocks


def _rulings(found: MatchAgreement, rulings: RulingsCompared) -> list[Block]:
    ruleset = rulings.ruleset
    blocks: list[Block] = [
        Section(tr("Rulings under {ruleset}", ruleset=ruleset.id)),
        Grid(
            ["", *(name_of(found.first.match, who) for who in ("red", "blue")), tr("result")],
            [
                [each.name, *(str(sheet.totals()[who].points) for who in ("red", "blue")), verdict_short(sheet)]
                for each, sheet in zip((found.first, found.second), rulings.sheets, strict=True)
            ],
            caption=tr("Points"), numbers=(1, 2),
        ),
    ]  # fmt: skip
    if rulings.found.units:
        text = tr(
            "Of {units} things given under one or both taggings, {same} are given alike: {share}.",
            units=rulings.found.units, same=rulings.found.same, share=percent_text(rulings.figure),
        )  # fmt: skip
        caption = tr("By clause, those that differ most often first")
        blocks.append(Words(text))
        blocks.append(
            _counted_grid(
                found, rulings.clauses(), lambda name: clause_text(ruleset, name) or "–", caption
            )
        )
    return blocks


def _list(found: MatchAgreement) -> list[Block]:
    rows = differences(found)
    if not rows:
        return []
    blocks: list[Block] = [
        Section(tr("All differences")),
        Grid(
            [tr("time"), found.first.name, found.second.name, tr("difference")],
            [row.cells for row in rows[:MOST_ROWS]],
        ),
    ]
    if len(rows) > MOST_ROWS:
        more = len(rows) - MOST_ROWS
        blocks.append(Words(tr_n("and {count} more", "and {count} more", more)))
    return blocks


def _counted_grid(
    found: MatchAgreement, rows: Iterable[Counted], called: Callable[[str], str], caption: str
) -> Grid:
    return Grid(
        ["", found.first.name, found.second.name, tr("both"), tr("share")],
        [
            [
                called(row.name), str(row.first), str(row.second), str(row.both),
                percent_text(row.figure) if row.figure.units else "–",
            ]
            for row in rows
        ],
        caption=caption, numbers=(1, 2, 3),
    )  # fmt: skip


def _matrix(found: MatchAgreement, cells: Mapping[tuple[Label, Label], str], caption: str) -> Grid:
    """Rows: what the first said; columns, by the numbers of the rows: what the second said."""
    names = sorted({label for key in cells for label in key}, key=_order)
    numbered = {label: str(number) for number, label in enumerate(names, 1)}
    head = tr("{first} down, {second} across", first=found.first.name, second=found.second.name)
    return Grid(
        [head, *numbered.values()],
        [
            [f"{numbered[one]} {label_text(one)}", *(cells.get((one, two), "·") for two in names)]
            for one in names
        ],
        caption=caption,
        numbers=range(1, len(names) + 1),
    )


def _order(label: Label) -> tuple[bool, int, str]:
    return label == ABSENT, _KIND.get(label[0], 0), label[1] or ""


def _group_of(key: tuple[Label, Label]) -> str:
    name = next(label[0] for label in key if label != ABSENT)
    return VOCABULARY[name].group.value


def _spread_row(name: str, found: Spread) -> list[str]:
    return [name, str(found.count), *map(signed_text, (found.median, found.lower, found.upper))]


def _tenths(seconds: Fraction) -> str:
    """Seconds to a tenth; what is there never reads as 0."""
    return (
        seconds_text(round(seconds, 1))
        if seconds >= Fraction(1, 20)
        else "<" + seconds_text(Fraction(1, 10))
    )


def _lanes_caption(found: MatchAgreement) -> str:
    return tr(
        "Above {first}, below {second}, by film time. Filled and joined: tagged alike; half filled and"
        " joined by dashes: taken for one another; empty: tagged by one alone.",
        first=found.first.name, second=found.second.name,
    )  # fmt: skip


def label_text(label: Label) -> str:
    """A tag and its athlete in a table: `mount (R)`; `not tagged`."""
    if label == ABSENT:
        return tr("not tagged")
    name, athlete = label
    return (
        tr("{name} ({letter})", name=word(name), letter=letter(athlete)) if athlete else word(name)
    )
