"""Emphasis, links and parentheses are as they were once the markers in them are taken out."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from workbench.answer.resolve_citations import cite
from workbench.domain.answer import Rendered
from workbench.domain.evidence import empty_facts
from workbench.text import parse
from workbench.text.citation_marks import without_markers, without_unknown
from workbench.text.unfinished import opened

MARKDOWN = MarkdownIt("commonmark").enable("strikethrough")
WRAPS = {"**": ("**", "**"), "_": ("_", "_"), "(": ("(", ")"), "[": ("[", "](https://a.example)")}
MARKERS = st.sampled_from(["[Source 1]", "[Source 2]", "[Source 1][Source 2]"])


@st.composite
def laid_out(draw: st.DrawFn, kinds: tuple[str, ...] = tuple(WRAPS)) -> tuple[str, str]:
    """A text with markers wherever they may stand, and the same text as if they had never been."""
    marked, clean = "", list[str]()
    for _ in range(draw(st.integers(1, 4))):
        what = draw(st.sampled_from(["word", "marker", *kinds]))
        if what == "marker":
            glued = draw(st.booleans()) or not marked
            marked += ("" if glued else " ") + draw(MARKERS)
        else:
            inner = ("word", "word") if what == "word" else _wrapped(draw, what, kinds)
            marked += f" {inner[0]}" if marked else inner[0]
            clean += [inner[1]] if inner[1] else []
    return marked, " ".join(clean)


def _wrapped(draw: st.DrawFn, what: str, kinds: tuple[str, ...]) -> tuple[str, str]:
    begin, end = WRAPS[what]
    marked, clean = draw(laid_out(tuple(kind for kind in kinds if kind != what)))
    return f"{begin}{marked}{end}", f"{begin}{clean}{end}" if clean else ""


@given(laid_out())
def test_markers_leave_the_markdown_as_if_they_had_never_been(texts: tuple[str, str]) -> None:
    marked, clean = texts

    assert without_markers(marked).text == clean


@given(laid_out())
def test_a_mark_put_where_its_marker_stood_breaks_no_markdown(texts: tuple[str, str]) -> None:
    clean = without_markers(texts[0])
    shown = clean.text
    for mark in reversed(clean.markers):
        shown = f"{shown[: mark.at]} \\[{mark.number}\\]{' ' * (not mark.at)}{shown[mark.at :]}"

    html = MARKDOWN.renderInline(shown)

    assert re.findall(r"<[^>]+>", html) == re.findall(r"<[^>]+>", MARKDOWN.renderInline(clean.text))
    assert not re.search(r"[*_]|\]\(", re.sub(r"<[^>]+>", "", html))


@given(laid_out())
def test_markers_say_where_they_were_written(texts: tuple[str, str]) -> None:
    marked = texts[0]

    for mark in without_markers(marked).markers:
        assert marked[mark.start : mark.end] == f"[Source {mark.number}]"


@given(laid_out())
def test_unknown_sources_leave_no_trace_either(texts: tuple[str, str]) -> None:
    marked, clean = texts
    nothing = Rendered(style="SHORT", text="", marked="", context="")

    cited = cite(parse(marked), nothing, empty_facts())

    assert MARKDOWN.renderInline(cited.marked.strip()) == MARKDOWN.renderInline(clean)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("It is ([Source 1][Source 9]).", "It is ([Source 1])."),
        ("It is ([Source 9]).", "It is."),
        ("So **[Source 9]** it is", "So it is"),
        ("So [[Source 9]](https://a.example) it is", "So it is"),
        ("snake_case[Source 9]_x", "snake_case_x"),
        ("`a [Source 1]`", "`a `"),
    ],
)
def test_what_held_only_an_unknown_mark_goes_with_it(text: str, left: str) -> None:
    assert without_unknown(parse(text), lambda number: number == 1)[0] == left


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("It is **so", ["**"]),
        ("It is **so** and _it", ["_"]),
        ("***a* b", ["**"]),
        ("2 * 3 and snake_case", []),
        ("`**` and \\*", []),
        ("**a\n\nb", []),
        ("- **a\n- b", []),
        ("| **a | b", []),
        ("[label **b", ["[", "**"]),
        ("[label](x) ~~y", ["~~"]),
    ],
)
def test_what_is_open_at_the_end_is_known(text: str, marks: list[str]) -> None:
    assert [one.mark for one in opened(text)] == marks
