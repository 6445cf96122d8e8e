"""Read sums without a column of their own: "total orders", «сумма продаж», "how much fuel"."""

from workbench.domain.table_query import Aggregate
from workbench.domain.tables import TableColumn
from workbench.nlp.grammar import word_set
from workbench.nlp.query_words import keys_of_list
from workbench.planner.tables.columns import income_column, only_amount, total_column
from workbench.planner.tables.draft import Draft
from workbench.planner.tables.mentions import Mention
from workbench.planner.tables.vocabulary import RowName


def use_total(mention: Mention, near: Mention, draft: Draft) -> None:
    """Note a second word for the same sum: «общая сумма», "total number of passengers"."""
    for beside in (draft.near(mention, -1), draft.near(near, -1), draft.near(near)):
        if beside is not None and beside.is_operator("sum") and draft.is_free(beside):
            draft.use(beside)


def read_only_amount(draft: Draft, *used: Mention) -> bool:
    """Add up the only column of amounts; False if there are several, or none.

    «Сколько сосен выше 15 м» asks for no sum of the heights that it limits.
    """
    column = only_amount(draft.table)
    limited = {one.filter.column for one in draft.conditions}
    if column is None or draft.aggregates or column.name in limited:
        return False
    draft.is_assumed = True
    draft.add(Aggregate(function="sum", column=column.name), *used)
    return True


def read_total_of_rows(mention: Mention, draft: Draft) -> None:
    """Read "total orders", which has no column to add up, as their number.

    "How much fuel" and «на какую сумму» ask for no number of rows.
    """
    near = draft.near(mention)
    if near is None or not near.has(RowName) or draft.aggregates:
        return
    said = draft.words[mention.start : mention.end]
    amounts = word_set("much_words") | word_set("sum_nouns")
    if any(word.keys & amounts for word in said):
        read_only_amount(draft, mention, near)
    else:
        draft.add(Aggregate(function="count"), mention, near)


def suppose_total(mention: Mention, draft: Draft) -> bool:
    """Read «сумма продаж» as the sum of the only column of money."""
    column = total_column(draft.table) or _income(mention, draft)
    near = draft.near(mention)
    if column is None or draft.aggregates or (near is not None and near.has(RowName)):
        return False
    draft.is_assumed = True
    draft.add(Aggregate(function="sum", column=column.name), mention)
    return True


def _income(mention: Mention, draft: Draft) -> TableColumn | None:
    """Return what was earned, for "revenue of" and "how much did it bring in"."""
    said = draft.words[mention.start : mention.end]
    names_income = any(word.keys & word_set("sum_nouns") for word in said)
    is_asked = names_income or is_earned(mention, draft)
    return income_column(draft.table) if is_asked else None


def is_earned(mention: Mention, draft: Draft) -> bool:
    """Whether a verb of earning stands behind a question for a number."""
    verbs = keys_of_list("earning_verbs")
    return any(word.keys & verbs for word in draft.words[mention.end :])
