"""`clips.json`: what a folder of clips was asked for, and which of them are finished."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from annotator.errors import ExportError, FileError
from annotator.files.atomic import read_bytes, write_atomically
from annotator.files.strict_json import JsonError, parse_json
from annotator.text import tr
from exports.clips.order import Order, order_from_plain, order_to_plain

MANIFEST = "clips.json"
_FORMAT, _VERSION = "annotator clips", 1
_LIMIT = 32 << 20  # bytes
_BLOCK = 1 << 20


class State(StrEnum):
    """How far a clip is."""

    WAITING = "waiting"
    FINISHED = "finished"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of the batch. `recipe` says all that it was made from, in short; `size` (bytes) and
    `digest` what it was when it was finished; `beside` its subtitles; `how` in what way it was cut;
    `why` it failed. `frames` are its first and last, as people name them.
    """

    name: str
    recipe: str
    state: State = State.WAITING
    title: str = ""
    frames: str = ""
    size: int = 0
    digest: str = ""
    beside: tuple[str, ...] = ()
    how: str = ""
    why: str = ""

    def is_whole(self, folder: Path) -> bool:
        """Whether its files are there as they were when they were finished."""
        return (
            self.state is State.FINISHED
            and self.is_unchanged(folder)
            and all((folder / name).is_file() for name in self.beside)
        )

    def is_unchanged(self, folder: Path) -> bool:
        """Whether the film under its name is the one that was finished last, of whatever order."""
        path = folder / self.name
        try:
            return (
                bool(self.digest)
                and path.stat().st_size == self.size
                and digest_of(path) == self.digest
            )
        except OSError:
            return False


@dataclass(frozen=True, slots=True)
class Manifest:
    """The book of a folder. `match`: the match's file, from the folder on; `earlier`: files of batches
    before this one that were written into the same folder.
    """

    order: Order = field(default_factory=Order)
    match: str = ""
    entries: tuple[Entry, ...] = ()
    earlier: tuple[Entry, ...] = ()

    @property
    def unfinished(self) -> int:
        """How many of its clips are still to be made."""
        return sum(entry.state is not State.FINISHED for entry in self.entries)

    @property
    def known(self) -> dict[str, Entry]:
        """All files of this folder that a batch wrote, by name."""
        return {entry.name: entry for entry in (*self.earlier, *self.entries)}

    def with_entry(self, entry: Entry) -> Manifest:
        """The book with what is known now of one of its files."""
        entries = tuple(entry if each.name == entry.name else each for each in self.entries)
        return replace(self, entries=entries)


def read_manifest(folder: Path) -> Manifest | None:
    """The book of a folder, None where there is none.

    Raises ExportError for a `clips.json` that no batch wrote: it is left alone.
    """
    path = folder / MANIFEST
    if not path.exists():
        return None
    try:
        plain = parse_json(read_bytes(path, _LIMIT).decode(), str(path))
    except (JsonError, UnicodeDecodeError, FileError):
        plain = None
    if not isinstance(plain, dict) or plain.get("format") != _FORMAT:
        raise ExportError(
            tr("There is a file {name} here that no batch of clips wrote; it is left alone.",
               name=MANIFEST),
            where=str(path),
            mend=tr("Choose another folder, or move that file away."),
        )  # fmt: skip
    if plain.get("version") != _VERSION:
        raise ExportError(
            tr("This batch of clips was begun by a newer version of the program."),
            where=str(path),
            mend=tr("Choose another folder, or go on with that version."),
        )
    if _is_damaged(plain):
        raise ExportError(
            tr("The file {name} is damaged: a name in it is none that a file can have.", name=MANIFEST),
            where=str(path),
            mend=tr("Move that file away and ask for the clips anew; clips that are there stay."),
        )  # fmt: skip
    asked = plain.get("asked")
    return Manifest(
        order_from_plain(asked if isinstance(asked, dict) else {}),
        _text(plain, "match"),
        _entries(plain.get("clips")),
        _entries(plain.get("earlier")),
    )


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the book, wholly or not at all. Raises SaveError."""
    plain = {
        "format": _FORMAT,
        "version": _VERSION,
        "match": manifest.match,
        "asked": order_to_plain(manifest.order),
        "clips": [_entry_to_plain(entry) for entry in manifest.entries],
        "earlier": [_entry_to_plain(entry) for entry in manifest.earlier],
    }
    text = json.dumps(plain, ensure_ascii=True, indent=1) + "\n"
    write_atomically(folder / MANIFEST, text.encode())


def digest_of(path: Path) -> str:
    """A fingerprint of all bytes of a file. Raises OSError."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def _entry_to_plain(entry: Entry) -> dict[str, object]:
    return {
        "name": entry.name,
        "title": entry.title,
        "frames": entry.frames,
        "state": entry.state.value,
        "how": entry.how,
        "why": entry.why,
        "size_bytes": entry.size,
        "sha256": entry.digest,
        "beside": list(entry.beside),
        "recipe": entry.recipe,
    }


def _is_damaged(plain: Mapping[str, object]) -> bool:
    """Whether a name in it holds what no file's name can: a NUL, or half a character."""
    items = [
        item for key in ("clips", "earlier") if isinstance(rows := plain.get(key), list)
        for item in rows if isinstance(item, dict)
    ]  # fmt: skip
    names = [_text(item, "name") for item in items]
    for item in items:
        beside = item.get("beside")
        names += [
            each for each in (beside if isinstance(beside, list) else ()) if isinstance(each, str)
        ]
    half = any(0xD800 <= ord(char) < 0xE000 for name in names for char in name)
    return half or "\0" in "".join([_text(plain, "match"), *names])


def _entries(value: object) -> tuple[Entry, ...]:
    items = value if isinstance(value, list) else []
    return tuple(_entry(item) for item in items if isinstance(item, dict) and _is_name(item))


def _is_name(item: Mapping[str, object]) -> bool:
    """Whether an entry names a file in this folder: never one elsewhere, whoever wrote it."""
    name = item.get("name")
    return (
        isinstance(name, str)
        and name not in ("", ".", "..")
        and not any(char in "/\\" for char in name)
    )


def _entry(item: Mapping[str, object]) -> Entry:
    size, beside, state = item.get("size_bytes"), item.get("beside"), item.get("state")
    return Entry(
        name=_text(item, "name"),
        recipe=_text(item, "recipe"),
        state=next((each for each in State if each.value == state), State.WAITING),
        title=_text(item, "title"),
        frames=_text(item, "frames"),
        size=size if isinstance(size, int) else 0,
        digest=_text(item, "sha256"),
        beside=tuple(
            name
            for name in (beside if isinstance(beside, list) else [])
            if _is_name({"name": name})
        ),
        how=_text(item, "how"),
        why=_text(item, "why"),
    )


def _text(item: Mapping[str, object], key: str) -> str:
    value = item.get(key)
    return value if isinstance(value, str) else ""
