"""A page of a report as PDF: A4, one page whatever it holds, legible in black and white.

Letters get smaller first; then tables show fewer rows and say how many more there are.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

from annotator.files.ours import GENERATOR
from exports.report.blocks import Cuts, Page, Table, tables
from exports.report.pdf_layout import Layout

_SIZES = (8.5, 8.0, 7.5, 7.0, 6.5)  # points
_PICTURES = (0.9, 0.8, 0.7, 0.6, 0.4, 0.25)  # shares of their height
_MARGIN = 10.0  # millimetres
_A4 = (210.0, 297.0)


def pdf_bytes(page: Page) -> bytes:
    """The page as a PDF document of one page."""
    from fpdf import FPDF

    logging.getLogger("fpdf").setLevel(logging.ERROR)
    width, height = _A4[::-1] if page.landscape else _A4
    pdf = FPDF(orientation="landscape" if page.landscape else "portrait", format="A4")
    pdf.set_auto_page_break(False)
    pdf.set_margin(_MARGIN)
    pdf.set_title(_clean(page.title))
    pdf.set_creator(GENERATOR)
    pdf.add_page()
    layout = _fitting(Layout(pdf, width - 2 * _MARGIN), page, height - 2 * _MARGIN)
    layout.draw(page, _MARGIN, _MARGIN, height - _MARGIN)
    return bytes(pdf.output())


def _clean(text: str) -> str:
    return "".join(c for c in text if c.isprintable() and not 0xD800 <= ord(c) < 0xE000)[:300]


def _fitting(layout: Layout, page: Page, room: float) -> Layout:
    """The layout with the largest letters and the most rows with which the page is no higher than
    `room` (millimetres).
    """
    for attempt in _attempts(layout, page):
        if attempt.height(page) <= room:
            return attempt
    return attempt


def _attempts(layout: Layout, page: Page) -> Iterator[Layout]:
    for size in _SIZES:
        yield layout.with_fit(size, Cuts())
    for share in _PICTURES[:4]:
        yield layout.with_fit(_SIZES[-2], Cuts(), share)
    cuts = Cuts()
    every = list(tables(page.blocks))
    while (fewer := _one_row_less(every, cuts)) is not None:
        cuts = fewer
        yield layout.with_fit(_SIZES[-1], cuts, _PICTURES[3])
    for share in _PICTURES[4:]:
        yield layout.with_fit(_SIZES[-1], cuts, share)


def _one_row_less(every: list[Table], cuts: Cuts) -> Cuts | None:
    """The cuts with a row less in the table that shows the most; None where nothing is left to cut."""
    shown = {number: len(cuts.of(number, table)[0]) for number, table in enumerate(every)}
    free = [number for number, table in enumerate(every) if shown[number] > table.least]
    if not free:
        return None
    longest = max(free, key=lambda number: shown[number])
    return Cuts({**cuts.rows, longest: shown[longest] - 1})
