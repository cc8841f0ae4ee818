from __future__ import annotations

import errno
import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
import webvtt

from annotator.errors import Cancelled, ExportError, UsageError
from annotator.files.match_file import read_match
from annotator.files.owner_lock import OwnerLock
from annotator.files.rulesets import load_ruleset
from annotator.film_set import open_set
from annotator.sample import make_sample
from annotator.sample.barcode import read_frame_number
from annotator.video import Footage
from exports.clips.batch import Batch, Report, unfinished, write_batch
from exports.clips.manifest import MANIFEST, State, read_manifest
from exports.clips.order import Order
from exports.clips.telling import blur_text, children_text, stopped_text
from exports.film_moments import Names, Shown
from tests.exports.clips.conftest import BARE, RATE, Maker
from tests.video.clips import read_number

F = Fraction
SPANS = replace(BARE, spans=("f30 f59", "f100 f109", "f400 f419"))


def numbers(path: Path) -> list[int | None]:
    with Footage.open(path) as film:
        return [read_number(image) for image in film.frames()]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def states(report: Report) -> list[State]:
    return [made.entry.state for made in report.made]


def stop_after(count: int) -> Callable[[object], None]:
    """Gives up once so many files were told."""
    told: list[object] = []

    def tell(made: object) -> None:
        told.append(made)
        if len(told) == count:
            raise Cancelled("Stopped.")

    return tell


def test_each_clip_shows_exactly_the_frames_asked_for(batch_of: Maker, tmp_path: Path) -> None:
    report = write_batch(batch_of(SPANS), tmp_path)

    files = [tmp_path / made.entry.name for made in report.made]
    assert [numbers(path) for path in files] == [
        list(range(30, 60)), list(range(100, 110)), list(range(400, 420)),
    ]  # fmt: skip
    assert [made.entry.frames for made in report.made] == ["f30-f59", "f100-f109", "f400-f419"]
    assert names(tmp_path) == sorted([*(path.name for path in files), MANIFEST])


def test_tags_and_rulings_begin_and_end_at_their_frames(batch_of: Maker, tmp_path: Path) -> None:
    batch = batch_of(replace(BARE, of=("armbar",), rulings=("5 pass",), before=F(1), after=F(1)))

    report = write_batch(batch, tmp_path)

    shown = [numbers(tmp_path / made.entry.name) for made in report.made]
    clips = batch.clips()
    assert [(seen[0], seen[-1], len(seen)) for seen in shown] == [
        (clip.first, clip.last, clip.last - clip.first + 1) for clip in clips
    ]
    assert clips[1].first == int(F("6.5") * RATE)


def test_the_same_batch_again_does_nothing_twice(batch_of: Maker, tmp_path: Path) -> None:
    write_batch(batch_of(SPANS), tmp_path)
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("*.mp4")}

    again = write_batch(batch_of(SPANS), tmp_path)

    assert all(made.kept for made in again.made)
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("*.mp4")} == before


def test_what_changed_or_was_lost_is_made_anew(batch_of: Maker, tmp_path: Path) -> None:
    first, second, _third = (
        each.entry.name for each in write_batch(batch_of(SPANS), tmp_path).made
    )
    (tmp_path / first).unlink()

    again = write_batch(batch_of(SPANS), tmp_path)
    smaller = write_batch(batch_of(replace(SPANS, lines=240, subtitles=("srt",))), tmp_path)

    assert [made.kept for made in again.made] == [False, True, True]
    assert [made.kept for made in smaller.made] == [False, False, False]
    assert len(list(tmp_path.glob("*.mp4"))) == 3, "in the place of the ones before"
    assert (tmp_path / second).with_suffix(".srt").is_file()


def test_files_of_others_are_left_alone(batch_of: Maker, tmp_path: Path) -> None:
    wanted = batch_of(SPANS).clips()[0].name + ".mp4"
    (tmp_path / wanted).write_bytes(b"somebody's film")

    report = write_batch(batch_of(SPANS), tmp_path)
    edited = tmp_path / report.made[1].entry.name
    edited.write_bytes(b"cut by hand meanwhile")
    again = write_batch(batch_of(SPANS), tmp_path)

    assert (tmp_path / wanted).read_bytes() == b"somebody's film"
    assert edited.read_bytes() == b"cut by hand meanwhile"
    assert report.made[0].entry.name == wanted.replace(".mp4", " (2).mp4")
    assert [made.kept for made in again.made] == [True, False, True]


def test_a_file_under_the_name_of_a_clip_that_waits_is_left_alone(
    batch_of: Maker, tmp_path: Path
) -> None:
    with pytest.raises(Cancelled):
        write_batch(batch_of(SPANS), tmp_path, tell=stop_after(1))
    book = unfinished(tmp_path)
    assert book is not None
    foreign = tmp_path / book.entries[1].name
    foreign.write_bytes(b"somebody's film")

    report = write_batch(batch_of(book.order), tmp_path)

    assert foreign.read_bytes() == b"somebody's film"
    assert states(report) == [State.FINISHED] * 3
    assert report.made[1].entry.name == foreign.name.replace(".mp4", " (2).mp4")


def test_a_clip_stays_until_the_one_in_its_place_is_whole(
    batch_of: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = write_batch(batch_of(SPANS), tmp_path)
    kept = {made.entry.name: (tmp_path / made.entry.name).read_bytes() for made in first.made}
    smaller = replace(SPANS, lines=240)

    def full(*_args: object, **_words: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("annotator.video.clip.write_clip", full)
        failed = write_batch(batch_of(smaller), tmp_path)
        again = write_batch(batch_of(smaller), tmp_path)

    for report in (failed, again):
        assert states(report) == [State.FAILED] * 3
        assert {each.name for each in report.failed} == set(kept)
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.mp4")} == kept

    done = write_batch(batch_of(smaller), tmp_path)
    assert {made.entry.name for made in done.made} == set(kept), "in the place of the ones before"
    assert not any(made.kept for made in done.made)


def test_a_clip_that_was_removed_by_hand_can_be_made_again(batch_of: Maker, tmp_path: Path) -> None:
    made = write_batch(batch_of(SPANS), tmp_path).made
    assert unfinished(tmp_path) is None
    (tmp_path / made[1].entry.name).unlink()

    book = unfinished(tmp_path)
    assert book is not None
    again = write_batch(batch_of(book.order), tmp_path)

    assert [each.kept for each in again.made] == [True, False, True]
    assert (tmp_path / made[1].entry.name).is_file()


@pytest.mark.parametrize(
    "damage",
    [
        {"match": "a\0b"}, {"clips": [{"name": "a\0.mp4"}]}, {"earlier": [{"name": "\ud800.mp4"}]},
        {"clips": [{"name": "a.mp4", "beside": ["\udfff"]}]},
    ],
)  # fmt: skip
def test_a_damaged_book_is_one_clear_message(damage: dict[str, object], tmp_path: Path) -> None:
    plain = {"format": "annotator clips", "version": 1, **damage}
    (tmp_path / MANIFEST).write_text(json.dumps(plain))

    with pytest.raises(ExportError, match="is damaged") as told:
        unfinished(tmp_path)
    assert told.value.where == str(tmp_path / MANIFEST)


@pytest.mark.parametrize("name", [".", "..", "a/b", "a\\b", ""])
def test_a_book_names_files_of_its_folder_alone(name: str, tmp_path: Path) -> None:
    plain = {"format": "annotator clips", "version": 1, "clips": [{"name": name}]}
    (tmp_path / MANIFEST).write_text(json.dumps(plain))
    book = read_manifest(tmp_path)
    assert book is not None
    assert not book.known


def test_one_that_cannot_be_made_stops_no_other(batch_of: Maker, tmp_path: Path) -> None:
    order = replace(SPANS, spans=("f30 f39", "20 21", "f100 f109"))

    report = write_batch(batch_of(order), tmp_path)

    assert sorted(states(report)) == [State.FAILED, State.FINISHED, State.FINISHED]
    [failed] = report.failed
    assert "this moment is at 0:20.000" in failed.why
    assert not (tmp_path / failed.name).exists()
    book = read_manifest(tmp_path)
    assert book is not None
    assert book.unfinished == 1


def test_a_batch_that_was_stopped_goes_on_where_it_was(batch_of: Maker, tmp_path: Path) -> None:
    with pytest.raises(Cancelled):
        write_batch(batch_of(SPANS), tmp_path, tell=stop_after(1))

    book = unfinished(tmp_path)
    assert book is not None
    assert [entry.state for entry in book.entries] == [
        State.FINISHED, State.WAITING, State.WAITING,
    ]  # fmt: skip
    assert "1 of 3" in stopped_text(tmp_path)

    report = write_batch(batch_of(book.order), tmp_path)

    assert [made.kept for made in report.made] == [True, False, False]
    assert unfinished(tmp_path) is None


def test_stopped_in_the_middle_of_a_clip_nothing_half_is_left(
    batch_of: Maker, tmp_path: Path
) -> None:
    def progress(share: float) -> None:
        if share > 0.4:
            raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        write_batch(batch_of(SPANS), tmp_path, progress)

    book = unfinished(tmp_path)
    assert book is not None
    finished = [entry.name for entry in book.entries if entry.state is State.FINISHED]
    assert names(tmp_path) == sorted([*finished, MANIFEST])


def test_what_a_killed_program_left_half_is_removed(batch_of: Maker, tmp_path: Path) -> None:
    report = write_batch(batch_of(SPANS), tmp_path)
    name = report.made[0].entry.name
    for part in (f"{name}.part", f"{name}.3.part"):
        (tmp_path / part).write_bytes(b"half")
    (tmp_path / "mine.part").write_bytes(b"not of a clip")

    write_batch(batch_of(SPANS), tmp_path)

    assert [path.name for path in tmp_path.glob("*.part")] == ["mine.part"]


def test_a_full_disk_is_told_for_each_and_leaves_nothing(
    batch_of: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import annotator.video.clip as clip_module

    def full(film: object, cuts: object, path: Path, **_: object) -> None:
        raise ExportError("There is no room left on this disk.", where=str(path))

    monkeypatch.setattr(clip_module, "write_clip", full)
    report = write_batch(batch_of(SPANS), tmp_path)

    assert states(report) == [State.FAILED] * 3
    assert names(tmp_path) == [MANIFEST]


def test_a_reel_is_one_film_with_cards(batch_of: Maker, tmp_path: Path) -> None:
    report = write_batch(batch_of(replace(SPANS, reel=True, subtitles=("vtt",))), tmp_path)

    [made] = report.made
    assert made.entry.name == "Ana Moreau – Lena Petrova – clips.mp4"
    with Footage.open(tmp_path / made.entry.name) as film:
        seen = [read_number(image) for image in film.frames()]
        assert film.duration == 3 * 2 + 60 / RATE
    shown = [number for number in seen if number is not None]
    assert shown == [*range(30, 60), *range(100, 110), *range(400, 420)]
    captions = webvtt.read(str(tmp_path / made.entry.name.replace(".mp4", ".vtt"))).captions
    assert any(caption.text.startswith("Open guard") for caption in captions)


def test_slow_motion_and_held_frames_change_how_long_not_what(
    batch_of: Maker, tmp_path: Path
) -> None:
    order = replace(
        BARE, tags=("4",), before=F(1), after=F(0), slow=F(1, 2), slow_around=F(1, 2), freeze=F(1)
    )
    batch = batch_of(order)
    [clip] = batch.clips()

    [made] = write_batch(batch, tmp_path).made

    path = tmp_path / made.entry.name
    assert numbers(path) == list(range(clip.first, clip.last + 1))
    with Footage.open(path) as film:
        assert film.duration > clip.end - clip.start + 1


def test_a_copy_says_so_and_what_was_encoded_too(batch_of: Maker, tmp_path: Path) -> None:
    order = replace(BARE, copy=True, spans=("f60 f89", "f100 f109"))

    report = write_batch(batch_of(order), tmp_path)

    assert [made.entry.how for made in report.made][1] == "encoded"
    assert [numbers(tmp_path / made.entry.name) for made in report.made] == [
        list(range(60, 90)), list(range(100, 110)),
    ]  # fmt: skip


def test_the_overlay_lies_over_the_film(batch_of: Maker, tmp_path: Path) -> None:
    spans = ("f180 f189",)
    bare = write_batch(batch_of(replace(BARE, spans=spans)), tmp_path / "bare").made[0]
    board = replace(BARE, spans=spans, shown=Shown(True, False, False, False, False))
    drawn = write_batch(batch_of(board), tmp_path / "drawn").made[0]
    rulings = replace(BARE, spans=spans, shown=Shown(False, False, False, True, False))
    late = write_batch(batch_of(rulings), tmp_path / "late").made[0]

    with (
        Footage.open(tmp_path / "bare" / bare.entry.name) as one,
        Footage.open(tmp_path / "drawn" / drawn.entry.name) as other,
        Footage.open(tmp_path / "late" / late.entry.name) as without,
    ):
        assert abs(one.frame(0).astype(int) - other.frame(0)).max() > 60
        # What was given before the clip begins is not told in it.
        assert (one.frame(0) == without.frame(0)).all()
        assert len(one) == len(other)


def test_a_clips_json_of_others_and_a_second_batch_are_refused(
    batch_of: Maker, tmp_path: Path
) -> None:
    (tmp_path / MANIFEST).write_text('{"format": "playlist"}')
    with pytest.raises(ExportError, match="left alone"):
        write_batch(batch_of(SPANS), tmp_path)
    (tmp_path / MANIFEST).write_text(json.dumps({"format": "annotator clips", "version": 9}))
    with pytest.raises(ExportError, match="newer version"):
        write_batch(batch_of(SPANS), tmp_path)
    (tmp_path / MANIFEST).unlink()
    lock = OwnerLock.take(tmp_path / ".clips.lock")
    assert lock is not None
    with pytest.raises(ExportError, match="already"):
        write_batch(batch_of(SPANS), tmp_path)
    lock.release(remove=True)


@pytest.mark.parametrize(
    "clips",
    ["x", [1, None, {"name": "../up.mp4"}, {"name": 5}], [{"name": "a", "size_bytes": "x"}]],
)
def test_a_damaged_book_is_read_as_far_as_it_makes_sense(
    clips: object, batch_of: Maker, tmp_path: Path
) -> None:
    outside = tmp_path / "up.mp4.part"
    outside.write_bytes(b"not ours")
    plain = {"format": "annotator clips", "version": 1, "clips": clips, "asked": 3}
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / MANIFEST).write_text(json.dumps(plain))

    report = write_batch(batch_of(SPANS), folder)

    assert states(report) == [State.FINISHED] * 3
    assert outside.exists()


def test_nothing_wanted_is_said(batch_of: Maker, tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="No moment"):
        write_batch(batch_of(replace(BARE, of=("near red",))), tmp_path / "none")
    with pytest.raises(UsageError):
        write_batch(batch_of(replace(BARE, of=("neer",))), tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_what_is_said_about_children(batch_of: Maker) -> None:
    adult = batch_of(BARE)
    first, *rest = adult.match.tags
    match = adult.match.with_tags((first.with_details(category="kids"), *rest))

    def told(batch: Batch) -> tuple[str, str]:
        return children_text(batch.match, batch.order), blur_text(batch.match, batch.order)

    assert told(adult) == ("", "")
    line, hint = told(replace(adult, match=match, order=BARE.settled(match)))
    assert "initials" in line
    assert "faces are not found" in hint
    open_names = replace(BARE, blur=False).settled(match)
    assert "nothing is blurred" in told(replace(adult, match=match, order=open_names))[0]


def test_the_sample_match_with_all_that_lies_over_it(tmp_path: Path) -> None:
    """First and last frame by the number in the sample's pictures, the score standing over them."""
    sample = make_sample(tmp_path / "sample", span=(14.3, 18.3))
    match = read_match(sample.match_file)
    ruleset = load_ruleset("jjb-fr")
    order = Order(
        of=("tags takedown; tags submission",), ruleset="jjb-fr", before=F("0.5"),
        after=F("0.4"), shown=Shown(rulings=False, captions=False), names=Names.INITIALS,
    )  # fmt: skip

    films = open_set(match.media, sample.match_file, 32 << 20, {}, (), lambda share: None)
    with films.shelf:
        batch = Batch.of(order, match, ruleset, films, sample.match_file)
        clips = batch.clips()
        wanted = [
            (read_frame_number(batch.film.frame(clip.first)), clip.last - clip.first + 1)
            for clip in clips
        ]
        report = write_batch(batch, tmp_path / "clips")

    assert len(wanted) == 2
    for made, (first, count) in zip(report.made, wanted, strict=True):
        with Footage.open(tmp_path / "clips" / made.entry.name) as film:
            shown = [read_frame_number(image) for image in film.frames()]
        assert first is not None
        assert shown == list(range(first, first + count))
