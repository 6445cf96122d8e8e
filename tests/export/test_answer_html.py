"""A flagged claim is marked where its words are, and the answer keeps its structure."""

import re

import pytest

from workbench.export.answer_html import Flag, answer_html
from workbench.text import parse

TABLE = "| Проект | Цена |\n|---|---|\n| Контракт-Линза | 95 млн рублей |\n"


def shown(text: str, start: int, end: int) -> str:
    """The page of a text with one flag, its marks as square brackets."""
    html = answer_html(parse(text), {}, lambda _: "", [Flag(start, end, "no source")])
    assert not re.search("[\ue000-\uf8ff]", html)
    return html.replace('<mark class="doubtful" title="no source">', "[").replace("</mark>", "]")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("## A claim\n\nMore.", "<h2>[A claim]</h2>"),
        ("- A claim\n- another", "<li>[A claim]</li>"),
        ("> A claim\n\nMore.", "<p>[A claim]</p>"),
        ("It costs **95** million.", "<p>[It costs ]<strong>[95]</strong>[ million.]</p>"),
        ("**It** costs `95`.", "<p><strong>[It]</strong>[ costs ]<code>[95]</code>[.]</p>"),
    ],
)
def test_a_doubtful_claim_is_marked_inside_its_structure(text: str, part: str) -> None:
    assert part in shown(text, 0, len(text.partition("\n")[0]))


def test_a_doubtful_row_keeps_its_cells() -> None:
    start = TABLE.index("| Контракт")
    html = shown(TABLE, start, len(TABLE) - 1)
    assert "<td>[Контракт-Линза]</td>" in html
    assert "<td>[95 млн рублей]</td>" in html
    assert html.count("[") == 2


def test_a_flag_ends_with_its_block() -> None:
    html = shown("One.\n\nTwo.", 0, 4)
    assert "<p>[One.]</p>" in html
    assert "<p>Two.</p>" in html


def test_a_flag_over_a_code_block_leaves_the_code_as_it_is() -> None:
    text = "A list:\n\n```python\nx = 1\n```\n"
    html = shown(text, 0, len(text))
    assert "<p>[A list:]</p>" in html
    assert '<pre><code class="language-python">x = 1\n</code></pre>' in html


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("**Lists:** more", "<strong>Lists:</strong>(1) more"),
        ("It is **«bold».** More", "<strong>«bold».</strong>(1) More"),
    ],
)
def test_bold_that_ends_with_punctuation_before_a_citation_is_bold(text: str, part: str) -> None:
    at = text.rindex("**") + 2
    assert part in answer_html(parse(text), {at: [1]}, lambda number: f"({number})")


def test_bold_at_the_border_of_a_flag_is_bold() -> None:
    html = shown("**«Lists»** are here.", 0, 21)
    assert "<strong>[«Lists»]</strong>[ are here.]" in html
