"""What a page of a report is made of: plain values, the same for paper and for browsers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from annotator.text import tr_n


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: str
    bold: bool = False
    small: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """What is what, in as many columns as there is room for: `Round: final`."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows below a head. `shares`: how wide the columns are among each other; `numbers`: columns that
    are set to the right. `left_out`: so many rows more there would be. On paper rows are cut from
    below down to `least`, where the page would not be one otherwise.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    shares: tuple[float, ...] = ()
    numbers: frozenset[int] = frozenset()
    left_out: int = 0
    least: int = 1
    empty: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as the bytes of a PNG or JPEG file of `size` pixels; `most`: millimetres of height at most."""

    data: bytes
    kind: str
    size: tuple[int, int]
    alt: str
    caption: str = ""
    most: float = 120.0


@dataclass(frozen=True, slots=True)
class Lines:
    """A line to write on for each of these words."""

    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """Blocks beside each other."""

    columns: tuple[tuple[Block, ...], ...]
    shares: tuple[float, ...] = ()


Block = Text | Facts | Table | Picture | Lines | Columns


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its heading, and what stands below; `foot` stands small at the lower end."""

    title: str
    subtitle: str
    blocks: tuple[Block, ...]
    foot: str = ""
    landscape: bool = False


@dataclass(frozen=True, slots=True)
class Cuts:
    """How many rows each table of a page shows, counted as `tables` lists them; None: all."""

    rows: dict[int, int] = field(default_factory=dict)

    def of(self, number: int, table: Table) -> tuple[Sequence[tuple[str, ...]], int]:
        """The rows that a table shows, and how many it does not."""
        shown = min(len(table.rows), self.rows.get(number, len(table.rows)))
        return table.rows[:shown], len(table.rows) - shown + table.left_out


def tables(blocks: Sequence[Block]) -> Iterator[Table]:
    """All tables, those in columns too, in the order in which they are read."""
    for block in blocks:
        if isinstance(block, Table):
            yield block
        elif isinstance(block, Columns):
            for column in block.columns:
                yield from tables(column)


def more_text(count: int) -> str:
    """What stands below a table that does not show all."""
    return tr_n("… and {count} more", "… and {count} more", count)
