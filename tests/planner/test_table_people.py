"""Questions about people: who earns the most, who has served longest, how many were helped."""

import pytest

from tests.support.table_readings import reading_of, table_vocabularies
from workbench.planner.tables.vocabulary import TableVocabulary

RANGERS = """\
Name,Post,Hired,Left,"Pay, USD"
Ada Birch,Ridge,2004-03-01,,4100
Bo Cedar,Ridge,1998-02-01,2019-01-31,3900
Cy Dogwood,Lake,2011-06-15,2023-09-30,3500
"""
RENTALS = """\
Rental,Guide,Starts,Ends
R-1,Ada Birch,2024-05-01,2024-05-03
R-2,Bo Cedar,2024-06-01,2024-06-11
"""
RESCUES = """\
Rescue,Date,Led by,Hikers rescued,Hours
S-1,2022-01-14,Ada Birch,3,4.5
S-2,2023-02-20,Bo Cedar,5,6
S-3,2023-05-03,Ada Birch,1,1.5
"""


@pytest.fixture(scope="module")
def vocabularies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TableVocabulary]:
    files = {"rangers.csv": RANGERS, "rentals.csv": RENTALS, "rescues.csv": RESCUES}
    return table_vocabularies(tmp_path_factory.mktemp("park"), files)


@pytest.mark.parametrize("question", ["Who earns the most?", "Who earned the least?"])
def test_who_earns_the_most_is_told_by_the_column_of_money(
    vocabularies: dict[str, TableVocabulary], question: str
) -> None:
    reading = reading_of(vocabularies, "rangers", question)
    assert reading.left_out == ()
    assert [key.column for key in reading.args.order_by] == ["Pay, USD"]
    assert [key.column for key in reading.args.group_by] == ["Name"]


def test_a_verb_that_no_column_measures_is_not_ignored(
    vocabularies: dict[str, TableVocabulary],
) -> None:
    reading = reading_of(vocabularies, "rescues", "Which guides led and earn the most rescues?")
    assert "earn" in reading.unread


def test_the_longest_serving_are_not_those_of_the_longest_rows(
    vocabularies: dict[str, TableVocabulary],
) -> None:
    question = "Who are the two longest serving guides?"
    assert "serving" in reading_of(vocabularies, "rentals", question).unread


def test_rows_without_an_end_have_no_longest(vocabularies: dict[str, TableVocabulary]) -> None:
    assert "longest" in reading_of(vocabularies, "rangers", "Which name is the longest?").left_out
    reading = reading_of(vocabularies, "rentals", "Which rental is the longest?")
    assert reading.left_out == ()


@pytest.mark.parametrize(
    "question", ["How many hikers were rescued?", "How many hikers were rescued altogether?"]
)
def test_a_column_named_in_two_places_is_added_up(
    vocabularies: dict[str, TableVocabulary], question: str
) -> None:
    reading = reading_of(vocabularies, "rescues", question)
    assert [one.column for one in reading.args.aggregates] == ["Hikers rescued"]
    assert reading.left_out == ()
