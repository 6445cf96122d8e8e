"""Conditions of a question that choose among rows, or turn them into a number."""

import pytest

from workbench.domain.base import Span
from workbench.nlp.row_conditions import row_conditions, unsupported_conditions, year_of_rows


@pytest.mark.parametrize(
    ("question", "conditions"),
    [
        ("Which ferry has the highest fare?", {"extreme": "highest"}),
        ("У какого парома самая высокая цена?", {"extreme": "высокая"}),
        ("Which ferries carry more than 30 cars?", {"bound": "more than 30"}),
        ("Which ferries never call at Rask?", {"negation": "never"}),
        ("Какие паромы не заходят в Раск?", {"negation": "не"}),
        ("Which ports do the two lines have in common?", {"in_common": "in common"}),
        ("Which ferries were built before 1990?", {"time": "before 1990"}),
        ("Какие паромы построены после 1990 года?", {"time": "после 1990"}),
        ("How many ferries are there?", {"count": "How many"}),
    ],
)
def test_a_condition_is_found_with_its_words(question: str, conditions: dict[str, str]) -> None:
    assert row_conditions(question) == conditions


@pytest.mark.parametrize(
    "question",
    [
        "Which ferries call at Rask?",
        "How long is the crossing?",
        "What is insured under the policy?",
        "Which ports lie in the north?",
    ],
)
def test_a_question_for_all_rows_has_none(question: str) -> None:
    assert row_conditions(question) == {}


def test_a_word_of_a_name_is_no_condition() -> None:
    question = "Who sells the No Limits ticket?"
    name = Span(start=question.index("No"), end=question.index(" ticket"))

    assert row_conditions(question, [name]) == {}


def test_what_an_example_asks_is_held() -> None:
    examples = ("Which ports does {ferry} not call at?", "Ports of {ferry}")

    assert (
        unsupported_conditions(row_conditions("Which ports are never called at?"), examples) == {}
    )
    asked = row_conditions("Which is the largest port?")
    assert unsupported_conditions(asked, examples) == {"extreme": "largest"}


def test_a_condition_of_few_examples_is_not_what_the_intent_is_about() -> None:
    examples = ("Is it not too late for {ferry}?", *["Departures of {ferry}"] * 19)
    asked = row_conditions("Which ferries have no departures?")

    assert unsupported_conditions(asked, examples) == {}
    assert unsupported_conditions(asked, examples, share=0.1) == {"negation": "no"}


def test_no_example_makes_a_path_leave_out_a_name() -> None:
    examples = ("Ferries apart from {ferry}",)

    asked = row_conditions("Which ferries sail apart from the Ulla?")

    assert unsupported_conditions(asked, examples) == {"exception": "apart from"}


@pytest.mark.parametrize(
    ("question", "year"),
    [
        ("Which ferries were built in 1990?", "1990"),
        ("Какие паромы построены в 1990 году?", "1990"),
        ("Which ferries were built before 1990?", ""),
        ("Какие паромы построены после 1990 года?", ""),
        ("Which ferries carry 1990 cars?", ""),
    ],
)
def test_a_year_is_of_rows_only_if_they_are_in_it(question: str, year: str) -> None:
    assert year_of_rows(question) == year


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Which concerts lasted more than an hour?", "more than an hour"),
        ("Какие концерты длились больше часа?", "больше часа"),
        ("Which loans last longer than two years?", "longer than"),
    ],
)
def test_a_unit_of_time_is_a_bound(question: str, words: str) -> None:
    assert row_conditions(question)["bound"].startswith(words)
