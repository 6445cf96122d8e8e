"""Build the data of the passage browser: one page of passages with the text that holds them."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from workbench.domain.base import Span
from workbench.domain.documents import Chunk, Document
from workbench.domain.local_text import localize
from workbench.domain.run_summary import CitingRun, RunSummary
from workbench.i18n.numbers import day
from workbench.rendering.source_labels import heading_path
from workbench.retrieval.filters import LIST_SEPARATOR
from workbench.text.plain_text import without_markdown
from workbench.ui.sources import utf16
from workbench.ui.texts import Texts
from workbench.workspace import Workspace
from workbench.workspace.schema import MetadataField

PAGE_SIZE = 40
"""Passages of one page; a document of 10,000 passages sends no more than these and their text."""
_AROUND = 2_000
"""Characters of the text shown before and after the passages of a page."""
_START = 220
"""Characters of a passage shown in the list, which cuts them to two lines."""


def cited(passages: Sequence[Chunk], runs: Iterable[CitingRun]) -> dict[int, list[RunSummary]]:
    """The runs that cite each passage, by its number from 1; only passages with runs."""
    starts = [chunk.start for chunk in passages]
    found: dict[int, list[RunSummary]] = defaultdict(list)
    for citing in runs:
        places = {
            place
            for span in citing.spans
            for place in range(bisect_right(starts, span.start), bisect_left(starts, span.end) + 1)
            if place and passages[place - 1].end > span.start
        }
        for place in places:
            found[place].append(citing.run)
    return dict(found)


def pages(passages: Sequence[Chunk]) -> int:
    """The number of pages of a document's passages; one at least."""
    return max(1, -(-len(passages) // PAGE_SIZE))


def page_of(number: int) -> int:
    """The page, from 1, of the passage with a number from 1."""
    return (number - 1) // PAGE_SIZE + 1


def browser_data(
    document: Document,
    passages: Sequence[Chunk],
    runs: Mapping[int, Sequence[RunSummary]],
    t: Texts,
    *,
    page: int = 1,
    selected: int | None = None,
) -> dict[str, Any]:
    """The data of ``passage_browser`` for one page of passages.

    Args:
        document: the document.
        passages: all of its passages, in order.
        runs: the runs that cite a passage, by the passage's number from 1.
        t: the interface's texts.
        page: the page, from 1.
        selected: the number of the passage to show first; by default the first of the page.
    """
    first = (page - 1) * PAGE_SIZE
    shown = passages[first : first + PAGE_SIZE]
    window = _window(document, shown)
    text = document.text[window.start : window.end]
    return {
        "document": document.id,
        "text": text,
        "cut_before": window.start > document.body_start,
        "cut_after": window.end < len(document.text),
        "selected": selected,
        "passages": [
            _passage(number, chunk, window.start, text, len(runs.get(number, ())), t)
            for number, chunk in enumerate(shown, first + 1)
        ],
        "texts": {name: t(f"documents.browser.{name}") for name in ("passages", "text", "cut")},
    }


def metadata(document: Document, workspace: Workspace, t: Texts) -> list[str]:
    """The metadata of a document in words: the fields' labels, the names of entities."""
    fields = workspace.spec.documents.metadata
    return [
        f"{_label(name, fields, t)}: {value_in_words}"
        for name, value in document.metadata.items()
        if (value_in_words := _value(name, value, workspace, t))
    ]


def _label(name: str, fields: Mapping[str, MetadataField], t: Texts) -> str:
    if name in fields:
        return localize(fields[name].label, t.language)
    return t.get(f"documents.metadata.{name}", name)


def _value(name: str, value: str, workspace: Workspace, t: Texts) -> str:
    try:
        return day(date.fromisoformat(value), t.language)
    except ValueError:
        parts = value.split(LIST_SEPARATOR)
        told = (workspace.metadata_value(name, one, t.language) for one in parts)
        return LIST_SEPARATOR.join(told)


def _window(document: Document, shown: Sequence[Chunk]) -> Span:
    """Return the part of the text around the passages, in whole lines."""
    if not shown:
        return Span(start=document.body_start, end=min(len(document.text), 2 * _AROUND))
    start = max(document.body_start, shown[0].start - _AROUND)
    end = min(len(document.text), shown[-1].end + _AROUND)
    if start > document.body_start:
        start = min(document.text.find("\n", start, shown[0].start) + 1 or start, shown[0].start)
    return Span(start=start, end=end)


def _passage(
    number: int, chunk: Chunk, offset: int, text: str, runs: int, t: Texts
) -> dict[str, Any]:
    return {
        "number": number,
        "label": str(number),
        "where": where(chunk, t),
        "start": without_markdown(chunk.text[:_START]),
        "range": [utf16(text, chunk.start - offset), utf16(text, chunk.end - offset)],
        "cited": t("documents.cited", n=runs) if runs else "",
    }


def where(chunk: Chunk, t: Texts) -> str:
    """The headings above a passage and its page, as far as they are known."""
    page = t("documents.page", page=chunk.page) if chunk.page else ""
    return " · ".join(part for part in (" › ".join(heading_path(chunk)), page) if part)
