"""Read "how many": a number of rows or values, an amount, or a measure of each row."""

from collections.abc import Sequence

from workbench.domain.table_query import Aggregate
from workbench.domain.tables import TableColumn
from workbench.nlp.grammar import word_set
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.phrase_lists import named_phrases
from workbench.planner.tables.amount_verbs import is_spent, read_amount_verb
from workbench.planner.tables.columns import DATES, adds_up, label_words, of_dimension
from workbench.planner.tables.draft import Draft
from workbench.planner.tables.events import event_quantities, holds_amounts, is_verb
from workbench.planner.tables.mentions import Mention, of_kind
from workbench.planner.tables.totals import (
    is_earned,
    read_only_amount,
    suppose_total,
    use_total,
)
from workbench.planner.tables.vocabulary import Cell, ColumnName, RowName


def read_number(mention: Mention, draft: Draft) -> bool:
    """Read "how many" as a number of rows, unless its verb asks for something else.

    «Сколько стоит A» asks for a price, and «сколько собрали A» for an amount. It is False if the
    table has several such columns, or none.
    """
    for asked in named_phrases(draft.words, "measure_questions"):
        if asked.start == mention.start and asked.end > mention.end:
            return _read_property(asked.name.split(), mention, draft)
    if read_amount_verb(mention, draft) or _read_added(mention, draft):
        return True
    if is_spent(mention, draft) and is_cyrillic(draft.words[mention.start].text):
        return False  # «сколько потратили» asks for no number of rows, "how many paid" does
    if is_earned(mention, draft) and is_cyrillic(draft.words[mention.start].text):
        return suppose_total(mention, draft)
    verb = None if any(one.has(RowName) for one in draft.mentions) else _verb(draft)
    if verb is not None and _asks_amount(mention, verb, draft):
        return _read_amount(mention, verb, draft)
    return _read_count(mention, draft)


def read_degree(mention: Mention, draft: Draft) -> bool:
    """Read "how long" and "how expensive" as the column that is asked for."""
    for asked in named_phrases(draft.words, "measure_questions"):
        if asked.start < mention.start < asked.end:
            return _read_property(asked.name.split(), mention, draft)
    return False


def _read_property(dimensions: Sequence[str], mention: Mention, draft: Draft) -> bool:
    """Show the only column that measures the first of the dimensions that the table has.

    «Сколько стоит посев» asks for the price of an event, and the price of the goods is another.
    """
    found = (of_dimension(one, draft.table.columns) for one in dimensions)
    fitting = next(filter(None, found), [])
    named = [*of_kind(draft.mentions, ColumnName)]
    if len(fitting) > 1:  # "how much is a kayak at weekends" names the one of two prices
        free = {name.column.name for one, name in named if draft.is_free(one)}
        fitting = [column for column in fitting if column.name in free]
    is_of_event = any(draft.is_free(one) and name.is_related for one, name in named)
    if len(fitting) != 1 or draft.groups or is_of_event:
        return False
    if adds_up(fitting[0]) and any(word.keys & word_set("totality") for word in draft.words):
        said = [one for one, name in named if name.column == fitting[0] and draft.is_free(one)]
        draft.add(Aggregate(function="sum", column=fitting[0].name), mention, *said)
        return True  # «Сколько стоили все работы»
    draft.shown.append(fitting[0].name)
    draft.asks_measure = True
    draft.use(mention)
    return True


def _read_added(mention: Mention, draft: Draft) -> bool:
    """Read "how many" as the values of years, or as the days between two dates, if there are any.

    Rows of a table of years are not counted; "how many days did the pier take" shows them.
    """
    near = draft.free_near(mention, 1)
    named = near.first(ColumnName) if near is not None else None
    if named is not None and named.column.between:
        draft.shown.append(named.column.name)
        draft.asks_measure = True
        draft.use(mention, near)
        return True
    measure = draft.table.measure
    if not measure or (named is not None and named.column.name != measure):
        return False
    draft.is_assumed = True
    draft.add(Aggregate(function="sum", column=measure), mention, *filter(None, [near]))
    return True


def _verb(draft: Draft) -> Mention | None:
    """Return the verb that names a date: «собрали» of «Собрано»."""
    for mention, named in of_kind(draft.mentions, ColumnName):
        if named.column.type in DATES and is_verb(draft.words[mention.start]):
            return mention
    return None


def _asks_amount(mention: Mention, verb: Mention, draft: Draft) -> bool:
    """Return True for "how many" of a verb alone or of goods, in a table that has their amounts."""
    near = draft.near(mention)
    is_of_goods = near is verb or (
        near is not None and near.has(Cell) and not is_verb(draft.words[near.start])
    )
    return is_of_goods and any(map(holds_amounts, draft.table.columns))


def _read_amount(mention: Mention, verb: Mention, draft: Draft) -> bool:
    fitting = event_quantities(draft.words[verb.start], draft.table)
    if len(fitting) != 1:
        return False
    draft.is_assumed = True
    draft.add(Aggregate(function="sum", column=fitting[0].name), mention, verb)
    return True


def _read_count(mention: Mention, draft: Draft) -> bool:
    """Read what is counted; False if the words are a column of numbers: «Количество»."""
    near = draft.near(mention)
    if near is not None and near.is_operator("sum") and _sums_up(near, draft):
        draft.use(mention)  # «сколько всего работников» of the numbers of each team
        return True
    while near is not None and near.has(Cell) and not draft.is_free(near) and _is_noun(near, draft):
        near = draft.near(near)  # "how many unattached runners"
    is_distinct = False
    while near is not None and near.is_operator("distinct"):
        draft.use(near)
        is_distinct, near = True, draft.near(near)
    own = mention.first(ColumnName)
    if near is not None and not is_distinct and _is_cell(near, draft):
        draft.use(mention)  # "how many aisles has the Old Mill" of a row with "two"
        return True
    if near is not None and draft.is_free(near) and near.has(RowName, ColumnName):
        read = _read_counted(mention, near, is_distinct, draft)
        if read is not None:
            return read
    if own is not None:
        return False
    if near is not None and near.has(Cell) and _is_of_one_row(draft):
        return read_only_amount(draft, mention)
    draft.add(Aggregate(function="count"), mention)
    return True


def _is_noun(cell: Mention, draft: Draft) -> bool:
    """Whether a noun stands right behind a value that describes it: "unattached runners"."""
    after = draft.near(cell)
    is_beside = after is not None and after.start == cell.end and draft.is_free(after)
    return is_beside and after is not None and after.has(RowName, ColumnName)


def _is_of_one_row(draft: Draft) -> bool:
    """Return True if a condition holds for one row at most, which is not counted: "rope"."""
    columns = (draft.table.column(one.filter.column) for one in draft.conditions)
    tests = (one.filter.test == "eq" and not one.is_period for one in draft.conditions)
    return any(
        is_equal and column is not None and len(column.values) == draft.table.rows
        for column, is_equal in zip(columns, tests, strict=True)
    )


def _read_counted(
    mention: Mention, counted: Mention, is_distinct: bool, draft: Draft
) -> bool | None:
    """Read what is counted: rows, a sum or values; None if the words name none of them."""
    own, named = mention.first(ColumnName), counted.first(ColumnName)
    if counted.has(RowName) and not (is_distinct and named):
        draft.add(Aggregate(function="count"), mention, counted)
        return True
    assert named is not None
    others = [] if named.is_whole else _rest_of_name(counted, named.column, draft)
    if not named.is_whole and not others and named.column.type != "text":
        return False  # the patients of "Age of patient" are neither its sum nor its values
    if _holds_amounts(named.column) and not is_distinct:
        return False  # "how many reads" asks for «6 000 / 3 000», not for the number of such texts
    if named.column.type == "number" and not is_distinct:
        draft.add(Aggregate(function="sum", column=named.column.name), mention, counted, *others)
        use_total(mention, (others or [counted])[-1], draft)
        return True
    if own is None or named.column.type == "text":
        draft.add(Aggregate(function="count_distinct", column=named.column.name), mention, counted)
        return True
    return None


def _is_cell(mention: Mention, draft: Draft) -> bool:
    """Whether a column of texts is asked of one row, which has one value there."""
    named = mention.first(ColumnName)
    if named is None or named.column.type != "text" or mention.has(RowName):
        return False
    columns = [
        draft.table.column(one.filter.column)
        for one in draft.conditions
        if one.filter.test == "eq" and not one.is_period
    ]
    rows = draft.table.rows
    return any(one is not None and len(one.values) == rows for one in columns)


def _rest_of_name(counted: Mention, column: TableColumn, draft: Draft) -> list[Mention]:
    """Return the other words of a column's name: "How many *people* were *rescued*?".

    It is empty if a word of the name is missing.
    """
    parts = [
        one
        for one, _ in of_kind(draft.mentions, ColumnName)
        if draft.is_free(one)
        and any(name.column == column for name in one.meanings if isinstance(name, ColumnName))
    ]
    said = {key for one in parts for word in draft.words[one.start : one.end] for key in word.keys}
    is_whole = all(word.keys & said for word in label_words(column))
    return [one for one in parts if one is not counted] if is_whole else []


def _holds_amounts(column: TableColumn) -> bool:
    """Whether most values of a column of texts are numbers with something beside them."""
    values = column.values or column.examples
    begun = sum(value[:1].isdigit() for value in values)
    return column.type == "text" and 2 * begun > len(values)


def _sums_up(mention: Mention, draft: Draft) -> bool:
    """Whether a word for a total stands before a column of numbers that does not name the rows."""
    near = draft.free_near(mention, 1)
    named = near.first(ColumnName) if near is not None else None
    if near is None or named is None or draft.is_row(near):
        return False
    return named.is_whole and named.column.type == "number"
