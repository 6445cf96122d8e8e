"""Read the documents of one index state from disk on access."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path

from pydantic import ValidationError

from workbench.domain.documents import Document
from workbench.errors import StoreError
from workbench.i18n.errors import localized
from workbench.ingest.catalogue import IndexState
from workbench.ingest.stored_documents import ENTRIES, StoredDocument
from workbench.retrieval.passages import IndexedChunk

_CACHE_SIZE = 1024
"""Documents."""


class DocumentStore(Mapping[str, Document]):
    """Documents by id, with their chunks, as indexed."""

    def __init__(self, folder: Path, state: IndexState) -> None:
        self._folder = folder / ENTRIES
        self._records = state.documents
        self._open = lru_cache(maxsize=_CACHE_SIZE)(self._read)

    def __getitem__(self, document_id: str) -> Document:
        return self._open(document_id)[0]

    def __iter__(self) -> Iterator[str]:
        return iter(self._records)

    def __len__(self) -> int:
        return len(self._records)

    @cached_property
    def metadata(self) -> Mapping[str, Mapping[str, str]]:
        """The metadata of every document, by document id."""
        return {name: record.metadata for name, record in self._records.items()}

    def document(self, document_id: str) -> Document:
        """Return a document; raises KeyError for an unknown id."""
        return self[document_id]

    def chunks(self, document_id: str) -> Sequence[IndexedChunk]:
        """Return the chunks of a document, in order."""
        return self._open(document_id)[1]

    def chunk(self, document_id: str, number: int) -> IndexedChunk:
        """Return one chunk of a document."""
        return self.chunks(document_id)[number]

    def chunk_position(self, chunk_id: str) -> tuple[str, int] | None:
        """Return a chunk's document id and index in it; None for a chunk of another state."""
        return self._places.get(chunk_id)

    @cached_property
    def _places(self) -> Mapping[str, tuple[str, int]]:
        return {
            chunk: (name, number)
            for name, record in self._records.items()
            for number, chunk in enumerate(record.chunks)
        }

    def _read(self, document_id: str) -> tuple[Document, tuple[IndexedChunk, ...]]:
        stored = self._records[document_id].stored
        try:
            kept = StoredDocument.model_validate_json((self._folder / stored).read_bytes())
        except (OSError, ValidationError) as error:
            raise StoreError(**localized("ingest.no_stored_text", document=document_id)) from error
        return kept.document, kept.indexed_chunks()
