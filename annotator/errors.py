"""Every error that a user can meet: what is wrong, where, and how to mend it.

Faults of ours are ordinary Python exceptions; everything that wrong input, a wrong file or a
wrong machine can cause is an `AnnotatorError`. The command line prints `str(error)` and ends with
status 2; the window shows the same text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


class AnnotatorError(Exception):
    """Something the user can mend.

    `what`: what is wrong, a full sentence without the place; `where`: a file, a line, a tag, or
    empty; `mend`: what to do about it, a full sentence, or empty.
    """

    def __init__(self, what: str, *, where: str = "", mend: str = "") -> None:
        self.what = what
        self.where = where
        self.mend = mend
        super().__init__(what)

    def __str__(self) -> str:
        head = f"{self.where}: {self.what}" if self.where else self.what
        return f"{head}\n    {self.mend}" if self.mend else head


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One mistake in a text file: `file:line:column: key: what`, then the mend.

    `line` and `column` count from 1; 0 means that the mistake has no line of its own.
    """

    file: str
    line: int
    column: int
    key: str
    what: str
    mend: str = ""

    def __str__(self) -> str:
        place = self.file
        if self.line:
            place += f":{self.line}:{self.column}" if self.column else f":{self.line}"
        key = f"{self.key}: " if self.key else ""
        mend = f"\n    {self.mend}" if self.mend else ""
        return f"{place}: {key}{self.what}{mend}"


class ProblemsError(AnnotatorError):
    """All the mistakes found in one file, in the order of its lines."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        if not self.problems:
            raise ValueError("a ProblemsError needs at least one problem")
        first = self.problems[0]
        super().__init__(first.what, where=first.file, mend=first.mend)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


class UsageError(AnnotatorError):
    """The command line was given words that it does not know."""


class TimeError(AnnotatorError):
    """A text is no time, or a time is outside what it belongs to."""


class EditError(AnnotatorError):
    """An edit that the match cannot take, such as removing a tag that is not there."""


class FileError(AnnotatorError):
    """A file cannot be found, read or written."""


class SaveError(FileError):
    """A file could not be written; the old one is whole and nothing was lost."""


class MatchFileError(ProblemsError):
    """A match file cannot be read as a match."""


class NewerFileError(FileError):
    """A file was written by a newer version of this program; it was left untouched."""


class TagTableError(ProblemsError):
    """A tag table has rows that cannot be read as tags."""


class RulesetError(ProblemsError):
    """A ruleset file says something that cannot be scored."""


class LessonFileError(ProblemsError):
    """A lesson or answers file cannot be read as one."""


class LessonError(AnnotatorError):
    """A question cannot be asked, or answers cannot be marked."""


class TemplateError(ProblemsError):
    """A template file does not describe a tag panel."""


class UnknownRulesetError(AnnotatorError):
    """No ruleset has this id."""


class FootageError(FileError):
    """A film cannot be opened, or has no pictures."""


class ForeignFileError(FileError):
    """A file of another program cannot be read as a match."""


class ChoiceError(ForeignFileError):
    """A file holds several matches or several people's tags: which one was not said.

    `names` are those there are; `option` is the word of the command line that chooses.
    """

    def __init__(
        self, what: str, names: Iterable[str], option: str, *, where: str = "", mend: str = ""
    ) -> None:
        self.names = tuple(names)
        self.option = option
        super().__init__(what, where=where, mend=mend)


class ExportError(FileError):
    """An export could not be made; no half file stands under its name."""


class Cancelled(AnnotatorError):
    """The user stopped what was running."""
