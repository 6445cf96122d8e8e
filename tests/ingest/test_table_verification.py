"""Stored tables are compared with the text of their documents."""

from pathlib import Path

import duckdb
import pytest

from workbench.domain.documents import Document
from workbench.ingest.catalogue import DocumentRecord
from workbench.ingest.documents import parse_document
from workbench.ingest.tables.build import build_tables, combine_texts, keep_texts, texts_of
from workbench.ingest.tables.verify import combined_problems, table_problems

ROWS = "Region,Amount\nPerm,10.50\nOmsk,20\n"


@pytest.fixture
def document(tmp_path: Path) -> Document:
    found = parse_document("orders.csv", ROWS)
    build_tables(tmp_path, "stored0", found)
    return found


def problems(folder: Path, document: Document) -> str:
    return "\n".join(table_problems(folder, "stored0", document))


def test_sound_tables_and_documents_without_tables_have_no_problems(
    tmp_path: Path, document: Document
) -> None:
    assert problems(tmp_path, document) == ""
    note = parse_document("note.md", "A note.")
    assert list(table_problems(tmp_path, "stored1", note)) == []


@pytest.mark.parametrize(
    "change",
    [
        """UPDATE "orders" SET "Amount" = 11 WHERE "Region" = 'Perm'""",
        """DELETE FROM "orders" WHERE "Region" = 'Perm'""",
        """UPDATE "orders" SET "#start" = 0""",
    ],
)
def test_a_changed_row_is_named(tmp_path: Path, document: Document, change: str) -> None:
    with duckdb.connect(tmp_path / "tables" / "stored0.duckdb") as connection:
        connection.execute(change)
    assert "the rows of its table “orders” are not its own" in problems(tmp_path, document)


def test_a_missing_or_damaged_file_is_named(tmp_path: Path, document: Document) -> None:
    database = tmp_path / "tables" / "stored0.duckdb"
    database.write_bytes(b"not a database")
    assert "orders" in problems(tmp_path, document)
    (tmp_path / "tables" / "stored0.json").unlink()
    assert "0 stored, 1 in the text" in problems(tmp_path, document)


def test_tables_of_another_text_are_named(tmp_path: Path, document: Document) -> None:
    other = parse_document("orders.csv", ROWS.replace("Amount", "Sum"))
    assert "other tables" in problems(tmp_path, other)


FERRY = "# Ferry\n\n| Ticket | Price |\n|---|---|\n| Day | 4 |\n| Week | 22 |\n"


@pytest.fixture
def records(tmp_path: Path) -> dict[str, DocumentRecord]:
    found = parse_document("ferry.md", FERRY)
    keep_texts(tmp_path, "stored0", texts_of(found))
    documents = {"ferry.md": DocumentRecord("stored0", found.content_hash)}
    combine_texts(tmp_path, documents)
    return documents


def test_the_tables_in_texts_are_compared_too(
    tmp_path: Path, records: dict[str, DocumentRecord]
) -> None:
    assert list(combined_problems(tmp_path, records)) == []
    assert problems(tmp_path, parse_document("ferry.md", FERRY)) == ""
    other = parse_document("ferry.md", FERRY.replace("22", "23"))
    assert "other tables than its text" in problems(tmp_path, other)

    (database,) = (tmp_path / "tables").glob("texts-*.duckdb")
    with duckdb.connect(database) as connection:
        connection.execute("""UPDATE "Ferry" SET "Price" = 5 WHERE "Ticket" = 'Day'""")
    (problem,) = combined_problems(tmp_path, records)
    assert "the rows of its table “Ferry” are not its own" in problem

    database.with_suffix(".json").unlink()
    (problem,) = combined_problems(tmp_path, records)
    assert problem == "the tables in the texts of documents are not stored"
