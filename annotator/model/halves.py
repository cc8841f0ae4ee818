"""Halves of characters (lone surrogates), which no text file holds: they are mended where texts come in.

Files' names are the exception: bytes that are no UTF-8 stand in them as U+DC80 to U+DCFF, and have
to come back as they were.
"""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType

from annotator.model.tag import Tag

HALF = re.compile("[\ud800-\udfff]")
NAME_HALF = re.compile("[\ud800-\udc7f\udd00-\udfff]")
"""Halves that stand for no byte of a file's name."""


def mended(text: str) -> str:
    """The text with U+FFFD for each half of a character; two that belong together are joined."""
    if not HALF.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def mended_tag(tag: Tag) -> Tag:
    """The tag with its note and its answers mended; itself where nothing is broken."""
    if not any(map(HALF.search, (tag.note, *tag.details.values()))):
        return tag
    details = {key: mended(value) for key, value in tag.details.items()}
    return replace(tag, note=mended(tag.note), details=MappingProxyType(details))
