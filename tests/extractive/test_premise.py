"""Values that a question takes for granted."""

import pytest

from workbench.extractive.premise import absent_name, contradicted_premise, unsupported_premise

CAR = "car cover Basic include a car"
"""All of the question from the first to the last word of the fact that denies it."""


@pytest.mark.parametrize(
    ("question", "statement", "premise"),
    [
        ("Why is the tower closed on Tuesdays?", "The tower is closed on Mondays.", "Tuesdays"),
        ("Why does the tour last three hours?", "The tour lasts two hours.", "three"),
        ("Why does the lamp tour cost $9?", "The lamp tour is free of charge.", "$9"),
        ("Почему музей закрыт по вторникам?", "Музей закрыт по понедельникам.", "вторникам"),
        ("Почему экскурсия длится три часа?", "Экскурсия длится два часа.", "три"),
        ("Почему билет стоит 100 рублей?", "Билет выдают бесплатно.", "100"),
        ("Since when does the tour last three hours?", "The tour lasts two hours.", "three"),
        ("С каких пор экскурсия длится три часа?", "Экскурсия длится два часа.", "три"),
        ("Why is the desk open around the clock?", "Desk: open 9:00 to 18:00.", "around the clock"),
        ("Почему касса открыта круглосуточно?", "Касса открыта с 9:00 до 18:00.", "круглосуточно"),
        ("Why is the lamp tour covered?", "Lamp tour: Not covered.", "lamp tour covered"),
        ("Why does car cover Basic include a car?", "Car cover Basic: Not covered.", CAR),
        ("Почему экскурсию оплачивают?", "Экскурсию оплачивают: нет.", "экскурсию оплачивают"),
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
        ("Why is the desk open around the clock?", "Desk: 24 hours a day, guards 9:00 to 18:00."),
        ("Why is the lamp tour not covered?", "Lamp tour: Not covered."),
        ("Why is the weight of the lamp unlimited?", "Weight of the lamp: No limit."),
        ("Why is the lamp tour paid?", "The lamp tour is not paid in winter."),
    ],
)
def test_a_condition_or_another_subject_is_no_contradiction(question: str, statement: str) -> None:
    assert contradicted_premise(question, [statement]) == ""


@pytest.mark.parametrize(
    ("question", "told", "untold"),
    [
        ("Why did Ann study in Oxford?", "Ann studied in Leeds.", "Oxford"),
        ("Почему Анна училась в Оксфорде?", "Анна училась в Лидсе.", "Оксфорде"),
        ("Why does Ann lead twelve people?", "Ann leads four people.", "twelve"),
        ("Since when has Ann worked at Nordex?", "Ann has worked at Sudex since 2019.", "Nordex"),
        ("Почему Анна ушла в 2019 году?", "Анна ушла в 2021 году.", "2019"),
        ("Why does Ann lead twelve people?", "Ann leads; it took twelve minutes.", "twelve"),
    ],
)
def test_a_value_or_a_name_that_no_source_has_is_untold(
    question: str, told: str, untold: str
) -> None:
    assert unsupported_premise(question, (), [told]) == untold


@pytest.mark.parametrize(
    ("question", "mentions", "told"),
    [
        ("Why did Ann study in Leeds?", (), "Ann studied in Leeds."),
        ("Where did Ann study in Oxford?", (), "Ann studied in Leeds."),
        ("Does Ann lead twelve people?", (), "Ann leads four people."),
        ("Why does Ann lead four people?", (), "Ann leads 4 people."),
        ("Why is the fee 300 for Ann?", (), "Ann pays $300."),
        ("Why did Ann study in Oxford?", (), "Анна училась в Оксфорде."),
        ("Почему Анна взяла ClickHouse?", (), "Анна взяла Кликхаус."),
        ("Why did Annie resign?", ("Annie",), "Ann Reed resigned."),
        ("Why did Ann study in Oxford?", (), ""),
    ],
)
def test_what_is_told_in_other_words_is_not_untold(
    question: str, mentions: tuple[str, ...], told: str
) -> None:
    assert unsupported_premise(question, mentions, [told] if told else []) == ""


@pytest.mark.parametrize(
    ("question", "told", "name"),
    [
        ("Where did Ann study in Oxford?", "Ann studied in Leeds.", "Oxford"),
        ("Can it send alerts to Nordex?", "It sends alerts by e-mail.", "Nordex"),
        ("Does it run on ARM?", "It runs on ARM64.", ""),
        ("How large is the Storage?", "It holds 5 TB.", ""),
        ("What Is the Kiln Rota?", "It is fired on Mondays.", ""),
    ],
)
def test_a_name_that_no_document_has_is_untold_in_any_question(
    question: str, told: str, name: str
) -> None:
    assert absent_name(question, (), [told]) == name


@pytest.mark.parametrize(
    "question", ["What does the FAQ say about dogs?", "According to the Handbook, may dogs enter?"]
)
def test_a_word_for_the_documents_is_no_name_that_they_lack(question: str) -> None:
    assert absent_name(question, (), ["Dogs may not enter."]) == ""


def test_a_form_of_address_does_not_hide_the_name_after_it() -> None:
    assert absent_name("What did Mr. Quillon order?", (), ["The captain ordered rope."]) == (
        "Quillon"
    )


@pytest.mark.parametrize(
    ("question", "text", "denied"),
    [
        (
            "Since boat passes never expire, may I keep mine?",
            "Boat passes expire one year after they are sold.",
            "never expire",
        ),
        (
            "Раз пропуск на лодку продлить нельзя, что делать?",
            "Пропуск на лодку может продлить любой член клуба.",
            "продлить нельзя",
        ),
        ("Since boat passes never expire, may I keep mine?", "Boat passes never expire.", ""),
        (
            "Since boat passes never expire, may I keep mine?",
            "Only day passes of a boat expire.",
            "",
        ),
        ("Since boat passes cost $5, who pays them?", "Boat passes cost $8.", "$5"),
        ("Who pays when boat passes cost $5?", "Boat passes cost $8.", ""),
    ],
)
def test_what_a_question_opens_with_is_denied_by_a_statement(
    question: str, text: str, denied: str
) -> None:
    assert contradicted_premise(question, [text]) == denied
