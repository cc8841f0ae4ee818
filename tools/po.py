"""Catalogues as gettext has them: read and write `.po`, and compile `.mo`.

Only what these catalogues need: one domain, no comments, one line for each text, and
all in the order of the English texts, so that two people's additions seldom meet in a merge.
"""

from __future__ import annotations

import struct
from ast import literal_eval
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

Key = tuple[str, ...]
"""An English text, or its singular and plural. A text in a context is written `context\\x04text`."""
CONTEXT = "\x04"


@dataclass
class Catalogue:
    """The texts of a language by their English ones: one each, or as many as it has plural forms."""

    language: str
    plurals: str
    texts: dict[Key, tuple[str, ...]] = field(default_factory=dict)

    @property
    def forms(self) -> int:
        """How many forms a noun takes beside numbers."""
        return int(self.plurals.partition("nplurals=")[2].partition(";")[0])

    @property
    def header(self) -> str:
        return (
            f"Language: {self.language}\nMIME-Version: 1.0\n"
            "Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n"
            f"Plural-Forms: {self.plurals}\n"
        )


class PoError(ValueError):
    """A catalogue that is not as this tool writes it."""


def read_po(path: Path) -> Catalogue:
    """A `.po` file. Raises PoError with the line that is wrong; `fuzzy` marks are wrong here."""
    found: dict[Key, tuple[str, ...]] = {}
    keys: list[str] = []
    values: list[str] = []
    target, context = keys, ""
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), ""], 1):
        word, _, text = line.partition(" ")
        if not line:
            if keys:
                found[tuple(keys)] = tuple(values)
            keys, values = [], []
        elif line.startswith('"'):
            target[-1] += _unquoted(line, path, number)
        elif word == "msgctxt":
            context = _unquoted(text, path, number) + CONTEXT
        elif word in ("msgid", "msgid_plural"):
            target = keys
            keys.append(context + _unquoted(text, path, number))
            context = ""
        elif word == "msgstr" or word.startswith("msgstr["):
            target = values
            values.append(_unquoted(text, path, number))
        else:
            raise PoError(f"{path}:{number}: {line}")
    head = found.pop(("",), ("",))[0]
    facts = dict(line.split(": ", 1) for line in head.splitlines())
    return Catalogue(facts.get("Language", ""), facts.get("Plural-Forms", ""), found)


def _unquoted(text: str, path: Path, number: int) -> str:
    try:
        value = literal_eval(text)
    except (SyntaxError, ValueError) as error:
        raise PoError(f"{path}:{number}: {text}") from error
    assert isinstance(value, str)
    return value


def po_text(catalogue: Catalogue) -> str:
    """The catalogue as a `.po` file."""
    blocks = [("", (catalogue.header,)), *_sorted(catalogue.texts)]
    return "\n".join(
        _block(key if isinstance(key, tuple) else (key,), value) for key, value in blocks
    )


def _sorted(texts: Mapping[Key, tuple[str, ...]]) -> list[tuple[Key, tuple[str, ...]]]:
    return sorted(texts.items())


def _block(key: Key, value: tuple[str, ...]) -> str:
    context, _, text = key[0].rpartition(CONTEXT)
    lines = [f"msgctxt {_quoted(context)}"] if context else []
    lines.append(f"msgid {_quoted(text)}")
    if len(key) == 1:
        lines.append(f"msgstr {_quoted(value[0])}")
    else:
        lines.append(f"msgid_plural {_quoted(key[1])}")
        lines += [f"msgstr[{place}] {_quoted(text)}" for place, text in enumerate(value)]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = (
        text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    )
    return f'"{escaped}"'


def mo_bytes(catalogue: Catalogue) -> bytes:
    """The catalogue as a `.mo` file; what is not translated is left out."""
    pairs = {b"": catalogue.header.encode()}
    for key, value in catalogue.texts.items():
        if all(value):
            pairs["\0".join(key).encode()] = "\0".join(value).encode()
    ordered = sorted(pairs.items())
    count = len(ordered)
    first = 7 * 4 + 2 * 8 * count
    tables = [b"", b""]
    body = b""
    for which in (0, 1):
        for pair in ordered:
            tables[which] += struct.pack("<II", len(pair[which]), first + len(body))
            body += pair[which] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, first)
    return head + tables[0] + tables[1] + body
