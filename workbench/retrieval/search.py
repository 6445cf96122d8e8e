"""Search a library: fuse the channels, score relevance, remove repetitions and join neighbours."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import zip_longest
from typing import TypeVar

from workbench.domain.evidence import Evidence, StageError
from workbench.domain.plan import Filters
from workbench.errors import InputError, ProviderError, StoreError
from workbench.i18n.errors import localized
from workbench.logs import log
from workbench.nlp.name_folding import fold
from workbench.nlp.terms import Term
from workbench.retrieval.analysis import TextForms, analyse
from workbench.retrieval.channels import CHANNELS, DENSE, Channels, QueryVector
from workbench.retrieval.definitions import defined_terms, defining_share
from workbench.retrieval.embedders import Embedder
from workbench.retrieval.filters import Allowed, DocumentFilter, check_filters, filter_values
from workbench.retrieval.fusion import Fused, fuse
from workbench.retrieval.opening_fields import opening_fields
from workbench.retrieval.passages import PassageSource
from workbench.retrieval.relevance import QueryTerms, semantic_relevance, unseen_words
from workbench.retrieval.result_passages import (
    Candidate,
    with_neighbours_joined,
    with_variants_last,
    without_repetitions,
)
from workbench.retrieval.sibling_sections import sibling_sections
from workbench.retrieval.worker_threads import run_in_thread, search_threads
from workbench.workspace.schema import RetrievalPreset, RetrievalSpec

T = TypeVar("T")

# Weights in the sort key, beside 1 for the share of the best fused score. Found on the even
# questions of XQuAD in English and Russian; the odd ones gain as much.
RELEVANCE_WEIGHT = 0.5
ADJACENCY_WEIGHT = 0.2
DEFINITION_WEIGHT = 0.5
"""Weight of a passage that defines the term whose meaning is asked for."""

# Relevance is scored for 3 x top_k passages, and for 15 at least: repeated ones are dropped later.
_MIN_SCORED = 15
_SCORED_PER_RESULT = 3
_SCORED_FOR_DEFINITION = 4
"""So many times more where a meaning is asked for: the definition of "covered work" has it once,
and whole sections of a licence have it again and again."""


@dataclass(frozen=True)
class SearchReport:
    """The passages found, and those omitted with the reason."""

    passages: tuple[Evidence, ...] = ()
    below_floor: tuple[Evidence, ...] = ()
    """Passages whose relevance is below the floor; they do not count as found."""
    repetitions: tuple[Evidence, ...] = ()
    """Passages that repeat a better one."""
    fused: Mapping[str, float] = field(default_factory=dict)
    """The fused score of each passage, by the id of its evidence."""
    documents: int = 0
    """Number of documents that match the filters."""
    compared: Mapping[str, "SearchReport"] = field(default_factory=dict)
    """Reports by value, if a filter lists several values; else empty."""
    unseen: tuple[str, ...] = ()
    """Words of a query without passages that are in none, nor is one that stands for them."""
    outage: StageError | None = None
    """The error of the embedder or vector store, if the search fell back to the other channels."""


@dataclass(frozen=True)
class _Query:
    """A query with its vector and the parameters of the search."""

    text: str
    top_k: int
    channels: Mapping[str, float]
    floor: float = 0.0
    forms: TextForms = field(default_factory=TextForms)
    terms: QueryTerms = field(default_factory=lambda: QueryTerms({}))
    vector: QueryVector = None


class Retriever:
    """Searches one library: awaits the query's vector, then searches the indexes.

    Serves any number of event loops. Searches of a run are given the run's ``embedder``, which
    records and replays query vectors; others use the library's own.
    """

    def __init__(
        self,
        source: PassageSource,
        channels: Channels,
        spec: RetrievalSpec,
        *,
        fields: Collection[str] = (),
        subjects: Collection[str] = (),
    ) -> None:
        """Create a retriever for a library.

        Args:
            source: documents and chunks.
            channels: the indexes.
            spec: the workspace's retrieval settings.
            fields: metadata fields to filter by, in addition to those of the documents.
            subjects: names of what all documents are about.
        """
        self._subjects = frozenset(word for name in subjects for word in fold(name).split())
        self._source = source
        self._channels = channels
        self._spec = spec
        self._filter = DocumentFilter(source)
        self._fields = {*fields, *(name for one in source.metadata.values() for name in one)}

    def with_preset(self, preset: RetrievalPreset) -> "Retriever":
        """Return a retriever over the same indexes with other settings."""
        changed = copy(self)
        changed._spec = self._spec.with_preset(preset)
        changed._channels = replace(self._channels, weights=preset.weights)
        return changed

    @property
    def channels(self) -> tuple[str, ...]:
        """The channels that this library has: ``dense`` only with a semantic embedder."""
        return tuple(name for name in CHANNELS if name != DENSE or self._channels.is_semantic)

    async def search(
        self,
        query: str,
        filters: Filters | None = None,
        doc_types: Sequence[str] = (),
        top_k: int | None = None,
    ) -> list[Evidence]:
        """Return the ranking, best first, without a relevance floor.

        This is for inspecting the index; ``search_with_report`` applies the floor.
        """
        report = await self.search_with_report(
            query, filters=filters, doc_types=doc_types, top_k=top_k, floor=0.0
        )
        return list(report.passages)

    async def best_relevance(self, query: str, embedder: Embedder | None = None) -> float:
        """Return the highest relevance of any passage, on 0-1; low for an off-topic question."""
        best = await self._best(query, embedder)
        return best.relevance if best is not None else 0.0

    async def best_document(self, query: str, embedder: Embedder | None = None) -> str:
        """Return the id of the document with the most relevant passage; empty if none has any."""
        best = await self._best(query, embedder)
        return best.document_id if best is not None else ""

    async def _best(self, query: str, embedder: Embedder | None) -> Candidate | None:
        wanted = _Query(query, 1, self._channels.channel_weights(None))
        scored, _ = await self._run(wanted, embedder, lambda query: self._candidates(query, None))
        return max(scored, key=lambda found: found.relevance, default=None)

    async def search_with_report(
        self,
        query: str,
        *,
        filters: Filters | None = None,
        doc_types: Sequence[str] = (),
        top_k: int | None = None,
        channels: Sequence[str] | None = None,
        floor: float | None = None,
        embedder: Embedder | None = None,
    ) -> SearchReport:
        """Search, and report the passages that were omitted.

        A filter with a list of values is a comparison: each value gets its share of the passages.
        ``channels`` defaults to all with a positive weight; "dense" can be named for display even
        if its embedder is not semantic. ``floor`` defaults to the workspace's. If the embedder or
        the vector store is not available, the search falls back to the other channels.

        Raises:
            InputError: an unknown filter or channel, or ``top_k`` below 1.
            StoreError, ProviderError: no channel to fall back to.
        """
        filters = filters or {}
        wanted = self._spec.top_k if top_k is None else top_k
        if wanted < 1:
            raise InputError(**localized("retrieval.no_such_top_k", wanted=wanted))
        check_filters(filters, self._fields)
        least = self._spec.relevance_floor if floor is None else floor
        prepared = _Query(query, wanted, self._channels.channel_weights(channels), least)
        compare = partial(self._compare, filters=filters, doc_types=doc_types)
        report, outage = await self._run(prepared, embedder, compare)
        unseen = () if report.passages else unseen_words(query, self._channels.lexical)
        return replace(report, outage=outage, unseen=unseen)

    async def _run(
        self, query: _Query, embedder: Embedder | None, search: Callable[[_Query], T]
    ) -> tuple[T, StageError | None]:
        """Embed a query, then search, in a thread unless that is quick."""
        if DENSE in query.channels:
            query = replace(query, vector=await self._channels.embed(query.text, embedder))

        def work() -> tuple[T, StageError | None]:
            return _with_dense_fallback(self._with_terms(query), search)

        if self._channels.are_quick(query.channels):
            return work()
        pool = search_threads() if self._channels.is_semantic else None
        return await run_in_thread(pool, work)

    def _with_terms(self, query: _Query) -> _Query:
        """Return the query with its words, analysed once for all searches made for it."""
        forms = analyse(query.text)
        terms = QueryTerms.of(query.text, forms, self._channels.lexical, self._subjects)
        others = {word for words in terms.stand_ins.values() for word in words}
        searched = forms.with_terms(sorted(others)) if others else forms
        return replace(query, forms=searched, terms=terms)

    def _compare(self, query: _Query, filters: Filters, doc_types: Sequence[str]) -> SearchReport:
        """Search once, or once per value of the first filter that lists several."""
        name, values = _compared(filters)
        if not values:
            return self._search(query, self._filter.matching(filters, doc_types))
        parts = {
            value: self._search(query, self._filter.matching({**filters, name: value}, doc_types))
            for value in values
        }
        return _balanced(parts, query.top_k)

    def _search(self, query: _Query, allowed: Allowed | None) -> SearchReport:
        scored = self._candidates(query, allowed)
        relevant = [found for found in scored if found.relevance >= query.floor]
        kept, repeated = without_repetitions(relevant)
        most_words = 2 * self._spec.chunk_words
        joined = with_neighbours_joined(
            with_variants_last(kept), top_k=query.top_k, most_words=most_words
        )
        joined += sibling_sections(query.text, joined, self._source, query.terms)
        joined += opening_fields(query.text, joined, self._source, query.terms)
        below = [found for found in scored if found.relevance < query.floor]
        groups = [
            [(one.evidence(), one.fused_score) for one in group]
            for group in (joined, below, repeated)
        ]
        passages, below_floor, repetitions = (tuple(one for one, _ in group) for group in groups)
        return SearchReport(
            passages=passages,
            below_floor=below_floor,
            repetitions=repetitions,
            fused={one.id: score for group in groups for one, score in group},
            documents=len(self._source.metadata if allowed is None else allowed.documents),
        )

    def _candidates(self, query: _Query, allowed: Allowed | None) -> list[Candidate]:
        """Return the best passages by fused score, ordered by score plus weighted relevance."""
        rankings = [
            self._channels.ranking(name, weight, query.forms, allowed, query.vector)
            for name, weight in query.channels.items()
        ]
        background = min(
            (hit.score for ranking in rankings if ranking.channel == DENSE for hit in ranking.hits),
            default=0.0,
        )
        asked = defined_terms(query.text)
        most = max(query.top_k * _SCORED_PER_RESULT, _MIN_SCORED)
        most *= _SCORED_FOR_DEFINITION if asked else 1
        best = fuse(rankings, self._spec.fusion, most)
        found = self._candidate_passages(query.terms, best, background)
        scored = [
            (fused.score / best[0].score + _boost(query.terms, candidate, asked), candidate)
            for fused, candidate in found
        ]
        return [found for _, found in sorted(scored, key=lambda pair: pair[0], reverse=True)]

    def _candidate_passages(
        self, asked: QueryTerms, best: Sequence[Fused], background: float
    ) -> list[tuple[Fused, Candidate]]:
        """Return the fused hits with their passages, without leftovers of another index state."""
        placed = [
            (fused, place)
            for fused in best
            if (place := self._source.chunk_position(fused.id)) is not None
        ]
        chunks = [self._source.chunk(*place) for _, place in placed]
        relevances = asked.relevances([indexed.words for indexed in chunks])
        found = [
            (fused, Candidate(self._source, (indexed,), number, relevance, (fused,)))
            for (fused, (_, number)), indexed, relevance in zip(
                placed, chunks, self._with_cosines(placed, relevances, background), strict=True
            )
        ]
        if not asked.codes:
            return found
        return [
            (fused, replace(one, relevance=max(one.relevance, asked.code_share(one.text))))
            for fused, one in found
        ]

    def _with_cosines(
        self,
        placed: Sequence[tuple[Fused, object]],
        relevances: Sequence[float],
        background: float,
    ) -> Iterator[float]:
        """Yield each relevance, or that of the cosine if a semantic embedder gives a higher one."""
        for (fused, _), relevance in zip(placed, relevances, strict=True):
            cosine = next((score for channel, _, score in fused.ranks if channel == DENSE), None)
            if cosine is not None and self._channels.is_semantic:
                yield max(relevance, semantic_relevance(cosine, background))
            else:
                yield relevance


def _boost(asked: QueryTerms, found: Candidate, defined: Sequence[Term]) -> float:
    adjacency = asked.adjacency(found.chunks[0].words)
    defines = defining_share(defined, found.text)
    lexical = RELEVANCE_WEIGHT * found.relevance + ADJACENCY_WEIGHT * adjacency
    return lexical + DEFINITION_WEIGHT * defines


def _with_dense_fallback(
    query: _Query, search: Callable[[_Query], T]
) -> tuple[T, StageError | None]:
    """Run a search; if the dense channel fails, run it without and return the error as well."""
    others = {name: weight for name, weight in query.channels.items() if name != DENSE}
    try:
        return search(query), None
    except (ProviderError, StoreError) as error:
        if DENSE not in query.channels or not any(others.values()):
            raise
        log.warning("dense_channel_down", reason=error.message)
        return search(replace(query, channels=others)), StageError.of(error)


def _compared(filters: Filters) -> tuple[str, tuple[str, ...]]:
    """Return the first filter that lists several values, and the values; else ("", ())."""
    for name, value in filters.items():
        values = tuple(dict.fromkeys(filter_values(value)))
        if len(values) > 1:
            return name, values
    return "", ()


def _balanced(parts: Mapping[str, SearchReport], top_k: int) -> SearchReport:
    """Interleave the passages of several searches, so that each value is represented."""
    rounds = zip_longest(*(report.passages for report in parts.values()))
    in_turn = {one.id: one for row in rounds for one in row if one is not None}
    return SearchReport(
        passages=tuple(in_turn.values())[: max(top_k, len(parts))],
        below_floor=tuple(one for report in parts.values() for one in report.below_floor),
        repetitions=tuple(one for report in parts.values() for one in report.repetitions),
        fused={name: one for report in parts.values() for name, one in report.fused.items()},
        documents=sum(report.documents for report in parts.values()),
        compared=parts,
    )
