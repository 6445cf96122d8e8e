"""The review of drafted edges on the Graph page: list, quote in its document, decisions."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from workbench.bootstrap.values import ReviewedDraft
from workbench.domain.documents import Document
from workbench.ui import graph_sources, session, session_graph
from workbench.ui.components.item_list import item_list
from workbench.ui.components.source_panel import source_panel
from workbench.ui.graph_review import STATES, ReviewFilter, ReviewPage
from workbench.ui.html import Html, join, tag
from workbench.ui.panels import draft_edit, draft_notice, entry_review, extraction
from workbench.ui.panels.widgets import chip, muted
from workbench.ui.role_controls import permit
from workbench.ui.texts import Texts
from workbench.workspace import Workspace

_NAMED = 8
"""Relations that an empty review names."""


def draw(workspace: Workspace, drafts: Sequence[ReviewedDraft], t: Texts) -> None:
    """Draw the review of a workspace that is open, with all of its drafted edges."""
    page = _page(drafts, workspace, t)
    if not page.drafts:
        entry_review.draw(workspace.id, t, is_open=True)
        _draw_empty(workspace, t)
        return
    extraction.draw(workspace, t)
    entry_review.draw(workspace.id, t, is_open=not page.listed)
    with st.container(key="wb_review"):
        left, right = st.columns([5, 6], gap="small")
        with left, st.container(key="wb_review_find", gap="small"):
            _filters(page)
            item_list(page.rows(), key=session_graph.DRAFTS, on_act=partial(_act, page))
            _bulk(page)
        with right, st.container(key="wb_review_details", gap="small"):
            _notice(t)
            if page.selected is None:
                st.html(muted(t("graph.review.done")))
            else:
                _details(page, page.selected)
    edited = session_graph.take_edited_draft()
    found = next((one for one in page.drafts if one.draft.id == edited), None)
    if found is not None:
        draft_edit.open_dialog(page, found)


def draw_switch(workspace: str, drafts: Sequence[ReviewedDraft], t: Texts) -> None:
    """Draw the switch between the graph and the review, with the number of drafts that wait."""
    waiting = sum(one.state == "pending" for one in drafts)
    waiting += len(session.workbench().entries(workspace, "pending"))
    names = {"graph": t("graph.part.graph"), "review": t("graph.part.review", n=waiting)}
    st.segmented_control(
        t("graph.part.label"),
        list(names),
        default="graph",
        required=True,
        format_func=names.__getitem__,
        label_visibility="collapsed",
        key=session.translated_key(session_graph.PART, waiting),
    )


def _page(drafts: Sequence[ReviewedDraft], workspace: Workspace, t: Texts) -> ReviewPage:
    explorer = session.workbench().graph(workspace.id)
    chosen = ReviewFilter(**session_graph.review_filter())
    return ReviewPage(drafts, workspace, explorer, chosen, session_graph.shown_draft(), t)


def _draw_empty(workspace: Workspace, t: Texts) -> None:
    """Say what an extraction would do, and what it needs."""
    page = _page((), workspace, t)
    names = [page.relation(name) for name in workspace.spec.edge_types]
    relations = ", ".join(names[:_NAMED])
    key = "some" if len(names) > _NAMED else "body" if relations else "no_relations"
    lead = tag("p", t(f"graph.review.empty.{key}", relations=relations), cls="wb-lead")
    with st.container(key="wb_empty", gap="small"):
        st.html(tag("h2", t("graph.review.empty.title")) + lead)
        extraction.draw(workspace, t)


def _filters(page: ReviewPage) -> None:
    t, states = page.t, page.states()
    st.segmented_control(
        t("graph.review.state.label"),
        STATES,
        default="pending",
        required=True,
        format_func=lambda state: f"{t(f'graph.review.state.{state}')} {states[state]}",
        label_visibility="collapsed",
        key=session_graph.REVIEW_STATE,
        width="stretch",
    )
    with st.container(horizontal=True, gap="small"):
        _choice(page, "relation", page.relations(), page.relation)
        _choice(page, "document", page.documents(), str)


def _choice(
    page: ReviewPage, name: str, counts: dict[str, int], label: Callable[[str], str]
) -> None:
    """A select box of one filter, with the number of drafts for each option."""
    t = page.t
    labels = {"": t(f"graph.review.any_{name}")}
    labels |= {one: f"{label(one)} · {count}" for one, count in counts.items()}
    st.selectbox(
        t(f"graph.review.{name}"),
        list(labels),
        format_func=labels.__getitem__,
        label_visibility="collapsed",
        key=session.translated_key(session_graph.REVIEW_FILTERS[name], page.chosen.state),
    )


def _bulk(page: ReviewPage) -> None:
    """Buttons that decide about all listed drafts that wait."""
    t = page.t
    if page.chosen.state != "pending" or len(page.listed) < 2:
        return
    certain, listed = page.acceptable, [one.draft.id for one in page.listed]
    with st.container(horizontal=True, gap="xsmall", key="wb_review_bulk"):
        st.button(
            t("graph.review.accept_all", n=len(certain)),
            icon=":material/done_all:",
            on_click=_decide,
            args=("accept", certain, t),
            key="wb_review_accept_all",
            **permit("accept_drafts", help=t("graph.review.accept_all_help"), disabled=not certain),
        )
        st.button(
            t("graph.review.reject_all", n=len(listed)),
            icon=":material/remove_done:",
            on_click=_decide,
            args=("reject", listed, t),
            key="wb_review_reject_all",
            **permit("reject_drafts"),
        )


def _act(page: ReviewPage) -> None:
    """Apply what was done in the list, with the mouse or a key."""
    acted = session_graph.acted(session_graph.DRAFTS)
    if acted is None:
        return
    kind, draft_id = acted
    one = next((one for one in page.listed if one.draft.id == draft_id), None)
    if one is None:
        return
    session_graph.show_draft(draft_id)
    if kind == "edit" and one.state == "pending":
        session_graph.edit_draft(draft_id)
    elif kind in ("accept", "reject", "undo"):
        _decide_one(kind, page, draft_id)


def _decide_one(kind: str, page: ReviewPage, draft_id: str) -> None:
    session_graph.show_draft(page.after(draft_id))
    _decide(kind, [draft_id], page.t)


def _decide(kind: str, ids: Sequence[str], t: Texts) -> None:
    """Accept, reject or undo, and remember what for the notice."""
    workbench = session.workbench()
    make = {
        "accept": workbench.accept_drafts,
        "reject": workbench.reject_drafts,
        "undo": workbench.undo_drafts,
    }[kind]
    session_graph.set_decided(draft_notice.decide(kind, make, ids, t))


def _notice(t: Texts) -> None:
    """Say what was decided last, and offer to undo it."""
    decided = session_graph.decided()
    undo = partial(_decide, "undo", t=t)
    draft_notice.draw(decided, "review", undo, "wb_review_notice", t)


def _details(page: ReviewPage, one: ReviewedDraft) -> None:
    t, draft = page.t, one.draft
    chips = []
    if not draft.is_certain:
        chips.append(chip(t("graph.review.uncertain"), "orange"))
    if one.state != "pending":
        tone = "red" if one.state == "rejected" else "green"
        chips.append(chip(t(f"graph.review.state.{one.state}"), tone))
    ends = [tag("li", page.how_named(end)) for end in (draft.source, draft.target)]
    facts = [part for pair in page.properties(draft) for part in _fact(*pair)]
    with st.container(border=True, key="wb_review_card", gap="small"):
        st.html(
            tag("h2", page.sentence(one), cls="wb-node")
            + (tag("p", join(chips, " "), cls="wb-row wb-kind") if chips else "")
            + tag("ul", *ends, cls="wb-reasons wb-small")
            + (tag("dl", *facts, cls="wb-facts") if facts else "")
        )
        _buttons(page, one)
    with st.container(border=True, key="wb_review_source"):
        data = graph_sources.panel_data(page.stated(one), t, _document)
        source_panel(data, key="wb_review_sources")


def _fact(name: str, value: str) -> tuple[Html, Html]:
    return tag("dt", name), tag("dd", value)


def _document(document_id: str) -> Document | None:
    return session.document(session.workspace_id(), document_id)


def _buttons(page: ReviewPage, one: ReviewedDraft) -> None:
    t, draft_id = page.t, one.draft.id
    with st.container(
        horizontal=True, vertical_alignment="center", gap="xsmall", key="wb_review_buttons"
    ):
        if one.state != "pending":
            st.button(
                t("graph.review.undo"),
                icon=":material/undo:",
                on_click=_decide_one,
                args=("undo", page, draft_id),
                key="wb_review_undo",
                **permit("undo_drafts", disabled=not one.decision_id),
            )
            return
        st.button(
            t("graph.review.accept"),
            type="primary",
            icon=":material/check:",
            on_click=_decide_one,
            args=("accept", page, draft_id),
            key="wb_review_accept",
            **permit("accept_drafts"),
        )
        st.button(
            t("graph.review.reject"),
            icon=":material/close:",
            on_click=_decide_one,
            args=("reject", page, draft_id),
            key="wb_review_reject",
            **permit("reject_drafts"),
        )
        st.button(
            t("graph.review.edit"),
            icon=":material/edit:",
            on_click=session_graph.edit_draft,
            args=(draft_id,),
            key="wb_review_edit",
            **permit("edit_draft"),
        )
        st.html(tag("p", t("graph.review.keys"), cls="wb-small wb-for-keys"), width="stretch")
