"""The Documents page: the files of a workspace, their passages, and a search tester."""

import streamlit as st

from workbench.ui import session, session_documents
from workbench.ui.html import tag
from workbench.ui.navigation import Page
from workbench.ui.panels import document_list, document_view, empty, search_tester
from workbench.ui.texts import Texts

PAGE = Page(
    title={"ru": "Документы", "en": "Documents"},
    help={
        "ru": "Какие файлы прочитаны, на какие фрагменты они разбиты и что находит поиск.",
        "en": "Which files were read, how they are divided into passages, and what search finds.",
    },
    icon=":material/description:",
)


def main() -> None:
    """Draw the page."""
    t, summary = session.texts(), session.summary()
    document, passage = session_documents.opened_document()
    if session.preparation(summary.id) is not None:
        st.html(tag("h1", t("documents.title")))
        empty.draw_preparing(t, summary.id)
    elif document:
        document_view.draw(t, summary.id, document, passage)
    else:
        session.write_address(with_run=False)
        st.html(tag("h1", t("documents.title")))
        if _draw_switch(t) == "search":
            search_tester.draw(t, summary.id)
        else:
            document_list.draw(t, summary.id)


def _draw_switch(t: Texts) -> str:
    """Draw the choice between the files and the search tester."""
    return st.segmented_control(
        t("documents.title"),
        ["files", "search"],
        default="files",
        required=True,
        format_func=lambda name: t(f"documents.view.{name}"),
        label_visibility="collapsed",
        key=session.translated_key(session_documents.VIEW),
        persist_state="session",
    )


if __name__ == "__main__":
    main()
