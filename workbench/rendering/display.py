"""Display a marked answer: markers in a citation style, the cited sources listed below."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from workbench.citation_styles import CITATION_STYLES, if_known
from workbench.citation_styles.base import CitationStyle, CitedSource
from workbench.domain.answer import NO_CITATIONS, Audience, Citation, Format
from workbench.domain.evidence import Evidence, FactsPayload, Quote
from workbench.domain.local_text import Language
from workbench.i18n.numbers import percent
from workbench.rendering.messages import localized_text
from workbench.rendering.source_labels import excerpt, quote_label, source_label
from workbench.text import parse
from workbench.text.citation_marks import Marker, without_markers
from workbench.text.escape_markdown import escape_active
from workbench.text.labels import label_safe
from workbench.workspace.load import Workspace


def display(
    marked: str,
    citations: Sequence[Citation],
    facts: FactsPayload,
    style: str,
    language: Language,
    audience: Audience,
    confidence: float | None = None,
    *,
    workspace: Workspace | None = None,
    form: Format = Format.MARKDOWN,
) -> str:
    """Return the answer with every marker replaced by the style's mark or removed.

    Images and HTML tags of the answer are escaped, so that rendering the Markdown fetches nothing.

    Args:
        marked: the text with ``[Source N]`` markers.
        citations: the citations of the markers; a marker without one is removed.
        facts: the cited evidence.
        style: the name of a citation style; customers always get ``none``. In JSON the marks are
            inside the strings, numbered like the sources, and nothing is added below.
        language: the reader's language.
        audience: who reads the answer.
        confidence: shown below the answer, to analysts only.
        workspace: has the types of entities and the owners of documents.
        form: for plain text the list and the confidence have no Markdown either.
    """
    plain = audience is Audience.CUSTOMER
    shown = CITATION_STYLES[NO_CITATIONS if plain else style]
    if parse(marked).data is not None:
        inside = _CitedInJson(citations, facts, language, workspace)
        return _body(marked, inside, _in_json(shown))
    cited = _Cited(citations, facts, language, workspace)
    body = _body(marked, cited, shown)
    is_markdown = form is not Format.PLAIN
    parts = [escape_active(body) if is_markdown else body]
    parts.append(_references(cited, shown, emphasis="**" if is_markdown else ""))
    if confidence is not None and not plain:
        mark = "*" if is_markdown else ""
        words = localized_text(language)["confidence"]
        parts.append(f"{mark}{words}: {percent(confidence, language)}{mark}")
    return "\n\n".join(part for part in parts if part)


def style_of(marked: str, requested: str | None, workspace: Workspace) -> str:
    """Return the requested style if it exists, else the workspace's default, or none in JSON."""
    in_json = parse(marked).data is not None
    return if_known(requested) or (NO_CITATIONS if in_json else workspace.spec.citations)


def references(
    marked: str,
    citations: Sequence[Citation],
    facts: FactsPayload,
    style: str,
    language: Language,
    *,
    workspace: Workspace | None = None,
) -> str:
    """Return a style's list of cited sources for a JSON answer; empty if the style has none."""
    cited = _CitedInJson(citations, facts, language, workspace)
    _body(marked, cited, CITATION_STYLES[style])
    return _references(cited, CITATION_STYLES[style])


def _references(cited: "_Cited", style: CitationStyle, emphasis: str = "**") -> str:
    language = cited.language
    entries = [line for one in cited.distinct() if (line := style.entry(one, language))]
    heading = f"{emphasis}{localized_text(language)['sources']}:{emphasis}"
    return "\n\n".join([heading, *entries]) if entries else ""


class _Cited:
    """Cited sources, numbered in order of appearance."""

    def __init__(
        self,
        citations: Sequence[Citation],
        facts: FactsPayload,
        language: Language,
        workspace: Workspace | None,
    ) -> None:
        self._by_number = {one.source_index + 1: one for one in citations}
        self._facts = facts
        self._evidence = facts.evidence_by_id()
        self.language: Language = language
        self._workspace = workspace
        self._met: dict[str, CitedSource] = {}

    def distinct(self) -> list[CitedSource]:
        """Return the sources in order of appearance; those with equal labels have an excerpt."""
        labels = Counter(one.label for one in self._met.values())
        return [
            replace(one, excerpt=self._excerpt(item_id, one)) if labels[one.label] > 1 else one
            for item_id, one in self._met.items()
        ]

    def _excerpt(self, item_id: str, cited: CitedSource) -> str:
        item = self._evidence[item_id]
        quoted = cited.quote.text if cited.quote and item.span else item.content
        return label_safe(excerpt(quoted))

    def of(self, source_number: int) -> CitedSource | None:
        """Return the cited source of a marker, or None."""
        citation = self._by_number.get(source_number)
        item = self._evidence.get(citation.evidence_id) if citation else None
        if citation is None or item is None:
            return None
        if item.id not in self._met:
            self._met[item.id] = CitedSource(
                number=self._number(citation),
                label=self._label(item, citation.quote),
                relevance=item.score,
                quote=citation.quote or item.quote,
                page=item.span.page if item.span else None,
            )
        return self._met[item.id]

    def _number(self, _: Citation) -> int:
        return len(self._met) + 1

    def _label(self, item: Evidence, quote: Quote | None) -> str:
        """Return the source's label; a fact quoted from a document has that of its place there."""
        if item.span is None and quote is not None and quote.title:
            return quote_label(quote, self.language, self._workspace)
        return source_label(item, self._facts, self.language, self._workspace)


class _CitedInJson(_Cited):
    """Cited sources with their original numbers, as in fields such as ``sources_used``."""

    def _number(self, citation: Citation) -> int:
        return citation.source_index + 1


def _in_json(style: CitationStyle) -> CitationStyle:
    """Return the style with marks escaped for JSON strings."""

    def mark(cited: CitedSource, language: Language) -> str:
        return json.dumps(style.mark(cited, language), ensure_ascii=False)[1:-1]

    return replace(style, mark=mark)


def _body(marked: str, cited: _Cited, style: CitationStyle) -> str:
    clean = without_markers(marked)
    out, position = "", 0
    for at, together in groupby(clean.markers, key=lambda one: one.at):
        out += clean.text[position:at]
        marks = _marks(list(together), cited, style)
        if marks:
            begins = not out or out[-1].isspace()
            continues = clean.text[at : at + 1].strip() and not clean.text.startswith("\\n", at)
            out += f"{'' if begins else style.prefix}{marks}{' ' if begins and continues else ''}"
        position = at
    return (out + clean.text[position:]).strip()


def _marks(markers: Sequence[Marker], cited: _Cited, style: CitationStyle) -> str:
    """Return the marks of adjacent markers, each source once."""
    sources = [one for marker in markers if (one := cited.of(marker.number))]
    unique = {one.number: one for one in sources}.values()
    marks = (style.mark(one, cited.language) for one in unique)
    return style.separator.join(mark for mark in marks if mark)
