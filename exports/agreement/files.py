"""The files that a comparison of two annotators is written to: a page, and a table of all pairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path

from annotator.files.atomic import write_atomically
from annotator.files.cells import harmless, quoted_cell, writable
from annotator.files.details_cell import write_details
from annotator.model.tag import Tag
from annotator.model.time import write_seconds
from annotator.scoring.marking import Vote, vote_of
from exports.agreement.blocks import Block
from exports.agreement.figures import Figure, Spread
from exports.agreement.lesson_words import Rulesets, lesson_blocks, vote_text
from exports.agreement.lessons import LessonAgreement
from exports.agreement.match_tables import match_blocks
from exports.agreement.match_words import warnings
from exports.agreement.matches import Counted, MatchAgreement
from exports.agreement.page import agreement_page
from exports.agreement.several import TogetherAgreement
from exports.folders import make_folder
from exports.html import write_page

PAGE_NAME, PAIRS_NAME, CALLS_NAME = (
    "agreement.html", "agreement-pairs.csv", "agreement-calls.csv",
)  # fmt: skip
COLUMNS = (
    "how", "difference", *(f"{who}_{name}" for who in ("first", "second")
                           for name in ("id", "start", "end", "frame", "tag", "athlete", "details")),
)  # fmt: skip


CALL_COLUMNS = (
    "trainee", "question", "ruling", "called", "right", "counts", "people", "reaction", "later",
)  # fmt: skip


def write_match_agreement(found: MatchAgreement, folder: Path) -> list[Path]:
    """Write the page and the table into a folder and return their paths.

    Files of these names are replaced whole. Raises ExportError or SaveError.
    """
    make_folder(folder)
    paths = [folder / PAGE_NAME, folder / PAIRS_NAME]
    write_blocks(match_blocks(found), paths[0])
    write_atomically(paths[1], pairs_csv(found).encode("utf-8"))
    return paths


def write_lesson_agreement(found: LessonAgreement, folder: Path, rulesets: Rulesets) -> list[Path]:
    """Write the page and the table of all calls into a folder and return their paths.

    Files of these names are replaced whole. Raises ExportError or SaveError.
    """
    make_folder(folder)
    paths = [folder / PAGE_NAME, folder / CALLS_NAME]
    write_blocks(lesson_blocks(found, rulesets), paths[0])
    write_atomically(paths[1], calls_csv(found).encode("utf-8"))
    return paths


def calls_csv(found: LessonAgreement) -> str:
    """A row for each call: whose, of which question, what was right and said, and when. Times exact."""
    rows = [list(CALL_COLUMNS)]
    for trainee in found.trainees:
        for each in trainee.marked.moments:
            late = [
                write_seconds(said.time - award.time)
                for said, award in each.pairs
                if said is not None and award is not None
                and said.time is not None and award.time is not None
            ]  # fmt: skip
            reaction = each.call.reaction
            rows.append(
                [
                    trainee.name, each.moment.id, vote_text(vote_of(each.against)),
                    vote_text(vote_of(each.call.awards) if each.call.answered else None),
                    "yes" if each.right else "no", "yes" if each.counts else "no",
                    str(each.weight), "" if reaction is None else write_seconds(reaction),
                    "; ".join(late),
                ]
            )  # fmt: skip
    return "".join(
        ",".join(quoted_cell(writable(harmless(cell))) for cell in row) + "\n" for row in rows
    )


def lesson_json(found: LessonAgreement) -> dict[str, object]:
    """The numbers of a lesson as plain values; null where they are undefined."""
    return {
        "lesson": found.lesson.id,
        "title": found.lesson.title,
        "right": figure_json(found.right),
        "kappa": figure_json(found.kappa),
        "unanswered": found.unanswered,
        "trainees": [
            {
                "name": each.name, "right": figure_json(each.right), "passed": each.marked.passed,
                "kappa": figure_json(each.kappa), "reaction": spread_json(each.reaction),
                "late": spread_json(each.late),
            }
            for each in found.trainees
        ],
        "alpha": {
            "answers": figure_json(found.among),
            "kinds": figure_json(found.among_kinds),
            "points": figure_json(found.among_points),
        },
        "pairs": [
            {"first": one, "second": two, "agreement": figure_json(same), "kappa": figure_json(chance)}
            for one, two, same, chance in found.pairs
        ],
        "panel": [
            {
                "moment": panel.moment.id, "answer": _vote_json(panel.answer),
                "majority": panel.majority, "right": panel.right,
            }
            for panel in found.panels
        ],
        "clauses": [
            {
                "ruleset": row.ruleset, "clause": row.clause, "wrong": row.wrong,
                "share": figure_json(row.figure),
            }
            for row in found.clauses
        ],
        "reaction": spread_json(found.reaction),
        "late": spread_json(found.late),
    }  # fmt: skip


def _vote_json(vote: Vote) -> list[dict[str, object]]:
    return [
        {"athlete": athlete, "kind": kind.value, "value": value} for athlete, kind, value in vote
    ]


def write_blocks(blocks: Iterable[Block], path: Path) -> None:
    """Write blocks as a page. Raises SaveError."""
    write_page(path, agreement_page(blocks))


def pairs_csv(found: MatchAgreement) -> str:
    """A row for each pair and each tag that one alone made, by time; times exact, in seconds."""
    rows: list[tuple[Fraction, Sequence[str]]] = []
    for pair in found.tags.pairs:
        cells = [pair.how.value, write_seconds(pair.difference)]
        cells += _tag_cells(found.tag(0, pair.first.id)) + _tag_cells(found.tag(1, pair.second.id))
        rows.append((pair.first.start, cells))
    empty = [""] * 7
    for mark in found.tags.only_first:
        rows.append((mark.start, ["only first", "", *_tag_cells(found.tag(0, mark.id)), *empty]))
    for mark in found.tags.only_second:
        rows.append((mark.start, ["only second", "", *empty, *_tag_cells(found.tag(1, mark.id))]))
    rows.sort(key=lambda row: row[0])
    lines = [",".join(COLUMNS)]
    lines += [",".join(quoted_cell(writable(harmless(cell))) for cell in row) for _, row in rows]
    return "\n".join(lines) + "\n"


def match_json(found: MatchAgreement) -> dict[str, object]:
    """The numbers as plain values; intervals and values are null where they are undefined."""
    return {
        "first": found.first.name,
        "second": found.second.name,
        "tolerance": write_seconds(found.tolerance),
        "film": found.check.film.value,
        "shift": write_seconds(found.check.shift + found.by),
        "swapped": found.check.swapped,
        "warnings": warnings(found),
        "tags": {
            "units": found.tags.units,
            "alike": found.tags.same,
            "taken_for": sum(not pair.same for pair in found.tags.pairs),
            "only_first": len(found.tags.only_first),
            "only_second": len(found.tags.only_second),
            "agreement": figure_json(found.agreed),
            "kappa": figure_json(found.kappa),
            "agreement_where_both": figure_json(found.agreed_where_both),
            "kappa_where_both": figure_json(found.kappa_where_both),
            "groups": [_counted_json(row) for row in found.groups],
            "kinds": [_counted_json(row) for row in found.kinds],
            "start_difference": spread_json(found.start_differences),
            "start_distance": spread_json(found.start_distances),
            "end_distance": spread_json(found.end_distances),
            "confusion": [
                {"first": _label_json(one), "second": _label_json(two), "count": count}
                for (one, two), count in found.counts.items()
            ],
        },
        "positions": {
            "seconds": write_seconds(found.lane_total),
            "alike": write_seconds(found.lane_same),
            "kappa": figure_json(found.lane_kappa),
        },
        "details": [_counted_json(row) for row in found.detail_rows],
        "rulings": [
            {
                "ruleset": rulings.ruleset.id,
                "points": [
                    {who: totals.points for who, totals in sheet.totals().items()}
                    for sheet in rulings.sheets
                ],
                "agreement": figure_json(rulings.figure),
                "clauses": [_counted_json(row) for row in rulings.clauses()],
            }
            for rulings in found.rulings
        ],
    }


def together_json(found: TogetherAgreement) -> dict[str, object]:
    """What three or more say together, as plain values."""
    return {
        "names": list(found.names),
        "tolerance": write_seconds(found.tolerance),
        "moments": found.moments,
        "alpha_tags": figure_json(found.tags),
        "alpha_positions": figure_json(found.positions),
        "pairs": [
            {
                "first": found.names[one], "second": found.names[two],
                "agreement": figure_json(agreed), "kappa": figure_json(chance),
            }
            for one, two, agreed, chance in found.pairs
        ],
    }  # fmt: skip


def figure_json(figure: Figure) -> dict[str, object]:
    """A figure as plain values: null where it is undefined, with `why` in words."""
    values: dict[str, object] = {
        "value": figure.value, "low": figure.low, "high": figure.high, "units": figure.units,
    }  # fmt: skip
    return values | ({"why": figure.why} if figure.why else {})


def spread_json(found: Spread | None) -> dict[str, object] | None:
    """Median and quartiles in exact seconds, or null."""
    if found is None:
        return None
    return {
        "count": found.count,
        "median": write_seconds(found.median),
        "lower": write_seconds(found.lower),
        "upper": write_seconds(found.upper),
    }


def _counted_json(row: Counted) -> dict[str, object]:
    return {
        "name": row.name, "first": row.first, "second": row.second, "both": row.both,
        "agreement": figure_json(row.figure),
    }  # fmt: skip


def _label_json(label: tuple[str, str | None]) -> dict[str, object] | None:
    return {"tag": label[0], "athlete": label[1]} if label[0] else None


def _tag_cells(tag: Tag) -> list[str]:
    return [
        tag.id, write_seconds(tag.start), "" if tag.end is None else write_seconds(tag.end),
        "" if tag.frame is None else str(tag.frame), tag.tag, tag.athlete or "",
        write_details(tag.details),
    ]  # fmt: skip
