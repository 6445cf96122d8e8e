"""Read questions of yes or no: "Is A-1 paid?", "Are there cancelled orders in Perm?"."""

from workbench.nlp.grammar import word_set
from workbench.nlp.query_words import asks_yes_or_no
from workbench.planner.tables.columns import identifies
from workbench.planner.tables.draft import Condition, Draft
from workbench.planner.tables.vocabulary import RowName


def read_verdict(draft: Draft) -> None:
    """Separate the conditions that a question asks about from those that select the rows.

    Of one row, "Is A-1 paid?", all but its identifier are asked about; of all rows, "Are all orders
    in Perm paid?", the last condition. Otherwise the question is whether there is such a row.
    """
    is_query = bool(draft.aggregates or draft.groups or draft.order or draft.shown)
    if is_query or not draft.conditions or not _asks(draft):
        return
    first = draft.table.columns[0].name
    keys = [one for one in draft.conditions if identifies(one.filter, draft.table)]
    subject = sorted(keys, key=lambda one: one.filter.column != first)[:1]
    claims = [one for one in draft.conditions if one not in subject]
    if not subject and any(word.keys & word_set("totality") for word in draft.words):
        claims = [max(draft.conditions, key=lambda one: one.mention.start)]
    elif not subject:
        draft.verdict = "any"
        return
    if claims and not any(map(_is_alternative, claims)):
        draft.conditions = [one for one in draft.conditions if one not in claims]
        draft.claims = claims
        draft.verdict = "all"
    columns = [draft.table.columns[0].name, *(one.filter.column for one in claims)]
    draft.columns = list(dict.fromkeys([*columns, *draft.columns]))


def _asks(draft: Draft) -> bool:
    """Whether yes or no is asked for; "and in Perm?" has no rows that it could be about."""
    if draft.has_operator("list") or not asks_yes_or_no(draft.words, draft.reading.text):
        return False
    is_of_row = any(identifies(one.filter, draft.table) for one in draft.conditions)
    opens = asks_yes_or_no(draft.words, "")
    return opens or is_of_row or any(one.has(RowName) for one in draft.mentions)


def _is_alternative(condition: Condition) -> bool:
    """Return True for "paid or cancelled", which neither yes nor no answers."""
    return condition.filter.test == "in"
