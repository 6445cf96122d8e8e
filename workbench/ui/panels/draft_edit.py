"""The dialog that accepts a drafted edge with changes: other ends, another relation."""

from collections.abc import Mapping

import streamlit as st

from workbench.bootstrap.values import ReviewedDraft
from workbench.domain.drafts import DraftEnd
from workbench.errors import WorkbenchError
from workbench.ui import errors, session, session_graph
from workbench.ui.graph_review import ReviewPage
from workbench.workspace.graph_tables import slug

_MATCHES = 30
"""Nodes offered for an end of an edge."""
_NEW = ""
"""The option of an end to add a new node."""


def open_dialog(page: ReviewPage, one: ReviewedDraft) -> None:
    """Open the dialog for a draft."""
    t, draft = page.t, one.draft

    @st.dialog(t("graph.review.edit_title"))
    def dialog() -> None:
        source = _end(page, draft.id, draft.source, "source")
        relations = {name: page.relation(name) for name in page.relation_names()}
        relation = st.selectbox(
            t("graph.review.relation"),
            list(relations),
            index=list(relations).index(draft.type) if draft.type in relations else None,
            format_func=relations.__getitem__,
            key=session.translated_key(f"wb_draft_relation_{draft.id}"),
        )
        target = _end(page, draft.id, draft.target, "target")
        if st.button(
            t("graph.review.save"), type="primary", disabled=not relation, key="wb_draft_save"
        ):
            changed = {"source": source, "type": relation, "target": target}
            _save(page, one, changed)

    dialog()


def _end(page: ReviewPage, draft_id: str, end: DraftEnd, side: str) -> DraftEnd:
    """The fields of an end: a search, the nodes that it may mean, and a new node."""
    t, key = page.t, f"wb_draft_{side}_{draft_id}"
    text = st.text_input(
        t(f"graph.review.find_{side}"), key=f"{key}_text", live="300ms", placeholder=end.name
    )
    found = page.matches(text, _MATCHES) if text and text.strip() else []
    drafted = (() if end.is_new else (end.node_id,)) + end.others
    known = [one for one in drafted if page.is_known(one)]
    labels = {one: page.node_with_type(one) for one in (*found, *known)}
    labels[_NEW] = t("graph.review.as_new", name=end.name)
    options = list(labels)
    first = _NEW if end.is_new and not found else options[0]
    chosen = st.selectbox(
        t(f"graph.review.{side}"),
        options,
        index=options.index(first),
        format_func=labels.__getitem__,
        key=session.translated_key(key, text),
    )
    if chosen:
        kind = chosen.partition(":")[0]
        return DraftEnd(name=end.name, type=kind, node_id=chosen, is_new=False)
    return _new_end(page, end, key)


def _new_end(page: ReviewPage, end: DraftEnd, key: str) -> DraftEnd:
    """The fields of a new node: its name and its type."""
    types = page.node_type_names()
    with st.container(horizontal=True, gap="small"):
        name = st.text_input(page.t("graph.edit.name"), end.name, key=f"{key}_name")
        kind = st.selectbox(
            page.t("graph.edit.type"),
            types,
            index=types.index(end.type) if end.type in types else 0,
            format_func=page.node_type,
            key=session.translated_key(f"{key}_type"),
        )
    name = (name or "").strip() or end.name
    same = end.is_new and (name, kind) == (end.name, end.type)
    node_id = end.node_id if same else f"{kind}:{slug(name) or kind}"
    return DraftEnd(
        name=name,
        type=kind,
        node_id=node_id,
        is_new=not page.is_known(node_id),
        aliases=end.aliases,
    )


def _save(page: ReviewPage, one: ReviewedDraft, changed: Mapping[str, object]) -> None:
    """Accept the draft with its changes, or show why it is not accepted."""
    draft = one.draft.model_copy(update=changed)
    try:
        session.workbench().edit_draft(session.workspace_id(), draft, author=session.person().name)
    except WorkbenchError as error:
        errors.draw(error, page.t)
        return
    session_graph.show_draft(page.after(draft.id))
    session_graph.set_decided(("accept", (draft.id,), ()))
    st.rerun()
