"""Values that a question takes for granted."""

import pytest

from workbench.extractive.premise import contradicted_premise


@pytest.mark.parametrize(
    ("question", "statement", "premise"),
    [
        ("Why is the tower closed on Tuesdays?", "The tower is closed on Mondays.", "Tuesdays"),
        ("Why does the tour last three hours?", "The tour lasts two hours.", "three"),
        ("Why does the lamp tour cost $9?", "The lamp tour is free of charge.", "$9"),
        ("Почему музей закрыт по вторникам?", "Музей закрыт по понедельникам.", "вторникам"),
        ("Почему экскурсия длится три часа?", "Экскурсия длится два часа.", "три"),
        ("Почему билет стоит 100 рублей?", "Билет выдают бесплатно.", "100"),
    ],
)
def test_a_value_that_the_source_contradicts_is_found(
    question: str, statement: str, premise: str
) -> None:
    assert contradicted_premise(question, [statement]) == premise


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Why is the tower closed on Mondays?", "The tower is closed from Sunday to Tuesday."),
        ("Why does the tour last two hours?", "The tour lasts two hours."),
        ("Why does the tour last three hours?", "The ferry waits two hours at the pier."),
        ("How much leave do I get after 5 years?", "After 3 years you get 20 days of leave."),
        ("Why is the tower closed?", "The tower is closed on Mondays."),
    ],
)
def test_a_condition_or_another_subject_is_no_contradiction(question: str, statement: str) -> None:
    assert contradicted_premise(question, [statement]) == ""
