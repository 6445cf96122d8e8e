"""One document: what is known of it, the runs that cite it, its passages beside its text."""

from collections.abc import Sequence

import streamlit as st

from workbench.domain.documents import Chunk, Document
from workbench.ui import passages, session
from workbench.ui.components.passage_browser import passage_browser
from workbench.ui.html import join, tag
from workbench.ui.panels.widgets import chip
from workbench.ui.texts import Texts
from workbench.workspace import Workspace


def draw(t: Texts, workspace: str, document_id: str, passage: int | None) -> None:
    """Draw a document, at one of its passages if given."""
    st.button(
        t("documents.back"),
        icon=":material/arrow_back:",
        type="tertiary",
        on_click=session.close_document,
        key="wb_documents_back",
    )
    document = session.document(workspace, document_id)
    if document is None:
        st.warning(t("documents.missing", path=document_id), icon=":material/search_off:")
        return
    chunks = session.workbench().passages(workspace, document_id)
    _draw_head(document, chunks, session.workbench().workspace(workspace), t)
    _draw_passages(document, chunks, passage, t)
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


def _draw_passages(
    document: Document, chunks: Sequence[Chunk], passage: int | None, t: Texts
) -> None:
    if not chunks:
        st.info(t("documents.no_passages"), icon=":material/info:")
    last = passages.pages(chunks)
    page = min(passages.page_of(passage), last) if passage else 1
    if last > 1:
        page = st.pagination(last, default=page, key=f"wb_passages_page_{document.id}_{passage}")
    data = passages.browser_data(document, chunks, {}, t, page=page, selected=passage)
    with st.container(key="wb_passages"):
        passage_browser(data, key=f"wb_browser_{document.id}")
