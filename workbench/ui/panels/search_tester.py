"""The search tester: a query, the settings of the search, and the scores of each passage found."""

from collections.abc import Mapping

import streamlit as st

from workbench.domain.evidence import Evidence
from workbench.domain.local_text import localize
from workbench.errors import WorkbenchError
from workbench.i18n.numbers import decimal
from workbench.retrieval.fusion import Fusion
from workbench.retrieval.search import ADJACENCY_WEIGHT, RELEVANCE_WEIGHT
from workbench.ui import errors, search_results, session, session_documents
from workbench.ui.components.data_table import data_table
from workbench.ui.html import tag
from workbench.ui.navigation import page_path
from workbench.ui.panels.widgets import muted
from workbench.ui.role_controls import permit, refused
from workbench.ui.texts import Texts
from workbench.workspace import Workspace
from workbench.workspace.schema import ChannelWeights, RetrievalPreset

_FUSIONS: list[Fusion] = ["score_sum", "reciprocal_rank"]
_MOST_VALUES = 200
"""Values that a filter offers; a field with more, such as a title, is not one to filter by."""


def draw(t: Texts, name: str) -> None:
    """Draw the tester."""
    workspace = session.workbench().workspace(name)
    channels = session.workbench().channels(name)
    with st.container(key="wb_tester"):
        results, controls = st.columns([5, 2], gap="medium")
    with controls, st.container(key="wb_tester_controls", gap="small"):
        preset = _draw_settings(t, workspace, channels)
        filters = _draw_filters(t, workspace)
        _draw_saving(t, name, preset)
    with results:
        query = st.text_input(
            t("documents.search_tester.query"),
            label_visibility="collapsed",
            placeholder=t("documents.search_tester.query"),
            type="search",
            key=session_documents.TESTER_QUERY,
            persist_state="session",
            **permit("try_search"),
        )
        if query and query.strip():
            _draw_results(t, name, query.strip(), preset, filters)
        else:
            st.html(muted(refused("try_search") or t("documents.search_tester.hint")))


def _draw_settings(t: Texts, workspace: Workspace, channels: tuple[str, ...]) -> RetrievalPreset:
    """Draw the controls, set to the workspace's settings at first; returns what they say."""
    current = workspace.spec.retrieval.preset
    key = session_documents.tester_key(workspace.id)
    weights = current.weights.model_dump()
    st.html(tag("h2", t("documents.search_tester.weights"), cls="wb-title"))
    for channel in channels:
        weights[channel] = st.slider(
            t(f"ask.channel.{channel}").capitalize(),
            0.0,
            2.0,
            weights[channel],
            0.1,
            format="localized",
            key=f"{key}_{channel}",
            persist_state="session",
        )
    if "dense" not in channels:
        st.html(tag("p", t("documents.search_tester.no_dense"), cls="wb-small"))
        st.page_link(page_path("models"), label=t("documents.search_tester.choose_embedder"))
    fusion = st.selectbox(
        t("documents.search_tester.fusion"),
        _FUSIONS,
        index=_FUSIONS.index(current.fusion),
        format_func=lambda one: t(f"documents.search_tester.{one}"),
        key=session.translated_key(f"{key}_fusion"),
        persist_state="session",
    )
    floor = st.slider(
        t("documents.search_tester.floor"),
        0.0,
        1.0,
        current.relevance_floor,
        0.05,
        format="localized",
        key=f"{key}_floor",
        help=t("documents.search_tester.floor_help"),
        persist_state="session",
    )
    top_k = st.slider(
        t("documents.search_tester.top_k"),
        1,
        50,
        current.top_k,
        key=f"{key}_top_k",
        persist_state="session",
    )
    return RetrievalPreset(
        weights=ChannelWeights(**weights), fusion=fusion, relevance_floor=floor, top_k=top_k
    )


def _draw_filters(t: Texts, workspace: Workspace) -> dict[str, str]:
    """Draw a list for each field to filter by; returns the values chosen."""
    values = session.workbench().filter_values(workspace.id)
    chosen: dict[str, str] = {}
    for field, spec in workspace.spec.documents.metadata.items():
        known = values.get(field, ())
        if not 1 < len(known) <= _MOST_VALUES:
            continue
        labels = {"": t("documents.search_tester.any")}
        for one in known:
            labels[one] = workspace.metadata_value(field, one, t.language)
        value = st.selectbox(
            localize(spec.label, t.language),
            list(labels),
            format_func=labels.__getitem__,
            key=session.translated_key(session_documents.tester_filter_key(workspace.id, field)),
            persist_state="session",
        )
        if value:
            chosen[field] = value
    return chosen


def _draw_saving(t: Texts, name: str, preset: RetrievalPreset) -> None:
    """Draw the buttons that save the settings for questions, or restore the workspace's own."""
    bench = session.workbench()
    saved = bench.saved_preset(name)
    current = bench.workspace(name).spec.retrieval.preset
    if st.button(
        t("documents.search_tester.save"),
        type="primary",
        width="stretch",
        key="wb_tester_save",
        **permit(
            "save_preset", disabled=preset == current, help=t("documents.search_tester.save_help")
        ),
    ):
        bench.save_preset(name, preset)
        st.toast(t("documents.search_tester.saved"), icon=":material/save:")
        st.rerun()
    restore = permit("save_preset") if saved is not None else permit("saved_preset")
    if (saved is not None or preset != current) and st.button(
        t("documents.search_tester.reset"), width="stretch", key="wb_tester_reset", **restore
    ):
        if saved is not None:
            bench.save_preset(name, None)
        session_documents.reset_tester()
        st.rerun()
    if saved is not None:
        st.html(tag("p", t("documents.search_tester.is_saved"), cls="wb-small"))


def _draw_results(
    t: Texts, name: str, query: str, preset: RetrievalPreset, filters: Mapping[str, str]
) -> None:
    bench = session.workbench()
    try:
        report = bench.try_search(query, name, preset, dict(filters))
    except WorkbenchError as error:
        errors.draw(error, t)
        return
    if report.outage:
        errors.draw(report.outage, t)
    found = len(report.passages)
    searched = t("documents.search_tester.searched", n=report.documents)
    told = t("documents.search_tester.found_of", n=found)
    st.html(muted(f"{told} · {searched}"))
    passages = search_results.passages_by_id(report)
    if not found:
        advice = "all_below" if passages else "none_found"
        st.html(tag("p", t(f"documents.search_tester.{advice}")))
    if not passages:
        return
    weights = preset.weights.model_dump()
    data = search_results.table(report, bench.channels(name), weights, t)
    order = t(
        "documents.search_tester.order",
        relevance=decimal(RELEVANCE_WEIGHT, t.language, 1),
        nearness=decimal(ADJACENCY_WEIGHT, t.language, 1),
    )
    st.html(muted(order))
    event = data_table(data, key="wb_tester_table")
    if event.opened in passages:
        _open(name, passages[event.opened])


def _open(name: str, item: Evidence) -> None:
    """Show a passage in its document."""
    assert item.span is not None
    span = item.span
    chunks = session.workbench().passages(name, span.document_id)
    number = sum(chunk.start <= span.start for chunk in chunks)
    session_documents.open_document(span.document_id, number or None)
    st.rerun()
