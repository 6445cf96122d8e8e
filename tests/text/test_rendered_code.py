"""Code is what a CommonMark renderer shows as code, and nothing outside it fetches."""

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.support.markdown_pieces import PIECES
from workbench.text.escape_markdown import escape_active
from workbench.text.rendered_code import rendered_code

STABLE = [one for one in PIECES if not one.startswith(("[", "<", "![x](y`")) or "https" in one]
"""Pieces whose escaping moves no code: no HTML blocks, no backticks in addresses."""
TEXTS = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
FETCHING = {"image", "html_block", "html_inline"}
CODE = {"code_inline", "code_block", "fence"}


def tokens(text: str, *without: str) -> list[Token]:
    markdown = MarkdownIt("commonmark").enable(["table", "strikethrough"]).disable([*without])
    parsed = markdown.parse(text)
    return [one for token in parsed for one in (token.children or [token])]


def bare(code: str) -> str:
    """The characters of code, without what delimits, indents or quotes its lines."""
    return "".join(one for one in code.replace("\\|", "|") if one not in "`~> \t\n\r-2.#|*")


@given(TEXTS)
@example("a ` b\n2. `![x](y)`")
@example("| a | `b\\|c` |\n|-|-|\n| `d` | ![x](y) | `e`\n")
@example("> a `b\n> c` d\n\n    ![x](y)\n")
@example("```\\\n|")
def test_code_is_what_a_renderer_shows_as_code(text: str) -> None:
    shown = [one for one in tokens(text, "html_inline") if one.type in CODE]

    found = [text[start:end] for start, end in rendered_code(text)]

    assert [bare(one) for one in found] == [bare(f"{one.info}\n{one.content}") for one in shown]


@given(TEXTS)
@example("a ` b\n2. `![x](y)`")
@example("<ab:`c>`![x](y)`")
@example("`x\n<!-- `")
@example("![a](b`c)`![x](y)`")
def test_nothing_that_is_escaped_fetches(text: str) -> None:
    assert not {one.type for one in tokens(escape_active(text))} & FETCHING


@given(st.lists(st.sampled_from(STABLE), max_size=14).map("".join))
def test_code_is_not_escaped(text: str) -> None:
    shown = [one.content for one in tokens(text, "html_inline") if one.type in CODE]

    assert [one.content for one in tokens(escape_active(text)) if one.type in CODE] == shown


def test_an_indented_line_is_code_for_a_browser() -> None:
    assert escape_active("a\n\n    <b> ![x](y)\n") == "a\n\n    <b> ![x](y)\n"


@pytest.mark.parametrize("text", ["`a " * 20_000, "> " * 2_000 + "`a`", "```\n" * 20_000])
def test_long_texts_are_read_at_once(text: str) -> None:
    started = time.process_time()
    escape_active(text)
    assert time.process_time() - started < 5
