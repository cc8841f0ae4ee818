"""Projects of BORIS (`.boris`, `.boris.gz`): an ethogram, subjects, and observations with their events."""

from __future__ import annotations

import json
import string
import zlib
from collections.abc import Mapping

from annotator.errors import ChoiceError, ForeignFileError
from annotator.files.interchange.boris_events import (
    NOBODY,
    POINT,
    START,
    STOP,
    Event,
    boris_rows_of,
    comment_of,
    frame_text,
    is_state,
    labels_of,
    modifier_sets,
    modifiers_of,
    offset_of,
    paired,
    read_frame,
    without_offset,
)
from annotator.files.interchange.losses import Loss, Losses
from annotator.files.interchange.marks import SIZE_LIMIT, Source, check_count
from annotator.files.interchange.numbers import read_moment
from annotator.files.interchange.outgoing import (
    HEAD_KEYS,
    Made,
    day_of,
    frame_length,
    head_of,
    sent_tags,
)
from annotator.files.interchange.record import shown_text
from annotator.model.match import Match
from annotator.model.vocabulary import ATHLETES, POSITIONS, VOCABULARY, Group, Kind, TagKind
from annotator.text import tr

GZIP = b"\x1f\x8b"
FORMAT = "7.0"
_KEYS = string.ascii_lowercase + string.ascii_uppercase + string.digits


# ---------------------------------------------------------------------- reading


def unpacked(data: bytes, where: str) -> bytes:
    """What is in a gzip file, up to the size of a match. Raises ForeignFileError."""
    unzip = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        content = unzip.decompress(data, SIZE_LIMIT + 1)
    except zlib.error:
        raise _damaged(tr("The packed file is damaged."), where) from None
    if len(content) > SIZE_LIMIT:
        raise ForeignFileError(
            tr("Unpacked, the file is larger than {n} bytes.", n=SIZE_LIMIT), where=where,
            mend=tr("Files of this kind are far smaller; is it the right one?"),
        )  # fmt: skip
    if not unzip.eof:
        raise _damaged(tr("The packed file was cut."), where)
    return content


def read_json(text: str, where: str) -> dict[str, object]:
    """An object of JSON; numbers keep their digits as text. Raises ForeignFileError."""
    try:
        value = json.loads(text, parse_float=str, parse_int=str, parse_constant=str)
    except (ValueError, RecursionError) as wrong:
        line = getattr(wrong, "lineno", 0)
        what = (
            tr("This is not whole JSON (line {line}).", line=line)
            if line
            else tr("This is no JSON that can be read.")
        )
        raise _damaged(what, where) from None
    if not isinstance(value, dict):
        raise ForeignFileError(tr("This JSON file is no project."), where=where)
    return value


def _damaged(what: str, where: str) -> ForeignFileError:
    mend = tr("The file is damaged or was cut; export it again in the other program.")
    return ForeignFileError(what, where=where, mend=mend)


def is_boris(data: Mapping[str, object]) -> bool:
    """Whether JSON is a project of BORIS."""
    return isinstance(data.get("observations"), dict) and (
        "behaviors_conf" in data or "subjects_conf" in data
    )


def read_boris(data: Mapping[str, object], where: str, observation: str | None = None) -> Source:
    """One observation of a project. Raises ForeignFileError; ChoiceError where none of several is named."""
    observations = _objects(data.get("observations"))
    name = chosen(list(observations), observation, where)
    seen = observations[name]
    losses = Losses()
    for other in observations:
        if other != name:
            losses.add(Loss.PARTS, other)
    conf = {
        str(one.get("code", "")): one
        for one in _objects(data.get("behaviors_conf")).values()
    }  # fmt: skip
    rows = seen.get("events")
    rows = rows if isinstance(rows, list) else []
    check_count(len(rows) // 2, where)
    offset = offset_of(seen.get("time offset", 0))
    events = []
    for row in rows:
        cells = row if isinstance(row, list) else []
        cells = [*cells, *[""] * (6 - len(cells))]
        code = str(cells[2])
        at = read_moment(cells[0])
        at = without_offset(at, offset) if at is not None else None
        if at is None or not code:
            losses.add(Loss.NO_TIME, code or str(cells[0])[:40])
            continue
        modifiers = str(cells[3] or "")
        names = _set_names(conf.get(code))
        texts = modifiers.split("|") if modifiers else []
        events.append(
            Event(
                at, str(cells[1] or ""), code, modifiers, labels_of(code, texts, names),
                str(cells[4] or ""), read_frame(cells[5]), _edge(code, conf.get(code)),
            )
        )  # fmt: skip
    head = {
        key: str(value)
        for key, value in _object(seen.get("independent_variables")).items()
        if key in HEAD_KEYS and value
    }
    for one in _objects(data.get("subjects_conf")).values():
        who = str(one.get("name", ""))
        if who in ATHLETES and one.get("description"):
            head.setdefault(who, str(one["description"]))
    if not any("[annotator " in event.comment for event in events):
        head.setdefault("title", name)
    files = _object(seen.get("file")).get("1")
    films = tuple(str(film) for film in files) if isinstance(files, list) else ()
    return Source(paired(events, losses), head, films, losses)


def chosen(names: list[str], wanted: str | None, where: str) -> str:
    """The observation that is meant. Raises ForeignFileError or ChoiceError."""
    if not names:
        raise ForeignFileError(
            tr("There is no observation in this project."), where=where,
            mend=tr("Code the match in BORIS first, or choose another file."),
        )  # fmt: skip
    if wanted is None and len(names) == 1:
        return names[0]
    if wanted in names:
        return wanted
    what = (
        tr("There are several observations in this file.")
        if wanted is None
        else tr("There is no observation {name} in this file.", name=repr(wanted))
    )
    raise _ask(what, names, where)


def _ask(what: str, names: list[str], where: str) -> ChoiceError:
    shown = ", ".join(names[:20])
    return ChoiceError(
        what, names, "observation", where=where,
        mend=tr("Name one (--observation NAME). There are: {names}.", names=shown),
    )  # fmt: skip


def _edge(code: str, conf: Mapping[str, object] | None) -> str:
    """POINT for what is a moment there; empty for states. Codes that the project does not list: as ours."""
    if conf is not None:
        return "" if "state" in str(conf.get("type", "")).lower() else POINT
    kind = VOCABULARY.get(code)
    return "" if kind is not None and is_state(kind) else POINT


def _set_names(conf: Mapping[str, object] | None) -> list[str]:
    sets = _objects(conf.get("modifiers")) if conf else {}
    return [str(sets[key].get("name", "")) for key in sorted(sets, key=lambda key: (len(key), key))]


def _object(value: object) -> dict[str, object]:
    return {str(key): each for key, each in value.items()} if isinstance(value, dict) else {}


def _objects(value: object) -> dict[str, dict[str, object]]:
    return {key: _object(each) for key, each in _object(value).items() if isinstance(each, dict)}


# ---------------------------------------------------------------------- writing


def write_boris(match: Match) -> Made:
    """A project with one observation: the match."""
    losses = Losses()
    sents = sent_tags(match, losses)
    shown = boris_rows_of(sents, frame_length(match), losses)
    films = [
        film for film in match.media if film.offset is None and film.camera == match.media[0].camera
    ]
    for film in match.media:
        if film not in films:
            losses.add(Loss.CAMERAS, film.path)
    events: list[list[object]] = []
    for sent in sents:
        tag, place = sent.tag, shown[sent.row]
        modifiers = "|".join(modifiers_of(sent))
        edges = ((START, place.start, tag.frame), (STOP, place.end, tag.end_frame))
        for edge, time, frame in edges:
            if time is None:
                continue
            row: list[object] = [
                round(time * 1000) / 1000, tag.athlete or NOBODY[0], tag.tag, modifiers,
                comment_of(sent, place, edge),
            ]  # fmt: skip
            events.append([*row, frame_text(frame)] if films else row)
    # A state that ends when its like begins has to end first.
    events.sort(key=lambda row: (float(str(row[0])), "edge=STOP" not in str(row[4])))
    head = {key: shown_text(value) for key, value in head_of(match).items()}
    name = head.get("title") or "match"
    day = day_of(match)
    project = {
        "time_format": "hh:mm:ss",
        "project_date": day,
        "project_name": name,
        "project_description": "",
        "project_format_version": FORMAT,
        "subjects_conf": {
            str(place): {"key": str(place + 1), "name": who, "description": head.get(who, "")}
            for place, who in enumerate(ATHLETES)
        },
        "behaviors_conf": {
            str(place): _behaviour(kind, key)
            for place, (kind, key) in enumerate(zip(VOCABULARY.values(), _KEYS, strict=False))
        },
        "behavioral_categories": [group.value for group in Group],
        "behavioral_categories_config": {},
        "independent_variables": {
            str(place): {
                "label": key, "description": "", "type": "text", "default value": "",
                "possible values": "",
            }
            for place, key in enumerate(HEAD_KEYS)
        },
        "coding_map": {}, "behaviors_coding_map": [], "converters": {},
        "observations": {
            name: {
                "file": {str(player): [film.path for film in films] if player == 1 else [] for player in range(1, 9)},
                "type": "MEDIA" if films else "LIVE",
                "date": f"{day}.000",
                "description": "",
                "time offset": 0.0,
                "observation time interval": [0, 0],
                "events": events,
                "independent_variables": head,
                "close_behaviors_between_videos": False,
                "visualize_spectrogram": False,
                "visualize_waveform": False,
                "media_info": {
                    "length": {film.path: float(film.duration or 0) for film in films},
                    "fps": {
                        film.path: round(float(film.frames / film.duration), 3) if film.frames and film.duration else 0.0
                        for film in films
                    },
                    "hasVideo": {film.path: True for film in films},
                    "hasAudio": {film.path: True for film in films},
                    "offset": {"1": 0.0},
                },
            }
        },
    }  # fmt: skip
    return Made(json.dumps(project, allow_nan=False, indent=1).encode(), losses.sentences())


def _behaviour(kind: TagKind, key: str) -> dict[str, object]:
    sets: dict[str, object] = {}
    for detail in (kind.details[name] for name in modifier_sets(kind)):
        choice = detail.kind is Kind.CHOICE
        sets[str(len(sets))] = {
            "name": detail.key, "description": detail.meaning, "type": 0 if choice else 2,
            "values": list(detail.values) if choice else [],
        }  # fmt: skip
    position = kind.group is Group.POSITION
    return {
        "type": "State event" if is_state(kind) else "Point event",
        "key": key,
        "code": kind.name,
        "description": kind.who_means,
        "color": "",
        "category": kind.group.value,
        "modifiers": sets or "",
        "excluded": ",".join(name for name in POSITIONS if name != kind.name) if position else "",
        "coding map": "",
    }
