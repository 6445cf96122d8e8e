"""A table query in the making, with the mentions that its parts are made of."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from workbench.domain.table_query import (
    Aggregate,
    Comparison,
    GroupFilter,
    GroupKey,
    OrderKey,
    TableArgs,
    TableFilter,
    Verdict,
)
from workbench.domain.tables import TableColumn, TableSchema
from workbench.nlp.query_words import Word
from workbench.planner.tables.columns import holds_years
from workbench.planner.tables.mentions import Mention, Reading, Superlative
from workbench.planner.tables.vocabulary import ColumnName, RowName


class Condition(NamedTuple):
    """A filter, with the first mention that it is made of."""

    filter: TableFilter
    mention: Mention
    is_period: bool = False


@dataclass
class Draft:
    """A query of one table in the making."""

    table: TableSchema
    reading: Reading
    conditions: list[Condition] = field(default_factory=list)
    groups: list[GroupKey] = field(default_factory=list)
    aggregates: list[Aggregate] = field(default_factory=list)
    having: list[GroupFilter] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    order: list[OrderKey] = field(default_factory=list)
    limit: int | None = None
    with_ties: bool = False
    compare: Comparison | None = None
    verdict: Verdict | None = None
    """Whether yes or no is asked for."""
    claims: list[Condition] = field(default_factory=list)
    """The conditions that are asked about."""
    is_assumed: bool = False
    """Whether a function was assumed that the question does not name."""
    top: Mention | None = None
    """The number of rows asked for: "top 5"."""
    used: set[Mention] = field(default_factory=set)
    unbound: list[Mention] = field(default_factory=list)
    """Numbers, values and periods that fit no column."""
    dates: dict[Mention, TableColumn] = field(default_factory=dict)
    """The date column of periods and parts of dates, where an event determines it."""
    shown: list[str] = field(default_factory=list)
    """Columns to show beside those that are named."""
    asks_measure: bool = False
    """Whether a number that each row has is asked for: "How much does a packet cost?"."""
    compares_rows: bool = False
    """Whether rows are to be shown beside each other: "compare A and B"."""
    asks_part: bool = False
    """Whether a part of dates is asked for: "which month"."""
    alternatives: list[str] = field(default_factory=list)
    """Columns that the question may mean in place of the one that was taken."""
    candidates: list[str] = field(default_factory=list)
    """Columns of which the question must name one."""

    @property
    def mentions(self) -> Sequence[Mention]:
        """All mentions, in order."""
        return self.reading.mentions

    @property
    def words(self) -> Sequence[Word]:
        """The words of the question."""
        return self.reading.words

    def is_free(self, mention: Mention) -> bool:
        """Whether nothing is made of a mention yet."""
        return mention not in self.used

    def near(self, mention: Mention, step: int = 1) -> Mention | None:
        """Return a neighbour of a mention, in use or not; None beyond the ends."""
        place = self.mentions.index(mention) + step
        return self.mentions[place] if 0 <= place < len(self.mentions) else None

    def free_near(self, mention: Mention, step: int) -> Mention | None:
        """Return a neighbour of a mention; None at the ends, or for one that is in use."""
        near = self.near(mention, step)
        return near if near is not None and self.is_free(near) else None

    def operators(self, *names: str) -> Iterator[Mention]:
        """Yield the free mentions of operations."""
        for mention in self.mentions:
            if mention.is_operator(*names) and self.is_free(mention):
                yield mention

    def has_operator(self, *names: str) -> bool:
        """Whether one of these operations is named, in use or not."""
        return any(one.is_operator(*names) for one in self.mentions)

    def has_superlative(self) -> bool:
        """Whether the first or last of something is asked for."""
        return any(
            one.first(Superlative) or one.is_operator("most", "least", "max", "min", "top")
            for one in self.mentions
        )

    def counts_rows(self) -> bool:
        """Whether most or fewest rows are asked for: "the most orders"."""
        return any(
            near is not None and self.is_row(near)
            for one in self.mentions
            if one.is_operator("most", "least")
            for near in (self.near(one),)
        )

    def is_row(self, mention: Mention) -> bool:
        """Return True for a word that means the rows and their identifier: "orders", "Order".

        In a table of sales "sales" may also be a column of amounts, and then it is that; "orders"
        is not a short form of "Order date".
        """
        first = self.table.columns[0]
        named = mention.first(ColumnName)
        return mention.has(RowName) and (
            named is None
            or (named.column.name == first.name and not first.unit)
            or (not named.is_whole and named.column.type != "number")
        )

    def target(self) -> tuple[Mention, TableColumn] | None:
        """Return the column of names whose first, or some, are asked for; None if rows are."""
        for mention in self.mentions:
            named = mention.first(ColumnName)
            if named is None or not self.is_free(mention) or mention.has(RowName):
                continue
            is_year = bool(self.table.measure) and holds_years(named.column)
            if (named.column.type == "text" or is_year) and not named.is_related:
                return mention, named.column
        return None

    def use(self, *mentions: Mention | None) -> None:
        """Mark mentions as used."""
        self.used.update(one for one in mentions if one is not None)

    def use_row_names(self) -> None:
        """Mark the words for the rows as used."""
        self.use(*(one for one in self.mentions if one.has(RowName)))

    def add_condition(
        self,
        condition: TableFilter,
        mention: Mention,
        *used: Mention | None,
        is_period: bool = False,
    ) -> None:
        """Add a condition, with the mentions that it is made of."""
        self.conditions.append(Condition(condition, mention, is_period))
        self.use(mention, *used)

    def add(self, aggregate: Aggregate, *used: Mention) -> None:
        """Add something to compute, once."""
        if aggregate not in self.aggregates:
            self.aggregates.append(aggregate)
        self.use(*used)

    def args(self) -> TableArgs:
        """Return the query."""
        is_aggregated = bool(self.aggregates or self.groups)
        return TableArgs(
            table=self.table.id,
            join=self.table.joined.join if self.table.joined is not None else None,
            filters=tuple(one.filter for one in self.conditions),
            group_by=tuple(self.groups),
            aggregates=tuple(self.aggregates),
            verdict=self.verdict,
            claims=tuple(one.filter for one in self.claims),
            columns=() if is_aggregated else tuple(self.columns),
            order_by=tuple(self.order),
            having=tuple(self.having) if self.groups else (),
            compare=self.compare,
            limit=self.limit,
            alternatives=tuple(self.alternatives),
            with_ties=self.with_ties and bool(self.limit and self.order),
        )
