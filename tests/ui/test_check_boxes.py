"""Check boxes are seen in both themes, in forms and in lists."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtGui import QColor, QPalette
from PyQt6.QtWidgets import (
    QApplication,
    QCheckBox,
    QListWidget,
    QListWidgetItem,
    QRadioButton,
    QStyle,
    QStyleOptionButton,
    QStyleOptionViewItem,
    QWidget,
)
from pytestqt.qtbot import QtBot

from annotator.settings import Settings
from annotator.ui.looks import Looks
from annotator.ui.views.theme import contrast


def in_form(kind: type[QCheckBox | QRadioButton]) -> tuple[QWidget, tuple[int, int], int]:
    box = kind("Motion")
    box.resize(box.sizeHint())
    option = QStyleOptionButton()
    option.initFrom(box)
    style = box.style()
    assert style is not None
    part = QStyle.SubElement.SE_CheckBoxIndicator
    if kind is QRadioButton:
        part = QStyle.SubElement.SE_RadioButtonIndicator
    place = style.subElementRect(part, option, box)
    return box, (place.left() - 1, place.right() + 2), place.center().y()


def in_list() -> tuple[QWidget, tuple[int, int], int]:
    rows = QListWidget()
    item = QListWidgetItem("a ruleset", rows)
    item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
    item.setCheckState(Qt.CheckState.Unchecked)
    rows.resize(200, 60)
    option = QStyleOptionViewItem()
    rows.initViewItemOption(option)
    option.features |= QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator
    option.rect = rows.visualItemRect(item)
    style = rows.style()
    assert style is not None
    part = QStyle.SubElement.SE_ItemViewItemCheckIndicator
    place = style.subElementRect(part, option, rows)
    frame = rows.frameWidth()
    return rows, (place.left() + frame - 1, place.right() + frame + 2), place.center().y() + frame


@pytest.fixture
def looks(qapp: QApplication) -> Iterator[Looks]:
    """The program's looks, taken off again."""
    palette, style = QPalette(qapp.palette()), qapp.style()
    assert style is not None
    name = style.objectName()
    looks = Looks(qapp)
    yield looks
    looks.wear(Settings())
    looks.take_off()
    qapp.setStyle(name)
    qapp.setPalette(palette)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("motion", [True, False])
@pytest.mark.parametrize("where", ["check box", "radio button", "list"])
def test_the_frame_of_an_unchecked_box_is_seen(
    looks: Looks, qtbot: QtBot, theme: str, motion: bool, where: str
) -> None:
    """The line across the middle of a box meets a frame with a contrast of 3:1 on both sides."""
    looks.wear(Settings(theme=theme, reduced_motion=motion))
    if where == "list":
        widget, (left, right), y = in_list()
    else:
        widget, (left, right), y = in_form(QCheckBox if where == "check box" else QRadioButton)
    qtbot.addWidget(widget)
    picture = widget.grab().toImage()
    line = [QColor(picture.pixel(x, y)) for x in range(max(0, left), right)]
    middle = len(line) // 2
    for half, ground in ((line[: middle - 3], line[middle]), (line[middle + 3 :], line[middle])):
        assert max(contrast(colour, ground) for colour in half) >= 3
    # The ground outside is seen against the frame too.
    outside = widget.palette().color(widget.backgroundRole())
    assert max(contrast(colour, outside) for colour in line) >= 3
