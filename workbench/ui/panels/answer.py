"""The answer panel: text with citations and doubtful claims, rendered facts, and sources."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from workbench.answer.formats import reshaped
from workbench.checks.messages import in_language, reports_conflict
from workbench.citation_styles import CITATION_STYLES
from workbench.domain.answer import (
    DECLINED,
    NO_CITATIONS,
    Answer,
    Audience,
    Format,
    Rendered,
)
from workbench.domain.diagnostics import AnswerVerdict, Claim
from workbench.domain.run import Stage
from workbench.domain.run_summary import shown_confidence
from workbench.i18n.numbers import percent
from workbench.i18n.verdicts import verdict_tone
from workbench.pipeline.finish import display_answer
from workbench.rendering.messages import localized_text
from workbench.text.citation_marks import without_markers
from workbench.text.unfinished import closed
from workbench.ui import errors
from workbench.ui.citation_links import Highlight, link_citations
from workbench.ui.claim_reasons import claim_reasons
from workbench.ui.html import Html, tag
from workbench.ui.markdown import safe_markdown
from workbench.ui.panels import answer_follow_up, answer_sources, conversation
from workbench.ui.panels.prompt import cut_chip
from workbench.ui.panels.widgets import box, chip, loading, muted
from workbench.ui.run_view_model import RunViewModel
from workbench.understanding.memory import reasons_in_language


def draw(frame: RunViewModel) -> None:
    """Draw the panel."""
    t, rendered = frame.t, frame.run.rendered
    with box("answer", frame.run.id):
        answer, control, sources = st.tabs(
            [
                t("ask.answer.tab"),
                t("ask.answer.control"),
                t("ask.answer.sources", count=len(frame.sources) or ""),
            ]
        )
        with answer:
            _answer(frame)
        with control:
            st.html(muted(t("ask.answer.control_help")))
            if rendered:
                _control(frame, rendered)
        with sources:
            answer_sources.draw_all(frame)


def _control(frame: RunViewModel, rendered: Rendered) -> None:
    """Draw the rendered facts, then those the answer omits and the claims it adds."""
    t = frame.t
    st.markdown(safe_markdown(rendered.text), anchors=False)
    if rendered.omitted:
        st.html(muted(t("ask.answer.omitted", n=rendered.omitted)))
    if frame.run.diagnostics is None or not frame.cited:
        return
    missing = [
        answer_sources.source_row(frame, number, evidence)
        for number, evidence in frame.sources.items()
        if number not in frame.cited
    ]
    if missing:
        st.html(tag("div", tag("h3", t("ask.answer.left_out")), *missing, cls="wb-sources all"))
    added = [claim.statement for claim in frame.run.diagnostics.claims if claim.is_doubtful]
    if added:
        items = [tag("li", text) for text in added]
        st.html(tag("div", tag("h3", t("ask.answer.added")), tag("ul", *items, cls="wb-reasons")))
    if not missing and not added:
        st.html(tag("p", chip(t("ask.answer.same"), "green", symbol="check_circle")))


def _answer(frame: RunViewModel) -> None:
    t, answer = frame.t, frame.run.answer
    _memory(frame)
    if not frame.marked:
        st.html(muted(t("ask.answer.none")) if frame.finished else loading(t("ask.answer.waiting")))
        return
    if frame.finished and (answer is None or frame.run.is_answer_stopped):
        st.html(tag("p", chip(t("ask.answer.cut_short"), "orange", symbol="warning")))
    elif answer is not None:
        _labels(frame, answer)
    warnings = _warnings(frame)
    if warnings:
        st.html(tag("p", *warnings))
    _text(frame, answer)
    if answer is None:
        return
    if _declined(answer) and frame.finished:
        answer_follow_up.draw_examples(frame)
        answer_follow_up.draw_next_steps(frame)
    answer_follow_up.draw_rest(frame)
    if not warnings:
        _supported(frame)
    if answer.outcome == "answered":
        answer_follow_up.draw_next_questions(frame)
    if _shows_list(frame):
        answer_sources.draw_cited(frame)
    _confidence(frame, answer)


def _labels(frame: RunViewModel, answer: Answer) -> None:
    """Draw warnings above the text: partial, written by the fallback, or sources shortened."""
    t, record = frame.t, frame.run.stage(Stage.WRITE)
    if answer.partial:
        st.html(tag("p", chip(t("ask.answer.partial"), "orange", symbol="warning")))
    if record is not None and record.recovered_by:
        why = errors.sentence(record.error, t) if record.error else None
        st.html(tag("p", chip(t("ask.answer.stand_in"), "orange", why, "cloud_off")))
    if cut := cut_chip(t, answer):
        st.html(tag("p", cut))


def _text(frame: RunViewModel, answer: Answer | None) -> None:
    if answer is not None and (_is_data(frame) or frame.format is Format.JSON):
        form = None if _is_data(frame) else Format.JSON
        shown = display_answer(frame.run, frame.workspace, frame.asked_style, form)
        st.code(shown, language="json", wrap_lines=True)
        return
    marked = _without_examples(frame) if _declined(answer) else frame.marked
    if answer is None or answer.partial:
        marked = closed(marked)
    if answer is not None and frame.run.facts is not None:
        marked = reshaped(marked, frame.format)
    if answer is not None and _hides_citations(frame):
        st.markdown(safe_markdown(without_markers(marked).text), anchors=False)
    else:
        text = link_citations(
            marked,
            frame.run.id,
            frame.numbers,
            answer_sources.marks(frame),
            _flags_in(frame, marked),
        )
        text = answer_follow_up.with_rest_link(frame, text)
        st.markdown(text + ("" if answer or frame.finished else " ▍"), anchors=False)


def _is_data(frame: RunViewModel) -> bool:
    """Whether the answer was requested as JSON and is shown as JSON."""
    options = frame.run.options
    return options.output_schema is not None or (
        options.is_structured and frame.format is Format.JSON
    )


def _flags_in(frame: RunViewModel, marked: str) -> list[Highlight]:
    """The checked claims at their offsets in the displayed text."""
    found = highlights(frame)
    if marked == frame.marked or frame.run.answer is None:
        return found
    shown, original = without_markers(marked).text, frame.run.answer.text
    moved = ((flag, shown.find(original[flag.start : flag.end])) for flag in found)
    return [
        replace(flag, start=at, end=at + flag.end - flag.start) for flag, at in moved if at >= 0
    ]


def _hides_citations(frame: RunViewModel) -> bool:
    customer = frame.run.options.audience is Audience.CUSTOMER
    return customer or frame.style == NO_CITATIONS


def _shows_list(frame: RunViewModel) -> bool:
    has_list = CITATION_STYLES[frame.style].has_list
    return has_list and bool(frame.cited) and not _hides_citations(frame)


def _memory(frame: RunViewModel) -> None:
    """Draw that the question continues the conversation, and how it was read."""
    memory = frame.run.memory
    if memory is None or memory.decision == "independent":
        return
    label = chip(frame.t(f"ask.answer.memory.{memory.decision}"), "blue", symbol="forum")
    reasons = reasons_in_language(memory.reasons, frame.language)
    told = conversation.read_as(frame, frame.run) or next(iter(reasons), "")
    st.html(tag("p", label, " ", tag("span", told, cls="wb-small")))


def highlights(frame: RunViewModel) -> list[Highlight]:
    """The claims that were checked, as underlined links to their verdict and evidence."""
    diagnostics = frame.run.diagnostics
    claims = diagnostics.claims if diagnostics else ()
    return [
        Highlight(
            claim.start,
            claim.end,
            f"#claim-{frame.run.id}-{place}-{claim.verdict}",
            _hover(frame, claim),
        )
        for place, claim in enumerate(claims)
        if claim.probability is not None
    ]


def _hover(frame: RunViewModel, claim: Claim) -> str:
    reasons = "; ".join(claim_reasons(frame, claim))
    return ": ".join(filter(None, (frame.t(f"common.verdict.{claim.verdict}"), reasons)))


def _warnings(frame: RunViewModel) -> list[Html]:
    """What stands above the text, in sight of a long one: doubtful claims, a doubtful answer."""
    diagnostics = frame.run.diagnostics
    claims = diagnostics.claims if diagnostics else ()
    doubtful = sum(claim.is_doubtful for claim in claims)
    unchecked = sum(claim.is_unchecked for claim in claims)
    found = []
    if doubtful:
        found.append(chip(frame.t("ask.answer.flagged", n=doubtful), "orange", symbol="warning"))
    if unchecked:
        found.append(chip(frame.t("ask.answer.unchecked", n=unchecked), symbol="help"))
    verdict = diagnostics.verdict if diagnostics else None
    if not found and verdict is not None and _any_supported(claims):
        found += _doubts(frame, verdict)
    return found


def _doubts(frame: RunViewModel, verdict: AnswerVerdict) -> list[Html]:
    """A chip saying that the quotes are true, but the answer may not be; none if it is likely."""
    if verdict_tone(verdict.label, verdict.probability) == "green":
        return []
    reasons = " ".join(in_language(one, frame.language) for one in verdict.reasons) or None
    told = "answers_partly" if verdict.label == "partly" else "may_not_answer"
    if any(map(reports_conflict, verdict.reasons)):
        told = "sources_differ"
    return [chip(frame.t(f"ask.answer.{told}"), "orange", reasons, "help")]


def _supported(frame: RunViewModel) -> None:
    """Draw below the text that every claim was checked and is supported."""
    if frame.run.diagnostics and _any_supported(frame.run.diagnostics.claims):
        told = frame.t("ask.answer.all_supported")
        st.html(tag("p", chip(told, "green", symbol="check_circle")))


def _any_supported(claims: Sequence[Claim]) -> bool:
    return any(claim.verdict == "supported" for claim in claims)


def _confidence(frame: RunViewModel, answer: Answer) -> None:
    """Draw the estimate that the answer is right, if an analyst chose to show it."""
    confidence = shown_confidence(frame.run)
    if not frame.shows_confidence or confidence is None or answer.outcome != "answered":
        return
    options = frame.run.options
    if options.audience is Audience.ANALYST and not options.is_structured:
        words = localized_text(frame.run.language)["confidence"]
        st.markdown(f"*{words}: {percent(confidence, frame.run.language)}*")


def _declined(answer: Answer | None) -> bool:
    return answer is not None and answer.outcome in DECLINED


def _without_examples(frame: RunViewModel) -> str:
    """The answer without its list of example questions, which are drawn as buttons."""
    known = {f"- {one}" for some in frame.workspace.spec.examples.values() for one in some}
    lines = frame.marked.split("\n")
    kept = [line for line in lines if line.strip() not in known]
    while len(kept) < len(lines) and kept and (not kept[-1].strip() or kept[-1].endswith(":")):
        kept.pop()
    return "\n".join(kept)
