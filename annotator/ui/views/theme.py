"""Colours and fonts of the views, for a light and a dark desktop.

Red and blue are told apart by more than hue: they differ in lightness, are hatched in different
directions, and everything that bears their colour bears their letter too. Text colours are
derived from what they stand on, so that they keep the contrast of WCAG 2 level AA (4.5 to 1).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QBrush, QColor, QFont, QPalette

from annotator.model.vocabulary import Athlete

TEXT_CONTRAST = 4.5
MARK_CONTRAST = 3.0
_BLACK = QColor("#101418")
_WHITE = QColor("#ffffff")
# The hues that Okabe and Ito chose to be told apart with every kind of colour vision.
_BUTTON_COLOURS = {
    "orange": "#e69f00", "sky": "#56b4e9", "green": "#009e73", "yellow": "#f0e442",
    "blue": "#0072b2", "vermilion": "#d55e00", "purple": "#cc79a7",
}  # fmt: skip


def luminance(color: QColor) -> float:
    """Relative luminance as WCAG 2 defines it: 0 for black, 1 for white."""

    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(c) for c in (color.redF(), color.greenF(), color.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    """WCAG 2 contrast ratio of two opaque colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def text_on(background: QColor) -> QColor:
    """Near black or white, whichever is read better on a colour."""
    return max((_BLACK, _WHITE), key=lambda ink: contrast(ink, background))


def mix(one: QColor, other: QColor, share: float) -> QColor:
    """`one` with this share (0 to 1) of `other`, opaque."""

    def channel(a: float, b: float) -> float:
        return min(1.0, max(0.0, a + (b - a) * share))

    return QColor.fromRgbF(
        channel(one.redF(), other.redF()),
        channel(one.greenF(), other.greenF()),
        channel(one.blueF(), other.blueF()),
    )


def legible(color: QColor, background: QColor, ratio: float = TEXT_CONTRAST) -> QColor:
    """The colour, moved towards black or white just far enough to be read on a background."""
    ink = text_on(background)
    for step in range(21):
        moved = mix(color, ink, step / 20)
        if contrast(moved, background) >= ratio:
            return moved
    return ink


@dataclass(frozen=True)
class Side:
    """An athlete's colours: of lines and marks (`strong`), of areas (`fill`), and text on it."""

    strong: QColor
    fill: QColor
    on_fill: QColor
    on_strong: QColor
    hatch: Qt.BrushStyle


@dataclass(frozen=True)
class Theme:
    """All the colours that the views paint with."""

    dark: bool
    base: QColor
    panel: QColor
    raised: QColor
    text: QColor
    muted: QColor
    line: QColor
    grid: QColor
    red: Side
    blue: Side
    nobody: Side
    accent: QColor
    on_accent: QColor
    tint: QColor
    playhead: QColor
    running: QColor
    stopped: QColor
    frozen: QColor
    warning: QColor
    danger: QColor

    @classmethod
    def of(cls, palette: QPalette) -> Theme:
        """The theme that goes with a palette: dark where its background is."""
        group = QPalette.ColorGroup.Active
        roles = (QPalette.ColorRole.Base, QPalette.ColorRole.Window, QPalette.ColorRole.Text)
        return cls._of(*(palette.color(group, role).rgba() for role in roles))

    @classmethod
    @lru_cache(maxsize=16)  # views ask at each painting, and working it out takes longer than that
    def _of(cls, base_rgba: int, window_rgba: int, text_rgba: int) -> Theme:
        base = QColor.fromRgba(base_rgba)
        dark = luminance(QColor.fromRgba(window_rgba)) < 0.18
        text = legible(QColor.fromRgba(text_rgba), base, 7.0)
        accent = QColor("#7aa2ff") if dark else QColor("#3556c8")
        accent = legible(accent, base)
        panel = mix(base, text, 0.05)
        raised = mix(base, text, 0.09)
        tint = mix(base, accent, 0.22 if dark else 0.14)
        if dark:
            strong = {"red": "#ff8a5c", "blue": "#a9d0ff"}
            fills = {"red": "#8a3413", "blue": "#24507f"}
            marks = ("#7bc47f", "#ffd166", "#ff8f8f")
        else:
            strong = {"red": "#c24400", "blue": "#0a3f7a"}
            fills = {"red": "#f7b795", "blue": "#9cc3ea"}
            marks = ("#2e7d32", "#8a5a00", "#b3261e")
        sides = {
            who: _side(QColor(strong[who]), QColor(fills[who]), raised, hatch)
            for who, hatch in (
                ("red", Qt.BrushStyle.FDiagPattern),
                ("blue", Qt.BrushStyle.BDiagPattern),
            )
        }
        return cls(
            dark=dark,
            base=base,
            panel=panel,
            raised=raised,
            text=text,
            muted=legible(legible(mix(text, base, 0.35), raised), tint),
            line=mix(base, text, 0.24),
            grid=mix(base, text, 0.12),
            red=sides["red"],
            blue=sides["blue"],
            nobody=_side(
                mix(base, text, 0.55), mix(base, text, 0.16), raised, Qt.BrushStyle.NoBrush
            ),
            accent=accent,
            on_accent=text_on(accent),
            tint=tint,
            playhead=legible(QColor("#ff5c8a") if dark else QColor("#c2185b"), base),
            running=legible(legible(QColor(marks[0]), raised), tint),
            stopped=mix(base, text, 0.30),
            frozen=QColor("#4aa3b8") if dark else QColor("#2a7f92"),
            warning=legible(QColor(marks[1]), raised),
            danger=legible(QColor(marks[2]), raised),
        )

    def side(self, athlete: Athlete | None) -> Side:
        """The colours of an athlete, or those of nobody."""
        if athlete is None:
            return self.nobody
        return self.red if athlete == "red" else self.blue

    def button_colour(self, name: str) -> QColor:
        """A colour of `annotator.model.template.COLOURS`, told from what buttons are made of."""
        role = {"accent": self.accent, "warning": self.warning, "danger": self.danger}.get(name)
        return role or legible(QColor(_BUTTON_COLOURS[name]), self.raised, MARK_CONTRAST)

    def hatch_brush(self, athlete: Athlete | None) -> QBrush:
        """The hatch that lies over an athlete's fill, faint enough to leave text readable."""
        side = self.side(athlete)
        ink = QColor(side.strong)
        ink.setAlphaF(0.34)
        return QBrush(ink, side.hatch)


def _side(strong: QColor, fill: QColor, background: QColor, hatch: Qt.BrushStyle) -> Side:
    strong = legible(strong, background)
    return Side(strong, fill, text_on(fill), text_on(strong), hatch)


def scaled(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """The user's font in another size, never below 7 points; pixel sizes are kept in pixels."""
    copy = QFont(font)
    if font.pointSizeF() > 0:
        copy.setPointSizeF(max(7.0, font.pointSizeF() * factor))
    else:
        copy.setPixelSize(max(9, round(font.pixelSize() * factor)))
    if bold:
        copy.setWeight(QFont.Weight.DemiBold)
    return copy


def tabular(font: QFont) -> QFont:
    """The font with figures of one width, so that a running clock does not tremble."""
    copy = QFont(font)
    copy.setFeature(QFont.Tag("tnum"), 1)
    return copy
