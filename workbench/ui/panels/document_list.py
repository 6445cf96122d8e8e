"""The list of a workspace's files: counts, filters, table and pages."""

from collections.abc import Sequence

import streamlit as st

from workbench.domain.documents import SourceFile
from workbench.i18n.numbers import integer
from workbench.ui import document_table, session, session_documents
from workbench.ui.components.data_table import data_table
from workbench.ui.html import tag
from workbench.ui.panels import add_files
from workbench.ui.panels.widgets import muted
from workbench.ui.texts import Texts

_STATES = ("indexed", "duplicate", "unread")


def draw(t: Texts, workspace: str) -> None:
    """Draw the list."""
    files = session.workbench().documents(workspace)
    st.html(muted(counts(files, t)))
    add_files.draw(t, workspace)
    if not files:
        st.html(tag("p", t("documents.empty"), cls="wb-lead"))
        return
    text, kind, state = _draw_filters(files, t)
    found = document_table.matching(files, text, kind, state)
    if not found:
        st.html(tag("p", t("documents.nothing"), cls="wb-lead"))
        st.button(
            t("documents.clear"), on_click=session_documents.clear_document_filters, key="wb_clear"
        )
        return
    _draw_table(found, document_table.columns(files), t, f"{workspace}|{text}|{kind}|{state}")


def counts(files: Sequence[SourceFile], t: Texts) -> str:
    """The numbers of documents, duplicates and unread files in one line."""
    states = [file.state for file in files]
    read = len(files) - states.count("unread")
    parts = [t("common.count.documents", n=read)]
    parts += [
        t(f"documents.count.{state}", n=states.count(state))
        for state in ("duplicate", "unread")
        if state in states
    ]
    return " · ".join(parts)


def _draw_filters(files: Sequence[SourceFile], t: Texts) -> tuple[str, str, str]:
    """Draw the filters; returns the text, the kind and the state to show."""
    text_key, kind_key, state_key = session_documents.DOCUMENT_FILTERS
    kinds = sorted({file.kind for file in files})
    present = {file.state for file in files}
    states = [state for state in _STATES if state in present]
    kind_labels = {"": t("documents.any_kind")} | {one: one.upper() for one in kinds if one}
    state_labels = {one: t(f"documents.state.{one or 'any'}") for one in ("", *states)}
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="wb_filters"):
        text = st.text_input(
            t("documents.search"),
            label_visibility="collapsed",
            key=text_key,
            persist_state="session",
            type="search",
            live="300ms",
            placeholder=t("documents.search"),
            width="stretch",
        )
        kind = st.selectbox(
            t("documents.column.kind"),
            list(kind_labels),
            format_func=kind_labels.__getitem__,
            label_visibility="collapsed",
            key=session.translated_key(kind_key),
            persist_state="session",
            width=150,
        )
        state = st.selectbox(
            t("documents.column.state"),
            list(state_labels),
            format_func=state_labels.__getitem__,
            label_visibility="collapsed",
            key=session.translated_key(state_key),
            persist_state="session",
            width=190,
        )
    return text or "", kind or "", state or ""


def _draw_table(files: Sequence[SourceFile], columns: Sequence[str], t: Texts, chosen: str) -> None:
    """Draw one page of the table; ``chosen`` names the filters, with which the pages begin anew."""
    sort, size = session_documents.documents_sort(), document_table.PAGE_SIZE
    table, below = st.container(key="wb_documents_table"), st.container()
    last = -(-len(files) // size)
    page = 1
    with below.container(
        horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"
    ):
        place = st.empty()
        if last > 1:
            page = st.pagination(last, key=f"wb_documents_page_{chosen}")
    first = (page - 1) * size
    shown = document_table.ordered(files, sort)[first : first + size]
    if last > 1:
        ends = {"first": first + 1, "last": first + len(shown), "all": len(files)}
        numbers = {name: integer(value, t.language) for name, value in ends.items()}
        place.caption(t("documents.range", **numbers))
    with table:
        event = data_table(document_table.table(shown, columns, t, sort, page), key="wb_documents")
    if event.opened:
        session_documents.open_document(event.opened)
        st.rerun()
    if event.sorted_by:
        session_documents.sort_documents(document_table.turned(sort, event.sorted_by))
        st.rerun()
