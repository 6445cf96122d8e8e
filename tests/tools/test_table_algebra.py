"""Shares, comparisons, conditions on groups, ties and folded texts of table queries."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.tables import table_workspace
from workbench.domain.plan import Limits
from workbench.domain.table_query import TableArgs
from workbench.planner.validate import validate_plan
from workbench.tools.protocol import CallContext, ToolOutcome
from workbench.tools.table import TOOL_KIND, TableTool

AMOUNT = "Amount, ₽"
COUNT = {"function": "count"}
PERM = {"column": "Region", "value": "Perm"}
OMSK = {"column": "Region", "value": "Omsk"}


@pytest.fixture
def tool(tmp_path: Path) -> TableTool:
    workspace, store = table_workspace(tmp_path)
    return TableTool(workspace.tables, store)


async def asked(tool: TableTool, **args: Any) -> ToolOutcome:
    context = CallContext(language="en", call=0, limits=Limits())
    return await tool.run(TableArgs(table="orders", **args), context)


def cells(outcome: ToolOutcome) -> list[list[str]]:
    return [
        [cell.value.replace("\u00a0", " ") for cell in item.cells[:2]] for item in outcome.items
    ]


def heading(outcome: ToolOutcome) -> str:
    assert outcome.section is not None
    return outcome.section.heading.replace("\u00a0", " ")


async def test_a_share_is_a_percentage_of_the_rows_or_of_a_sum(tool: TableTool) -> None:
    share = {"function": "share", "where": [PERM]}
    outcome = await asked(tool, aggregates=[share, {**share, "column": AMOUNT}])
    assert [str(item.text).replace("\u00a0", " ") for item in outcome.items] == [
        "Share of rows where Region = Perm: 50.00%",
        "Share of the sum of “Amount” where Region = Perm: 19.94%",
    ]


async def test_a_share_is_that_of_each_group(tool: TableTool) -> None:
    by_region: dict[str, Any] = {"group_by": [{"column": "Region"}]}
    outcome = await asked(tool, **by_region, aggregates=[{"function": "share"}])
    assert cells(outcome) == [["Perm", "50.00%"], ["Omsk", "33.33%"], ["Kazan", "16.67%"]]
    discounted = {
        "function": "share",
        "where": [{"column": "Discount, %", "test": "gt", "value": 0}],
    }
    outcome = await asked(tool, **by_region, aggregates=[discounted])
    assert cells(outcome) == [["Perm", "66.67%"], ["Omsk", "50.00%"], ["Kazan", "0.00%"]]


@pytest.mark.parametrize(("compare", "last"), [("difference", "1"), ("ratio", "1.5")])
async def test_two_numbers_are_compared(tool: TableTool, compare: str, last: str) -> None:
    both = [{**COUNT, "where": [PERM]}, {**COUNT, "where": [OMSK]}]
    outcome = await asked(tool, aggregates=both, compare=compare)
    assert [row[0] for row in cells(outcome)] == ["3", "2", last]


async def test_groups_are_selected_by_a_number(tool: TableTool) -> None:
    outcome = await asked(
        tool, group_by=[{"column": "Region"}], having=[{**COUNT, "test": "ge", "value": 2}]
    )
    assert cells(outcome) == [["Perm", "3"], ["Omsk", "2"]]
    assert heading(outcome) == "orders, Number of rows ≥ 2 (2 groups):"
    outcome = await asked(
        tool,
        group_by=[{"column": "Region"}],
        having=[{"function": "sum", "column": AMOUNT, "test": "between", "value": [2600, 3000]}],
    )
    assert cells(outcome) == [["Perm", "3"]]


async def test_rows_that_share_the_first_place_are_all_returned_and_said(tool: TableTool) -> None:
    first = {
        "order_by": [{"column": "Discount, %", "order": "desc"}],
        "columns": ["Order", "Discount, %"],
        "limit": 1,
    }
    outcome = await asked(tool, **first, with_ties=True)
    assert cells(outcome) == [["A-2", "10%"], ["A-5", "10%"]]
    assert heading(outcome) == "Discount, greatest first. 2 rows share place 1:"
    outcome = await asked(tool, **first)
    assert cells(outcome) == [["A-2", "10%"]]
    assert heading(outcome) == "Discount, greatest first. 2 rows share place 1; showing 1:"
    outcome = await asked(tool, **{**first, "limit": 2})
    assert heading(outcome) == "Discount, greatest first:"


async def test_a_limit_that_parts_equal_groups_is_said(tool: TableTool) -> None:
    outcome = await asked(
        tool,
        group_by=[{"column": "Manager"}],
        order_by=[{"function": "count", "order": "desc"}],
        limit=2,
    )
    assert cells(outcome) == [["Orlova", "2"], ["Petrova", "2"]]
    assert heading(outcome) == "3 groups share place 1; showing 2:"


@pytest.mark.parametrize(
    ("test", "value", "expected"),
    [("eq", "PERM", 3), ("ne", "perm", 3), ("in", ["perm", "kazan"], 4), ("eq", "Kazan", 1)],
)
async def test_texts_are_compared_without_case(
    tool: TableTool, test: str, value: object, expected: int
) -> None:
    condition = {"column": "Region", "test": test, "value": value}
    outcome = await asked(tool, filters=[condition], aggregates=[COUNT])
    assert cells(outcome) == [[str(expected)]]


async def test_letters_are_compared_without_their_encoding(tmp_path: Path) -> None:
    rows = "Город;Имя\nОрёл;1\nорел;2\nОре\u0308л;3\nУфа;4\n"
    many = "Код;Имя\n" + "".join(f"Ёлка {number};{number}\n" for number in range(300))
    workspace, store = table_workspace(tmp_path, {"a.csv": rows, "b.csv": many})
    tool = TableTool(workspace.tables, store)
    context = CallContext(language="ru", call=0, limits=Limits())
    for table, column, value, expected in [("a", "Город", "орел", 3), ("b", "Код", "елка 7", 1)]:
        condition = {"column": column, "value": value}
        args = TableArgs.model_validate(
            {"table": table, "filters": [condition], "aggregates": [COUNT]}
        )
        outcome = await tool.run(args, context)
        assert cells(outcome) == [[str(expected)]]


class Reader:
    language = "en"


def test_a_call_is_described_with_its_order_and_conditions_on_groups() -> None:
    args = TableArgs.model_validate(
        {
            "table": "orders",
            "filters": [PERM],
            "group_by": [{"column": "Manager"}],
            "aggregates": [{"function": "sum", "column": AMOUNT}],
            "having": [{**COUNT, "test": "gt", "value": 1}],
            "order_by": [{"function": "sum", "column": AMOUNT, "order": "desc"}],
            "limit": 1,
            "with_ties": True,
        }
    )
    described = TOOL_KIND.spec.describe(args, Reader())  # type: ignore[arg-type]
    assert dict(described.arguments) == {
        "conditions": "Region = Perm",
        "result": "Manager, Sum of “Amount, ₽”",
        "conditions on groups": "Number of rows > 1",
        "the order": "Sum of “Amount, ₽”, greatest first",
        "how many of the first": "1, with those equal to the last",
    }


@pytest.mark.parametrize(
    ("args", "path", "code"),
    [
        ({"aggregates": [COUNT], "compare": "ratio"}, ".compare", "compares_two"),
        ({"limit": 1, "with_ties": True}, ".with_ties", "ties_of_order"),
        (
            {"having": [{**COUNT, "test": "gt", "value": 1}]},
            ".having[0]",
            "having_without_groups",
        ),
        (
            {
                "group_by": [{"column": "Region"}],
                "having": [{"function": "share", "test": "gt", "value": 1}],
            },
            ".having[0].function",
            "having_share",
        ),
        (
            {"aggregates": [{**COUNT, "where": [{"column": "Region", "value": "Prm"}]}]},
            ".aggregates[0].where[0].value",
            "unknown_cell",
        ),
        ({"unread": ["drone"], "other_tables": ["order"]}, ".other_tables[0]", "unknown_table"),
    ],
)
def test_problems_have_their_path(
    tmp_path: Path, args: dict[str, Any], path: str, code: str
) -> None:
    workspace, _ = table_workspace(tmp_path)
    call = {"tool": "table_tool", "args": {"table": "orders", **args}}
    raw = {"intents": ["TABLE_QUERY"], "tool_calls": [call], "confidence": 1.0}
    checked, problems = validate_plan(raw, workspace)
    assert checked is None
    found = [one.code for one in problems if one.path == f"$.tool_calls[0].args{path}"]
    assert found == [code]
