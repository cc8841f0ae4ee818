"""Whatever a ruleset file says, it is read or refused in plain words; and all is said at once."""

import re

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from annotator.errors import RulesetError
from annotator.files.ruleset_file import examine, ruleset_from_bytes
from annotator.files.rulesets import load_ruleset, ruleset_files

RAW = re.compile(
    r"[Ii]nput should|valid (string|integer|list)|extra inputs|[Ff]ield required|pydantic"
)
TEXT = ruleset_files()["jjif-2014"].read_text(encoding="utf-8")
JUNK: tuple[object, ...] = (
    3,
    2.5,
    True,
    None,
    "word",
    [],
    ["word"],
    [[1]],
    {},
    {"word": "x"},
    {"in": 3},
    -1,
)


def paths(value: object, above: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    found = [above] if above else []
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    return found + [path for key, inner in items for path in paths(inner, (*above, key))]


# Keys as texts, as the program reads them.
WHOLE = yaml.load(TEXT, yaml.BaseLoader)
PATHS = paths(WHOLE)


def plain(value: object) -> object:
    """Numbers and truths again where the file has them, for BaseLoader reads texts alone."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    if value in ("true", "false"):
        return value == "true"
    return int(value) if isinstance(value, str) and value.isdigit() else value


def spoilt(path: tuple[str | int, ...], junk: object) -> bytes:
    data = plain(WHOLE)
    here = data
    for step in path[:-1]:
        here = here[step]  # type: ignore[index]
    here[path[-1]] = junk  # type: ignore[index]
    return yaml.safe_dump(data, allow_unicode=True, sort_keys=False).encode()


@given(st.lists(st.tuples(st.sampled_from(PATHS), st.sampled_from(JUNK)), min_size=1, max_size=1))
def test_any_value_anywhere_is_read_or_refused_in_plain_words(
    spoils: list[tuple[tuple[str | int, ...], object]],
) -> None:
    for path, junk in spoils:
        try:
            read = examine(spoilt(path, junk), "some.yaml")
        except RulesetError as error:
            problems = error.problems
        else:
            problems = read.problems
        for problem in problems:
            assert not RAW.search(f"{problem.what} {problem.mend}"), problem
            assert problem.line >= 1
            assert problem.mend


@given(
    st.integers(0, len(TEXT)),
    st.sampled_from(["", ":", "\t", "- ", "}", "[", "9", "é", "\n"]),
    st.integers(0, 9),
)
def test_a_file_cut_and_pasted_anywhere_is_read_or_refused(
    place: int, paste: str, cut: int
) -> None:
    text = TEXT[:place] + paste + TEXT[place + cut :]
    message = ""
    try:
        ruleset_from_bytes(text.encode(), "some.yaml")
    except RulesetError as error:
        message = str(error)
    assert not RAW.search(message)


def test_a_mistake_of_shape_hides_no_mistake_of_meaning_elsewhere() -> None:
    text = TEXT.replace("columns: [points, advantages, penalties]", "columns: 3").replace(
        "pays_with: [37b1, 37b2, 37b3, 37b4]", "pays_with: [37b1, 37b9]"
    )

    with pytest.raises(RulesetError) as caught:
        ruleset_from_bytes(text.encode(), "some.yaml")

    assert [problem.key.split(".")[0] for problem in caught.value.problems] == [
        "columns",
        "clauses",
    ]


def test_what_only_follows_from_a_wrong_shape_is_not_said() -> None:
    text = re.sub(r'title: \{en: "Side control"[^}]*\}', "titel: x", TEXT)

    with pytest.raises(RulesetError) as caught:
        ruleset_from_bytes(text.encode(), "some.yaml")

    assert sorted(problem.what for problem in caught.value.problems) == [
        "The key 'title' is missing.", "Unknown key.",
    ]  # fmt: skip


def test_one_thing_may_stand_for_a_list_of_it() -> None:
    text = TEXT.replace("reset_in: [standing, guards]", "reset_in: guards")

    ladder = ruleset_from_bytes(text.encode(), "some.yaml").ladder
    shipped = load_ruleset("jjif-2014").ladder

    assert ladder is not None
    assert shipped is not None
    assert ladder.reset_in == shipped.reset_in - {"standing"}
