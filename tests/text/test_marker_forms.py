"""Markers never show by halves, whatever the pieces a reply comes in."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.domain.answer import CITATION_MARKER
from workbench.text.marker_forms import MarkerBuffer, canonical

WRITTEN = re.compile(
    rf"{CITATION_MARKER.pattern}|\[1(?:, 2)?\]|\[Sources 1(?:, 2|–3)\]|\[Source 1, Source 2\]"
    r"|\[источник(?:и 1, | 1 и )2\]",
    re.IGNORECASE,
)
PIECES = st.lists(
    st.one_of(
        st.sampled_from(
            [
                "[Source 1]",
                "[source  12]",
                "[Sour",
                "[",
                "]",
                "ce ",
                "3]",
                "[Sources 1, 2]",
                "[Источники 1, 2]",
                "[источник 1 и 2]",
                "[Source 1, Source 2]",
                "[Sources 1–3]",
                "[1]",
                "[1, 2]",
                "сточ",
                "\n",
                "1",
            ]
        ),
        st.text(max_size=8),
    ),
    max_size=15,
)


def split(text: str, cuts: list[int]) -> list[str]:
    places = sorted({min(cut, len(text)) for cut in cuts} | {0, len(text)})
    return [text[a:b] for a, b in pairwise(places)]


@given(PIECES, st.lists(st.integers(min_value=0, max_value=80), max_size=20))
def test_any_split_gives_the_same_text_and_no_half_marker(
    parts: list[str], cuts: list[int]
) -> None:
    text = "".join(parts)
    markers = [match.span() for match in WRITTEN.finditer(text)]
    buffer, out = MarkerBuffer(), ""

    for piece in split(text, cuts):
        out += buffer.feed(piece)
        assert not any(start < len(out) < end for start, end in markers)

    assert out + buffer.flush() == text


def test_what_cannot_become_a_marker_is_not_held_back() -> None:
    buffer = MarkerBuffer()

    assert buffer.feed("see [link](x) and [So what") == "see [link](x) and [So what"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("a [source 2].", "a [Source 2]."),
        ("a [Source 1, 2]", "a [Source 1][Source 2]"),
        ("a [Sources 1 and 3]", "a [Source 1][Source 3]"),
        ("a [Source 1; Source 2]", "a [Source 1][Source 2]"),
        ("а [Source 1 и 2]", "а [Source 1][Source 2]"),
        ("a (Source 4)", "a [Source 4]"),
        ("a 【Source 4】", "a [Source 4]"),
        ("а [Источник 1].", "а [Source 1]."),
        ("а [Источники 1, 2]", "а [Source 1][Source 2]"),
        ("а [источник 1 и 2]", "а [Source 1][Source 2]"),
        ("а [источники №1, №2] (источник 3)", "а [Source 1][Source 2] [Source 3]"),
        ("a [Sources 1-2]", "a [Source 1][Source 2]"),
        ("a [Sources 1–3]", "a [Source 1][Source 2][Source 3]"),
        ("a [Sources 1-900]", "a [Source 1][Source 900]"),
        ("a [Source 1, Source 2]", "a [Source 1][Source 2]"),
        ("a [Source 1], [Source 2].", "a [Source 1][Source 2]."),
        ("a ([Source 1] and [Source 2]).", "a [Source 1][Source 2]."),
        ("a [Source 1](https://a.example/b).", "a [Source 1]."),
        ("cut here [Sour", "cut here"),
        ("обрыв [Источник 1 и исто", "обрыв"),
        ("cut [Source 1, Source 2, Source 3, Source 4, Source 5, Source 6", "cut"),
        ("It comes from [Sources of income", "It comes from [Sources of income"),
        ("`[source 1]` stays", "`[source 1]` stays"),
        ("(the source says 4)", "(the source says 4)"),
    ],
)
def test_every_way_to_write_a_marker_becomes_canonical(written: str, meant: str) -> None:
    assert canonical(written) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("The excess is $100 [1].", "The excess is $100 [Source 1]."),
        ("The excess is $100 [1][2]", "The excess is $100 [Source 1][Source 2]"),
        ("The excess is $100 [1, 3].", "The excess is $100 [Source 1][Source 3]."),
        ("Франшиза 100 долларов.[2] Ещё", "Франшиза 100 долларов.[Source 2] Ещё"),
        ("It is paid once[1].", "It is paid once[Source 1]."),
        ("It is paid once[1][2].", "It is paid once[Source 1][Source 2]."),
        ("| Excess | $100 [1] |", "| Excess | $100 [Source 1] |"),
        ("It is **$100 [1]**.", "It is **$100 [Source 1]**."),
    ],
)
def test_a_bare_number_of_a_source_is_a_marker(written: str, meant: str) -> None:
    assert canonical(written, sources=3) == meant


@pytest.mark.parametrize(
    "written",
    [
        "The excess is $100 [4].",
        "The excess is $100 [0], [1, 4] or [1-3].",
        "It is in the [1](https://a.example) and [terms][1] and ![1] and \\[1].",
        "[1]: https://a.example",
        "See [1]: it says so.",
        "[1] Car Insurance Terms",
        "- [1] Car Insurance Terms",
        "`items [1]` and\n\n```\nitems [1]\n```",
        "The first is items[1] here, and [[1], [2]] too",
        "The corner is table[1][2] here",
        'It sends {"sources": [1]} and sizes = [1]',
        "[1]",
    ],
)
def test_a_number_in_brackets_that_may_be_something_else_is_left_alone(written: str) -> None:
    assert canonical(written, sources=3) == written


def test_without_sources_no_bare_number_is_a_marker() -> None:
    assert canonical("The excess is $100 [1].") == "The excess is $100 [1]."


def test_what_follows_a_bare_number_is_waited_for() -> None:
    buffer = MarkerBuffer()

    assert [buffer.feed(piece) for piece in ("so [1", "]", "(https://", "a.example)")] == [
        "so ",
        "",
        "[1](https://",
        "a.example)",
    ]
