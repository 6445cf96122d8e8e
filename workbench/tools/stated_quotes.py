"""The words of a document that state a fact of the graph."""

from collections.abc import Iterable

from workbench.domain.evidence import GraphPath, Quote
from workbench.domain.graph import Provenance
from workbench.retrieval.graph_store import GraphStore


def stated_quote(store: GraphStore, edges: Iterable[str], nodes: Iterable[str]) -> Quote | None:
    """Return the quote of the first edge that has one, or else of the first such node.

    Args:
        store: the graph.
        edges: ids of the edges of a fact, those that state it most closely first.
        nodes: ids of its nodes in the same order.
    """
    stated = [edge.evidence for one in edges if (edge := store.edge(one))]
    stated += [node.evidence for one in nodes if (node := store.node(one))]
    return _quote(next((evidence for evidence in stated if evidence), None))


def quote_of_path(store: GraphStore, path: GraphPath) -> Quote | None:
    """Return the quote of the last edge of a path that has one; None if no edge has."""
    return stated_quote(store, reversed(path.edges), ())


def _quote(stated: Provenance | None) -> Quote | None:
    if stated is None or stated.span is None:
        return None
    return Quote(
        document_id=stated.document,
        text=stated.quote,
        start=stated.span.start,
        end=stated.span.end,
        model=stated.model,
        date=stated.date,
    )
