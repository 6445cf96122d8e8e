"""The tool call panel: status, time, number of facts, arguments and errors of each call."""

import json
from collections.abc import Sequence
from itertools import count, repeat

import streamlit as st

from workbench.domain.diagnostics import Claim
from workbench.domain.evidence import Evidence, ExecutedCall, Gap
from workbench.domain.local_text import localize
from workbench.domain.run import RunStatus, Stage
from workbench.i18n.numbers import duration
from workbench.text.plain_text import without_markdown
from workbench.tools.gap_texts import gap_text
from workbench.ui import errors, plan_edits
from workbench.ui.citation_links import href
from workbench.ui.effect_text import plan_value
from workbench.ui.html import Html, escaped, icon, join, tag
from workbench.ui.panels.answer_sources import shorten
from workbench.ui.panels.widgets import box, heading, muted, pending
from workbench.ui.run_view_model import RunViewModel

_SYMBOLS = {
    "ok": "check_circle",
    "empty": "radio_button_unchecked",
    "failed": "error",
    "skipped": "do_not_disturb_on",
}


def draw(frame: RunViewModel) -> None:
    """Draw the panel."""
    t, run = frame.t, frame.run
    meta = run.facts.meta if run.facts else None
    with box("calls"):
        covered = meta is not None and meta.requested > 0
        detail = (
            t("ask.calls.coverage", answered=meta.answered, requested=meta.requested)
            if meta and covered
            else ""
        )
        heading(t("ask.calls.title"), detail)
        if not frame.has(Stage.EXECUTE):
            st.html(pending(frame, "calls"))
            return
        if not run.tool_calls:
            st.html(muted(t("ask.calls.none")))
            return
        told = map(_call, repeat(frame), count(), run.tool_calls, _subjects(frame, run.tool_calls))
        st.html(tag("div", *told, cls="wb-calls"))
        if meta and meta.gaps:
            gaps = [
                tag("li", one) for one in dict.fromkeys(_missing(frame, gap) for gap in meta.gaps)
            ]
            st.html(tag("div", tag("h3", t("ask.calls.gaps")), tag("ul", *gaps), cls="wb-gaps"))


def _missing(frame: RunViewModel, gap: Gap) -> str:
    """Why a call found nothing, in the interface's language."""
    calls = frame.run.tool_calls
    call = calls[gap.call] if gap.call < len(calls) else None
    if gap.reason == "failed" and call is not None and call.error is not None:
        return errors.translate_error(call.error, frame.t).message
    pairs = plan_edits.pairs_of(call.args.applied_filters) if call is not None else ()
    named = [gap.relation, gap.entity_id or "", *(value for _, value in pairs)]
    return gap_text(gap.message, named, frame.workspace, frame.language)


def _call(frame: RunViewModel, place: int, call: ExecutedCall, subject: Html) -> Html:
    t = frame.t
    is_idle = frame.run.diagnostics is not None and place in frame.provenance.idle_calls
    summary = tag(
        "summary",
        icon(_SYMBOLS[call.status]),
        icon(frame.workspace.tool_specs[call.args.kind].icon),
        tag("b", subject, tag("small", t("ask.calls.idle")) if is_idle and call.items else ""),
        tag("span", f"{found_in(frame, call)} · {duration(call.ms, frame.language)}"),
    )
    rows = [tag("dt", name) + tag("dd", value) for name, value in arguments(frame, call)]
    error = None
    if call.error:
        happened, hint = errors.translate_error(call.error, t)
        went_on = "" if call.status == "failed" else t("ask.calls.by_words")
        error = tag("p", tag("b", happened), f" {hint} {went_on}", cls="wb-error")
    listed = tag("dl", *(Html(row) for row in rows))
    return tag(
        "details",
        summary,
        error,
        listed,
        _statement(frame, call),
        _found(frame, place),
        _raw_link(frame, place),
        cls=call.status,
        data_call=place,
        data_claims=" ".join(map(str, frame.provenance.claims_of_call(place))),
    )


def found_in(frame: RunViewModel, call: ExecutedCall) -> str:
    """How many facts a call found, or what became of it."""
    if call.status == "ok":
        return frame.t("common.count.facts", n=call.items)
    return frame.t(f"ask.calls.{call.status}")


def _raw_link(frame: RunViewModel, place: int) -> Html | None:
    """The link that opens the JSON of a call."""
    if frame.run.status is RunStatus.RUNNING:
        return None
    link = tag("a", icon("data_object"), frame.t("ask.calls.raw"), href=f"#call-{place}")
    return tag("p", link, cls="wb-raw")


def open_dialog(frame: RunViewModel, place: int) -> None:
    """Show a call as it was made and what came back, as JSON."""
    t, calls = frame.t, frame.run.tool_calls
    if place >= len(calls):
        return
    call = calls[place]

    @st.dialog(t("ask.calls.raw_title", subject=subject(frame, call)), width="large")
    def dialog() -> None:
        found = frame.run.facts.evidence_by_id().values() if frame.run.facts else ()
        facts = [item.model_dump(mode="json") for item in found if item.call == place]
        st.html(tag("p", duration(call.ms, t.language), cls="wb-small"))
        for name, value in (("sent", call.model_dump(mode="json")), ("received", facts)):
            st.html(tag("h3", t(f"ask.calls.{name}")))
            st.code(json.dumps(value, ensure_ascii=False, indent=2), language="json", height=320)

    dialog()


def _found(frame: RunViewModel, place: int) -> Html | None:
    """The facts that a call brought, as links to their source, and the claims on them."""
    t, diagnostics = frame.t, frame.run.diagnostics
    items = frame.run.facts.evidence_by_id().values() if frame.run.facts else ()
    facts = [_fact(frame, item) for item in items if item.call == place]
    if not facts:
        return None
    claims = diagnostics.claims if diagnostics else ()
    resting = [
        tag("li", claim_link(frame, at, claims[at]))
        for at in frame.provenance.claims_of_call(place)
    ]
    below = [tag("small", t("ask.calls.claims")), tag("ul", *resting)] if resting else []
    return tag("div", tag("small", t("ask.calls.facts")), tag("ul", *facts), *below, cls="wb-found")


def _fact(frame: RunViewModel, item: Evidence) -> Html:
    """A fact with the number of its source; one that nobody used says so."""
    t, number = frame.t, frame.shown_numbers.get(item.id)
    text = shorten(without_markdown(item.content))
    if number is None:
        return tag("li", text, " ", tag("em", t("ask.calls.not_shown")))
    link = tag("a", text, href=href(frame.run.id, number))
    unused = frame.run.diagnostics is not None and item.id in frame.provenance.unused_facts
    mark = tag("em", t("ask.calls.not_used")) if unused else ""
    return tag("li", tag("b", f"[{number}] "), link, " ", mark)


def claim_link(frame: RunViewModel, place: int, claim: Claim) -> Html:
    """A claim as a link to its verdict and evidence."""
    text = shorten(without_markdown(claim.statement))
    return tag("a", text, href=f"#claim-{frame.run.id}-{place}-{claim.verdict}")


def _statement(frame: RunViewModel, call: ExecutedCall) -> Html | None:
    """The SQL that ran, a clause a line, and the values bound to its placeholders."""
    if call.statement is None:
        return None
    values = [f"${at} = {value!r}" for at, value in enumerate(call.statement.values, start=1)]
    text = "\n".join([call.statement.sql, *(f"-- {value}" for value in values)])
    return tag("div", tag("small", frame.t("ask.calls.statement")), tag("pre", text), cls="wb-sql")


def _subjects(frame: RunViewModel, calls: Sequence[ExecutedCall]) -> list[Html]:
    """The subject of each call, with its intent where subjects repeat."""
    names = [subject(frame, call) for call in calls]
    return [
        join((name, _intent(frame, call))) if names.count(name) > 1 else escaped(name)
        for name, call in zip(names, calls, strict=True)
    ]


def _intent(frame: RunViewModel, call: ExecutedCall) -> Html:
    name = call.args.intent_id
    return tag("small", frame.intent_title(name)) if name else Html("")


def subject(frame: RunViewModel, call: ExecutedCall) -> str:
    """The tool's label with the main argument of a call."""
    spec = frame.workspace.tool_specs[call.args.kind]
    return f"{localize(spec.label, frame.language)}: {spec.describe(call.args, frame).subject}"


def arguments(frame: RunViewModel, call: ExecutedCall) -> list[tuple[str, str]]:
    """Names and values of a call's arguments, and the reason for the call."""
    t, text = frame.t, frame.workspace.tool_specs[call.args.kind].describe(call.args, frame)
    intent = call.args.intent_id
    tool = frame.workspace.tool_specs[call.args.kind].label
    rows = [(t("ask.calls.tool"), localize(tool, t.language))]
    rows += [
        (name, frame.intent_title(value) if value == intent else plan_value(value, frame))
        for name, value in text.arguments
    ]
    for slot, value in call.args.applied_filters.items():
        label, _, shown = frame.filter_text(slot, value).partition(": ")
        rows.append((label, shown))
    planned = call.caused_by.startswith("plan") or not call.caused_by
    reason = (
        t(f"ask.plan.{call.caused_by.lower()}")
        if call.caused_by in ("NO_RESULTS", "LOW_COVERAGE")
        else call.caused_by
    )
    rows.append(
        (
            t("ask.calls.cause"),
            t("ask.calls.planned") if planned else t("ask.calls.fallback", reason=reason),
        )
    )
    return rows
