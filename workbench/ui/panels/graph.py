"""The Graph page: search and list, drawing, details of a node or an edge with its sources."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from workbench.domain.documents import Document
from workbench.domain.graph import Edge, Node
from workbench.domain.local_text import localize
from workbench.retrieval.graph_explorer import GraphExplorer
from workbench.ui import graph_sources, session, session_graph, session_reload
from workbench.ui.components.graph_drawing import graph_drawing
from workbench.ui.components.item_list import item_list
from workbench.ui.components.source_panel import source_panel
from workbench.ui.graph_state import STEP, GraphActions, View
from workbench.ui.graph_view import GraphPage
from workbench.ui.html import Html, join, tag
from workbench.ui.panels import graph_edit
from workbench.ui.panels.widgets import chip, heading, muted
from workbench.ui.texts import Texts
from workbench.workspace.schema import WorkspaceSpec

THIRDS = (24, 46, 30)
"""Relative widths of list, drawing and details."""

Change = Callable[[GraphActions, View], View]


def draw(workspace: str, t: Texts) -> None:
    """Draw the page of a workspace that is open."""
    opened = session.workbench().workspace(workspace)
    explorer = session.workbench().graph(workspace)
    if not explorer.nodes:
        with st.container(key="wb_empty", gap="small"):
            body = tag("p", t("graph.none.body"), cls="wb-lead")
            st.html(tag("h2", t("graph.none.title")) + body)
        return
    _open_asked(explorer, t)

    @st.fragment
    def page() -> None:
        # An edit changes the graph while only this fragment runs again.
        _draw(session.workbench().graph(workspace), opened.spec, t)
        session_reload.keep()

    page()


def _open_asked(explorer: GraphExplorer, t: Texts) -> None:
    """Begin with the node that the address names."""
    asked = session_graph.asked_node()
    if not asked:
        return
    if asked not in explorer.nodes:
        st.warning(t("graph.unknown", node=asked), icon=":material/search_off:")
        return
    _change(explorer, lambda actions, _: actions.begin(asked))


def _change(explorer: GraphExplorer, change: Change) -> None:
    """Apply an action to the drawing."""
    state = session_graph.state()
    actions = GraphActions(explorer, session_graph.types())
    session_graph.set_state(state.then(change(actions, state.view)))


def _act(explorer: GraphExplorer, key: str) -> None:
    """Apply the action of a component."""
    acted = session_graph.acted(key)
    if acted is None:
        return
    kind, item_id = acted
    if kind == "select" or item_id not in explorer.nodes:
        _change(explorer, lambda actions, view: actions.select(view, item_id))
    elif kind == "expand":
        _change(explorer, lambda actions, view: actions.expand(view, item_id))
    else:
        _change(explorer, lambda actions, view: actions.collapse(view, item_id))


def _draw(explorer: GraphExplorer, spec: WorkspaceSpec, t: Texts) -> None:
    with st.container(key="wb_graph"):
        left, middle, right = st.columns(THIRDS, gap="small")
        with left, st.container(key="wb_graph_find", gap="small"):
            _filters(spec, t)
            types, text = session_graph.types(), session_graph.search_text()
            page = GraphPage(explorer, spec, session_graph.state().view, types, t)
            found = explorer.search(text, types) if text.strip() else None
            _list(page, session_graph.ITEMS, page.rows(found))
        with middle, st.container(key="wb_graph_middle", gap="xsmall"):
            _bar(page)
            _notice(page)
            graph_drawing(
                page.drawing(),
                key=session_graph.DRAWING,
                on_act=partial(_act, explorer, session_graph.DRAWING),
            )
        with right, st.container(key="wb_graph_details", gap="small"):
            _details(page)
    session_graph.write_address(page.node.id if page.node else "")


def _filters(spec: WorkspaceSpec, t: Texts) -> None:
    st.text_input(
        t("graph.search"),
        key=session_graph.SEARCH,
        type="search",
        live="300ms",
        placeholder=t("graph.search"),
        label_visibility="collapsed",
        icon=":material/search:",
    )
    for label, key, kinds in (
        ("graph.node_types", session_graph.NODE_TYPES, spec.node_types),
        ("graph.edge_types", session_graph.EDGE_TYPES, spec.edge_types),
    ):
        names = {name: localize(kind.label, t.language) for name, kind in kinds.items()}
        st.multiselect(
            t(label),
            list(names),
            select_all=False,
            format_func=names.__getitem__,
            key=session.translated_key(key),
            placeholder=t(label),
            label_visibility="collapsed",
        )


def _list(page: GraphPage, key: str, data: dict[str, object]) -> None:
    data = {**data, "details": "wb_graph_card"}
    item_list(data, key=key, on_act=partial(_act, page.explorer, key))


def _bar(page: GraphPage) -> None:
    t, state = page.t, session_graph.state()
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.html(tag("p", page.counts, cls="wb-quiet wb-small"), width="stretch")
        st.button(
            t("graph.back"),
            icon=":material/arrow_back:",
            help=t("graph.back_help"),
            disabled=not state.earlier,
            on_click=lambda: session_graph.set_state(state.back()),
            key="wb_graph_back",
        )
        st.button(
            t("graph.reset"),
            icon=":material/home:",
            help=t("graph.reset_help"),
            disabled=state.view == View(),
            on_click=lambda: session_graph.set_state(state.then(View())),
            key="wb_graph_reset",
        )
        graph_edit.draw_history(page)


def _notice(page: GraphPage) -> None:
    """Say what the drawing left out, or what the search for a path waits for or found."""
    t, view = page.t, page.view
    if view.dropped:
        st.html(tag("p", t("graph.dropped", n=view.dropped), cls="wb-note"))
    if view.path_from in page.explorer.nodes:
        words = t("graph.path.waiting", name=page.name(view.path_from))
    elif view.apart:
        start, end = (page.name(one) for one in view.apart)
        words = t("graph.path.none", start=start, end=end)
    elif view.path:
        names = " – ".join(map(page.name, view.path.nodes))
        words = f"{t('graph.path.title', n=len(view.path.edges))}: {names}"
    else:
        return
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key="wb_graph_notice"
    ):
        st.html(tag("p", words, role="status"), width="stretch")
        _button(page, "path.cancel" if view.path_from else "path.close", "close", _drop_path)


def _drop_path(actions: GraphActions, view: View) -> View:
    return actions.drop_path(view)


def _button(
    page: GraphPage,
    name: str,
    icon: str,
    change: Change,
    *,
    label: str = "",
    hover: str | None = None,
    disabled: bool = False,
) -> None:
    """A button whose click changes the drawing; ``name`` is its text below ``graph``."""
    t = page.t
    st.button(
        label or t(f"graph.{name}"),
        icon=f":material/{icon}:",
        help=hover,
        disabled=disabled,
        on_click=partial(_change, page.explorer, change),
        key=f"wb_graph_{name.replace('.', '_')}",
    )


# --- details --------------------------------------------------------------------------------------


def _details(page: GraphPage) -> None:
    with st.container(border=True, key="wb_graph_card", gap="small"):
        if page.node:
            _node_details(page, page.node)
        elif page.edge:
            _edge_details(page, page.edge)
        else:
            heading(page.t("graph.details.title"))
            st.html(muted(page.t("graph.details.empty")))
            return
    item = page.node or page.edge
    assert item is not None
    _sources(page, item)


def _node_details(page: GraphPage, node: Node) -> None:
    t = page.t
    chips = [chip(page.node_type(node.type), "blue")]
    if node.proposed:
        chips.append(chip(t("graph.details.proposed"), "orange"))
    facts = page.properties(node)
    if node.aliases:
        facts.append((t("graph.details.aliases"), ", ".join(node.aliases)))
    st.html(_head(page.name(node.id), node.id, chips, facts))
    _node_buttons(page, node)
    graph_edit.draw_node_actions(page, node)
    _list(page, session_graph.RELATIONS, page.relations(node.id))


def _node_buttons(page: GraphPage, node: Node) -> None:
    t, node_id = page.t, node.id
    hidden = len(page.actions.hidden(node_id, page.drawn))
    with st.container(horizontal=True, gap="xsmall", key="wb_graph_buttons"):
        _button(
            page,
            "details.expanded",
            "add_circle",
            lambda actions, view: actions.expand(view, node_id),
            label=t("graph.details.expand", n=min(hidden, STEP)) if hidden else "",
            hover=t("graph.details.expand_help", n=hidden),
            disabled=not hidden,
        )
        _button(
            page,
            "details.collapse",
            "do_not_disturb_on",
            lambda actions, view: actions.collapse(view, node_id),
            hover=t("graph.details.collapse_help"),
            disabled=not page.actions.has_leaves(page.view, node_id),
        )
        _button(
            page,
            "path.find",
            "route",
            lambda actions, view: actions.look_for_path(view, node_id),
            hover=t("graph.path.find_help"),
        )
        _button(
            page,
            "details.begin",
            "center_focus_strong",
            lambda actions, _: actions.begin(node_id),
            hover=t("graph.details.begin_help"),
        )
        _button(
            page,
            "details.hide",
            "visibility_off",
            lambda actions, view: actions.hide(view, node_id),
            hover=t("graph.details.hide_help"),
        )


def _edge_details(page: GraphPage, edge: Edge) -> None:
    chips = [chip(page.edge_type(edge.type), "blue")]
    st.html(_head(page.sentence(edge), edge.id, chips, page.properties(edge)))
    graph_edit.draw_edge_actions(page, edge)
    _list(page, session_graph.RELATIONS, page.ends(edge))


def _head(title: str, item_id: str, chips: list[Html], facts: list[tuple[str, str]]) -> Html:
    rows = [one for name, value in facts for one in (tag("dt", name), tag("dd", value))]
    return tag(
        "div",
        tag("h2", title, cls="wb-node"),
        tag("p", join(chips, " "), tag("code", item_id), cls="wb-row wb-kind"),
        tag("dl", *rows, cls="wb-facts") if rows else "",
    )


def _sources(page: GraphPage, item: Node | Edge) -> None:
    """The documents that state the node or the edge, with the quote marked."""
    workspace = session.workspace_id()

    def document(document_id: str) -> Document | None:
        return session.document(workspace, document_id)

    stated = page.stated(item)
    if not stated:
        st.html(muted(page.t("graph.details.no_source")))
        return
    with st.container(border=True, key="wb_graph_source"):
        source_panel(graph_sources.panel_data(stated, page.t, document), key="wb_graph_sources")
