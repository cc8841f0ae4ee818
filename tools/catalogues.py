"""The texts for people in other languages: find them all in the code, and keep the catalogues.

    tools/catalogues.py              take new texts into the catalogues, drop those that are gone, compile
    tools/catalogues.py --missing fr     the texts without a translation, one a line
    tools/catalogues.py --check      what is missing or wrong; 1 if anything is
    tools/catalogues.py --check --present     the same of what is there, however much is missing

Texts are found where `tr`, `tr_in` and `tr_n` get them as literals. Those that come from tables are named in
`said_elsewhere`; a call of `tr` with anything else in a module that is not listed there is a mistake.
"""

from __future__ import annotations

import argparse
import ast
import gettext
import string
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tools.po import CONTEXT, Catalogue, Key, PoError, mo_bytes, po_text, read_po  # noqa: E402  (the path comes first)

LOCALES = ROOT / "annotator" / "locale"
LANGUAGES: Mapping[str, str] = {
    "fr": "nplurals=2; plural=(n > 1);",
    "ru": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
}
_COUNTS = range(200)
# Texts that are the same in every language.
_SAME = frozenset(["English", "Français", "Русский"])


# ------------------------------------------------------------------ texts from tables


def _words() -> Iterator[str]:
    """Every name that `word` may be asked to say."""
    from annotator.files.ruleset_names import ACTIONS, GROUPS, LOST_TO, TERMS
    from annotator.files.ruleset_page import _STEPS
    from annotator.model.vocabulary import ATHLETES, VOCABULARY
    from annotator.scoring.ruling import Award, RulingKind
    from annotator.text import PHRASES

    yield from ATHLETES
    for name, kind in VOCABULARY.items():
        yield name
        for key, detail in kind.details.items():
            yield key
            yield from (value for value in detail.values if not value.isdigit())
    yield from (*GROUPS, *LOST_TO, *ACTIONS, *TERMS, *_STEPS)
    yield from (each.value for each in (*Award, *RulingKind))
    yield from (key.removeprefix("won_") for key in PHRASES if key.startswith("won_"))
    yield from ("countered_takedown", "entanglement", "disqualification", "attempt", "warnings")


def _text() -> Iterator[str]:
    from annotator import text

    yield from text.PHRASES.values()
    yield from (text._SPOKEN.get(name) or name.replace("_", " ") for name in _words())
    yield from text.BELTS
    yield from (f"button{CONTEXT}{name}" for name in _on_buttons())
    yield from text._FORCED.values()
    for counted in text._COUNTED.values():
        yield from counted


def _on_buttons() -> Iterator[str]:
    """The names of all tags that have a button."""
    from annotator import text
    from annotator.ui.tagging.template import SHIPPED

    for row in SHIPPED.buttons:
        yield text._CAPTIONS.get(row.tag) or row.tag.replace("_", " ")


def _vocabulary() -> Iterator[str]:
    from annotator.model.vocabulary import VOCABULARY

    for kind in VOCABULARY.values():
        yield from filter(None, (kind.who_means, *(d.meaning for d in kind.details.values())))


def _commands() -> Iterator[str]:
    from annotator.ui.commands import GROUPS, TABLE

    yield from GROUPS.values()
    yield from (command.title for command in TABLE)


def _board() -> Iterator[str]:
    from annotator.ui.tagging.template import SHIPPED

    yield from (group.title for group in SHIPPED.groups)
    yield from _vocabulary()


def _keys() -> Iterator[str]:
    from annotator.ui import keys

    yield from ("Ctrl", "Alt", "Shift", "Meta")
    yield from (name for name in keys._NAMED.values() if name not in keys._NAMES_ON_KEYS)


def _positions() -> Iterator[str]:
    from annotator.scoring.wording import _SHORT

    yield from _SHORT.values()


def _details_in_prose() -> Iterator[str]:
    from annotator.files import ruleset_details as details

    for pair in (*details._YES_NO.values(), *details._COUNTED.values()):
        yield from pair
    yield from (*details._COUNTS.values(), *details._RESTS.values(), *details._VALUED.values())


def _steps() -> Iterator[str]:
    from annotator.files.ruleset_page import _STEPS

    yield from _STEPS.values()


def _kinds() -> Iterator[str]:
    from annotator.files import ruleset_kinds as kinds

    for value in vars(kinds).values():
        for item in getattr(value, "__metadata__", ()):
            if isinstance(item, kinds.Kind):
                yield item.words


def _exports() -> Iterator[str]:
    from exports.registry import EXPORTERS

    yield from (exporter.what for exporter in EXPORTERS.values())


def _subcommands() -> Iterator[str]:
    from annotator.cli.main import COMMANDS

    yield from COMMANDS.values()


said_elsewhere: Mapping[str, Callable[[], Iterable[str]]] = {
    "annotator/text.py": _text,
    "annotator/model/edits.py": _vocabulary,
    "annotator/files/facts.py": _vocabulary,
    "annotator/files/ruleset_details.py": _details_in_prose,
    "annotator/files/ruleset_editor.py": _kinds,
    "annotator/files/ruleset_page.py": _steps,
    "annotator/cli/main.py": _subcommands,
    "annotator/ui/commands.py": _commands,
    "annotator/ui/menus.py": _commands,
    "annotator/ui/finding.py": _commands,
    "annotator/ui/interchange.py": _exports,
    "annotator/ui/keys.py": _keys,
    "annotator/ui/tagging/board.py": _board,
    "annotator/ui/tagging/layout_tree.py": _board,
    "annotator/ui/tagging/questions.py": _vocabulary,
    "annotator/scoring/wording.py": _positions,
}
"""Modules that hand `tr` something else than a literal, and what it can be."""


# ------------------------------------------------------------------ finding texts


def find_texts() -> tuple[set[Key], list[str]]:
    """All texts for people in the code, and the calls whose texts cannot be found."""
    found: set[Key] = set()
    lost: list[str] = []
    for path in sorted([*ROOT.glob("annotator/**/*.py"), *ROOT.glob("exports/**/*.py")]):
        name = path.relative_to(ROOT).as_posix()
        for call in _calls(ast.parse(path.read_text(encoding="utf-8"))):
            texts = _literals(call)
            if texts is not None:
                found.add(texts)
            elif name not in said_elsewhere:
                lost.append(f"{name}:{call.lineno}: {ast.unparse(call)}")
    for texts_of in dict.fromkeys(said_elsewhere.values()):
        found.update((text,) for text in texts_of())
    return found - {("",)}, lost


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Name) and called.id in ("tr", "tr_in", "tr_n"):
            assert isinstance(node, ast.Call)
            yield node


def _literals(call: ast.Call) -> Key | None:
    assert isinstance(call.func, ast.Name)
    count = 1 if call.func.id == "tr" else 2
    values = [item.value for item in call.args[:count] if isinstance(item, ast.Constant)]
    texts = tuple(value for value in values if isinstance(value, str))
    if len(texts) != count:
        return None
    return (CONTEXT.join(texts),) if call.func.id == "tr_in" else texts


# ------------------------------------------------------------------ catalogues


def place(language: str, ending: str) -> Path:
    """Where a language's catalogue is."""
    return LOCALES / language / "LC_MESSAGES" / f"annotator.{ending}"


def load(language: str) -> Catalogue:
    """A language's catalogue, empty if there is none yet."""
    path = place(language, "po")
    if not path.is_file():
        return Catalogue(language, LANGUAGES[language])
    return read_po(path)


def update(language: str, texts: Iterable[Key]) -> Catalogue:
    """Take in new texts, without a translation; drop those that are gone; write and compile."""
    old = load(language)
    new = Catalogue(language, LANGUAGES[language])
    for key in texts:
        blank = ("",) * (1 if len(key) == 1 else new.forms)
        same = (key[0],) if key[0] in _SAME else blank
        new.texts[key] = old.texts.get(key, same)
    write(new)
    return new


def write(catalogue: Catalogue) -> None:
    """Write the catalogue, and compile it."""
    place(catalogue.language, "po").parent.mkdir(parents=True, exist_ok=True)
    place(catalogue.language, "po").write_text(po_text(catalogue), encoding="utf-8", newline="\n")
    place(catalogue.language, "mo").write_bytes(mo_bytes(catalogue))


def missing(catalogue: Catalogue, texts: Iterable[Key]) -> list[Key]:
    """Texts that have no translation."""
    return sorted(key for key in texts if not all(catalogue.texts.get(key, ("",))))


def mistakes(language: str) -> Iterator[str]:
    """What is wrong with the translations that are there."""
    try:
        catalogue = load(language)
    except PoError as error:
        yield f"not as this tool writes it: {error}"
        return
    if place(language, "po").read_text(encoding="utf-8") != po_text(catalogue):
        yield f"{place(language, 'po')} is not as tools/catalogues.py writes it"
    if place(language, "mo").read_bytes() != mo_bytes(catalogue):
        yield f"{place(language, 'mo')} is not made of the .po file"
    for key, values in catalogue.texts.items():
        if len(key) == 2 and len(values) != catalogue.forms:
            yield f"{key[0]!r}: {len(values)} forms instead of {catalogue.forms}"
        for value in filter(None, values):
            yield from _mistakes_of(key, value)
    yield from _plural_mistakes(catalogue)


def _mistakes_of(key: Key, value: str) -> Iterator[str]:
    wanted = [places(text) for text in key]
    if places(value) not in wanted and places(value) != set().union(*wanted):
        yield f"{key[0]!r}: other {{places}} in {value!r}"
    for edge, what in ((str.lstrip, "begins"), (str.rstrip, "ends")):
        if (edge(key[0]) == key[0]) != (edge(value) == value):
            yield f"{key[0]!r}: {what} with a space in one language only"
    if key[0].count("\n") != value.count("\n"):
        yield f"{key[0]!r}: has another number of lines"
    if key[0].count("&") != value.count("&"):
        yield f"{key[0]!r}: has another number of menu letters"


def places(text: str) -> set[str]:
    """The `{names}` in a text. Text that only looks like them, as `{landing: …}`, has none."""
    try:
        return {
            name for _, name, _, _ in string.Formatter().parse(text) if name and name.isidentifier()
        }
    except ValueError:
        return set()


def _plural_mistakes(catalogue: Catalogue) -> Iterator[str]:
    """A count must show in every form that more than one number takes."""
    compiled = gettext.GNUTranslations(BytesIO(mo_bytes(catalogue)))
    for key, values in catalogue.texts.items():
        if len(key) == 1 or not all(values):
            continue
        for form in range(catalogue.forms):
            taken = [n for n in _COUNTS if compiled.ngettext(key[0], key[1], n) == values[form]]
            if "{count}" in key[1] and "{count}" not in values[form] and len(taken) > 2:
                yield f"{key[0]!r}: {values[form]!r} stands for {taken[:4]}… and shows no number"


def check(*, present: bool) -> list[str]:
    """Everything that is wrong; `present`: only with what is there."""
    texts, lost = find_texts()
    found = [f"no literal text: {call}" for call in lost]
    for language in LANGUAGES:
        found += [f"{language}: {what}" for what in mistakes(language)]
        if not present:
            catalogue = load(language)
            found += [f"{language}: missing: {key[0]!r}" for key in missing(catalogue, texts)]
            gone = sorted(set(catalogue.texts) - texts)
            found += [f"{language}: no longer said: {key[0]!r}" for key in gone]
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Keep the catalogues of translations.")
    parser.add_argument("--check", action="store_true", help="say what is missing or wrong")
    parser.add_argument(
        "--present", action="store_true", help="with --check: of what is there alone"
    )
    parser.add_argument(
        "--missing", metavar="LANGUAGE", choices=LANGUAGES, help="list what is missing"
    )
    args = parser.parse_args()
    if args.check:
        found = check(present=args.present)
        print(*found, sep="\n", end="\n" if found else "")
        return 1 if found else 0
    texts, lost = find_texts()
    if args.missing:
        for key in missing(load(args.missing), texts):
            print(" | ".join(map(repr, key)))
        return 0
    for language in LANGUAGES:
        catalogue = update(language, texts)
        print(f"{language}: {len(texts)} texts, {len(missing(catalogue, texts))} missing")
    for call in lost:
        print(f"no literal text: {call}", file=sys.stderr)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
