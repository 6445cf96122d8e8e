"""Verify that all parts of an index have the same passages, each found in its document."""

from collections.abc import Iterator
from pathlib import Path

from workbench.errors import StoreError
from workbench.ingest.catalogue import DocumentRecord, IndexState
from workbench.ingest.document_store import DocumentStore
from workbench.ingest.lexical import lexical_folder
from workbench.retrieval.dense import DenseIndex
from workbench.retrieval.lexical import lexical_engine


def index_problems(folder: Path, state: IndexState, dense: DenseIndex | None) -> Iterator[str]:
    """Yield every mismatch between catalogue, stored documents, lexical index and vectors.

    ``dense`` is None without a semantic embedder; then vectors are not checked.
    """
    passages = set(state.passages())
    index = lexical_engine(state.config.lexical).open(lexical_folder(folder, state.lexical))
    yield from _differences("the lexical index", index.ids(), passages)
    if dense is not None:
        yield from _differences("the vector store", dense.ids(), passages)
    library = DocumentStore(folder, state)
    for name, record in state.documents.items():
        yield from _document_problems(library, name, record)


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
