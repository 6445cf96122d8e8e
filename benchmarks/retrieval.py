"""Measure ranking and relevance, compared with rank-bm25 on white-space tokens.

    python -m benchmarks.retrieval DATA [--sweep]

DATA holds pairs of files: `<name>_<language>.docs.jsonl` with lines {"id", "text"}, and
`<name>_<language>.queries.jsonl` with lines {"id", "text", "rel": {document id: grade}} and, where
known, the "answer". Exits with 1 when a ranking misses its minimum. DATA is not copied.
"""

import argparse
import asyncio
import json
import math
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rank_bm25 import BM25Okapi

from workbench.domain.documents import Document
from workbench.ingest.chunks import chunk_document
from workbench.retrieval.analysis import analyse
from workbench.retrieval.channels import Channels
from workbench.retrieval.fusion import fuse
from workbench.retrieval.lexical import ENGINES, lexical_engine
from workbench.retrieval.lexical.protocol import IndexedPassage
from workbench.retrieval.passages import IndexedChunk
from workbench.retrieval.relevance import QueryTerms
from workbench.retrieval.search import Retriever
from workbench.workspace.schema import ChannelWeights, RetrievalSpec

BARS = {"en": 0.975, "ru": 0.972}
"""Minimum nDCG@10 of a whole search, by language."""
MOST_DRAG = 0.01
"""How far the fusion of the channels may stay below the better one."""
DEPTH = 10
"""Ranks that count: nDCG@10 and recall@10."""
ARTICLE = 5
"""Adjacent documents of the file that belong to one article."""
READ_WORDS = 480
"""Words of the ranked passages that are searched for the answer in a sweep."""

Ranked = Callable[[str], Sequence[str]]


@dataclass(frozen=True)
class Query:
    """A question, the documents that answer it, and the answer where it is known."""

    text: str
    relevant: Mapping[str, float]
    answer: str


@dataclass(frozen=True)
class DataSet:
    """Documents and questions in one language."""

    name: str
    language: str
    documents: Mapping[str, str]
    queries: Sequence[Query]


class Texts:
    """A PassageSource over plain texts, split into chunks."""

    def __init__(self, texts: Mapping[str, str], chunk_words: int = 1000) -> None:
        self._documents = {
            name: Document(id=name, title="", text=text, content_hash="")
            for name, text in texts.items()
        }
        self._chunks = {
            name: chunk_document(document, chunk_words)
            for name, document in self._documents.items()
        }
        self._places = {
            indexed.chunk.id: (name, number)
            for name, chunks in self._chunks.items()
            for number, indexed in enumerate(chunks)
        }
        self.metadata: Mapping[str, Mapping[str, str]] = {name: {} for name in texts}

    def document(self, document_id: str) -> Document:
        return self._documents[document_id]

    def chunks(self, document_id: str) -> Sequence[IndexedChunk]:
        return self._chunks[document_id]

    def chunk(self, document_id: str, number: int) -> IndexedChunk:
        return self._chunks[document_id][number]

    def passages_of(self, documents: Collection[str]) -> frozenset[str]:
        return frozenset(one.chunk.id for name in documents for one in self._chunks[name])

    def chunk_position(self, chunk_id: str) -> tuple[str, int] | None:
        return self._places.get(chunk_id)

    def indexed(self) -> Iterable[IndexedPassage]:
        """Yield the chunks as passages of a lexical index."""
        for name, chunks in self._chunks.items():
            for indexed in chunks:
                words = indexed.words
                yield IndexedPassage(indexed.chunk.id, name, words.words, words.characters)


class Bench:
    """An index over texts, with rankings by channel."""

    def __init__(
        self, texts: Mapping[str, str], *, engine: str = "tantivy", spec: RetrievalSpec
    ) -> None:
        self.source = Texts(texts, spec.chunk_words)
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        folder = Path(self._folder.name)
        lexical_engine(engine).write(folder, add=self.source.indexed())
        self._spec = spec
        self.channels = Channels(lexical_engine(engine).open(folder), spec.weights)
        self.retriever = Retriever(self.source, self.channels, spec)

    def channel(self, *names: str) -> Ranked:
        """Rank with the named channels only, without relevance and deduplication."""

        def ranked(query: str) -> list[str]:
            weights = self.channels.channel_weights(names)
            forms = analyse(query)
            found = [self.channels.ranking(n, weights[n], forms, None) for n in weights]
            fused = fuse(found, self._spec.fusion)[:DEPTH]
            return [place[0] for hit in fused if (place := self.source.chunk_position(hit.id))]

        return ranked

    def search(self, query: str) -> list[str]:
        """Rank with the whole retriever."""
        report = asyncio.run(self.retriever.search_with_report(query, top_k=DEPTH, floor=0.0))
        return [found.span.document_id for found in report.passages if found.span]


def read_sets(folder: Path) -> list[DataSet]:
    """Read every data set of a folder."""
    return [_read_set(path) for path in sorted(folder.glob("*_??.docs.jsonl"))]


def _read_set(path: Path) -> DataSet:
    name = path.name.removesuffix(".docs.jsonl")
    documents = {row["id"]: row["text"] for row in _rows(path)}
    queries = [
        Query(row["text"], row["rel"], str(row.get("answer", "")))
        for row in _rows(path.with_name(f"{name}.queries.jsonl"))
    ]
    return DataSet(name, name[-2:], documents, queries)


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def ndcg(ranked: Sequence[str], relevant: Mapping[str, float]) -> float:
    """Return nDCG at DEPTH; 0 for a question without a hit."""
    gains = [relevant.get(name, 0) / math.log2(n + 2) for n, name in enumerate(ranked[:DEPTH])]
    best = sorted(relevant.values(), reverse=True)[:DEPTH]
    ideal = sum(grade / math.log2(n + 2) for n, grade in enumerate(best))
    return sum(gains) / ideal if ideal else 0.0


def recall(ranked: Sequence[str], relevant: Mapping[str, float]) -> float:
    """Return the share of the relevant documents among the first DEPTH."""
    wanted = {name for name, grade in relevant.items() if grade > 0}
    return len(wanted & {*ranked[:DEPTH]}) / len(wanted) if wanted else 0.0


def white_space_bm25(data: DataSet) -> Ranked:
    """Build the baseline: rank-bm25 as in its README."""
    names = list(data.documents)
    model = BM25Okapi([text.lower().split() for text in data.documents.values()])

    def ranked(query: str) -> list[str]:
        scores = model.get_scores(query.lower().split())
        return [names[row] for row in scores.argsort()[::-1][:DEPTH]]

    return ranked


def measured(ranked: Ranked, queries: Sequence[Query]) -> tuple[float, float, float]:
    """Return mean nDCG, mean recall, and milliseconds per question."""
    began = time.perf_counter()
    found = [ranked(query.text) for query in queries]
    spent = (time.perf_counter() - began) * 1000 / len(queries)
    pairs = list(zip(found, queries, strict=True))
    return (
        statistics.fmean(ndcg(names, query.relevant) for names, query in pairs),
        statistics.fmean(recall(names, query.relevant) for names, query in pairs),
        spent,
    )


def rankings(data: DataSet, spec: RetrievalSpec) -> bool:
    """Print the scores of each ranking on the odd questions; False when a minimum is missed.

    The weights of the fusion were chosen on the even ones.
    """
    queries = data.queries[1::2]
    ways: dict[str, Ranked] = {"rank-bm25, white space": white_space_bm25(data)}
    for engine in ENGINES:
        bench = Bench(data.documents, engine=engine, spec=spec)
        ways |= {
            f"words ({engine})": bench.channel("words"),
            f"characters ({engine})": bench.channel("characters"),
            f"words + characters ({engine})": bench.channel("words", "characters"),
            f"search ({engine})": bench.search,
        }
    print(f"\n{data.name}: {len(data.documents)} documents, {len(queries)} questions")
    print(f"{'':34}{'nDCG@10':>9}{'ratio':>7}{'recall@10':>11}{'ratio':>7}{'ms':>8}")
    base: tuple[float, float] = (1.0, 1.0)
    fine = True
    gains: dict[str, float] = {}
    for name, ranked in ways.items():
        gain, found, spent = measured(ranked, queries)
        gains[name] = gain
        base = (gain, found) if name.startswith("rank-bm25") else base
        ratios = gain / base[0], found / base[1]
        print(f"{name:34}{gain:9.3f}{ratios[0]:7.2f}{found:11.3f}{ratios[1]:7.2f}{spent:8.2f}")
        if name.startswith("search"):
            fine &= gain >= BARS.get(data.language, 0.0)
    for engine in ENGINES:
        best = max(gains[f"{channel} ({engine})"] for channel in ("words", "characters"))
        fine &= gains[f"words + characters ({engine})"] >= best - MOST_DRAG
    return fine


def judgements(data: DataSet, spec: RetrievalSpec) -> None:
    """Print how relevance separates questions about the documents from unrelated questions."""
    names = list(data.documents)
    kept = {name for n, name in enumerate(names) if (n // ARTICLE) % 2 == 0}
    bench = Bench({n: t for n, t in data.documents.items() if n in kept}, spec=spec)
    related = [query for query in data.queries if kept & query.relevant.keys()]
    unrelated = [query for query in data.queries if not kept & query.relevant.keys()]
    gold = [_gold_relevance(bench, query) for query in related]
    best = [asyncio.run(bench.retriever.best_relevance(query.text)) for query in unrelated]
    wins = sum((g > b) + 0.5 * (g == b) for g in gold for b in best) / (len(gold) * len(best))
    floor = spec.relevance_floor
    print(f"relevance, floor {floor}: half of the documents, questions of both halves")
    print(
        f"  passages that answer above it {share(gold, floor):.3f}, "
        f"unrelated questions below it {1 - share(best, floor):.3f}, "
        f"median {statistics.median(gold):.2f} / {statistics.median(best):.2f}, AUROC {wins:.3f}"
    )


def _gold_relevance(bench: Bench, query: Query) -> float:
    terms = QueryTerms.of(query.text, analyse(query.text), bench.channels.lexical)
    return max(
        terms.relevances([indexed.words])[0]
        for name in query.relevant
        if name in bench.source.metadata
        for indexed in bench.source.chunks(name)
    )


def share(values: Sequence[float], least: float) -> float:
    """Return the share of values that reach a floor."""
    return sum(value >= least for value in values) / len(values)


def sweep(data: DataSet) -> None:
    """Print the scores for several channel weights and chunk sizes."""
    print("weight of characters -> nDCG@10 of words + characters")
    for weight in (0.0, 0.25, 0.5, 0.75, 1.0, 1.5):
        spec = RetrievalSpec(chunk_words=1000, weights=ChannelWeights(words=1.0, characters=weight))
        bench = Bench(data.documents, spec=spec)
        gain, found, _ = measured(bench.channel("words", "characters"), data.queries)
        print(f"  {weight:4.2f}{gain:9.4f}{found:9.4f}")
    print(f"chunk_words -> questions whose answer is in the first {READ_WORDS} words read")
    names = list(data.documents)
    articles = {
        names[n]: "\n\n".join(data.documents[name] for name in names[n : n + ARTICLE])
        for n in range(0, len(names), ARTICLE)
    }
    for size in (40, 80, 120, 160, 240, 320):
        bench = Bench(articles, spec=RetrievalSpec(chunk_words=size))
        hits = [_is_read(bench, query) for query in data.queries if query.answer]
        print(f"  {size:4}{statistics.fmean(hits):9.4f}")


def _is_read(bench: Bench, query: Query) -> bool:
    report = asyncio.run(bench.retriever.search_with_report(query.text, top_k=DEPTH, floor=0.0))
    words = " ".join(" ".join((found.text or "").split()) for found in report.passages).split()
    return " ".join(query.answer.split()) in " ".join(words[:READ_WORDS])


def main() -> int:
    """Print the figures; return 1 when a ranking misses its minimum."""
    parser = argparse.ArgumentParser(description="Ranking and relevance on public sets.")
    parser.add_argument("data", nargs="?", help="folder of sets; without it nothing is measured")
    parser.add_argument("--sweep", action="store_true", help="also try weights and chunk sizes")
    arguments = parser.parse_args()
    sets = read_sets(Path(arguments.data)) if arguments.data else []
    if not sets:
        print("retrieval: not measured (no sets in DATA)")
        return 0
    spec = RetrievalSpec(chunk_words=1000)
    fine = True
    for data in sets:
        fine &= rankings(data, spec)
        judgements(data, spec)
        if arguments.sweep:
            sweep(data)
    print(f"\n{'all minimums met' if fine else 'below the minimum'}: {BARS}")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
