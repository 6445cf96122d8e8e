"""Build the tables of a bundle again from its documents, so that queries can be repeated."""

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from workbench.domain.documents import Document
from workbench.domain.run import Run
from workbench.domain.tables import TableSchema, tables_called
from workbench.export.bundle import Content
from workbench.ingest.catalogue import DocumentRecord
from workbench.ingest.tables.build import build_tables, combine_texts, keep_texts, texts_of
from workbench.ingest.tables.stored import read_schemas
from workbench.retrieval.tables.query import TableStore
from workbench.tools.table import TableTool

MOST_CHARACTERS = 30_000_000
"""Text of all documents with rows of the tables that a run asked; a bundle leaves more out."""


def documents_of_tables(
    run: Run, tables: Mapping[str, TableSchema], documents: Mapping[str, Document]
) -> tuple[str, ...]:
    """Return the ids of the documents that hold rows of the tables that a run asked.

    A number rests on all of them, whichever rows are shown. None are returned if they are too long.
    """
    names = dict.fromkeys(one for table in _asked(run, tables) for one in _sources(table))
    held = [one for one in names if one in documents]
    too_long = sum(len(documents[one].text) for one in held) > MOST_CHARACTERS
    return () if too_long else tuple(held)


@contextmanager
def bundled_tables(content: Content) -> Iterator[TableTool | None]:
    """Yield a tool that queries the tables of a bundle; None if it lacks documents of them.

    The rows are read from the texts of the documents, not taken from what the bundle says of them.
    The ids are those of the workspace, where the tables of other documents count too.
    """
    held = {one.id: one for one in content.documents}
    asked = _asked(content.run, content.tables)
    names = {one for table in asked for one in _sources(table)}
    if not names or not names <= held.keys():
        yield None
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        records: dict[str, DocumentRecord] = {}
        for number, name in enumerate(sorted(names)):
            document, stored = held[name], f"stored{number}"
            build_tables(folder, stored, document)
            keep_texts(folder, stored, texts_of(document))
            records[name] = DocumentRecord(stored=stored, content_hash=document.content_hash)
        combine_texts(folder, records)
        built = {_place(one): (one, path) for one, path in read_schemas(folder, records).values()}
        found = {one.id: (one, *built[_place(one)]) for one in asked if _place(one) in built}
        schemas = {name: _renamed(one, known) for name, (known, one, _) in found.items()}
        store = TableStore({name: path for name, (_, _, path) in found.items()})
        try:
            yield TableTool(schemas, store)
        finally:
            store.close()


def _asked(run: Run, tables: Mapping[str, TableSchema]) -> list[TableSchema]:
    """Return the tables that the calls of a run queried."""
    names = [name for call in run.tool_calls for name in call.args.table_names]
    return [table for name in names for table in tables_called(name, tables)]


def _sources(table: TableSchema) -> tuple[str, ...]:
    return tuple(one.document_id for one in table.sources) or (table.document_id,)


def _place(table: TableSchema) -> tuple[object, ...]:
    """Return what distinguishes a table from others, whatever their names."""
    columns = tuple(one.name for one in table.columns)
    return _sources(table), table.sheet, columns


def _renamed(built: TableSchema, known: TableSchema) -> TableSchema:
    """Return a table with the names that plans have for it in the workspace."""
    return built.model_copy(update={"id": known.id, "aliases": known.aliases})
