from __future__ import annotations

import numpy as np
import pytest

from annotator.sample import FIRST, SECOND, poses
from annotator.sample.body import (
    FOREARM,
    SHIN,
    SIDES,
    THIGH,
    UPPER_ARM,
    Moving,
    On,
    Pose,
    ease,
    joints_of,
    mirrored,
    moved,
)  # fmt: skip
from annotator.sample.figures import BLUE_GI, WHITE_GI
from annotator.sample.film import Artist, wrestlers
from annotator.sample.scene import GROUND, HEIGHT, WIDTH
from annotator.sample.sound import RATE, Hall
from annotator.sample.story import Story

MOMENTS = [float(second) for second in np.arange(0, FIRST.length, 0.37)]


@pytest.mark.parametrize("second", MOMENTS[::4])
def test_nobody_leaves_the_picture(second: float) -> None:
    red, blue, _, _ = wrestlers(second)
    for joints in (red, blue):
        for name, point in joints.items():
            x, y = WIDTH / 2 + point.real * 1.2, GROUND - point.imag * 1.2
            assert 0 < x < WIDTH, (second, name)
            assert 60 < y < HEIGHT, (second, name)


def test_limbs_never_stretch() -> None:
    for second in MOMENTS:
        for joints in wrestlers(second)[:2]:
            for side in SIDES:
                for one, two, length in (
                    ("hip", "knee", THIGH), ("knee", "foot", SHIN),
                    ("shoulder", "elbow", UPPER_ARM), ("elbow", "hand", FOREARM),
                ):  # fmt: skip
                    bone = abs(joints[f"{two}_{side}"] - joints[f"{one}_{side}"])
                    assert bone <= length + 0.01


@pytest.mark.parametrize("story", [FIRST, SECOND])
def test_nobody_jumps_between_two_frames(story: Story) -> None:
    before = wrestlers(0.0, story)
    for number in range(1, int(story.length * 30)):
        now = wrestlers(number / 30, story)
        for old, new in zip(before[:2], now[:2], strict=True):
            for name in ("pelvis", "neck", "head", "hand_n", "foot_n"):
                assert abs(new[name] - old[name]) < 34, (number / 30, name)
        before = now


def test_a_mirrored_pose_mirrored_again_is_the_pose() -> None:
    for pair in poses.ALL.values():
        for pose in (pair.a, pair.b):
            again = mirrored(mirrored(pose))
            assert again.pelvis == pose.pelvis
            assert again.lean == pytest.approx(pose.lean)
            assert again.face == pose.face


def test_moving_a_pose_moves_hands_but_not_grips() -> None:
    pose = Pose(0j, 90, On("neck", 3j), 5 + 5j, 1j, 2j)
    there = moved(pose, 10)
    assert there.hand_n == On("neck", 3j)
    assert there.hand_f == 15 + 5j


def test_grips_stay_closed_while_both_move() -> None:
    clinch, shot = poses.CLINCH, poses.SHOT
    for share in (0.0, 0.4, 1.0):
        a, b = joints_of(Moving(clinch.a, shot.a, 0), Moving(clinch.b, shot.b, share), 1.0)
        grip = clinch.a.hand_n
        assert isinstance(grip, On)
        wanted = b[grip.joint] + grip.away
        reach = abs(wanted - a["shoulder_n"])
        assert abs(a["hand_n"] - wanted) < 1 or reach > UPPER_ARM + FOREARM - 1


def test_every_part_is_drawn_exactly_once() -> None:
    parts = sorted(f"{who}.{part}" for who in "ab" for part in ("fl", "fa", "t", "nl", "na"))
    for name, pair in poses.ALL.items():
        assert sorted(pair.order) == parts, name


def test_every_pose_of_the_first_story_is_used() -> None:
    used = {id(beat.pair) for beat in FIRST.beats}
    assert {name for name, pair in poses.ALL.items() if id(pair) not in used} == set()


def test_a_moment_always_looks_the_same() -> None:
    one, two = Artist().picture(48.0), Artist()
    two.picture(4.0)
    assert one.shape == (HEIGHT, WIDTH, 3)
    assert np.array_equal(one, two.picture(48.0))


def test_the_athletes_differ_in_brightness_too() -> None:
    assert sum(WHITE_GI.cloth) > 2 * sum(BLUE_GI.cloth)
    assert WHITE_GI.tail != BLUE_GI.tail


def test_the_movement_begins_and_ends_slowly() -> None:
    assert (ease(-1), ease(0), ease(0.5), ease(1), ease(2)) == (0, 0, 0.5, 1, 1)
    assert ease(0.1) < 0.01


def test_the_whistle_is_louder_than_the_hall_and_the_end_beeps() -> None:
    hall = Hall()

    def loud(second: float) -> float:
        return float(np.abs(hall.piece(round(second * RATE), RATE // 4).astype(int)).mean())

    assert loud(FIRST.whistle + 0.1) > 4 * loud(30)
    assert loud(FIRST.end + 0.9) > 4 * loud(30)
    assert 0 < loud(30) < 3000
    together = hall.piece(1000, 3000)
    apart = np.concatenate([hall.piece(1000, 1200), hall.piece(2200, 1800)])
    assert np.array_equal(together, apart)
