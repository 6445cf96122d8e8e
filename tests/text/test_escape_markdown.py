"""Nothing of an answer that is drawn as Markdown fetches by itself."""

import pytest
from markdown_it import MarkdownIt

from workbench.text.escape_markdown import escape, escape_active

FETCHING = {"image", "html_block", "html_inline"}


def kinds(text: str) -> set[str]:
    tokens = MarkdownIt("commonmark", {"html": True}).parse(text)
    return {one.type for token in tokens for one in (token, *(token.children or ()))}


@pytest.mark.parametrize(
    "hostile",
    [
        "![x](https://evil.example/a.png)",
        "!![x](https://evil.example/a.png)",
        "\\\\![x](https://evil.example/a.png)",
        "\\\\<img src=x>",
        "![x][ref]\n\n[ref]: https://evil.example/a.png",
        "[![x](https://evil.example/a.png)](https://evil.example)",
        '<img src="https://evil.example/a.png">',
        "<IFRAME src=//evil.example></IFRAME>",
        "<http onload=x>",
        "a <!-- b --> c <?php d ?>",
        "`a` ![x](https://evil.example/a.png) `b`",
    ],
)
def test_what_would_fetch_is_text(hostile: str) -> None:
    assert kinds(hostile) & FETCHING
    assert not kinds(escape_active(hostile)) & FETCHING


@pytest.mark.parametrize("escaped", ["\\![x](https://a.example)", "\\<img src=x>"])
def test_what_is_escaped_stays_so(escaped: str) -> None:
    assert not kinds(escaped) & FETCHING
    assert not kinds(escape_active(escaped)) & FETCHING


@pytest.mark.parametrize(
    "text",
    ["2 < 3, 5! and [1]", "`![x](y) <b>`", "```\n<img>\n```", "<https://a.example>", "a<1!"],
)
def test_other_text_stays(text: str) -> None:
    assert escape_active(text) == text


def test_every_mark_is_escaped() -> None:
    assert escape("*a* [b](c) $d$ :red[e]") == r"\*a\* \[b\]\(c\) \$d\$ \:red\[e\]"
