"""Read what rows are grouped by: "by region and month", «по регионам», "which month"."""

from workbench.domain.table_query import GroupKey, TableFilter
from workbench.domain.tables import TableColumn
from workbench.nlp.grammar import word_set
from workbench.nlp.operators import Quantity
from workbench.planner.tables.columns import holds_years, person_columns
from workbench.planner.tables.date_choice import date_column
from workbench.planner.tables.draft import Draft
from workbench.planner.tables.mentions import DatePartName, Mention, of_kind
from workbench.planner.tables.vocabulary import ColumnName, RowName

_COMPUTING = (
    *("count", "sum", "average", "median", "max", "min", "most", "least", "share"),
    *("greater", "less", "difference", "ratio"),
)
"""Operations that two shown rows do not answer."""


def read_groups(draft: Draft) -> None:
    """Find the keys that are named, and two values that are compared."""
    for mention in draft.operators("by", "each"):
        _keys_after(mention, draft)
    for mention, part in of_kind(draft.mentions, DatePartName):
        is_key = part.is_each or draft.has_superlative()
        if draft.is_free(mention) and not mention.first(ColumnName) and is_key:
            draft.asks_part = _add_part(mention, part, draft) and not part.is_each
    for mention, named in of_kind(draft.mentions, ColumnName):
        if _asks_which_year(mention, named.column, draft):
            draft.groups.append(GroupKey(column=named.column.name))
            draft.use(mention)
    several = [one.filter for one in draft.conditions if one.filter.test == "in"]
    if not draft.groups and len(several) == 1 and _compares(draft):
        draft.compares_rows = _are_rows(several[0], draft)
        if not draft.compares_rows:
            draft.groups.append(GroupKey(column=several[0].column))
        draft.limit = len(several[0].operands)
        draft.use(*draft.operators("versus"))


def _asks_which_year(mention: Mention, column: TableColumn, draft: Draft) -> bool:
    """Whether a column of years is what has the most of something: "Which year had the most …"."""
    before = draft.words[max(0, mention.start - 1) : mention.start]
    asks = any(word.keys & word_set("type_openings") for word in before)
    is_first = draft.is_free(mention) and draft.has_superlative()
    return asks and is_first and holds_years(column) and not draft.groups


def read_person(draft: Draft) -> None:
    """Group by the people that "who" asks for: those named by a verb, or the only ones."""
    target = draft.target()
    if draft.groups or (target is not None and not _is_counted(target[0], draft)):
        draft.use(*draft.operators("who"))
        return
    for mention in draft.operators("who"):
        people = person_columns(draft.table)
        related = [
            (one, named.column)
            for one in draft.mentions
            for named in one.meanings
            if isinstance(named, ColumnName) and named.column in people and draft.is_free(one)
        ]
        if related:
            near, column = related[0]
            draft.groups.append(GroupKey(column=column.name))
            draft.use(mention, near)
        elif len(people) == 1:
            draft.groups.append(GroupKey(column=people[0].name))
            draft.use(mention)


def _is_counted(mention: Mention, draft: Draft) -> bool:
    """Return True for what someone has the most of: "Who sold the most products?"."""
    before = draft.near(mention, -1)
    return before is not None and before.is_operator("most", "least")


def _keys_after(mention: Mention, draft: Draft) -> None:
    near = draft.near(mention)
    while near is not None and draft.is_free(near):
        named, part = near.first(ColumnName), near.first(DatePartName)
        if part is not None and _add_part(near, part, draft):
            draft.use(mention)
        elif named is not None and _can_group(near, named.column):
            draft.groups.append(GroupKey(column=named.column.name))
            draft.use(mention, near)
        else:
            return
        words = draft.words[near.end : near.end + 1]
        linked = bool(words) and bool(words[0].keys & word_set("joining_words"))
        near = draft.near(near) if linked else None


def _can_group(mention: Mention, column: TableColumn) -> bool:
    """Return True for a column of names; one of numbers only if it numbers a few kinds."""
    if column.type == "text":
        return mention.first(RowName) is None or bool(column.values)
    return holds_years(column)


def _add_part(mention: Mention, part: DatePartName, draft: Draft) -> bool:
    column = date_column(mention, draft)
    if column is None:
        return False
    key = GroupKey.model_validate({"column": column.name, "part": part.part})
    draft.groups.append(key)
    draft.use(mention)
    return True


def _are_rows(condition: TableFilter, draft: Draft) -> bool:
    """Return True for "compare A and B" of two rows, which are shown beside each other.

    Counts and computed values are grouped instead.
    """
    column = draft.table.column(condition.column)
    is_key = column is not None and len(column.values) == draft.table.rows
    return is_key and draft.has_operator("versus") and not draft.has_operator(*_COMPUTING)


def _compares(draft: Draft) -> bool:
    """Return True for "Are there more orders in A or in B?" and "compare A and B"."""
    for mention in draft.mentions:
        near = draft.near(mention)
        is_limit = near is not None and near.has(Quantity)
        if mention.is_operator("versus", "most", "least") or (
            mention.is_operator("greater", "less") and not is_limit
        ):
            return draft.is_free(mention)
    return False
