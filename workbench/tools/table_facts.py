"""Facts of the rows that a table query returned: each with its rows, under one heading."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.domain.evidence import (
    Cell,
    ChannelHit,
    Evidence,
    Quote,
    Section,
    SourceRef,
    TableRows,
)
from workbench.domain.local_text import Language
from workbench.domain.plan import SHORT_STYLE, TABLE_STYLE
from workbench.domain.table_query import TABLE_QUERY, Aggregate, TableArgs
from workbench.domain.tables import TableSchema
from workbench.i18n.numbers import integer
from workbench.retrieval.tables.compile import Statement
from workbench.tools.messages import counted, localized_text
from workbench.tools.protocol import CallContext
from workbench.tools.table_texts import (
    filters_text,
    having_text,
    order_text,
    result_label,
    result_text,
)

ROWS = "rows"
"""The kind of a table's facts; only the plan's own limit caps how many are shown."""
CHANNEL = "table"
_PLACE = 4
"""Columns of a statement's result that locate the rows behind it."""


@dataclass(frozen=True)
class TableResult:
    """Makes facts of the rows that a statement returned."""

    args: TableArgs
    table: TableSchema
    statement: Statement
    context: CallContext
    heading: str = ""
    """The heading of the section; a fact has it as its title, since it states what the fact is
    about, and the check of the answer compares it too."""

    @property
    def language(self) -> Language:
        return self.context.language

    @property
    def conditions(self) -> str:
        """The filters as text."""
        return filters_text(self.args.filters, self.table.column, self.language)

    @property
    def is_numbers(self) -> bool:
        """Whether the result is one row of aggregates over all rows that match."""
        return bool(self.args.aggregates) and not self.args.group_by

    def facts(self, rows: list[tuple[Any, ...]]) -> Iterator[Evidence]:
        """Yield the facts: of numbers each one, else of each row."""
        width = len(self.statement.columns)
        for row in rows:
            cells, place = row[:width], row[width + 1 : width + 1 + _PLACE]
            if self.is_numbers:
                yield from self._numbers(cells, place)
            elif self.args.is_aggregated:
                yield self._group(cells, place)
            else:
                yield self._row(cells, place)

    def section(self, items: tuple[Evidence, ...]) -> Section:
        """Return how the facts are rendered, under the conditions as a heading."""
        return Section(
            call=self.context.call,
            intent=TABLE_QUERY,
            heading=self.heading,
            render_style=SHORT_STYLE if self.is_numbers else TABLE_STYLE,
            limit_kind=ROWS,
            total=len(items),
        )

    def nothing(self, rows: list[tuple[Any, ...]]) -> Evidence:
        """Return the fact that no row matches, or that the rows have no value to compute from."""
        count = rows[0][len(self.statement.columns) + 1] if rows else 0
        what = "no_values" if count else "no_rows" if self.args.filters else "no_rows_all"
        text = localized_text(what, self.language, table=self.table.id, filters=self.conditions)
        if self.args.verdict == "any":
            text = f"{localized_text('no', self.language)}. {text}"
        return self._fact("table_empty", text, (), [count, (), (), ()])

    def heading_of(self, rows: list[tuple[Any, ...]]) -> str:
        """Return yes or no, what has no value, the conditions, the order and ties among the first.

        Without any of them it is empty.
        """
        if not rows or self.is_numbers:
            return ""
        parts = [
            self._verdict_text(rows),
            self._missing_text(rows),
            self._conditions_text(rows),
            self._order_text(),
            self._ties_text(rows),
        ]
        heading = ". ".join(filter(None, parts))
        return f"{heading}:" if heading else ""

    def _verdict_text(self, rows: list[tuple[Any, ...]]) -> str:
        """Return yes or no, if that is asked; of several rows, how many fail the claims."""
        if not self.args.claims:
            return localized_text("yes", self.language) if self.args.verdict else ""
        failing, total = rows[0][-1], rows[0][len(self.statement.columns)]
        what = "yes_claims" if not failing else "no_claims" if total == 1 else "no_some"
        return localized_text(
            what,
            self.language,
            claims=filters_text(self.args.claims, self.table.column, self.language),
            failing=integer(failing, self.language),
            total=counted(self._unit, total, self.language),
        )

    def _missing_text(self, rows: list[tuple[Any, ...]]) -> str:
        """Return that the only row has no value in a column that is asked for."""
        if self.args.is_aggregated or len(rows) > 1 or not self.args.columns:
            return ""
        filtered = {one.column for one in self.args.filters}
        empty = [
            result_label(column, self.table.column, self.language)
            for value, column in zip(rows[0], self.statement.columns, strict=False)
            if value is None and column.column and column.column.name not in filtered
        ]
        return localized_text("no_value", self.language, columns=", ".join(empty)) if empty else ""

    def _order_text(self) -> str:
        """Return what the rows are chosen by, if only the first are shown: "Price, least first"."""
        if not self.args.limit or not self.args.order_by or self.args.is_aggregated:
            return ""
        text = order_text(self.args.order_by, self.table.column, self.language)
        others = [
            column.shown for column in map(self.table.column, self.args.alternatives) if column
        ]
        if not others:
            return text
        guessed = localized_text("guessed", self.language, columns=", ".join(others))
        return f"{text} ({guessed})"

    def _conditions_text(self, rows: list[tuple[Any, ...]]) -> str:
        having = having_text(self.args.having, self.table.column, self.language)
        filters = ", ".join(filter(None, (self.conditions, having)))
        if not filters:
            return ""
        total = rows[0][len(self.statement.columns)]
        return localized_text(
            "heading",
            self.language,
            table=self.table.id,
            filters=filters,
            total=counted(self._unit, total, self.language),
        )

    def _ties_text(self, rows: list[tuple[Any, ...]]) -> str:
        """Return that several share the first place, or that the limit parts equal ones."""
        if not self.statement.has_places:
            return ""
        place, tied = rows[-1][-2:]
        shown = sum(row[-2] == place for row in rows)
        if tied == 1 or (tied == shown and not self.args.with_ties):
            return ""
        what = "tie" if tied == shown else "cut_tie"
        return localized_text(
            what,
            self.language,
            place=integer(place, self.language),
            tied=counted(self._unit, tied, self.language),
            shown=integer(shown, self.language),
        )

    @property
    def _unit(self) -> str:
        return "groups" if self.args.is_aggregated else "rows"

    def _numbers(self, cells: tuple[Any, ...], place: tuple[Any, ...]) -> Iterator[Evidence]:
        """Yield a sentence for each number that there is, and one for a side that has no rows."""
        for value, column in zip(cells, self.statement.columns, strict=True):
            if value is not None:
                label = result_label(column, self.table.column, self.language)
                text = (
                    f"{self._under_conditions(label)}: {result_text(value, column, self.language)}"
                )
                yield self._fact("table_number", text, self._cells([value], [column]), place)
            elif column.comparison is None and column.aggregate is not None and self.args.compare:
                yield self._empty_side(column.aggregate)

    def _under_conditions(self, label: str) -> str:
        if not self.conditions:
            return label
        return localized_text("where", self.language, rows=label, filters=self.conditions)

    def _empty_side(self, aggregate: Aggregate) -> Evidence:
        """Return the fact that one of two compared sides has no rows; its cells name the side."""
        filters = (*self.args.filters, *aggregate.where)
        conditions = filters_text(filters, self.table.column, self.language)
        text = localized_text("no_rows", self.language, table=self.table.id, filters=conditions)
        side = tuple(Cell(label=one.column, value=str(one.value)) for one in aggregate.where)
        return self._fact("table_empty", text, side, [0, (), (), ()])

    def _group(self, cells: tuple[Any, ...], place: tuple[Any, ...]) -> Evidence:
        shown = self._cells(cells, self.statement.columns)
        keys = len(self.args.group_by)
        name = ", ".join(cell.value for cell in shown[:keys])
        values = "; ".join(f"{cell.label}: {cell.value}" for cell in shown[keys:])
        return self._fact("table_group", f"{name} — {values}", shown, place)

    def _row(self, cells: tuple[Any, ...], place: tuple[Any, ...]) -> Evidence:
        shown = self._cells(cells, self.statement.columns)
        number, start, end, line = place
        document_id, _, span = self.table.located(number, start, end)
        quote = Quote(document_id=document_id, text=line, start=span.start, end=span.end)
        text = "; ".join(f"{cell.label}: {cell.value}" for cell in shown)
        one = [1, [number], [start], [end]]
        return self._fact("table_row", text, shown, one).model_copy(update={"quote": quote})

    def _cells(self, values: Any, columns: Any) -> tuple[Cell, ...]:
        return tuple(
            Cell(
                label=result_label(column, self.table.column, self.language),
                value=result_text(value, column, self.language),
            )
            for value, column in zip(values, columns, strict=True)
        )

    def _fact(
        self, kind: str, text: str, cells: tuple[Cell, ...], place: Sequence[Any]
    ) -> Evidence:
        count, *own = place
        places = [self.table.located(*one) for one in zip(*(of or () for of in own), strict=True)]
        documents = tuple(dict.fromkeys(one.document_id for one in places))
        first = documents[0] if documents else self.table.document_id
        places = [one for one in places if one.document_id == first]
        rows = TableRows(
            table=self.table.id,
            document_id=first,
            sheet=self.table.sheet,
            count=count,
            numbers=tuple(one.number for one in places),
            spans=tuple(dict.fromkeys(one.span for one in places)),
            documents=documents if len(documents) > 1 else (),
        )
        return Evidence(
            type=kind,
            text=text,
            title=self.heading or None,
            source=self._source(rows),
            score=self.context.default_relevance,
            found_by=(ChannelHit(channel=CHANNEL),),
            rows=rows,
            cells=cells,
            call=self.context.call,
        )

    def _source(self, rows: TableRows) -> SourceRef:
        """Return the source of a fact: the file with the number of its row, or of its rows.

        A fact that no row matches is not repeated in its source.
        """
        if not rows.count:
            return SourceRef(id=f"{rows.document_id}#{rows.table}#0", title=self.table.place)
        if rows.count == 1 and rows.numbers:
            what, words = "source_row", {"number": str(rows.numbers[0])}
        else:
            what, words = "source_rows", {"count": counted("rows", rows.count, self.language)}
        place = self.table.place
        if rows.count == 1:
            place = ", ".join(filter(None, (rows.document_id, rows.sheet)))
        title = localized_text(what, self.language, place=place, **words)
        own = f"{rows.document_id}#{rows.table}#{rows.count}#{rows.numbers[:1]}"
        return SourceRef(id=own, title=title)
