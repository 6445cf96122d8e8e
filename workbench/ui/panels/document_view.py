"""One document: what is known of it, the runs that cite it, its passages beside its text."""

from collections.abc import Sequence

import streamlit as st

from workbench.domain.documents import Chunk, Document
from workbench.domain.run_summary import CitingRun, RunSummary
from workbench.i18n.numbers import moment
from workbench.ui import passages, session, session_documents
from workbench.ui.components.passage_browser import passage_browser
from workbench.ui.html import join, tag
from workbench.ui.panels.widgets import chip
from workbench.ui.texts import Texts
from workbench.workspace import Workspace

_RUNS_SHOWN = 20
"""Runs listed for a document or a passage."""


def draw(t: Texts, workspace: str, document_id: str, passage: int | None) -> None:
    """Draw a document, at one of its passages if given."""
    st.button(
        t("documents.back"),
        icon=":material/arrow_back:",
        type="tertiary",
        on_click=session_documents.close_document,
        key="wb_documents_back",
    )
    document = session.document(workspace, document_id)
    if document is None:
        st.warning(t("documents.missing", path=document_id), icon=":material/search_off:")
        return
    chunks = session.workbench().passages(workspace, document_id)
    citing = session.workbench().runs.citing(workspace, document_id)
    _draw_head(document, chunks, session.workbench().workspace(workspace), t)
    if citing:
        with st.popover(t("documents.cited", n=len(citing)), icon=":material/history:"):
            _draw_runs([one.run for one in citing], t, "document")
    _draw_passages(document, chunks, citing, passage, t)
    shown = {"doc": document_id} | ({"passage": str(passage)} if passage else {})
    session.write_address(with_run=False, **shown)


def _draw_head(document: Document, chunks: Sequence[Chunk], workspace: Workspace, t: Texts) -> None:
    facts = [document.id, t("documents.count.passages", n=len(chunks))]
    if document.pages:
        facts.append(t("documents.count.pages", n=len(document.pages)))
    labels = [chip(text) for text in passages.metadata(document, workspace, t)]
    st.html(
        join(
            (
                tag("h1", document.title),
                tag("p", " · ".join(facts), cls="wb-quiet"),
                tag("p", *labels, cls="wb-labels") if labels else "",
            )
        )
    )


def _draw_runs(runs: Sequence[RunSummary], t: Texts, place: str) -> None:
    """Draw the questions of runs as buttons that open them, newest first."""
    for run in runs[:_RUNS_SHOWN]:
        when = moment(run.created_at, t.language, session.time_zone())
        if st.button(
            run.question,
            key=f"wb_citing_{place}_{run.id}",
            type="tertiary",
            icon=":material/arrow_forward:",
            help=when,
        ):
            session.visit_run(run.id, run.workspace)
    if len(runs) > _RUNS_SHOWN:
        st.caption(t("documents.more_runs", n=len(runs) - _RUNS_SHOWN))


def _open_runs(number: int, runs: Sequence[RunSummary], t: Texts) -> None:
    """Open the dialog with the runs that cite a passage."""

    @st.dialog(t("documents.passage_runs", number=number))
    def dialog() -> None:
        _draw_runs(runs, t, "passage")

    dialog()


def _draw_passages(
    document: Document,
    chunks: Sequence[Chunk],
    citing: Sequence[CitingRun],
    passage: int | None,
    t: Texts,
) -> None:
    if not chunks:
        st.info(t("documents.no_passages"), icon=":material/info:")
    last = passages.pages(chunks)
    page = min(passages.page_of(passage), last) if passage else 1
    if last > 1:
        page = st.pagination(last, default=page, key=f"wb_passages_page_{document.id}_{passage}")
    runs = passages.cited(chunks, citing)
    data = passages.browser_data(document, chunks, runs, t, page=page, selected=passage)
    with st.container(key="wb_passages"):
        asked = passage_browser(data, key=f"wb_browser_{document.id}")
    if asked in runs:
        _open_runs(asked, runs[asked], t)
