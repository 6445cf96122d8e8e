"""Merge the outcomes of several calls into one FactsPayload without duplicates."""

import re
from collections.abc import Iterable, Sequence

from workbench.domain.evidence import (
    Evidence,
    FactGroup,
    FactsMeta,
    FactsPayload,
    SourceLabel,
)
from workbench.domain.plan import FallbackCondition
from workbench.tools.protocol import ToolOutcome

_SPACE = re.compile(r"\s+")


def merge(
    outcomes: Sequence[ToolOutcome], *, planned: int, fallback: FallbackCondition | None = None
) -> FactsPayload:
    """Merge all outcomes into one payload, in order.

    Coverage = answered / requested (entity x relation) pairs of the first ``planned`` outcomes;
    results of the fallback do not count, so that the reason for calling it stays visible.
    """
    items = _unique(item for outcome in outcomes for item in outcome.items)
    requested = sum(outcome.requested for outcome in outcomes[:planned])
    answered = sum(outcome.answered for outcome in outcomes[:planned])
    meta = FactsMeta(
        coverage=answered / requested if requested else None,
        requested=requested,
        answered=answered,
        gaps=tuple(gap for outcome in outcomes for gap in outcome.gaps),
        sections=tuple(outcome.section for outcome in outcomes if outcome.section),
        fallback=fallback.value if fallback else None,
    )
    return FactsPayload(
        found=bool(items), items=items, groups=_groups(items), meta=meta, sources=_sources(items)
    )


def _unique(items: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """Deduplicate items; a merged one keeps every channel and path that found it.

    Equal texts about two entities are two facts, because a comparison needs both. So are equal
    texts of two documents or rows: each of them can be cited.
    """
    kept: dict[tuple[object, ...], Evidence] = {}
    for item in items:
        about = item.path.nodes[0] if item.path and item.path.nodes else ""
        key = (about, *_place(item), _SPACE.sub(" ", item.content).strip().casefold())
        first = kept.get(key)
        kept[key] = item if first is None else _joined(first, item)
    return tuple(kept.values())


def _place(item: Evidence) -> tuple[object, ...]:
    """Return the document, or the rows of a table, that state a fact; empty for the graph's."""
    if item.rows is not None:
        return item.rows.document_id, item.rows.table, item.rows.numbers
    return (item.span.document_id,) if item.span is not None else ()


def _joined(first: Evidence, again: Evidence) -> Evidence:
    paths = dict.fromkeys(
        path for path in (*first.more_paths, again.path, *again.more_paths) if path != first.path
    )
    return first.model_copy(
        update={
            "found_by": tuple(dict.fromkeys((*first.found_by, *again.found_by))),
            "more_paths": tuple(path for path in paths if path is not None),
            "quote": first.quote or again.quote,
        }
    )


def _groups(items: Sequence[Evidence]) -> tuple[FactGroup, ...]:
    grouped: dict[str, list[Evidence]] = {}
    for item in items:
        if item.group:
            grouped.setdefault(item.group, []).append(item)
    return tuple(FactGroup(title=title, items=tuple(same)) for title, same in grouped.items())


def _sources(items: Sequence[Evidence]) -> tuple[SourceLabel, ...]:
    labels = {item.source.id: item.source.title for item in items if item.source}
    return tuple(SourceLabel(id=source_id, label=label) for source_id, label in labels.items())
