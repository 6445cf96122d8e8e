"""The table tool answers counts, sums and selections with the rows behind them, read-only."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.tables import ORDERS, table_workspace
from workbench.domain.local_text import Language
from workbench.domain.plan import Limits
from workbench.domain.table_query import TableArgs
from workbench.errors import InputError, StoreError, ToolError
from workbench.ingest.documents import parse_document
from workbench.planner.plan_schema import plan_schema
from workbench.planner.validate import validate_plan
from workbench.tools.protocol import CallContext, ToolOutcome
from workbench.tools.table import TableTool

AMOUNT = "Amount, ₽"


def new_tool(folder: Path) -> TableTool:
    workspace, store = table_workspace(folder)
    return TableTool(workspace.tables, store)


@pytest.fixture
def tool(tmp_path: Path) -> TableTool:
    return new_tool(tmp_path)


async def asked(tool: TableTool, language: Language = "en", **args: Any) -> ToolOutcome:
    context = CallContext(language=language, call=0, limits=Limits())
    return await tool.run(TableArgs(table="orders", **args), context)


def texts(outcome: ToolOutcome) -> list[str]:
    return [str(item.text).replace("\u00a0", " ").replace("\u202f", " ") for item in outcome.items]


def orders(outcome: ToolOutcome) -> list[str]:
    return [item.cells[0].value for item in outcome.items]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({"column": "Region", "test": "eq", "value": "Perm"}, ["A-1", "A-3", "A-5"]),
        ({"column": "Region", "test": "ne", "value": "Perm"}, ["A-2", "A-4", "A-6"]),
        ({"column": "Region", "test": "in", "value": ["Omsk", "Kazan"]}, ["A-2", "A-4", "A-6"]),
        ({"column": "Quantity", "test": "lt", "value": 3}, ["A-1", "A-3"]),
        ({"column": "Quantity", "test": "le", "value": 3}, ["A-1", "A-3", "A-5"]),
        ({"column": AMOUNT, "test": "gt", "value": 1200}, ["A-2", "A-4"]),
        ({"column": AMOUNT, "test": "ge", "value": 1200.0}, ["A-2", "A-4", "A-5"]),
        ({"column": AMOUNT, "test": "eq", "value": 700.25}, ["A-3"]),
        ({"column": "Comment", "test": "contains", "value": "URGENT"}, ["A-2", "A-4"]),
        (
            {"column": "Date", "test": "between", "value": ["2023-02-10", "2024-03-01"]},
            ["A-2", "A-3", "A-4"],
        ),
        ({"column": "Date", "test": "ge", "value": "2024-03-05"}, ["A-5", "A-6"]),
        ({"column": "Comment", "test": "is_empty"}, ["A-1", "A-3", "A-5", "A-6"]),
        ({"column": "Comment", "test": "is_empty", "value": False}, ["A-2", "A-4"]),
        (
            {"column": "Comment", "test": "ne", "value": "urgent"},
            ["A-1", "A-3", "A-4", "A-5", "A-6"],
        ),
    ],
)
async def test_filters_select_rows(
    tool: TableTool, condition: dict[str, Any], expected: list[str]
) -> None:
    assert orders(await asked(tool, filters=[condition])) == expected


@pytest.mark.parametrize(
    "condition",
    [
        {"column": "Date", "test": "between", "value": ["2019-01-01", "2019-12-31"]},
        {"column": "Date", "test": "eq", "value": "2031-05-04"},
        {"column": "Date", "test": "in", "value": ["2019-05-04", "2031-05-04"]},
    ],
)
async def test_a_time_that_the_table_does_not_cover_is_no_zero(
    tool: TableTool, condition: dict[str, Any]
) -> None:
    outcome = await asked(tool, filters=[condition], aggregates=[{"function": "count"}])

    assert outcome.items == ()
    assert [gap.reason for gap in outcome.gaps] == ["absent"]
    assert "“Date” goes from 15 Jan 2023 to" in outcome.gaps[0].message.replace("\u00a0", " ")


async def test_a_day_without_rows_between_others_counts_zero(tool: TableTool) -> None:
    condition = {"column": "Date", "test": "eq", "value": "2023-12-24"}
    outcome = await asked(tool, filters=[condition], aggregates=[{"function": "count"}])
    assert texts(outcome) == ["Number of rows where Date = 24 Dec 2023: 0"]


async def test_a_number_is_a_sentence_with_its_conditions_and_rows(tool: TableTool) -> None:
    outcome = await asked(
        tool,
        filters=[{"column": "Region", "test": "eq", "value": "Perm"}],
        aggregates=[{"function": "sum", "column": AMOUNT}, {"function": "count"}],
    )
    assert texts(outcome) == [
        "Sum of “Amount” where Region = Perm: 2,900.75 ₽",
        "Number of rows where Region = Perm: 3",
    ]
    rows = outcome.items[0].rows
    assert rows is not None
    assert (rows.count, rows.numbers) == (3, (2, 4, 6))
    assert outcome.items[0].source is not None
    assert outcome.items[0].source.title == "orders.csv, 3\u00a0rows"


ROOMS = """\
# {0}

About {0}.

## Rooms

| Room | Seats |
|---|---|
| {1} | 12 |
| {2} | 6 |
"""


async def test_facts_of_a_table_over_several_documents_tell_each_of_them(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "oslo.md": ROOMS.format("Oslo", "Fjord", "Birch"),
        "riga.md": ROOMS.format("Riga", "Amber", "Dune"),
    }
    workspace, store = table_workspace(tmp_path, files)
    ((table, _),) = workspace.tables.items()
    tool = TableTool(workspace.tables, store)
    context = CallContext(language="en", call=0, limits=Limits())
    seats = {"function": "sum", "column": "Seats"}

    total = await tool.run(
        TableArgs.model_validate({"table": table, "aggregates": [seats]}), context
    )
    listed = await tool.run(TableArgs(table=table), context)

    (number,) = [item.rows for item in total.items]
    assert number is not None
    assert (number.count, number.documents) == (4, ("oslo.md", "riga.md"))
    sources = {item.source.id: item.source.title for item in listed.items if item.source}
    assert [title.partition(",")[0] for title in sources.values()] == ["oslo.md"] * 2 + [
        "riga.md"
    ] * 2


async def test_numbers_and_dates_are_written_as_in_the_reader_s_language(tool: TableTool) -> None:
    outcome = await asked(
        tool,
        "ru",
        filters=[{"column": "Date", "test": "between", "value": ["2023-01-01", "2023-12-31"]}],
        aggregates=[{"function": "avg", "column": AMOUNT}, {"function": "max", "column": "Date"}],
    )
    assert texts(outcome) == [
        "Среднее по «Amount», где Date: 01.01.2023 – 31.12.2023: 1 400,25 ₽",
        "Максимум по «Date», где Date: 01.01.2023 – 31.12.2023: 20.02.2023",
    ]


async def test_groups_are_rows_of_a_table_the_greatest_first(tool: TableTool) -> None:
    outcome = await asked(
        tool,
        group_by=[{"column": "Region"}],
        aggregates=[{"function": "sum", "column": AMOUNT}, {"function": "count"}],
    )
    assert [[cell.value for cell in item.cells] for item in outcome.items] == [
        ["Kazan", "9,100.00 ₽".replace(" ", "\u00a0"), "1"],
        ["Perm", "2,900.75 ₽".replace(" ", "\u00a0"), "3"],
        ["Omsk", "2,550.00 ₽".replace(" ", "\u00a0"), "2"],
    ]
    assert outcome.section is not None
    assert outcome.section.render_style == "TABLE"
    assert outcome.items[1].rows is not None
    assert outcome.items[1].rows.numbers == (2, 4, 6)


async def test_groups_by_month_follow_the_calendar(tool: TableTool) -> None:
    outcome = await asked(
        tool,
        group_by=[{"column": "Date", "part": "month"}],
        aggregates=[{"function": "median", "column": "Quantity"}],
        limit=2,
    )
    assert texts(outcome) == [
        "Jan 2023 — Median of “Quantity”: 2",
        "Feb 2023 — Median of “Quantity”: 3",
    ]


async def test_top_rows_quote_their_line_of_the_file(tool: TableTool) -> None:
    outcome = await asked(
        tool,
        columns=["Order", AMOUNT],
        order_by=[{"column": AMOUNT, "order": "desc"}],
        limit=2,
    )
    assert orders(outcome) == ["A-4", "A-2"]
    document = parse_document("orders.csv", ORDERS)
    for item, number in zip(outcome.items, (5, 3), strict=True):
        assert item.rows is not None
        assert item.rows.numbers == (number,)
        assert item.quote is not None
        assert document.text[item.quote.start : item.quote.end] == item.quote.text


async def test_no_matching_row_is_an_answer(tool: TableTool) -> None:
    nothing = [{"column": "Quantity", "test": "gt", "value": 100}]
    listed = await asked(tool, filters=nothing)
    summed = await asked(
        tool, filters=nothing, aggregates=[{"function": "sum", "column": "Quantity"}]
    )
    counted = await asked(tool, filters=nothing, aggregates=[{"function": "count"}])
    assert texts(listed) == ["The table “orders” has no rows where Quantity > 100."]
    assert texts(summed) == texts(listed)
    assert listed.items[0].source is not None
    assert listed.items[0].source.title == "orders.csv", "what is missing is said once"
    assert texts(counted) == ["Number of rows where Quantity > 100: 0"]


async def test_the_statement_that_ran_has_its_values_beside_it(tool: TableTool) -> None:
    outcome = await asked(
        tool,
        filters=[{"column": "Region", "test": "eq", "value": "'; DROP TABLE orders; --"}],
        aggregates=[{"function": "count"}],
    )
    assert outcome.statement is not None
    assert '"Region" = $1' in outcome.statement.sql
    assert "DROP" not in outcome.statement.sql
    assert outcome.statement.values == ("'; DROP TABLE orders; --",)
    assert texts(await asked(tool, aggregates=[{"function": "count"}])) == ["Number of rows: 6"]


@pytest.mark.parametrize(
    "args",
    [
        {"filters": [{"column": 'Region" OR 1=1 --', "test": "eq", "value": "x"}]},
        {"group_by": [{"column": "read_csv('/etc/passwd')"}]},
        {"aggregates": [{"function": "sum", "column": "Quantity) FROM x; --"}]},
        {"columns": ["*"]},
        {"order_by": [{"column": "1; DROP TABLE orders"}]},
        {"filters": [{"column": "Quantity", "test": "between", "value": [1]}]},
    ],
)
async def test_names_that_are_not_in_the_schema_are_refused(
    tool: TableTool, args: dict[str, Any]
) -> None:
    with pytest.raises(InputError):
        await asked(tool, **args)


async def test_another_table_is_refused(tool: TableTool) -> None:
    context = CallContext(language="en", call=0, limits=Limits())
    with pytest.raises(ToolError):
        await tool.run(TableArgs(table="duckdb_settings"), context)


@pytest.mark.parametrize(
    "sql",
    [
        'INSERT INTO "orders" SELECT * FROM "orders"',
        'UPDATE "orders" SET "Region" = NULL',
        'DROP TABLE "orders"',
        "CREATE TABLE other (a INTEGER)",
        "COPY \"orders\" TO '{folder}/out.csv'",
        "SELECT * FROM read_csv('{folder}/secret.csv')",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM '{folder}/secret.csv'",
        "SELECT * FROM glob('/*')",
        "ATTACH '{folder}/other.duckdb' AS other",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access = true",
        "SET memory_limit = '100GB'",
        "RESET lock_configuration",
        "EXPORT DATABASE '{folder}/out'",
        'SELECT 1; DROP TABLE "orders"',
    ],
)
def test_a_statement_that_writes_or_leaves_the_workspace_fails(tmp_path: Path, sql: str) -> None:
    _, store = table_workspace(tmp_path)
    (tmp_path / "secret.csv").write_text("a,b\n1,2\n", "utf-8")
    before = sorted(path.name for path in tmp_path.rglob("*"))
    with pytest.raises(StoreError):
        store.query("orders", sql.format(folder=tmp_path))
    assert sorted(path.name for path in tmp_path.rglob("*")) == before
    assert store.query("orders", 'SELECT count(*) FROM "orders"') == [(6,)]


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO asked.orders SELECT * FROM asked.orders",
        "CREATE TABLE other (a INTEGER)",
        "COPY asked.orders TO '{folder}/out.csv'",
        "SELECT * FROM read_csv('{folder}/secret.csv')",
        "ATTACH '{folder}/other.duckdb' AS other",
        "SET enable_external_access = true",
    ],
)
def test_two_files_side_by_side_are_as_closed_as_one(tmp_path: Path, sql: str) -> None:
    _, store = table_workspace(tmp_path, {"orders.csv": ORDERS, "staff.csv": "Name,City\nA,B\n"})
    (tmp_path / "secret.csv").write_text("a,b\n1,2\n", "utf-8")
    before = sorted(path.name for path in tmp_path.rglob("*"))
    with pytest.raises(StoreError):
        store.query("orders", sql.format(folder=tmp_path), other="staff")
    assert sorted(path.name for path in tmp_path.rglob("*")) == before
    both = "SELECT count(*), (SELECT count(*) FROM joined.staff) FROM asked.orders"
    assert store.query("orders", both, other="staff") == [(6, 1)]


async def test_a_join_by_a_column_with_repeats_is_refused(tmp_path: Path) -> None:
    cities = "Region,Country\nPerm,RU\nOmsk,RU\nKazan,RU\nPerm,XX\n"
    workspace, store = table_workspace(tmp_path, {"orders.csv": ORDERS, "cities.csv": cities})
    tool = TableTool(workspace.tables, store)
    join = {"table": "cities", "column": "Region", "key": "Region"}
    with pytest.raises(InputError, match="cannot be joined"):
        await asked(tool, join=join, aggregates=[{"function": "sum", "column": AMOUNT}])


def test_a_query_that_takes_too_long_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.retrieval.tables.query.LONGEST_S", 0.2)
    _, store = table_workspace(tmp_path)
    with pytest.raises(StoreError, match="took more than"):
        store.query("orders", "SELECT count(*) FROM range(10000000000) a, range(1000) b")


def plan(**args: Any) -> dict[str, Any]:
    call = {"tool": "table_tool", "args": {"table": "orders", **args}}
    return {"intents": ["TABLE_QUERY"], "tool_calls": [call], "confidence": 1.0}


@pytest.mark.parametrize(
    ("args", "path", "code", "close"),
    [
        ({"table": "order"}, ".table", "unknown_table", "orders"),
        ({"columns": ["Amount"]}, ".columns[0]", "unknown_column", AMOUNT),
        (
            {"filters": [{"column": "Regin", "test": "eq", "value": "Perm"}]},
            ".filters[0].column",
            "unknown_column",
            "Region",
        ),
        (
            {"filters": [{"column": "Region", "test": "in", "value": ["Perm", "Omks"]}]},
            ".filters[0].value[1]",
            "unknown_cell",
            "Omsk",
        ),
        (
            {"filters": [{"column": "Region", "test": "gt", "value": "Perm"}]},
            ".filters[0].test",
            "test_of_type",
            None,
        ),
        (
            {"filters": [{"column": "Quantity", "test": "gt", "value": "5"}]},
            ".filters[0].value",
            "value_of_type",
            None,
        ),
        (
            {"filters": [{"column": "Date", "test": "eq", "value": "spring"}]},
            ".filters[0].value",
            "value_of_type",
            None,
        ),
        (
            {"filters": [{"column": "Date", "test": "eq", "value": "20240131"}]},
            ".filters[0].value",
            "value_of_type",
            None,
        ),
        (
            {"filters": [{"column": "Date", "test": "between", "value": ["2024-01-01"]}]},
            ".filters[0].value",
            "operands",
            None,
        ),
        (
            {"filters": [{"column": "Date", "test": "contain"}]},
            ".filters[0].test",
            "unknown_value",
            "contains",
        ),
        (
            {"group_by": [{"column": "Region", "part": "year"}]},
            ".group_by[0].part",
            "part_of_type",
            None,
        ),
        (
            {"aggregates": [{"function": "sum", "column": "Region"}]},
            ".aggregates[0].function",
            "function_of_type",
            None,
        ),
        (
            {"aggregates": [{"function": "avg"}]},
            ".aggregates[0].column",
            "function_needs_column",
            None,
        ),
        (
            {"group_by": [{"column": "Region"}], "order_by": [{"column": "Quantity"}]},
            ".order_by[0].column",
            "order_not_grouped",
            None,
        ),
        (
            {"order_by": [{"column": "Quantity", "function": "max"}]},
            ".order_by[0].function",
            "order_not_computed",
            None,
        ),
        ({"limit": 1000}, ".limit", "out_of_range", None),
    ],
)
def test_problems_of_a_plan_have_their_path_and_the_nearest_name(
    tmp_path: Path, args: dict[str, Any], path: str, code: str, close: str | None
) -> None:
    workspace, _ = table_workspace(tmp_path)
    checked, problems = validate_plan(plan(**args), workspace)
    assert checked is None
    found = [one for one in problems if one.path == f"$.tool_calls[0].args{path}"]
    assert [one.code for one in found] == [code]
    assert found[0].words.get("close") == close


def test_a_plan_with_a_table_call_is_valid_and_read_back(tmp_path: Path) -> None:
    workspace, _ = table_workspace(tmp_path)
    given = plan(
        filters=[{"column": "Quantity", "test": "gt", "value": 2}],
        group_by=[{"column": "Region"}],
        aggregates=[{"function": "sum", "column": AMOUNT}],
        order_by=[{"function": "sum", "column": AMOUNT, "order": "asc"}],
        limit=3,
    )
    checked, problems = validate_plan(given, workspace)
    assert checked is not None
    assert not problems
    assert (
        checked.model_dump(mode="json")["tool_calls"][0]["args"] == given["tool_calls"][0]["args"]
    )


def test_a_model_is_offered_the_tables_and_columns_only(tmp_path: Path) -> None:
    workspace, _ = table_workspace(tmp_path)
    schema = plan_schema(workspace)
    calls = schema["properties"]["tool_calls"]["anyOf"][0]["items"]["anyOf"]
    (own,) = [one for one in calls if one["properties"]["tool"]["enum"] == ["table_tool"]]
    args = own["properties"]["args"]["properties"]
    assert args["table"]["enum"] == ["orders"]
    column = args["filters"]["anyOf"][0]["items"]["properties"]["column"]
    assert column["enum"] == [column.name for column in workspace.tables["orders"].columns]
    assert "TABLE_QUERY" in schema["properties"]["intents"]["items"]["enum"]


def test_a_workspace_without_tables_has_no_table_tool(tmp_path: Path) -> None:
    workspace, _ = table_workspace(tmp_path, {"notes.md": "Some text."})
    assert "table_tool" not in workspace.tool_names
    assert "TABLE_QUERY" not in workspace.all_intents


@pytest.mark.parametrize(
    ("args", "said", "not_said"),
    [
        ({"unread": ["Oslo"]}, ["it is unclear what “Oslo” means"], ["Values of"]),
        (
            {"unused": ["region"]},
            ["it has “region”", "Values of “Region”: Perm, Omsk, Kazan."],
            ["unclear what “region” means"],
        ),
        (
            {"unused": ["March 2024"], "candidates": ["Date", "Comment"]},
            ["several dates: “Date”, “Comment”. Name the one that “March 2024” is about."],
            ["it is unclear"],
        ),
    ],
)
async def test_a_call_that_computes_nothing_says_what_was_not_understood(
    tool: TableTool, args: dict[str, Any], said: list[str], not_said: list[str]
) -> None:
    outcome = await asked(tool, **args)
    (gap,) = outcome.gaps
    assert outcome.items == ()
    assert all(words in gap.message for words in said)
    assert not any(words in gap.message for words in not_said)


async def test_the_one_row_that_fits_without_an_unread_word_is_told(tool: TableTool) -> None:
    named = {"filters": [{"column": "Order", "value": "A-1"}], "unread": ["urgent"]}
    (gap,) = (await asked(tool, **named)).gaps
    assert "it is unclear what “urgent” means" in gap.message
    assert "Without that, one row fits: Order: A-1;" in gap.message


@pytest.mark.parametrize(
    "args",
    [
        {"filters": [{"column": "Manager", "value": "Orlova"}], "unread": ["urgent"]},
        {"filters": [{"column": "Order", "value": "A-1"}], "unused": ["region"]},
        {"unread": ["urgent"]},
    ],
)
async def test_no_row_is_told_where_several_fit_or_none_is_named(
    tool: TableTool, args: dict[str, Any]
) -> None:
    (gap,) = (await asked(tool, **args)).gaps
    assert "one row fits" not in gap.message


@pytest.mark.parametrize(
    ("args", "heading"),
    [
        (
            {"filters": [{"column": "Order", "value": "A-1"}],
             "claims": [{"column": "Region", "value": "Perm"}]},
            "Yes, Region = Perm. orders, Order = A-1 (1 row):",
        ),
        (
            {"filters": [{"column": "Order", "value": "A-2"}],
             "claims": [{"column": "Region", "value": "Perm"}]},
            "No, this does not hold: Region = Perm. orders, Order = A-2 (1 row):",
        ),
        (
            {"filters": [{"column": "Manager", "value": "Orlova"}],
             "claims": [{"column": "Quantity", "test": "gt", "value": 1}]},
            "No, this does not hold for 1 of 2 rows: Quantity > 1. "
            "orders, Manager = Orlova (2 rows):",
        ),
    ],
)  # fmt: skip
async def test_yes_or_no_comes_before_the_rows_and_those_that_fail_first(
    tool: TableTool, args: dict[str, Any], heading: str
) -> None:
    outcome = await asked(tool, verdict="all", **args)
    assert outcome.section is not None
    assert outcome.section.heading.replace("\u00a0", " ") == heading
    if "of 2" in heading:
        assert orders(outcome) == ["A-3", "A-1"]


async def test_whether_there_are_rows_is_yes_or_no(tool: TableTool) -> None:
    found = await asked(tool, verdict="any", filters=[{"column": "Region", "value": "Perm"}])
    assert found.section is not None
    assert found.section.heading.replace("\u00a0", " ") == "Yes. orders, Region = Perm (3 rows):"
    none = await asked(
        tool, verdict="any", filters=[{"column": "Quantity", "test": "gt", "value": 100}]
    )
    assert texts(none) == ["No. The table “orders” has no rows where Quantity > 100."]


RATES = "# Rates\n\n## Plans\n\n| Plan | Price, $ |\n|---|---|\n| Basic | {} |\n| Plus | {} |\n"


async def test_a_saved_query_finds_its_table_after_others_are_added(tmp_path: Path) -> None:
    args = TableArgs(table="pricing/Plans", filters=(), aggregates=())
    context = CallContext(language="en", call=0, limits=Limits())
    files: dict[str, str | bytes] = {"pricing.md": RATES.format(5, 9)}
    for number, more in enumerate(({}, {"2023/pricing.md": RATES.format(4, 8)})):
        folder = tmp_path / str(number)
        folder.mkdir()
        workspace, store = table_workspace(folder, {**files, **more})
        outcome = await TableTool(workspace.tables, store).run(args, context)
        assert len(outcome.items) == 2 + 2 * number


async def test_a_name_of_two_tables_is_refused_with_the_names_of_both(tmp_path: Path) -> None:
    workspace, store = table_workspace(tmp_path, {"orders.csv": ORDERS, "orders.tsv": "a\tb\n1\t2"})
    with pytest.raises(ToolError) as caught:
        await asked(TableTool(workspace.tables, store))
    assert "orders.csv, orders.tsv" in str(caught.value.hint)
    _, problems = validate_plan(plan(), workspace)
    assert [one.code for one in problems] == ["several_tables"]


async def test_a_compared_side_without_rows_is_told(tool: TableTool) -> None:
    def paid(region: str) -> dict[str, Any]:
        where = [{"column": "Region", "value": region}]
        return {"function": "sum", "column": AMOUNT, "where": where}

    found = await asked(
        tool,
        aggregates=[paid("Perm"), paid("Kazan")],
        compare="ratio",
        filters=[{"column": "Manager", "value": "Orlova"}],
    )

    assert [item.type for item in found.items] == ["table_number", "table_empty"]
    assert found.items[1].cells[0].value == "Kazan"
    assert "no rows where" in texts(found)[1]
