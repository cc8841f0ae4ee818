"""Keys being chosen: the user's own beside the usual ones, and what stands in the way; no widgets."""

from __future__ import annotations

from collections.abc import Mapping

from annotator.model.keystrokes import split_stroke, with_shift
from annotator.model.template import Template
from annotator.ui.commands import Bindings

# Esc ends every question that is open, the one for a key too.
KEPT = frozenset(("Escape",))


class KeyChoice:
    """A copy of the keys that can be changed; `own` is what to keep of it."""

    def __init__(self, own: Mapping[str, tuple[str, ...]], template: Template) -> None:
        self._template = template
        self.own: dict[str, tuple[str, ...]] = dict(own)
        self.bindings = Bindings(own, template)

    def _renew(self) -> None:
        self.bindings = Bindings(self.own, self._template)

    def moves_with(self, command: str) -> bool:
        """Whether Shift with its key is another command's, for the other athlete."""
        return f"{command}.other" in self.bindings.commands

    def refusal(self, command: str, sequence: str) -> str:
        """Why a command can never have a sequence: `kept` (the key is the dialogs'), `shift` (Shift
        with it means the other athlete); empty: it can.
        """
        if sequence in KEPT:
            return "kept"
        last = sequence.rpartition(" ")[2]
        return "shift" if self.moves_with(command) and "Shift" in split_stroke(last)[0] else ""

    def in_the_way(self, command: str, sequence: str) -> tuple[tuple[str, str], ...]:
        """Commands that have what this one would get, with the sequence of theirs that it is."""
        sequence = self.bindings.in_mode(command, sequence)
        wanted = [sequence, with_shift(sequence)] if self.moves_with(command) else [sequence]
        ours = (command, f"{command}.other")
        found: dict[str, str] = {}
        for each in filter(None, wanted):
            holder = self.bindings.holder(each)
            if holder and holder not in ours:
                found.setdefault(holder, each)
        return tuple(found.items())

    def give(self, command: str, sequence: str, instead_of: str = "") -> None:
        """Give a command a sequence, beside what it has or in the place of one, and take it away
        from whoever has it.
        """
        sequence = self.bindings.in_mode(command, sequence)
        # As often as there is somebody: behind a first stroke there may be many.
        while found := self.in_the_way(command, sequence):
            for holder, theirs in found:
                self._take(holder, theirs)
        had = self.bindings.wanted(command)
        kept = [sequence if key == instead_of else key for key in had]
        if sequence not in kept:
            kept.append(sequence)
        self._set(command, tuple(dict.fromkeys(kept)))

    def drop(self, command: str, sequence: str) -> None:
        """Take a sequence away from a command."""
        self._set(command, tuple(k for k in self.bindings.wanted(command) if k != sequence))

    def clear(self, command: str) -> None:
        """Leave a command without any key."""
        self._set(command, ())

    def reset(self, command: str) -> None:
        """The usual keys of one command again."""
        self.own.pop(command, None)
        self.own.pop(f"{command}.other", None)
        self._renew()

    def reset_all(self) -> None:
        """The usual keys of all commands again."""
        self.own.clear()
        self._renew()

    def is_own(self, command: str) -> bool:
        """Whether the keys of a command are not the usual ones."""
        return command in self.own

    def _take(self, holder: str, sequence: str) -> None:
        leader = self.bindings.commands[holder].shift_of
        if leader and holder not in self.own:
            # A tag's key and the same with Shift move together.
            pairs = [key for key in self.bindings.wanted(leader) if with_shift(key) == sequence]
            for key in pairs:
                self.drop(leader, key)
            return
        clash = [
            key
            for key in self.bindings.wanted(holder)
            if key == sequence or key.startswith(f"{sequence} ") or sequence.startswith(f"{key} ")
        ]
        for key in clash:
            self.drop(holder, key)

    def _set(self, command: str, keys: tuple[str, ...]) -> None:
        if keys == self.bindings.commands[command].keys:
            self.own.pop(command, None)
        else:
            self.own[command] = keys
        self._renew()
