"""XML that came by e-mail: no DTD, no entities, nothing from outside, bounded in depth and number."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from annotator.errors import ForeignFileError
from annotator.files.interchange.marks import check_count
from annotator.text import tr

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_DEPTH = 40
_ELEMENTS = 4_000_000
_EVENTS = ("instance", "alignable_annotation")
"""The elements that are an event each; a file with too many is not read to its end."""
_DECLARED = re.compile(r"\A\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9._\-]{1,40})[\"']")
_DECLARATION = re.compile(r"\A\s*<\?xml[^>]{0,200}\?>")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class _TooMuchError(Exception):
    """Nested too deep, or too many elements."""


def xml_text(data: bytes, where: str) -> str:
    """The text of an XML file in whatever encoding it is, without its declaration.

    Its byte-order mark says it, else what the first bytes look like, else its own declaration.
    Raises ForeignFileError.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _without_declaration(_decoded(data, encoding, where))
    for head, encoding in ((b"<\0", "utf-16-le"), (b"\0<", "utf-16-be")):
        if data.startswith(head):
            return _without_declaration(_decoded(data, encoding, where))
    said = _DECLARED.match(data[:400].decode("latin-1"))
    encoding = said[1] if said else "utf-8"
    try:
        if not codecs.lookup(encoding)._is_text_encoding or encoding.lower().startswith("utf-16"):
            encoding = "utf-8"
    except LookupError:
        encoding = "utf-8"
    return _without_declaration(_decoded(data, encoding, where))


def _decoded(data: bytes, encoding: str, where: str) -> str:
    try:
        return data.decode(encoding)
    except (UnicodeError, LookupError):
        raise _broken(
            tr("The text is not {encoding}, as it claims.", encoding=encoding), where
        ) from None


def _without_declaration(text: str) -> str:
    return _DECLARATION.sub("", text.removeprefix("\ufeff"), count=1).lstrip()


def parse_xml(text: str, where: str) -> tuple[Element, list[str]]:
    """The root element of an XML text, and its comments. Raises ForeignFileError."""
    from xml.etree.ElementTree import Element, ParseError, TreeBuilder

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser

    class Builder(TreeBuilder):
        """Counts while it builds; comments are kept aside."""

        depth = count = events = 0

        def start(self, tag: str, attrs: dict[str, str], /) -> Element:
            self.depth += 1
            self.count += 1
            if self.depth > _DEPTH or self.count > _ELEMENTS:
                raise _TooMuchError
            if tag.rpartition("}")[2].lower() in _EVENTS:
                self.events += 1
                check_count(self.events, where)
            return super().start(tag, attrs)

        def end(self, tag: str, /) -> Element:
            self.depth -= 1
            return super().end(tag)

        def comment(self, text: str | None, /) -> Element:
            if text and len(comments) < 100:
                comments.append(text)
            return Element("comment")

    comments: list[str] = []
    parser = DefusedXMLParser(
        target=Builder(), encoding="utf-8", forbid_dtd=True, forbid_entities=True,
        forbid_external=True,
    )  # fmt: skip
    try:
        parser.feed(text.encode("utf-8", "surrogatepass"))
        root = parser.close()
    except DefusedXmlException:
        raise ForeignFileError(
            tr("The file brings a document type or entities, which are not read."), where=where,
            mend=tr("No program writes those into such a file; do not trust it."),
        ) from None  # fmt: skip
    except _TooMuchError:
        raise ForeignFileError(
            tr("The file is nested deeper, or has more parts, than any file of this kind."),
            where=where, mend=tr("Is it the right one?"),
        ) from None  # fmt: skip
    except ParseError as wrong:
        line, column = wrong.position
        raise _broken(
            tr("This is not whole XML (line {line}, column {column}).", line=line, column=column + 1),
            where,
        ) from None  # fmt: skip
    return root, comments


def _broken(what: str, where: str) -> ForeignFileError:
    mend = tr("The file is damaged or was cut; export it again in the other program.")
    return ForeignFileError(what, where=where, mend=mend)


def local(element: Element) -> str:
    """An element's name in small letters, without a namespace."""
    tag = element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def children(element: Element, name: str) -> Iterator[Element]:
    """The children of a name, whatever its letters' case."""
    return (child for child in element if local(child) == name)


def child_text(element: Element, name: str) -> str:
    """The text of the first child of a name, without spaces around it; empty where there is none."""
    found = next(children(element, name), None)
    return ("".join(found.itertext()) if found is not None else "").strip()


def child_texts(element: Element) -> dict[str, str]:
    """The texts of all children by their names, as `child_text` gives each."""
    found: dict[str, str] = {}
    for child in element:
        if not len(child):
            found.setdefault(local(child), (child.text or "").strip())
        else:
            found.setdefault(local(child), "".join(child.itertext()).strip())
    return found


def write_xml(root: Element) -> bytes:
    """The file: UTF-8 with a declaration, indented."""
    from xml.etree.ElementTree import indent, tostring

    indent(root, "  ")
    text: str = tostring(root, "unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()
