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


@pytest.fixture(scope="module")
def of_staff(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TableVocabulary]:
    files = {"staff.csv": STAFF, "Склад.csv": PIECES}
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
