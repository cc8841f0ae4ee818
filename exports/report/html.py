"""A page of a report as HTML: one file that needs no other."""

from __future__ import annotations

from exports.html import Html, element, joined, picture
from exports.html import facts as fact_list
from exports.html import page as html_page
from exports.html import table as html_table
from exports.report.blocks import (
    Block,
    Columns,
    Facts,
    Lines,
    Page,
    Picture,
    Table,
    Text,
    more_text,
)

_CSS = """
.beside { display: flex; gap: 14px; align-items: flex-start; }
.beside > div { min-width: 0; }
.facts-row { columns: 3 14em; margin: .3em 0; }
.facts-row dl.facts { margin: 0; }
.line { border-bottom: 1px solid #111; margin: 1.15em 0 0; min-height: 1.3em; }
.foot { border-top: 1px solid #999; margin-top: 1em; padding-top: .2em; }
table.narrow { table-layout: fixed; } table.narrow td, table.narrow th { padding: 1px 4px; }
@media (max-width: 640px) { .beside { display: block; } }
@media print { body { font-size: 7pt; line-height: 1.18; zoom: .86; } .beside { gap: 4mm; }
  h1 { font-size: 13pt; } h2 { margin-top: .5em; } th, td { padding: 0 1.2mm; }
  .beside { break-inside: avoid; } img { display: block; margin: 0 auto; max-height: 62mm !important; }
  .beside img { max-height: 27mm !important; } .line { margin-top: .5em; } .foot { margin-top: .4em; } }
"""
_LANDSCAPE = "@media print { @page { size: A4 landscape; } }"


def page_text(page: Page) -> str:
    """The page as a whole HTML document."""
    body = element("h1", element("bdi", page.title))
    if page.subtitle:
        body += element("p", element("bdi", page.subtitle))
    body += joined(_block(block) for block in page.blocks)
    if page.foot:
        body += element("p", page.foot, class_="foot note")
    return html_page(page.title, body, css=_CSS + (_LANDSCAPE if page.landscape else ""))


def _block(block: Block) -> Html:
    match block:
        case Text():
            inside = element("strong", block.text) if block.bold else block.text
            kind = "note" if block.small else "big" if block.bold else None
            return element("p", inside, class_=kind, dir="auto")
        case Facts():
            pairs = ((name, element("bdi", value)) for name, value in block.pairs)
            return element("div", *(fact_list([pair]) for pair in pairs), class_="facts-row")
        case Table():
            return _table(block)
        case Picture():
            return _picture(block)
        case Lines():
            return joined(element("p", label, class_="line") for label in block.labels)
        case Columns():
            shares = block.shares or (1.0,) * len(block.columns)
            columns = (
                element("div", *map(_block, inside), style=f"flex: {share:g} 1 0")
                for inside, share in zip(block.columns, shares, strict=True)
            )
            return element("div", *columns, class_="beside")


def _table(table: Table) -> Html:
    title = element("h2", table.title) if table.title else Html("")
    if not table.rows:
        return title + element("p", table.empty, class_="note")
    rows = [[element("bdi", cell) for cell in row] for row in table.rows]
    head = table.head if any(table.head) else ()
    written = html_table(head, rows, numbers=table.numbers, shares=table.shares, class_="narrow")
    if table.left_out:
        written += element("p", more_text(table.left_out), class_="note")
    return title + written


def _picture(block: Picture) -> Html:
    width, height = block.size
    most = f"max-height: {block.most:g}mm; width: auto"
    shown = picture(block.data, block.kind, block.alt, width=width, height=height, style=most)
    under = element("figcaption", block.caption) if block.caption else Html("")
    return element("figure", shown, under)
