"""What the user prefers: typed, frozen, in `settings.toml` in the user's config folder.

Nothing here ever changes a score. Keys that this version does not know are kept and written
back. A file that cannot be read is set aside as `settings.toml.bad`; the defaults
are used, and whoever reads the settings is told, so that the window can say so.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date, time
from pathlib import Path
from types import MappingProxyType

from annotator.errors import FileError
from annotator.files.atomic import encoded, write_atomically
from annotator.files.places import config_folder
from annotator.model.halves import HALF
from annotator.text import tr

VERSION = 1
FILE_NAME = "settings.toml"
MOST_RECENT = 10
MOST_TECHNIQUES = 6
_NO_KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Settings:
    """The user's preferences.

    `language`: ISO 639 code, empty for the system's. `cache_bytes`: decoded frames kept, bytes.
    `reaction_ms`: milliseconds by which a tag made while the film plays is set back. `recent`:
    matches and films opened last, newest first. `rulesets`: ids of the rulesets chosen last, for
    matches that name none. `keyboard`: the layout seen last (see `ui.keys`).
    `theme`: `light` or `dark`, empty for the system's. `reduced_motion`: nothing in the window
    moves by itself but the film.
    `volume`: of films, 0 to 100; `muted`: their sound is off.
    `first_steps`: the hint of the first start was not dismissed yet.
    `techniques`: of submissions, those answered last, newest first.
    `template`: the name of the file of the tag panel in use, empty for the one that comes with the
    program. `recent_commands`: ids of the commands that the palette ran last, newest first.
    `film_score`: the score lies on the film in the window.
    `clips`: how clips looked last, as JSON (see `exports.clips.order`).
    `keys`: command id to the key sequences that replace its usual ones.
    """

    language: str = ""
    cache_bytes: int = 512 * 1024 * 1024
    reaction_ms: int = 0
    recent: tuple[str, ...] = ()
    rulesets: tuple[str, ...] = ()
    keyboard: str = ""
    theme: str = ""
    reduced_motion: bool = False
    volume: int = 100
    muted: bool = False
    first_steps: bool = True
    techniques: tuple[str, ...] = ()
    template: str = ""
    recent_commands: tuple[str, ...] = ()
    film_score: bool = False
    clips: str = ""
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: _NO_KEYS)

    def with_technique(self, name: str) -> Settings:
        """The settings with this technique as the newest; `other` names none and is not kept."""
        if name == "other":
            return self
        rest = tuple(known for known in self.techniques if known != name)
        return replace(self, techniques=(name, *rest)[:MOST_TECHNIQUES])

    def with_command(self, command: str) -> Settings:
        """The settings with this command as the newest of those that the palette ran."""
        rest = tuple(other for other in self.recent_commands if other != command)
        return replace(self, recent_commands=(command, *rest)[:MOST_RECENT])

    def with_recent(self, path: Path) -> Settings:
        """The settings with this file as the newest of the recent ones.

        A name that is no UTF-8 cannot stand in the settings' file and is left out.
        """
        text = str(path)
        if HALF.search(text):
            return self
        rest = tuple(other for other in self.recent if other != text)
        return replace(self, recent=(text, *rest)[:MOST_RECENT])


_LIMITS = {
    "cache_bytes": (16 * 1024 * 1024, 64 * 1024**3), "reaction_ms": (0, 2000), "volume": (0, 100),
}  # fmt: skip

_ONE_OF = {"theme": ("", "light", "dark")}


def settings_path() -> Path:
    """Where the settings are kept on this machine."""
    return config_folder() / FILE_NAME


def read_settings(path: Path | None = None) -> tuple[Settings, str]:
    """The settings, and a sentence for the user when something was wrong (empty: nothing was).

    Never raises: bad settings must not keep the program from starting.
    """
    place = path or settings_path()
    try:
        data = tomllib.loads(place.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings(), ""
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return Settings(), _set_aside(place, str(error))
    except OSError as error:
        return Settings(), tr(
            "The settings in {path} cannot be read ({reason}); the usual ones are used.",
            path=place, reason=error.strerror or error,
        )  # fmt: skip
    settings, wrong = _from_table(data)
    if not wrong:
        return settings, ""
    return settings, tr(
        "Some settings in {path} make no sense and were passed over: {keys}.",
        path=place, keys=", ".join(wrong),
    )  # fmt: skip


def write_settings(settings: Settings, path: Path | None = None) -> None:
    """Write the settings atomically; keys that other versions know stay as they are.

    Raises:
        FileError: the file cannot be written; the old one is whole.
    """
    place = path or settings_path()
    try:
        table = dict(tomllib.loads(place.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        table = {}
    table["version"] = VERSION
    usual = Settings()
    for item in fields(Settings):
        value = getattr(settings, item.name)
        # A short file says only what the user chose.
        if item.name in table or value != getattr(usual, item.name):
            table[item.name] = value
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(
            tr("The settings cannot be saved: {why}.", why=error.strerror),
            where=str(place),
            mend=tr("See that the folder can be written to."),
        ) from error
    write_atomically(place, encoded(toml_text(table), place))


def toml_text(table: Mapping[str, object]) -> str:
    """A table as TOML: plain values first, then its tables."""
    lines: list[str] = []
    _write_table(table, (), lines)
    return "\n".join(lines).lstrip("\n") + "\n"


def _write_table(table: Mapping[str, object], path: tuple[str, ...], lines: list[str]) -> None:
    inner = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    if path:
        lines.append(f"\n[{'.'.join(map(_toml_string, path))}]")
    for key, value in table.items():
        if key not in inner:
            lines.append(f"{_toml_string(key)} = {_toml_value(value)}")
    for key, value in inner.items():
        _write_table(value, (*path, key), lines)


def _toml_value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _toml_string(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml_value, value))}]"
    if isinstance(value, Mapping):
        pairs = (f"{_toml_string(key)} = {_toml_value(item)}" for key, item in value.items())
        return f"{{ {', '.join(pairs)} }}"
    return value.isoformat() if isinstance(value, date | time) else str(value)


def _toml_string(text: str) -> str:
    # JSON's escapes are TOML's, but for DEL, which TOML wants escaped.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _set_aside(place: Path, reason: str) -> str:
    bad = place.with_name(place.name + ".bad")
    try:
        place.replace(bad)
    except OSError:
        bad = place
    return tr(
        "The settings could not be read ({reason}). They were set aside as {path}; the usual ones "
        "are used.",
        reason=reason, path=bad,
    )  # fmt: skip


def _from_table(data: Mapping[str, object]) -> tuple[Settings, list[str]]:
    """The settings that a table gives, and the keys whose values make no sense."""
    values: dict[str, object] = {}
    wrong: list[str] = []
    for item in fields(Settings):
        if item.name not in data:
            continue
        value = _read_value(item.name, data[item.name], getattr(Settings(), item.name))
        if value is None:
            wrong.append(item.name)
        else:
            values[item.name] = value
    return replace(Settings(), **values), wrong  # type: ignore[arg-type]


def _read_value(name: str, value: object, usual: object) -> object | None:
    """The value in the type of the usual one, or None where it cannot be that."""
    if name == "keys":
        if not isinstance(value, dict):
            return None
        keys = {command: _texts(sequences) for command, sequences in value.items()}
        if None in keys.values():
            return None
        return MappingProxyType(keys)
    if isinstance(usual, tuple):
        return _texts(value)
    if isinstance(usual, bool):
        return value if isinstance(value, bool) else None
    if isinstance(usual, int):
        low, high = _LIMITS[name]
        good = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        return value if good else None
    good = isinstance(value, str) and value in _ONE_OF.get(name, (value,))
    return value if good else None


def _texts(value: object) -> tuple[str, ...] | None:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    return None
