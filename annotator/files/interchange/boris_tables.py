"""The two tables that BORIS exports: a row for each mark (tabular events), or for each event (aggregated).

Columns are found by their names, which differ between versions of BORIS; missing ones are no hindrance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from annotator.errors import ForeignFileError
from annotator.files.cells import harmless, quoted_cell, restored
from annotator.files.interchange.boris import chosen
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
    mark_of,
    modifiers_of,
    offset_of,
    paired,
    read_frame,
    without_offset,
)
from annotator.files.interchange.losses import Loss, Losses
from annotator.files.interchange.marks import Mark, Source, check_count
from annotator.files.interchange.numbers import Moment, decimal_text, read_moment
from annotator.files.interchange.outgoing import (
    HEAD_KEYS,
    Made,
    Sent,
    day_of,
    frame_length,
    head_of,
    sent_tags,
)
from annotator.files.interchange.record import Shown, shown_text
from annotator.files.table_text import normal, read_rows
from annotator.model.match import Match
from annotator.text import tr

KNOWN = (
    "observation id", "subject", "behavior", "behavioral category", "behavior type", "status",
    "time", "start (s)", "stop (s)", "comment", "comment start", "media file name",
)  # fmt: skip
_ROW_NAMES = {
    "id": ("observation id", "observation"),
    "subject": ("subject",),
    "code": ("behavior", "behaviour"),
    "edge": ("behavior type", "behaviour type", "status"),
    "time": ("time", "time (s)"),
    "start": ("start (s)", "start"),
    "stop": ("stop (s)", "stop"),
    "comment": ("comment", "comment start", "comments"),
    "comment stop": ("comment stop",),
    "frame": ("image index", "frame index", "image index start"),
    "frame stop": ("image index stop",),
    "offset": ("time offset (s)", "time offset"),
    "film": ("media file name", "media file path"),
    "modifiers": ("modifiers",),
}
_FIRST = ("Observation id", "Observation date", "Description")
_LAST = ("Image file path", "Comment")


def is_boris_table(header: Sequence[str]) -> bool:
    """Whether a table's first row is one of BORIS's."""
    names = {normal(cell) for cell in header}
    code = names & {"behavior", "behaviour"}
    return bool(code) and ({"time"} <= names or {"start (s)"} <= names)


class _Columns:
    """Cells by what their columns are called."""

    def __init__(self, header: Sequence[str]) -> None:
        names = [normal(cell) for cell in header]
        self._places = {
            key: names.index(found)
            for key, spellings in _ROW_NAMES.items()
            if (found := next((name for name in spellings if name in names), None))
        }
        self.modifiers = [
            place for place, name in enumerate(names) if name.startswith(("modifier #", "modif #"))
        ]
        self.head = {name: place for place, name in enumerate(names) if name in HEAD_KEYS}

    def __contains__(self, key: str) -> bool:
        return key in self._places

    def cell(self, cells: Sequence[str], key: str) -> str:
        place = self._places.get(key, -1)
        return restored(cells[place]) if 0 <= place < len(cells) else ""


def read_boris_table(text: str, where: str, observation: str | None = None) -> Source:
    """The events of one observation of either table.

    Raises ForeignFileError, TagTableError for rows that are none; ChoiceError where none of
    several observations is named.
    """
    rows = [row.cells for row in read_rows(text, where, KNOWN)]
    columns = _Columns(rows[0] if rows else [])
    if not rows or not is_boris_table(rows[0]):
        raise ForeignFileError(
            tr("This table has no columns “Behavior” and “Time” or “Start (s)”."), where=where,
            mend=tr("In BORIS, export tabular or aggregated events as CSV or TSV."),
        )  # fmt: skip
    check_count(len(rows) // 2, where)
    names = list(dict.fromkeys(columns.cell(row, "id") for row in rows[1:]))
    wanted = chosen(names or [""], observation, where)
    losses = Losses()
    for other in names:
        if other != wanted:
            losses.add(Loss.PARTS, other)
    mine = [row for row in rows[1:] if columns.cell(row, "id") == wanted]
    if "start" in columns:
        marks = [mark for row in mine if (mark := _span(row, columns, losses)) is not None]
    else:
        events = [event for row in mine if (event := _event(row, columns, losses)) is not None]
        marks = paired(events, losses)
    head = {
        key: restored(mine[0][place])
        for key, place in columns.head.items()
        if mine and place < len(mine[0]) and mine[0][place]
    }
    films = dict.fromkeys(columns.cell(row, "film") for row in mine)
    return Source(marks, head, tuple(film for film in films if film not in ("", "NA")), losses)


def _event(
    cells: Sequence[str], columns: _Columns, losses: Losses, time: str = "time"
) -> Event | None:
    code = columns.cell(cells, "code").strip()
    at = _moment(cells, columns, time)
    if at is None or not code:
        losses.add(Loss.NO_TIME, code or columns.cell(cells, time))
        return None
    texts = [cells[place] for place in columns.modifiers if place < len(cells)]
    if "modifiers" in columns:
        texts = columns.cell(cells, "modifiers").split("|")
    edge = columns.cell(cells, "edge").strip().upper()
    return Event(
        at, columns.cell(cells, "subject").strip(), code, "|".join(texts), labels_of(code, texts),
        columns.cell(cells, "comment"), read_frame(columns.cell(cells, "frame")),
        edge if edge in (START, STOP, POINT) else "",
    )  # fmt: skip


def _span(cells: Sequence[str], columns: _Columns, losses: Losses) -> Mark | None:
    event = _event(cells, columns, losses, "start")
    if event is None:
        return None
    stop = _moment(cells, columns, "stop")
    if columns.cell(cells, "edge").strip().upper() == POINT or stop is None:
        if stop is None and columns.cell(cells, "edge").strip().upper() == "STATE":
            losses.add(Loss.UNPAIRED, f"{event.code} {event.subject}".strip())
        return mark_of(event)
    frame = read_frame(columns.cell(cells, "frame stop"))
    return mark_of(event, (stop, frame, columns.cell(cells, "comment stop")))


def _moment(cells: Sequence[str], columns: _Columns, key: str) -> Moment | None:
    at = read_moment(columns.cell(cells, key))
    if at is None:
        return None
    return without_offset(at, offset_of(columns.cell(cells, "offset") or 0))


# ---------------------------------------------------------------------- writing


def write_boris_table(match: Match) -> Made:
    """Tabular events: a row for each start, stop and point."""
    return _table(
        match, ("Behavior type", "Time", "Media file name", "Image index", *_LAST), _marks
    )


def write_boris_events(match: Match) -> Made:
    """Aggregated events: a row for each tag."""
    columns = (
        "Behavior type", "Start (s)", "Stop (s)", "Duration (s)", "Media file name",
        "Image index start", "Image index stop", "Image file path start", "Image file path stop",
        "Comment start", "Comment stop",
    )  # fmt: skip
    return _table(match, columns, _spans)


Rows = Callable[[Sent, Shown, str], list[tuple[Fraction, list[object]]]]


def _table(match: Match, columns: Sequence[str], rows: Rows) -> Made:
    losses = Losses()
    sents = sent_tags(match, losses)
    shown = boris_rows_of(sents, frame_length(match), losses)
    head = {key: shown_text(value) for key, value in head_of(match).items()}
    most = max((len(modifiers_of(sent)) for sent in sents), default=0)
    film = match.media[0] if match.media else None
    path = film.path if film else "NA"
    for other in match.media[1:]:
        losses.add(Loss.CAMERAS, other.path)
    fps = (
        f"{float(film.frames / film.duration):.3f}"
        if film and film.frames and film.duration
        else "NA"
    )
    first: list[object] = [
        head.get("title") or "match", day_of(match).replace("T", " "), "",
        "Media file(s)" if film else "Live", f"player #1:{path}" if film else "NA", "0.0",
        f"{float(film.duration):.3f}" if film and film.duration else "NA", fps,
        *(head.get(key, "") for key in HEAD_KEYS),
    ]  # fmt: skip
    names = [
        *_FIRST, "Observation type", "Source", "Time offset (s)", "Media duration (s)",
        "FPS (frame/s)" if rows is _spans else "FPS", *HEAD_KEYS, "Subject", "Behavior",
        "Behavioral category", *(f"Modifier #{place + 1}" for place in range(most)), *columns,
    ]  # fmt: skip
    made: list[tuple[Fraction, bool, list[object]]] = []
    for sent in sents:
        tag, modifiers = sent.tag, modifiers_of(sent)
        what = [tag.athlete or NOBODY[1], tag.tag, tag.kind.group.value]
        padded = [*modifiers, *[""] * (most - len(modifiers))]
        for time, rest in rows(sent, shown[sent.row], path):
            made.append((time, rest[0] != STOP, [*first, *what, *padded, *rest]))
    # A state that ends when its like begins has to end first.
    made.sort(key=lambda row: row[:2])
    lines: list[list[object]] = [[*names], *(row for _, _, row in made)]
    text = "\n".join(",".join(quoted_cell(_cell(cell)) for cell in line) for line in lines) + "\n"
    return Made(text.encode("utf-8", "replace"), losses.sentences())


def _cell(value: object) -> str:
    return harmless(value) if isinstance(value, str) else str(value)


def _marks(sent: Sent, shown: Shown, film: str) -> list[tuple[Fraction, list[object]]]:
    tag = sent.tag
    edges = [(START if shown.end is not None else POINT, shown.start, tag.frame)]
    if shown.end is not None:
        edges.append((STOP, shown.end, tag.end_frame))
    return [
        (
            time,
            [
                edge,
                decimal_text(time),
                film,
                frame_text(frame),
                "NA",
                comment_of(sent, shown, edge),
            ],
        )
        for edge, time, frame in edges
    ]


def _spans(sent: Sent, shown: Shown, film: str) -> list[tuple[Fraction, list[object]]]:
    tag = sent.tag
    end = shown.start if shown.end is None else shown.end
    row: list[object] = [
        "STATE" if is_state(tag.kind) else POINT, decimal_text(shown.start), decimal_text(end),
        decimal_text(end - shown.start), film, frame_text(tag.frame), frame_text(tag.end_frame),
        "NA", "NA", comment_of(sent, shown, START), "",
    ]  # fmt: skip
    return [(shown.start, row)]
