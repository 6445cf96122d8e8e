"""Verify that all parts of an index have the same passages, each found in its document."""

from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from workbench.errors import StoreError
from workbench.ingest.catalogue import DocumentRecord, IndexState, QuoteRecord
from workbench.ingest.document_store import DocumentStore
from workbench.ingest.lexical import lexical_folder
from workbench.ingest.quotes import find_quote
from workbench.ingest.tables.verify import combined_problems, table_problems
from workbench.retrieval.dense import DenseIndex
from workbench.retrieval.lexical import lexical_engine


def index_problems(
    folder: Path,
    state: IndexState,
    dense: DenseIndex | None,
    report: Callable[[str, int, int], None] = lambda *_: None,
    pending: Collection[str] = (),
) -> Iterator[str]:
    """Yield every mismatch between catalogue, stored documents, tables, indexes and graph.

    ``dense`` is None without a semantic embedder; then vectors are not checked. ``pending`` are
    passages of a build that was interrupted, whose vectors may already be stored.
    """
    passages = set(state.passages())
    place = lexical_folder(folder, state.lexical)
    if place.is_dir():
        index = lexical_engine(state.config.lexical).open(place)
        yield from _differences("the lexical index", index.ids(), passages)
    else:
        yield "the lexical index is missing"
    if dense is not None:
        yield from _differences(
            "the vector store", dense.ids() - (set(pending) - passages), passages
        )
    library = DocumentStore(folder, state)
    for number, (name, record) in enumerate(state.documents.items(), start=1):
        yield from _document_problems(library, name, record)
        yield from _table_problems(folder, library, name, record)
        report("verify", number, len(state.documents))
    yield from combined_problems(folder, state.documents)
    for quote in state.quotes:
        yield from _quote_problems(library, quote)


def _differences(place: str, held: set[str], wanted: set[str]) -> Iterator[str]:
    if missing := wanted - held:
        yield f"{place} lacks {len(missing)} of {len(wanted)} passages"
    if surplus := held - wanted:
        yield f"{place} holds {len(surplus)} passages that are not in the catalogue"


def _document_problems(library: DocumentStore, name: str, record: DocumentRecord) -> Iterator[str]:
    try:
        document, chunks = library[name], library.chunks(name)
    except StoreError as error:
        yield error.message
        return
    if document.content_hash != record.content_hash:
        yield f"{name} is stored in another version than the catalogue lists"
    if tuple(one.chunk.id for one in chunks) != record.all_chunks:
        yield f"{name} is stored with other passages than the catalogue lists"
    for one in chunks:
        if document.text[one.chunk.start : one.chunk.end] != one.chunk.text:
            yield f"{name}: a passage is not at its offset ({one.chunk.start})"


def _table_problems(
    folder: Path, library: DocumentStore, name: str, record: DocumentRecord
) -> Iterator[str]:
    """Yield what the tables of a document lack; those of a duplicate are its original's."""
    try:
        document = library[name]
    except StoreError:  # reported with the document
        return
    if not record.duplicate_of:
        yield from table_problems(folder, record.stored, document)


def _quote_problems(library: DocumentStore, quote: QuoteRecord) -> Iterator[str]:
    """Yield a problem if a quote of the graph is not where the catalogue says."""
    try:
        text = library[quote.document].text[quote.span.start : quote.span.end]
    except KeyError:
        yield f"the graph quotes {quote.document}, which is not in the catalogue"
        return
    except StoreError:  # reported with the document
        return
    if find_quote(text, quote.quote) is None:
        yield f"{quote.document}: a quote of the graph is not at its offset ({quote.span.start})"
