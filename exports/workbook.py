"""A workbook (XLSX): totals, rulings and tags with typed cells, and the exact times beside the numbers.

No cell is a formula, whatever its text begins with.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from annotator.files.details_cell import write_details
from annotator.files.interchange.losses import Loss, Losses
from annotator.files.interchange.outgoing import Made, head_of
from annotator.files.interchange.record import shown_text
from annotator.model.match import Match
from annotator.model.time import write_seconds
from annotator.model.vocabulary import ATHLETES
from annotator.scoring.ruling import ScoreSheet
from annotator.text import say, tr, word
from exports.rows import COLUMNS, TOTALS, people, timeline_rows

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

Value = str | int | Fraction | None
_LONGEST = 32_767  # characters in a cell
_WIDEST, _NARROWEST = 60, 8
_SECONDS = "0.000"
_TAGS = (
    "row", "start", "end", "tag", "athlete", "details", "note", "frame", "end_frame", "film",
    "exact_start", "exact_end", "id",
)  # fmt: skip


def write_workbook(match: Match, sheets: Sequence[ScoreSheet]) -> Made:
    """The workbook of a scored match."""
    from openpyxl import Workbook

    losses = Losses()
    book = Workbook()
    first = book.active
    if first is not None:
        book.remove(first)
    names = people(match)
    _fill(book.create_sheet(tr("Totals")), _total_columns(), _total_rows(sheets, names), losses)
    rulings = (row.cells() for row in timeline_rows(match, sheets))
    _fill(book.create_sheet(tr("Rulings")), COLUMNS, rulings, losses)
    _fill(book.create_sheet(tr("Tags")), _TAGS, _tag_rows(match), losses)
    _fill(book.create_sheet(tr("Match")), ("what", "text"), _head_rows(match), losses)
    if match.drawings:
        losses.add(Loss.DRAWINGS, times=len(match.drawings))
    data = io.BytesIO()
    book.save(data)
    return Made(data.getvalue(), losses.sentences())


def _total_columns() -> tuple[str, ...]:
    return (
        "ruleset", "edition", *(f"{who}_{name}" for who in ATHLETES for name in TOTALS), "winner", "why",
    )  # fmt: skip


def _total_rows(sheets: Iterable[ScoreSheet], names: dict[str, str]) -> Iterable[Sequence[Value]]:
    for sheet in sheets:
        sums = sheet.totals()
        numbers = (getattr(sums[who], name) for who in ATHLETES for name in TOTALS)
        winner = sheet.result.winner
        yield (
            sheet.ruleset, sheet.edition, *numbers, names[winner] if winner else "",
            say(sheet.result.why, names),
        )  # fmt: skip


def _tag_rows(match: Match) -> Iterable[Sequence[Value]]:
    for row, tag in enumerate(match.tags, 1):
        yield (
            row, tag.start, tag.end, tag.tag, tag.athlete, write_details(tag.details), tag.note,
            tag.frame, tag.end_frame, tag.film, write_seconds(tag.start),
            None if tag.end is None else write_seconds(tag.end), tag.id,
        )  # fmt: skip


def _head_rows(match: Match) -> Iterable[Sequence[Value]]:
    yield from head_of(match).items()
    for film in match.media:
        yield "film", film.path


def _fill(
    sheet: Worksheet, columns: Sequence[str], rows: Iterable[Sequence[Value]], losses: Losses
) -> None:
    """A header that stays on top, rows under it, and columns as wide as what is in them."""
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    widths = [len(name) for name in columns]
    for place, name in enumerate(columns, 1):
        sheet.cell(1, place, word(name)).font = Font(bold=True)
    for number, row in enumerate(rows, 2):
        for place, value in enumerate(row, 1):
            if value is None or value == "":
                continue
            cell = sheet.cell(number, place)
            if isinstance(value, str):
                text = shown_text(value)
                if len(text) > _LONGEST:
                    losses.add(Loss.CUT, columns[place - 1])
                    text = text[:_LONGEST]
                cell.value = text
                cell.data_type = "s"  # a text, also where it begins like a formula
                cell.alignment = Alignment(wrap_text=len(text) > _WIDEST, vertical="top")
                shown = max(map(len, text.split("\n")))
            elif isinstance(value, Fraction):
                cell.value = float(value)
                cell.number_format = _SECONDS
                shown = len(f"{float(value):.3f}")
            else:
                cell.value = value
                shown = len(str(value))
            widths[place - 1] = max(widths[place - 1], shown)
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = sheet.dimensions
    for place, width in enumerate(widths, 1):
        letter = get_column_letter(place)
        sheet.column_dimensions[letter].width = min(max(width + 2, _NARROWEST), _WIDEST)
