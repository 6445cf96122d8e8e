"""Build the source panel's data: passages in their documents, facts with their graph paths."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import date
from typing import Any

from workbench.answer.resolve_citations import quote_of, sentence_at
from workbench.domain.base import Span
from workbench.domain.diagnostics import Claim
from workbench.domain.documents import Document
from workbench.domain.evidence import Evidence, GraphPath
from workbench.domain.provenance import Origin, origin
from workbench.i18n.numbers import day, decimal, integer
from workbench.rendering.source_labels import heading_path
from workbench.text.citation_numbers import occurrences
from workbench.text.plain_text import without_markdown
from workbench.ui.claim_reasons import claim_reasons, compared
from workbench.ui.run_view_model import RunViewModel
from workbench.ui.texts import Texts

AROUND = 12_000
"""Characters of a long document shown before and after the passage."""

Open = Callable[[str], Document | None]
Data = dict[str, Any]


def panel_data(frame: RunViewModel, document: Open) -> Data:
    """Sources by displayed number with their documents, and the answer's claims."""
    marks = _marks(frame, document)
    sources = {
        str(number): _source(frame, number, evidence, marks.get(number, []), document)
        for number, evidence in frame.sources.items()
    }
    return {
        "run": frame.run.id,
        "order": list(frame.cited),
        "sources": sources,
        "claims": _claims(frame),
        "texts": {**panel_texts(frame.t), **_without_citations(frame)},
    }


def _without_citations(frame: RunViewModel) -> Mapping[str, str]:
    """What a panel without a source says of an answer that has no citation to click."""
    cites_nothing = frame.run.answer is not None and not frame.cited
    return {"empty": frame.t("ask.source.none")} if cites_nothing else {}


def panel_texts(t: Texts) -> Mapping[str, str]:
    """The labels of the source panel."""
    names = [
        "title",
        "empty",
        "previous",
        "next",
        "also",
        "stated_in",
        "back",
        "of",
        "claim",
        "nearest",
        "no_nearest",
        "cut",
        "dependent",
    ]
    return {name: t(f"ask.source.{name}") for name in names}


def _marks(frame: RunViewModel, document: Open) -> dict[int, list[Span | None]]:
    """For each source, the spans of its document that its citations quote."""
    answer = frame.run.answer
    quotes = {c.start_pos: c.quote for c in answer.citations} if answer else {}
    found: dict[int, list[Span | None]] = {}
    for one in occurrences(frame.clean, frame.numbers):
        evidence = frame.sources.get(one.number)
        if evidence is None:
            continue
        quote = quotes.get(one.marker.start)
        if quote is not None and quote.document_id == _document_id(evidence):
            span: Span | None = Span(start=quote.start, end=quote.end)
        else:
            span = _likeliest(evidence, sentence_at(frame.clean.parsed, one.marker.at), document)
        found.setdefault(one.number, []).append(span)
    return found


def _document_id(evidence: Evidence) -> str | None:
    place = evidence.span or evidence.quote or evidence.rows
    return place.document_id if place else None


def _likeliest(evidence: Evidence, claim: str, document: Open) -> Span | None:
    """The most likely quote of a citation that is not resolved yet."""
    name = _document_id(evidence)
    found = document(name) if name else None
    quote = quote_of(evidence, claim, {found.id: found} if found else {})
    return Span(start=quote.start, end=quote.end) if quote else _stated(evidence)


def _stated(evidence: Evidence) -> Span | None:
    """The span that states an uncited fact; the first of the rows that a number comes from."""
    if evidence.quote:
        return Span(start=evidence.quote.start, end=evidence.quote.end)
    return next(iter(evidence.rows.spans), None) if evidence.rows else None


def _source(
    frame: RunViewModel, number: int, evidence: Evidence, marks: list[Span | None], document: Open
) -> Data:
    return {
        "number": number,
        "title": evidence.span.title if evidence.span else frame.subject(evidence),
        "crumbs": _crumbs(evidence),
        "meta": _meta(frame, evidence),
        "text": None if evidence.span else evidence.content,
        "paths": [_path(frame, path) for path in paths_of(evidence)],
        "lit": _lit(origin(frame.run, evidence)),
        "claims": list(frame.provenance.claims_of_fact(evidence.id)),
        "document": document_excerpt(evidence, marks, document),
        "absent": frame.t("ask.source.no_rows" if evidence.rows else "ask.source.no_quote"),
    }


def _crumbs(evidence: Evidence) -> list[str]:
    if evidence.span:
        return list(heading_path(evidence.span))
    if evidence.rows:
        return [evidence.rows.sheet] if evidence.rows.sheet else []
    return list(evidence.quote.heading_path) if evidence.quote else []


def drafted_by(t: Texts, model: str, when: str) -> str:
    """Say which model drafted a fact and when, on a day in the reader's notation."""
    with suppress(ValueError):
        when = day(date.fromisoformat(when), t.language)
    return t("ask.source.drafted", model=model, date=when)


def _meta(frame: RunViewModel, evidence: Evidence) -> list[str]:
    t, rows = frame.t, evidence.rows
    kind = "passage" if evidence.span else "rows" if rows else "fact"
    parts = [t(f"ask.source.{kind}")]
    if rows and rows.numbers:
        listed = ", ".join(integer(number, frame.language) for number in rows.numbers)
        more = ", …" if rows.count > len(rows.numbers) else ""
        parts.append(t("ask.source.row_numbers", value=listed + more))
    if evidence.quote and evidence.quote.model:
        parts.append(drafted_by(t, evidence.quote.model, evidence.quote.date))
    if evidence.span and evidence.span.page is not None:
        parts.append(t("ask.source.page", value=evidence.span.page))
    if evidence.score is not None:
        parts.append(t("ask.answer.relevance", value=decimal(evidence.score, frame.language)))
    channels = dict.fromkeys(
        t.get(f"ask.channel.{f.channel}", f.channel) for f in evidence.found_by
    )
    if channels:
        parts.append(f"{t('ask.source.found')}: {', '.join(channels)}")
    return parts


def paths_of(evidence: Evidence) -> tuple[GraphPath, ...]:
    """Every path in the graph that leads to a fact."""
    return ((evidence.path,) if evidence.path else ()) + evidence.more_paths


def _path(frame: RunViewModel, path: GraphPath) -> list[Data]:
    """Nodes and edges in path order; ``back`` marks an edge followed against its direction."""
    steps: list[Data] = []
    for place, node in enumerate(path.nodes):
        steps.append({"node": frame.node_labels.get(node) or frame.entity(node), "id": node})
        if place < len(path.edges):
            edge = frame.edges.get(path.edges[place])
            label = edge.label if edge else path.edges[place].split("|")[1]
            steps.append({"edge": label, "back": edge is not None and edge.source != node})
    return steps


def document_excerpt(evidence: Evidence, marks: list[Span | None], document: Open) -> Data | None:
    """The document's text around a passage or a quote, with the spans to mark."""
    name = _document_id(evidence)
    found = document(name) if name else None
    if found is None:
        return None
    place = evidence.span or _stated(evidence)
    if place is None:
        return None
    start = max(found.body_start, place.start - AROUND)
    end = min(len(found.text), place.end + AROUND)
    text = found.text[start:end]

    def here(span: Span | None) -> list[int] | None:
        if span is None or span.start < start or span.end > end:
            return None
        return [utf16(text, span.start - start), utf16(text, span.end - start)]

    return {
        "title": found.title,
        "text": text,
        "cut_before": start > found.body_start,
        "cut_after": end < len(found.text),
        "passage": here(Span(start=place.start, end=place.end)) if evidence.span else None,
        "marks": [here(mark) for mark in marks] or [here(_stated(evidence))],
        "rows": [at for row in _rows(evidence) if (at := here(row))],
    }


def _rows(evidence: Evidence) -> Iterable[Span]:
    """The rows of a table that a fact rests on, all of which are marked."""
    return evidence.rows.spans if evidence.rows else ()


def utf16(text: str, offset: int) -> int:
    """Convert an offset to UTF-16 units, as JavaScript counts: an emoji is two."""
    return len(text[:offset].encode("utf-16-le")) // 2


def _units(text: str, spans: Iterable[Span]) -> list[list[int]]:
    return [[utf16(text, one.start), utf16(text, one.end)] for one in spans]


def _claims(frame: RunViewModel) -> Data:
    diagnostics = frame.run.diagnostics
    claims = diagnostics.claims if diagnostics else ()
    return {str(place): _claim(frame, place, claim) for place, claim in enumerate(claims)}


def _lit(found: Origin) -> Data:
    """What lights up on the page with a claim or a source."""
    return found.model_dump(mode="json", include={"calls", "steps", "nodes", "edges"})


def _claim(frame: RunViewModel, place: int, claim: Claim) -> Data:
    numbers, shared = frame.shown_numbers, compared(frame, claim)
    text, sentence = without_markdown(claim.statement), without_markdown(claim.evidence_sentence)
    return {
        "lit": _lit(frame.provenance.claims[place]),
        "text": text,
        "missing": _units(text, shared.missing) if sentence else [],
        "verdict": claim.verdict,
        "label": frame.t(f"common.verdict.{claim.verdict}"),
        "reasons": claim_reasons(frame, claim),
        "sentence": sentence,
        "matched": _units(sentence, shared.matched),
        "sources": [numbers[name] for name in claim.evidence if name in numbers],
    }
