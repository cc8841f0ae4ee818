"""Small pages of HTML that need nothing else: no server, no network, no file beside them.

    body = element("h1", match.title) + table(["tag", "seconds"], [["mount", "3"]], numbers=(1,))
    write_page(path, page("Agreement", body))

Text given to these functions is escaped; only `Html` is taken as it is. All pages share one look,
legible on a phone, on a projector and printed in black and white.
"""

from __future__ import annotations

import base64
from collections.abc import Collection, Iterable, Sequence
from html import escape as _escaped
from pathlib import Path

from annotator.files.atomic import write_atomically
from annotator.files.ours import GENERATOR
from annotator.text import language

RIGHT_TO_LEFT = ("ar", "fa", "he", "ur")

CSS = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 12px 16px; max-width: 1000px; background: #fff; color: #111;
  font: 15px/1.35 "DejaVu Sans", "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
h1 { font-size: 1.45em; margin: 0 0 .2em; } h2 { font-size: 1.1em; margin: 1em 0 .25em; }
h1, h2, h3, p, td, th, li, dd { overflow-wrap: anywhere; }
p { margin: .3em 0; } small, .note { color: #444; font-size: .87em; }
table { border-collapse: collapse; width: 100%; margin: .3em 0; }
caption { text-align: start; font-weight: bold; padding: .2em 0; }
th, td { border-bottom: 1px solid #999; padding: 2px 6px; text-align: start; vertical-align: top; }
thead th { border-bottom: 2px solid #111; font-size: .87em; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: 1px 10px; margin: .3em 0; }
dl.facts dt { color: #444; } dl.facts dd { margin: 0; }
img, svg, video { max-width: 100%; height: auto; }
figure { margin: 0; } figcaption { font-size: .87em; }
.big { font-size: 1.3em; font-weight: bold; }
button, input, select { font: inherit; }
@media print { @page { size: A4; margin: 11mm; }
  body { padding: 0; max-width: none; font-size: 9.5pt; } a { color: inherit; text-decoration: none; }
  tr, figure { break-inside: avoid; } h2 { break-after: avoid; } .screen { display: none; } }
"""


class Html(str):
    """Markup that is safe to stand in a page as it is."""

    __slots__ = ()

    def __add__(self, other: str) -> Html:
        return Html(str.__add__(self, escape(other)))


def escape(text: object) -> Html:
    """Any text as markup that shows it and does nothing; `Html` stays as it is.

    What no page can hold (control characters, halves of characters) is shown as `U+FFFD`.
    """
    if isinstance(text, Html):
        return text
    clean = "".join(c if c in "\t\n" or _fits(ord(c)) else "\ufffd" for c in str(text))
    return Html(_escaped(clean, quote=True))


def _fits(code: int) -> bool:
    return code >= 32 and not 0x7F <= code < 0xA0 and not 0xD800 <= code < 0xE000


def element(tag: str, *content: object, **attributes: object) -> Html:
    """`<tag …>content</tag>`. `class_` stands for `class`, `_` in names for `-`; None and False
    leave an attribute out, True writes its name alone.
    """
    written = "".join(
        f" {name.rstrip('_').replace('_', '-')}"
        + ("" if value is True else f'="{escape(value).replace(chr(10), "&#10;")}"')
        for name, value in attributes.items()
        if value is not None and value is not False
    )
    if tag in ("br", "col", "hr", "img", "input", "link", "meta"):
        return Html(f"<{tag}{written}>")
    return Html(f"<{tag}{written}>{joined(content)}</{tag}>")


def joined(parts: Iterable[object]) -> Html:
    """Parts one after the other, texts among them escaped."""
    return Html("".join(escape(part) for part in parts))


def name_text(text: str) -> Html:
    """A name that people gave: whichever way it is written, what stands around it keeps its place."""
    return element("bdi", text)


def table(
    head: Sequence[object],
    rows: Iterable[Sequence[object]],
    *,
    caption: object = None,
    numbers: Collection[int] = (),
    row_heads: bool = False,
    shares: Sequence[float] = (),
    class_: str | None = None,
) -> Html:
    """A table: `numbers` are the columns that are set to the right, `row_heads`: the first cell of each
    row says what the row is about; `shares`: how wide the columns are among each other.
    """
    kind = dict.fromkeys(numbers, "number")
    top = [element("th", cell, scope="col", class_=kind.get(at)) for at, cell in enumerate(head)]
    body = [
        element(
            "tr",
            *(
                element("th", cell, scope="row", class_=kind.get(at))
                if row_heads and at == 0
                else element("td", cell, class_=kind.get(at))
                for at, cell in enumerate(row)
            ),
        )
        for row in rows
    ]
    parts = [element("caption", caption)] if caption else []
    if shares:
        widths = (f"width: {100 * share / sum(shares):.1f}%" for share in shares)
        parts.append(element("colgroup", *(element("col", style=width) for width in widths)))
    if top:
        parts.append(element("thead", element("tr", *top)))
    return element("table", *parts, element("tbody", *body), class_=class_)


def facts(pairs: Iterable[tuple[object, object]]) -> Html:
    """A list of what is what: `round: final`."""
    items = (element("dt", name) + element("dd", value) for name, value in pairs)
    return element("dl", *items, class_="facts")


def data_uri(data: bytes, kind: str) -> str:
    """Bytes as an address that needs no file; `kind` as `image/png`."""
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"


def picture(data: bytes, kind: str, alt: str, **attributes: object) -> Html:
    """A picture inside the page; `alt` says what it shows to those who cannot see it."""
    return element("img", src=data_uri(data, kind), alt=alt, **attributes)


def page(title: str, body: str, *, css: str = "", script: str = "") -> str:
    """A whole page in the language spoken now; `body` is `Html`, `css` comes after the common look.

    The page may load nothing from elsewhere (films and pictures beside it are allowed), and runs
    no script but `script`.
    """
    scripts = "'unsafe-inline'" if script else "'none'"
    policy = (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data: blob: 'self' file:; "
        f"media-src data: blob: 'self' file:; font-src data:; script-src {scripts}; base-uri 'none'; "
        "form-action 'none'"
    )
    speech = language()
    head = joined(
        [
            element("meta", charset="utf-8"),
            element("meta", name="generator", content=GENERATOR),
            element("meta", http_equiv="Content-Security-Policy", content=policy),
            element("meta", name="viewport", content="width=device-width, initial-scale=1"),
            element("title", title),
            Html(f"<style>{CSS}{css}</style>"),
        ]
    )
    # An ending inside a script would end it early.
    code = Html(f"<script>{script.replace('</', '<' + chr(92) + '/')}</script>") if script else ""
    ways = "rtl" if speech in RIGHT_TO_LEFT else "ltr"
    whole = element(
        "html", element("head", head), element("body", body, code), lang=speech, dir=ways
    )
    return f"<!doctype html>\n{whole}\n"


def write_page(path: Path, text: str) -> None:
    """Write a page, wholly or not at all. Raises SaveError."""
    write_atomically(path, text.encode("utf-8", "replace"))
