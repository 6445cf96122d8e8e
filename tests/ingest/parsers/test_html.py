"""A web page loses its chrome and nothing else."""

import pytest

from workbench.ingest.parsers.html_text import read_html
from workbench.text.plain_text import without_markdown

FILLER = "<p>Books are lent for three weeks to everybody who has a card.</p>"


def markdown(body: str) -> str:
    return read_html(f"<html><body>{body}</body></html>").markdown


def test_a_form_around_the_page_is_part_of_it() -> None:
    text = markdown(
        f"<form id='aspnetForm'><h1>Fees</h1>{FILLER}<select><option>EUR</select></form>"
    )
    assert text.startswith("# Fees\n\nBooks are lent")
    assert "EUR" not in text


def test_a_body_is_kept_whatever_its_class() -> None:
    page = f'<html><body class="navigation">{FILLER}</body></html>'
    assert "three weeks" in read_html(page).markdown


def test_collapsed_panels_keep_their_heading_and_text() -> None:
    panel = '<div aria-hidden="true"><p>Fire and water.</p></div><i aria-hidden="true">icon</i>'
    text = markdown(f"<h2><button>What is covered?</button></h2>{panel}{FILLER}")
    assert "## What is covered?\n\nFire and water." in text
    assert "icon" not in text


def test_a_panel_that_a_button_opens_is_kept_and_another_hidden_part_is_not() -> None:
    panels = (
        '<button aria-controls="a">More</button><p id="a" hidden>Panel.</p><p hidden>Draft.</p>'
    )
    text = markdown(panels + FILLER)
    assert "Panel." in text
    assert "Draft." not in text


def test_an_aside_is_chrome_only_outside_the_content() -> None:
    text = markdown(f'<article>{FILLER}<aside class="warning">Danger.</aside></article>')
    assert "Danger." in text
    assert "Advert." not in markdown(f"{FILLER}<aside>Advert.</aside>")


def test_every_main_element_is_read_once() -> None:
    text = markdown("<main><p>One.</p><div role='main'>Two.</div></main><main>Three.</main>")
    assert text == "One.\n\nTwo.\n\nThree."


def test_a_part_with_most_of_the_text_is_no_chrome() -> None:
    assert "three weeks" in markdown(f'<div class="menu">{FILLER}</div><p>Imprint.</p>')
    links = "".join(f"<a href='{n}'>Chapter {n}</a>" for n in range(50))
    assert "Chapter" not in markdown(f'<div class="menu">{links}</div>{FILLER}')


@pytest.mark.parametrize("name", ["nav-panel", "navheader", "toc", "side-bar", "Breadcrumbs"])
def test_classes_of_chrome_are_dropped(name: str) -> None:
    assert "Next" not in markdown(f'<div class="{name}">Next</div>{FILLER}')


def test_a_table_in_a_cell_becomes_text_and_pipes_are_escaped_once() -> None:
    inner = "<table><tr><td>x|y</td><td>z</td></tr><tr><td>w</td></tr></table>"
    text = markdown(f"<table><tr><th>A</th></tr><tr><td>{inner}</td></tr></table>")
    assert text.splitlines()[-1] == "| x\\|y, z; w |"


def test_a_cell_over_rows_is_repeated_and_one_over_columns_keeps_the_columns() -> None:
    rows = (
        "<tr><th colspan=2>Fee</th><th>Note</th></tr>"
        "<tr><td rowspan=2>Book</td><td>1</td><td>a</td></tr>"
        "<tr><td>2</td><td>b</td></tr>"
        "<tr><td colspan=2>Total</td><td>c</td></tr>"
    )
    assert markdown(f"<table>{rows}</table>").splitlines() == [
        "| Fee | Fee | Note |",
        "| --- | --- | --- |",
        "| Book | 1 | a |",
        "| Book | 2 | b |",
        "| Total |  | c |",
    ]


def test_a_heading_that_is_a_link_to_itself_keeps_its_title() -> None:
    heading = '<h2 id="edition"><a class="header" href="#edition">Edition</a></h2>'
    text = markdown(f'<div class="header">Library</div>{heading}{FILLER}')
    assert text.startswith("## Edition\n\nBooks are lent")


@pytest.mark.parametrize("mark", ["¶", "§", "#"])
def test_the_mark_that_links_a_heading_to_itself_is_no_part_of_it(mark: str) -> None:
    text = markdown(f'<h2>Cards<a class="anchor" href="#cards">{mark}</a></h2>{FILLER}')
    assert text.startswith("## Cards\n\nBooks")


def test_a_table_of_contents_is_chrome_and_a_list_with_links_is_not() -> None:
    parts = "".join(f"<li><a href='#p{n}'>Part {n}</a></li>" for n in range(3))
    cards = "".join(f"<li><a href='#p{n}'>Card {n}</a> for readers.</li>" for n in range(3))
    contents = f"<section><h2>Contents</h2><div><ul>{parts}</ul></div></section>"
    text = markdown(f"{contents}<ul>{cards}</ul>{FILLER}")
    assert "Part 1" not in text
    assert "Contents" not in text
    assert "- Card 1 for readers." in text


def test_the_header_with_the_only_title_of_the_page_is_kept() -> None:
    header = "<header><h1>Lost cards</h1><p>Replace a card</p><nav>Home</nav></header>"
    assert markdown(header + FILLER).startswith("# Lost cards\n\nReplace a card\n\nBooks")
    assert "Lost" not in markdown(f"{header}<h1>Fees</h1>{FILLER}")


def test_terms_with_short_definitions_are_items_of_a_list() -> None:
    text = markdown(
        "<dl><dt><code>-k</code></dt><dt><code>--keep</code></dt><dd><p>Keep input files.</p>"
        "<p>By default they go.</p></dd><dt>Loan</dt><dd>A <i>book</i> out.</dd>"
        f"<dd>Money lent.</dd></dl>{FILLER}"
    )
    assert text.startswith(
        "- `-k`, `--keep`: Keep input files.\n\n  By default they go.\n"
        "- **Loan**: A *book* out.\n\n  Money lent."
    )


@pytest.mark.parametrize(
    ("term", "definition"),
    [
        ("Who may borrow?", "<p>Everybody.</p>"),
        ("Lending", f"<h3>Loans</h3>{FILLER}"),
        ("Lending", FILLER * 20),
    ],
)
def test_questions_and_sections_in_a_definition_list_are_paragraphs(
    term: str, definition: str
) -> None:
    assert markdown(f"<dl><dt>{term}</dt><dd>{definition}</dd></dl>").startswith(f"{term}\n\n")


def test_terms_may_be_grouped_in_the_list() -> None:
    text = markdown(
        f"<dl><div><dt>Loan</dt><dd>A book out.</dd></div>"
        f"<div><dt>Fee</dt><dd>Its price.</dd></div></dl>{FILLER}"
    )
    assert text.startswith("- **Loan**: A book out.\n- **Fee**: Its price.")


def test_a_definition_list_out_of_order_loses_no_text() -> None:
    text = markdown(f"<dl><dd>Before.</dd><dt>Loan</dt><p>Between.</p></dl>{FILLER}")
    for part in ("Before.", "Loan", "Between."):
        assert part in text


def test_angle_brackets_of_the_page_are_text_and_not_tags() -> None:
    text = markdown("<p>An &lt;input&gt; has 2 &lt; 3 <code>&lt;b&gt;</code>, a&lt;b.</p>")
    assert without_markdown(text) == "An <input> has 2 < 3 <b>, a<b."


def test_a_table_around_one_text_is_that_text() -> None:
    note = (
        "<table><tr><td rowspan='2'><img alt='[Tip]'></td><th>Tip</th></tr>"
        "<tr><td><p>Press F1\nfor help.</p></td></tr></table>"
    )
    picture = "<table><tr><td><img alt='[window]'></td></tr></table>"
    assert markdown(f"{FILLER}{note}{picture}").splitlines()[1:] == ["", "Tip: Press F1 for help."]


def test_questions_in_a_table_are_headings_of_their_answers() -> None:
    asked = "<tr><td>1.</td><td><p>How do I quit?</p></td></tr>"
    answered = "<tr><td></td><td><p>Type q.</p></td></tr>"
    assert markdown(f"<table>{asked}{answered}{asked}{answered}</table>").splitlines()[:3] == [
        "**How do I quit?**",
        "",
        "Type q.",
    ]


def test_a_first_row_of_code_or_a_sentence_is_no_header() -> None:
    rows = "".join(
        f"<tr><td><code>{key}</code></td><td>-</td><td>The file {what}.</td></tr>"
        for key, what in (("i", "is kept"), ("c", "was deleted"))
    )
    assert markdown(f"<table>{rows}</table>").splitlines() == [
        "|  |  |",
        "| --- | --- |",
        "| `i` | The file is kept. |",
        "| `c` | The file was deleted. |",
    ]


def test_line_breaks_and_backslashes_of_a_page_are_text() -> None:
    text = markdown("<p>Open it and press\n<b>Enter</b>:\n<b>\\</b> goes\n1. back.</p>")
    assert text == "Open it and press **Enter**: **\\\\** goes 1. back."
    assert without_markdown(text) == "Open it and press Enter: \\ goes 1. back."


def test_a_column_of_dots_is_left_out_and_a_column_of_marks_is_kept() -> None:
    dots = "<table><tr><td>•</td><td>Bring a towel.</td></tr></table>"
    marks = (
        "<table><tr><td><code>ls</code></td><td>✓</td></tr>"
        "<tr><td><code>cp</code></td><td>✗</td></tr></table>"
    )

    assert "Bring a towel." in markdown(f"{FILLER}{dots}")
    assert "•" not in markdown(f"{FILLER}{dots}")
    assert "✓" in markdown(f"{FILLER}{marks}")


def test_the_caption_of_a_table_around_a_text_is_kept() -> None:
    box = "<table><caption>Opening hours</caption><tr><td><p>Daily from 9.</p></td></tr></table>"

    assert "Opening hours" in markdown(f"{FILLER}{box}")
