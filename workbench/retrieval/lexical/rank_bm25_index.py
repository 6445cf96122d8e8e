"""The reference lexical index: rank-bm25 with Lucene's idf, which ranks like tantivy."""

import json
import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict
from functools import cached_property
from pathlib import Path

import numpy as np
from rank_bm25 import BM25Okapi

from workbench.errors import StoreError
from workbench.i18n.errors import localized
from workbench.retrieval.lexical.protocol import FIELDS, K1, B, Field, Hit, IndexedPassage

_FILE = "passages.jsonl"


class LuceneBM25(BM25Okapi):  # type: ignore[misc]  # the library ships no types
    """rank-bm25 with Lucene's idf; the library's own is negative for common words."""

    def __init__(self, corpus: Sequence[Sequence[str]]) -> None:
        super().__init__(corpus, k1=K1, b=B)

    def _calc_idf(self, nd: dict[str, int]) -> None:
        self.frequency = nd
        for word, count in nd.items():
            self.idf[word] = math.log1p((self.corpus_size - count + 0.5) / (count + 0.5))


class RankBM25Index:
    """An in-memory index that scores every passage; for small libraries and comparisons."""

    def __init__(self, passages: Sequence[IndexedPassage]) -> None:
        self._passages = passages

    def __len__(self) -> int:
        return len(self._passages)

    def ids(self) -> set[str]:
        """Return the ids of all passages."""
        return {passage.id for passage in self._passages}

    def search(
        self,
        field: Field,
        tokens: Sequence[str],
        *,
        limit: int,
        documents: Collection[str] | None = None,
    ) -> list[Hit]:
        """Return the best passages by one field, best first."""
        model = self._models.get(field)
        known = [token for token in tokens if model is not None and token in model.idf]
        if model is None or not known:
            return []
        rows = self._rows(documents)
        scores = np.asarray(model.get_batch_scores(known, rows))
        hits = [
            Hit(self._passages[row].id, float(score))
            for row, score in zip(rows, scores, strict=True)
            if score > 0
        ]
        return sorted(hits, key=lambda hit: (-hit.score, hit.id))[:limit]

    def document_frequency(self, field: Field, token: str) -> int:
        """Return the number of passages that contain a token."""
        model = self._models.get(field)
        return model.frequency.get(token, 0) if model is not None else 0

    def _rows(self, documents: Collection[str] | None) -> list[int]:
        if documents is None:
            return list(range(len(self._passages)))
        allowed = frozenset(documents)
        return [row for row, p in enumerate(self._passages) if p.document_id in allowed]

    @cached_property
    def _models(self) -> dict[Field, LuceneBM25]:
        """Models by field; fields without tokens have none, as the library would divide by zero."""
        corpora = {field: [getattr(p, field).split() for p in self._passages] for field in FIELDS}
        return {field: LuceneBM25(corpus) for field, corpus in corpora.items() if any(corpus)}


class RankBM25Engine:
    """Keeps the tokens in one file and rewrites it on every change."""

    name = "rank_bm25"

    def write(
        self, folder: Path, *, add: Iterable[IndexedPassage], remove: Collection[str] = ()
    ) -> None:
        """Remove all passages of the documents in ``remove``, then add passages."""
        folder.mkdir(parents=True, exist_ok=True)
        removed = frozenset(remove)
        kept = [p for p in _read(folder / _FILE) if p.document_id not in removed]
        lines = [json.dumps(asdict(p), ensure_ascii=False) for p in (*kept, *add)]
        fresh = folder / f"{_FILE}.new"
        fresh.write_text("".join(line + "\n" for line in lines), "utf-8")
        fresh.replace(folder / _FILE)

    def open(self, folder: Path) -> RankBM25Index:
        """Open an index for reading; raises StoreError if it is missing or damaged."""
        if not (folder / _FILE).is_file():
            raise StoreError(**localized("retrieval.no_lexical_index", folder=folder.name))
        return RankBM25Index(_read(folder / _FILE))


def _read(file: Path) -> list[IndexedPassage]:
    if not file.is_file():
        return []
    try:
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        return [
            IndexedPassage(r["id"], r["document_id"], r["words"], r["characters"]) for r in rows
        ]
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(**localized("retrieval.damaged_index", detail=str(error))) from error
