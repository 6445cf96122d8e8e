"""The sources of an answer as lists of links."""

import streamlit as st

from workbench.citation_styles import CITATION_STYLES
from workbench.citation_styles.base import CitedSource
from workbench.domain.evidence import Evidence
from workbench.domain.run import Stage
from workbench.i18n.numbers import SPACE, decimal
from workbench.rendering.source_labels import label_with_content
from workbench.ui.citation_links import Marks, href
from workbench.ui.html import Html, tag
from workbench.ui.panels.widgets import muted
from workbench.ui.run_view_model import RunViewModel


def marks(frame: RunViewModel) -> Marks:
    """The look of citations in the chosen style."""
    style = CITATION_STYLES[frame.style]

    def label(number: int) -> str:
        evidence = frame.sources.get(number)
        name = frame.reference(evidence) if evidence else ""
        return style.mark(CitedSource(number=number, label=name), frame.run.language)

    return Marks(prefix=style.prefix, separator=style.separator, label=label)


def draw_cited(frame: RunViewModel) -> None:
    """Draw the cited sources below the answer."""
    label = marks(frame).label
    rows = [_cited_row(frame, number, label(number)) for number in frame.cited]
    st.html(tag("div", tag("h3", frame.t("ask.answer.cited_list")), *rows, cls="wb-sources"))


def _cited_row(frame: RunViewModel, number: int, label: str) -> Html:
    evidence = frame.sources[number]
    told = label_with_content(frame.path(evidence), evidence, shorten(evidence.content, 90))
    quote = _quote(frame, evidence) if CITATION_STYLES[frame.style].lists_quotes else None
    return tag(
        "a",
        tag("b", label),
        tag("span", told, tag("q", quote) if quote else ""),
        tag(
            "small", frame.t("ask.answer.relevance", value=decimal(evidence.score, frame.language))
        ),
        href=href(frame.run.id, number),
    )


def _quote(frame: RunViewModel, evidence: Evidence) -> str | None:
    answer = frame.run.answer
    quotes = (
        [c.quote for c in answer.citations if c.evidence_id == evidence.id and c.quote]
        if answer
        else []
    )
    found = quotes[0] if quotes else evidence.quote
    return found.text if found else None


def draw_all(frame: RunViewModel) -> None:
    """Draw every source, cited ones first."""
    if not frame.sources:
        key = (
            "ask.answer.no_sources"
            if frame.has(Stage.RENDER) or frame.finished
            else "ask.answer.waiting"
        )
        st.html(muted(frame.t(key)))
        return
    rows = [source_row(frame, number, evidence) for number, evidence in frame.sources.items()]
    st.html(tag("div", *rows, cls="wb-sources all"))


def source_row(frame: RunViewModel, number: int, evidence: Evidence) -> Html:
    """A source with its relevance and how it was found, as a link that opens it."""
    t, used = frame.t, number in frame.cited
    found = [t.get(f"ask.channel.{one.channel}", one.channel) for one in evidence.found_by]
    details = [decimal(evidence.score, frame.language), *dict.fromkeys(found)]
    if not used:
        details.append(t("ask.answer.not_cited"))
    return tag(
        "a",
        tag("b", f"[{number}]"),
        tag("span", tag("em", frame.path(evidence)), shorten(evidence.content)),
        tag("small", " · ".join(one.replace(" ", SPACE) for one in details)),
        href=href(frame.run.id, number),
        cls="" if used else "unused",
    )


def shorten(text: str, most: int = 160) -> str:
    """The beginning of a text, cut at a word."""
    flat = " ".join(text.split())
    return flat if len(flat) <= most else flat[:most].rsplit(" ", 1)[0] + "…"
