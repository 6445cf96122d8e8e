"""The other views of the Entities page: duplicates, unlinked mentions, corrections, the notice."""

from zoneinfo import ZoneInfo

import streamlit as st

from workbench.bootstrap.entity_values import Duplicate, UnlinkedMention
from workbench.domain.corrections import Correction
from workbench.domain.local_text import localize
from workbench.i18n.numbers import moment
from workbench.text.escape_markdown import escape
from workbench.ui import corrections, session, session_entities
from workbench.ui.html import Html, join, tag
from workbench.ui.option_labels import distinct_labels
from workbench.ui.panels.widgets import chip, muted, nothing
from workbench.ui.role_controls import permit
from workbench.ui.sign_in import shown_author
from workbench.ui.texts import Texts
from workbench.workspace import Workspace

SHOWN = 50
"""Duplicates and corrections that are drawn."""


def draw_notice(t: Texts) -> None:
    """Say what the last correction did, which runs it changes, and offer to undo it."""
    made = session_entities.last_correction()
    if made is None:
        return
    correction, affected = made
    with st.container(border=True, key="wb_corrected", gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.html(tag("p", corrections.sentence(correction, t), role="status"), width="stretch")
            if st.button(
                t("registry.corrections.undo"),
                icon=":material/undo:",
                key="wb_corrected_undo",
                **permit("undo_correction"),
            ):
                corrections.undo(correction.id)
        if not affected:
            return
        with st.expander(t("registry.affected", n=len(affected)), key="wb_affected"):
            for run in affected:
                if st.button(
                    escape(run.question),
                    type="tertiary",
                    icon=":material/open_in_new:",
                    help=t("registry.open_run"),
                    key=f"wb_affected_{run.run_id}",
                ):
                    session.visit_run(run.run_id, session.workspace_id())


def draw_duplicates(t: Texts) -> None:
    """Draw pairs of entities whose names agree, with the names and what to do."""
    pairs = session.workbench().duplicates(session.workspace_id())
    st.html(muted(t("registry.duplicates.lead")) if pairs else _nothing(t, "duplicates"))
    for pair in pairs[:SHOWN]:
        _duplicate(t, pair)


def _nothing(t: Texts, view: str) -> Html:
    return nothing(t(f"registry.{view}.none"), t(f"registry.{view}.none_hint"))


def _duplicate(t: Texts, pair: Duplicate) -> None:
    same = [tag("li", _agreeing(t, one, other)) for one, other in pair.evidence]
    ends = ((pair.first, pair.second), (pair.second, pair.first))
    with st.container(border=True, gap="small"):
        names = " · ".join(node.label(t.language) for node, _ in ends)
        st.html(tag("h3", names, cls="wb-entity-name") + tag("ul", *same, cls="wb-reasons"))
        with st.container(horizontal=True, gap="small"):
            for kept, other in ends:
                name = escape(kept.label(t.language))
                if st.button(
                    t("registry.duplicates.keep", name=name),
                    icon=":material/merge:",
                    key=f"wb_keep_{kept.id}_{other.id}",
                    **permit("correct"),
                ):
                    corrections.correct("merge", kept.id, other_id=other.id)


def _agreeing(t: Texts, one: str, other: str) -> str:
    """The names that agree; once if they are written alike."""
    if one == other:
        return t("common.quoted", text=one)
    return t("registry.duplicates.same", one=one, other=other)


def draw_mentions(t: Texts) -> None:
    """Draw the names in the documents that mean no entity."""
    mentions = session.workbench().unlinked_mentions(session.workspace_id())
    st.html(muted(t("registry.mentions.lead")) if mentions else _nothing(t, "mentions"))
    for mention in mentions:
        _mention(t, mention)


def _mention(t: Texts, mention: UnlinkedMention) -> None:
    times = t("registry.mentions.times", n=mention.times)
    where = join([times, *mention.documents[:2]], " · ")
    with st.container(
        border=True, horizontal=True, vertical_alignment="center", gap="small", wrap=False
    ):
        st.html(
            tag("div", tag("b", mention.text), " ", tag("span", where, cls="wb-small"))
            + tag("p", f"… {mention.example} …", cls="wb-small"),
            width="stretch",
        )
        with st.popover(
            t("registry.mentions.link"),
            icon=":material/link:",
            key=f"wb_link_{mention.text}",
            **permit("correct"),
        ):
            workspace = session.workbench().workspace(session.workspace_id())
            choose_entity(t, workspace, mention.text, f"wb_mention_{mention.text}")


def choose_entity(t: Texts, workspace: Workspace, text: str, key: str, run_id: str = "") -> None:
    """Draw a search over the entities, and a button that saves the text as an alias of one."""
    nodes, types = workspace.nodes, workspace.spec.node_types
    labels = distinct_labels(
        {one: node.label(t.language) for one, node in nodes.items()},
        lambda one: localize(types[nodes[one].type].label, t.language),
    )
    chosen = st.selectbox(
        t("registry.mentions.choose", text=escape(text)),
        list(nodes),
        index=None,
        placeholder=t("common.choose"),
        format_func=labels.__getitem__,
        key=session.translated_key(key),
    )
    if st.button(
        t("registry.mentions.save"),
        type="primary",
        key=f"{key}_save",
        **permit("correct", disabled=chosen is None),
    ):
        corrections.correct("alias", str(chosen), text, run_id=run_id)


def draw_corrections(t: Texts) -> None:
    """Draw every correction, the newest first, with what undoes it."""
    made = session.workbench().corrections(session.workspace_id())
    if not made:
        st.html(_nothing(t, "corrections"))
        return
    st.download_button(
        t("registry.corrections.export"),
        session.workbench().export_corrections(session.workspace_id()),
        file_name=f"{session.workspace_id()}-corrections.yaml",
        mime="application/yaml",
        icon=":material/download:",
        key="wb_corrections_export",
    )
    for correction in reversed(made[-SHOWN:]):
        _correction(t, correction)


def _correction(t: Texts, correction: Correction) -> None:
    zone = st.context.timezone
    when = moment(correction.created_at, t.language, ZoneInfo(zone) if zone else None)
    with st.container(
        border=True, horizontal=True, vertical_alignment="center", gap="small", wrap=False
    ):
        st.html(
            tag("div", corrections.sentence(correction, t))
            + tag("div", f"{when} · {shown_author(correction.author, t)}", cls="wb-small"),
            width="stretch",
        )
        if not correction.counts:
            st.html(chip(t("registry.corrections.undone")), width="content")
        elif st.button(
            t("registry.corrections.undo"),
            icon=":material/undo:",
            key=f"wb_undo_{correction.id}",
            **permit("undo_correction"),
        ):
            corrections.undo(correction.id)
