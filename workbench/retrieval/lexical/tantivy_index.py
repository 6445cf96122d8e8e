"""The default lexical index: tantivy on disk over pre-tokenised fields."""

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import tantivy

from workbench.errors import StoreError
from workbench.i18n.errors import localized
from workbench.retrieval.lexical.protocol import FIELDS, Field, Hit, IndexedPassage

_CACHED_FILTERS = 64
_CACHED_TOKENS = 20_000
"""Tokens whose document frequency is kept: about 3 MB."""
_HEAP_BYTES = 64_000_000
"""Memory of the index writer; tantivy requires 15 MB per thread."""


class TantivyIndex:
    """A tantivy index opened for reading."""

    def __init__(self, index: tantivy.Index, links: TemporaryDirectory[str] | None) -> None:
        """Open a reader; ``links`` is the folder of ``_linked``, deleted with the index."""
        self._links = links
        self._schema = index.schema
        self._searcher = index.searcher()
        self._ids: dict[tuple[int, int], str] = {}
        self._frequency = lru_cache(maxsize=_CACHED_TOKENS)(self._searcher.doc_freq)
        self._of_documents = lru_cache(maxsize=_CACHED_FILTERS)(self._filter)

    def __len__(self) -> int:
        return self._searcher.num_docs

    def ids(self) -> set[str]:
        """Return the ids of all passages."""
        found = self._searcher.search(tantivy.Query.all_query(), max(len(self), 1), count=False)
        return {self._searcher.doc(place)["id"][0] for _, place in found.hits}

    def search(
        self,
        field: Field,
        tokens: Sequence[str],
        *,
        limit: int,
        documents: Collection[str] | None = None,
    ) -> list[Hit]:
        """Return the best passages by one field, best first."""
        if not tokens or not len(self) or limit < 1:
            return []
        query = self._query(field, tokens, documents)
        try:
            found = self._searcher.search(query, limit, count=False).hits
            hits = [Hit(self._id(place), score) for score, place in found]
        except (ValueError, OSError) as error:
            raise _damaged(error) from error
        return sorted(hits, key=lambda hit: (-hit.score, hit.id))

    def _id(self, place: tantivy.DocAddress) -> str:
        """Return the id of a passage, which is read from its stored document once."""
        key = place.segment_ord, place.doc
        known = self._ids.get(key)
        if known is None:
            known = self._ids[key] = str(self._searcher.doc(place)["id"][0])
        return known

    def document_frequency(self, field: Field, token: str) -> int:
        """Return the number of passages with a token, deleted ones included until a rebuild."""
        return self._frequency(field, token)

    def _query(
        self, field: Field, tokens: Sequence[str], documents: Collection[str] | None
    ) -> tantivy.Query:
        any_token = tantivy.Query.boolean_query(
            [
                (tantivy.Occur.Should, self._term(field, token, count))
                for token, count in Counter(tokens).items()
            ]
        )
        if documents is None:
            return any_token
        allowed = self._of_documents(frozenset(documents))
        return tantivy.Query.boolean_query(
            [(tantivy.Occur.Must, any_token), (tantivy.Occur.Must, allowed)]
        )

    def _filter(self, documents: frozenset[str]) -> tantivy.Query:
        found = tantivy.Query.term_set_query(self._schema, "document", list(documents))
        return tantivy.Query.const_score_query(found, 0.0)

    def _term(self, field: Field, token: str, count: int) -> tantivy.Query:
        query = tantivy.Query.term_query(self._schema, field, token, "freq")
        return query if count == 1 else tantivy.Query.boost_query(query, float(count))


class TantivyEngine:
    """Writes and opens tantivy indexes; commits are atomic."""

    name = "tantivy"

    def write(
        self, folder: Path, *, add: Iterable[IndexedPassage], remove: Collection[str] = ()
    ) -> None:
        """Remove all passages of the documents in ``remove``, then add passages, in one commit."""
        folder.mkdir(parents=True, exist_ok=True)
        try:
            writer = tantivy.Index(_schema(), str(folder)).writer(_HEAP_BYTES, num_threads=1)
        except (ValueError, OSError) as error:
            raise _damaged(error) from error
        for document_id in remove:
            writer.delete_documents_by_term("document", document_id)
        for passage in add:
            _write(writer.add_document, _document(passage))
        _write(writer.commit)
        _write(writer.wait_merging_threads)

    def open(self, folder: Path) -> TantivyIndex:
        """Open an index for reading; raises StoreError if it is damaged."""
        try:
            links = None if os.access(folder, os.W_OK) else _linked(folder)
            return TantivyIndex(tantivy.Index.open(links.name if links else str(folder)), links)
        except (ValueError, OSError) as error:
            raise _damaged(error) from error


def _linked(folder: Path) -> TemporaryDirectory[str]:
    """Return a temporary folder with symbolic links to the files of a read-only index.

    tantivy writes lock files (``.tantivy-meta.lock``) next to an index even for reading.
    """
    files = list(folder.iterdir())
    links = TemporaryDirectory(prefix="workbench-index-")
    for file in files:
        if file.suffix != ".lock":
            (Path(links.name) / file.name).symlink_to(file.absolute())
    return links


def _write(call: Callable[..., object], *args: object) -> None:
    """Call a method of the writer; raises StoreError, as tantivy has ValueError for a full disk."""
    try:
        call(*args)
    except (ValueError, OSError) as error:
        raise StoreError(
            **localized("retrieval.lexical_not_written", detail=str(error)), retryable=True
        ) from error


def _damaged(error: Exception) -> StoreError:
    return StoreError(**localized("retrieval.damaged_index", detail=str(error)))


@cache
def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    for name in ("id", "document"):
        builder.add_text_field(
            name, stored=name == "id", tokenizer_name="raw", index_option="basic"
        )
    for field in FIELDS:
        builder.add_text_field(field, tokenizer_name="whitespace", index_option="freq")
    return builder.build()


def _document(passage: IndexedPassage) -> tantivy.Document:
    document = tantivy.Document()
    document.add_text("id", passage.id)
    document.add_text("document", passage.document_id)
    for field, tokens in zip(FIELDS, (passage.words, passage.characters), strict=True):
        # tantivy splits at white space; a PreTokenizedString gives the same four times slower.
        document.add_text(field, tokens)
    return document
