"""Questions read against tables that are given as the text of their files."""

from collections.abc import Mapping
from pathlib import Path

from tests.support.tables import table_workspace
from workbench.planner.tables.read_question import TableReading, read_question
from workbench.planner.tables.vocabulary import TableVocabulary


def table_vocabularies(
    folder: Path, files: Mapping[str, str | bytes]
) -> dict[str, TableVocabulary]:
    """Return the vocabulary of each table by its name: that of ``deals.csv`` is "deals"."""
    workspace, _ = table_workspace(folder, files)
    return {name: TableVocabulary(table) for name, table in workspace.tables.items()}


def reading_of(
    vocabularies: Mapping[str, TableVocabulary], table: str, question: str
) -> TableReading:
    """Return the reading of a question that is about a table."""
    reading = read_question(question, vocabularies[table])
    assert reading is not None
    return reading
