"""The answer panel: text with citations and doubtful claims, rendered facts, and sources."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from workbench.answer.formats import reshaped
from workbench.citation_styles import CITATION_STYLES
from workbench.citation_styles.base import CitedSource
from workbench.domain.answer import (
    DECLINED,
    NO_CITATIONS,
    Answer,
    Audience,
    Format,
    Rendered,
)
from workbench.domain.diagnostics import AnswerVerdict, Claim
from workbench.domain.evidence import Evidence
from workbench.domain.listing import Listing
from workbench.domain.local_text import Language
from workbench.domain.run import Stage, listing_of, shown_confidence
from workbench.i18n.numbers import SPACE, decimal
from workbench.pipeline.finish import display_answer
from workbench.rendering.messages import localized_text
from workbench.text.citation_marks import without_markers
from workbench.text.unfinished import closed
from workbench.ui import actions, errors, session, session_plan
from workbench.ui.citation_links import Highlight, Marks, href, link_citations
from workbench.ui.html import Html, tag
from workbench.ui.markdown import safe_markdown
from workbench.ui.navigation import page_path
from workbench.ui.panels.prompt import cut_chip
from workbench.ui.panels.widgets import box, chip, loading, muted
from workbench.ui.run_view_model import RunViewModel


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
            _all_sources(frame)


def _control(frame: RunViewModel, rendered: Rendered) -> None:
    """Draw the rendered facts, then those the answer omits and the claims it adds."""
    t = frame.t
    st.markdown(safe_markdown(rendered.text), anchors=False)
    if rendered.omitted:
        st.html(muted(t("ask.answer.omitted", n=rendered.omitted)))
    if frame.run.diagnostics is None or not frame.cited:
        return
    missing = [
        _any_source(frame, number, evidence)
        for number, evidence in frame.sources.items()
        if number not in frame.cited
    ]
    if missing:
        st.html(tag("div", tag("h3", t("ask.answer.left_out")), *missing, cls="wb-sources all"))
    added = [claim.text for claim in frame.run.diagnostics.claims if claim.is_doubtful]
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
    _text(frame, answer)
    if answer is None:
        return
    if _declined(answer) and frame.finished:
        _examples(frame)
        _next_steps(frame)
    _show_rest(frame)
    _verdicts(frame)
    if answer.outcome == "answered":
        _next_questions(frame)
    if _shows_list(frame):
        _cited_list(frame)
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
            marked, frame.run.id, frame.numbers, marks(frame), _flags_in(frame, marked)
        )
        text = _with_rest_link(frame, text)
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
    memory = frame.run.memory
    if memory is None or memory.decision == "independent":
        return
    label = frame.t(f"ask.answer.memory.{memory.decision}")
    detail = _reasons(memory.reasons)
    st.html(tag("p", chip(label, "blue", symbol="forum"), " ", tag("span", detail, cls="wb-small")))


def _reasons(reasons: Sequence[str]) -> str:
    """Join reasons; a beginning that they share, "Looks like a follow-up:", is said once."""
    told: list[str] = []
    before = ""
    for reason in reasons:
        head, colon, tail = reason.partition(": ")
        told.append(tail if colon and head == before else reason)
        before = head
    return "; ".join(told)


def marks(frame: RunViewModel) -> Marks:
    """The look of citations in the chosen style."""
    style = CITATION_STYLES[frame.style]

    def label(number: int) -> str:
        evidence = frame.sources.get(number)
        name = frame.reference(evidence) if evidence else ""
        return style.mark(CitedSource(number=number, label=name), frame.run.language)

    return Marks(prefix=style.prefix, separator=style.separator, label=label)


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
    return ": ".join((frame.t(f"common.verdict.{claim.verdict}"), "; ".join(claim.reasons))).rstrip(
        ": "
    )


def _verdicts(frame: RunViewModel) -> None:
    """Draw the claim counts; "all supported" requires that every claim was checked."""
    diagnostics = frame.run.diagnostics
    claims = diagnostics.claims if diagnostics else ()
    doubtful = sum(claim.is_doubtful for claim in claims)
    unchecked = sum(claim.is_unchecked for claim in claims)
    verdicts = []
    if doubtful:
        verdicts.append(chip(frame.t("ask.answer.flagged", n=doubtful), "orange", symbol="warning"))
    if unchecked:
        verdicts.append(chip(frame.t("ask.answer.unchecked", n=unchecked), symbol="help"))
    if not verdicts and any(claim.verdict == "supported" for claim in claims):
        verdicts.append(_supported(frame, diagnostics.verdict if diagnostics else None))
    if verdicts:
        st.html(tag("p", *verdicts))


def _supported(frame: RunViewModel, verdict: AnswerVerdict | None) -> Html:
    """A green chip if the answer is likely right too, else one that says the quotes are true."""
    if verdict is None or verdict.label in ("answered", "corrected"):
        return chip(frame.t("ask.answer.all_supported"), "green", symbol="check_circle")
    reasons = " ".join(verdict.reasons) or None
    return chip(frame.t("ask.answer.may_not_answer"), "orange", reasons, "help")


def _confidence(frame: RunViewModel, answer: Answer) -> None:
    """Draw the estimate that the answer is right, if an analyst chose to show it."""
    confidence = shown_confidence(frame.run)
    if not frame.shows_confidence or confidence is None or answer.outcome != "answered":
        return
    options = frame.run.options
    if options.audience is Audience.ANALYST and not options.is_structured:
        words = localized_text(frame.run.language)["confidence"]
        st.markdown(f"*{words}: {confidence:.1%}*")


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


def _examples(frame: RunViewModel) -> None:
    shown = examples(frame.workspace.spec.examples, frame.run.language)[:3]
    _questions(frame, shown, frame.t("ask.answer.try"))


def _next_questions(frame: RunViewModel) -> None:
    """Draw buttons that ask what follows from the answer; forks have no conversation."""
    run = frame.run
    if frame.finished and run.parent_id is None:
        found = session.workbench().next_questions(run, run.language)
        _questions(frame, found, frame.t("ask.answer.ask_next"))


def _questions(frame: RunViewModel, questions: Sequence[str], heading: str) -> None:
    if questions:
        st.html(tag("h3", heading))
    for place, question in enumerate(questions):
        st.button(
            question,
            key=f"wb_try_{frame.run.id}_{place}",
            icon=":material/arrow_forward:",
            type="tertiary",
            on_click=actions.ask,
            args=(question,),
        )


def _next_steps(frame: RunViewModel) -> None:
    """Draw what one can do about a question that was declined."""
    t, run = frame.t, frame.run
    st.html(tag("h3", t("ask.answer.next")))
    if run.plan is not None:
        st.button(
            t("ask.answer.edit_plan"),
            icon=":material/edit_note:",
            type="tertiary",
            key=f"wb_next_plan_{run.id}",
            on_click=session_plan.edit_plan,
            args=(run.id,),
        )
    if st.button(
        t("ask.answer.look_up"),
        icon=":material/manage_search:",
        type="tertiary",
        key=f"wb_next_documents_{run.id}",
    ):
        st.switch_page(page_path("documents"))


def _show_rest(frame: RunViewModel) -> None:
    """Draw a button that asks for the items cut by the limits."""
    listing = _rest(frame)
    if listing is None:
        return
    label, key = frame.t("ask.answer.show_rest", n=listing.remaining), f"wb_rest_{frame.run.id}"
    if st.button(label, key=key, icon=":material/expand_more:", type="tertiary"):
        ask_rest(frame)


def _rest(frame: RunViewModel) -> Listing | None:
    """The list that the limits cut; forks have no conversation to ask for the rest in."""
    run, listing = frame.run, listing_of(frame.run)
    asks = frame.finished and run.thread_id is not None and run.parent_id is None
    return listing if asks and listing is not None and listing.remaining else None


def ask_rest(frame: RunViewModel) -> None:
    """Ask for the items that the limits cut from the answer's list."""
    if listing := _rest(frame):
        words = localized_text(frame.run.language)["show_rest"]
        actions.ask(words.format(question=listing.question))
        st.rerun()


def _with_rest_link(frame: RunViewModel, text: str) -> str:
    """The displayed answer with "4 more (ask to see them)" as a link that asks."""
    if _rest(frame) is None:
        return text
    before, after = map(re.escape, localized_text(frame.run.language)["more"].split("{count}"))
    return re.sub(rf"(?<!\[)({before}\d+{after})", rf"[\1](#rest-{frame.run.id})", text)


def examples(by_language: Mapping[Any, tuple[str, ...]], language: Language) -> tuple[str, ...]:
    """Example questions in a language, or in the first available one."""
    return by_language.get(language) or next(iter(by_language.values()), ())


def _cited_list(frame: RunViewModel) -> None:
    label = marks(frame).label
    rows = [_source_row(frame, number, label(number)) for number in frame.cited]
    st.html(tag("div", tag("h3", frame.t("ask.answer.cited_list")), *rows, cls="wb-sources"))


def _source_row(frame: RunViewModel, number: int, label: str) -> Html:
    evidence = frame.sources[number]
    name = frame.reference(evidence)
    content = "" if evidence.span else f": {shorten(evidence.content, 90)}"
    quote = _quote(frame, evidence) if CITATION_STYLES[frame.style].lists_quotes else None
    return tag(
        "a",
        tag("b", label),
        tag("span", f"{name}{content}", tag("q", quote) if quote else ""),
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


def _all_sources(frame: RunViewModel) -> None:
    if not frame.sources:
        key = (
            "ask.answer.no_sources"
            if frame.has(Stage.RENDER) or frame.finished
            else "ask.answer.waiting"
        )
        st.html(muted(frame.t(key)))
        return
    rows = [_any_source(frame, number, evidence) for number, evidence in frame.sources.items()]
    st.html(tag("div", *rows, cls="wb-sources all"))


def _any_source(frame: RunViewModel, number: int, evidence: Evidence) -> Html:
    t, used = frame.t, number in frame.cited
    found = [t.get(f"ask.channel.{one.channel}", one.channel) for one in evidence.found_by]
    details = [decimal(evidence.score, frame.language), *dict.fromkeys(found)]
    if not used:
        details.append(t("ask.answer.not_cited"))
    return tag(
        "a",
        tag("b", f"[{number}]"),
        tag("span", tag("em", frame.reference(evidence)), shorten(evidence.content)),
        tag("small", " · ".join(one.replace(" ", SPACE) for one in details)),
        href=href(frame.run.id, number),
        cls="" if used else "unused",
    )


def shorten(text: str, most: int = 160) -> str:
    """The beginning of a text, cut at a word."""
    flat = " ".join(text.split())
    return flat if len(flat) <= most else flat[:most].rsplit(" ", 1)[0] + "…"
