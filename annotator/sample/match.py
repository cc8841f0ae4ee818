"""A sample match as files: film, match file and tag table, all from one story."""

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
from annotator.sample.first_story import FIRST
from annotator.sample.frames import first_at, frame_times
from annotator.sample.other_eyes import OTHER
from annotator.sample.story import Fact, Story
from annotator.text import tr

OTHER_NAME = "sample-other.match.json"


@dataclass(frozen=True, slots=True)
class Sample:
    """Where the sample's files stand, the match itself, and the times of its frames (seconds)."""

    film: Path
    match_file: Path
    table: Path
    match: Match
    times: Sequence[Fraction]


def make_sample(
    folder: Path,
    progress: Callable[[int, int], None] | None = None,
    span: tuple[float, float] | None = None,
    story: Story = FIRST,
) -> Sample:
    """Draw a sample match into a folder: its film, the tagged match, and the tag table.

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
    start, stop = span or (0.0, None)
    times = frame_times(start, stop, story)
    film = folder / story.film_name
    write_film(film, times, progress, story)
    match = sample_match(times, film, story)
    match_file, table = (folder / name for name in (story.match_name, story.table_name))
    save_match(match, match_file)
    write_atomically(table, write_tag_table(match).encode())
    return Sample(film, match_file, table, match, times)


def make_other_view(sample: Sample) -> Path:
    """The match file of somebody else who tagged the film of the first sample. Raises SaveError."""
    match = sample_match(sample.times, sample.film, OTHER)
    place = sample.match_file.with_name(OTHER_NAME)
    save_match(replace(match, title=tr("Sample match, tagged by somebody else")), place)
    return place


def sample_match(
    times: Sequence[Fraction] | None = None, film: Path | None = None, story: Story = FIRST
) -> Match:
    """The tagged match alone, without drawing a film.

    `times` are the frame times of the match (default: of the whole match) and tags lie on them;
    `film` is the file that was made from them, for the match's media entry.
    """
    if times is None:
        times = frame_times(story=story)
    facts = [
        _settled(fact, times, story) for fact in story.facts if times[0] <= fact.time <= times[-1]
    ]
    tags = tuple(_tag(number, fact, times) for number, fact in enumerate(facts, 1))
    people = {who: Person(*story.athletes[who]) for who in BOTH}
    return Match(
        tags=tags,
        athletes=MappingProxyType(people),
        media=() if film is None else (_media(film),),
        rulesets=tuple(map(RulesetPin, story.shown_under)),
        title=tr("Sample match") if story is FIRST else tr("Second sample match"),
    )


def _settled(fact: Fact, times: Sequence[Fraction], story: Story) -> Fact:
    """The end of a match that goes over its whole time, moved to the frame at which the clock,
    counted by frames, has run out.
    """
    if fact.tag != "end" or story.clock_runs(story.end) < story.duration:
        return fact
    frames = [times[first_at(times, moment)] for stop in story.stops for moment in stop]
    stood = sum((b - a for a, b in zip(frames[::2], frames[1::2], strict=True)), Fraction(0))
    return replace(fact, time=float(times[first_at(times, story.whistle)] + stood + story.duration))


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
