"""What joins the parts of tagging: the panel, the last tag, the marks, the countdown. No decisions here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject

from annotator.scoring.concerns import concerns
from annotator.ui.tagging.hold_bar import HoldWatch

if TYPE_CHECKING:
    from annotator.ui.window import Window


class TagJoints(QObject):
    """Connects the signals of the parts that tags are made with."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self.holds = HoldWatch(window.workers, self)
        self.holds.found.connect(window.panel.holds.set_holds)
        self.holds.found.connect(window.timeline.set_holds)
        self.holds.found.connect(window.strip.set_holds)
        self.holds.failed.connect(window.show_error)
        window.scorer.scored.connect(self._scored)
        window.session.changed.connect(self.show_last)
        window.session.opened.connect(window.fixing.begin_anew)
        window.fixing.changed.connect(self.show_last)
        window.panel.now.wanted.connect(self._running_detail)
        window.panel.last.command_wanted.connect(window.run_by_id)
        window.followup.technique_given.connect(self._technique_given)
        window.followup.set_recent(window.settings.techniques)
        window.keyboard.layout_changed.connect(self.label)
        self.label()
        self.show_last()

    def _scored(self, sheets: object, rulesets: object) -> None:
        assert isinstance(rulesets, list)
        self._window.panel.holds.set_rulesets(rulesets)
        self._window.followup.set_concerns(concerns(rulesets))
        self.holds.find(self._window.scorer.scores.match, rulesets)

    def show_last(self) -> None:
        """Show which tag the keys mend."""
        window = self._window
        changing = window.fixing.being_changed() is not None
        window.panel.last.show_tag(window.session.match, window.fixing.last(), changing=changing)

    def _technique_given(self, name: str) -> None:
        """Remember what was used last: its digit is the first the next time."""
        window = self._window
        window.change_settings(window.settings.with_technique(name))
        window.followup.set_recent(window.settings.techniques)

    def _running_detail(self, name: str) -> None:
        self._window.leave_text()
        self._window.tagging.running_detail(name)

    def label(self) -> None:
        """Print the keys of the commands that stand on buttons here."""
        commands = self._window.bindings.commands
        self._window.panel.now.set_labels(self._key)
        self._window.panel.last.set_labels(self._key, lambda name: commands[name].text())

    def _key(self, command: str) -> str:
        """A command's first key as the user's keyboard prints it, or nothing."""
        keys = self._window.bindings.keys[command]
        return self._window.keyboard.label(keys[0]) if keys else ""
