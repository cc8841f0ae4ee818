"""The commands about keys and tag panels, and what makes the window follow them."""

from __future__ import annotations

from dataclasses import replace

from PyQt6.QtWidgets import QFileDialog

from annotator.errors import AnnotatorError
from annotator.files.template_file import SUFFIX
from annotator.files.templates import kept_template, kept_templates
from annotator.model.template import Template
from annotator.settings import Settings
from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.key_dialog import KeyDialog
from annotator.ui.tagging.template import SHIPPED
from annotator.ui.template_dialog import TemplateDialog


def chosen_template(settings: Settings) -> tuple[Template, AnnotatorError | None]:
    """The tag panel in use; the one that comes with the program, and why, where it is not readable."""
    if not settings.template:
        return SHIPPED, None
    try:
        return kept_template(settings.template), None
    except AnnotatorError as wrong:
        return SHIPPED, wrong


class Templates(Actions):
    """Which buttons and keys there are. Nothing here changes a match."""

    _followed: Settings | None = None

    def follow(self, settings: Settings, *, anew: bool = False) -> None:
        """Use the keys and the tag panel of these settings; `anew`: its file may have changed."""
        before, self._followed = self._followed, settings
        same = before is not None and (before.template, before.keys) == (
            settings.template,
            settings.keys,
        )
        if same and not anew:
            return
        template, wrong = chosen_template(settings)
        self.window.bindings.use(settings.keys, template)
        if wrong is not None:
            self.window.show_error(wrong)

    def keys(self) -> None:
        """See all keys and change them."""
        dialog = KeyDialog(self.window.bindings, self.window.keyboard, self.window)
        dialog.keys_wanted.connect(self._take_keys)
        self.window.open_dialog(dialog)

    def _take_keys(self, keys: object) -> None:
        assert isinstance(keys, dict)
        self.window.change_settings(replace(self.window.settings, keys=keys))

    def next_one(self) -> None:
        """The next of the tag panels, and after the last the one that comes with the program."""
        keys = ["", *(kept.key for kept in kept_templates() if kept.template is not None)]
        now = self.window.settings.template
        place = keys.index(now) if now in keys else 0
        self.use(keys[(place + 1) % len(keys)])

    def use(self, key: str) -> None:
        """Show this one of the user's tag panels; empty: the one that comes with the program."""
        window = self.window
        window.change_settings(replace(window.settings, template=key))
        window.say(tr("Tag panel: {name}.", name=window.bindings.template.name))

    def dialog(self) -> None:
        """Choose a tag panel, lay out one's own, share it."""
        window = self.window
        settings = window.settings
        dialog = TemplateDialog(settings.template, settings.keys, window.keyboard, window)
        dialog.use_wanted.connect(self.use)
        dialog.kept.connect(self._kept)
        dialog.import_wanted.connect(lambda: self._import(dialog))
        dialog.export_wanted.connect(lambda name: self._export(dialog, name))
        window.open_dialog(dialog)

    def _kept(self, key: str) -> None:
        if key == self.window.settings.template:
            self.follow(self.window.settings, anew=True)

    def _import(self, dialog: TemplateDialog) -> None:
        files = QFileDialog(dialog, tr("Import a tag panel"))
        files.setFileMode(QFileDialog.FileMode.ExistingFile)
        files.setNameFilter(tr("Tag panels (*{suffix})", suffix=SUFFIX))
        files.fileSelected.connect(dialog.bring_in)
        self.window.open_dialog(files)

    def _export(self, dialog: TemplateDialog, name: str) -> None:
        files = QFileDialog(dialog, tr("Share the tag panel as a file"))
        files.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        files.setNameFilter(tr("Tag panels (*{suffix})", suffix=SUFFIX))
        files.setDefaultSuffix(SUFFIX.removeprefix("."))
        files.selectFile(name.replace("/", "-") + SUFFIX)
        files.fileSelected.connect(dialog.share)
        self.window.open_dialog(files)
