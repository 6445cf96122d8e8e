"""An answer taken apart: what can be checked, where it stands, and what states nothing."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from workbench.checks.claims import split_claims


def checkable(text: str) -> list[str]:
    return [claim.text for claim in split_claims(text) if claim.checkable]


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
        "```\nexcess = 100\n```",
        "| Plan | Limit |\n|---|---|",
    ],
)
def test_what_states_nothing_is_not_checkable(text: str) -> None:
    assert checkable(text) == []


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
    for claim in split_claims(text):
        assert text[claim.start : claim.end] == claim.text
        assert claim.start >= end
        end = claim.end
