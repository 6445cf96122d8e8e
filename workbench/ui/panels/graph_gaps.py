"""The register of graph gaps on the Runs page: what runs asked the graph for in vain."""

import streamlit as st

from workbench.domain.graph_gaps import GraphGap, MissingFact
from workbench.domain.local_text import Language, localize
from workbench.errors import WorkbenchError
from workbench.i18n.numbers import moment
from workbench.i18n.verdicts import verdict_name
from workbench.rendering.workspace_labels import LabelsFor
from workbench.text.escape_markdown import escape
from workbench.tools.gap_texts import gap_text
from workbench.ui import errors, plan_edits, session, session_graph
from workbench.ui.html import Html, join, tag
from workbench.ui.navigation import page_path
from workbench.ui.panels import empty
from workbench.ui.panels.widgets import muted, nothing
from workbench.ui.role_controls import permit
from workbench.ui.texts import Texts
from workbench.workspace import Workspace

SHOWN = 30
"""Gaps that are drawn."""
RUNS_SHOWN = 8
"""Runs of a gap that are drawn."""


def draw(t: Texts) -> None:
    """Draw the register of the current workspace."""
    name = session.workspace_id()
    if session.preparation(name) is not None:
        empty.draw_preparing(t, name)
        return
    bench = session.workbench()
    try:
        gaps, workspace = bench.graph_gaps(name), bench.workspace(name)
    except WorkbenchError as error:
        errors.draw(error, t)
        return
    title = localize(session.summary().title, t.language)
    if not gaps:
        verdict = verdict_name("not_found", t.language)
        hint = t("runs.gaps.none_hint", verdict=verdict)
        st.html(nothing(t("runs.gaps.none", workspace=title), hint))
        return
    st.html(muted(t("runs.gaps.lead", workspace=title)))
    with st.container(key="wb_gap_list", gap="xsmall"):
        for gap in gaps[:SHOWN]:
            _draw_gap(gap, workspace, t)
    if len(gaps) > SHOWN:
        st.caption(t("runs.gaps.more", n=len(gaps) - SHOWN))


def _draw_gap(gap: GraphGap, workspace: Workspace, t: Texts) -> None:
    missing = gap.missing
    filters = (value for _, value in plan_edits.pairs_of(missing.filters))
    named = (missing.subject, missing.relation, missing.object, *filters)
    message = gap_text(gap.message, [one for one in named if one], workspace, t.language)
    told = what_is_missing(missing, workspace, t.language) or message
    when = moment(gap.last_at, t.language, session.time_zone())
    times = t("runs.gaps.times", n=gap.times)
    label = f"**{escape(told)}** · {times} · {when}"
    with st.expander(label, key=f"wb_gap_{gap.id}"):
        st.html(tag("p", message))
        if quotes := _quotes(gap):
            st.html(join((tag("h3", t("runs.gaps.passages")), *quotes)))
        _draw_edge(gap, workspace, t)
        with st.container(gap=None, key=f"wb_gap_runs_{gap.id}"):
            _draw_runs(gap, t)


def what_is_missing(missing: MissingFact, workspace: Workspace, language: Language) -> str:
    """Return the parts of a missing fact by name: "Vasin · painted · ?", "altitude"."""
    edge_types = workspace.spec.edge_types
    ends = [missing.subject, missing.object]
    subject, target = (workspace.entity_name(one, language) if one else "" for one in ends)
    if missing.relation in edge_types or (missing.subject and missing.object):
        relation = workspace.type_label(missing.relation, language) if missing.relation else "…"
        return " · ".join((subject or "?", relation, target or "?"))
    labels = LabelsFor(workspace, language)
    filters = [labels.filter_text(*one).partition(": ")[2] for one in missing.filters.items()]
    asked = _relation(missing.relation, workspace, language)
    return " · ".join(part for part in (subject, asked, *filters, *missing.words) if part)


def _relation(name: str, workspace: Workspace, language: Language) -> str:
    """Return the description of an intent, or the label of a property."""
    intent = workspace.spec.intents.get(name)
    if intent is not None:
        return localize(intent.description, language).rstrip(".")
    return workspace.property_label(name, language) if name else ""


def _draw_edge(gap: GraphGap, workspace: Workspace, t: Texts) -> None:
    """Offer to draft the missing edge, or to go to its draft."""
    if gap.is_drafted:
        if st.button(t("runs.gaps.review"), icon=":material/rule:", key=f"wb_gap_review_{gap.id}"):
            session_graph.show_review()
            st.switch_page(page_path("graph"))
    elif gap.draft is not None and st.button(
        t("runs.gaps.promote"),
        icon=":material/add_link:",
        key=f"wb_gap_promote_{gap.id}",
        **permit("promote_gap", help=t("runs.gaps.promote_help")),
    ):
        session.workbench().promote_gap(workspace.id, gap.id)
        st.toast(t("runs.gaps.promoted"), icon=":material/add_link:")
        st.rerun()


def _draw_runs(gap: GraphGap, t: Texts) -> None:
    """Draw the questions of the newest runs as buttons that open them."""
    for run in gap.runs[:RUNS_SHOWN]:
        if st.button(
            escape(run.question),
            type="tertiary",
            icon=":material/arrow_forward:",
            help=moment(run.created_at, t.language, session.time_zone()),
            key=f"wb_gap_run_{gap.id}_{run.id}",
        ):
            session.visit_run(run.id, session.workspace_id())
    if len(gap.runs) > RUNS_SHOWN:
        st.caption(t("runs.gaps.more_runs", n=len(gap.runs) - RUNS_SHOWN))


def _quotes(gap: GraphGap) -> list[Html]:
    """Return the passages of a gap, that of its edge first, each once."""
    supports = gap.draft.supports if gap.draft else ()
    texts = {one.quote: one.document for one in supports}
    for one in gap.passages:
        texts[one.content] = one.span.title if one.span else ""
    return [
        tag("blockquote", tag("p", text), tag("small", source), cls="wb-gap-quote")
        for text, source in texts.items()
    ]
