"""Read "where": the columns that tell the place of the rows, or the place that has the most."""

from workbench.domain.table_query import GroupKey
from workbench.nlp.grammar import word_set
from workbench.nlp.query_words import has_listed_form
from workbench.planner.tables.columns import label_words
from workbench.planner.tables.draft import Draft


def group_by_place(draft: Draft) -> None:
    """Group by the only column of places: "Where were the most orders placed?"."""
    places = _places(draft)
    for mention in draft.operators("where"):
        if draft.groups:
            draft.use(mention)
        elif len(places) == 1 and draft.has_superlative() and draft.target() is None:
            draft.groups.append(GroupKey(column=places[0]))
            draft.use(mention)


def read_where(draft: Draft) -> None:
    """Take the columns of places as those to show for "where", with a verb that only links.

    «Где стоит» asks for no price, although «стоит» may name one.
    """
    places = _places(draft)
    for mention in draft.operators("where") if places and draft.conditions else ():
        draft.shown += places
        draft.asks_measure = True
        draft.use(mention)
        for other in draft.mentions:
            said = draft.words[other.start : other.end]
            if all(has_listed_form(word, "linking_verbs") for word in said):
                draft.use(other)


def _places(draft: Draft) -> list[str]:
    return [
        column.name
        for column in draft.table.columns
        if any(word.keys & word_set("place_columns") for word in label_words(column))
    ]
