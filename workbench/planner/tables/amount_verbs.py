"""Read amounts that a verb asks for: "how much was spent", «сколько осталось»."""

from workbench.domain.table_query import Aggregate
from workbench.domain.tables import TableColumn
from workbench.nlp.grammar import word_set
from workbench.nlp.query_words import is_filler
from workbench.planner.tables.columns import adds_up, counts_pieces, of_dimension, total_column
from workbench.planner.tables.draft import Draft
from workbench.planner.tables.events import is_verb
from workbench.planner.tables.mentions import Mention
from workbench.planner.tables.vocabulary import ColumnName, RowName

_NEAR = 3
"""Words between "how much" and its verb: "how much did we pay"."""


def read_amount_verb(mention: Mention, draft: Draft) -> bool:
    """Add up the only money of "how much was spent on", or the amounts that the verb names.

    «Сколько осталось» is about the column «Остаток». "How many guests paid" counts guests.
    """
    after = draft.near(mention)
    left = _left_or_done(after, draft) if after is not None else None
    column = left or (_money(draft) if is_spent(mention, draft) else None)
    if column is None or draft.aggregates:
        return False
    is_used = after is not None and (left is not None or after.has(RowName))
    draft.is_assumed = True
    used = [after] if after is not None and is_used else []
    draft.add(Aggregate(function="sum", column=column.name), mention, *used)
    return True


def is_spent(mention: Mention, draft: Draft) -> bool:
    """Whether the first word that means something after a question for a number is of spending."""
    said = draft.words[mention.end : mention.end + _NEAR]
    first = next((at for at, word in enumerate(said) if not is_filler(word)), len(said))
    return any(word.keys & word_set("spending_verbs") for word in said[: first + 1])


def _money(draft: Draft) -> TableColumn | None:
    costs = [one for one in of_dimension("cost", draft.table.columns) if adds_up(one)]
    are_of_pieces = any(map(counts_pieces, draft.table.columns))
    only = costs[0] if len(costs) == 1 and not are_of_pieces else None
    return total_column(draft.table) or only


def _left_or_done(mention: Mention, draft: Draft) -> TableColumn | None:
    """Return the column of amounts that has the root of a verb."""
    named = mention.first(ColumnName) if draft.is_free(mention) else None
    if named is None or not named.is_related or not is_verb(draft.words[mention.start]):
        return None
    is_amount = named.column.type == "number" and adds_up(named.column)
    return named.column if is_amount else None
