"""The colours of both themes, pair by pair as they stand on each other, and as eyes see them that
lack one kind of cone."""

from __future__ import annotations

import itertools

import pytest
from PyQt6.QtGui import QColor, QPalette
from pytestqt.qtbot import QtBot

from annotator.ui.banner import Banner
from annotator.ui.looks import palette_of
from annotator.ui.views.theme import MARK_CONTRAST, TEXT_CONTRAST, Theme, contrast, mix, text_on

_ROLE = QPalette.ColorRole
# Texts that Qt paints, each with what it stands on.
PAINTED_BY_QT = (
    (_ROLE.WindowText, _ROLE.Window), (_ROLE.Text, _ROLE.Base), (_ROLE.Text, _ROLE.AlternateBase),
    (_ROLE.ButtonText, _ROLE.Button), (_ROLE.ButtonText, _ROLE.Window),
    (_ROLE.HighlightedText, _ROLE.Highlight), (_ROLE.ToolTipText, _ROLE.ToolTipBase),
    (_ROLE.PlaceholderText, _ROLE.Base), (_ROLE.Link, _ROLE.Base), (_ROLE.Link, _ROLE.Window),
    (_ROLE.LinkVisited, _ROLE.Base), (_ROLE.BrightText, _ROLE.Window),
)  # fmt: skip
# What each kind of eye makes of linear red, green and blue (Viénot, Brettel, Mollon 1999; for
# tritanopia the plane of Brettel, Viénot, Mollon 1997 that holds most colours).
EYES = {
    "protanopia": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deuteranopia": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
    "tritanopia": (
        (1.01277, 0.13548, -0.14826),
        (-0.01243, 0.86812, 0.14431),
        (0.07589, 0.805, 0.11911),
    ),
}
LEAST_DISTANCE = 20
"""In CIELAB; about 2 is just seen where two colours touch, 20 is told at a glance."""


@pytest.fixture(params=[False, True], ids=["light", "dark"])
def palette(request: pytest.FixtureRequest, qtbot: QtBot) -> QPalette:
    return palette_of(dark=request.param)


@pytest.fixture
def theme(palette: QPalette) -> Theme:
    return Theme.of(palette)


def test_the_palettes_give_the_theme_that_they_are_for(qtbot: QtBot) -> None:
    assert Theme.of(palette_of(dark=True)).dark
    assert not Theme.of(palette_of(dark=False)).dark


@pytest.mark.parametrize(("ink", "ground"), PAINTED_BY_QT, ids=lambda role: role.name)
def test_what_qt_paints_can_be_read(palette: QPalette, ink: _ROLE, ground: _ROLE) -> None:
    assert contrast(palette.color(ink), palette.color(ground)) >= TEXT_CONTRAST


@pytest.mark.parametrize("ground", ["base", "panel", "raised", "tint"])
@pytest.mark.parametrize("ink", ["text", "muted", "accent", "warning", "danger", "running"])
def test_texts_in_colour_can_be_read_on_all_that_views_paint(
    theme: Theme, ink: str, ground: str
) -> None:
    assert contrast(getattr(theme, ink), getattr(theme, ground)) >= TEXT_CONTRAST


@pytest.mark.parametrize("who", ["red", "blue", "nobody"])
def test_texts_on_and_in_the_colours_of_the_athletes_can_be_read(theme: Theme, who: str) -> None:
    side = getattr(theme, who)
    assert contrast(side.on_fill, side.fill) >= TEXT_CONTRAST
    assert contrast(side.on_strong, side.strong) >= TEXT_CONTRAST
    for ground in (theme.base, theme.panel, theme.raised):
        assert contrast(side.strong, ground) >= TEXT_CONTRAST
    # The hatch lies over the fill at a third of its strength; the text stands on both.
    assert contrast(side.on_fill, mix(side.fill, side.strong, 0.34)) >= MARK_CONTRAST


def test_texts_on_the_accent_and_in_banners_can_be_read(
    theme: Theme, palette: QPalette, qtbot: QtBot
) -> None:
    assert contrast(theme.on_accent, theme.accent) >= TEXT_CONTRAST
    fill = Banner.fill_of(theme)
    assert contrast(text_on(fill), fill) >= TEXT_CONTRAST


@pytest.mark.parametrize("ground", ["base", "panel", "raised"])
@pytest.mark.parametrize("mark", ["playhead", "accent", "frozen", "running"])
def test_marks_and_the_outline_of_what_has_the_keyboard_stand_out(
    theme: Theme, mark: str, ground: str
) -> None:
    assert contrast(getattr(theme, mark), getattr(theme, ground)) >= MARK_CONTRAST


@pytest.mark.parametrize("eye", EYES)
def test_red_and_blue_are_told_apart_by_every_kind_of_eye(theme: Theme, eye: str) -> None:
    for one, other in ((theme.red.strong, theme.blue.strong), (theme.red.fill, theme.blue.fill)):
        assert _distance(_seen(one, eye), _seen(other, eye)) >= LEAST_DISTANCE


def test_the_measure_of_colours_knows_what_such_eyes_confuse(qtbot: QtBot) -> None:
    red, green = QColor("#c00000"), QColor("#5d7a00")
    plain = _distance(_linear(red), _linear(green))

    assert _distance(_seen(red, "deuteranopia"), _seen(green, "deuteranopia")) < plain / 2
    assert _distance(_linear(red), _linear(red)) == 0


Triple = tuple[float, float, float]


def _linear(color: QColor) -> Triple:
    def one(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    return one(color.redF()), one(color.greenF()), one(color.blueF())


def _seen(color: QColor, eye: str) -> Triple:
    linear = _linear(color)
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True))))
        for row in EYES[eye]
    )
    return red, green, blue


def _distance(one: Triple, other: Triple) -> float:
    """CIE 1976 distance of two linear colours, under daylight (D65)."""
    pairs = itertools.starmap(lambda a, b: (a - b) ** 2, zip(_lab(one), _lab(other), strict=True))
    return float(sum(pairs)) ** 0.5


def _lab(linear: Triple) -> Triple:
    red, green, blue = linear
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089

    def bent(t: float) -> float:
        return t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116

    return 116 * bent(y) - 16, 500 * (bent(x) - bent(y)), 200 * (bent(y) - bent(z))
