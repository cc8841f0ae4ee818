"""Draws a sample match, frame by frame, and writes the film."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

from annotator.model.time import clock_text
from annotator.model.vocabulary import ATHLETES, Athlete, other
from annotator.sample import scene
from annotator.sample.barcode import draw_frame_number
from annotator.sample.body import Joints, Moving, Pose, ease, joints_of, mirrored, moved
from annotator.sample.figures import BLUE_GI, REFEREE, SCALE, WHITE_GI, Figure, Outfit, View
from annotator.sample.first_story import FIRST
from annotator.sample.frames import TIME_BASE
from annotator.sample.paint import Canvas, planar, shrunk
from annotator.sample.sound import RATE, Hall
from annotator.sample.story import Beat, Story
from annotator.video.writer import FilmWriter

SIZE = (scene.WIDTH, scene.HEIGHT)
_OUTFITS: dict[Athlete, Outfit] = {"red": WHITE_GI, "blue": BLUE_GI}
_AHEAD = 8  # pictures drawn and not yet encoded
_ZOOM = 1.2
_PAD = 50  # pixels around the joints that limbs may reach
Progress = Callable[[int, int], None]

_AT_EASE = Pose(
    pelvis=0 + 134j, lean=92, face=-1, hand_n=-14 + 120j, hand_f=-4 + 120j,
    foot_n=-10 + 6j, foot_f=14 + 12j, elbow_n=0.5, elbow_f=0.5, knee_n=-1, knee_f=-1,
)  # fmt: skip
_REFEREE_POSES = {
    "stand": _AT_EASE,
    "signal": Pose(
        pelvis=0 + 132j, lean=98, face=-1, hand_n=-92 + 186j, hand_f=-10 + 120j,
        foot_n=-22 + 6j, foot_f=16 + 12j, elbow_n=0.15, elbow_f=0.5, knee_n=-1, knee_f=-1,
    ),
    "warn": Pose(
        pelvis=0 + 134j, lean=93, face=-1, hand_n=-50 + 270j, hand_f=-70 + 150j,
        foot_n=-14 + 6j, foot_f=14 + 12j, elbow_n=-0.3, elbow_f=0.5, knee_n=-1, knee_f=-1,
    ),
}  # fmt: skip
_REFEREE_AT = View(complex(818, 404), 0, 0, 0.88)


def write_film(
    path: Path,
    times: Sequence[Fraction],
    progress: Progress | None = None,
    story: Story = FIRST,
) -> None:
    """Write the frames shown at these times of the match; the first one is the film's time 0.

    Raises ExportError where the film cannot be written.
    """
    artist, hall, first = Artist(story), Hall(story), times[0]
    start, heard = round(first * RATE), 0
    # One thread encodes while this one draws; with one only, the bytes are always the same.
    with (
        FilmWriter.open(path, SIZE, TIME_BASE, RATE, crf=25, gop=90, threads=1) as writer,
        ThreadPoolExecutor(1) as encoder,
    ):
        pending: deque[Future[None]] = deque()
        for number, time in enumerate(times):
            picture = artist.picture(float(time))
            draw_frame_number(picture, number)
            _draw_digits(picture, number)
            pending.append(encoder.submit(writer.add, planar(picture), time - first))
            due = round((time - first) * RATE) + RATE // 30
            if due - heard >= RATE // 2 or number == len(times) - 1:
                sound = hall.piece(start + heard, due - heard)
                pending.append(encoder.submit(writer.add_sound, sound))
                heard = due
            while len(pending) > _AHEAD:
                pending.popleft().result()
            if progress is not None:
                progress(number + 1, len(times))
        while pending:
            pending.popleft().result()


def _draw_digits(picture: Canvas, number: int) -> None:
    cell = scene.WIDTH // 120
    top, left = scene.HEIGHT - 4 * cell - 1, 17 * cell
    for place, letter in enumerate(f"{number:05d}"):
        mark = scene.digit(int(letter))
        x = left + place * mark.shape[1]
        picture[top : top + mark.shape[0], x : x + mark.shape[1]] = mark


class Artist:
    """Makes the picture of any moment. What stands still is drawn once."""

    def __init__(self, story: Story = FIRST) -> None:
        self._story = story
        self._referee: tuple[str, str, float] | None = None
        self._stage: Canvas = scene.hall()
        self._small = shrunk(self._stage, SCALE)

    def picture(self, second: float) -> Canvas:
        """RGB picture of a second of the match, without a frame number."""
        self._place_referee(second)
        picture = self._small.copy()
        red, blue, order, faces = wrestlers(second, self._story)
        left, top, right, bottom = _bounds((red, blue))
        view = View(complex(scene.WIDTH / 2, scene.GROUND), left, top, _ZOOM)
        part = self._stage[top * SCALE : bottom * SCALE, left * SCALE : right * SCALE].copy()
        scene.shadow(part, (red, blue), view)
        figures = {
            who: Figure(joints, faces[who], _OUTFITS[who], view)
            for who, joints in zip(ATHLETES, (red, blue), strict=True)
        }
        for who, limb in order:
            figures[who].draw(part, limb)
        picture[top:bottom, left:right] = shrunk(part, SCALE)
        board = scene.board(_clock(second, self._story), self._story.board)
        height, width = board.shape[:2]
        picture[14 : 14 + height, scene.WIDTH - 14 - width : scene.WIDTH - 14] = board
        return picture

    def _place_referee(self, second: float) -> None:
        """Draw the referee into the hall, anew only where he moves."""
        beats = self._story.referee
        index = bisect_right(beats, second, key=lambda beat: beat[0])
        before = beats[max(index - 1, 0)]
        after = beats[min(index, len(beats) - 1)]
        share = 0.0
        if after[0] > second:
            share = round(ease(1 - (after[0] - second) / after[2]), 3)
        state = (before[1], after[1] if share else before[1], share)
        if state == self._referee:
            return
        self._referee = state
        mover = Moving(_REFEREE_POSES[state[0]], _REFEREE_POSES[state[1]], share)
        joints, _ = joints_of(mover, mover, 0.0)
        stage = scene.hall().copy()
        scene.shadow(stage, (joints,), _REFEREE_AT)
        figure = Figure(joints, -1.0, REFEREE, _REFEREE_AT)
        for limb in ("fl", "fa", "t", "nl", "na"):
            figure.draw(stage, limb)
        self._stage, self._small = stage, shrunk(stage, SCALE)


def wrestlers(
    second: float, story: Story = FIRST
) -> tuple[Joints, Joints, list[tuple[Athlete, str]], dict[Athlete, float]]:
    """Joints of red and blue at a second, the order to draw them in, and where each looks."""
    beats = story.beats
    index = bisect_right(beats, second, key=lambda beat: beat.time)
    before = beats[max(index - 1, 0)]
    after = beats[min(index, len(beats) - 1)]
    share = 0.0
    if after.time > second:
        share = ease(1 - (after.time - second) / after.take)
    movers = {who: Moving(_pose(before, who), _pose(after, who), share) for who in ATHLETES}
    red, blue = joints_of(movers["red"], movers["blue"], second)
    shown = after if share > 0.5 else before
    order: list[tuple[Athlete, str]] = []
    for part in shown.pair.order:
        role, _, limb = part.partition(".")
        order.append((shown.a if role == "a" else other(shown.a), limb))
    return red, blue, order, {who: mover.number("face") for who, mover in movers.items()}


def _pose(beat: Beat, who: Athlete) -> Pose:
    pose = beat.pair.a if who == beat.a else beat.pair.b
    return moved(mirrored(pose) if beat.flip else pose, complex(beat.x))


def _bounds(bodies: tuple[Joints, Joints]) -> tuple[int, int, int, int]:
    """The part of the picture that bodies and shadows touch, in film pixels, on even numbers."""
    points = [point for body in bodies for point in body.values()]
    x = [scene.WIDTH / 2 + point.real * _ZOOM for point in points]
    y = [scene.GROUND - point.imag * _ZOOM for point in points]
    left, right = math.floor(min(x) - _PAD), math.ceil(max(x) + _PAD)
    top, bottom = math.floor(min(y) - _PAD), max(math.ceil(max(y) + _PAD), scene.GROUND + 30)
    return (
        max(0, left // 8 * 8), max(0, top // 8 * 8),
        min(scene.WIDTH, right // 8 * 8 + 8), min(scene.HEIGHT, bottom // 8 * 8 + 8),
    )  # fmt: skip


def _clock(second: float, story: Story) -> str:
    """The board's clock: it counts down and shows the second that is running out."""
    left = story.duration - story.clock_runs(second)
    return clock_text(Fraction(math.ceil(left - 1e-9)), 0)
