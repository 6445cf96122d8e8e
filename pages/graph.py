"""The Graph page: find nodes, see how they are connected and which document says so."""

import streamlit as st

from workbench.ui import session, session_graph
from workbench.ui.html import tag
from workbench.ui.navigation import Page
from workbench.ui.panels import empty, graph, graph_review

PAGE = Page(
    title={"ru": "Граф", "en": "Graph"},
    help={
        "ru": "Узлы и связи рабочей области: поиск, соседи, пути и источники.",
        "en": "The workspace's nodes and edges: search, neighbours, paths and sources.",
    },
    icon=":material/hub:",
)


def main() -> None:
    """Draw the page."""
    t, workspace = session.texts(), session.workspace_id()
    if session.preparation(workspace) is not None:
        st.html(tag("h1", t("graph.title")))
        empty.draw_preparing(t, workspace)
        return
    opened = session.workbench().workspace(workspace)
    drafts = session.workbench().drafts(workspace)
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key="wb_graph_head"
    ):
        st.html(tag("h1", t("graph.title")))
        graph_review.draw_switch(workspace, drafts, t)
    if session_graph.is_review():
        graph_review.draw(opened, drafts, t)
    else:
        graph.draw(workspace, t)


if __name__ == "__main__":
    main()
