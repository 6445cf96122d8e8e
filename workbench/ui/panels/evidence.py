"""The source and subgraph panels, drawn by browser components."""

import streamlit as st

from workbench.domain.documents import Document
from workbench.domain.run import Stage
from workbench.errors import WorkbenchError
from workbench.ui import errors, session, session_subgraph, session_toast, sources, subgraph
from workbench.ui.components.source_panel import source_panel
from workbench.ui.components.subgraph import subgraph as draw_network
from workbench.ui.panels.panel_fragment import panel_fragment
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
        if drawn:
            _network(frame)
            return
        heading(t("ask.graph.title"))
        if unused:
            st.html(muted(t(f"ask.graph.{_basis(frame)}")))
        else:
            st.html(pending(frame, "graph"))


def _basis(frame: RunViewModel) -> str:
    """The name of the text that says what an answer without a graph is based on."""
    if not frame.sources:
        return "unused"
    return "none_table" if all(one.rows for one in frame.sources.values()) else "none"


@panel_fragment
def _network(frame: RunViewModel) -> None:
    """Draw the network with the neighbours that a person added to it."""
    run = frame.run

    def expand() -> None:
        node_id = session_subgraph.expanded_node()
        if node_id is None:
            return
        drawn = frame.subgraph.merged(session_subgraph.added(run.id))
        explorer = session.workbench().graph(run.workspace)
        more = subgraph.neighbours_of(node_id, drawn, explorer, frame)
        if more.nodes:
            session_subgraph.add(run.id, more)
        else:
            session_toast.tell(frame.t("ask.graph.whole"), icon=":material/hub:")

    added = session_subgraph.added(run.id)
    draw_network(subgraph.panel_data(frame, added), key=session_subgraph.DRAWING, on_act=expand)
