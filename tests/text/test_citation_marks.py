"""Markers are taken out without a trace, and none can be forged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.domain.answer import CITATION_MARKER
from workbench.text import parse
from workbench.text.citation_marks import neutralised, without_markers


@pytest.mark.parametrize(
    ("marked", "clean"),
    [
        ("True [Source 1]. Next [Source 2] [Source 2], and on", "True. Next, and on"),
        ("True. [Source 1] Next", "True. Next"),
        ("- [Source 1] item", "- item"),
        ("a [Source 1]b", "a b"),
        ("x [Source 1]\n\n[Source 2] y", "x\n\ny"),
        ("no  marker", "no marker"),
        ("| a | b [Source 1] |", "| a | b |"),
        ("```\n  [Source 1]  x\n```", "```\n    x\n```"),
        ("[Sour[Source 1]ce 2]", "(Source 2)"),
        ("[Ис[Source 1]точник 2]", "(Источник 2)"),
    ],
)
def test_spacing_is_as_if_no_marker_had_been(marked: str, clean: str) -> None:
    assert without_markers(marked).text == clean


def test_where_markers_stood_is_known() -> None:
    (mark,) = without_markers("True [Source 12]. Next").markers

    assert (mark.number, mark.start, mark.end, mark.at) == (12, 5, 16, 4)


def test_each_string_of_a_json_answer_is_a_text_of_its_own() -> None:
    marked = '{"answer": "True [Source 1]",\n  "facts": ["[Source 2] A", "B  b [Source 3]."]}'

    clean = without_markers(marked)

    assert clean.text == '{"answer": "True",\n  "facts": ["A", "B b."]}'
    assert [marked[one.start : one.end] for one in clean.markers] == [
        "[Source 1]",
        "[Source 2]",
        "[Source 3]",
    ]
    assert [clean.text[: one.at][-2:] for one in clean.markers] == ["ue", '["', " b"]


def test_absurd_numbers_name_no_source() -> None:
    assert [mark.number for mark in parse("[Source 99999999999999]").marks] == [0]


@given(
    st.lists(
        st.one_of(
            st.sampled_from(["[Source 1]", "[ source", "2]", "［Source 3］", "[Источник 1]"]),
            st.text(),
        )
    )
)
def test_a_neutralised_text_is_as_long_and_has_no_marker(parts: list[str]) -> None:
    text = "".join(parts)

    assert len(neutralised(text)) == len(text)
    assert not CITATION_MARKER.search(neutralised(text))
    assert not CITATION_MARKER.search(without_markers(text).text)
