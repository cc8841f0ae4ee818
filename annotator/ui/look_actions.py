"""The commands about how the program looks and speaks."""

from __future__ import annotations

from dataclasses import replace

from annotator.ui.acting import Actions


class LookActions(Actions):
    """Each changes a setting; whoever keeps the window follows the settings."""

    def speak(self, language: str) -> None:
        """Another language, by its code; empty for the system's."""
        self.window.change_settings(replace(self.window.settings, language=language))

    def colour(self, theme: str) -> None:
        """`light` or `dark`; empty for as the system is."""
        self.window.change_settings(replace(self.window.settings, theme=theme))

    def less_motion(self) -> None:
        """Nothing moves by itself but the film; again, and it does."""
        settings = self.window.settings
        self.window.change_settings(replace(settings, reduced_motion=not settings.reduced_motion))

    def is_on(self, run: str, argument: object) -> bool:
        """Whether a command of these is what is so now."""
        settings = self.window.settings
        match run:
            case "looks.speak":
                return settings.language == argument
            case "looks.colour":
                return settings.theme == argument
        return settings.reduced_motion
