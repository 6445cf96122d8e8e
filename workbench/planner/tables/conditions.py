"""Bind values, numbers and periods of a question to the conditions of a table query."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from workbench.domain.table_query import FilterTest, TableFilter
from workbench.domain.tables import TableColumn, TableSchema
from workbench.nlp.operators import Degree, Quantity, dimensions_of, unit_named
from workbench.nlp.periods import Period
from workbench.planner.tables.mentions import Mention, Operator, Superlative, of_kind
from workbench.planner.tables.vocabulary import Cell, ColumnName, RowName

_DATES = ("date", "moment")
_COMPARISONS: dict[str, FilterTest] = {
    "greater": "gt",
    "at_least": "ge",
    "less": "lt",
    "at_most": "le",
    "since": "ge",
    "before": "le",
}
"""«от 100» and «до 100» include the number."""
_SIGNS: dict[int, FilterTest] = {1: "gt", -1: "lt"}
_GENERAL = frozenset({"", "size", "height"})
"""Dimensions of words that compare any numbers: "larger", "higher"."""
_NEAR = 2
"""Mentions between a number and the column or the comparison that it belongs to."""


@dataclass
class Conditions:
    """The conditions found, the mentions that they used, and the words that could not be bound."""

    filters: list[TableFilter] = field(default_factory=list)
    used: set[Mention] = field(default_factory=set)
    unbound: list[Mention] = field(default_factory=list)

    def add(self, condition: TableFilter, *used: Mention | None) -> None:
        """Add a condition with the mentions that it is made of."""
        self.filters.append(condition)
        self.used.update(one for one in used if one is not None)


class ConditionReader:
    """Reads the conditions of one question."""

    def __init__(
        self, mentions: Sequence[Mention], table: TableSchema, top: Mention | None
    ) -> None:
        self._mentions = list(mentions)
        self._table = table
        self._top = top
        self._denials: list[Mention] = []
        self.found = Conditions()

    def read(self) -> Conditions:
        """Return the conditions; a number or value that fits no column is unbound."""
        self._values()
        self._periods()
        self._numbers()
        self._presence()
        return self.found

    def _at(self, mention: Mention, step: int) -> Mention | None:
        """Return a neighbour of a mention; None at the ends, or for one that is used."""
        place = self._mentions.index(mention) + step
        if not 0 <= place < len(self._mentions):
            return None
        near = self._mentions[place]
        return None if near in self.found.used else near

    def _values(self) -> None:
        """Bind values of columns: of one column together, each other column by itself."""
        chosen: dict[str, list[tuple[Mention, Cell]]] = {}
        denied: list[tuple[Mention, Cell]] = []
        for mention, _ in of_kind(self._mentions, Cell):
            cell = self._cell(mention)
            if cell is None:
                self.found.unbound.append(mention)
                continue
            column = self._at(mention, -1)
            if column is not None and _names(column, cell.column):
                self.found.used.add(column)
            if self._is_denied(mention):
                denied.append((mention, cell))
            else:
                chosen.setdefault(cell.column.name, []).append((mention, cell))
        for name, cells in chosen.items():
            values = tuple(dict.fromkeys(cell.value for _, cell in cells))
            condition = TableFilter(column=name, test="eq", value=values[0])
            if len(values) > 1:
                condition = TableFilter(column=name, test="in", value=values)
            self.found.add(condition, *(mention for mention, _ in cells))
        for mention, cell in denied:
            condition = TableFilter(column=cell.column.name, test="ne", value=cell.value)
            self.found.add(condition, mention)

    def _cell(self, mention: Mention) -> Cell | None:
        """Return the value that a mention means; of several columns, that of the one beside it."""
        cells = [one for one in mention.meanings if isinstance(one, Cell)]
        if len({cell.column.name for cell in cells}) == 1:
            return cells[0]
        sides = (self._at(mention, -1), self._at(mention, 1))
        beside = [cell for cell in cells for side in sides if side and _names(side, cell.column)]
        return beside[0] if beside else None

    def _is_denied(self, mention: Mention) -> bool:
        """Return True for "not cancelled", «кроме Перми»; "except A and B" denies both."""
        before = self._at(mention, -1)
        while before is not None and before.has(Cell, ColumnName):
            before = self._at(before, -1)
        if before is None or not before.is_operator("not"):
            return False
        self._denials.append(before)
        return True

    def _periods(self) -> None:
        """Bind days, months and years to the date column, or years to a column of years."""
        found = of_kind(self._mentions, Period)
        while found:
            mention, period = found.pop(0)
            column = self._date_column(mention, period)
            if column is None:
                self.found.unbound.append(mention)
                continue
            before = self._at(mention, -1)
            bounds = _bounds(period.first, period.last, column)
            if found and before and before.is_operator("between", "since"):
                second, end = found[0]
                link = self._at(mention, 1)
                is_range = link is second or (link and self._at(link, 1) is second)
                if is_range and (
                    before.is_operator("between") or (link and link.is_operator("until"))
                ):
                    found.pop(0)
                    bounds = _bounds(min(period, end).first, max(period, end).last, column)
                    self._between(column, bounds, before, mention, link, second)
                    continue
            self._period(column, bounds, before, mention)

    def _between(
        self, column: TableColumn, bounds: tuple[int | str, int | str], *used: Mention | None
    ) -> None:
        condition = TableFilter(column=column.name, test="between", value=bounds)
        self.found.add(condition, *used)

    def _period(
        self,
        column: TableColumn,
        bounds: tuple[int | str, int | str],
        before: Mention | None,
        mention: Mention,
    ) -> None:
        tests = {"after": ("gt", 1), "since": ("ge", 0), "before": ("lt", 0), "until": ("le", 1)}
        first, last = bounds
        for name, (test, end) in tests.items():
            if before is not None and before.is_operator(name):
                value = bounds[end]
                condition = TableFilter.model_validate(
                    {"column": column.name, "test": test, "value": value}
                )
                self.found.add(condition, before, mention)
                return
        if first == last:
            self.found.add(TableFilter(column=column.name, value=first), mention)
        else:
            self._between(column, bounds, mention)

    def _date_column(self, mention: Mention, period: Period) -> TableColumn | None:
        """Return the date column named beside a period, or the only one."""
        for step in (-1, -2, 1):
            near = self._at(mention, step)
            named = near.first(ColumnName) if near else None
            if near and named and named.column.type in _DATES:
                self.found.used.add(near)
                return named.column
        dates = [column for column in self._table.columns if column.type in _DATES]
        if len(dates) == 1:
            return dates[0]
        years = [one for one in self._table.columns if _holds_years(one)]
        return years[0] if not dates and len(years) == 1 and period.is_year else None

    def _numbers(self) -> None:
        """Bind numbers: "amount over 500", "more than 5 units", "a discount of 15%"."""
        for mention, quantity in of_kind(self._mentions, Quantity):
            if mention in self.found.used or mention is self._top or mention.has(Period):
                continue
            if self._number_range(mention, quantity):
                continue
            said, compared = self._test(mention)
            column = self._number_column(mention, compared, quantity)
            test: FilterTest | None = said
            if column is not None and compared is not None:
                test = _directed(said, compared, column[1])
            if column is None or test is None:
                self.found.unbound.append(mention)
                continue
            named, of = column
            condition = TableFilter(column=of.name, test=test, value=_plain(quantity, of))
            self.found.add(condition, mention, compared, named)

    def _number_range(self, mention: Mention, first: Quantity) -> bool:
        """Bind "between 100 and 300", «от 100 до 300 рублей»; False if it is no range."""
        before, link = self._at(mention, -1), self._at(mention, 1)
        if before is None or link is None or not before.is_operator("between", "since"):
            return False
        is_linked = link.is_operator("until", "before")
        second = self._at(link, 1) if is_linked else link
        last = second.first(Quantity) if second is not None else None
        if second is None or last is None or not (is_linked or before.is_operator("between")):
            return False
        column = self._number_column(mention, before, first) or self._number_column(
            second, None, last
        )
        if column is None:
            return False
        named, of = column
        bounds = (_plain(first, of), _plain(last, of))
        bounds = (min(bounds), max(bounds))  # "between 300 and 100"
        condition = TableFilter(column=of.name, test="between", value=bounds)
        self.found.add(condition, before, mention, link, second, named)
        return True

    def _test(self, mention: Mention) -> tuple[FilterTest, Mention | None]:
        """Return how a number is compared, with the words for it just before."""
        before = self._at(mention, -1)
        if before is None:
            return "eq", None
        for name, test in _COMPARISONS.items():
            if before.is_operator(name):
                return self._negated(before, test), before
        degree = before.first(Degree) or before.first(Superlative)
        return (_SIGNS[degree.sign], before) if degree else ("eq", None)

    def _negated(self, compared: Mention, test: FilterTest) -> FilterTest:
        """Return the opposite of a test after a negation: "not more than 5"."""
        opposite: dict[FilterTest, FilterTest] = {"gt": "le", "lt": "ge", "ge": "lt", "le": "gt"}
        before = self._at(compared, -1)
        if before is None or not before.is_operator("not"):
            return test
        self.found.used.add(before)
        return opposite.get(test, test)

    def _number_column(
        self, mention: Mention, compared: Mention | None, quantity: Quantity
    ) -> tuple[Mention | None, TableColumn] | None:
        """Return the column of a number: named before it or just after it, or of its unit."""
        unit = quantity.unit.base if quantity.unit else ""
        near = compared or mention
        for step in range(1, _NEAR + 1):
            before = self._at(near, -step)
            if before is None or before.has(Quantity):
                break
            named = before.first(ColumnName)
            if named and named.column.type == "number" and _fits(unit, named.column):
                return before, named.column
            if not before.first(ColumnName) and not before.is_operator("since", "each"):
                break
        after = self._at(mention, 1)
        named = after.first(ColumnName) if after else None
        if named and named.column.type == "number" and _fits(unit, named.column):
            return after, named.column
        numbers = [one for one in self._table.columns if one.type == "number"]
        same = [one for one in numbers if unit and one.unit and _fits(unit, one)]
        degree = compared.first(Degree) if compared else None
        if not same and degree is not None and degree.dimension not in _GENERAL:
            same = [one for one in numbers if direction(one, degree.dimension) and _fits(unit, one)]
        return (None, same[0]) if len(same) == 1 else None

    def _presence(self) -> None:
        """Bind "without comment" and "empty comment" to rows that have no value there."""
        for mention, named in of_kind(self._mentions, ColumnName):
            before, after = self._at(mention, -1), self._at(mention, 1)
            absent = next(
                (
                    one
                    for one in (before, after)
                    if one
                    and (one.is_operator("empty") or (one is before and one.is_operator("not")))
                ),
                None,
            )
            if absent is None or absent in self._denials or mention in self.found.used:
                continue
            column = named.column
            if column.type == "number" and not column.empty and column.least == "0":
                condition = TableFilter(column=column.name, value=0)
            else:
                condition = TableFilter(column=column.name, test="is_empty")
            self.found.add(condition, mention, absent)
        self.found.used.update(self._denials)


def direction(column: TableColumn, dimension: str) -> int:
    """Return 1 if more of a dimension is a greater value, -1 if a lower one, 0 if neither.

    An older person has an earlier date of birth, and a greater age.
    """
    own = dimensions_of(column.label)
    if dimension in _GENERAL or dimension in own or (dimension == "price" and is_money(column)):
        return 1
    if dimension == "time":
        return 1 if column.type in _DATES else -1 if "age" in own else 0
    return 0


def is_money(column: TableColumn) -> bool:
    """Return True for a column of amounts in a currency."""
    return column.unit in ("usd", "eur", "gbp", "rub")


def _bounds(first: date, last: date, column: TableColumn) -> tuple[int | str, int | str]:
    """Return two days as values of a date column, or of one that holds years."""
    if column.type in _DATES:
        return first.isoformat(), last.isoformat()
    return first.year, last.year


def _directed(test: FilterTest, compared: Mention, column: TableColumn) -> FilterTest | None:
    """Return a test in the direction that a degree word has for a column; None if it has none."""
    if compared.has(Operator):
        return test
    degree = compared.first(Degree) or compared.first(Superlative)
    sign = direction(column, degree.dimension) * degree.sign if degree else 0
    return _SIGNS.get(sign)


def _names(mention: Mention, column: TableColumn) -> bool:
    named = [one for one in mention.meanings if isinstance(one, ColumnName)]
    return any(one.column.name == column.name for one in named) and not (
        mention.first(RowName) is not None and len(named) != 1
    )


def _holds_years(column: TableColumn) -> bool:
    return column.type == "number" and "time" in dimensions_of(column.label)


def _plain(quantity: Quantity, column: TableColumn) -> int | float:
    """Return a number in the unit of a column: 20 tonnes are 20,000 in a column of kilograms."""
    own = unit_named(column.unit) if column.unit else None
    value = quantity.value
    if quantity.unit is not None and own is not None and own.base == quantity.unit.base:
        value = value * quantity.unit.factor / own.factor
    return int(value) if value == int(value) else value


def _fits(unit: str, column: TableColumn) -> bool:
    """Return True if numbers of a unit can be compared with a column; "" is any unit."""
    own = unit_named(column.unit) if column.unit else None
    return not unit or not column.unit or (own is not None and own.base == unit)
