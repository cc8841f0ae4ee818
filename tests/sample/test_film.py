from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from annotator.errors import AnnotatorError, ExportError
from annotator.files.match_file import read_match
from annotator.files.tag_table import read_tag_table
from annotator.sample import Sample, make_sample
from annotator.sample.barcode import read_frame_number
from annotator.sample.frames import frame_times
from annotator.sample.scene import HEIGHT, WIDTH
from annotator.video import Footage
from annotator.video.fingerprint import fingerprint
from tests.sample.conftest import SPAN


def test_every_frame_shows_its_own_number_and_has_its_own_time(sample: Sample) -> None:
    times = frame_times(*SPAN)
    with Footage.open(sample.film) as film:
        assert list(film.times) == [time - times[0] for time in times]
        assert [read_frame_number(picture) for picture in film.frames()] == list(range(len(times)))
        assert film.frame(5).shape == (HEIGHT, WIDTH, 3)
        assert film.has_sound


def test_frames_that_are_jumped_to_are_the_right_ones(sample: Sample) -> None:
    with Footage.open(sample.film) as film:
        for number in (97, 3, 60, 61, 59, 0, len(film) - 1):
            assert read_frame_number(film.frame(number)) == number


def test_tags_stand_on_frames(sample: Sample) -> None:
    assert len(sample.match.tags) == 3
    with Footage.open(sample.film) as film:
        for tag in sample.match.tags:
            assert tag.frame is not None
            assert film.times[tag.frame] == tag.start
            if tag.end is not None:
                assert tag.end_frame is not None
                assert film.times[tag.end_frame] == tag.end


def test_the_match_file_knows_its_film(sample: Sample) -> None:
    match = read_match(sample.match_file)
    assert match == sample.match
    (media,) = match.media
    assert media.path == sample.film.name
    assert media.size_bytes == sample.film.stat().st_size
    assert media.fingerprint == fingerprint(sample.film)
    with Footage.open(sample.film) as film:
        assert media.frames == len(film)
        assert media.duration == film.duration


def test_the_table_tells_the_same_tags(sample: Sample) -> None:
    with Footage.open(sample.film) as film:
        assert read_tag_table(sample.table, [film.times]).tags == sample.match.tags


def test_progress_is_told_frame_by_frame(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    span = (14.3, 14.9)
    make_sample(tmp_path, lambda done, of: told.append((done, of)), span=span)
    count = len(frame_times(*span))
    assert told == [(number, count) for number in range(1, count + 1)]


def test_the_film_has_the_same_bytes_every_time(tmp_path: Path) -> None:
    one = make_sample(tmp_path / "one", span=(14.3, 15.1))
    two = make_sample(tmp_path / "two", span=(14.3, 15.1))
    assert one.film.read_bytes() == two.film.read_bytes()
    assert one.match_file.read_bytes() == two.match_file.read_bytes()


def test_giving_up_leaves_no_film(tmp_path: Path) -> None:
    def stop(done: int, _: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_sample(tmp_path, stop, span=SPAN)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_refused_with_a_mend(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ExportError) as caught:
        make_sample(tmp_path / "file" / "below", span=SPAN)
    assert caught.value.mend


def test_a_film_that_cannot_be_written_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("annotator.video.writer.os.fsync", full)
    with pytest.raises(AnnotatorError, match=r"(?s)no room.*Free some room"):
        make_sample(tmp_path, span=(14.3, 14.6))
    assert list(tmp_path.iterdir()) == []


def test_the_film_is_as_uneven_as_a_phone_makes_it() -> None:
    times = frame_times()
    gaps = [float(after - before) for before, after in pairwise(times)]
    assert 4900 < len(times) < 5300
    assert min(gaps) > 0.028
    assert sorted(gaps)[-1] > 0.3 > sorted(gaps)[-2]
    assert sum(gap > 0.055 for gap in gaps) > 200
    assert len(set(gaps)) > 8
    assert times == frame_times()
