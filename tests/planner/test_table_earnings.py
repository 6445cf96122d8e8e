"""What verbs of earning and spending measure, of one row and of two that are compared."""

import pytest

from tests.support.table_readings import reading_of, table_vocabularies
from workbench.planner.tables.vocabulary import TableVocabulary

STAFF = """\
Employee,Position,Joined,"Hourly pay, £"
Ann Holt,Nurse,2018-05-14,14.2
Bo Iqbal,Vet,2023-03-01,13.5
Cy Marsh,Vet,2021-01-10,30
"""
PIECES = """\
Наименование;Остаток, шт.;Цена, ₽;Поступление
Фильтр;12;400;02.10.2024
Лампа;7;150;11.10.2024
"""
SESSIONS = """\
Class,Trainer,Date,Price,Bookings
Boxing,Kay,2026-03-02,12,9
Yoga,Lin,2026-03-03,10,14
Boxing,Kay,2026-04-06,13,7
"""
TOOLS = """\
Tool,Out date,Daily rate,Days,Charge
Kiln,2026-02-01,35,4,140
Press,2026-02-03,20,9,180
"""
TAKEN = "Revenue (Price × Bookings)"


@pytest.fixture(scope="module")
def of_staff(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TableVocabulary]:
    files = {
        "staff.csv": STAFF,
        "Склад.csv": PIECES,
        "sessions.csv": SESSIONS,
        "tools.csv": TOOLS,
    }
    return table_vocabularies(tmp_path_factory.mktemp("staff"), files)


def test_two_rows_are_compared_by_what_the_verb_measures(
    of_staff: dict[str, TableVocabulary],
) -> None:
    reading = reading_of(of_staff, "staff", "Does Bo Iqbal earn more than Ann Holt?")
    assert [one.column for one in reading.args.aggregates] == ["Hourly pay, £"]
    assert reading_of(of_staff, "staff", "Does Bo Iqbal sing more than Ann Holt?").left_out


def test_prices_of_pieces_are_no_expense(of_staff: dict[str, TableVocabulary]) -> None:
    reading = reading_of(of_staff, "Склад", "сколько потратили в октябре 2024")
    assert reading.left_out and not reading.args.aggregates


@pytest.mark.parametrize(
    "question",
    [
        "How much did Boxing earn?",
        "How much money did Boxing make?",
        "What is the total revenue of Boxing?",
        "Which class earned the most?",
        "Which trainer brings in the most?",
    ],
)
def test_what_is_earned_is_a_price_times_its_bookings(
    of_staff: dict[str, TableVocabulary], question: str
) -> None:
    reading = reading_of(of_staff, "sessions", question)
    assert [(one.function, one.column) for one in reading.args.aggregates] == [("sum", TAKEN)]
    assert not reading.left_out


@pytest.mark.parametrize(
    "question", ["How much does Boxing cost?", "How much is the price of Boxing?"]
)
def test_prices_of_several_rows_are_shown_and_not_added_up(
    of_staff: dict[str, TableVocabulary], question: str
) -> None:
    reading = reading_of(of_staff, "sessions", question)
    assert reading.args.columns == ("Class", "Price")
    assert not reading.args.aggregates


def test_a_price_a_day_asks_for_no_number_of_days(of_staff: dict[str, TableVocabulary]) -> None:
    reading = reading_of(of_staff, "tools", "How much does the Kiln cost per day?")
    assert "Days" not in {one.column for one in reading.args.aggregates}
