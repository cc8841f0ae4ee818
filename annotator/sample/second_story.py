"""A second match: one minute that ends before its time, with the board's own score beside it."""

from __future__ import annotations

from annotator.sample import poses
from annotator.sample.story import Beat, Fact, Story

_DURATION = 120
_WHISTLE, _END = 4.0, 63.0

_BEATS = (
    Beat(0.0, poses.APART, "red", 0.1),
    Beat(1.4, poses.BOW, "red", 0.7),
    Beat(2.6, poses.APART, "red", 0.7),
    Beat(3.6, poses.READY, "red", 0.8),
    Beat(6.0, poses.CLINCH, "red", 0.9),
    Beat(9.5, poses.SHOT, "blue", 0.6, True),
    Beat(10.2, poses.LIFT, "blue", 0.6, True, -26),
    Beat(10.8, poses.SIDE_CONTROL, "blue", 0.5, True, -50),
    # Held for two and a half seconds.
    Beat(16.5, poses.KNEE_ON_BELLY, "blue", 0.8, True, -46),
    Beat(19.0, poses.SIDE_CONTROL, "blue", 0.7, True, -44),
    Beat(23.0, poses.HALF_GUARD, "blue", 0.9, True, -36),
    Beat(26.5, poses.OPEN_GUARD, "blue", 0.9, True, -30),
    Beat(29.6, poses.SWEEPING, "blue", 0.8, True, -30),
    Beat(30.4, poses.HALF_GUARD, "red", 0.7, True, -20),
    # A pass held for 2.8 seconds.
    Beat(35.4, poses.SIDE_CONTROL, "red", 0.9, True, -10),
    Beat(38.2, poses.HALF_GUARD, "red", 0.6, True, -14),
    Beat(41.0, poses.MOUNT, "red", 0.9, True, -8),
    Beat(45.5, poses.SCRAMBLE, "red", 0.7, True, -4),
    Beat(46.4, poses.TURTLE, "red", 0.7, True, 0),
    Beat(51.0, poses.ONE_HOOK, "red", 1.0, True, -6),
    Beat(54.0, poses.BACK_CONTROL, "red", 0.8, True, -8),
    Beat(58.5, poses.REAR_CHOKE, "red", 0.8, True, -8),
    Beat(64.6, poses.APART, "red", 1.4),
    Beat(66.4, poses.HANDSHAKE, "red", 0.9),
    Beat(67.4, poses.HANDSHAKE, "red", 0.4),
    Beat(68.8, poses.APART, "red", 0.9),
)

_REFEREE = (
    (0.0, "stand", 0.1), (3.7, "signal", 0.5), (4.7, "stand", 0.5), (32.6, "warn", 0.5),
    (34.0, "stand", 0.5), (_END - 0.1, "signal", 0.4), (_END + 1.4, "stand", 0.6),
)  # fmt: skip

_FACTS = (
    Fact(0.0, "match", None, f"category=adult; gi=yes; duration={_DURATION}"),
    Fact(_WHISTLE, "start"),
    Fact(_WHISTLE, "standing"),
    Fact(8.9, "takedown", "blue", "landing=back; opponent_knees=0; continuous=yes", 10.8),
    Fact(10.8, "side_control", "blue", "bottom_on=back; back_flat=yes"),
    Fact(15.2, "official", "blue", "points=2", None, "the board gives the takedown"),
    Fact(16.5, "knee_on_belly", "blue", "knee=leg_side; knee_on=belly; posted_foot=yes"),
    Fact(19.0, "side_control", "blue", "forced=yes", None, "pushed off after two and a half seconds"),
    Fact(20.4, "official", "blue", "points=2", None, "the board gives the knee on belly"),
    Fact(23.0, "half_guard", "blue", "forced=yes"),
    Fact(26.5, "open_guard", "blue"),
    Fact(28.8, "sweep", "red", "continuous=yes", 30.4),
    Fact(30.4, "half_guard", "red"),
    Fact(32.8, "warning", "blue", "reason=grip_inside"),
    Fact(34.8, "official", "red", "points=2"),
    Fact(35.4, "side_control", "red", "bottom_on=back; back_flat=yes"),
    Fact(38.2, "half_guard", "red", "hips_pinned=no; forced=yes", None, "the leg is caught again"),
    Fact(41.0, "mount", "red", "knees_down=2; arms_trapped=0; foot_trapped=no"),
    Fact(45.5, "scramble"),
    Fact(46.0, "official", "red", "points=4"),
    Fact(46.4, "turtle", "red", "back_controlled=no; knees_down=2"),
    Fact(51.0, "back_control", "red", "hooks=1"),
    Fact(54.0, "back_control", "red", "hooks=2; legs=hooks"),
    Fact(57.8, "submission", "red", "technique=rear_choke; close=yes; outcome=tap", _END),
    Fact(58.2, "official", "red", "points=4"),
    Fact(_END, "end"),
)  # fmt: skip

SECOND = Story(
    name="second",
    athletes={"red": ("Nour Benali", "red"), "blue": ("Jana Weber", "black")},
    board=("N. BENALI", "J. WEBER"),
    duration=_DURATION,
    whistle=_WHISTLE,
    end=_END,
    length=_END + 7.0,
    beats=_BEATS,
    referee=_REFEREE,
    facts=_FACTS,
    shown_under=("ibjjf-ru", "jjif-2014", "grappling-gi"),
)
