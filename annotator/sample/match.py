"""The sample match as files: film, match file and tag table, all from one storyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

from annotator.errors import ExportError
from annotator.files.atomic import write_atomically
from annotator.files.match_file import save_match
from annotator.files.tag_table import write_tag_table
from annotator.model.match import Match, Media, Person, RulesetPin
from annotator.model.tag import Tag
from annotator.model.vocabulary import ATHLETES as BOTH
from annotator.sample.frames import first_at, frame_times
from annotator.sample.storyboard import ATHLETES, DURATION, FACTS, RESTART, STOP, WHISTLE, Fact
from annotator.text import tr

FILM_NAME = "sample.mp4"
MATCH_NAME = "sample.match.json"
TABLE_NAME = "sample.tags.csv"


@dataclass(frozen=True, slots=True)
class Sample:
    """Where the sample's files stand, and the match itself."""

    film: Path
    match_file: Path
    table: Path
    match: Match


# The window opens the sample under these: they part early, and in different ways.
SHOWN_UNDER = ("ibjjf-ru", "jjif-2014", "grappling-gi")


def make_sample(
    folder: Path,
    progress: Callable[[int, int], None] | None = None,
    span: tuple[float, float] | None = None,
) -> Sample:
    """Draw the sample match into a folder: its film, the tagged match, and the tag table.

    `progress` is called with the frames done and the frames in all. `span` (seconds) makes only a
    part of the film, with the tags that lie in it. Raises ExportError or SaveError; files of the
    same names are replaced whole.
    """
    from annotator.sample.film import write_film

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise ExportError(
            tr("The folder cannot be made: {why}.", why=wrong.strerror or wrong),
            where=str(folder), mend=tr("Choose a folder of your own."),
        ) from wrong  # fmt: skip
    times = frame_times(*span) if span else frame_times()
    film = folder / FILM_NAME
    write_film(film, times, progress)
    match = sample_match(times, film)
    match_file, table = folder / MATCH_NAME, folder / TABLE_NAME
    save_match(match, match_file)
    write_atomically(table, write_tag_table(match).encode())
    return Sample(film, match_file, table, match)


def sample_match(times: Sequence[Fraction] | None = None, film: Path | None = None) -> Match:
    """The tagged match alone, without drawing a film.

    `times` are the frame times of the match (default: of the whole match) and tags lie on them;
    `film` is the file that was made from them, for the match's media entry.
    """
    if times is None:
        times = frame_times()
    facts = [_settled(fact, times) for fact in FACTS if times[0] <= fact.time <= times[-1]]
    tags = tuple(_tag(number, fact, times) for number, fact in enumerate(facts, 1))
    people = {who: Person(*ATHLETES[who]) for who in BOTH}
    return Match(
        tags=tags,
        athletes=MappingProxyType(people),
        media=() if film is None else (_media(film),),
        rulesets=tuple(map(RulesetPin, SHOWN_UNDER)),
        title=tr("Sample match"),
    )


def _settled(fact: Fact, times: Sequence[Fraction]) -> Fact:
    """The end of the match, moved to the frame at which the clock, counted by frames, has run out."""
    if fact.tag != "end":
        return fact
    start, stop, restart = (times[first_at(times, second)] for second in (WHISTLE, STOP, RESTART))
    return replace(fact, time=float(restart + DURATION - (stop - start)))


def _tag(number: int, fact: Fact, times: Sequence[Fraction]) -> Tag:
    frame = first_at(times, fact.time)
    end_frame = None if fact.end is None else first_at(times, fact.end)
    pairs = [
        (pair.partition("=")[0], pair.partition("=")[2])
        for pair in fact.details.split("; ")
        if pair
    ]
    return Tag(
        id=str(number),
        tag=fact.tag,
        start=times[frame] - times[0],
        end=None if end_frame is None else times[end_frame] - times[0],
        athlete=fact.athlete,
        details=MappingProxyType(dict(pairs)),
        note=fact.note,
        frame=frame,
        end_frame=end_frame,
    )


def _media(film: Path) -> Media:
    from annotator.video import Footage
    from annotator.video.fingerprint import fingerprint

    with Footage.open(film) as footage:
        return Media(
            path=film.name,
            size_bytes=film.stat().st_size,
            duration=footage.duration,
            frames=len(footage),
            fingerprint=fingerprint(film),
        )
