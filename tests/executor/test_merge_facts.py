"""Which facts of several calls are one fact, and which are two."""

from workbench.domain.evidence import Evidence, Passage, TableRows
from workbench.executor.merge_facts import merge
from workbench.tools.protocol import ToolOutcome

TEXT = "A lost key costs 12 crowns."


def passage(document: str) -> Evidence:
    span = Passage(document_id=document, title=document, start=0, end=len(TEXT))
    return Evidence(type="passage", text=TEXT, span=span)


def row(number: int) -> Evidence:
    rows = TableRows(table="keys", document_id="keys.csv", count=1, numbers=(number,))
    return Evidence(type="row", text=TEXT, rows=rows)


def merged(*items: Evidence) -> list[Evidence]:
    outcomes = [ToolOutcome(items=(item,), answered=1) for item in items]
    return list(merge(outcomes, planned=len(outcomes)).items)


def test_the_same_sentence_of_two_documents_keeps_both_sources() -> None:
    assert [one.span and one.span.document_id for one in merged(passage("a"), passage("b"))] == [
        "a",
        "b",
    ]


def test_equal_rows_of_a_table_are_two_facts() -> None:
    first, second = merged(row(2), row(7))

    assert first.id != second.id


def test_what_two_calls_found_in_one_place_is_one_fact() -> None:
    assert len(merged(passage("a"), passage("a"))) == 1
    assert len(merged(row(2), row(2))) == 1
