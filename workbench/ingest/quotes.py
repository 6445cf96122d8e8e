"""Locate the evidence quotes of the graph in their documents."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import TypeVar

from rapidfuzz import fuzz

from workbench.domain.base import Span
from workbench.domain.documents import Document
from workbench.domain.graph import Edge, Node, Provenance
from workbench.errors import WorkspaceError
from workbench.i18n.errors import localized
from workbench.workspace.nearest_name import nearest

QuoteKey = tuple[str, str]
"""A document id and a quote from the document."""

_Stated = TypeVar("_Stated", Node, Edge)
_MIN_SIMILARITY = 50
"""On 0-100: the least similarity of text that is suggested for a wrong quote."""
_NOT_SPACE = re.compile(r"\S*")


def find_quote(text: str, quote: str) -> Span | None:
    """Return the span of a quote in a text, regardless of white space and Unicode normal form."""
    exact = text.find(quote)
    if exact >= 0 and quote.strip() == quote and quote:
        return Span(start=exact, end=exact + len(quote))
    words = [_either_form(word) for word in quote.split()]
    found = re.search(r"\s+".join(words), text) if words else None
    return Span(start=found.start(), end=found.end()) if found else None


def _either_form(word: str) -> str:
    """Return a pattern for a word as written, in NFC or in NFD: й is one character or two."""
    forms = (word, *(unicodedata.normalize(form, word) for form in ("NFC", "NFD")))
    return f"(?:{'|'.join(re.escape(form) for form in dict.fromkeys(forms))})"


def collect_quotes(items: Iterable[Node | Edge]) -> dict[QuoteKey, str]:
    """Return every quote with the id of the first node or edge that cites it.

    Proposed nodes are left out: a changed document makes their quotes outdated, not wrong.
    """
    keys: dict[QuoteKey, str] = {}
    for item in items:
        if item.evidence is not None and not _is_proposed(item):
            keys.setdefault((item.evidence.document, item.evidence.quote), item.id)
    return keys


def locate_quotes(
    quotes: Mapping[QuoteKey, str],
    documents: Mapping[str, Document],
    known: Mapping[QuoteKey, Span] | None = None,
) -> dict[QuoteKey, Span]:
    """Return the span of every quote; ``known`` has those located earlier.

    Raises:
        WorkspaceError: a document does not contain a quote; the hint has the most similar text.
    """
    spans: dict[QuoteKey, Span] = dict(known or {})
    for key, owner in quotes.items():
        if key not in spans:
            spans[key] = _locate(key, owner, documents)
    return {key: spans[key] for key in quotes}


def with_span(item: _Stated, spans: Mapping[QuoteKey, Span]) -> _Stated:
    """Return a copy of the node or edge with the span of its quote."""
    if item.evidence is None or _is_proposed(item):
        return item
    span = spans[item.evidence.document, item.evidence.quote]
    return item.model_copy(update={"evidence": item.evidence.model_copy(update={"span": span})})


def with_current_span(item: _Stated, documents: Mapping[str, Document]) -> _Stated:
    """Return an accepted draft with the span of its quote in the document as it is now.

    The span is None if the document does not have the quote any more.
    """
    stated = item.evidence
    if stated is None or not stated.model:
        return item
    document = documents.get(stated.document)
    span = _current_span(stated, document.text) if document else None
    if span == stated.span:
        return item
    return item.model_copy(update={"evidence": stated.model_copy(update={"span": span})})


def _current_span(stated: Provenance, text: str) -> Span | None:
    span = stated.span
    if span is not None and text[span.start : span.end] == stated.quote:
        return span
    return find_quote(text, stated.quote)


def _is_proposed(item: Node | Edge) -> bool:
    return isinstance(item, Node) and item.proposed


def _locate(key: QuoteKey, owner: str, documents: Mapping[str, Document]) -> Span:
    name, quote = key
    if name not in documents:
        near = nearest(name, documents)
        words = {"close": near} if near else {}
        raise WorkspaceError(
            **localized("ingest.no_quoted_document", place=owner, document=name, **words)
        )
    text = documents[name].text
    span = find_quote(text, quote)
    if span is None:
        near = _nearest_text(text, quote)
        words = {"near": near} if near else {}
        raise WorkspaceError(
            **localized("ingest.no_quote", place=owner, document=name, quote=quote, **words)
        )
    return span


def _nearest_text(text: str, quote: str) -> str:
    """Return the text most similar to a quote; "" if nothing is similar."""
    found = fuzz.partial_ratio_alignment(quote, text)
    if found is None or found.score < _MIN_SIMILARITY:
        return ""
    start = max(text.rfind(" ", 0, found.dest_start + 1), text.rfind("\n", 0, found.dest_start + 1))
    rest = _NOT_SPACE.match(text, found.dest_end)
    return " ".join(text[start + 1 : rest.end() if rest else found.dest_end].split())
