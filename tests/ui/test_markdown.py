"""Nothing that a model or a document wrote may fetch, leave the page or pass for our own marks."""

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.support.markdown_pieces import PIECES
from workbench.text.unfinished import closed
from workbench.ui.markdown import safe_markdown

IMAGE = re.compile(r"!\[")
LINKS = ("[z](http://e.example)", "](/runs)", "[x", "[r]: http://e.example\n", "[q]:", "$")
MARKDOWN_TEXTS = st.lists(st.sampled_from([*PIECES, *LINKS]), max_size=14).map("".join)


@pytest.mark.parametrize(
    "hostile",
    [
        "![x](https://evil.example/a.png)",
        "!![x](https://evil.example/a.png)",
        "![x][ref]\n\n[ref]: https://evil.example/a.png",
        "\\![x](https://evil.example/a.png)",
        "[![x](https://evil.example/a.png)](https://evil.example)",
        "`![x](https://evil.example/a.png)",
        "!\u2060[x](https://evil.example/a.png)",
    ],
)
def test_no_image_survives(hostile: str) -> None:
    assert not IMAGE.search(safe_markdown(hostile))


@pytest.mark.parametrize(
    "target",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html;base64,x",
        "/runs",
        "../secret",
        "mailto:a@b.c",
        "#cite-run-1",
        "#claim-run-1-contradicted",
        "<javascript:alert(1)>",
        "\njavascript:alert(1)",
    ],
)
def test_foreign_links_are_no_links(target: str) -> None:
    assert "](" not in safe_markdown(f"[x]({target})")


def test_a_link_into_the_page_stays() -> None:
    assert safe_markdown("[x](#part)") == "[x](#part)"


@pytest.mark.parametrize(
    "link",
    [
        "[{label}]({address})",
        "[{label}](<{address}>)",
        '[{label}]({address} "title")',
        "[{label}]( {address} )",
    ],
)
def test_a_link_shows_where_it_leads(link: str) -> None:
    label, address = "https://bank.example", "https://evil.example/?q=secret"

    shown = safe_markdown(link.format(label=label, address=address))

    assert shown == f"{label} ({address})"


@pytest.mark.parametrize("address", ["https://a.example/x_(y)", "http://a.example"])
def test_no_label_hides_an_address(address: str) -> None:
    assert "](" not in safe_markdown(f"[[1]]({address}) [a [b] c]({address})")


@given(MARKDOWN_TEXTS)
@example("a ` b\n2. `[z](http://e.example)`")
@example("\\<ab:`c>")
def test_a_link_is_an_address_that_is_read_or_a_place_on_the_page(text: str) -> None:
    parsed = MARKDOWN.parse(safe_markdown(text))
    shown = [one for token in parsed for one in token.children or ()]

    assert all(one.type != "image" for one in shown)
    for one, label in pairwise(shown):
        href = str(one.attrs.get("href", "#"))
        assert href.startswith("#") or href == label.content


def test_reference_definitions_are_text() -> None:
    assert "]:" not in safe_markdown("[x]\n\n[x]: javascript:alert(1)")


@pytest.mark.parametrize(
    "fence",
    [
        "```mermaid",
        "``` mermaid",
        "~~~MERMAID",
        "```&#109;ermaid",
        "> ```mermaid",
        "- ```mermaid x",
    ],
)
def test_no_diagram_is_drawn(fence: str) -> None:
    first = safe_markdown(f'{fence}\ngraph TD; A@{{ img: "https://evil.example" }}\n```').split(
        "\n"
    )[0]
    assert first.rstrip("`~").strip("> -") == ""


def test_ordinary_code_keeps_its_language_and_its_dollars() -> None:
    code = "```python\ncost = '$5'  # [a]: b\n```"
    assert safe_markdown(code) == code
    assert safe_markdown("pay `$5` or $5") == "pay `$5` or \\$5"


@pytest.mark.parametrize(
    "directive",
    [
        ':red[x]{background="url(https://evil.example)"}',
        ":blue-badge[x]",
        "::video[x]",
        ":shimmer[x]",
    ],
)
def test_directives_are_text(directive: str) -> None:
    assert not re.search(r"(?<!\\):[a-z-]+\[", safe_markdown(directive))


def test_prose_is_left_alone() -> None:
    text = "Ключевые **цифры**: в 10:30 — 62 % (см. [1])\n\n| a | b |\n|---|---|\n| 1 | 2 |"
    assert safe_markdown(text) == text


WHOLE = """# What **is** covered

The excess is **$100 for each claim**, _and_ it is ***paid _once_***: see `Section I` or
[the **terms**](https://example.org/a?b=c), ~~$40~~.

1. **Glass**: `a | b`, ``c ` d``
2. *Theft* (not with keys left)

| Product | Excess |
| :--- | ---: |
| **Car** | $100 |
| Motorcycle | *$40* |

> _quoted_

```python
cost = 2 ** 5  # | _a_ |
```

---

And **that** is all."""
MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def words(tokens: Sequence[Token]) -> str:
    """What a reader sees, code apart."""
    return " ".join(
        words(token.children) if token.children else token.content
        for token in tokens
        if token.type in ("inline", "text") and token.children != []
    )


@pytest.mark.parametrize("end", range(len(WHOLE) + 1))
def test_wherever_a_text_breaks_off_no_mark_is_shown_raw(end: int) -> None:
    seen = words(MARKDOWN.parse(closed(WHOLE[:end])))

    assert not re.search(r"[*_`~|\[\]#>]|--|https", seen)


@pytest.mark.parametrize("end", range(0, len(WHOLE), 7))
def test_what_breaks_off_loses_no_word(end: int) -> None:
    told = re.findall(r"\w+", re.sub(r"\]\([^)]*\)?|```\w*", "", WHOLE[:end]))
    shown = re.findall(r"\w+", re.sub(r"\]\([^)]*\)?|```\w*", "", closed(WHOLE[:end])))

    assert [word.strip("_") for word in shown] == [
        word for one in told if (word := one.strip("_"))
    ][: len(shown)]
    assert len(told) - len(shown) <= 1


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("It is **$100 for", "It is **$100 for**"),
        ("It is **$100 [Source 1]", "It is **$100 [Source 1]**"),
        ("It is **", "It is"),
        ("It is **$100*", "It is **$100**"),
        ("**a *b _c", "**a *b _c_***"),
        ("see `Section", "see `Section`"),
        ("see `", "see"),
        ("see [the ter", "see the ter"),
        ("see [the terms](https://exam", "see the terms"),
        ("see [the terms]", "see the terms"),
        ("so [Source 1]", "so [Source 1]"),
        ("`a`, ``b `", "`a`, ``b ``"),
        ("~~$40~", "~~$40~~"),
        ("text\n-", "text"),
        ("text\n\n2.", "text"),
        ("| a | b", "| a | b |\n|---|---|"),
        ("| a | b |\n| --", "| a | b |\n|---|---|"),
        ("```\nx = 1", "```\nx = 1\n```"),
        ("so\n```pyth", "so"),
        ("snake_case, 5 * 3, **done**", "snake_case, 5 * 3, **done**"),
        ("", ""),
    ],
)
def test_what_is_open_at_the_end_is_closed(broken: str, whole: str) -> None:
    assert closed(broken) == whole


def test_a_whole_text_stays_as_it_is() -> None:
    assert closed(WHOLE) == WHOLE
