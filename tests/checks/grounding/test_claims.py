"""An answer taken apart: what can be checked, where it stands, and what states nothing."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from workbench.checks.grounding.claims import split_claims
from workbench.text.citation_marks import without_markers


def checkable(text: str) -> list[str]:
    return [claim.text for claim in split_claims(without_markers(text)) if claim.checkable]


def test_sentences_items_and_rows_are_claims() -> None:
    text = (
        "Glass is covered. Keys are covered.\n\n- racing is not\n1. call us first\n\n"
        "| Plan | Limit |\n|---|---|\n| Basic | $500 |\n"
    )

    assert checkable(text) == [
        "Glass is covered.",
        "Keys are covered.",
        "racing is not",
        "call us first",
        "| Basic | $500 |",
    ]


def test_cells_that_cite_are_claims() -> None:
    table = (
        "| Limit | Basic | Plus |\n|---|---|---|\n| Glass | $5 [Source 1] | $9 [Source 2] |\n"
        "| Keys | no information about keys | none [Source 3] |"
    )

    assert checkable(table) == ["$5", "$9", "none"]
    assert checkable(json.dumps({"answer": table})) == ["$5", "$9", "none"]


@pytest.mark.parametrize(
    "text",
    [
        "# Windscreen cover",
        "**Windscreen cover**",
        "Limits of the Plus plan:",
        "Would you like to know more about glass?",
        "Да, конечно.",
        "Hello, thanks!",
        "ещё 3 (по запросу могу вывести)",
        "3 more (ask to see them)",
        "There is no information about dental cover.",
        "В источниках не найдено сведений о стоматологии.",
        "```python\nexcess = 100\n```",
        '~~~json\n{"excess": "of all customers"}\n~~~',
        "# What the Basic plan covers",
        "## 2. Projects",
        "### Top 3 projects of the year",
        "There are 3 plans:\n\n## Basic",
        "Хотите, чтобы я сравнил сроки и состав команд этих проектов?",
        "There is no information about glass, keys, and dental cover in 2019, 2020.",
        "Не упоминается ни Kafka, ни Redis, а также RabbitMQ.",
        "| Plan | Limit |\n|---|---|",
    ],
)
def test_what_states_nothing_is_not_checkable(text: str) -> None:
    assert checkable(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "# The windscreen excess is $9,999",
        "## Полёт на Марс включён в каждый полис",
        "**A helicopter ride to Mars comes with every policy.**",
        "### Excess in 1999",
        "Did you know that a helicopter ride to Mars is included?",
        "Знаете ли вы, что полёт на вертолёте на Марс включён в полис?",
        "The windscreen excess is $9,999:",
        "A helicopter ride to Mars is included with every policy:",
        "Let me know if the $9,999 excess is too high.",
        "`A free helicopter ride to Mars is included`.",
    ],
)
def test_what_states_something_is_checked_wherever_it_stands(text: str) -> None:
    assert checkable(text) == [text]


@pytest.mark.parametrize("fence", ["```markdown", "```text", "```", "~~~", "```answer", "````md"])
def test_prose_in_a_fence_is_checked(fence: str) -> None:
    close = fence.rstrip("abcdefghijklmnopqrstuvwxyz")
    text = f"{fence}\n# Cover\n\nGlass is covered. Keys are not.\n{close}\nCall us first."

    assert checkable(text) == ["Glass is covered.", "Keys are not.", "Call us first."]


def test_code_in_a_fence_is_named_as_not_checked() -> None:
    text = "Glass is covered.\n\n```python\nexcess = 100\n```\n"

    unread = [(claim.checkable, claim.unread) for claim in split_claims(without_markers(text))]
    assert unread == [(True, ""), (False, "code")]


@pytest.mark.parametrize(
    "head", ["| Plan | $9,999 for glass |", "| A ride to Mars is included in each policy | Price |"]
)
def test_the_head_of_a_table_is_checked_where_it_states_something(head: str) -> None:
    assert checkable(f"{head}\n|---|---|\n| Basic | yes |") == [head, "| Basic | yes |"]


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("X is not mentioned for Basic, but it is free on Premier.", "but it is free on Premier."),
        ("X is not mentioned for Basic, but $9,999 on Premier.", "but $9,999 on Premier."),
        ("X is not mentioned for Basic – it is $9,999 abroad.", "it is $9,999 abroad."),
        (
            "В источниках не указано, кто вёл проект, а бюджет составил 5 млн долларов.",
            "а бюджет составил 5 млн долларов.",
        ),
    ],
)
def test_what_stands_beside_a_report_of_absence_is_checked(text: str, stated: str) -> None:
    assert checkable(text) == [stated]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "The excess for glass is $100, but young drivers always pay an additional $1,500.",
            ["The excess for glass is $100", "but young drivers always pay an additional $1,500."],
        ),
        (
            "Поиск по векторам нашёл пункты регламента; словарный поиск вернул коды тарифов.",
            ["Поиск по векторам нашёл пункты регламента", "словарный поиск вернул коды тарифов."],
        ),
    ],
)
def test_joined_facts_are_checked_apart(text: str, parts: list[str]) -> None:
    assert checkable(text) == parts


def test_names_joined_by_and_stay_together() -> None:
    assert checkable("He used Kafka and Redis for the events.") == [
        "He used Kafka and Redis for the events."
    ]


@pytest.mark.parametrize(
    "text",
    ["The excess is **$100**", "He writes C# and Go.", "Either of a | b | is paid |"],
)
def test_what_stands_within_a_line_is_no_heading_and_no_row(text: str) -> None:
    assert checkable(text) == [text]


def test_the_strings_of_a_json_answer_are_claims() -> None:
    text = json.dumps({"answer": "It is $100. Glass is covered.", "sources": [1]}, indent=2)

    assert checkable(text) == ["It is $100.", "Glass is covered."]


@given(st.text(alphabet="ab.!?,;:|-#* \n«»1$", max_size=120))
@example("|# |")
def test_offsets_are_exact_and_claims_do_not_overlap(text: str) -> None:
    end = 0
    clean = without_markers(text)
    for claim in split_claims(clean):
        assert clean.text[claim.start : claim.end] == claim.text
        assert claim.start >= end
        end = claim.end


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("- Injury: Basic 40 dollars; Plus 60 dollars; Premier 80 dollars.", "Injury:"),
        ("- Травма: Basic: 40 долларов; Plus: 60 долларов.", "Травма:"),
        ("- Home: Glass: Basic 40 dollars; Plus 60 dollars.", "Home: Glass:"),
        ("- Шлем выдают; Кресло возвращают.", ""),
    ],
)
def test_the_label_of_a_list_in_a_line_holds_for_all_of_its_items(text: str, about: str) -> None:
    first, *others = split_claims(without_markers(text))

    assert first.about == ""
    assert {one.about for one in others} == {about}
