"""The language of prose is told where it is plain; names, numbers and code have none."""

import pytest

from workbench.domain.local_text import Language
from workbench.nlp.language_detection import language_of_prose


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The excess for a cracked windscreen is paid by the owner of the car.", "en"),
        ("Франшизу за трещину на стекле платит владелец, а не страховая компания.", "ru"),
        ("Поиск по документам написан на Python и FastAPI, а данные лежат в PostgreSQL.", "ru"),
    ],
)
def test_prose_has_a_language(text: str, language: Language) -> None:
    assert language_of_prose(text) == language


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Yes, it is.",
        "$100 for each claim",
        "Python, FastAPI, PostgreSQL, ClickHouse, Apache Kafka, Redis, Kubernetes, Terraform",
        "python fastapi postgresql clickhouse kafka redis kubernetes terraform docker",
        "| Basic | $100 | 12 | 40% |\n| Plus | $200 | 15 | 60% |",
        "Smith & Sons of London, Baker and Partners of New York",
        "Отчёт за год: the report says that it was done, но итог подвели позже и не весь",
        "SELECT name, price FROM plans WHERE price > 100 ORDER BY price LIMIT 10",
    ],
)
def test_what_is_too_little_or_no_prose_has_none(text: str) -> None:
    assert language_of_prose(text) is None
