"""Read shares and comparisons of two numbers: "what share of orders", "how many more than"."""

from collections.abc import Sequence

from workbench.domain.table_query import Aggregate, TableFilter
from workbench.domain.tables import TableColumn
from workbench.nlp.operators import Degree
from workbench.nlp.query_words import has_listed_form
from workbench.planner.tables.columns import adds_up, identifies, of_dimension, total_column
from workbench.planner.tables.draft import Condition, Draft
from workbench.planner.tables.measures import suppose
from workbench.planner.tables.mentions import Mention, of_kind
from workbench.planner.tables.totals import use_total
from workbench.planner.tables.vocabulary import ColumnName

_COMPARING = ("between", "versus", "greater", "less", "most", "least")


def read_share(draft: Draft) -> None:
    """Read what percentage of the rows, or of a sum, some conditions or each group have."""
    for mention in draft.operators("share"):
        whole = _whole(mention, draft)
        parts = _parts(mention, whole, draft)
        if not (parts or draft.groups or draft.target()):
            return
        named = whole.first(ColumnName) if whole is not None else None
        is_sum = named is not None and whole is not None and not draft.is_row(whole)
        aggregate = Aggregate(
            function="share",
            column=named.column.name if named is not None and is_sum else "",
            where=tuple(one.filter for one in parts),
        )
        draft.conditions = [one for one in draft.conditions if one not in parts]
        draft.add(aggregate, mention)
        if whole is not None:
            draft.use(whole)
            use_total(mention, whole, draft)
        draft.use_row_names()


def read_difference(draft: Draft) -> None:
    """Compute one number for each of two values or periods, and compare them."""
    for mention in _comparing(draft):
        pair = _pair(draft)
        if pair is None or len(draft.aggregates) > 1:
            return
        sides, taken = pair
        draft.conditions = [one for one in draft.conditions if one not in taken]
        draft.groups = [one for one in draft.groups if one.column != sides[0].column]
        if draft.groups:
            return
        if not draft.aggregates:
            _suppose(sides, draft)
        if not draft.aggregates:
            return
        (one,) = draft.aggregates
        draft.aggregates = [one.model_copy(update={"where": (side,)}) for side in sides]
        draft.compare = "ratio" if mention.is_operator("ratio") else "difference"
        draft.limit = None
        draft.use(mention, *draft.operators(*_COMPARING), *_degrees(draft))


def _comparing(draft: Draft) -> list[Mention]:
    """Return the words for a difference: "by how much", and "how much" before "cheaper"."""
    named = [*draft.operators("difference", "ratio")]
    asked = (
        near
        for degree in _degrees(draft)
        for near in (draft.near(degree, -1),)
        if near is not None and near.is_operator("count", "sum")
    )
    return named or list(asked)


def _degrees(draft: Draft) -> list[Mention]:
    return [one for one, _ in of_kind(draft.mentions, Degree) if draft.is_free(one)]


def _suppose(sides: Sequence[TableFilter], draft: Draft) -> None:
    """Choose the value to compare: by its name, by "cheaper", or the only amount of money.

    Rows are not counted where each side is a single one.
    """
    by_degree = _of_degree(draft)
    column = _named_number(draft) or by_degree
    are_single = all(identifies(side, draft.table) for side in sides)
    if column is None and are_single:
        column = total_column(draft.table)
        draft.is_assumed = column is not None
    if column is not None:
        is_level = not adds_up(column) or (by_degree is not None and not are_single)
        draft.add(Aggregate(function="avg" if is_level else "sum", column=column.name))
    elif not are_single and not _degrees(draft):
        suppose(draft)


def _named_number(draft: Draft) -> TableColumn | None:
    """Return the only column of numbers that is named, and use the words for it."""
    found = [
        (mention, named.column)
        for mention, named in of_kind(draft.mentions, ColumnName)
        if named.column.type == "number" and draft.is_free(mention) and not draft.is_row(mention)
    ]
    if len({column.name for _, column in found}) != 1:
        return None
    draft.use(*(mention for mention, _ in found))
    return found[0][1]


def _of_degree(draft: Draft) -> TableColumn | None:
    """Return the only column that "cheaper" or "heavier" compares."""
    for mention in _degrees(draft):
        degree = mention.first(Degree)
        fitting = of_dimension(degree.dimension, draft.table.columns) if degree else []
        if len(fitting) == 1:
            return fitting[0]
    return None


def _pair(draft: Draft) -> tuple[tuple[TableFilter, TableFilter], list[Condition]] | None:
    """Return the two conditions that are compared, and what they were read as."""
    several = [one for one in draft.conditions if len(one.filter.operands) == 2]
    listed = [one for one in several if one.filter.test == "in"]
    if len(listed) == 1:
        column = listed[0].filter.column
        first, second = (TableFilter(column=column, value=one) for one in listed[0].filter.operands)
        return (first, second), listed
    periods = [one for one in draft.conditions if one.is_period]
    if len(periods) == 2 and periods[0].filter.column == periods[1].filter.column:
        return (periods[0].filter, periods[1].filter), periods
    return None


def _whole(mention: Mention, draft: Draft) -> Mention | None:
    """Return the rows, or the column of numbers, that a share is of."""
    for near in draft.mentions[draft.mentions.index(mention) + 1 :]:
        named = near.first(ColumnName)
        is_number = named is not None and named.column.type == "number" and draft.is_free(near)
        if draft.is_row(near) or is_number:
            return near
    return None


def _parts(mention: Mention, whole: Mention | None, draft: Draft) -> list[Condition]:
    """Return the conditions on the part; the others are conditions on the whole.

    In "share of A orders that are B" it is B, in "share of A orders" it is A, as in "share of A
    orders in B". Without a verb, «доля заказов A B», it is the last. Periods are of the whole.
    """
    fixed = [one for one in draft.conditions if not one.is_period]
    verb = _verb(whole or mention, draft)
    after_verb = [one for one in fixed if verb is not None and one.mention.start >= verb]
    if whole is None:
        return after_verb or fixed
    leading = [one for one in fixed if mention.start < one.mention.start < whole.start]
    return after_verb or leading or fixed[-1:]


def _verb(whole: Mention, draft: Draft) -> int | None:
    """Return the index of the first verb after the words for what a share is of."""
    after = range(whole.end, len(draft.words))
    verbs = (at for at in after if has_listed_form(draft.words[at], "auxiliaries", "row_verbs"))
    return next(verbs, None)
