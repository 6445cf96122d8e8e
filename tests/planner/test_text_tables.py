"""Tables in texts answer what is computed from them, and leave all else to the documents."""

from typing import Any

import pytest

from tests.support.tables import table_plan, table_workspace
from workbench.domain.table_query import TableArgs
from workbench.workspace import Workspace

FERRY = """\
# Prices of the ferry

Bicycle tickets are sold on board. Children travel free with a bicycle ticket of an adult.

## Tickets

| Ticket | Price per day | Stops | Inspected | Withdrawn |
|---|---|---|---|---|
| Single | €4 | 1 | yes | |
| Weekly | €22 | 5 | no | 2020-03-01 |
| Season | €80 | 9 | yes | |
"""
WORKS = """\
# Works on the quay

| Pier | Builder | Begun | Finished |
|---|---|---|---|
| North | Halden | 2020-01-01 | 2020-01-31 |
| South | Corvo | 2020-02-01 | 2020-02-11 |
"""
HARVEST = """\
# Урожай, тонн

| Культура | 2021 | 2022 |
|---|---|---|
| Ячмень | 610 | 575 |
| Картофель | 2300 | 2450 |
"""
BOATS = """\
# Boats

| Boat | Places inside / outside |
|---|---|
| Ada | 40 / 90 |
| Bee | 25 / 60 |
"""
FILES: dict[str, str | bytes] = {
    "boats.md": BOATS,
    "ferry.md": FERRY,
    "works.md": WORKS,
    "harvest.md": HARVEST,
}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return table_workspace(tmp_path_factory.mktemp("texts"), FILES)[0]


def asked(workspace: Workspace, text: str) -> dict[str, Any] | None:
    """Return the query of a question without its defaults; None if there is none."""
    result = table_plan(workspace, text)
    if result.query is None:
        return None
    args = result.query.plan.tool_calls[0].args
    assert isinstance(args, TableArgs)
    return args.model_dump(mode="json", exclude_defaults=True, exclude={"kind"})


COUNT = [{"function": "count"}]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "How many tickets cost more than 10 euros a day?",
            {
                "filters": [{"column": "Price per day", "test": "gt", "value": 10}],
                "aggregates": COUNT,
            },
        ),
        (
            "how many tickets are not withdrawn?",
            {"filters": [{"column": "Withdrawn", "test": "is_empty"}], "aggregates": COUNT},
        ),
        (
            "which ferry ticket is the cheapest",
            {
                "order_by": [{"column": "Price per day", "order": "asc"}],
                "limit": 1,
                "with_ties": True,
            },
        ),
        (
            "which bicycle ticket is the cheapest",
            {
                "order_by": [{"column": "Price per day", "order": "asc"}],
                "limit": 1,
                "with_ties": True,
            },
        ),
    ],
)
def test_what_is_computed_is_asked_of_the_table(
    workspace: Workspace, question: str, expected: dict[str, Any]
) -> None:
    assert asked(workspace, question) == {"table": "ferry/Tickets", **expected}


@pytest.mark.parametrize(
    "question",
    [
        "What does the season ticket cost?",
        "Where are bicycle tickets sold?",
        "How many children travel free?",
        "How many tickets are sold by drone?",
        "Which tickets are without stops?",
        "tickets",
    ],
)
def test_what_a_text_may_tell_is_left_to_the_documents(workspace: Workspace, question: str) -> None:
    result = table_plan(workspace, question)
    assert (result.query, result.decline, result.foreign) == (None, None, None)


def test_the_reason_names_the_word_that_a_table_lacks(workspace: Workspace) -> None:
    assert "drone" in table_plan(workspace, "How many tickets are sold by drone?").reason


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "сколько ячменя собрали в 2022 году",
            {
                "filters": [
                    {"column": "Культура", "value": "Ячмень"},
                    {"column": "Год", "value": 2022},
                ],
                "aggregates": [{"function": "sum", "column": "Урожай, тонн"}],
            },
        ),
        (
            "в каком году урожай картофеля был больше всего?",
            {
                "filters": [{"column": "Культура", "value": "Картофель"}],
                "group_by": [{"column": "Год"}],
                "aggregates": [{"function": "sum", "column": "Урожай, тонн"}],
                "order_by": [{"column": "Урожай, тонн", "function": "sum"}],
                "limit": 1,
                "with_ties": True,
            },
        ),
        ("какой общий урожай", None),
        ("средний урожай картофеля", None),
    ],
)
def test_values_of_years_are_summed_up_in_a_year_alone(
    workspace: Workspace, question: str, expected: dict[str, Any] | None
) -> None:
    wanted = None if expected is None else {"table": "harvest/Урожай, тонн", **expected}
    assert asked(workspace, question) == wanted


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("which pier took the longest?", {"limit": 1, "with_ties": True}),
        ("what is the average duration?", {}),
        ("how many days did the North pier take?", {}),
    ],
)
def test_the_days_between_two_dates_are_a_column(
    workspace: Workspace, question: str, expected: dict[str, Any]
) -> None:
    found = asked(workspace, question)
    assert found is not None
    assert "Duration (Begun – Finished)" in str(found)
    assert found.items() >= {"table": "works/Works on the quay", **expected}.items()


def test_texts_with_numbers_are_no_values_to_count(workspace: Workspace) -> None:
    assert asked(workspace, "How many places do Ada and Bee have inside?") is None


@pytest.mark.parametrize(
    ("question", "is_computed"),
    [
        ("Halden or Corvo builders: what's the difference?", False),
        ("How many piers has the builder Corvo?", True),
    ],
)
def test_rows_are_not_counted_where_only_a_comparison_is_asked_for(
    workspace: Workspace, question: str, is_computed: bool
) -> None:
    plan = table_plan(workspace, question)

    assert (plan.query is not None) is is_computed
