"""Draws the wrestlers: limbs as tapered capsules in cloth, with outline, light and shadow.

Everything is drawn at `SCALE` times the film's size and shrunk, so that edges are smooth.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from annotator.sample.body import Joints
from annotator.sample.paint import Canvas, Colour, Outline, fill, fill_any, stroke

SCALE = 2
_ROUND = np.exp(1j * np.linspace(-math.pi / 2, math.pi / 2, 9))


@dataclass(frozen=True, slots=True)
class Outfit:
    """What a person wears. `tail`: how the hair is worn, so that heads differ in outline too."""

    cloth: Colour
    light: Colour
    line: Colour
    belt: Colour
    skin: Colour
    hair: Colour
    tail: bool = False
    trousers: Colour | None = None


WHITE_GI = Outfit(
    cloth=(236, 234, 228), light=(250, 249, 246), line=(92, 96, 108), belt=(206, 44, 50),
    skin=(232, 184, 150), hair=(70, 44, 34), tail=True,
)  # fmt: skip
BLUE_GI = Outfit(
    cloth=(38, 76, 150), light=(66, 108, 186), line=(14, 28, 66), belt=(28, 28, 34),
    skin=(214, 160, 122), hair=(226, 190, 112),
)  # fmt: skip
REFEREE = Outfit(
    cloth=(58, 62, 72), light=(80, 86, 98), line=(24, 26, 32), belt=(58, 62, 72),
    skin=(206, 156, 120), hair=(104, 104, 110), trousers=(74, 78, 88),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class View:
    """Where the mat's point 0 lies in the picture (film pixels), and what part is being drawn."""

    origin: complex
    left: int
    top: int
    zoom: float = 1.0

    def at(self, point: complex) -> complex:
        """Canvas place of a point of the mat."""
        x = self.origin.real + point.real * self.zoom - self.left
        y = self.origin.imag - point.imag * self.zoom - self.top
        return complex(x, y) * SCALE


def capsule(start: complex, end: complex, r_start: float, r_end: float) -> Outline:
    """Outline of two discs and the band between them, in canvas units."""
    way = end - start
    along = way / abs(way) if abs(way) > 1e-6 else 1 + 0j
    outline = np.empty(2 * len(_ROUND), np.complex128)
    outline[: len(_ROUND)] = _ROUND * (along * r_end) + end
    outline[len(_ROUND) :] = _ROUND * (-along * r_start) + start
    return outline


def _darker(colour: Colour, share: float) -> Colour:
    return tuple(round(part * share) for part in colour)  # type: ignore[return-value]


class Figure:
    """One person, drawn part by part so that two bodies can be woven into each other."""

    def __init__(self, joints: Joints, face: float, outfit: Outfit, view: View) -> None:
        self.face = face
        self.outfit = outfit
        self.unit = view.zoom * SCALE
        self.at = {name: view.at(point) for name, point in joints.items()}

    def draw(self, canvas: Canvas, part: str) -> None:
        """Draw `t`, or a limb: `n` or `f` (near, far) and `a` or `l` (arm, leg)."""
        if part == "t":
            self._trunk(canvas)
            self._head(canvas)
        elif part[1] == "a":
            self._arm(canvas, part[0])
        else:
            self._leg(canvas, part[0])

    def _bone(
        self, canvas: Canvas, bones: list[tuple[complex, complex, float, float]], shade: float
    ) -> None:
        """Several capsules of one cloth: outlines first, so that no line crosses a joint."""
        outfit, u = self.outfit, self.unit
        for start, end, r1, r2 in bones:
            fill(canvas, capsule(start, end, (r1 + 1.5) * u, (r2 + 1.5) * u), outfit.line)
        for start, end, r1, r2 in bones:
            fill(canvas, capsule(start, end, r1 * u, r2 * u), _darker(outfit.cloth, shade))
        lift = complex(-0.2, -0.3) * u
        for start, end, r1, r2 in bones:
            off1, off2 = lift * r1, lift * r2
            shape = capsule(start + off1, end + off2, r1 * 0.52 * u, r2 * 0.52 * u)
            fill(canvas, shape, _darker(outfit.light, shade))

    def _skin(
        self, canvas: Canvas, start: complex, end: complex, r1: float, r2: float, shade: float
    ) -> None:
        outfit, u = self.outfit, self.unit
        line = _darker(outfit.skin, 0.5)
        fill(canvas, capsule(start, end, (r1 + 1.3) * u, (r2 + 1.3) * u), line)
        fill(canvas, capsule(start, end, r1 * u, r2 * u), _darker(outfit.skin, shade))

    def _arm(self, canvas: Canvas, side: str) -> None:
        shade = 1.0 if side == "n" else 0.84
        shoulder, elbow, hand = (self.at[f"{n}_{side}"] for n in ("shoulder", "elbow", "hand"))
        wrist = elbow + (hand - elbow) * 0.80
        self._skin(canvas, wrist, hand, 6.2, 8.2, shade)
        self._bone(canvas, [(shoulder, elbow, 15.0, 12.0), (elbow, wrist, 12.0, 10.5)], shade)

    def _leg(self, canvas: Canvas, side: str) -> None:
        shade = 1.0 if side == "n" else 0.84
        hip, knee, foot = (self.at[f"{n}_{side}"] for n in ("hip", "knee", "foot"))
        shin = (foot - knee) / max(abs(foot - knee), 1e-6)
        # The toes point to the side to which the knee does, or forward where the leg is straight.
        turn = ((knee - hip).conjugate() * (foot - knee)).imag
        side_of = 1.0 if turn > 0 else -1.0
        if abs(turn) < 60 * self.unit * self.unit:
            side_of = 1.0 if self.face > 0 else -1.0
        toes = foot + shin * 2 * self.unit + shin * (-1j) * side_of * 17 * self.unit
        ankle = knee + (foot - knee) * 0.86
        if outfit := self.outfit.trousers:
            fill(canvas, capsule(foot, toes, 9 * self.unit, 7 * self.unit), _darker(outfit, 0.4))
        else:
            self._skin(canvas, foot, toes, 8.0, 5.8, shade)
        self._bone(canvas, [(hip, knee, 20.0, 15.0), (knee, ankle, 15.0, 12.5)], shade)

    def _trunk(self, canvas: Canvas) -> None:
        outfit, u = self.outfit, self.unit
        pelvis, neck = self.at["pelvis"], self.at["neck"]
        way = neck - pelvis
        along = way / max(abs(way), 1e-6)
        front = along * 1j * self.face  # the picture's y runs down
        chest = neck - along * 14 * u
        waist = pelvis + along * 20 * u
        self._skin(canvas, neck - along * 8 * u, self.at["head"], 9, 9, 0.92)
        tail = pelvis - along * 13 * u
        self._bone(canvas, [(waist, tail, 21, 24), (pelvis + along * 4 * u, chest, 22, 25)], 1.0)
        if outfit.trousers is None:
            throat = neck + along * 5 * u + front * 4 * u
            self._lapels(canvas, throat, waist, along, front)
        self._belt(canvas, pelvis + along * 17 * u, along, front)

    def _lapels(
        self, canvas: Canvas, throat: complex, waist: complex, along: complex, front: complex
    ) -> None:
        outfit, u = self.outfit, self.unit
        cross = waist + front * 13 * u + along * 12 * u
        for start in (throat + front * 7 * u, throat - front * 8 * u):
            stroke(
                canvas,
                [start, cross, waist + front * 14 * u - along * 18 * u],
                outfit.line,
                2.2 * u,
            )
        stroke(canvas, [throat - front * 8 * u, cross], outfit.light, 1.2 * u)

    def _belt(self, canvas: Canvas, middle: complex, along: complex, front: complex) -> None:
        outfit, u = self.outfit, self.unit
        side = front if abs(front) > 0.3 else along * 1j
        side /= max(abs(side), 1e-6)
        band = [middle - side * 22.5 * u, middle + side * 22.5 * u]
        fill(canvas, capsule(band[0], band[1], 5.2 * u, 5.2 * u), _darker(outfit.belt, 0.55))
        fill(canvas, capsule(band[0], band[1], 4.0 * u, 4.0 * u), outfit.belt)
        if outfit.trousers is not None:
            return
        knot = middle + front * 17 * u
        for droop in (complex(-6, 20), complex(5, 21)):
            end = knot + (droop * 0.7 - along * 9) * u
            fill(canvas, capsule(knot, end, 3.6 * u, 3.4 * u), _darker(outfit.belt, 0.55))
            fill(canvas, capsule(knot, end, 2.6 * u, 2.4 * u), outfit.belt)
        fill(canvas, capsule(knot, knot + along, 5.4 * u, 5.4 * u), _darker(outfit.belt, 0.55))
        fill(canvas, capsule(knot, knot + along, 4.2 * u, 4.2 * u), outfit.belt)

    def _head(self, canvas: Canvas) -> None:
        outfit, u = self.outfit, self.unit
        head, neck = self.at["head"], self.at["neck"]
        up = (head - neck) / max(abs(head - neck), 1e-6)
        front = up * 1j * self.face
        back = -front
        line = _darker(outfit.hair, 0.55)
        if outfit.tail:
            root = head + back * 15 * u + up * 8 * u
            end = root + (back * 13 - up * 15) * u + 8j * u
            fill(canvas, capsule(root, end, 7.4 * u, 4.4 * u), line)
            fill(canvas, capsule(root, end, 6.0 * u, 3.2 * u), outfit.hair)
        elif outfit.trousers is None:
            bun = head + back * 13 * u + up * 16 * u
            fill(canvas, capsule(bun, bun + up, 9.4 * u, 9.4 * u), line)
            fill(canvas, capsule(bun, bun + up, 8.0 * u, 8.0 * u), outfit.hair)
        fill(
            canvas, capsule(head, head + up * 3 * u, 20.6 * u, 20.6 * u), _darker(outfit.skin, 0.5)
        )
        fill(canvas, capsule(head, head + up * 3 * u, 19.2 * u, 19.2 * u), outfit.skin)
        self._hair(canvas, head + up * 1.5 * u, up, front)
        ear = head - up * 2 * u + back * 2.5 * u
        fill(canvas, capsule(ear, ear + up * 3 * u, 3.4 * u, 3.6 * u), _darker(outfit.skin, 0.84))
        if abs(self.face) > 0.35:
            eye = head + front * 11.5 * u + up * 1.5 * u
            fill(canvas, capsule(eye, eye + up * 3 * u, 1.9 * u, 1.9 * u), (40, 34, 36))
            brow = [eye + up * 7.5 * u - front * 3 * u, eye + up * 7.5 * u + front * 3 * u]
            stroke(canvas, brow, line, 1.8 * u)
            mouth = head + front * 11 * u - up * 9 * u
            stroke(canvas, [mouth, mouth + front * 5 * u], _darker(outfit.skin, 0.55), 1.6 * u)
            nose = head + front * 19 * u - up * 2 * u
            fill(canvas, capsule(nose - up * u, nose + up * 2 * u, 3.6 * u, 2.6 * u), outfit.skin)

    def _hair(self, canvas: Canvas, head: complex, up: complex, front: complex) -> None:
        """A cap from the forehead over the crown to the nape."""
        outfit, u = self.outfit, self.unit
        back = -front / max(abs(front), 1e-6)
        if abs(self.face) < 0.35:
            back = -up * 1j
        spread = range(-3, 10)
        rim = [
            head + (up * math.cos(a) + back * math.sin(a)) * 20 * u
            for a in (k * 0.24 for k in spread)
        ]
        inner = head + up * 5 * u + back * 3 * u
        fill_any(canvas, [*rim, head - up * 4 * u + back * 9 * u, inner, head + up * 11 * u - back * 11 * u],
                  outfit.hair)  # fmt: skip
