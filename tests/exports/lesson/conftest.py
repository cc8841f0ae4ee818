"""A short film with a tagged match, and a lesson made from it as a teacher makes it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import pytest

from annotator.cli.main import main
from annotator.files.match_file import save_match
from annotator.model.match import Match, Media, Person, RulesetPin
from annotator.video import Footage
from tests.exports.conftest import tag
from tests.video.clips import write

RATE = Fraction(25)
SECONDS = 20


def taught_match(film: Path) -> Match:
    """Red takes down, 2 points at 7 s; from 8 s blue tries to sweep; red mounts, 4 points at 17 s."""
    with Footage.open(film) as footage:
        duration, frames = footage.duration, len(footage)
    return Match(
        (
            tag(1, 0, "match", category="adult", gi="yes", duration="300"),
            tag(2, 0, "start"),
            tag(3, 0, "standing"),
            tag(4, 3, "takedown", "red", 4, landing="back"),
            tag(5, 4, "side_control", "red", back_flat="yes"),
            tag(6, 9.4, "attempt", "blue", 10, kind="sweep"),
            tag(7, 14, "mount", "red"),
            tag(8, 19.5, "end"),
        ),
        MappingProxyType({"red": Person("Secret Redname", "red"), "blue": Person("Hidden Bluename")}),
        (Media(film.name, film.stat().st_size, duration, frames),),
        (RulesetPin("ibjjf"),),
        "Very private final",
        event="Nameless open",
    )  # fmt: skip


@pytest.fixture(scope="session")
def lesson_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`final.match.json`, its film, and `l.lesson.json` with three questions. Tests only read it."""
    folder = tmp_path_factory.mktemp("lesson")
    film = folder / "final.mp4"
    write(film, count=int(RATE * SECONDS), rate=RATE, sound=True)
    match = taught_match(film)
    save_match(match, folder / "final.match.json")
    assert main(["lesson", "make", str(folder / "final.match.json"), "-o", str(folder / "l.lesson.json"),
                 "--count", "3", "--title", "Course"]) == 0  # fmt: skip
    return folder


def childlike(match: Match) -> Match:
    """The same match in a class of children."""
    first = match.tags[0].with_details(category="kids")
    return replace(match, tags=(first, *match.tags[1:]))
