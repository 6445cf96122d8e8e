"""A search over all nodes of the graph, one of which is chosen."""

from collections.abc import Iterable
from itertools import islice

import streamlit as st

from workbench.domain.entities import Candidate
from workbench.retrieval.graph_explorer import TypeFilter
from workbench.ui import entity_edits, session, session_edits
from workbench.ui.option_labels import distinct_labels
from workbench.ui.panels.widgets import muted
from workbench.ui.run_view_model import RunViewModel

OFFERED = 8
"""Nodes that a search offers."""


def choose_node(
    frame: RunViewModel, key: str, kind: str = "", *, without: Iterable[str] = ()
) -> Candidate | None:
    """Draw a search over the nodes of a type, or of any that can be chosen; returns the node.

    ``without`` are the ids of nodes that are not offered, such as the one to be replaced.
    """
    t, run, round_ = frame.t, frame.run, session_edits.made()
    kind = kind or _choose_type(frame, key)
    words = st.text_input(
        t("ask.entities.search"), key=f"wb_node_words_{key}_{round_}", max_chars=200, live="300ms"
    )
    types = TypeFilter(frozenset((kind,) if kind else ()))
    explorer = session.workbench().graph(run.workspace)
    found = explorer.search(words, types) if words.strip() else explorer.most_connected(types)
    left_out = frozenset(without)
    others = (node for node in found if node.id not in left_out)
    nodes = {node.id: node for node in islice(others, OFFERED)}
    if not nodes:
        st.html(muted(t("ask.entities.no_match")))
        return None
    labels = distinct_labels(
        {one: node.label(t.language) for one, node in nodes.items()},
        lambda one: frame.node_type(nodes[one].type),
    )
    name = st.radio(
        t("ask.entities.matches"),
        list(nodes),
        index=None,
        format_func=labels.__getitem__,
        captions=[frame.node_type(node.type) for node in nodes.values()],
        key=f"wb_node_{key}_{round_}_{kind}_{words}",
    )
    return entity_edits.chosen(nodes[name], t.language) if name else None


def _choose_type(frame: RunViewModel, key: str) -> str:
    kinds = {"": frame.t("ask.entities.any_type")}
    kinds |= {one: frame.node_type(one) for one in frame.workspace.spec.node_types}
    return st.selectbox(
        frame.t("ask.entities.type"),
        list(kinds),
        format_func=kinds.__getitem__,
        key=session.translated_key(f"wb_node_type_{key}"),
    )
