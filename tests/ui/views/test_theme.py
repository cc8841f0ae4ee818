"""Colours that everybody can read and tell apart."""

from __future__ import annotations

import pytest
from PyQt6.QtGui import QColor, QPalette
from pytestqt.qtbot import QtBot

from annotator.ui.views.theme import (
    MARK_CONTRAST,
    TEXT_CONTRAST,
    Theme,
    contrast,
    legible,
    luminance,
    text_on,
)
from tests.ui.views.view_samples import dark_palette


def light_palette() -> QPalette:
    palette = QPalette(QColor("#efefef"))
    palette.setColor(QPalette.ColorRole.Base, QColor("#ffffff"))
    palette.setColor(QPalette.ColorRole.Text, QColor("#000000"))
    return palette


@pytest.fixture(params=["light", "dark"])
def theme(request: pytest.FixtureRequest, qtbot: QtBot) -> Theme:
    return Theme.of(light_palette() if request.param == "light" else dark_palette())


def test_contrast_is_that_of_the_guideline() -> None:
    assert contrast(QColor("black"), QColor("white")) == pytest.approx(21)
    assert contrast(QColor("white"), QColor("white")) == pytest.approx(1)
    assert contrast(QColor("#777777"), QColor("white")) == pytest.approx(4.48, abs=0.01)


def test_a_dark_palette_gives_a_dark_theme(qtbot: QtBot) -> None:
    assert Theme.of(dark_palette()).dark
    assert not Theme.of(light_palette()).dark


def test_every_text_is_legible_on_what_it_stands_on(theme: Theme) -> None:
    backgrounds = (theme.base, theme.panel, theme.raised)
    for ink in (theme.text, theme.muted):
        assert contrast(ink, theme.tint) >= TEXT_CONTRAST
    for ink in (theme.text, theme.muted):
        for background in backgrounds:
            assert contrast(ink, background) >= TEXT_CONTRAST
    for side in (theme.red, theme.blue, theme.nobody):
        assert contrast(side.on_fill, side.fill) >= TEXT_CONTRAST
        assert contrast(side.on_strong, side.strong) >= TEXT_CONTRAST
    for side in (theme.red, theme.blue):
        for background in backgrounds:
            assert contrast(side.strong, background) >= TEXT_CONTRAST


def test_marks_and_the_playhead_stand_out(theme: Theme) -> None:
    for color in (theme.playhead, theme.accent, theme.running, theme.warning, theme.danger):
        for background in (theme.base, theme.panel):
            assert contrast(color, background) >= MARK_CONTRAST


def test_red_and_blue_differ_without_their_hue(theme: Theme) -> None:
    red, blue = luminance(theme.red.strong), luminance(theme.blue.strong)
    assert contrast(theme.red.strong, theme.blue.strong) >= 1.4
    assert abs(red - blue) > 0.05
    assert theme.red.hatch is not theme.blue.hatch


@pytest.mark.parametrize("color", ["#ffff00", "#00ff00", "#808080", "#ff0000", "#0000ff"])
def test_any_colour_can_be_made_legible(color: str) -> None:
    for background in (QColor("white"), QColor("#1b1d21"), QColor("#7f7f7f")):
        ink = legible(QColor(color), background)
        best = contrast(text_on(background), background)
        assert contrast(ink, background) >= min(TEXT_CONTRAST, best)
