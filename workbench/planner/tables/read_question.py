"""Read a question over a table as a query: what is computed, by what groups, in what order."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from workbench.domain.table_query import (
    MOST_ROWS,
    Aggregate,
    AggregateFunction,
    GroupKey,
    Order,
    OrderKey,
    TableArgs,
)
from workbench.domain.tables import TableColumn, TableSchema
from workbench.nlp.grammar import is_plural, word_set
from workbench.nlp.operators import Quantity, dimensions_of
from workbench.planner.tables.conditions import ConditionReader, direction, is_money
from workbench.planner.tables.mentions import (
    DatePartName,
    Mention,
    Operator,
    Superlative,
    of_kind,
    read_mentions,
)
from workbench.planner.tables.vocabulary import ColumnName, RowName, TableVocabulary

LISTED = 10
"""Rows or groups that are listed if the question names no number."""
_DATES = ("date", "moment")
_FUNCTIONS: dict[str, AggregateFunction] = {
    "average": "avg",
    "median": "median",
    "sum": "sum",
    "max": "max",
    "min": "min",
}
_COMPUTING = (
    *("count", "sum", "average", "median", "max", "min", "most", "least", "top", "by", "each"),
    *("greater", "at_least", "less", "at_most", "versus"),
)
"""Operations that rows do not tell by themselves."""
_NEAR = 3
"""Mentions between a function and the column that it is computed from."""


class TableReading(NamedTuple):
    """A query that a question was read as."""

    args: TableArgs
    unread: tuple[str, ...]
    """Words that mean nothing in the table, or could not be bound; the query ignores them."""
    unknown: tuple[str, ...]
    """Those of them that mean nothing in the table."""
    named: int
    """Number of mentions of the table's own names and values."""
    is_query: bool
    """Whether something is left to ask without the unread words."""
    is_computed: bool
    """Whether the question has words for counting, computing, comparing or ordering."""
    is_assumed: bool
    """Whether a function was supposed that the question does not name."""


def read_question(text: str, vocabulary: TableVocabulary) -> TableReading | None:
    """Return the query that a question means over a table; None if it asks nothing of it."""
    return _Reader(text, vocabulary).read()


class _Measure(NamedTuple):
    """A column to compare by: 1 if more is greater, -1 if lower, and the words that name it."""

    column: TableColumn
    direction: int
    used: tuple[Mention, ...] = ()


@dataclass
class _Draft:
    """The parts of a query as they are found."""

    groups: list[GroupKey] = field(default_factory=list)
    aggregates: list[Aggregate] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    order: list[OrderKey] = field(default_factory=list)
    limit: int | None = None
    is_assumed: bool = False


class _Reader:
    """Reads one question."""

    def __init__(self, text: str, vocabulary: TableVocabulary) -> None:
        self._table: TableSchema = vocabulary.schema
        self._reading = read_mentions(text, vocabulary)
        self._mentions = self._reading.mentions
        self._top = self._top_number()
        self._conditions = ConditionReader(self._mentions, self._table, self._top).read()
        self._used = set(self._conditions.used)
        self._draft = _Draft()

    def read(self) -> TableReading | None:
        """Return the query; None if the question has no name of the table, or no operation."""
        named = [one for one in self._mentions if _is_named(one)]
        if not named:
            return None
        self._group_keys()
        self._computed()
        self._superlative()
        self._asked_columns()
        is_query, is_computed = self._asks(), any(map(_computes, self._mentions))
        if not (is_query or is_computed):
            return None
        draft = self._draft
        args = TableArgs(
            table=self._table.id,
            filters=tuple(self._conditions.filters),
            group_by=tuple(draft.groups),
            aggregates=tuple(draft.aggregates),
            columns=() if draft.aggregates or draft.groups else tuple(draft.columns),
            order_by=tuple(draft.order),
            limit=draft.limit,
        )
        return TableReading(
            args,
            self._unread(),
            self._reading.unread,
            len(named),
            is_query,
            is_computed,
            draft.is_assumed,
        )

    def _asks(self) -> bool:
        """Return True if the question asks for an operation, or for rows by a condition."""
        draft = self._draft
        if draft.aggregates or draft.groups or draft.order:
            return True
        lists = any(one.is_operator("list") for one in self._mentions)
        rows = bool(of_kind(self._mentions, RowName)) or bool(draft.columns)
        return rows and (lists or bool(self._conditions.filters or self._conditions.unbound))

    def _unread(self) -> tuple[str, ...]:
        """Return the words without a meaning, and the numbers, values and columns left over."""
        left = [*self._conditions.unbound]
        left += [
            one
            for one in self._mentions
            if one not in self._used and one not in left and _must_be_used(one)
        ]
        words = self._reading.words
        texts = [" ".join(w.text for w in words[one.start : one.end]) for one in left]
        return (*self._reading.unread, *texts)

    def _top_number(self) -> Mention | None:
        """Return the number of rows asked for: "top 5", "3 largest orders", «пять последних»."""
        for at, mention in enumerate(self._mentions):
            quantity = mention.first(Quantity)
            if quantity is None or quantity.unit or not _is_row_count(quantity.value):
                continue
            before = self._mentions[at - 1] if at else None
            after = self._mentions[at + 1] if at + 1 < len(self._mentions) else None
            is_top = before is not None and (
                before.is_operator("top") or before.first(Superlative) is not None
            )
            is_counted = after is not None and (
                after.first(Superlative) is not None
                or after.is_operator("top", "most", "least", "max", "min")
            )
            listed = (
                after is not None
                and after.has(RowName, ColumnName)
                and not (before and _compares(before))
                and self._has_superlative()
            )
            if is_top or is_counted or listed:
                return mention
        return None

    def _has_superlative(self) -> bool:
        return any(
            one.first(Superlative) or one.is_operator("most", "least", "max", "min", "top")
            for one in self._mentions
        )

    def _free(self, mention: Mention) -> bool:
        return mention not in self._used

    def _next(self, mention: Mention, step: int = 1) -> Mention | None:
        place = self._mentions.index(mention) + step
        return self._mentions[place] if 0 <= place < len(self._mentions) else None

    def _is_row(self, mention: Mention) -> bool:
        """Return True for a word that means the rows and their identifier: "orders", "Order".

        In a table of sales "sales" may also be a column of amounts, and then it is that.
        """
        first = self._table.columns[0]
        named = mention.first(ColumnName)
        return mention.has(RowName) and (
            named is None or (named.column.name == first.name and not first.unit)
        )

    # --- groups -----------------------------------------------------------------------------

    def _group_keys(self) -> None:
        """Find what is grouped by: "by region and month", «по регионам», two compared values."""
        for mention in self._mentions:
            if mention.is_operator("by", "each") and self._free(mention):
                self._keys_after(mention)
        for mention, part in of_kind(self._mentions, DatePartName):
            is_key = part.is_each or self._has_superlative()
            if self._free(mention) and not mention.first(ColumnName) and is_key:
                self._add_part(mention, part)
        several = [one for one in self._conditions.filters if one.test == "in"]
        if not self._draft.groups and len(several) == 1 and self._compares():
            self._draft.groups.append(GroupKey(column=several[0].column))
            self._draft.limit = len(several[0].operands)
            self._used.update(one for one in self._mentions if one.is_operator("versus"))

    def _keys_after(self, mention: Mention) -> None:
        near = self._next(mention)
        while near is not None and self._free(near):
            named, part = near.first(ColumnName), near.first(DatePartName)
            if part is not None and self._add_part(near, part):
                self._used.add(mention)
            elif named is not None and self._can_group(near, named.column):
                self._draft.groups.append(GroupKey(column=named.column.name))
                self._used.update((mention, near))
            else:
                return
            words = self._reading.words[near.end : near.end + 1]
            linked = bool(words) and bool(words[0].keys & word_set("joining_words"))
            near = self._next(near) if linked else None

    def _can_group(self, mention: Mention, column: TableColumn) -> bool:
        """Return True for a column of names; one of numbers only if it numbers a few kinds."""
        if column.type == "text":
            return mention.first(RowName) is None or bool(column.values)
        return column.type == "number" and "time" in dimensions_of(column.label)

    def _add_part(self, mention: Mention, part: DatePartName) -> bool:
        dates = [column for column in self._table.columns if column.type in _DATES]
        if len(dates) != 1:
            return False
        key = GroupKey.model_validate({"column": dates[0].name, "part": part.part})
        self._draft.groups.append(key)
        self._used.add(mention)
        return True

    def _compares(self) -> bool:
        """Return True for "Are there more orders in A or in B?" and "compare A and B"."""
        for mention in self._mentions:
            near = self._next(mention)
            is_limit = near is not None and near.has(Quantity)
            if mention.is_operator("versus", "most", "least") or (
                mention.is_operator("greater", "less") and not is_limit
            ):
                return self._free(mention)
        return False

    # --- what is computed -------------------------------------------------------------------

    def _computed(self) -> None:
        for mention in self._mentions:
            if not self._free(mention):
                continue
            if mention.is_operator("count") and self._counts(mention):
                continue
            for name, function in _FUNCTIONS.items():
                if mention.is_operator(name) and self._compute(mention, function):
                    break
            if mention.is_operator("sum") and self._free(mention):
                self._count_in_total(mention)
        if self._draft.groups and not self._draft.aggregates:
            self._suppose()

    def _counts(self, mention: Mention) -> bool:
        """Read what is counted; False if the words are a column of numbers: «Количество»."""
        near = self._next(mention)
        is_distinct = False
        while near is not None and near.is_operator("distinct"):
            self._used.add(near)
            is_distinct, near = True, self._next(near)
        counted = near if near is not None and self._free(near) else None
        own = mention.first(ColumnName)
        if counted is not None and counted.has(RowName, ColumnName):
            named = counted.first(ColumnName)
            if counted.has(RowName) and not (is_distinct and named):
                self._add(Aggregate(function="count"), mention, counted)
                return True
            assert named is not None
            if not named.is_whole and named.column.type != "text":
                return False  # the patients of "Age of patient" are neither its sum nor its values
            if named.column.type == "number" and not is_distinct:
                self._add(Aggregate(function="sum", column=named.column.name), mention, counted)
                return True
            if own is None or named.column.type == "text":
                one = Aggregate(function="count_distinct", column=named.column.name)
                self._add(one, mention, counted)
                return True
        if own is not None:
            return False
        self._add(Aggregate(function="count"), mention)
        return True

    def _count_in_total(self, mention: Mention) -> None:
        """Read "total orders", which has no column to add up, as their number."""
        near = self._next(mention)
        if near is not None and near.has(RowName) and not self._draft.aggregates:
            self._add(Aggregate(function="count"), mention, near)

    def _compute(self, mention: Mention, function: AggregateFunction) -> bool:
        """Read a function and its column, which follows it or is the same word."""
        if function in ("max", "min") and self._names_target():
            return False
        column = self._number_near(mention)
        if column is None:
            return False
        near, of = column
        for before in (self._next(mention, -1), self._next(near)):
            if before is not None and before.is_operator("sum") and self._free(before):
                self._used.add(before)  # «общая сумма», "total sum"
        self._add(Aggregate(function=function, column=of.name), mention, near)
        return True

    def _number_near(self, mention: Mention) -> tuple[Mention, TableColumn] | None:
        """Return the column of numbers (or dates) at a mention, after it, or else before it."""
        shared = {one.column for one in self._draft.aggregates if one.column}
        for step in (0, *range(1, _NEAR + 1), -1):
            near = self._next(mention, step)
            named = near.first(ColumnName) if near is not None else None
            if near is None or named is None or named.column.type == "text" or self._is_row(near):
                continue
            if self._free(near) or named.column.name in shared:  # "minimum and maximum amount"
                return near, named.column
        return None

    def _names_target(self) -> bool:
        """Return True if the question asks which row or name has the extreme."""
        return self._target() is not None

    def _suppose(self) -> None:
        """Sum up the column of numbers that is named without a function, or count the rows."""
        for mention, named in of_kind(self._mentions, ColumnName):
            if self._free(mention) and named.column.type == "number" and not self._is_row(mention):
                function: AggregateFunction = "sum" if _adds_up(named.column) else "avg"
                self._draft.is_assumed = True
                self._add(Aggregate(function=function, column=named.column.name), mention)
                return
        rows = [one for one, _ in of_kind(self._mentions, RowName) if self._free(one)]
        self._add(Aggregate(function="count"), *rows)

    def _add(self, aggregate: Aggregate, *used: Mention) -> None:
        if aggregate not in self._draft.aggregates:
            self._draft.aggregates.append(aggregate)
        self._used.update(used)

    # --- the first by an order --------------------------------------------------------------

    def _superlative(self) -> None:
        """Read "which X has the most", "top 5 X by Y", "the largest order"."""
        draft = self._draft
        top = self._top.first(Quantity) if self._top is not None else None
        if self._top is not None and top is not None:
            draft.limit = min(int(top.value), MOST_ROWS)
            if draft.limit == top.value:
                self._used.add(self._top)
        found = self._extreme()
        if found is None:
            self._order_of_groups()
            return
        mention, sign, dimension = found
        self._used.update(
            one for one in self._mentions if one.is_operator("top") and self._free(one)
        )
        target = self._target()
        if target is not None and not draft.groups:
            column = target.first(ColumnName)
            assert column is not None
            draft.groups.append(GroupKey(column=column.column.name))
            self._used.add(target)
        if draft.groups:
            is_read = self._extreme_group(sign, dimension)
        else:
            is_read = not draft.aggregates and self._extreme_row(sign, dimension)
        if not is_read:
            return
        self._used.add(mention)
        if draft.limit is None and not self._is_plural(target):
            draft.limit = 1

    def _extreme(self) -> tuple[Mention, int, str] | None:
        """Return the words that ask for the first or last, their sign and dimension."""
        for mention in self._mentions:
            if not self._free(mention):
                continue
            if superlative := mention.first(Superlative):
                return mention, superlative.sign, superlative.dimension
            if mention.is_operator("most", "max"):
                return mention, 1, ""
            if mention.is_operator("least", "min"):
                return mention, -1, ""
        tops = [one for one in self._mentions if one.is_operator("top") and self._free(one)]
        if tops and self._top is not None:
            return tops[0], 1, ""
        compared = [
            (one, 1 if one.is_operator("greater") else -1)
            for one in self._mentions
            if self._free(one) and one.is_operator("greater", "less")
        ]
        return (*compared[0], "") if compared and self._draft.groups else None

    def _target(self) -> Mention | None:
        """Return the column of names whose first is asked for; None if rows are."""
        for mention, named in of_kind(self._mentions, ColumnName):
            if self._free(mention) and named.column.type == "text" and not mention.has(RowName):
                return mention
        return None

    def _extreme_group(self, sign: int, dimension: str) -> bool:
        """Order the groups by what is named, or by the number of their rows."""
        draft = self._draft
        if not draft.aggregates:
            found = self._measure(dimension)
            if found is not None:
                function = self._function_of(found, sign, dimension)
                draft.is_assumed = True
                self._add(Aggregate(function=function, column=found.column.name), *found.used)
            elif not dimension:
                self._add(Aggregate(function="count"))
            else:
                return False
        first = draft.aggregates[0]
        column = self._table.column(first.column)
        way = direction(column, dimension) if column else 1
        if way == 0:
            return False
        order: Order = "desc" if sign * way > 0 else "asc"
        draft.order.append(OrderKey(column=first.column, function=first.function, order=order))
        self._use_row_names()
        return True

    def _function_of(self, measure: _Measure, sign: int, dimension: str) -> AggregateFunction:
        """Return how the values of a group count: added up, or by their extreme («дорогой»)."""
        column = measure.column
        if column.type == "number" and _adds_up(column) and dimension in ("", "size"):
            return "sum"
        return "max" if sign * measure.direction > 0 else "min"

    def _extreme_row(self, sign: int, dimension: str) -> bool:
        found = self._measure(dimension)
        if found is None:
            return False
        self._used.update(found.used)
        order: Order = "desc" if sign * found.direction > 0 else "asc"
        self._draft.order.append(OrderKey(column=found.column.name, order=order))
        self._use_row_names()
        return True

    def _measure(self, dimension: str) -> _Measure | None:
        """Return the column to compare by: named, else the only one of the dimension."""
        for near, named in of_kind(self._mentions, ColumnName):
            if self._free(near) and named.column.type != "text" and not self._is_row(near):
                way = direction(named.column, dimension)
                return _Measure(named.column, way, (near,)) if way else None
        if not dimension:
            return None
        kinds = _DATES if dimension == "time" else ("number",)
        columns = [column for column in self._table.columns if column.type in kinds]
        fitting = [one for one in columns if dimension in dimensions_of(one.label)]
        if dimension in ("size", "price"):
            fitting = fitting or [column for column in columns if is_money(column)]
        if dimension == "time":
            ages = [one for one in self._table.columns if direction(one, dimension) < 0]
            fitting = columns or ages
        if len(fitting) != 1:
            return None
        return _Measure(fitting[0], direction(fitting[0], dimension) or 1)

    def _order_of_groups(self) -> None:
        """Read "in ascending order"."""
        for mention in self._mentions:
            for name, order in (("ascending", "asc"), ("descending", "desc")):
                if mention.is_operator(name) and self._free(mention) and self._draft.aggregates:
                    first = self._draft.aggregates[0]
                    self._used.add(mention)
                    self._draft.order.append(
                        OrderKey.model_validate(
                            {"column": first.column, "function": first.function, "order": order}
                        )
                    )

    def _is_plural(self, target: Mention | None) -> bool:
        """Return True for "which managers", which asks for more than the first."""
        return target is not None and is_plural(self._reading.words[target.start].text)

    # --- rows -------------------------------------------------------------------------------

    def _asked_columns(self) -> None:
        """Take the columns that are named and not used for anything else as those to show."""
        draft = self._draft
        rows = [one for one, _ in of_kind(self._mentions, RowName)]
        if draft.aggregates or draft.groups:
            if draft.aggregates:
                self._use_row_names()
            return
        named = [
            (one, meaning.column)
            for one, meaning in of_kind(self._mentions, ColumnName)
            if self._free(one) and one not in rows
        ]
        self._use_row_names()
        self._used.update(one for one, _ in named)
        wanted = [column.name for _, column in named]
        if wanted:
            used = [condition.column for condition in self._conditions.filters]
            ordered = [key.column for key in draft.order]
            first = self._table.columns[0].name
            draft.columns = list(dict.fromkeys([first, *wanted, *ordered, *used]))
        if not rows and len(wanted) == 1 and not draft.order:
            column = self._table.column(wanted[0])
            lists = any(one.is_operator("list") for one in self._mentions)
            if column is not None and column.type == "text" and (lists or self._conditions.filters):
                draft.groups.append(GroupKey(column=column.name))

    def _use_row_names(self) -> None:
        self._used.update(one for one, _ in of_kind(self._mentions, RowName))


def _is_named(mention: Mention) -> bool:
    return any(not isinstance(one, Operator | Quantity | Superlative) for one in mention.meanings)


def _must_be_used(mention: Mention) -> bool:
    """Return True unless the words only link others, as "list", "by" and «с» do."""
    links = ("list", "by", "each", "since", "until", "sum", "now", "anaphor", "contains")
    return not mention.is_operator(*links)


def _computes(mention: Mention) -> bool:
    """Return True for words that ask for a number, an order or a comparison of rows."""
    return mention.has(Superlative) or mention.is_operator(*_COMPUTING)


def _compares(mention: Mention) -> bool:
    return mention.is_operator("greater", "at_least", "less", "at_most", "after", "before")


def _is_row_count(value: float) -> bool:
    return value >= 1 and value.is_integer()


def _adds_up(column: TableColumn) -> bool:
    """Return True for amounts, whose sum means something; shares and years do not add up."""
    return column.unit != "percent" and "time" not in dimensions_of(column.label)


def readings(text: str, vocabularies: Sequence[TableVocabulary]) -> list[TableReading]:
    """Return what a question means over each table, the best reading first."""
    found = [one for vocabulary in vocabularies if (one := read_question(text, vocabulary))]
    return sorted(found, key=_rank)


def is_as_good(one: TableReading, other: TableReading) -> bool:
    """Whether nothing tells which of two tables a question is about."""
    return _rank(one) == _rank(other)


def _rank(reading: TableReading) -> tuple[bool, int, int]:
    return (not reading.is_query, len(reading.unread), -reading.named)
