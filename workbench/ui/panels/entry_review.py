"""The review of drafted types and intents on the Graph page, above that of edges."""

from collections.abc import Sequence
from functools import partial

import streamlit as st
import yaml

from workbench.bootstrap.values import ReviewedEntry
from workbench.ui import session, session_graph
from workbench.ui.html import tag
from workbench.ui.panels import draft_notice
from workbench.ui.panels.widgets import muted
from workbench.ui.role_controls import permit
from workbench.ui.texts import Texts
from workbench.workspace.yaml_text import PlainDumper


def draw(workspace: str, t: Texts, *, is_open: bool) -> None:
    """Draw the drafted types and intents that wait, and what was decided last about others."""
    waiting = session.workbench().entries(workspace, "pending")
    if not waiting:
        _notice(t)
        return
    with st.expander(t("graph.entries.title", n=len(waiting)), key="wb_entries", expanded=is_open):
        st.html(muted(t("graph.entries.lead")))
        _notice(t)
        for one in waiting:
            _entry(one, t)
        with st.container(horizontal=True, gap="xsmall"):
            ids = [one.draft.id for one in waiting]
            _button("accept", ids, t, label=t("graph.entries.accept_all", n=len(ids)))


def _entry(one: ReviewedEntry, t: Texts) -> None:
    draft = one.draft
    place = draft.supports[0]
    with st.container(
        border=True,
        horizontal=True,
        vertical_alignment="center",
        gap="small",
        key=f"wb_entry_{draft.id}",
    ):
        text = yaml.dump(draft.entry, Dumper=PlainDumper, allow_unicode=True, sort_keys=False)
        section = t(f"graph.entries.section.{draft.section}")
        st.html(
            tag("p", tag("b", draft.name), " ", tag("span", section, cls="wb-small"))
            + tag("pre", text.rstrip(), cls="wb-entry")
            + tag("q", place.quote)
            + tag("p", place.document, cls="wb-small"),
            width="stretch",
        )
        _button("accept", [draft.id], t)
        _button("reject", [draft.id], t)


def _button(kind: str, ids: Sequence[str], t: Texts, *, label: str = "") -> None:
    st.button(
        label or t(f"graph.review.{kind}"),
        icon=":material/check:" if kind == "accept" else ":material/close:",
        on_click=_decide,
        args=(kind, ids, t),
        key=f"wb_entry_{kind}_{ids[0] if len(ids) == 1 and not label else 'all'}",
        **permit("accept_entries"),
    )


def _decide(kind: str, ids: Sequence[str], t: Texts) -> None:
    """Accept, reject or undo, and remember what for the notice."""
    workbench = session.workbench()
    make = {
        "accept": workbench.accept_entries,
        "reject": workbench.reject_entries,
        "undo": workbench.undo_entries,
    }[kind]
    session_graph.set_decided_entries(draft_notice.decide(kind, make, ids, t))


def _notice(t: Texts) -> None:
    """Say what was decided last, and offer to undo it."""
    decided = session_graph.decided_entries()
    undo = partial(_decide, "undo", t=t)
    draft_notice.draw(decided, "entries", undo, "wb_entries_notice", t)
