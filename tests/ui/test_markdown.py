"""Nothing that a model or a document wrote may fetch, leave the page or pass for our own marks."""

import re

import pytest

from workbench.ui.markdown import plain, prose, safe_markdown

IMAGE = re.compile(r"!\[")


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


@pytest.mark.parametrize("target", ["https://example.org/a?b=c", "http://example.org", "#part"])
def test_plain_links_stay(target: str) -> None:
    assert safe_markdown(f"[x]({target})") == f"[x]({target})"


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


def test_plain_escapes_every_mark() -> None:
    assert plain("*a* [b](c) $d$ :red[e]") == r"\*a\* \[b\]\(c\) \$d\$ \:red\[e\]"


def test_a_table_row_reads_as_its_cells() -> None:
    assert prose("| Travel | **$75** | |") == "Travel · $75"
    assert prose("It is **$75**.") == "It is $75."
