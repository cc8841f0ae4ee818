"""The few things a user may want otherwise; keys have a dialog of their own."""

from __future__ import annotations

from dataclasses import replace

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from annotator.settings import Settings, settings_path
from annotator.text import tr
from annotator.ui.discarding import Form
from annotator.ui.keys import LAYOUTS

_MIB = 1024 * 1024
# Each in its own words, so that whoever cannot read the present one finds the way back.
_LANGUAGES = (("", ""), ("en", "English"), ("fr", "Français"), ("ru", "Русский"))


class SettingsDialog(Form):
    """Shows the settings, and says by a signal what they should be."""

    settings_wanted = pyqtSignal(object)

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Settings"))
        self.resize(460, 260)
        self._settings = settings
        layout = QVBoxLayout(self)
        form = QFormLayout()
        layout.addLayout(form)
        self.language = QComboBox(self)
        for code, name in _LANGUAGES:
            self.language.addItem(name or tr("as the system"), code)
        self.language.setCurrentIndex(max(0, self.language.findData(settings.language)))
        self.theme = QComboBox(self)
        for code, name in (("", tr("as the system")), ("light", tr("light")), ("dark", tr("dark"))):
            self.theme.addItem(name, code)
        self.theme.setCurrentIndex(max(0, self.theme.findData(settings.theme)))
        self.still = QCheckBox(tr("Nothing moves by itself but the film"), self)
        self.still.setChecked(settings.reduced_motion)
        self.keyboard = QComboBox(self)
        for name in LAYOUTS:
            self.keyboard.addItem(name.upper(), name)
        self.keyboard.setCurrentIndex(max(0, self.keyboard.findData(settings.keyboard or "qwerty")))
        self.keyboard.setToolTip(tr("What is printed on your keys; found out while you type"))
        self.reaction = QSpinBox(self)
        self.reaction.setRange(0, 2000)
        self.reaction.setSingleStep(50)
        self.reaction.setSuffix(tr(" ms"))
        self.reaction.setValue(settings.reaction_ms)
        self.reaction.setToolTip(tr("Tags made while the film plays are set back by so much"))
        self.memory = QSpinBox(self)
        self.memory.setRange(16, 65536)
        self.memory.setSingleStep(128)
        self.memory.setSuffix(tr(" MiB"))
        self.memory.setValue(settings.cache_bytes // _MIB)
        self.memory.setToolTip(tr("Decoded frames kept, for stepping and playing backward"))
        form.addRow(tr("Language"), self.language)
        form.addRow(tr("Colours"), self.theme)
        form.addRow(tr("Motion"), self.still)
        form.addRow(tr("Keyboard"), self.keyboard)
        form.addRow(tr("Reaction time"), self.reaction)
        form.addRow(tr("Memory for frames"), self.memory)
        place = QLabel(
            tr(
                "Keys are changed under File, Keys. All settings are in {path}.",
                path=settings_path(),
            ),
            self,
        )
        place.setWordWrap(True)
        layout.addWidget(place)
        layout.addStretch(1)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.accepted.connect(self._take)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        self.remember()

    def said(self) -> Settings:
        return replace(
            self._settings,
            language=str(self.language.currentData()),
            theme=str(self.theme.currentData()),
            reduced_motion=self.still.isChecked(),
            keyboard=str(self.keyboard.currentData()),
            reaction_ms=self.reaction.value(),
            cache_bytes=self.memory.value() * _MIB,
        )

    def _take(self) -> None:
        self.settings_wanted.emit(self.said())
        self.accept()
