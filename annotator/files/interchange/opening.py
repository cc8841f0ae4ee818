"""Any foreign file, recognised by what is in it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from annotator.errors import ChoiceError, FileError, ForeignFileError
from annotator.files.atomic import read_bytes
from annotator.files.film_times import FilmTimes, Frames
from annotator.files.interchange.boris import GZIP, is_boris, read_boris, read_json, unpacked
from annotator.files.interchange.boris_tables import KNOWN, is_boris_table, read_boris_table
from annotator.files.interchange.eaf import is_eaf, read_eaf
from annotator.files.interchange.incoming import Imported, match_of
from annotator.files.interchange.lists import (
    is_chapters,
    is_cut_list,
    read_chapters,
    read_cut_list,
)
from annotator.files.interchange.losses import Loss
from annotator.files.interchange.marks import SIZE_LIMIT, Source
from annotator.files.interchange.safe_xml import parse_xml, xml_text
from annotator.files.interchange.sportscode import is_sportscode, read_sportscode
from annotator.files.interchange.words import Words
from annotator.files.match_json import FORMAT
from annotator.files.media_paths import film_place
from annotator.files.table_text import decoded, normal, read_rows
from annotator.files.tag_table import NEEDED, read_tag_table
from annotator.model.match import Match, Media
from annotator.text import tr

ENDINGS = (".xml", ".boris", ".gz", ".eaf", ".csv", ".tsv", ".txt")
_PACKED = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")


def read_foreign(
    path: Path,
    *,
    observation: str | None = None,
    annotator: str | None = None,
    words: Words | None = None,
    frames: Frames | None = None,
    media: Sequence[Media] = (),
) -> Imported:
    """The match in a file of another program.

    `observation`, `annotator`: which one, where a file has several. `frames`: the frames' times of
    the match's films (see `read_tag_table`), to which times are then brought; `media`: these films.
    Without them the films that the file names are taken as far as they are there.
    Raises FileError, ForeignFileError, ChoiceError, TagTableError.
    """
    data = read_bytes(path, SIZE_LIMIT)
    return read_content(
        data, path, observation=observation, annotator=annotator, words=words, frames=frames,
        media=media,
    )  # fmt: skip


def read_content(
    data: bytes,
    path: Path,
    *,
    observation: str | None = None,
    annotator: str | None = None,
    words: Words | None = None,
    frames: Frames | None = None,
    media: Sequence[Media] = (),
) -> Imported:
    """The match in the content of a file; see `read_foreign`. `path`: where it lies, as films are named from there."""
    where = str(path)
    source = _source(data, where, observation, annotator, frames)
    if isinstance(source, Match):
        return Imported(source)
    found = list(media)
    if not found:
        found, away = _named_films(source.films, path)
        for name in away:
            source.losses.add(Loss.FILM_AWAY, name)
    films = FilmTimes(frames) if frames is not None else None
    return match_of(source, where, words, films, found)


def _source(
    data: bytes, where: str, observation: str | None, annotator: str | None, frames: Frames | None
) -> Source | Match:
    if data.startswith(GZIP):
        data = unpacked(data, where)
    if data.startswith(_PACKED):
        raise ForeignFileError(
            tr("This is a workbook or a packed file, which is not read."), where=where,
            mend=tr("Save the table as CSV (UTF-8), and import that."),
        )  # fmt: skip
    head = data[:4000].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    if head.startswith(b"<"):
        _one(observation, "observation", where)
        return _of_xml(xml_text(data, where), where, annotator)
    _one(annotator, "annotator", where)
    if head.startswith(b"{"):
        return _of_json(data, where, observation)
    return _of_table(decoded(data, where), where, observation, data, frames)


def _one(wanted: str | None, option: str, where: str) -> None:
    """Refuse a choice that files of this kind do not have."""
    if wanted is not None:
        raise ChoiceError(
            tr("This file has nothing that --{option} chooses.", option=option), (), option,
            where=where, mend=tr("Leave the option out."),
        )  # fmt: skip


def _of_xml(text: str, where: str, annotator: str | None) -> Source:
    root, comments = parse_xml(text, where)
    if is_eaf(root):
        return read_eaf(root, where, annotator)
    _one(annotator, "annotator", where)
    if is_sportscode(root):
        return read_sportscode(root, comments, where)
    raise _unknown(where)


def _of_json(data: bytes, where: str, observation: str | None) -> Source:
    value = read_json(data.decode("utf-8-sig", "replace"), where)
    if is_boris(value):
        return read_boris(value, where, observation)
    if value.get("format") == FORMAT:
        raise ForeignFileError(
            tr("This is a match of this program; it needs no import."), where=where,
            mend=tr("Open it."),
        )  # fmt: skip
    raise _unknown(where)


def _of_table(
    text: str, where: str, observation: str | None, data: bytes, frames: Frames | None
) -> Source | Match:
    lines = text.lstrip().splitlines()
    first = next(read_rows(lines[0][:20_000], where, KNOWN), None) if lines else None
    if first is not None and is_boris_table(first.cells):
        return read_boris_table(text, where, observation)
    _one(observation, "observation", where)
    if first is not None and set(NEEDED) <= {normal(cell) for cell in first.cells}:
        return read_tag_table(data, frames, name=where)
    if is_chapters(text):
        return read_chapters(text, where)
    if is_cut_list(text):
        return read_cut_list(text, where)
    raise _unknown(where)


def _unknown(where: str) -> ForeignFileError:
    return ForeignFileError(
        tr("This file is of no kind that can be imported."), where=where,
        mend=tr("Imported are: XML edit lists (Sportscode, Nacsport), projects and event tables of BORIS, ELAN (.eaf),"
                " cut lists of LosslessCut, chapters, and tag tables."),
    )  # fmt: skip


def _named_films(names: Sequence[str], path: Path) -> tuple[list[Media], list[str]]:
    """The films that a file names, those beside it or at their place; and those that are not there."""
    found, away = [], []
    for name in dict.fromkeys(names):
        bare = name.replace("\\", "/")
        for said in (bare, bare.rpartition("/")[2]):
            try:
                place = film_place(said, path) if said else None
                there = place is not None and place.is_file()
            except (FileError, OSError, RuntimeError, ValueError):
                there = False
            if there and place is not None:
                found.append(Media(str(place)))
                break
        else:
            away.append(bare.rpartition("/")[2] or name)
    return found, away
