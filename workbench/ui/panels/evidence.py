"""The source and subgraph panels, drawn by browser components."""

import streamlit as st

from workbench.domain.documents import Document
from workbench.domain.run import Stage
from workbench.errors import WorkbenchError
from workbench.ui import errors, session, sources, subgraph
from workbench.ui.components.source_panel import source_panel
from workbench.ui.components.subgraph import subgraph as draw_network
from workbench.ui.panels.widgets import box, heading, muted, pending
from workbench.ui.run_view_model import RunViewModel


def draw_source(frame: RunViewModel) -> None:
    """Draw the source panel."""

    def document(document_id: str) -> Document | None:
        return session.document(frame.run.workspace, document_id)

    with box("source"):
        try:
            data = sources.panel_data(frame, document)
        except WorkbenchError as error:
            errors.draw(error, frame.t)
            return
        source_panel(data, key="wb_source_panel")


def draw_graph(frame: RunViewModel) -> None:
    """Draw the subgraph."""
    t = frame.t
    drawn = bool(frame.subgraph.nodes)
    unused = frame.has(Stage.EXECUTE) and not drawn
    with box("graph_unused" if unused else "graph"):
        heading(t("ask.graph.title"), subgraph.title(frame) if drawn else "")
        if drawn:
            draw_network(subgraph.panel_data(frame), key="wb_subgraph")
        elif unused:
            st.html(muted(t("ask.graph.none" if frame.sources else "ask.graph.unused")))
        else:
            st.html(pending(frame, "graph"))
