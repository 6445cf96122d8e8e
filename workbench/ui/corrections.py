"""Store a correction of entities that a person made on a screen, and say what it changes."""

import streamlit as st

from workbench.domain.corrections import Correction, CorrectionKind
from workbench.errors import InputError
from workbench.ui import errors, session, session_entities
from workbench.ui.texts import Texts


def correct(
    kind: CorrectionKind, node_id: str, *texts: str, other_id: str = "", run_id: str = ""
) -> None:
    """Store a correction, note the runs that it changes, and draw the page again."""
    workbench, workspace = session.workbench(), session.workspace_id()
    try:
        affected = workbench.affected_runs(workspace, kind, node_id, *texts, other_id=other_id)
        made = workbench.correct(
            workspace,
            kind,
            node_id,
            *texts,
            other_id=other_id,
            author=session.person().name,
            run_id=run_id,
        )
    except InputError as error:
        errors.draw(error, session.texts())
        return
    session_entities.set_last_correction((made, affected))
    st.rerun()


def undo(correction_id: str) -> None:
    """Undo a correction and draw the page again."""
    session.workbench().undo_correction(
        session.workspace_id(), correction_id, session.person().name
    )
    session_entities.set_last_correction(None)
    st.rerun()


def sentence(correction: Correction, t: Texts) -> str:
    """Say in one line what a correction did."""
    return t(
        f"registry.kind.{correction.kind}",
        texts=", ".join(correction.texts),
        name=_name(correction.node_id, t),
        other=_name(correction.other_id, t),
    )


def _name(node_id: str, t: Texts) -> str:
    """The name of an entity as the files have it, also of a merged or rejected one."""
    opened = session.workbench().prepare(session.workspace_id())
    node = opened.workspace.nodes.get(node_id) or opened.library.workspace.nodes.get(node_id)
    return node.label(t.language) if node else node_id.partition(":")[2]
