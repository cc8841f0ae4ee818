"""What happens in the sample match and when: the one source of the film and of its tags.

Times are seconds of film. A beat says at which second a position is reached; the tag of that
position stands on the first frame at or after that second, which is the first one to show it.
"""

from __future__ import annotations

from dataclasses import dataclass

from annotator.model.vocabulary import Athlete
from annotator.sample import poses
from annotator.sample.body import Pair

ATHLETES: dict[Athlete, tuple[str, str]] = {
    "red": ("Ana Moreau", "red"),
    "blue": ("Lena Petrova", "black"),
}
BOARD = ("A. MOREAU", "L. PETROVA")
DURATION = 160  # seconds of match clock

WHISTLE, STOP, RESTART = 4.0, 87.0, 92.0
END = RESTART + DURATION - (STOP - WHISTLE)
LENGTH = END + 8.0


@dataclass(frozen=True, slots=True)
class Beat:
    """At `time` the position is reached, after moving for `take` seconds.

    `a` is the athlete who does what the pair's `a` does; she comes from the left, or from the
    right where `flip` is set. `x` moves both along the mat.
    """

    time: float
    pair: Pair
    a: Athlete
    take: float = 0.7
    flip: bool = False
    x: float = 0.0


BEATS: tuple[Beat, ...] = (
    Beat(0.0, poses.APART, "red", 0.1),
    Beat(1.6, poses.BOW, "red", 0.7),
    Beat(2.8, poses.APART, "red", 0.7),
    Beat(4.0, poses.READY, "red", 1.0),
    Beat(6.4, poses.CLINCH, "red", 0.9),
    # Blue shoots too early, red sprawls.
    Beat(9.7, poses.SPRAWL, "blue", 0.8, True),
    Beat(11.2, poses.SPRAWL, "blue", 0.4, True, -10),
    Beat(12.6, poses.CLINCH, "red", 1.1),
    Beat(15.0, poses.SHOT, "red", 0.6),
    Beat(15.7, poses.LIFT, "red", 0.6, x=26),
    Beat(16.2, poses.CLOSED_GUARD, "red", 0.5, x=60),
    # The armbar comes before the takedown was held for three seconds.
    Beat(18.2, poses.ARMBAR, "red", 0.9, x=60),
    Beat(21.9, poses.CLOSED_GUARD, "red", 0.7, x=52),
    Beat(23.4, poses.BROKEN_POSTURE, "red", 0.9, x=50),
    Beat(25.2, poses.CLOSED_GUARD, "red", 0.9, x=48),
    Beat(26.8, poses.OPEN_GUARD, "red", 0.9, x=40),
    Beat(31.0, poses.HALF_GUARD, "red", 0.9, x=20),
    # Held for 2.9 seconds.
    Beat(36.0, poses.SIDE_CONTROL, "red", 0.8, x=24),
    Beat(38.92, poses.HALF_GUARD, "red", 0.6, x=14),
    # Straight past the half guard to mount.
    Beat(44.0, poses.MOUNT, "red", 1.0, x=8),
    Beat(51.5, poses.KNEE_ON_BELLY, "red", 0.8, x=4),
    Beat(56.5, poses.MOUNT, "red", 0.8, x=0),
    Beat(62.5, poses.ONE_HOOK, "red", 1.2, x=-20),
    Beat(64.0, poses.BODY_TRIANGLE, "red", 0.7, x=-20),
    Beat(66.0, poses.REAR_CHOKE, "red", 0.8, x=-22),
    Beat(69.5, poses.BODY_TRIANGLE, "red", 0.7, x=-20),
    # Blue turns in and comes up inside red's guard.
    Beat(72.0, poses.CLOSED_GUARD, "blue", 1.1, True, -30),
    Beat(74.4, poses.BROKEN_POSTURE, "blue", 0.8, True, -28),
    Beat(76.2, poses.CLOSED_GUARD, "blue", 0.8, True, -26),
    Beat(79.4, poses.BROKEN_POSTURE, "blue", 0.9, True, -30),
    Beat(81.8, poses.CLOSED_GUARD, "blue", 0.9, True, -34),
    # A sweep, and over the border of the mat before it was held.
    Beat(83.2, poses.SWEEPING, "blue", 0.8, True, -40),
    Beat(83.9, poses.HALF_GUARD, "red", 0.7, True, -60),
    Beat(85.2, poses.HALF_GUARD, "red", 0.9, True, -84),
    Beat(86.3, poses.SCRAMBLE, "red", 1.0, True, -205),
    Beat(87.4, poses.SCRAMBLE, "red", 0.4, True, -214),
    Beat(90.2, poses.APART, "blue", 2.2),
    Beat(92.0, poses.READY, "blue", 0.8),
    Beat(94.2, poses.CLINCH, "blue", 0.9),
    Beat(98.0, poses.READY, "blue", 0.9, x=-12),
    Beat(102.0, poses.READY, "blue", 1.2, x=6),
    Beat(107.0, poses.CLINCH, "blue", 0.9, x=4),
    Beat(109.0, poses.PULL, "red", 0.7, True, -10),
    Beat(109.7, poses.OPEN_GUARD, "red", 0.6, True, -20),
    Beat(116.0, poses.SWEEPING, "red", 0.8, True, -36),
    Beat(116.8, poses.OPEN_GUARD, "blue", 0.8, True, -20),
    Beat(122.0, poses.HALF_GUARD, "blue", 1.0, True, -10),
    Beat(127.5, poses.SIDE_CONTROL, "blue", 0.9, True, 20),
    Beat(133.0, poses.KNEE_ON_BELLY, "blue", 0.8, True, 20),
    Beat(137.5, poses.SCRAMBLE, "blue", 0.6, True, 10),
    Beat(138.6, poses.TURTLE, "blue", 0.6, True, 20),
    Beat(145.0, poses.ONE_HOOK, "blue", 1.2, True, 10),
    Beat(149.6, poses.BACK_CONTROL, "blue", 0.8, True, 10),
    Beat(155.4, poses.SCRAMBLE, "blue", 0.8, True, 0),
    Beat(156.8, poses.READY, "red", 1.1),
    Beat(159.0, poses.CLINCH, "red", 0.9),
    # The last takedown lands, and the time is up before it was held.
    Beat(165.4, poses.SHOT, "red", 0.6),
    Beat(166.1, poses.LIFT, "red", 0.6, x=26),
    Beat(166.6, poses.HALF_GUARD, "red", 0.5, x=70),
    Beat(170.0, poses.HALF_GUARD, "red", 0.6, x=66),
    Beat(172.6, poses.APART, "red", 2.0),
    Beat(174.4, poses.HANDSHAKE, "red", 0.9),
    Beat(175.6, poses.HANDSHAKE, "red", 0.4),
    Beat(177.0, poses.APART, "red", 0.9),
)

# What the referee does, and when it is reached.
REFEREE: tuple[tuple[float, str, float], ...] = (
    (0.0, "stand", 0.1), (3.7, "signal", 0.5), (4.7, "stand", 0.5), (86.9, "signal", 0.4),
    (88.2, "stand", 0.6), (91.7, "signal", 0.5), (92.7, "stand", 0.5), (103.6, "warn", 0.5),
    (105.6, "stand", 0.5), (END - 0.1, "signal", 0.4), (END + 1.4, "stand", 0.6),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fact:
    """A tag to be: seconds of film, and what a careful coach would answer."""

    time: float
    tag: str
    athlete: Athlete | None = None
    details: str = ""
    end: float | None = None
    note: str = ""


FACTS: tuple[Fact, ...] = (
    Fact(0.0, "match", None, f"category=adult; gi=yes; duration={DURATION}"),
    Fact(WHISTLE, "start"),
    Fact(WHISTLE, "standing"),
    Fact(8.9, "attempt", "blue", "kind=takedown", 11.2, "shot from too far away"),
    Fact(14.4, "takedown", "red", "landing=back; opponent_knees=0; continuous=yes", 16.2),
    Fact(16.2, "closed_guard", "red"),
    Fact(17.4, "submission", "blue", "technique=armbar; close=yes; outcome=escaped", 21.4,
         "arm straight at 0:18, elbow slips out"),
    Fact(26.8, "open_guard", "red"),
    Fact(31.0, "half_guard", "red", "hips_pinned=yes"),
    Fact(36.0, "side_control", "red", "bottom_on=back; back_flat=yes; arm_gripped=no"),
    Fact(38.92, "half_guard", "red", "hips_pinned=no; forced=yes", None, "leg caught again, just short of three seconds"),
    Fact(44.0, "mount", "red", "knees_down=2; arms_trapped=0; foot_trapped=no; facing=head"),
    Fact(51.5, "knee_on_belly", "red", "knee=leg_side; knee_on=belly; posted_foot=yes; forced=no"),
    Fact(56.5, "mount", "red", "knees_down=2; foot_trapped=no", None, "her own choice: the same mount again"),
    Fact(62.5, "back_control", "red", "hooks=1; legs=hooks"),
    Fact(64.0, "back_control", "red", "hooks=0; legs=triangle", None, "body triangle"),
    Fact(65.2, "submission", "red", "technique=rear_choke; close=no; outcome=released", 68.9),
    Fact(72.0, "closed_guard", "blue", "", None, "turned in, comes up on top"),
    Fact(82.4, "sweep", "red", "continuous=yes", 83.9),
    Fact(83.9, "half_guard", "red"),
    Fact(86.3, "scramble"),
    Fact(86.7, "out_of_bounds", None, "while=none; deliberate=no"),
    Fact(STOP, "stop", None, "reason=out_of_bounds"),
    Fact(RESTART, "restart", None, "position=standing"),
    Fact(RESTART, "standing"),
    Fact(95.5, "inactive", "blue", "", 107.0, "backs away, no grips"),
    Fact(103.8, "warning", "blue", "reason=passivity"),
    Fact(108.2, "guard_pull", "blue", "grip=yes; jump=no", 109.7),
    Fact(109.7, "open_guard", "red"),
    Fact(115.2, "sweep", "blue", "", 116.8),
    Fact(116.8, "open_guard", "blue"),
    Fact(122.0, "half_guard", "blue"),
    Fact(127.5, "side_control", "blue", "bottom_on=back"),
    Fact(133.0, "knee_on_belly", "blue", "knee_on=ribs"),
    Fact(137.5, "scramble"),
    Fact(138.6, "turtle", "blue", "back_controlled=yes; knees_down=2"),
    Fact(145.0, "back_control", "blue", "hooks=1"),
    Fact(149.6, "back_control", "blue", "hooks=2; legs=crossed", None, "feet crossed"),
    Fact(152.0, "mark", None, "", None, "are the ankles really crossed here?"),
    Fact(155.4, "scramble"),
    Fact(156.8, "standing"),
    Fact(164.8, "takedown", "red", "landing=side; landing_control=yes", 166.6),
    Fact(166.6, "half_guard", "red"),
    Fact(END, "end"),
)  # fmt: skip
