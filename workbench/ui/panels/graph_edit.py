"""Edit the graph on the Graph page: dialogs for nodes and edges, and the history with undo."""

import re
from collections.abc import Callable, Mapping
from typing import Any
from zoneinfo import ZoneInfo

import streamlit as st

from workbench.domain.graph import Edge, Node, Property
from workbench.domain.local_text import LANGUAGES, localize
from workbench.errors import WorkbenchError
from workbench.i18n.numbers import moment
from workbench.nlp.word_lists import word_list
from workbench.retrieval.graph_explorer import TypeFilter
from workbench.text.escape_markdown import escape
from workbench.ui import corrections, errors, session, session_graph, session_toast
from workbench.ui.graph_view import GraphPage
from workbench.ui.html import tag
from workbench.ui.option_labels import distinct_labels
from workbench.ui.role_controls import permit
from workbench.ui.sign_in import shown_author
from workbench.ui.texts import Texts
from workbench.workspace.schema import PropertySpec

_LISTED = 20
"""Edits that the history lists, the newest first."""
_MATCHES = 30
"""Nodes offered as the other end of an edge."""
_SLUG = re.compile(r"[^\w]+")


def draw_node_actions(page: GraphPage, node: Node) -> None:
    """Draw the buttons that edit a node."""
    t = page.t
    with st.container(horizontal=True, gap="xsmall", key="wb_graph_edit"):
        if st.button(
            t("graph.edit.node"),
            icon=":material/edit:",
            key="wb_graph_edit_node",
            **permit("put_node"),
        ):
            _node_dialog(page, node)
        if st.button(
            t("graph.edit.connect"),
            icon=":material/add_link:",
            key="wb_graph_connect",
            **permit("put_edge"),
        ):
            _edge_dialog(page, node)
        if st.button(
            t("graph.edit.remove"),
            icon=":material/delete:",
            key="wb_graph_remove",
            **permit("remove_node"),
        ):
            _remove_dialog(page, page.name(node.id), lambda: _remove_node(node.id))


def draw_edge_actions(page: GraphPage, edge: Edge) -> None:
    """Draw the button that removes an edge."""
    if st.button(
        page.t("graph.edit.remove"),
        icon=":material/delete:",
        key="wb_graph_remove",
        **permit("remove_node"),
    ):
        _remove_dialog(page, page.sentence(edge), lambda: _remove_edge(edge.id))


def draw_history(page: GraphPage) -> None:
    """Draw the list of edits, each with its time and author and a button that undoes it."""
    t = page.t
    history = st.popover(
        t("graph.edit.history"),
        icon=":material/history:",
        key="wb_graph_history",
        on_change="rerun",
    )
    if not history.open:
        return
    zone = ZoneInfo(st.context.timezone) if st.context.timezone else None
    with history:
        if st.button(
            t("graph.edit.add"),
            icon=":material/add:",
            key="wb_graph_add",
            **permit("put_node"),
        ):
            _new_node_dialog(page)
        made = session.workbench().corrections(session.workspace_id())
        if not made:
            st.caption(t("graph.edit.no_history"))
        for edit in reversed(made[-_LISTED:]):
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                words = corrections.sentence(edit, t)
                when = moment(edit.created_at, t.language, zone)
                when = f"{when} · {shown_author(edit.author, t)}"
                st.html(tag("p", words) + tag("p", when, cls="wb-small"), width="stretch")
                if edit.counts:
                    st.button(
                        t("graph.edit.undo"),
                        on_click=_undo,
                        args=(edit.id, t),
                        key=f"wb_graph_undo_{edit.id}",
                        **permit("undo_correction"),
                    )
                else:
                    st.caption(t("graph.edit.undone"))
        for name, text in session.workbench().export_graph(session.workspace_id()).items():
            st.download_button(
                t("graph.edit.export", name=name), text, name, key=f"wb_graph_export_{name}"
            )


def _undo(edit_id: str, t: Texts) -> None:
    author = session.person().name
    try:
        session.workbench().undo_correction(session.workspace_id(), edit_id, author)
    except WorkbenchError as error:
        session_toast.tell(errors.sentence(error, t), icon=":material/error:")


def _save(change: Callable[[], object], t: Texts) -> None:
    """Store an edit and draw the page again, or show why it is not accepted."""
    try:
        change()
    except WorkbenchError as error:
        errors.draw(error, t)
        return
    st.rerun()


def _remove_node(node_id: str) -> None:
    session.workbench().remove_node(session.workspace_id(), node_id, author=session.person().name)


def _remove_edge(edge_id: str) -> None:
    session.workbench().remove_edge(session.workspace_id(), edge_id, author=session.person().name)


def _put_node(node: Node) -> None:
    session.workbench().put_node(session.workspace_id(), node, author=session.person().name)


def _remove_dialog(page: GraphPage, name: str, remove: Callable[[], None]) -> None:
    t = page.t

    @st.dialog(t("graph.edit.remove_title"))
    def dialog() -> None:
        st.html(tag("p", tag("b", name)))
        st.write(t("graph.edit.remove_body"))
        if st.button(t("graph.edit.remove"), type="primary", key="wb_graph_remove_sure"):
            _save(remove, t)

    dialog()


def _node_dialog(page: GraphPage, node: Node) -> None:
    t = page.t

    @st.dialog(t("graph.edit.node_title"))
    def dialog() -> None:
        name = _name_fields(node, t)
        aliases = st.text_input(
            t("graph.edit.aliases"), "; ".join(node.aliases), key=f"wb_graph_aliases_{node.id}"
        )
        properties = _property_fields(node, page)
        if st.button(t("graph.edit.save"), type="primary", key="wb_graph_save"):
            changed = {
                "name": name,
                "aliases": tuple(one.strip() for one in aliases.split(";") if one.strip()),
                "properties": properties,
                "proposed": False,
            }
            _save(lambda: _put_node(node.model_copy(update=changed)), t)

    dialog()


def _name_fields(node: Node, t: Texts) -> str | dict[str, str]:
    """The fields of a name: one, or one for each language that it has."""
    if isinstance(node.name, str):
        key = f"wb_graph_name_{node.id}"
        return str(st.text_input(t("graph.edit.name"), node.name, key=key) or node.name)
    return {
        language: st.text_input(
            f"{t('graph.edit.name')} ({language})",
            node.name[language],
            key=f"wb_graph_name_{language}_{node.id}",
        )
        or node.name[language]
        for language in LANGUAGES
        if language in node.name
    }


def _property_fields(node: Node, page: GraphPage) -> dict[str, Property]:
    """The properties after the fields, one for each language that a text has."""
    found = dict(node.properties)
    for name, spec in page.node_properties(node.type).items():
        value = node.properties.get(name, "")
        label, key = localize(spec.label, page.t.language), f"wb_graph_property_{name}_{node.id}"
        if isinstance(value, dict):
            found[name] = {
                language: st.text_input(f"{label} ({language})", text, key=f"{key}_{language}")
                for language, text in value.items()
            }
        elif not isinstance(value, list):
            text = st.text_input(label, str(value), key=key) or ""
            if text != str(value):
                found[name] = _typed(text, spec)
            if not text.strip():
                found.pop(name, None)
    return found


def _typed(text: str, spec: PropertySpec) -> Property:
    if spec.kind == "number":
        try:
            number = float(text.replace(",", "."))
        except ValueError:
            return text
        return int(number) if number.is_integer() else number
    if spec.kind == "boolean":
        return text.strip().casefold() in {*word_list("affirmations"), "1"}
    return text


def _new_node_dialog(page: GraphPage) -> None:
    t = page.t

    @st.dialog(t("graph.edit.add"))
    def dialog() -> None:
        types = page.node_types()
        node_type = st.selectbox(
            t("graph.edit.type"),
            list(types),
            format_func=types.__getitem__,
            key=session.translated_key("wb_graph_new_type"),
        )
        name = st.text_input(t("graph.edit.name"), key="wb_graph_new_name").strip()
        if st.button(
            t("graph.edit.save"), type="primary", disabled=not name, key="wb_graph_save_new"
        ):
            node_id = _free_id(node_type, name, page.explorer.nodes)
            node = Node(id=node_id, type=node_type, name=name)
            session_graph.ask_for(node_id)
            _save(lambda: _put_node(node), t)

    dialog()


def _free_id(node_type: str, name: str, taken: Mapping[str, Any]) -> str:
    base = f"{node_type}:{_SLUG.sub('-', name.lower()).strip('-') or node_type}"
    number = 1
    while (found := base if number == 1 else f"{base}-{number}") in taken:
        number += 1
    return found


def _edge_dialog(page: GraphPage, node: Node) -> None:
    t = page.t

    @st.dialog(t("graph.edit.connect_title", name=escape(page.name(node.id))))
    def dialog() -> None:
        ways = page.edge_ways(node.type)
        if not ways:
            st.write(t("graph.edit.no_ways"))
            return
        way = st.selectbox(
            t("graph.edit.type"),
            list(ways),
            format_func=ways.__getitem__,
            key=session.translated_key("wb_graph_way"),
        )
        text = st.text_input(t("graph.edit.other"), key="wb_graph_other_text", live="300ms")
        ends = TypeFilter(nodes=frozenset(way.other_types))
        found = [one for one in page.explorer.search(text, ends) if one.id != node.id][:_MATCHES]
        names = distinct_labels(
            {one.id: f"{page.name(one.id)} · {page.node_type(one.type)}" for one in found}, str
        )
        other = None
        if names:
            other = st.selectbox(
                t("graph.edit.found"),
                list(names),
                format_func=names.__getitem__,
                key=session.translated_key("wb_graph_other"),
            )
        elif text:
            st.caption(t("graph.list.nothing"))
        if st.button(
            t("graph.edit.save"), type="primary", disabled=other is None, key="wb_graph_save_edge"
        ):
            _save(lambda: _put_edge(way.edge(node.id, str(other))), t)

    dialog()


def _put_edge(edge: Edge) -> None:
    session.workbench().put_edge(session.workspace_id(), edge, author=session.person().name)
