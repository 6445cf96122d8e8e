"""Read conditions on values: "paid orders", «кроме Перми», "without comment", "in cash or not"."""

from collections.abc import Iterator, Sequence

from workbench.domain.table_query import TableFilter
from workbench.domain.tables import TableColumn
from workbench.nlp.grammar import word_set
from workbench.nlp.phrase_lists import named_phrases
from workbench.nlp.query_words import query_words
from workbench.planner.tables.columns import flag_filter, label_words, yes_and_no
from workbench.planner.tables.draft import Draft
from workbench.planner.tables.mentions import Mention, of_kind
from workbench.planner.tables.vocabulary import Cell, ColumnName, RowName


def read_values(draft: Draft) -> None:
    """Bind values of columns: of one column together, each other column by itself."""
    chosen: dict[str, list[tuple[Mention, Cell]]] = {}
    denied: list[tuple[Mention, Mention, Cell]] = []
    for mention, _ in of_kind(draft.mentions, Cell):
        if _is_measure(mention) or not draft.is_free(mention) or _is_key(mention, draft):
            continue
        cell = _cell(mention, draft)
        if cell is not None and _means_rows(mention, cell, draft):
            continue
        if cell is None:
            draft.unbound.append(mention)
            continue
        draft.use(*_labels(mention, cell.column, draft))
        if denial := _denial(mention, cell.column, draft):
            denied.append((denial, mention, cell))
        else:
            chosen.setdefault(cell.column.name, []).append((mention, cell))
    for name, cells in chosen.items():
        values = tuple(dict.fromkeys(cell.value for _, cell in cells))
        condition = TableFilter(column=name, test="eq", value=values[0])
        if len(values) > 1:
            condition = TableFilter(column=name, test="in", value=values)
        draft.add_condition(condition, *(mention for mention, _ in cells))
    for denial, mention, cell in denied:
        condition = TableFilter(column=cell.column.name, test="ne", value=cell.value)
        draft.add_condition(condition, mention, denial)


def read_flags(draft: Draft) -> None:
    """Bind the names of columns of yes and no: "cancelled flights", «сделки не в кредит»."""
    flags = [
        (mention, named)
        for mention, named in of_kind(draft.mentions, ColumnName)
        if yes_and_no(named.column) and draft.is_free(mention) and not mention.has(RowName)
    ]
    for column in dict.fromkeys(named.column for _, named in flags):
        own = [(one, named) for one, named in flags if named.column == column]
        _read_flag(column, own, draft)


def _read_flag(
    column: TableColumn, said: Sequence[tuple[Mention, ColumnName]], draft: Draft
) -> None:
    """Bind a column of yes and no by its name, or by parts of it: «нас не рекомендуют».

    "Paid or not paid" names it twice, and leaves the second unbound.
    """
    whole = [one for one, named in said if named.is_whole]
    parts = whole[:1] or [one for one, _ in said]
    denials = [_denial(one, column, draft) for one in parts]
    denial = next(filter(None, denials), None)
    is_denied = denial is not None or any(named.is_denied for one, named in said if one in parts)
    values = yes_and_no(column)
    assert values is not None
    condition = flag_filter(column, values, is_denied=is_denied)
    draft.add_condition(condition, *parts, denial)
    draft.unbound += whole[1:]


def read_presence(draft: Draft) -> None:
    """Bind "without comment" and "empty comment" to rows that have no value there."""
    for mention, named in of_kind(draft.mentions, ColumnName):
        if not draft.is_free(mention) or (mention.has(RowName) and not named.is_whole):
            continue  # "trees without works": of "Type of work", too
        before, after = draft.free_near(mention, -1), draft.free_near(mention, 1)
        absent = before if before is not None and before.is_operator("empty") else None
        if absent is None and after is not None and after.is_operator("empty"):
            beyond = draft.free_near(after, 1)
            if beyond is not None and beyond.has(ColumnName):
                continue  # "which rooms have no known price" says it of the price
            absent = after
        if absent is None and before is not None and before.is_operator("not", "except"):
            absent = before
        if absent is not None and draft.table.is_in_text and not named.column.empty:
            draft.unbound.append(absent)  # «без подписки»: a column of what it costs with one
        elif absent is not None:
            draft.add_condition(_absence(named.column), mention, absent)
        elif named.column.empty and _asks_for_presence(mention, draft):
            filled = TableFilter(column=named.column.name, test="is_empty", value=False)
            draft.add_condition(filled, mention)


def _asks_for_presence(mention: Mention, draft: Draft) -> bool:
    """Whether rows are asked for that have a value there: "which members have a licence"."""
    before = list(draft.words[: mention.start])
    article = before.pop() if before and before[-1].keys & word_set("indefinite_articles") else None
    is_said = bool(before) and bool(before[-1].keys & word_set("possession_verbs"))
    is_with = bool(before) and bool(before[-1].keys & word_set("possession_prepositions"))
    return is_said or (is_with and article is not None)


def _means_rows(mention: Mention, cell: Cell, draft: Draft) -> bool:
    """Whether a word that names the rows stands for a value by its meaning alone.

    In a table of equipment "equipment" is no other word for the value "machine".
    """
    own = {key for word in query_words(cell.value) for key in word.keys}
    said = {key for word in draft.words[mention.start : mention.end] for key in word.keys}
    return mention.has(RowName) and own.isdisjoint(said)


def _is_measure(mention: Mention) -> bool:
    """Return True for a value that is also a column of numbers: "refunds" beside "Refund, $"."""
    named = (one for one in mention.meanings if isinstance(one, ColumnName))
    return any(one.is_whole and one.column.type == "number" for one in named)


def _is_key(mention: Mention, draft: Draft) -> bool:
    """Whether a value of a column with the same name is asked for: "which station", "by station".

    One of the stops in a column "Stop" may be called "Stop".
    """
    before = draft.near(mention, -1)
    is_by = before is not None and before.is_operator("by", "each")
    asks = before is None and all(
        word.keys & word_set("plural_interrogatives") for word in draft.words[: mention.start]
    )
    columns = {one.column.name for one in mention.meanings if isinstance(one, Cell)}
    names = (one for one in mention.meanings if isinstance(one, ColumnName))
    is_named = any(one.column.name in columns for one in names)
    return is_named and (is_by or (asks and mention.start > 0))


def _labels(mention: Mention, column: TableColumn, draft: Draft) -> Iterator[Mention]:
    """Yield the name of a value's column around it: "region Perm", "low priority"."""
    before, after = draft.free_near(mention, -1), draft.free_near(mention, 1)
    if before is not None and _names(before, column):
        yield before
    if after is not None and after.start == mention.end and _names(after, column):
        yield after


def _absence(column: TableColumn) -> TableFilter:
    """Return the condition that there is none: zero in a column of numbers without empty cells."""
    if column.type == "number" and not column.empty and column.least == "0":
        return TableFilter(column=column.name, value=0)
    return TableFilter(column=column.name, test="is_empty")


def _cell(mention: Mention, draft: Draft) -> Cell | None:
    """Return the value that a mention means; of several columns, that of the one beside it."""
    cells = [one for one in mention.meanings if isinstance(one, Cell)]
    if len({cell.column.name for cell in cells}) == 1:
        return cells[0]
    sides = (draft.free_near(mention, -1), draft.free_near(mention, 1))
    beside = [cell for cell in cells for side in sides if side and _names(side, cell.column)]
    return beside[0] if beside else _by_preposition(mention, cells, draft)


def _by_preposition(mention: Mention, cells: list[Cell], draft: Draft) -> Cell | None:
    """Return the value of the column that the word before leads to: "from Oslo" of "origin"."""
    before = draft.words[max(0, mention.start - 1) : mention.start]
    said = {one.name for one in named_phrases(before, "way_words")}
    fitting = [
        cell
        for cell in cells
        if said & {one.name for one in named_phrases(label_words(cell.column), "way_words")}
    ]
    return fitting[0] if len(fitting) == 1 else None


def _denial(mention: Mention, column: TableColumn, draft: Draft) -> Mention | None:
    """Return the word that denies a value: "not cancelled"; "except A and B" denies both."""
    first, before = mention, draft.near(mention, -1)
    while before is not None and (before.has(Cell) or _names(before, column)):
        if before.has(Cell) and not _are_joined(before, first, draft):
            return None
        first, before = before, draft.near(before, -1)
    if before is not None and before.is_operator("since"):  # "not from Oslo"
        before = draft.near(before, -1)
    return before if before is not None and before.is_operator("not", "except") else None


def _are_joined(one: Mention, other: Mention, draft: Draft) -> bool:
    between = draft.words[one.end : other.start]
    return all(word.keys & word_set("joining_words") for word in between)


def _names(mention: Mention, column: TableColumn) -> bool:
    named = [one for one in mention.meanings if isinstance(one, ColumnName)]
    return any(one.column.name == column.name for one in named) and not (
        mention.first(RowName) is not None and len(named) != 1
    )
