"""Labels told from statements: by an amount, a verb, the stop of a sentence."""

import pytest

from workbench.nlp.assertions import is_sentence, names_amount


@pytest.mark.parametrize(
    "text",
    [
        "The excess is $9,999",
        "Up to 40% back",
        "за 5 дней",
        "Итоги 2023 года",
        "12 May",
        "Recall of 0.93",
        "## 2. Limits up to $5",
    ],
)
def test_sums_shares_measures_and_dates_are_amounts(text: str) -> None:
    assert names_amount(text)


@pytest.mark.parametrize(
    "text", ["## 2. Limits", "1.2 Theft", "Top 3 projects", "Three plans", "Шаг 2", ""]
)
def test_numbering_and_counts_of_what_follows_are_none(text: str) -> None:
    assert not names_amount(text)


@pytest.mark.parametrize(
    "text",
    [
        "# A ride to Mars is included",
        "**A free ride to Mars!**",
        "Полёт на Марс включён в полис",
        "Команда сократила время ответа",
    ],
)
def test_a_verb_or_a_stop_makes_a_sentence(text: str) -> None:
    assert is_sentence(text)


@pytest.mark.parametrize(
    "text",
    [
        "# Windscreen cover of the Basic plan",
        "Сроки и состав команд проектов",
        "What is covered under the Basic plan",
        "Что покрывает полис Basic по стеклу",
        "Is glass covered under the Basic plan?",
        "Summary.",
        "",
    ],
)
def test_titles_and_questions_are_no_sentences(text: str) -> None:
    assert not is_sentence(text)
