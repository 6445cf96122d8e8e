"""What a document states is not computed from a table beside it, nor declined for its words."""

from pathlib import Path

import pytest

from workbench import Settings, Workbench
from workbench.bootstrap.new_workspace import create_workspace
from workbench.domain.table_query import TABLE_QUERY

RULES = """# Rules of the boathouse

## Hiring

The maximum length of a canoe on the river is 6 m. Every boat is hired for a day at most.
Boats are returned before dark. The deposit is paid at the desk.

Lessons for beginners cost €35 a month.
"""
SERVICES = """\
service,charge,how often
Hire of a small locker,€9,a month
Hire of a rack,€20,a year
"""
BOATS = "name,kind,length,town\nHeron,canoe,5.2,Arn\nTern,canoe,4.8,Arn\nSwan,kayak,3.9,Bolm\n"


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    folder: Path = tmp_path_factory.mktemp("boathouse")
    (folder / "rules.md").write_text(RULES, "utf-8")
    (folder / "services.csv").write_text(SERVICES, "utf-8")
    (folder / "boats.csv").write_text(BOATS, "utf-8")
    settings = Settings(workbench_home=tmp_path_factory.mktemp("home"), _env_file=None)
    create_workspace("boathouse", settings, folder)
    return Workbench.open(settings)


async def test_a_rule_of_the_text_goes_before_the_maximum_of_the_rows(
    workbench: Workbench,
) -> None:
    run = await workbench.ask("What is the maximum length of a canoe?", workspace="boathouse")

    assert run.plan is not None and run.answer is not None
    assert TABLE_QUERY not in run.plan.intents
    assert "6 m" in run.answer.text
    assert any("a document states this" in reason for reason in run.plan_reasons)


@pytest.mark.parametrize(
    ("question", "told"),
    [("How many boats are in Arn?", "2"), ("Which boat is the longest?", "Heron")],
)
async def test_what_no_sentence_states_is_computed(
    workbench: Workbench, question: str, told: str
) -> None:
    run = await workbench.ask(question, workspace="boathouse")

    assert run.plan is not None and run.answer is not None
    assert run.plan.intents == (TABLE_QUERY,)
    assert told in run.answer.text


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What do lessons for beginners cost per month?", "€35"),
        ("How much is a small locker a month?", "€9"),
    ],
)
async def test_a_statement_with_the_words_that_a_table_lacks_answers(
    workbench: Workbench, question: str, told: str
) -> None:
    run = await workbench.ask(question, workspace="boathouse")

    assert run.plan is not None and run.answer is not None
    assert TABLE_QUERY not in run.plan.intents
    assert told in run.answer.text


async def test_a_total_is_declined_though_a_row_has_its_words(workbench: Workbench) -> None:
    question = "What is the total charge of a small padded locker?"
    run = await workbench.ask(question, workspace="boathouse")

    assert run.answer is not None
    assert run.answer.outcome != "answered"
