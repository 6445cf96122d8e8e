"""Read conditions on numbers: "amount over 500", "more than 5 units", «скидка 15 %»."""

from collections.abc import Sequence

from workbench.domain.table_query import FilterTest, TableFilter
from workbench.domain.tables import TableColumn
from workbench.nlp.operators import Degree, Quantity, dimensions_of
from workbench.nlp.periods import Period
from workbench.nlp.phrase_lists import named_phrases
from workbench.nlp.query_words import first_number
from workbench.nlp.years import YEARS
from workbench.planner.tables.columns import (
    GENERAL,
    age_column,
    called_total,
    direction,
    fits_unit,
    holds_years,
    in_unit_of,
    is_money,
    is_rate,
    measured_in,
    person_columns,
    tells_sex,
)
from workbench.planner.tables.draft import Draft
from workbench.planner.tables.measure_verbs import is_of_money
from workbench.planner.tables.mentions import (
    Mention,
    Operator,
    Superlative,
    of_kind,
)
from workbench.planner.tables.vocabulary import Cell, ColumnName, RowName

_COMPARISONS: dict[str, FilterTest] = {
    "greater": "gt",
    "at_least": "ge",
    "less": "lt",
    "at_most": "le",
    "since": "ge",
    "before": "le",
}
"""«от 100» and «до 100» include the number."""
_OPPOSITES: dict[FilterTest, FilterTest] = {"gt": "le", "lt": "ge", "ge": "lt", "le": "gt"}
_SIGNS: dict[int, FilterTest] = {1: "gt", -1: "lt"}
_NEAR = 2
"""Most mentions between a number and its column or comparison."""


def read_numbers(draft: Draft) -> None:
    """Bind each number that is left to a column of numbers."""
    for mention, quantity in of_kind(draft.mentions, Quantity):
        if not is_number(mention, draft):
            continue
        if not (_read_range(mention, quantity, draft) or _read_number(mention, quantity, draft)):
            draft.unbound.append(mention)


def is_number(mention: Mention, draft: Draft) -> bool:
    """Whether a number is left to bind; that of a year is none, unless it is "over 2000"."""
    return (
        draft.is_free(mention)
        and mention is not draft.top
        and (not mention.has(Period) or is_compared(mention, draft))
    )


def is_compared(mention: Mention, draft: Draft) -> bool:
    """Whether a number follows the words of a comparison, which dates are not compared by."""
    before = draft.free_near(mention, -1)
    return before is not None and before.is_operator("greater", "less", "at_least", "at_most")


def comparison(mention: Mention, draft: Draft) -> tuple[FilterTest, tuple[Mention, ...]]:
    """Return how a number is compared, with the words for it just before: "not more than"."""
    before = draft.free_near(mention, -1)
    if before is None:
        return "eq", ()
    for name, test in _COMPARISONS.items():
        if before.is_operator(name):
            denial = draft.free_near(before, -1)
            if denial is not None and denial.is_operator("not", "except"):
                return _OPPOSITES[test], (before, denial)
            return test, (before,)
    degree = before.first(Degree) or before.first(Superlative)
    if degree is None:
        return "eq", ()
    test, denial = _SIGNS[degree.sign], draft.free_near(before, -1)
    if denial is not None and denial.is_operator("not"):
        return _OPPOSITES[test], (before, denial)
    return test, (before,)


def _read_number(mention: Mention, quantity: Quantity, draft: Draft) -> bool:
    test, compared = comparison(mention, draft)
    found = _column(mention, compared, quantity, draft)
    if found is None:
        return False
    named, column = found
    directed = _directed(test, compared, column) if compared else test
    if directed is None:
        return False
    value = in_unit_of(quantity, column)
    if holds_years(column) and value not in YEARS:
        return _read_number_of_years(value, column, (mention, *compared, named), draft)
    condition = TableFilter(column=column.name, test=directed, value=value)
    draft.add_condition(condition, mention, *compared, named)
    return True


def _read_number_of_years(
    number: float, column: TableColumn, said: Sequence[Mention | None], draft: Draft
) -> bool:
    """Bind «за три года» to all years of a table that has three; other spans are not read."""
    first, last = int(float(column.least)), int(float(column.most))
    if number != last - first + 1 or len(said) > 2:  # "more than three years"
        return False
    condition = TableFilter(column=column.name, test="between", value=(first, last))
    mention, *others = said
    assert mention is not None
    draft.add_condition(condition, mention, *others)
    return True


def _read_range(mention: Mention, first: Quantity, draft: Draft) -> bool:
    """Bind "between 100 and 300", «от 100 до 300 рублей»; False if it is not a range."""
    before, link = draft.free_near(mention, -1), draft.free_near(mention, 1)
    if before is None or link is None or not before.is_operator("between", "since"):
        return False
    is_linked = link.is_operator("until", "before")
    second = draft.free_near(link, 1) if is_linked else link
    last = second.first(Quantity) if second is not None else None
    if second is None or last is None or not (is_linked or before.is_operator("between")):
        return False
    found = _column(mention, (before,), first, draft) or _column(second, (), last, draft)
    if found is None:
        return False
    named, of = found
    first = _scaled(first, last, draft.words[second.start].text)
    ends = (in_unit_of(first, of), in_unit_of(last, of))
    bounds = (min(ends), max(ends))  # "between 300 and 100"
    condition = TableFilter(column=of.name, test="between", value=bounds)
    draft.add_condition(condition, mention, before, link, second, named)
    return True


def _scaled(first: Quantity, last: Quantity, digits: str) -> Quantity:
    """Return the first number with the multiplier of the last: «от 100 до 150 тысяч»."""
    written = first_number(digits)
    scale = last.value / written if written else 1.0
    is_shared = scale > 1 and first.value * scale <= last.value
    return first._replace(value=first.value * scale) if is_shared else first


def _column(
    mention: Mention, compared: tuple[Mention, ...], quantity: Quantity, draft: Draft
) -> tuple[Mention | None, TableColumn] | None:
    """Return the column of a number: named before it or just after it, or of its unit."""
    unit = quantity.unit.base if quantity.unit else ""
    near = compared[-1] if compared else mention
    for step in range(1, _NEAR + 1):
        before = draft.free_near(near, -step)
        if before is None or before.has(Quantity):
            break
        if compared and draft.is_row(before):
            break  # "rides longer than 100 minutes": numbers of rows are not compared
        if (total := _total_of_cost(before, unit, draft)) is not None:
            return before, total
        named = before.first(ColumnName)
        if named and named.column.type == "number" and fits_unit(unit, named.column):
            return before, named.column
        if not named and not before.is_operator("since", "each", "by"):
            break
    after = draft.free_near(mention, 1)
    named = after.first(ColumnName) if after else None
    if named and named.column.type == "number" and fits_unit(unit, named.column):
        return after, named.column
    numbers = [one for one in draft.table.columns if one.type == "number"]
    same = [one for one in numbers if unit and measured_in(one) and fits_unit(unit, one)]
    degree = compared[0].first(Degree) if compared else None
    if len(same) > 1 and degree is not None:  # "taller than 15 m" beside a diameter in cm
        same = [one for one in same if degree.dimension in dimensions_of(one.label)]
    if not same and degree is not None and degree.dimension not in GENERAL:
        same = [one for one in numbers if direction(one, degree.dimension) and fits_unit(unit, one)]
    if not same and compared and not unit and _follows_people(near, draft):
        same = list(filter(None, [age_column(draft.table)]))  # "women over 65"
    if len(same) > 1 and quantity.value not in YEARS:  # "older than 65" is said of no year
        same = [one for one in same if not holds_years(one)]
    return (None, same[0]) if len(same) == 1 else None


def _follows_people(mention: Mention, draft: Draft) -> bool:
    """Whether people are named before a comparison: "men under 30", "runners are over 65"."""
    before = draft.near(mention, -1)
    if before is None:
        return False
    people = {one.name for one in person_columns(draft.table)}
    names = (one for one in before.meanings if isinstance(one, ColumnName | Cell))
    return before.has(RowName) or any(
        one.column.name in people or tells_sex(one.column) for one in names
    )


def _total_of_cost(mention: Mention, unit: str, draft: Draft) -> TableColumn | None:
    """Return the total of each row for the verb of "jobs that cost more than 100 euros".

    It is None where no column is called so, where another word than "cost" is said, or where the
    column that it names is not a price of a unit.
    """
    said = draft.words[mention.start : mention.end]
    if not any(map(is_of_money, named_phrases(said, "measure_verbs"))):
        return None
    named, total = mention.first(ColumnName), called_total(filter(is_money, draft.table.columns))
    if total is None or not fits_unit(unit, total) or (named and not is_rate(named.column)):
        return None
    return total


def _directed(
    test: FilterTest, compared: tuple[Mention, ...], column: TableColumn
) -> FilterTest | None:
    """Return a test in the direction that a degree word has for a column; None if it has none.

    «Не дороже» is at most.
    """
    word, *denial = compared
    if word.has(Operator):
        return test
    degree = word.first(Degree) or word.first(Superlative)
    sign = direction(column, degree.dimension) * degree.sign if degree else 0
    directed = _SIGNS.get(sign)
    return _OPPOSITES[directed] if directed and denial else directed
