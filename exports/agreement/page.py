"""Blocks as a page of HTML that stands alone: for the screen, and printed in black and white."""

from __future__ import annotations

from collections.abc import Iterable

from annotator.text import tr
from exports.agreement.blocks import Block, Drawing, Grid, Section, Title, Words
from exports.html import Html, element, joined, page, table

_CSS = """
table { width: auto; } td.number, th.number { min-width: 2.2em; }
figure { margin: .4em 0; } .matrix td { border: 1px solid #bbb; }
"""


def agreement_page(blocks: Iterable[Block]) -> str:
    """The whole page; its title is that of the first `Title`."""
    parts = list(blocks)
    title = next((part.text for part in parts if isinstance(part, Title)), tr("Agreement"))
    return page(title, joined(_html(part) for part in parts), css=_CSS)


def _html(block: Block) -> Html:
    match block:
        case Title(text):
            return element("h1", text)
        case Section(text):
            return element("h2", text)
        case Words(text, small):
            return element("p", text, class_="note" if small else None)
        case Drawing(svg, caption):
            return element("figure", Html(svg), element("figcaption", caption))
        case Grid():
            return table(
                block.head, block.rows, caption=block.caption or None, numbers=block.numbers,
                row_heads=True,
            ) if block.rows else Html("")  # fmt: skip
