"""Times that are asked for with "when", counts beside weights, and tables named by their rows."""

from pathlib import Path

import pytest

from tests.support.table_readings import reading_of, table_vocabularies
from tests.support.tables import table_workspace
from workbench.domain.plan import Limits
from workbench.domain.table_query import TableArgs
from workbench.planner.tables.read_question import is_as_good, readings
from workbench.planner.tables.vocabulary import TableVocabulary
from workbench.tools.protocol import CallContext
from workbench.tools.table import TableTool

SHELTERS = """\
Shelter,City,Opened,Closes at
Riverbank,York,2015-06-01,17:30
Old Barn,Hull,1998-10-20,20:00
"""
ANIMALS = """\
Animal ID,Name,Species,"Weight, kg",Arrived,Adopted on
A1,Rex,cat,3.5,2023-01-05,2023-03-01
A2,Luna,cat,4.1,2023-02-05,
A3,Milo,dog,20.5,2023-03-05,2024-01-09
"""
FOODS = "Food,Kind of animals,Price\nFluffy,cats,100\nBig,dogs,200\n"


@pytest.fixture(scope="module")
def vocabularies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TableVocabulary]:
    files = {"shelters.csv": SHELTERS, "animals.csv": ANIMALS, "foods.csv": FOODS}
    return table_vocabularies(tmp_path_factory.mktemp("tables"), files)


@pytest.mark.parametrize(
    ("table", "question", "columns"),
    [
        ("shelters", "When does Riverbank close?", ("Shelter", "Closes at")),
        ("shelters", "When did Old Barn open?", ("Shelter", "Opened")),
        ("animals", "When did Rex arrive?", ("Animal ID", "Arrived", "Name")),
        ("animals", "When was Rex adopted?", ("Animal ID", "Adopted on", "Name")),
    ],
)
def test_when_asks_for_the_time_that_is_named(
    vocabularies: dict[str, TableVocabulary],
    table: str,
    question: str,
    columns: tuple[str, ...],
) -> None:
    reading = reading_of(vocabularies, table, question)
    assert (reading.left_out, reading.args.columns) == ((), columns)


def test_the_weight_of_things_is_no_amount_of_them(
    vocabularies: dict[str, TableVocabulary],
) -> None:
    reading = reading_of(vocabularies, "animals", "How many cats were adopted in 2023?")
    assert reading.left_out == ()
    assert [one.function for one in reading.args.aggregates] == ["count"]


def test_a_table_called_as_the_question_calls_its_rows_comes_first(
    vocabularies: dict[str, TableVocabulary],
) -> None:
    best, *others = readings("How many animals are there?", [*vocabularies.values()])
    assert best.args.table == "animals"
    assert not any(is_as_good(one, best) for one in others)


async def test_a_cell_without_a_value_is_said_to_have_none(tmp_path: Path) -> None:
    workspace, store = table_workspace(tmp_path, {"animals.csv": ANIMALS})
    args = TableArgs.model_validate(
        {
            "table": "animals",
            "filters": [{"column": "Name", "value": "Luna"}],
            "columns": ["Animal ID", "Adopted on", "Name"],
        }
    )
    context = CallContext(language="en", call=0, limits=Limits())
    outcome = await TableTool(workspace.tables, store).run(args, context)
    assert outcome.section is not None
    assert outcome.section.heading.startswith("No value: Adopted on. animals, Name = Luna")
