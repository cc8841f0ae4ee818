"""The health report names what a film is like, a line of meaning for each finding."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from pathlib import Path

import pytest

from annotator.video import Footage
from annotator.video.proxy import make_proxy
from tests.video import clips
from tests.video.conftest import KINDS, Clips

EXPECTED: dict[str, dict[str, tuple[str, str]]] = {
    "constant": {
        "rate": ("good", "Constant rate, 29.97 frames/s."),
        "first_time": ("good", "The first frame is at 0 s."),
        "key_frames": ("good", "At most 12 frames (0.4 s) from one key frame to the next."),
        "sound": ("good", "Sound: aac, 48000 Hz, 1 channel."),
        "picture": ("note", "192 x 112 pixels, h264, 40 frames."),
    },
    "variable": {
        "rate": ("note", "Variable rate: "),
        "holes": ("warning", "1 hole in the pictures; the longest, 43"),
        "sound": ("note", "No sound."),
    },
    "mkv": {"rate": ("good", "Constant rate, 29.9")},
    "late_start": {
        "first_time": ("note", "The first frame is at 1.4 s, not at 0."),
        "sound": ("note", "Sound: aac, 48000 Hz, 1 channel. It begins 1.4"),
    },
    "two_tracks": {"tracks": ("note", "The film has 2 tracks of pictures; one is shown.")},
    "sound_longer": {
        "sound": ("note", "Sound: aac, 48000 Hz, 1 channel. It goes on for "),
    },
    "edit_list": {"edit_list": ("note", "An edit list hides 15 stored pictures.")},
    "ts_cut_at_start": {"cut_start": ("note", "The film begins in the middle: ")},
    "turned_90": {"rotation": ("note", "Stored turned by 90 degrees.")},
    "turned_0_mirrored": {"rotation": ("note", "Stored turned by 0 degrees. Stored mirrored.")},
    "interlaced": {"interlaced": ("warning", "Interlaced: ")},
    "oblong_pixels": {"picture": ("note", "192 x 112 pixels, h264, 40 frames. Pixels are oblong")},
    "ts_joined": {
        "damage": ("warning", "2 frames are damaged or may be"),
        "joined": ("warning", "The clock goes back 1 times: recordings were joined"),
        "our_times": ("warning", "The times of 20 frames were worked out by us."),
    },
    "raw_h264": {
        "times": ("warning", "40 packets have no time and 0 repeat the time of another."),
        "our_times": ("warning", "The times of 40 frames were worked out by us."),
    },
    "h264_avi": {"times": ("note", "The container stores no order of display")},
    "cut_off": {"count": ("warning", "The film promises 40 frames and holds ")},
}

HDR = {16: "smpte2084", 18: "arib-std-b67"}

# What must not be said of a film that gives no cause for it.
QUIET = {
    "holes", "edit_list", "cut_start", "rotation", "interlaced", "joined", "times", "our_times",
    "count", "unreadable", "damage", "tracks", "colour", "copy",
}  # fmt: skip


@pytest.mark.parametrize("kind", EXPECTED)
def test_findings(kind: str, clip: Clips) -> None:
    with Footage.open(clip(kind).path) as film:
        report = film.health()
    for key, (level, what) in EXPECTED[kind].items():
        finding = report.get(key)
        assert finding is not None, [found.key for found in report]
        assert finding.level == level
        assert finding.what.startswith(what)
    said = {finding.key for finding in report}
    if kind != "cut_off":
        assert said & QUIET <= set(EXPECTED[kind])


@pytest.mark.parametrize("kind", KINDS)
def test_every_finding_is_whole(kind: str, clip: Clips) -> None:
    with Footage.open(clip(kind).path) as film:
        report = film.health()
    keys = [finding.key for finding in report]
    assert len(keys) == len(set(keys)) == len(report)
    for finding in report:
        assert finding.level in ("good", "note", "warning")
        assert finding.what.endswith(".")
        assert finding.meaning.endswith(".")
    assert report.get("nothing") is None
    levels = {finding.level for finding in report}
    assert report.worst in levels
    with pytest.raises(dataclasses.FrozenInstanceError):
        report.findings = ()  # type: ignore[misc]


@pytest.mark.parametrize(("curve", "name"), [(16, "PQ"), (18, "HLG")])
def test_high_dynamic_range_is_said(curve: int, name: str, tmp_path: Path) -> None:
    path = tmp_path / "hdr.mp4"
    clips.write(path, options=clips.x264(12, more=f":transfer={HDR[curve]}"), count=12)
    with Footage.open(path) as film:
        finding = film.health().get("colour")
    assert finding is not None
    assert f"({name})" in finding.what


def test_what_a_copy_mends_is_said(clip: Clips, tmp_path: Path) -> None:
    with Footage.open(clip("h264_avi").path) as film:
        assert [f.mend for f in film.health() if f.key == "times"] == ["proxy"]
    path = tmp_path / "slow.mp4"
    clips.write(path, [Fraction(n, 4) for n in range(40)], options=clips.x264(250), gop=250)
    with Footage.open(path) as film:
        finding = film.health().get("key_frames")
    assert finding is not None
    assert finding.mend == "proxy"
    with Footage.open(make_proxy(path).path) as copy:
        assert not any(finding.mend for finding in copy.health())
        assert copy.health().get("copy") is not None


def test_damage_is_reported_once_seen(clip: Clips) -> None:
    with Footage.open(clip("damaged").path) as film:
        assert film.health().get("damage") is None
        for i in range(len(film)):
            film.frame(i)
        finding = film.health().get("damage")
        assert finding is not None
        assert finding.level == film.health().worst == "warning"
