"""How the program looks and speaks: light or dark, still or moving, in which language.

Each follows the system unless the settings say otherwise. The application's palette is our own in
both colours, so that every text keeps its contrast; where the system asks for high contrast, the
system's palette is left alone and the views derive their colours from that.
"""

from __future__ import annotations

from PyQt6.QtCore import QLibraryInfo, QLocale, QObject, QRectF, Qt, QTranslator, pyqtSignal
from PyQt6.QtGui import QColor, QPainter, QPalette, QPen, QStyleHints
from PyQt6.QtWidgets import (
    QApplication,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QWidget,
)

from annotator.settings import Settings
from annotator.text import set_language
from annotator.ui.views.theme import luminance

_STYLE = "Fusion"
_ROLE = QPalette.ColorRole
_LIGHT = {
    _ROLE.Window: "#f2f3f5", _ROLE.Base: "#ffffff", _ROLE.AlternateBase: "#f6f7f9",
    _ROLE.Button: "#e6e8ec", _ROLE.WindowText: "#15181c", _ROLE.Text: "#15181c",
    _ROLE.ButtonText: "#15181c", _ROLE.ToolTipBase: "#ffffff", _ROLE.ToolTipText: "#15181c",
    _ROLE.PlaceholderText: "#5c6570", _ROLE.Highlight: "#2f55c4", _ROLE.HighlightedText: "#ffffff",
    _ROLE.Accent: "#2f55c4", _ROLE.Link: "#2f55c4", _ROLE.LinkVisited: "#6b3fa0",
    _ROLE.BrightText: "#b3261e", _ROLE.Light: "#ffffff", _ROLE.Midlight: "#eceef1",
    _ROLE.Mid: "#b4bac2", _ROLE.Dark: "#8a929c", _ROLE.Shadow: "#4d545c",
}  # fmt: skip
_DARK = {
    _ROLE.Window: "#22252a", _ROLE.Base: "#1a1c20", _ROLE.AlternateBase: "#202329",
    _ROLE.Button: "#33373e", _ROLE.WindowText: "#e9ebee", _ROLE.Text: "#e9ebee",
    _ROLE.ButtonText: "#e9ebee", _ROLE.ToolTipBase: "#33373e", _ROLE.ToolTipText: "#e9ebee",
    _ROLE.PlaceholderText: "#9aa3ae", _ROLE.Highlight: "#7aa2ff", _ROLE.HighlightedText: "#101418",
    _ROLE.Accent: "#7aa2ff", _ROLE.Link: "#8fb1ff", _ROLE.LinkVisited: "#c9a6f5",
    _ROLE.BrightText: "#ff8f8f", _ROLE.Light: "#4a4f58", _ROLE.Midlight: "#3d4149",
    _ROLE.Mid: "#2b2e34", _ROLE.Dark: "#15171a", _ROLE.Shadow: "#0b0c0e",
}  # fmt: skip
_FADED = {False: "#717984", True: "#808994"}
"""Texts of what cannot be used now, in light and in dark; these need no contrast, but have some."""
_CHECKS = (
    QStyle.PrimitiveElement.PE_IndicatorCheckBox, QStyle.PrimitiveElement.PE_IndicatorRadioButton,
)  # fmt: skip
_ANIMATIONS = (
    Qt.UIEffect.UI_AnimateMenu, Qt.UIEffect.UI_FadeMenu, Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip, Qt.UIEffect.UI_FadeTooltip, Qt.UIEffect.UI_AnimateToolBox,
)  # fmt: skip


def palette_of(*, dark: bool) -> QPalette:
    """The program's own colours for everything that Qt paints."""
    palette = QPalette()
    for role, name in (_DARK if dark else _LIGHT).items():
        palette.setColor(role, QColor(name))
    for role in (_ROLE.WindowText, _ROLE.Text, _ROLE.ButtonText, _ROLE.HighlightedText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(_FADED[dark]))
    palette.setColor(
        QPalette.ColorGroup.Disabled, _ROLE.Highlight, QColor("#c9ced6" if not dark else "#3a3f47")
    )
    return palette


def language_of(settings: Settings) -> str:
    """The ISO 639 code to speak: the settings', else the system's."""
    return settings.language or QLocale.system().name().partition("_")[0]


def wants_contrast(hints: QStyleHints) -> bool:
    """Whether the system asks for high contrast. Qt tells since 6.10."""
    if not hasattr(hints, "accessibility"):
        return False
    access = hints.accessibility()
    return access is not None and access.contrastPreference() is Qt.ContrastPreference.HighContrast


class Dress(QProxyStyle):
    """The style, with check boxes that are seen in every colour; still: nothing moves by itself."""

    def __init__(self, *, still: bool) -> None:
        super().__init__(_STYLE)
        self._still = still

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        data: QStyleHintReturn | None = None,
    ) -> int:
        if self._still and hint in (
            QStyle.StyleHint.SH_Widget_Animate, QStyle.StyleHint.SH_Widget_Animation_Duration,
        ):  # fmt: skip
            return 0
        return super().styleHint(hint, option, widget, data)

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption | None,
        painter: QPainter | None,
        widget: QWidget | None = None,
    ) -> None:
        super().drawPrimitive(element, option, painter, widget)
        if element not in _CHECKS or option is None or painter is None:
            return
        # Fusion's own frame is a darker shade of the ground, which nobody sees on a dark one.
        box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.save()
        painter.setPen(QPen(_frame_colour(option), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if element is QStyle.PrimitiveElement.PE_IndicatorRadioButton:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawEllipse(box)
        else:
            painter.drawRect(box)
        painter.restore()


def _frame_colour(option: QStyleOption) -> QColor:
    """Seen on the ground around a check box and on the one in it."""
    state, palette = option.state, option.palette
    if not state & QStyle.StateFlag.State_Enabled:
        return palette.color(QPalette.ColorGroup.Disabled, _ROLE.WindowText)
    if state & QStyle.StateFlag.State_Selected:
        return palette.color(_ROLE.HighlightedText)
    focused = QStyle.StateFlag.State_HasFocus | QStyle.StateFlag.State_KeyboardFocusChange
    if state & focused == focused:
        return palette.color(_ROLE.Highlight)
    return palette.color(_ROLE.PlaceholderText)


class Looks(QObject):
    """Dresses the application, and follows the system where the settings leave it to that."""

    changed = pyqtSignal()
    """The colours are others now."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._translator: QTranslator | None = None
        self._theme = ""
        self._still: bool | None = None
        self._effects = [effect for effect in _ANIMATIONS if application.isEffectEnabled(effect)]
        self._flash = application.cursorFlashTime()
        self._system = QPalette(application.palette())
        self.language = ""
        hints = application.styleHints()
        assert hints is not None
        self._hints = hints
        hints.colorSchemeChanged.connect(self._scheme_changed)

    @property
    def dark(self) -> bool:
        """Whether the colours are dark now."""
        if self._theme:
            return self._theme == "dark"
        scheme = self._hints.colorScheme()
        if scheme is Qt.ColorScheme.Unknown:  # a desktop that does not say shows it by its colours
            return luminance(self._system.color(_ROLE.Window)) < 0.18
        return scheme is Qt.ColorScheme.Dark

    def wear(self, settings: Settings) -> None:
        """Look as the settings say; what is so already is not done again."""
        self._move(still=settings.reduced_motion)
        self._theme = settings.theme
        self._colour()

    def speak(self, language: str) -> None:
        """Say new sentences in this language, Qt's own buttons and dates with them."""
        self.language = language
        set_language(language)
        QLocale.setDefault(QLocale(language) if language else QLocale.system())
        if self._translator is not None:
            self._application.removeTranslator(self._translator)
            self._translator = None
        translator = QTranslator(self)
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if language != "en" and translator.load(f"qtbase_{language}", folder):
            self._application.installTranslator(translator)
            self._translator = translator

    def take_off(self) -> None:
        """Leave the application as it was found."""
        self._hints.colorSchemeChanged.disconnect(self._scheme_changed)
        self.speak("en")
        QLocale.setDefault(QLocale.system())

    def _scheme_changed(self, scheme: object) -> None:
        self._colour()

    def _colour(self) -> None:
        plain = not self._theme and wants_contrast(self._hints)
        wanted = QPalette(self._system) if plain else palette_of(dark=self.dark)
        if wanted != self._application.palette():
            self._application.setPalette(wanted)
            self.changed.emit()

    def _move(self, *, still: bool) -> None:
        if still == self._still:
            return
        self._still = still
        for effect in self._effects:
            self._application.setEffectEnabled(effect, not still)
        self._application.setCursorFlashTime(0 if still else self._flash)
        self._application.setStyle(Dress(still=still))
