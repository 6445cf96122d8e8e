"""Build the table of the search tester: each passage with its score in every channel."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import shorten
from typing import Any

from workbench.domain.evidence import ChannelHit, Evidence
from workbench.i18n.numbers import decimal, integer
from workbench.rendering.source_labels import heading_path
from workbench.retrieval.search import SearchReport
from workbench.text.plain_text import without_markdown
from workbench.ui.texts import Texts

_EXCERPT = 160
"""Characters of a passage shown below its title."""
_WIDTHS = {"passage": None, "fused": "5rem", "relevance": "7.6rem", "outcome": "8.2rem"}
_TONES = {"found": "", "below_floor": "orange", "repetition": "gray"}


def table(
    report: SearchReport, channels: Sequence[str], weights: Mapping[str, float], t: Texts
) -> dict[str, Any]:
    """The data of ``data_table`` for a search: passages found first, then those left out.

    Args:
        report: the search.
        channels: the columns of channels.
        weights: the weight of each channel; one of weight 0 is shown but not counted.
        t: the interface's texts.
    """
    names = ["passage", *channels, "fused", "relevance", "outcome"]
    return {
        "columns": [
            {
                "name": name,
                "label": _label(name, weights, t),
                "kind": "text" if name in ("passage", "outcome") else "number",
                "width": _WIDTHS.get(name, "6.5rem"),
                "fixed": True,
            }
            for name in names
        ],
        "rows": [_row(*one, report, channels, t) for one in _ranked(report)],
        "sort": None,
        "page": 1,
        "texts": {"label": t("documents.search_tester.table")},
    }


def passages_by_id(report: SearchReport) -> dict[str, Evidence]:
    """Every passage of a report by the id of its row."""
    return {item.id: item for item, _, _ in _ranked(report)}


def _label(name: str, weights: Mapping[str, float], t: Texts) -> str:
    if name in weights:
        weight = decimal(weights[name], t.language, 1)
        return f"{t(f'ask.channel.{name}').capitalize()} ×{weight}"
    return t(f"documents.search_tester.{name}")


def _ranked(report: SearchReport) -> Iterator[tuple[Evidence, str, int | None]]:
    """Yield passages with what became of them, and the rank of those found."""
    yield from ((item, "found", rank) for rank, item in enumerate(report.passages, start=1))
    yield from ((item, "repetition", None) for item in report.repetitions)
    yield from ((item, "below_floor", None) for item in report.below_floor)


def _row(
    item: Evidence,
    outcome: str,
    rank: int | None,
    report: SearchReport,
    channels: Sequence[str],
    t: Texts,
) -> dict[str, Any]:
    span = item.span
    assert span is not None
    hits = {hit.channel: hit for hit in item.found_by}
    place = " › ".join((span.title, *heading_path(span)))
    cells: dict[str, Any] = {
        "passage": {
            "text": f"{rank}. {place}" if rank else place,
            "under": shorten(without_markdown(item.content), _EXCERPT, placeholder="…"),
        },
        **{name: _hit(hits.get(name), t) for name in channels},
        "fused": decimal(report.fused.get(item.id), t.language, 3),
        "relevance": decimal(item.score, t.language, 3),
        "outcome": {"text": t(f"documents.search_tester.{outcome}"), "tone": _TONES[outcome]},
    }
    return {"id": item.id, "cells": cells, "opens": True}


def _hit(hit: ChannelHit | None, t: Texts) -> Any:
    """The rank in a channel, with its raw score below; a dash where it did not find the passage."""
    if hit is None or hit.rank is None:
        return "—"
    rank = t("documents.search_tester.rank", rank=integer(hit.rank, t.language))
    return {"text": rank, "under": decimal(hit.score, t.language)}
