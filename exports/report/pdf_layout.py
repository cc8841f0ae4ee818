"""Laying a page out on paper: everything is measured first, so that it can be made to fit."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from exports.report.blocks import (
    Block,
    Columns,
    Cuts,
    Facts,
    Lines,
    Page,
    Picture,
    Table,
    Text,
    more_text,
)

if TYPE_CHECKING:
    from fpdf import FPDF

_MM = 25.4 / 72  # millimetres in a point
_LEADING = 1.24
_FAMILY = "sheet"
_GAP = 1.8  # millimetres between blocks
_GUTTER = 5.0  # between columns
_PAD = 0.8  # on both sides of a cell
_UNKNOWN = "\u25af"  # for letters that the font has not
_GREY = 90


@dataclass(frozen=True)
class Laid:
    """A measured block: its height in millimetres, and how it is drawn with its upper left corner at a place."""

    height: float
    draw: Callable[[float, float], None]


class Layout:
    """A page's blocks with letters of one size (points) on `width` millimetres."""

    def __init__(
        self, pdf: FPDF, width: float, size: float = 9.0, cuts: Cuts | None = None,
        pictures: float = 1.0,
    ) -> None:  # fmt: skip
        self.pdf, self.width, self.size = pdf, width, size
        self._cuts, self._pictures = cuts or Cuts(), pictures
        self._table = 0
        if _FAMILY not in pdf.fonts:
            folder = _font_folder()
            pdf.add_font(_FAMILY, "", str(folder / "DejaVuSans.ttf"))
            pdf.add_font(_FAMILY, "B", str(folder / "DejaVuSans-Bold.ttf"))

    def with_fit(self, size: float, cuts: Cuts, pictures: float = 1.0) -> Layout:
        """The same with other letters, fewer rows, or lower pictures (a share of their height)."""
        return Layout(self.pdf, self.width, size, cuts, pictures)

    def height(self, page: Page) -> float:
        """Millimetres that the page takes."""
        laid = self._laid(page)
        return sum(part.height for part in laid) + _GAP * max(0, len(laid) - 1)

    def draw(self, page: Page, x: float, y: float, end: float) -> None:
        """Draw it, its foot at the lower end of the paper."""
        *body, foot = self._laid(page)
        for part in body:
            part.draw(x, y)
            y += part.height + _GAP
        foot.draw(x, max(y, end - foot.height))

    def _laid(self, page: Page) -> list[Laid]:
        self._table = 0
        parts = [self._words(page.title, self.width, self.size * 1.55, bold=True, most=2)]
        if page.subtitle:
            parts.append(self._words(page.subtitle, self.width, self.size, most=2))
        parts += [self._block(block, self.width) for block in page.blocks]
        parts.append(self._words(page.foot, self.width, self.size * 0.8, grey=True, most=3))
        return parts

    def _block(self, block: Block, width: float) -> Laid:
        match block:
            case Text():
                size = self.size * (0.86 if block.small else 1.12 if block.bold else 1.0)
                return self._words(
                    block.text, width, size, bold=block.bold, grey=block.small, most=4
                )
            case Facts():
                return self._facts(block, width)
            case Table():
                return self._whole_table(block, width)
            case Picture():
                return self._picture(block, width)
            case Lines():
                return self._lines(block, width)
            case Columns():
                return self._columns(block, width)

    # ------------------------------------------------------------------ words

    @cached_property
    def _known(self) -> frozenset[int]:
        from fpdf.fonts import TTFFont

        font = self.pdf.fonts[_FAMILY]
        assert isinstance(font, TTFFont)
        return frozenset(font.cmap)

    def _plain(self, text: str) -> str:
        """The text as the font can show it, on one line."""
        shown = []
        for char in " ".join(str(text).split()):
            code = ord(char)
            if unicodedata.category(char) in ("Cc", "Cf", "Mn") and code not in self._known:
                continue
            if unicodedata.category(char) in ("Cc", "Cs"):
                continue
            shown.append(char if code in self._known else _UNKNOWN)
        return "".join(shown)

    def _room(self, text: str, size: float, bold: bool) -> float:
        self.pdf.set_font(_FAMILY, "B" if bold else "", size)
        return float(self.pdf.get_string_width(text))

    def _wrapped(self, text: str, width: float, size: float, bold: bool, most: int) -> list[str]:
        """The text in lines of at most `width` millimetres, at most so many; more ends with an ellipsis."""
        lines: list[str] = []
        line = ""
        for word in self._plain(text).split(" "):
            tried = f"{line} {word}" if line else word
            while self._room(tried, size, bold) > width:
                if line and self._room(word, size, bold) <= width:
                    lines.append(line)
                    tried = word
                    break
                count = self._fitting(tried, width, size, bold)
                lines.append(tried[:count].rstrip())
                tried = word = tried[count:].lstrip()
                line = ""
                if len(lines) > most:
                    break
            line = tried
            if len(lines) > most:
                break
        lines.append(line)
        if len(lines) > most:
            last = lines[most - 1]
            while last and self._room(last + "…", size, bold) > width:
                last = last[:-1]
            lines = [*lines[: most - 1], last.rstrip() + "…"]
        return lines

    def _fitting(self, text: str, width: float, size: float, bold: bool) -> int:
        """How many letters fit, at least one."""
        low, high = 1, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self._room(text[:middle], size, bold) <= width:
                low = middle
            else:
                high = middle - 1
        return low

    def _words(
        self, text: str, width: float, size: float, *, bold: bool = False, grey: bool = False,
        most: int = 3, right: bool = False,
    ) -> Laid:  # fmt: skip
        lines = self._wrapped(text, width, size, bold, most) if text else []
        step = size * _MM * _LEADING

        def draw(x: float, y: float) -> None:
            self.pdf.set_font(_FAMILY, "B" if bold else "", size)
            self.pdf.set_text_color(_GREY if grey else 0)
            for number, line in enumerate(lines):
                at = x + width - self._room(line, size, bold) if right else x
                self.pdf.text(at, y + (number + 0.8) * step, _in_reading_order(line))

        return Laid(step * len(lines), draw)

    # ------------------------------------------------------------------ blocks

    def _facts(self, block: Facts, width: float) -> Laid:
        count = 3
        each = (width - _GUTTER * (count - 1)) / count
        cells = []
        for name, value in block.pairs:
            label = self._words(name, each * 0.34, self.size, grey=True, most=1)
            said = self._words(value, each * 0.66, self.size, most=2)
            cells.append((label, said))
        rows = [cells[at : at + count] for at in range(0, len(cells), count)]
        heights = [max(max(a.height, b.height) for a, b in row) for row in rows]

        def draw(x: float, y: float) -> None:
            for row, height in zip(rows, heights, strict=True):
                for number, (label, said) in enumerate(row):
                    left = x + number * (each + _GUTTER)
                    label.draw(left, y)
                    said.draw(left + each * 0.34, y)
                y += height

        return Laid(sum(heights), draw)

    def _whole_table(self, table: Table, width: float) -> Laid:
        rows, hidden = self._cuts.of(self._table, table)
        self._table += 1
        parts = []
        if table.title:
            parts.append(self._words(table.title, width, self.size, bold=True, most=1))
        if not table.rows:
            parts.append(self._words(table.empty, width, self.size, most=2))
        else:
            shares = table.shares or (1.0,) * len(table.head)
            widths = [width * share / sum(shares) for share in shares]
            if any(table.head):
                parts.append(self._row(table, table.head, widths, bold=True))
            parts += [self._row(table, row, widths) for row in rows]
        if hidden:
            parts.append(self._words(more_text(hidden), width, self.size * 0.9, grey=True, most=1))
        return _below(parts)

    def _row(
        self, table: Table, cells: Sequence[str], widths: Sequence[float], bold: bool = False
    ) -> Laid:
        size = self.size * (0.88 if bold else 0.95)
        laid = [
            self._words(cell, width - 2 * _PAD, size, bold=bold, right=number in table.numbers)
            for number, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        height = max(cell.height for cell in laid) + 0.5

        def draw(x: float, y: float) -> None:
            left = x
            for cell, width in zip(laid, widths, strict=True):
                cell.draw(left + _PAD, y)
                left += width
            self.pdf.set_draw_color(0 if bold else 150)
            self.pdf.set_line_width(0.3 if bold else 0.1)
            self.pdf.line(x, y + height, left, y + height)

        return Laid(height + 0.15, draw)

    def _picture(self, block: Picture, width: float) -> Laid:
        across, up = block.size
        height = min(block.most * self._pictures, width * up / max(1, across))
        wide = height * across / max(1, up)
        caption = self._words(block.caption, width, self.size * 0.9, most=2)

        def draw(x: float, y: float) -> None:
            left = x + (width - wide) / 2
            self.pdf.image(io.BytesIO(block.data), left, y, wide, height, alt_text=block.alt)
            caption.draw(x, y + height + 0.5)

        return Laid(height + caption.height + (0.5 if block.caption else 0.0), draw)

    def _lines(self, block: Lines, width: float) -> Laid:
        step = max(6.5, self.size * _MM * 2.2)
        labels = [
            self._words(label, width * 0.3, self.size, bold=True, most=1) for label in block.labels
        ]

        def draw(x: float, y: float) -> None:
            self.pdf.set_draw_color(0)
            self.pdf.set_line_width(0.2)
            for label in labels:
                y += step
                label.draw(x, y - label.height)
                self.pdf.line(x, y, x + width, y)

        return Laid(step * len(labels), draw)

    def _columns(self, block: Columns, width: float) -> Laid:
        shares = block.shares or (1.0,) * len(block.columns)
        room = width - _GUTTER * (len(block.columns) - 1)
        widths = [room * share / sum(shares) for share in shares]
        laid = [
            _below([self._block(inside, wide) for inside in column], _GAP)
            for column, wide in zip(block.columns, widths, strict=True)
        ]

        def draw(x: float, y: float) -> None:
            for column, wide in zip(laid, widths, strict=True):
                column.draw(x, y)
                x += wide + _GUTTER

        return Laid(max(column.height for column in laid), draw)


def _below(parts: Sequence[Laid], gap: float = 0.0) -> Laid:
    """One below the other."""

    def draw(x: float, y: float) -> None:
        for part in parts:
            part.draw(x, y)
            y += part.height + gap

    return Laid(sum(part.height for part in parts) + gap * max(0, len(parts) - 1), draw)


def _in_reading_order(line: str) -> str:
    """A line as its letters stand from left to right, where some are written from right to left."""
    if not any(unicodedata.bidirectional(char) in ("R", "AL") for char in line):
        return line
    from fpdf.bidi import BidiParagraph

    return str(BidiParagraph(line).get_reordered_string())


def _font_folder() -> Path:
    import matplotlib

    return Path(matplotlib.get_data_path()) / "fonts" / "ttf"
