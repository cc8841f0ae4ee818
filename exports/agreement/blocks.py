"""What a page about agreement is made of, for the page, the command line and the window alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from exports.agreement.figures import Figure, number_of, percent_text, strength


@dataclass(frozen=True, slots=True)
class Title:
    """What the whole is about."""

    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """A heading."""

    text: str


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph; `small`: an explanation."""

    text: str
    small: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. `numbers`: columns that stand to the right. `heads`: the first cell of a row is its head."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str = ""
    numbers: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture as SVG, and in words what it shows."""

    svg: str
    caption: str


Block = Title | Section | Words | Grid | Drawing


def coefficient(figure: Figure) -> str:
    """A coefficient with what its size is called: `0.74 (0.60 to 0.88), substantial`."""
    called = strength(figure)
    return ", ".join(filter(None, (number_of(figure), called)))


def share_of(figure: Figure, both: int) -> list[str]:
    """Two cells: how many of how many, and the percentage."""
    return [
        f"{both}/{figure.units}" if figure.units else "–",
        percent_text(figure) if figure.units else "–",
    ]


def as_text(blocks: Iterable[Block]) -> list[str]:
    """The same as lines for a terminal; drawings are left out."""
    lines: list[str] = []
    for block in blocks:
        match block:
            case Title(text):
                lines += [text, "=" * min(len(text), 100)]
            case Section(text):
                lines += ["", text, "-" * min(len(text), 100)]
            case Words(text):
                lines.append(text)
            case Grid():
                lines += _grid_lines(block)
    return lines


def _grid_lines(grid: Grid) -> list[str]:
    if not grid.rows:
        return []
    rows = [[cell.replace("\n", " ") for cell in row] for row in (grid.head, *grid.rows)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(grid.head))]
    lines = [
        "  ".join(
            cell.rjust(width) if at in grid.numbers else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    return [*([grid.caption] if grid.caption else []), *("  " + line for line in lines)]
