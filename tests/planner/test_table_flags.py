"""Conditions on columns of yes and no, and on values that the other language names."""

import pytest

from tests.support.table_readings import reading_of, table_vocabularies
from workbench.planner.tables.vocabulary import TableVocabulary

VISITS = """\
Visit no.,Date of visit,Reason,Paid?,After complaint,Certified to drive,Follow-up date
A-2001,03/01/2024,Vaccination,Yes,x,yes,20/01/2024
A-2002,17/02/2024,Surgery,No,,no,
A-2003,25/02/2024,Surgery,Yes,x,,28/03/2024
A-2004,21/03/2024,Check-up,No,,yes,
"""
TREES = """\
Tree ID,Species,Condition,Trunk ⌀ (cm),Last inspected
T-1,Pine,good,40,2021-03-02
T-2,Oak,poor,95,2023-07-11
T-3,Pine,dead,30,
"""
REVIEWS = """\
Клиент;Рекомендует нас;Площадка
Ольга;да;сайт
Денис;нет;2ГИС
Инна;нет;сайт
"""


@pytest.fixture(scope="module")
def vocabularies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TableVocabulary]:
    files = {"visits.csv": VISITS, "trees.csv": TREES, "reviews.csv": REVIEWS}
    return table_vocabularies(tmp_path_factory.mktemp("town"), files)


@pytest.mark.parametrize(
    ("table", "question", "filters"),
    [
        ("visits", "How many unpaid visits?", "Paid? eq No"),
        ("visits", "Сколько неоплаченных визитов?", "Paid? eq No"),
        ("visits", "Which surgery visits are not certified to drive?", "Reason eq Surgery; "
         "Certified to drive eq no"),
        ("visits", "How many visits were after complaint?", "After complaint eq x"),
        ("visits", "How many visits were not after complaint?", "After complaint is_empty None"),
        ("reviews", "Сколько клиентов нас не рекомендуют?", "Рекомендует нас eq нет"),
        ("reviews", "Сколько клиентов нас рекомендуют?", "Рекомендует нас eq да"),
    ],
)  # fmt: skip
def test_a_flag_is_one_condition(
    vocabularies: dict[str, TableVocabulary], table: str, question: str, filters: str
) -> None:
    assert conditions(vocabularies, table, question) == filters.split("; ")


@pytest.mark.parametrize(
    ("question", "filters"),
    [
        ("Сколько сосен?", "Species eq Pine"),
        ("Сколько дубов в плохом состоянии?", "Species eq Oak; Condition eq poor"),
    ],
)
def test_a_value_is_named_in_the_other_language(
    vocabularies: dict[str, TableVocabulary], question: str, filters: str
) -> None:
    assert conditions(vocabularies, "trees", question) == filters.split("; ")


def test_a_flag_with_both_of_its_values_is_not_read(
    vocabularies: dict[str, TableVocabulary],
) -> None:
    assert reading_of(vocabularies, "visits", "How many visits are paid or not paid?").left_out


def test_rows_with_a_flag_are_a_query(vocabularies: dict[str, TableVocabulary]) -> None:
    assert reading_of(vocabularies, "visits", "Which surgery was not certified to drive").is_query


def test_the_number_of_a_code_is_no_year(vocabularies: dict[str, TableVocabulary]) -> None:
    reading = reading_of(vocabularies, "visits", "When was visit A-2002?")
    assert reading.args.columns == ("Visit no.", "Date of visit")
    assert [one.column for one in reading.args.filters] == ["Visit no."]
    assert "2002" in reading_of(vocabularies, "trees", "How many oaks are A-2002?").unknown


@pytest.mark.parametrize(
    ("question", "column", "order"),
    [
        ("Which tree was inspected longest ago?", "Last inspected", "asc"),
        ("Which tree has the thickest trunk?", "Trunk ⌀ (cm)", "desc"),
    ],
)
def test_superlatives_of_a_named_column(
    vocabularies: dict[str, TableVocabulary], question: str, column: str, order: str
) -> None:
    reading = reading_of(vocabularies, "trees", question)
    assert not reading.left_out
    assert [(one.column, one.order) for one in reading.args.order_by] == [(column, order)]


def test_the_most_common_one_is_that_of_most_rows(
    vocabularies: dict[str, TableVocabulary],
) -> None:
    args = reading_of(vocabularies, "trees", "Which species is the most common?").args
    assert [one.column for one in args.group_by] == ["Species"]
    assert (args.aggregates[0].function, args.limit) == ("count", 1)


def conditions(vocabularies: dict[str, TableVocabulary], table: str, question: str) -> list[str]:
    reading = reading_of(vocabularies, table, question)
    assert reading.left_out == ()
    return [f"{one.column} {one.test} {one.value}" for one in reading.args.filters]


def test_what_is_counted_is_no_verb(vocabularies: dict[str, TableVocabulary]) -> None:
    reading = reading_of(vocabularies, "trees", "How many visits did each species have?")
    assert reading.unknown == ("visits",)


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("the last visit", "Date of visit"),
        ("What is the last follow-up date for surgery?", "Follow-up date"),
    ],
)
def test_the_last_one_is_the_latest(
    vocabularies: dict[str, TableVocabulary], question: str, column: str
) -> None:
    args = reading_of(vocabularies, "visits", question).args
    assert [(one.column, one.order) for one in args.order_by] == [(column, "desc")]


def test_a_verb_is_no_part_of_a_flag_in_the_other_language(
    vocabularies: dict[str, TableVocabulary],
) -> None:
    reading = reading_of(vocabularies, "visits", "Сколько визитов едет?")
    assert not reading.args.filters


PRICES = """\
Medicine,"Price per pack, £",Packs
Bravecto,19.73,60
Drontal,46.03,38
"""
PETS = """\
Name,"Weight, kg",Born
Luna,3,2015-03-06
Rex,22,2011-01-05
"""


@pytest.fixture(scope="module")
def of_pounds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TableVocabulary]:
    files = {"prices.csv": PRICES, "pets.csv": PETS}
    return table_vocabularies(tmp_path_factory.mktemp("pounds"), files)


@pytest.mark.parametrize(
    ("table", "question", "value"),
    [
        ("prices", "Which medicines are over 40 pounds?", 40),
        ("prices", "Какие лекарства дороже 40 фунтов?", 40),
        ("pets", "How many pets weigh more than 20 pounds?", 9.07184),
        ("pets", "Сколько питомцев весит больше 20 кг?", 20),
    ],
)
def test_pounds_are_money_where_nothing_is_weighed(
    of_pounds: dict[str, TableVocabulary], table: str, question: str, value: float
) -> None:
    assert [one.value for one in reading_of(of_pounds, table, question).args.filters] == [value]


def test_the_first_quarter_is_no_earliest_one(vocabularies: dict[str, TableVocabulary]) -> None:
    assert reading_of(vocabularies, "visits", "How many visits in the first quarter?").left_out
