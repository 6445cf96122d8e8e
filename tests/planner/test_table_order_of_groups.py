"""Which one comes first: by the date that a verb names, in each group, by a number of its unit."""

import pytest

from tests.support.table_readings import reading_of, table_vocabularies
from workbench.planner.tables.vocabulary import TableVocabulary

TREES = """\
Tree ID,Species,Planted on,Height (m),"Trunk ⌀, cm",Last inspected
T-1,Pine,1987-02-05,21.4,40,2021-03-02
T-2,Oak,1990-05-01,11,95,2023-07-11
T-3,Pine,2001-09-30,17,30,
"""
JOBS = """\
Job,Type of work,Crew,Ordered,Completed,Cost EUR
J-1,Felling,Alder,2024-01-03,2024-02-10,900
J-2,Pruning,Cedar,2024-02-05,,120
J-3,Felling,Cedar,2024-03-09,2024-03-20,700
"""


@pytest.fixture(scope="module")
def vocabularies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TableVocabulary]:
    files = {"trees.csv": TREES, "works.csv": JOBS}
    return table_vocabularies(tmp_path_factory.mktemp("park"), files)


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("Which tree was planted last?", "Planted on"),
        ("Which is the oldest pine?", "Planted on"),
        ("Which tree was inspected last?", "Last inspected"),
    ],
)
def test_last_is_the_date_of_the_verb_and_old_that_of_the_beginning(
    vocabularies: dict[str, TableVocabulary], question: str, column: str
) -> None:
    args = reading_of(vocabularies, "trees", question).args
    assert [one.column for one in args.order_by] == [column]


def test_the_first_of_each_group_limits_no_groups(
    vocabularies: dict[str, TableVocabulary],
) -> None:
    args = reading_of(vocabularies, "works", "The cheapest job of each crew").args
    assert ([one.column for one in args.group_by], args.limit) == (["Crew"], None)


def test_a_height_is_told_from_another_length(vocabularies: dict[str, TableVocabulary]) -> None:
    args = reading_of(vocabularies, "trees", "How many pines are taller than 15 m?").args
    assert [(one.column, one.value) for one in args.filters[1:]] == [("Height (m)", 15)]


def test_a_currency_at_the_end_of_a_header_is_a_unit(
    vocabularies: dict[str, TableVocabulary],
) -> None:
    args = reading_of(vocabularies, "works", "jobs over 500 euros").args
    assert [(one.column, one.value) for one in args.filters] == [("Cost EUR", 500)]


@pytest.mark.parametrize(
    "question", ["jobs ordered in January or February 2024", "Which jobs were no works?"]
)
def test_what_no_row_tells_is_not_read(
    vocabularies: dict[str, TableVocabulary], question: str
) -> None:
    assert reading_of(vocabularies, "works", question).left_out
