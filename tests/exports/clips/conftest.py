"""A film whose frames carry their number, and a match tagged on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from annotator.files.rulesets import load_ruleset
from annotator.film_set import open_set
from annotator.model.match import Match, Media
from annotator.scoring.engine import score
from exports.clips.batch import Batch
from exports.clips.order import NOTHING_SHOWN, Order
from tests.exports.conftest import make_match, tag
from tests.video.clips import write

RATE = Fraction(30000, 1001)
COUNT = 420  # 14 s

Maker = Callable[[Order], Batch]


def tagged() -> Match:
    """Red passes and holds it for three seconds; blue sweeps and loses it."""
    return make_match().with_tags(
        (
            tag(1, 0, "match", category="adult"),
            tag(2, 0, "start"),
            tag(3, 0, "open_guard", "red"),
            tag(4, 2, "side_control", "red"),
            tag(5, 6, "closed_guard", "red"),
            tag(
                6, 7.5, "submission", "blue", 9, technique="armbar", close="yes", outcome="escaped"
            ),
            tag(7, 10, "mount", "blue"),
            tag(8, 12, "open_guard", "blue"),
            tag(9, 13, "end"),
        )
    )


@pytest.fixture(scope="session")
def film_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("numbered")
    write(folder / "film.mp4", rate=RATE, count=COUNT, gop=30, sound=True)
    return folder


@pytest.fixture
def batch_of(film_folder: Path) -> Iterator[Maker]:
    """Makes a batch of the match on the numbered film; nothing lies over it unless asked for."""
    match = replace(tagged(), media=(Media("film.mp4"),))
    ruleset = load_ruleset("jjb-fr")
    films = open_set(
        match.media, film_folder / "x.match.json", 32 << 20, {}, (), lambda share: None
    )
    with films.shelf:
        sheet = score(match, ruleset, films.frames(1))
        reel = films.reel(1)

        def make(order: Order) -> Batch:
            settled = replace(order, ruleset=ruleset.id).settled(match)
            return Batch(settled, match, sheet, ruleset, reel, films.media)

        yield make


BARE = Order(shown=NOTHING_SHOWN)
"""An order of the film itself, so that the numbers in its pictures can be read."""
