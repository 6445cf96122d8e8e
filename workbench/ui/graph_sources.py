"""Build the source panel's data for a node or an edge: the documents that state it."""

from collections.abc import Mapping
from typing import Any

from workbench.domain.evidence import Evidence, Quote
from workbench.domain.graph import Provenance
from workbench.ui.sources import Open, document_excerpt, drafted_by, panel_texts
from workbench.ui.texts import Texts

PANEL = "graph"
"""Stands where links to a run's sources have the run's id: ``#cite-graph-1``."""


def panel_data(stated: Mapping[str, Provenance], t: Texts, document: Open) -> dict[str, Any]:
    """The panel's data: one source for each statement, numbered from 1 in the given order.

    Args:
        stated: the provenance of each statement, by its words.
        t: the interface's texts.
        document: returns a stored document by id.
    """
    sources = {
        str(number): _source(number, words, provenance, t, document)
        for number, (words, provenance) in enumerate(stated.items(), start=1)
    }
    return {
        "run": PANEL,
        "order": list(range(1, len(sources) + 1)),
        "sources": sources,
        "claims": {},
        "texts": panel_texts(t),
    }


def _source(
    number: int, words: str, provenance: Provenance, t: Texts, document: Open
) -> dict[str, Any]:
    found = document(provenance.document)
    excerpt = None
    kind = t("ask.source.fact")
    if provenance.model:
        kind = drafted_by(t, provenance.model, provenance.date)
    if found and provenance.span:
        span = provenance.span
        quote = Quote(document_id=found.id, text=provenance.quote, start=span.start, end=span.end)
        excerpt = document_excerpt(Evidence(type="quote", quote=quote), [], document)
    return {
        "number": number,
        "title": found.title if found else provenance.document,
        "crumbs": [],
        "meta": [kind, provenance.document],
        "text": words,
        "paths": [],
        "nodes": [],
        "edges": [],
        "document": excerpt,
    }
