"""Conditions on rows that deny a value, also where no word names the rows themselves."""

import pytest

from tests.support.table_readings import reading_of, table_vocabularies
from workbench.planner.tables.vocabulary import TableVocabulary

MEMBERS = """\
name,city,occupation,licence,age
Ann Berg,Oslo,student,A12,23
Carl Dahl,Oslo,teacher,,44
Erik Foss,Bergen,student,,21
Bea Lund,Moss,engineer,B77,34
"""


@pytest.fixture(scope="module")
def vocabularies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TableVocabulary]:
    return table_vocabularies(tmp_path_factory.mktemp("club"), {"members.csv": MEMBERS})


@pytest.mark.parametrize(
    ("question", "filters"),
    [
        ("Which students do not live in Oslo?", "occupation eq student; city ne Oslo"),
        ("Which students are not from Oslo?", "occupation eq student; city ne Oslo"),
        ("Which students have no licence?", "occupation eq student; licence is_empty None"),
        ("Who is neither a student nor a teacher?", "occupation ne student; occupation ne teacher"),
        ("All members excluding teachers", "occupation ne teacher"),
        ("Which members have a licence?", "licence is_empty False"),
        ("Average age of members with a licence", "licence is_empty False"),
        ("Members not from Moss who have a licence", "city ne Moss; licence is_empty False"),
    ],
)
def test_a_denied_value_is_a_condition(
    vocabularies: dict[str, TableVocabulary], question: str, filters: str
) -> None:
    reading = reading_of(vocabularies, "members", question)
    assert reading.left_out == ()
    assert reading.is_query
    found = [f"{one.column} {one.test} {one.value}" for one in reading.args.filters]
    assert found == filters.split("; ")


def test_a_licence_that_is_shown_is_no_condition(
    vocabularies: dict[str, TableVocabulary],
) -> None:
    assert reading_of(vocabularies, "members", "Show members with their licence").args.filters == ()
