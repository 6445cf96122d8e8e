"""Read the documents of one index state from disk on access."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import TypeVar

from workbench.domain.documents import Document
from workbench.errors import StoreError
from workbench.i18n.errors import localized
from workbench.ingest.catalogue import IndexState
from workbench.ingest.document_file import read_chunk, read_chunks, read_document
from workbench.ingest.stored_documents import ENTRIES
from workbench.retrieval.passages import IndexedChunk
from workbench.workspace.path_fields import PathFields
from workbench.workspace.schema import MetadataField

T = TypeVar("T")

_CACHED_DOCUMENTS = 256
_CACHED_CHUNKS = 8192
"""Chunks take about 11 KB each with their analysis; reading one takes 25 μs."""


class DocumentStore(Mapping[str, Document]):
    """Documents by id, with their chunks, as indexed."""

    def __init__(
        self, folder: Path, state: IndexState, fields: Mapping[str, MetadataField] | None = None
    ) -> None:
        """``fields`` with patterns add to the metadata that documents state themselves."""
        self._folder = folder / ENTRIES
        self._path_fields = PathFields(fields or {})
        self._records = state.documents
        self._document = lru_cache(maxsize=_CACHED_DOCUMENTS)(
            lambda document_id: self._read(document_id, read_document)
        )
        self._chunk = lru_cache(maxsize=_CACHED_CHUNKS)(self._read_chunk)

    def __getitem__(self, document_id: str) -> Document:
        return self._document(document_id)

    def __iter__(self) -> Iterator[str]:
        return iter(self._records)

    def __len__(self) -> int:
        return len(self._records)

    @cached_property
    def metadata(self) -> Mapping[str, Mapping[str, str]]:
        """The metadata of every document, by document id."""
        return {
            name: {**self._path_fields.of(name), **record.metadata}
            for name, record in self._records.items()
        }

    def document(self, document_id: str) -> Document:
        """Return a document; raises KeyError for an unknown id."""
        return self[document_id]

    def chunks(self, document_id: str) -> Sequence[IndexedChunk]:
        """Return the chunks of a document, in order."""
        return self._read(document_id, read_chunks)

    def chunk(self, document_id: str, number: int) -> IndexedChunk:
        """Return one chunk of a document, without reading the others."""
        return self._chunk(document_id, number)

    def searchable(self, chunk_id: str) -> str:
        """Return the indexed text of a chunk, which is not kept in memory; "" if there is none."""
        place = self.chunk_position(chunk_id)
        return self._read_chunk(*place).searchable if place else ""

    def passages_of(self, documents: Collection[str]) -> frozenset[str]:
        """Return the ids of all chunks of some documents."""
        return frozenset(chunk for name in documents for chunk in self._records[name].chunks)

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

    def _read_chunk(self, document_id: str, number: int) -> IndexedChunk:
        return self._read(document_id, partial(read_chunk, number=number))

    def _read(self, document_id: str, read: Callable[[Path], T]) -> T:
        """Read from the file of a document; raises StoreError if it is missing or damaged."""
        try:
            return read(self._folder / self._records[document_id].stored)
        except (OSError, ValueError) as error:
            raise StoreError(**localized("ingest.no_stored_text", document=document_id)) from error
