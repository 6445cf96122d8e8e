"""Read a question that changes an earlier one: "and in Moscow?", «а в 2023 году?», "of them"."""

from workbench.domain.table_query import Aggregate, Order, TableArgs
from workbench.nlp.grammar import word_set
from workbench.planner.tables.draft import Draft
from workbench.planner.tables.measures import FUNCTIONS
from workbench.planner.tables.mentions import of_kind, read_mentions
from workbench.planner.tables.ordering import extreme
from workbench.planner.tables.read_question import (
    TableReading,
    read_draft,
    read_question,
    reading_of,
)
from workbench.planner.tables.vocabulary import RowName, TableVocabulary

_FEW_WORDS = 5
"""Most words of an elliptical question."""
_REFERENCES = ("previous", "anaphor")


def read_follow_up(
    text: str, vocabulary: TableVocabulary, earlier: TableArgs
) -> TableReading | None:
    """Return the earlier query with the changes of the question; None if it stands alone.

    A condition replaces those on the same column, groups and numbers replace all earlier ones. With
    unread words the query is not changed by all that the question says.
    "Of them" are the rows that the earlier query selected.
    """
    draft = Draft(vocabulary.schema, read_mentions(text, vocabulary))
    read_draft(draft)
    refers = draft.has_operator(*_REFERENCES)
    if not (refers or _is_elliptical(text, draft, vocabulary)):
        return None
    if refers and earlier.group_by:
        return None  # "of them" are groups, which no condition on rows selects
    draft.use(*draft.operators(*_REFERENCES))
    own = draft.args()
    if refers and not (own.is_aggregated or own.order_by):
        rows = TableArgs(
            table=own.table, join=own.join, filters=earlier.filters, columns=own.columns
        )
        return reading_of(draft, _changed(rows, own))
    other = _other_way(_other_function(earlier, draft), draft)
    if (
        own == TableArgs(table=own.table, join=own.join)
        and other == earlier
        and not draft.reading.unread
    ):
        return None
    return reading_of(draft, _changed(other, own))


def _is_elliptical(text: str, draft: Draft, vocabulary: TableVocabulary) -> bool:
    """Whether a question needs the earlier one.

    It is not a query, goes on with "and", or is short and begins inside a sentence: "for what total
    amount?", «на какую сумму?».
    """
    alone = read_question(text, vocabulary)
    if alone is None or not alone.is_query:
        return True
    first, few = draft.words[0].keys, len(draft.words) <= _FEW_WORDS
    opens = bool(first & word_set("leading_conjunctions"))
    opens = opens or (few and bool(first & word_set("swap_prepositions")))
    return opens and not of_kind(draft.mentions, RowName)


def _other_function(earlier: TableArgs, draft: Draft) -> TableArgs:
    """Return the query with another function of the same column: «а медианная?»."""
    columns = {one.column for one in earlier.aggregates}
    if draft.aggregates or len(earlier.aggregates) != 1 or columns == {""}:
        return earlier
    for name, function in FUNCTIONS.items():
        for mention in draft.operators(name):
            draft.use(mention)
            new = {"function": function}
            return earlier.model_copy(
                update={
                    "aggregates": tuple(one.model_copy(update=new) for one in earlier.aggregates),
                    "order_by": tuple(
                        one.model_copy(update=new) if one.function else one
                        for one in earlier.order_by
                    ),
                }
            )
    return earlier


def _other_way(earlier: TableArgs, draft: Draft) -> TableArgs:
    """Return the query in the opposite order: "and the lowest?" after "the highest"."""
    if draft.order or len(earlier.order_by) != 1:
        return earlier
    found = extreme(draft)
    if found is None:
        return earlier
    draft.use(found.mention)
    order: Order = "desc" if found.sign > 0 else "asc"
    turned = earlier.order_by[0].model_copy(update={"order": order})
    return earlier.model_copy(update={"order_by": (turned,)})


def _changed(earlier: TableArgs, own: TableArgs) -> TableArgs:
    changed = {one.column for one in own.filters}
    filters = (*(one for one in earlier.filters if one.column not in changed), *own.filters)
    if own.is_aggregated or own.order_by:
        aggregates = earlier.aggregates if _only_groups(own) else own.aggregates
        return own.model_copy(update={"filters": filters, "aggregates": aggregates})
    return earlier.model_copy(update={"filters": filters})


def _only_groups(own: TableArgs) -> bool:
    """Return True if only groups are named: their rows are counted by default."""
    return bool(own.group_by) and own.aggregates in ((), (Aggregate(function="count"),))
