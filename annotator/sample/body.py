"""A wrestler as joints in the plane: poses as data, and how one pose becomes another.

Points are complex numbers in picture pixels, x to the right and y up from the mat. A pose names
only where pelvis, hands and feet are and how the trunk leans; elbows and knees follow from the
lengths of the bones, so that nobody's arm ever grows.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

Side = Literal["n", "f"]
SIDES: tuple[Side, Side] = ("n", "f")

TRUNK, NECK = 84.0, 31.0
THIGH, SHIN = 66.0, 63.0
UPPER_ARM, FOREARM = 45.0, 44.0
SHOULDER_DROP = 11.0
DEPTH = 5.0  # how far the near limbs hang below the far ones in the picture


@dataclass(frozen=True, slots=True)
class On:
    """A place on the opponent: a named joint and a way from it, so that grips stay closed."""

    joint: str
    away: complex = 0j


Target = complex | On


@dataclass(frozen=True, slots=True)
class Pose:
    """One wrestler. `lean` and `head` are directions in degrees: 90 upright, 180 head to the left.

    `face` is +1 where an upright wrestler would look to the right, -1 to the left, and between
    them while the body turns. Bends run from -1 to 1: to which side elbow or knee points, and how
    much of the bend the camera sees. The letters n and f mean near to the camera and far from it.
    """

    pelvis: complex
    lean: float
    hand_n: Target
    hand_f: Target
    foot_n: Target
    foot_f: Target
    head: float | None = None
    face: float = 1.0
    elbow_n: float = -1.0
    elbow_f: float = -1.0
    knee_n: float = 1.0
    knee_f: float = 1.0
    trunk: float = 1.0

    @property
    def gaze(self) -> float:
        """Direction of the head."""
        return self.lean if self.head is None else self.head


@dataclass(frozen=True, slots=True)
class Pair:
    """Both wrestlers in one position: `a` is on top or attacks. `order` is drawn back to front.

    A part of the order is a wrestler and a part of the body: `a.fl` is the far leg of a, `fa` the
    far arm, `t` trunk and head, `nl` and `na` the near limbs.
    """

    a: Pose
    b: Pose
    order: tuple[str, ...]


Joints = Mapping[str, complex]


def mirrored(pose: Pose) -> Pose:
    """The pose seen from the other end of the mat."""
    return Pose(
        pelvis=_flip(pose.pelvis),
        lean=180 - pose.lean,
        hand_n=_flip_target(pose.hand_n),
        hand_f=_flip_target(pose.hand_f),
        foot_n=_flip_target(pose.foot_n),
        foot_f=_flip_target(pose.foot_f),
        head=None if pose.head is None else 180 - pose.head,
        face=-pose.face,
        elbow_n=-pose.elbow_n,
        elbow_f=-pose.elbow_f,
        knee_n=-pose.knee_n,
        knee_f=-pose.knee_f,
        trunk=pose.trunk,
    )


def moved(pose: Pose, by: complex) -> Pose:
    """The pose elsewhere on the mat; what holds on to the opponent needs no moving."""
    return replace(
        pose,
        pelvis=pose.pelvis + by,
        hand_n=_shift(pose.hand_n, by),
        hand_f=_shift(pose.hand_f, by),
        foot_n=_shift(pose.foot_n, by),
        foot_f=_shift(pose.foot_f, by),
    )


def _flip(point: complex) -> complex:
    return complex(-point.real, point.imag)


def _flip_target(target: Target) -> Target:
    return On(target.joint, _flip(target.away)) if isinstance(target, On) else _flip(target)


def _shift(target: Target, by: complex) -> Target:
    return target if isinstance(target, On) else target + by


@dataclass(frozen=True, slots=True)
class Moving:
    """A wrestler `share` of the way (0 to 1, already eased) from one pose to the next."""

    before: Pose
    after: Pose
    share: float

    def number(self, name: str) -> float:
        """A bend, the face or the trunk between the two poses."""
        old, new = getattr(self.before, name), getattr(self.after, name)
        return float(old + (new - old) * self.share)

    def angle(self, name: str) -> float:
        """A direction between the two poses, turned the short way round."""
        old, new = getattr(self.before, name), getattr(self.after, name)
        return float(old + ((new - old + 180) % 360 - 180) * self.share)

    def point(self, name: str, opponent: Joints) -> complex:
        """A hand, foot or pelvis between the two poses."""
        old = _place(getattr(self.before, name), opponent)
        new = _place(getattr(self.after, name), opponent)
        return old + (new - old) * self.share


def _place(target: Target, opponent: Joints) -> complex:
    if isinstance(target, On):
        return opponent.get(target.joint, opponent["chest"]) + target.away
    return target


def ease(share: float) -> float:
    """Slow, fast, slow."""
    share = min(1.0, max(0.0, share))
    return share * share * share * (share * (share * 6 - 15) + 10)


def joints_of(
    one: Moving, two: Moving, time: float
) -> tuple[dict[str, complex], dict[str, complex]]:
    """All joints of both wrestlers at a moment; `time` (s) moves their breathing."""
    first, second = _trunk(one, time, 0.0), _trunk(two, time, 1.7)
    for mover, own, opponent in ((one, first, second), (two, second, first)):
        for side in SIDES:
            _limb(mover, own, opponent, "hip", "knee", "foot", side, (THIGH, SHIN))
    for mover, own, opponent in ((one, first, second), (two, second, first)) * 2:
        for side in SIDES:  # twice: a hand may hold a hand that is not yet placed
            _limb(mover, own, opponent, "shoulder", "elbow", "hand", side, (UPPER_ARM, FOREARM))
    return first, second


def _trunk(mover: Moving, time: float, phase: float) -> dict[str, complex]:
    sway = complex(
        1.6 * math.sin(1.9 * time + phase) + 0.8 * math.sin(5.3 * time + 2 * phase),
        0.9 * math.sin(3.1 * time + phase),
    )
    pelvis = mover.before.pelvis + (mover.after.pelvis - mover.before.pelvis) * mover.share + sway
    lean = mover.angle("lean") + 1.2 * math.sin(2.3 * time + phase)
    along = cmath.rect(1, math.radians(lean))
    neck = pelvis + along * TRUNK * mover.number("trunk")
    gaze = mover.angle("gaze") + 2.0 * math.sin(1.3 * time + 2 * phase)
    shoulder = neck - along * SHOULDER_DROP
    return {
        "pelvis": pelvis,
        "neck": neck,
        "chest": pelvis + (neck - pelvis) * 0.62,
        "head": neck + cmath.rect(NECK, math.radians(gaze)),
        "hip_n": pelvis - DEPTH * 1j,
        "hip_f": pelvis + DEPTH * 1j,
        "shoulder_n": shoulder - DEPTH * 1j,
        "shoulder_f": shoulder + DEPTH * 1j,
    }


def _limb(
    mover: Moving, own: dict[str, complex], opponent: Joints,
    root: str, middle: str, tip: str, side: Side, bones: tuple[float, float],
) -> None:  # fmt: skip
    start = own[f"{root}_{side}"]
    end = mover.point(f"{tip}_{side}", opponent)
    upper, lower = bones
    way = end - start
    reach = min(max(abs(way), abs(upper - lower) + 4), upper + lower - 0.5)
    along = way / abs(way) if abs(way) > 1e-6 else 1 + 0j
    end = start + along * reach
    foot = (upper * upper - lower * lower + reach * reach) / (2 * reach)
    height = math.sqrt(max(0.0, upper * upper - foot * foot))
    bend = mover.number(f"{middle}_{side}")
    own[f"{middle}_{side}"] = start + along * (foot + 1j * height * bend)
    own[f"{tip}_{side}"] = end
