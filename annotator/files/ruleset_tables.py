"""All keys and all words of a ruleset file as Markdown tables, from the models and the vocabulary.

They stand in docs/add-a-ruleset.md, and `annotator rulesets keys` prints them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from annotator.files import ruleset_schema as schema
from annotator.files.ruleset_editor import MODELS, fields_of, in_words
from annotator.files.ruleset_names import ACTIONS, GROUPS, TERMS
from annotator.model.vocabulary import VOCABULARY, Detail, Group, kinds

ACTION_MEANINGS: Mapping[str, str] = {
    "takedown": "from standing to the ground, the thrower on top (tag `takedown`)",
    "guard_pull": "sitting or jumping to guard (tag `guard_pull`)",
    "pass": "from on top in a guard to a pin",
    "half_pass": "from on top in a full guard to half guard",
    "sweep": "from the bottom of a guard to the top",
    "back_take": "from the bottom of a guard to the back",
    "reversal": "from under a pin, the back or the turtle to the top",
    "turnover": "turning a turtled opponent over into a pin",
    "regard": "from under a pin back to guard",
    "late_takedown": "a takedown that began after the other's guard pull",
    "countered_takedown": "a takedown that the other countered with one",
}


def reference() -> Iterator[str]:
    """Everything: keys, then words."""
    yield from key_tables()
    yield from word_tables()


def key_tables() -> Iterator[str]:
    """All keys of all parts of a ruleset file, as Markdown lines."""
    for model in MODELS:
        yield f"### {_HEADINGS[model]}"
        yield ""
        yield " ".join((model.__doc__ or "").split())
        yield ""
        yield "| key | what may stand there | what it means |"
        yield "| --- | --- | --- |"
        for key, field in fields_of(model).items():
            must = " (needed)" if field.is_required() else ""
            words = in_words(field.annotation, field.metadata).replace("|", "\\|")
            yield f"| `{key}`{must} | {words} | {field.description or ''} |"
        yield ""


_HEADINGS = {
    schema.RulesetModel: "The file itself",
    schema.ClauseModel: "`clauses`: under each name",
    schema.RuleModel: "`rules`: each “-”",
    schema.Place: "`holds`, `held`, `arrives`, `ever`, `began_in`: a place",
    schema.Gives: "`gives`",
    schema.NearModel: "`near`: each “-”",
    schema.ExceptModel: "`except`: each “-”",
    schema.Watch: "`if_within`, `unless_within`",
    schema.LostOver: "`lost_over`",
    schema.Move: "`lost_by`: each “-”",
    schema.ReadingModel: "`readings`: under each name",
    schema.CategoryModel: "`categories`: under each name",
    schema.OptionModel: "`options`: under each name",
    schema.Option: "`points: {option: ...}`",
    schema.LadderModel: "`ladder`",
    schema.ChainModel: "`chain`",
    schema.SpellModel: "`spell`",
    schema.RestartModel: "`restart`",
}


def word_tables() -> Iterator[str]:
    """Positions, groups, actions, details with their answers, and terms."""
    yield "### Positions, and groups of them"
    yield ""
    yield "| word | who is named | details it can have |"
    yield "| --- | --- | --- |"
    for kind in kinds(Group.POSITION):
        keys = ", ".join(f"`{key}`" for key in kind.details)
        yield f"| `{kind.name}` | {kind.who_means or 'nobody'} | {keys} |"
    for name, members in GROUPS.items():
        yield f"| `{name}` | a group | stands for {', '.join(members)} |"
    yield ""
    yield "### Actions (`does`)"
    yield ""
    yield "| word | what it is |"
    yield "| --- | --- |"
    for action in ACTIONS:
        yield f"| `{action}` | {ACTION_MEANINGS.get(action, '')} |"
    yield ""
    yield "### Details and their answers"
    yield ""
    yield "Of a position they stand beside `in`, of a tag or an action under `if`."
    yield ""
    yield "| detail | of | answers | ordinary | what it says |"
    yield "| --- | --- | --- | --- | --- |"
    yield from _detail_rows()
    yield ""
    yield "### Words that `terms` may give a name"
    yield ""
    yield ", ".join(f"`{term}`" for term in TERMS)


def _detail_rows() -> Iterator[str]:
    found: dict[tuple[str, Detail], list[str]] = {}
    for kind in VOCABULARY.values():
        for key, detail in kind.details.items():
            found.setdefault((key, detail), []).append(kind.name)
    for (key, detail), tags in found.items():
        many = len(tags) > 4
        of = "most positions" if many else ", ".join(tags)
        answers = ", ".join(detail.values) or f"a {detail.kind.value}"
        yield f"| `{key}` | {of} | {answers} | {detail.ordinary or ''} | {detail.meaning} |"
