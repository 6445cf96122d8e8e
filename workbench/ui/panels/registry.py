"""The registry: entities on the left; the chosen one, its aliases and passages on the right."""

import re
from collections.abc import Iterable, Sequence

import streamlit as st

from workbench.bootstrap.entity_values import EntityPage
from workbench.domain.evidence import Evidence
from workbench.domain.graph import Node
from workbench.domain.local_text import localize
from workbench.export.passage_lines import PassageLine, Piece, passage_lines
from workbench.text.escape_markdown import escape
from workbench.ui import corrections, session, session_entities
from workbench.ui.components.item_list import item_list
from workbench.ui.html import Html, escaped, tag
from workbench.ui.option_labels import distinct_labels
from workbench.ui.panels.widgets import chip, muted
from workbench.ui.role_controls import permit
from workbench.ui.texts import Texts
from workbench.workspace.corrections import names_of

PAGE_SIZE = 40
"""Entities that the list shows at first."""
MERGEABLE = 2_000
"""Entities of a type up to which all can be chosen to merge."""


def draw(t: Texts) -> None:
    """Draw the filters, the list and the details."""
    if not session.workbench().workspace(session.workspace_id()).nodes:
        st.html(tag("p", t("registry.empty"), cls="wb-lead"))
        return
    text, type_, only_proposed = _filters(t)
    shown = session_entities.entities_shown(PAGE_SIZE)
    page = session.workbench().entities(
        session.workspace_id(),
        text,
        type_=type_,
        only_proposed=only_proposed,
        limit=shown,
        language=t.language,
    )
    with st.container(key="wb_registry"):
        left, right = st.columns([2, 3], gap="medium")
    with left:
        chosen = _chosen(page.nodes, is_search=bool(text.strip()))
        _list(t, page, chosen)
        if page.total > shown:
            st.button(
                t("registry.more"),
                on_click=session_entities.show_more_entities,
                args=(PAGE_SIZE,),
                key="wb_registry_more",
            )
    with right:
        if chosen is None:
            st.html(muted(t("registry.select")))
        else:
            _details(t, chosen)


def _filters(t: Texts) -> tuple[str, str | None, bool]:
    everything = session.workbench().entities(session.workspace_id(), limit=0)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="wb_filters"):
        text = st.text_input(
            t("registry.search"),
            label_visibility="collapsed",
            key="wb_registry_text",
            type="search",
            live="300ms",
            placeholder=t("registry.search"),
            width="stretch",
        )
        labels = {"": t("registry.all_types", n=everything.total)}
        for name, n in everything.by_type.items():
            labels[name] = t("registry.one_type", name=_type(name, t), n=n)
        type_ = st.selectbox(
            t("registry.type"),
            list(labels),
            format_func=labels.__getitem__,
            label_visibility="collapsed",
            key=session.translated_key("wb_registry_type", session.workspace_id()),
            width=240,
        )
        only = bool(everything.proposed) and st.toggle(
            t("registry.proposed_only"), key="wb_registry_proposed"
        )
    return text, type_ or None, only


def _chosen(nodes: Sequence[Node], *, is_search: bool) -> Node | None:
    """The entity whose details are shown: the chosen one, or the first that the search found."""
    known = session.workbench().workspace(session.workspace_id()).nodes
    chosen = known.get(session_entities.shown_entity() or "")
    if chosen is None or (is_search and nodes and chosen not in nodes):
        return next(iter(nodes), None)
    return chosen


def _type(name: str, t: Texts) -> str:
    types = session.workbench().workspace(session.workspace_id()).spec.node_types
    return localize(types[name].label, t.language) if name in types else name


def _list(t: Texts, page: EntityPage, chosen: Node | None) -> None:
    rows = [
        {"id": node.id, "text": node.label(t.language), "note": _note(node, t), "color": ""}
        for node in page.nodes
    ]
    group = {
        "title": t("registry.found", n=page.total),
        "rows": rows,
        "note": "" if rows else t("registry.nothing"),
    }
    item_list(
        {
            "groups": [group],
            "selected": chosen.id if chosen else "",
            "label": t("registry.title"),
            "details": "wb_registry_details",
        },
        key=session_entities.ENTITY_LIST,
        on_act=session_entities.show_selected_entity,
    )


def _note(node: Node, t: Texts) -> str:
    name = _type(node.type, t)
    return f"{name}, {t('registry.proposed')}" if node.proposed else name


def _details(t: Texts, node: Node) -> None:
    name = node.label(t.language)
    with st.container(border=True, gap="xsmall", key="wb_registry_details"):
        mark = chip(t("registry.proposed"), "orange") if node.proposed else ""
        title = tag("h2", name, cls="wb-entity-name")
        st.html(tag("div", title, chip(_type(node.type, t)), mark, cls="wb-line"))
        if node.proposed:
            _review(t, node)
        _aliases(t, node)
        _merge(t, node)
        _passages(t, node)


def _review(t: Texts, node: Node) -> None:
    st.html(tag("p", t("registry.proposed_hint"), cls="wb-small"))
    with st.container(horizontal=True, gap="small"):
        if st.button(
            t("registry.accept"),
            icon=":material/check:",
            type="primary",
            key="wb_entity_accept",
            **permit("correct"),
        ):
            corrections.correct("accept", node.id)
        if st.button(
            t("registry.reject"),
            icon=":material/close:",
            key="wb_entity_reject",
            **permit("correct"),
        ):
            corrections.correct("reject", node.id)


def _aliases(t: Texts, node: Node) -> None:
    shown = node.label(t.language).casefold()
    names = [name for name in names_of(node) if name.casefold() != shown]
    hint = tag("small", t("registry.names_hint")) if names else ""
    st.html(tag("h3", t("registry.names"), hint, cls="wb-title"))
    if names:
        alias = st.pills(
            t("registry.names"),
            names,
            format_func=escape,
            label_visibility="collapsed",
            key=f"wb_aliases_{node.id}_{len(names)}",
        )
        if alias is not None:
            _alias_buttons(t, node, str(alias))
    else:
        st.html(muted(t("registry.no_names")))
    with (
        st.form(f"wb_alias_form_{node.id}", clear_on_submit=True, border=False),
        st.container(horizontal=True, gap="small", vertical_alignment="bottom"),
    ):
        text = st.text_input(
            t("registry.add_label"),
            placeholder=t("registry.add_hint"),
            label_visibility="collapsed",
            max_chars=200,
            width="stretch",
        )
        added = st.form_submit_button(
            t("registry.add"),
            icon=":material/add:",
            **permit("correct"),
        )
    if added and text.strip():
        corrections.correct("alias", node.id, text)


def _alias_buttons(t: Texts, node: Node, alias: str) -> None:
    with st.container(horizontal=True, gap="small"):
        if st.button(
            t("registry.remove"),
            icon=":material/close:",
            key="wb_alias_remove",
            **permit("correct"),
        ):
            corrections.correct("unalias", node.id, alias)
        if st.button(
            t("registry.split"),
            icon=":material/call_split:",
            key="wb_alias_split",
            **permit("correct", disabled=alias not in node.aliases, help=t("registry.split_help")),
        ):
            corrections.correct("split", node.id, alias)


def _merge(t: Texts, node: Node) -> None:
    nodes = session.workbench().workspace(session.workspace_id()).nodes
    others = [n.id for n in nodes.values() if n.type == node.type and n.id != node.id]
    if not others:
        return
    with st.popover(
        t("registry.merge"),
        icon=":material/merge:",
        # A merge adds names: the popover of other names takes the place of this one, closed.
        key=f"wb_entity_merge_{node.id}_{len(names_of(node))}",
        **permit("correct"),
    ):
        labels = distinct_labels({one: nodes[one].label(t.language) for one in others}, str)
        other = st.selectbox(
            t("registry.merge_label"),
            others[:MERGEABLE],
            index=None,
            placeholder=t("common.choose"),
            format_func=labels.__getitem__,
            help=t("registry.merge_help"),
            key=session.translated_key(f"wb_merge_{node.id}"),
        )
        if st.button(
            t("registry.merge"), type="primary", disabled=other is None, key="wb_merge_now"
        ):
            corrections.correct("merge", node.id, other_id=str(other))


def _passages(t: Texts, node: Node) -> None:
    st.html(tag("h3", t("registry.passages"), cls="wb-title"))
    passages = session.workbench().entity_passages(session.workspace_id(), node.id)
    if not passages:
        st.html(muted(t("registry.no_passages")))
    with st.container(gap="xsmall"):
        for passage in passages:
            with st.expander(escape(_place(passage)), key=f"wb_passage_{passage.id}"):
                st.html(_marked(passage.text or "", names_of(node)))


def _place(passage: Evidence) -> str:
    span = passage.span
    if span is None:
        return passage.title or ""
    return " › ".join(dict.fromkeys((span.title, *span.heading_path)))


def _marked(text: str, names: Iterable[str]) -> Html:
    """The lines of a passage, without Markdown, with every name marked."""
    longest = sorted(names, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})", re.IGNORECASE)
    pieces: list[Piece] = []
    at = 0
    for match in pattern.finditer(text):
        pieces += [Piece(text[at : match.start()], False), Piece(match.group(), True)]
        at = match.end()
    lines = passage_lines([*pieces, Piece(text[at:], False)])
    return tag("div", *map(_line, lines), cls="wb-passage")


def _line(line: PassageLine) -> Html:
    words = (tag("mark", one.text) if one.is_quoted else escaped(one.text) for one in line.pieces)
    return tag("p", *words, cls=line.kind)
