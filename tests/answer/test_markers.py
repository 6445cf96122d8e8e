"""Markers never show by halves, whatever the pieces a reply comes in."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.answer.markers import MarkerBuffer, canonical
from workbench.domain.answer import MARKER

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
    markers = [match.span() for match in MARKER.finditer(text)]
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
        ("cut here [Sour", "cut here"),
        ("`[source 1]` stays", "`[source 1]` stays"),
        ("(the source says 4)", "(the source says 4)"),
    ],
)
def test_every_way_to_write_a_marker_becomes_canonical(written: str, meant: str) -> None:
    assert canonical(written) == meant
