"""The Graph page: find nodes, see how they are connected and which document says so."""

import streamlit as st

from workbench.ui import session
from workbench.ui.html import tag
from workbench.ui.navigation import Page
from workbench.ui.panels import empty, graph

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
    st.html(tag("h1", t("graph.title")))
    if session.preparation(workspace) is not None:
        empty.draw_preparing(t, workspace)
    else:
        graph.draw(workspace, t)


if __name__ == "__main__":
    main()
