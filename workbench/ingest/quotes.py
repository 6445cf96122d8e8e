"""Evidence quotes of the graph, located in the documents they were taken from."""

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
"""A document id and the words quoted from it."""

_Stated = TypeVar("_Stated", Node, Edge)
_NEAR_ENOUGH = 50
_NOT_SPACE = re.compile(r"\S*")


def find_quote(text: str, quote: str) -> Span | None:
    """Where the words of a quote stand in a text, in either normal form and however spaced."""
    exact = text.find(quote)
    if exact >= 0 and quote.strip() == quote and quote:
        return Span(start=exact, end=exact + len(quote))
    words = [_either_form(word) for word in quote.split()]
    found = re.search(r"\s+".join(words), text) if words else None
    return Span(start=found.start(), end=found.end()) if found else None


def _either_form(word: str) -> str:
    """A pattern for a word as it is written, composed or decomposed: й is one character or two."""
    forms = (word, *(unicodedata.normalize(form, word) for form in ("NFC", "NFD")))
    return f"(?:{'|'.join(re.escape(form) for form in dict.fromkeys(forms))})"


def quoted(items: Iterable[Node | Edge]) -> dict[QuoteKey, str]:
    """Every quote once, with the id of the first node or edge that rests on it."""
    keys: dict[QuoteKey, str] = {}
    for item in items:
        if item.evidence is not None:
            keys.setdefault((item.evidence.document, item.evidence.quote), item.id)
    return keys


def locate(
    quotes: Mapping[QuoteKey, str],
    documents: Mapping[str, Document],
    known: Mapping[QuoteKey, Span] | None = None,
) -> dict[QuoteKey, Span]:
    """Where every quote stands; ``known`` holds those found earlier.

    Raises:
        WorkspaceError: the first quote that its document does not contain, with the nearest text.
    """
    spans: dict[QuoteKey, Span] = dict(known or {})
    for key, owner in quotes.items():
        if key not in spans:
            spans[key] = _locate(key, owner, documents)
    return {key: spans[key] for key in quotes}


def with_span(item: _Stated, spans: Mapping[QuoteKey, Span]) -> _Stated:
    """The node or edge with the place of its quote filled in."""
    if item.evidence is None:
        return item
    span = spans[item.evidence.document, item.evidence.quote]
    located = Provenance(document=item.evidence.document, quote=item.evidence.quote, span=span)
    return item.model_copy(update={"evidence": located})


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
    """The words of the text most like a quote; empty where nothing is like it."""
    found = fuzz.partial_ratio_alignment(quote, text)
    if found is None or found.score < _NEAR_ENOUGH:
        return ""
    start = max(text.rfind(" ", 0, found.dest_start + 1), text.rfind("\n", 0, found.dest_start + 1))
    rest = _NOT_SPACE.match(text, found.dest_end)
    return " ".join(text[start + 1 : rest.end() if rest else found.dest_end].split())
