from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from annotator.files.details_cell import split_details, write_details
from annotator.files.facts import Wrong


@given(
    st.dictionaries(
        st.text("abc_", min_size=1, max_size=4), st.text("a;=\\ \n'", min_size=1, max_size=6)
    )
)
def test_details_come_back_exactly(details: dict[str, str]) -> None:
    assert dict(split_details(write_details(details))) == details


def test_a_cell_is_read_generously() -> None:
    assert split_details(" a = 1 ;; b=2=3;c=;") == [("a", "1"), ("b", "2=3")]


def test_a_backslash_before_an_ordinary_character_is_one() -> None:
    assert split_details(r"a=C:\temp\new") == [("a", r"C:\temp\new")]


def test_what_is_no_answer_is_said() -> None:
    answers = dict(split_details("a; b=1; b=2"))

    assert isinstance(answers["a"], Wrong)
    assert isinstance(answers["b"], Wrong)
