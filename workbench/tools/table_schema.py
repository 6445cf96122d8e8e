"""The JSON Schema of a table call's arguments."""

from functools import lru_cache
from typing import TypeAlias, get_args

from workbench.domain.table_query import (
    MOST_ROWS,
    AggregateFunction,
    Comparison,
    DatePart,
    FilterTest,
    GroupTest,
    Order,
    Verdict,
)
from workbench.workspace.plan_parts import (
    TEXT,
    PlanParts,
    Schema,
    enum_schema,
    list_schema,
    object_schema,
)

Tables: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""The name of each table, with its columns."""

MOST_ENUMERATED = 300
"""Columns of all tables up to which an editor's schema names those of each table."""
MOST_OF_ANY_TABLE = 100
"""Columns of all tables up to which a model's schema names them; its prompt does so anyway."""
_REASONS = frozenset({"unused", "candidates", "alternatives", "other_tables"})
"""Fields for why a table was not read, or how a column was guessed; a model puts words that it
cannot use into ``unread``."""
_SCALAR: Schema = {"anyOf": [TEXT, {"type": "number"}, {"type": "boolean"}]}


def schema(parts: PlanParts) -> Schema:
    """Return the schema: for a model, one form for all tables, with the columns of any of them.

    An editor has a form for each table, with its own columns, unless there are too many.
    """
    tables = tuple(
        (name, tuple(one.name for one in table.columns))
        for name, table in parts.workspace.tables.items()
    )
    return _of_any_table(tables) if parts.is_for_model else _of_tables(tables)


def _of_any_table(tables: Tables) -> Schema:
    """Return the form that a model fills, without the fields that only explain a refusal."""
    joined = _joined(tables) if len(tables) > 1 else []
    columns = [*(column for _, own in tables for column in own), *joined]
    column = TEXT if len(columns) > MOST_OF_ANY_TABLE else enum_schema(columns)
    form = _of_table(enum_schema(name for name, _ in tables), column)
    fields = {name: one for name, one in form["properties"].items() if name not in _REASONS}
    return {**form, "properties": fields}


@lru_cache(maxsize=16)
def _of_tables(tables: Tables) -> Schema:
    """Return a form for each table; it is not to be changed."""
    if sum(len(columns) for _, columns in tables) > MOST_ENUMERATED:
        return _of_table(enum_schema(name for name, _ in tables), TEXT)
    joined = _joined(tables)
    if len(tables) == 1 or len(joined) * len(tables) > MOST_ENUMERATED:
        joined = []
    each = [
        _of_table(enum_schema([name]), enum_schema([*columns, *joined])) for name, columns in tables
    ]
    return each[0] if len(each) == 1 else {"anyOf": each}


def _joined(tables: Tables) -> list[str]:
    """Return the names of columns of joined tables."""
    return [f"{name}.{column}" for name, columns in tables for column in columns]


def _of_table(table: Schema, column: Schema) -> Schema:
    condition = _condition(column)
    return object_schema(
        required={"table": table},
        optional={
            "join": object_schema({"table": TEXT, "column": TEXT, "key": TEXT}),
            "filters": list_schema(condition),
            "group_by": list_schema(_key(column)),
            "aggregates": list_schema(_aggregate(column, condition)),
            "having": list_schema(_having(column)),
            "compare": enum_schema(get_args(Comparison)),
            "with_ties": {"type": "boolean"},
            "verdict": enum_schema(get_args(Verdict)),
            "claims": list_schema(condition),
            "columns": list_schema(column),
            "order_by": list_schema(_order(column)),
            "limit": {"type": "integer", "minimum": 1, "maximum": MOST_ROWS},
            "unread": list_schema(TEXT),
            "unused": list_schema(TEXT),
            "candidates": list_schema(column),
            "alternatives": list_schema(column),
            "other_tables": list_schema(TEXT),
        },
    )


def _condition(column: Schema) -> Schema:
    value: Schema = {"anyOf": [*_SCALAR["anyOf"], list_schema(_SCALAR, at_least=1)]}
    return object_schema(
        {"column": column, "test": enum_schema(get_args(FilterTest))},
        {"value": value, "than": enum_schema(["average"])},
    )


def _key(column: Schema) -> Schema:
    return object_schema({"column": column}, {"part": enum_schema(get_args(DatePart))})


def _aggregate(column: Schema, condition: Schema) -> Schema:
    return object_schema(
        {"function": _functions()}, {"column": column, "where": list_schema(condition)}
    )


def _having(column: Schema) -> Schema:
    number: Schema = {"type": "number"}
    return object_schema(
        {
            "function": _functions(),
            "test": enum_schema(get_args(GroupTest)),
            "value": {"anyOf": [number, list_schema(number, at_least=2, at_most=2)]},
        },
        {"column": column},
    )


def _order(column: Schema) -> Schema:
    return object_schema(
        optional={
            "column": column,
            "function": _functions(),
            "order": enum_schema(get_args(Order)),
        }
    )


def _functions() -> Schema:
    return enum_schema(get_args(AggregateFunction))
