"""Constructs of documentation generators are taken out of Markdown, and what they show stays."""

import pytest

from workbench.text.site_markup import without_site_markup


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("See {{ site.name }} now.", "See  now."),
        ("{% include note.md %}Text", "Text"),
        ('Read [the guide]({% page "/guide" %}).', "Read [the guide](#)."),
        ("<!-- draft\nnote -->Text", "Text"),
        (
            "Pay {linkto(/billing#card)[text=by card]} in {var(shop)}. {/note}",
            "Pay by card in shop. ",
        ),
        ("Ask {ifdef(a)}us{/ifdef}{ifdef(b)}them{/ifdef}.", "Ask us them."),
        ("# Harbour {#harbour}", "# Harbour "),
        (":::note Tides\nHigh at noon.\n:::", "**Tides**\nHigh at noon.\n"),
        ('!!! tip "Tides"\n    High at noon.\n', "**Tides**\n\nHigh at noon.\n"),
    ],
)
def test_what_is_shown_stays(written: str, shown: str) -> None:
    assert without_site_markup(written) == shown


@pytest.mark.parametrize(
    "text",
    [
        "Ask for /users/{id} or {name}.",
        "```\n{{ kept }} {% kept %}\n:::note\n```\n",
        "Write `{{ name }}` there.",
        "`<!--` opens a remark. Prices rise in May. `-->` closes it.",
        "The set {{1,2},{3,4}} has two parts.",
        "Use {{ to open.\n\nThe fee is 5%.\n\nUse }} to close.",
        "!!! Do not unplug the device",
        "    {{ price }} EUR",
        "Plain text: **bold**, [a link](x.md) and a set {1, 2}.",
    ],
)
def test_other_text_is_left_as_it_is(text: str) -> None:
    assert without_site_markup(text) == text


def test_a_macro_alone_on_its_line_is_a_heading() -> None:
    text = "# Help\n\n{cut(How do I pay?)}\n\nBy card.\n\n{/cut}\n"

    assert "\n## How do I pay?\n" in without_site_markup(text)


def test_identifiers_of_a_macro_are_not_shown() -> None:
    assert without_site_markup("{ifdef(public, private-pdf)}\nText\n{/ifdef}") == "\nText\n"


def test_a_table_of_asciidoc_is_one_of_markdown() -> None:
    text = '[cols="2,1,1"]\n|===\n.2+|Disk\n2+|Speed\n\n|read\n|write\n\n|SSD |10 |5\n|===\n'

    assert without_site_markup(text).strip().splitlines() == [
        "| Disk | Speed | Speed |",
        "| --- | --- | --- |",
        "| Disk | read | write |",
        "| SSD | 10 | 5 |",
    ]


def test_a_table_whose_shape_is_not_clear_stays() -> None:
    text = '[cols="1,1"]\n|===\n|one\n|two\n|three\n|===\n'

    assert without_site_markup(text) == text


@pytest.mark.parametrize(
    "hostile",
    [
        ":::" + " " * 20_000 + "}x",
        "!!! " + " " * 20_000 + "!",
        "{{" * 10_000,
        "{%" * 10_000,
        "<!--" * 5_000,
        "{a}{/b}" * 3_000,
        "|===\n.999+|c\n" * 50 + "|===\n",
        '[cols="1"]\n|===\n.999999999+|c\n|===\n',
    ],
    ids=lambda text: text[:6],
)
@pytest.mark.timeout(10)
def test_hostile_markup_costs_little(hostile: str) -> None:
    assert isinstance(without_site_markup(hostile), str)


def test_a_tag_of_a_list_item_is_taken_out_and_one_in_code_stays() -> None:
    tag = '{% image "a.png" "The pier\'s plan" %}'

    assert without_site_markup(f"9. Look:\n\n    {tag}\n\n10. Go\n") == (
        "9. Look:\n\n    \n\n10. Go\n"
    )
    assert tag in without_site_markup(f"Write this:\n\n    {tag}\n")
