"""Make a decision about drafts, say what was decided, and offer to undo it."""

from collections.abc import Callable, Sequence

import streamlit as st

from workbench.bootstrap.values import DraftDecisions
from workbench.errors import WorkbenchError
from workbench.text.escape_markdown import escape
from workbench.ui import errors, session
from workbench.ui.html import tag
from workbench.ui.session_graph import Decided
from workbench.ui.texts import Texts


def decide(kind: str, make: Callable[..., DraftDecisions], ids: Sequence[str], t: Texts) -> Decided:
    """Make a decision about drafts, and return it with the reasons of those that were refused."""
    try:
        made = make(session.workspace_id(), ids, author=session.person().name)
    except WorkbenchError as error:
        return kind, (), (errors.sentence(error, t),)
    reasons = (errors.sentence(error, t) for error in made.refused.values())
    return kind, made.decided, tuple(dict.fromkeys(reasons))


def draw(
    decided: Decided, part: str, undo: Callable[[Sequence[str]], None], key: str, t: Texts
) -> None:
    """Draw what was decided, and why drafts were refused.

    Args:
        decided: the last decision.
        part: what is reviewed, ``review`` or ``entries``: a section of the texts.
        undo: called with the ids of the drafts when the button is clicked.
        key: of the container.
        t: the interface's texts.
    """
    kind, ids, refused = decided
    for reason in refused:
        st.warning(escape(reason), icon=":material/block:")
    if not ids:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=key):
        words = t(f"graph.{part}.decided.{kind}", n=len(ids))
        st.html(tag("p", words, role="status"), width="stretch")
        if kind != "undo":
            st.button(
                t("graph.edit.undo"),
                icon=":material/undo:",
                on_click=undo,
                args=(ids,),
                key=f"{key}_undo",
            )
