"""The kind of value that a question asks for, and whether a text has one."""

import pytest

from workbench.nlp.asked_value import asked_value, holds_value
from workbench.nlp.question_type import read_question


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What is the rate per mile?", "number"),
        ("What's the guide's salary?", "money"),
        ("How much does a ferry ticket cost?", "money"),
        ("When does the museum open?", "time"),
        ("What happens when the lamp fails?", None),
        ("Who founded the club?", "who"),
        ("Why is the gate shut?", None),
        ("Which towns share a border?", None),
        ("What flowers grow in the town whose tower is red?", None),
        ("Какая ставка по вкладу?", "number"),
        ("Какая зарплата у смотрителя?", "money"),
        ("Когда открывается музей?", "time"),
        ("Кто основал клуб?", "who"),
        ("Можно ли войти с собакой?", None),
    ],
)
def test_the_kind_of_value_is_read_from_the_question(question: str, kind: str | None) -> None:
    assert asked_value(read_question(question)) == kind


@pytest.mark.parametrize(
    ("question", "text", "held"),
    [
        ("What is the guide's salary?", "The guide works on 12 May 2023.", False),
        ("What is the guide's salary?", "The guide is paid 900 euros.", True),
        ("What is the guide's salary?", "Once confirmed, the guide is paid.", False),
        ("How much is the tour?", "The tour is free of charge.", True),
        ("When does the museum open?", "It opens on Mondays.", True),
        ("When does the museum open?", "The museum has two floors.", False),
        ("How many lamps were lit in March?", "Rows, where Lit on: March: 2.", True),
        ("Сколько ламп зажгли в марте?", "Строки, где «Зажжена»: март: 2.", True),
        ("Who keeps the lamp?", "The lamp is kept by Ann Reed.", True),
        ("Who keeps the lamp?", "The lamp burns oil.", False),
        ("Сколько стоит билет?", "Билет стоит 300 рублей.", True),
        ("Сколько стоит билет?", "Билет действует три дня.", False),
    ],
)
def test_a_text_has_the_value_or_not(question: str, text: str, held: bool) -> None:
    asked = read_question(question)
    kind = asked_value(asked)

    assert kind is not None
    assert holds_value(asked, kind, [text]) == held
