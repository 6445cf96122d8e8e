"""Check a table call: known tables, columns and values, and what fits the type of a column."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from typing import get_args

from workbench.domain.plan import PlanProblem
from workbench.domain.table_query import (
    Aggregate,
    AggregateFunction,
    CellValue,
    FilterTest,
    GroupFilter,
    OrderKey,
    TableArgs,
    TableFilter,
)
from workbench.domain.tables import TableColumn, TableJoin, TableSchema, tables_called
from workbench.nlp.query_words import fold_value
from workbench.nlp.recurring_dates import recurring_part
from workbench.workspace.plan_names import PlanNames, vocabulary_error

_TESTS: Mapping[str, frozenset[str]] = {
    "text": frozenset({"eq", "ne", "in", "contains", "is_empty"}),
    "number": frozenset(get_args(FilterTest)) - {"contains"},
    "date": frozenset(get_args(FilterTest)),
    "moment": frozenset(get_args(FilterTest)),
}
_DATES = ("date", "moment")
_COMPARED = frozenset({"gt", "ge", "lt", "le"})
"""Tests of a comparison with the average."""
_FUNCTIONS: Mapping[str, frozenset[str]] = {
    "text": frozenset({"count", "count_distinct"}),
    "number": frozenset(get_args(AggregateFunction)),
    "date": frozenset({"count", "count_distinct", "min", "max"}),
    "moment": frozenset({"count", "count_distinct", "min", "max"}),
}


def check(path: str, args: TableArgs, names: PlanNames) -> Iterator[PlanProblem]:
    """Yield unknown tables, columns and values, and what does not fit the type of a column."""
    tables = names.workspace.tables
    table = _called(args.table, tables)
    if table is None:
        yield from _unknown_table(f"{path}.table", args.table, names)
        return
    if args.join is not None:
        problems = list(_join(f"{path}.join", args.join, table, names))
        yield from problems
        if problems:
            return
        table = table.joined_with(tables_called(args.join.table, tables)[0], args.join)
    unnamed = {at: one for at, one in enumerate(args.other_tables) if _called(one, tables) is None}
    for at, name in unnamed.items():
        yield from _unknown_table(f"{path}.other_tables[{at}]", name, names)
    unknown = list(_unknown_columns(path, args, table, names))
    yield from unknown
    if unknown:
        return
    yield from _filters(f"{path}.filters", args.filters, table, names)
    yield from _verdict(path, args, table, names)
    for at, key in enumerate(args.group_by):
        column = _column(table, key.column)
        if key.part and column.type not in _DATES:
            words = {"column": column.name, "content": column.type}
            yield vocabulary_error(f"{path}.group_by[{at}].part", "part_of_type", **words)
    for at, aggregate in enumerate(args.aggregates):
        place = f"{path}.aggregates[{at}]"
        yield from _aggregate(place, aggregate, table)
        yield from _filters(f"{place}.where", aggregate.where, table, names)
    for at, group in enumerate(args.having):
        yield from _having(f"{path}.having[{at}]", group, args, table)
    if args.compare is not None and (len(args.aggregates) != 2 or args.group_by):
        yield vocabulary_error(f"{path}.compare", "compares_two")
    if args.with_ties and not (args.limit and args.order_by):
        yield vocabulary_error(f"{path}.with_ties", "ties_of_order")
    for at, order in enumerate(args.order_by):
        yield from _order(f"{path}.order_by[{at}]", order, args)


def _called(name: str, tables: Mapping[str, TableSchema]) -> TableSchema | None:
    found = tables_called(name, tables)
    return found[0] if len(found) == 1 else None


def _unknown_table(path: str, name: str, names: PlanNames) -> Iterator[PlanProblem]:
    """Yield that no table has a name, or which ones do."""
    tables = names.workspace.tables
    if found := tables_called(name, tables):
        known = ", ".join(one.id for one in found)
        yield vocabulary_error(path, "several_tables", name=name, known=known)
    else:
        yield from names.check_known(path, "table", name, tables)


def _join(
    path: str, join: TableJoin, table: TableSchema, names: PlanNames
) -> Iterator[PlanProblem]:
    """Yield what is unknown of a join; whether the key is one is seen in the data."""
    other = _called(join.table, names.workspace.tables)
    if other is None:
        yield from _unknown_table(f"{path}.table", join.table, names)
        return
    own, theirs = ([one.name for one in schema.columns] for schema in (table, other))
    yield from names.check_known(f"{path}.column", "column", join.column, own)
    yield from names.check_known(f"{path}.key", "column", join.key, theirs)


def _unknown_columns(
    path: str, args: TableArgs, table: TableSchema, names: PlanNames
) -> Iterator[PlanProblem]:
    known = [column.name for column in table.columns]
    parts = {
        "filters": [one.column for one in args.filters],
        "claims": [one.column for one in args.claims],
        "group_by": [one.column for one in args.group_by],
        "aggregates": [one.column for one in args.aggregates],
        "having": [one.column for one in args.having],
        "order_by": [one.column for one in args.order_by],
    }
    named = [
        (f"{path}.{part}[{at}].column", name)
        for part, columns in parts.items()
        for at, name in enumerate(columns)
        if name
    ]
    named += [
        (f"{path}.aggregates[{at}].where[{number}].column", condition.column)
        for at, one in enumerate(args.aggregates)
        for number, condition in enumerate(one.where)
    ]
    listed = {"columns": args.columns, "candidates": args.candidates}
    listed["alternatives"] = args.alternatives
    named += [
        (f"{path}.{part}[{at}]", name)
        for part, names_of_part in listed.items()
        for at, name in enumerate(names_of_part)
    ]
    for place, name in named:
        yield from names.check_known(place, "column", name, known)


def _column(table: TableSchema, name: str) -> TableColumn:
    column = table.column(name)
    assert column is not None  # unknown columns were reported before
    return column


def _filters(
    path: str, conditions: Iterable[TableFilter], table: TableSchema, names: PlanNames
) -> Iterator[PlanProblem]:
    for at, condition in enumerate(conditions):
        yield from _filter(f"{path}[{at}]", condition, _column(table, condition.column), names)


def _verdict(
    path: str, args: TableArgs, table: TableSchema, names: PlanNames
) -> Iterator[PlanProblem]:
    """Yield the problems of a verdict and its claims."""
    yield from _filters(f"{path}.claims", args.claims, table, names)
    if bool(args.claims) != (args.verdict == "all"):
        yield vocabulary_error(f"{path}.claims", "claims_of_all")
    if args.verdict and (args.is_aggregated or args.order_by):
        yield vocabulary_error(f"{path}.verdict", "verdict_of_rows")


def _filter(
    path: str, condition: TableFilter, column: TableColumn, names: PlanNames
) -> Iterator[PlanProblem]:
    if condition.test not in _TESTS[column.type]:
        words = {"test": condition.test, "column": column.name, "content": column.type}
        allowed = ", ".join(sorted(_TESTS[column.type]))
        yield vocabulary_error(f"{path}.test", "test_of_type", known=allowed, **words)
    elif condition.than is not None:
        if column.type != "number" or condition.test not in _COMPARED or condition.operands:
            words = {"column": column.name, "content": column.type}
            yield vocabulary_error(f"{path}.than", "than_of_type", **words)
    elif not _is_counted(condition):
        yield vocabulary_error(f"{path}.value", "operands", test=condition.test)
    elif condition.test != "is_empty":
        for place, value in _places(f"{path}.value", condition):
            if not _fits(value, column, condition.test):
                words = {"column": column.name, "content": column.type}
                yield vocabulary_error(place, "value_of_type", **words)
            elif condition.test in ("eq", "ne", "in") and not _holds(column, value):
                yield from names.check_known(place, "cell", str(value), column.values)


def _holds(column: TableColumn, value: CellValue) -> bool:
    """Return True for a value of the column in any case, or if not all of its values are known."""
    known = map(fold_value, column.values)
    return not column.values or fold_value(str(value)) in known


def _is_counted(condition: TableFilter) -> bool:
    """Return True for as many values as the test needs."""
    count, is_list = len(condition.operands), isinstance(condition.value, tuple)
    if condition.test == "is_empty":
        return condition.value is None or isinstance(condition.value, bool)
    if condition.test in ("in", "between"):
        return is_list and (count == 2 or (condition.test == "in" and count > 0))
    return count == 1 and not is_list


def _places(path: str, condition: TableFilter) -> Iterable[tuple[str, CellValue]]:
    if not isinstance(condition.value, tuple):
        return [(path, value) for value in condition.operands]
    return [(f"{path}[{at}]", value) for at, value in enumerate(condition.value)]


def _fits(value: CellValue, column: TableColumn, test: FilterTest) -> bool:
    if isinstance(value, bool):
        return False
    if test == "contains" and column.type in _DATES:
        return recurring_part(value) is not None
    if column.type == "number":
        return not isinstance(value, str)
    if column.type in _DATES:
        with suppress(ValueError):
            day = datetime.fromisoformat(str(value)).date().isoformat()
            return str(value).startswith(day)  # 20240131 and 2024-W05-3 are not dates in SQL
        return False
    return isinstance(value, str)


def _aggregate(path: str, aggregate: Aggregate, table: TableSchema) -> Iterator[PlanProblem]:
    if not aggregate.column:
        if aggregate.function not in ("count", "share"):
            yield vocabulary_error(
                f"{path}.column", "function_needs_column", function=aggregate.function
            )
        return
    column = _column(table, aggregate.column)
    if aggregate.function not in _FUNCTIONS[column.type]:
        words = {"function": aggregate.function, "column": column.name, "content": column.type}
        yield vocabulary_error(f"{path}.function", "function_of_type", **words)


def _having(
    path: str, condition: GroupFilter, args: TableArgs, table: TableSchema
) -> Iterator[PlanProblem]:
    """Yield the problems of a condition on groups, which a share of all groups cannot be."""
    if not args.group_by:
        yield vocabulary_error(path, "having_without_groups")
    elif condition.function == "share":
        yield vocabulary_error(f"{path}.function", "having_share")
    elif (len(condition.operands) == 2) != (condition.test == "between"):
        yield vocabulary_error(f"{path}.value", "operands", test=condition.test)
    yield from _aggregate(path, condition.aggregate, table)


def _order(path: str, key: OrderKey, args: TableArgs) -> Iterator[PlanProblem]:
    computed = {(one.function, one.column) for one in args.computed}
    grouped = {one.column for one in args.group_by}
    if key.function is not None:
        if (key.function, key.column) not in computed:
            yield vocabulary_error(f"{path}.function", "order_not_computed", function=key.function)
    elif not key.column:
        yield vocabulary_error(path, "order_of_nothing")
    elif args.is_aggregated and key.column not in grouped:
        yield vocabulary_error(f"{path}.column", "order_not_grouped", column=key.column)
