"""The rulesets that come along speak every language of the program."""

from __future__ import annotations

import pytest

from annotator.files.rulesets import find_rulesets
from annotator.scoring.ruleset import Ruleset
from annotator.text import languages


@pytest.mark.parametrize("ruleset", find_rulesets(), ids=lambda ruleset: ruleset.id)
@pytest.mark.parametrize("language", languages())
def test_name_clauses_and_categories_have_a_title_in_every_language(
    ruleset: Ruleset, language: str
) -> None:
    assert ruleset.names.get(language)
    bare = [clause.id for clause in ruleset.clauses if not clause.titles.get(language)]
    bare += [each.id for each in ruleset.categories if not each.titles.get(language)]
    assert bare == []


@pytest.mark.parametrize("ruleset", find_rulesets(), ids=lambda ruleset: ruleset.id)
def test_a_term_written_in_one_language_is_written_in_the_others(ruleset: Ruleset) -> None:
    """English may be left out where it is the vocabulary's own word."""
    lacking = {
        term: missing
        for term, texts in ruleset.terms.items()
        if (missing := {"fr", "ru"} - set(texts))
    }
    assert lacking == {}
